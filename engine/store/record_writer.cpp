// SPDX-License-Identifier: Apache-2.0
// The writer's thread. A commit takes everything queued up to the next task, within a limit, so that under load the
// commits grow larger, not more.
#include "engine/store/record_writer.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "engine/store/record_key.h"

namespace mantissa {
namespace {

constexpr std::size_t records_per_commit = 20'000;

/// What went wrong other than by an Error: no memory, say.
Error unforeseen(const std::exception& error, const Library& library) {
    return Error(ErrorCode::failed, say("The library could not be written: %1", {error.what()}),
                 library.path().string());
}

}  // namespace

RecordWriter::RecordWriter(std::unique_ptr<Library> library, Callbacks callbacks, std::chrono::milliseconds interval,
                           std::chrono::milliseconds retry)
    : library_(std::move(library)),
      callbacks_(std::move(callbacks)),
      share_([this](const run::Record& event) {
          if (callbacks_.on_thinned) callbacks_.on_thinned(event);
      }),
      interval_(interval),
      retry_(retry),
      thread_([this] {
          try {
              work();
          } catch (const std::exception& error) {  // no memory to take from the queue
              end(unforeseen(error, *library_));
          }
      }) {}

RecordWriter::~RecordWriter() {
    {
        const std::lock_guard lock(mutex_);
        stop_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void RecordWriter::push(std::vector<run::Record> records) {
    {
        const std::lock_guard lock(mutex_);
        if (writing_ == Writing::ended) throw *reason_;
        if (records.empty()) return;
        pending_ += records.size();
        ++queued_items_;
        queue_.push_back({std::move(records), {}});
    }
    wake_.notify_one();
}

std::future<void> RecordWriter::post(std::function<void(Library&)> task) {
    std::packaged_task<void(Library&)> packaged(std::move(task));
    std::future<void> result = packaged.get_future();
    {
        const std::lock_guard lock(mutex_);
        if (thread_ended_) throw *reason_;
        urgent_until_ = ++queued_items_;
        queue_.push_back({{}, std::move(packaged)});
    }
    wake_.notify_one();
    return result;
}

void RecordWriter::flush() {
    std::unique_lock lock(mutex_);
    const std::uint64_t target = queued_items_;
    urgent_until_ = target;
    wake_.notify_one();
    done_.wait(lock, [&] { return finished_items_ >= target; });
    if (writing_ != Writing::goes_on) throw *reason_;
}

void RecordWriter::give_up() {
    {
        const std::lock_guard lock(mutex_);
        if (writing_ != Writing::waits) return;  // there was room in the meantime
        given_up_ = true;
    }
    wake_.notify_one();
}

void RecordWriter::try_again() {
    post([this](Library& library) {
        {
            const std::lock_guard lock(mutex_);
            if (writing_ != Writing::leaves_out) return;
        }
        try {
            library.reopen();
            library.check_writable();
        } catch (const Error& error) {
            return go_on_without({}, error);
        } catch (const std::exception& error) {
            return go_on_without({}, unforeseen(error, library));
        }
        {
            const std::lock_guard lock(mutex_);
            writing_ = Writing::goes_on;
        }
        if (callbacks_.on_kept_again) callbacks_.on_kept_again({});
    });
}

std::future<void> RecordWriter::leave_out_from_now(std::vector<std::string> run_ids) {
    return post([this, run_ids = std::move(run_ids)](Library&) {
        for (const std::string& run_id : run_ids) leave_out(run_id, true);
    });
}

std::vector<run::Record> RecordWriter::take_unwritten() {
    const std::lock_guard lock(mutex_);
    return std::exchange(unwritten_, {});
}

std::size_t RecordWriter::pending() const {
    const std::lock_guard lock(mutex_);
    return pending_;
}

std::optional<Error> RecordWriter::error() const {
    const std::lock_guard lock(mutex_);
    return writing_ == Writing::ended ? reason_ : std::nullopt;
}

/// Of the thread: nothing that is queued, or will be, is ever done.
void RecordWriter::end(const Error& reason) {
    {
        const std::lock_guard lock(mutex_);
        if (writing_ != Writing::ended) set(Writing::ended, reason);
        thread_ended_ = true;
        queue_.clear();  // who waits for a task learns that it was dropped
        finished_items_ = queued_items_;
    }
    done_.notify_all();
    if (callbacks_.on_error) callbacks_.on_error(reason);
}

void RecordWriter::work() {
    auto next_commit = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    for (;;) {
        if (held_.empty()) {
            wake_.wait(lock, [&] { return stop_ || !queue_.empty(); });
            if (queue_.empty()) return;
        }
        wake_.wait_until(lock, next_commit, [&] { return stop_ || given_up_ || urgent_until_ > finished_items_; });
        const bool last_attempt = given_up_;        // one that began before give_up() may have met the old disk
        const bool last = stop_ && queue_.empty();  // what waits is tried once more

        Item item;
        std::uint64_t items = 0;
        const auto next_is_records = [&] { return !queue_.empty() && !queue_.front().task.valid(); };
        if (!queue_.empty() && !next_is_records()) {
            item = std::move(queue_.front());
            queue_.pop_front();
            items = 1;
        }
        for (; items == 0 || !item.task.valid(); ++items) {
            if (!next_is_records() || item.records.size() >= records_per_commit) break;
            auto& more = queue_.front().records;
            item.records.insert(item.records.end(), std::make_move_iterator(more.begin()),
                                std::make_move_iterator(more.end()));
            queue_.pop_front();
        }
        lock.unlock();
        if (item.task.valid()) {
            item.task(*library_);
        } else {
            commit(std::move(item.records), last_attempt);
            next_commit = std::chrono::steady_clock::now() + (held_.empty() ? interval_ : retry_);
        }
        lock.lock();
        finished_items_ += items;
        done_.notify_all();
        if (last) return;
    }
}

/// The mutex is held.
void RecordWriter::set(Writing writing, const Error& reason) {
    writing_ = writing;
    reason_ = reason;
}

void RecordWriter::commit(std::vector<run::Record> batch, bool last_attempt) {
    if (error()) {  // pushed before the failure was known
        const std::lock_guard lock(mutex_);
        unwritten_.insert(unwritten_.end(), std::make_move_iterator(batch.begin()),
                          std::make_move_iterator(batch.end()));
        return;
    }
    bool again = !held_.empty();
    {
        const std::lock_guard lock(mutex_);
        again = again || writing_ == Writing::leaves_out;
    }
    taken_ += batch.size();
    admit(batch);
    if (!held_.empty()) {
        held_.insert(held_.end(), std::make_move_iterator(batch.begin()), std::make_move_iterator(batch.end()));
        batch = std::exchange(held_, {});
    }
    if (batch.empty()) return acknowledge();
    try {
        if (again) library_->reopen();
        append(batch);
    } catch (const Error& error) {
        return fail(std::move(batch), error, last_attempt);
    } catch (const std::exception& error) {
        return fail(std::move(batch), unforeseen(error, *library_), last_attempt);
    }
    succeed(batch);
    thin(batch);
}

/// What could not be thinned now, on a full disk for instance, is thinned after a later commit.
void RecordWriter::thin(const std::vector<run::Record>& batch) try {
    share_.after_append(*library_, batch);
} catch (const std::exception&) {
    return;
}

void RecordWriter::set_run_share(std::uint64_t bytes) {
    post([this, bytes](Library&) { share_.set_bytes(bytes); });
}

/// Drops the records of runs that are left out, for good: none may be kept later on, behind a gap.
void RecordWriter::admit(std::vector<run::Record>& batch) {
    std::erase_if(batch, [this](const run::Record& record) { return !wanted(record); });
}

bool RecordWriter::wanted(const run::Record& record) {
    const std::string& run_id = record.run_id();
    const auto is_left_out = [this](const std::string& id) {
        const auto at = left_out_.find(id);
        return at != left_out_.end() && !at->second.begun_again;
    };
    const bool left_out = is_left_out(run_id);
    if (!record.has_started()) return !left_out;
    if (left_out) {
        // It is resumed: the library knows whether that leaves a gap, but of a run that it holds nothing of.
        if (!steps_kept(run_id)) return false;
        left_out_[run_id].begun_again = true;
        return true;
    }
    // Half a race, or what became of a run that nobody has, would look like the whole of it.
    const run::RunIdentity& identity = record.started().identity();
    const bool orphan = !identity.parent_run_id().empty() && is_left_out(identity.parent_run_id());
    if (!orphan && !left_out_races_.contains(identity.race_id())) return true;
    if (steps_kept(run_id)) return true;  // that one is resumed
    if (!identity.race_id().empty()) left_out_races_.insert(identity.race_id());
    leave_out(run_id, false);
    return false;
}

void RecordWriter::append(std::vector<run::Record>& batch) {
    try {
        library_->append(batch);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::bad_data || !callbacks_.on_refused) throw;
        append_each(batch);
    }
}

/// Run by run: those that are refused are told and taken out of the batch, and only they are not kept.
void RecordWriter::append_each(std::vector<run::Record>& batch) {
    std::map<std::string, std::vector<run::Record>> runs;
    for (const run::Record& record : batch) runs[record.run_id()].push_back(record);
    for (const auto& [run_id, records] : runs) {
        try {
            library_->append(records);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::bad_data) throw;
            std::erase_if(batch, [&id = run_id](const run::Record& record) { return record.run_id() == id; });
            const auto at = left_out_.find(run_id);
            if (at == left_out_.end() || !at->second.let_go) callbacks_.on_refused(run_id, error);
            leave_out(run_id, false);
        }
    }
}

void RecordWriter::fail(std::vector<run::Record> batch, const Error& reason, bool last_attempt) {
    bool waits = false, news = false, goes_on = false;
    {
        const std::lock_guard lock(mutex_);
        // What contradicts the library never gets better; a file that cannot be opened again may.
        const bool may_pass = reason.code() == ErrorCode::failed || callbacks_.on_refused;
        goes_on = callbacks_.on_unkept && (last_attempt || writing_ == Writing::leaves_out);
        waits = !goes_on && callbacks_.on_stalled && !last_attempt && may_pass;
        if (waits) {
            news = writing_ != Writing::waits || std::string_view(reason_->what()) != reason.what();
            set(Writing::waits, reason);
            held_ = std::move(batch);
        } else if (!goes_on) {
            set(Writing::ended, reason);
            unwritten_ = std::move(batch);
        }
    }
    if (goes_on) return go_on_without(batch, reason);
    if (news) callbacks_.on_stalled(reason);
    if (!waits && callbacks_.on_error) callbacks_.on_error(reason);
}

/// `let_go`: a person did not wait for it to be kept.
void RecordWriter::leave_out(const std::string& run_id, bool let_go) {
    const auto [at, first] = left_out_.try_emplace(run_id);
    at->second.let_go = at->second.let_go || let_go;
    const bool news = std::exchange(at->second.begun_again, false) || first;
    if (news && callbacks_.on_left_out) callbacks_.on_left_out(run_id, steps_kept(run_id, 0));
}

std::optional<std::uint32_t> RecordWriter::steps_kept(const std::string& run_id,
                                                      std::optional<std::uint32_t> unreadable) const {
    try {
        return library_->steps_kept(run_id);
    } catch (const std::exception&) {
        return unreadable;
    }
}

void RecordWriter::go_on_without(const std::vector<run::Record>& batch, const Error& reason) {
    {
        const std::lock_guard lock(mutex_);
        set(Writing::leaves_out, reason);
        given_up_ = false;
    }
    for (const run::Record& record : batch) {
        if (record.has_started() && !record.started().identity().race_id().empty())
            left_out_races_.insert(record.started().identity().race_id());
        leave_out(record.run_id(), true);
    }
    callbacks_.on_unkept(reason);
    acknowledge();
}

void RecordWriter::succeed(const std::vector<run::Record>& batch) {
    bool recovered = false, again = false;
    {
        const std::lock_guard lock(mutex_);
        recovered = writing_ == Writing::waits;
        again = writing_ == Writing::leaves_out && !batch.empty();
        if (recovered || again) writing_ = Writing::goes_on;
        given_up_ = false;  // that was about this waiting only
    }
    acknowledge();
    if (recovered && callbacks_.on_recovered) callbacks_.on_recovered();
    const auto begun_again = [this](const std::string& run_id) {
        const auto at = left_out_.find(run_id);
        return at != left_out_.end() && at->second.begun_again;
    };
    std::set<std::string> kept;
    for (const run::Record& record : batch) {  // until then a gap may still be found
        if (!goes_on(record) || !begun_again(record.run_id())) continue;
        left_out_.erase(record.run_id());
        kept.insert(record.run_id());
    }
    if (again) {
        const auto first = std::find_if(batch.begin(), batch.end(),
                                        [&](const run::Record& record) { return !begun_again(record.run_id()); });
        kept.insert(first == batch.end() ? std::string() : first->run_id());
    }
    if (!callbacks_.on_kept_again) return;
    for (const std::string& run_id : kept) callbacks_.on_kept_again(run_id);
}

/// What was taken of the queue is on the disk, or never will be.
void RecordWriter::acknowledge() {
    const std::size_t records = std::exchange(taken_, 0);
    if (records == 0) return;
    {
        const std::lock_guard lock(mutex_);
        pending_ -= records;
    }
    if (callbacks_.on_committed) callbacks_.on_committed(records);
}

}  // namespace mantissa
