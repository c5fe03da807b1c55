// SPDX-License-Identifier: Apache-2.0
// The writer's thread. A commit takes everything queued up to the next task, within a limit, so that under load the
// commits grow larger, not more.
#include "engine/store/record_writer.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace mantissa {
namespace {

constexpr std::size_t records_per_commit = 20'000;

}  // namespace

RecordWriter::RecordWriter(std::unique_ptr<Library> library, Callbacks callbacks, std::chrono::milliseconds interval,
                           std::chrono::milliseconds retry)
    : library_(std::move(library)),
      callbacks_(std::move(callbacks)),
      interval_(interval),
      retry_(retry),
      thread_([this] { work(); }) {}

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
        if (error_) throw *error_;
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
    if (error_) throw *error_;
    if (stalled_) throw *stalled_;
}

void RecordWriter::give_up() {
    {
        const std::lock_guard lock(mutex_);
        if (!stalled_) return;  // there was room in the meantime
        given_up_ = at_once_ = true;
    }
    wake_.notify_one();
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
    return error_;
}

void RecordWriter::work() {
    auto next_commit = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    for (;;) {
        if (held_.empty()) {
            wake_.wait(lock, [&] { return stop_ || !queue_.empty(); });
            if (queue_.empty()) return;
        }
        wake_.wait_until(lock, next_commit, [&] { return stop_ || at_once_ || urgent_until_ > finished_items_; });
        at_once_ = false;
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
            commit(std::move(item.records));
            next_commit = std::chrono::steady_clock::now() + (held_.empty() ? interval_ : retry_);
        }
        lock.lock();
        finished_items_ += items;
        done_.notify_all();
        if (last) return;
    }
}

void RecordWriter::commit(std::vector<run::Record> batch) {
    const bool again = !held_.empty();
    if (again) {
        held_.insert(held_.end(), std::make_move_iterator(batch.begin()), std::make_move_iterator(batch.end()));
        batch = std::exchange(held_, {});
    }
    if (batch.empty()) return;
    if (error()) {  // pushed before the failure was known
        const std::lock_guard lock(mutex_);
        unwritten_.insert(unwritten_.end(), std::make_move_iterator(batch.begin()),
                          std::make_move_iterator(batch.end()));
        return;
    }
    try {
        if (again) library_->reopen();
        append(batch);
    } catch (const Error& error) {
        return fail(std::move(batch), error);
    } catch (const std::exception& error) {
        return fail(std::move(batch),
                    Error(ErrorCode::failed, std::string("The library could not be written: ") + error.what(),
                          library_->path().string()));
    }
    succeed(batch.size());
}

void RecordWriter::append(const std::vector<run::Record>& batch) {
    std::vector<run::Record> taken;
    if (!refused_.empty()) {
        std::copy_if(batch.begin(), batch.end(), std::back_inserter(taken),
                     [this](const run::Record& record) { return refused_.count(record.run_id()) == 0; });
    }
    const std::vector<run::Record>& wanted = refused_.empty() ? batch : taken;
    try {
        library_->append(wanted);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::bad_data || !callbacks_.on_refused) throw;
        append_each(wanted);
    }
}

/// Run by run: those that are refused are told, and only they are not kept.
void RecordWriter::append_each(const std::vector<run::Record>& batch) {
    std::map<std::string, std::vector<run::Record>> runs;
    for (const run::Record& record : batch) runs[record.run_id()].push_back(record);
    for (const auto& [run_id, records] : runs) {
        try {
            library_->append(records);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::bad_data) throw;
            refused_.insert(run_id);
            callbacks_.on_refused(run_id, error);
        }
    }
}

void RecordWriter::fail(std::vector<run::Record> batch, const Error& reason) {
    bool waits = false, news = false;
    {
        const std::lock_guard lock(mutex_);
        // What contradicts the library never gets better; a file that cannot be opened again may.
        const bool may_pass = reason.code() == ErrorCode::failed || callbacks_.on_refused;
        waits = callbacks_.on_stalled && !given_up_ && may_pass;
        if (waits) {
            news = !stalled_ || std::string_view(stalled_->what()) != reason.what();
            stalled_ = reason;
            held_ = std::move(batch);
        } else {
            error_ = reason;
            stalled_.reset();
            unwritten_ = std::move(batch);
        }
    }
    if (news) callbacks_.on_stalled(reason);
    if (!waits && callbacks_.on_error) callbacks_.on_error(reason);
}

void RecordWriter::succeed(std::size_t records) {
    bool recovered = false;
    {
        const std::lock_guard lock(mutex_);
        pending_ -= records;
        recovered = stalled_.has_value();
        stalled_.reset();
        given_up_ = false;  // that was about this waiting only
    }
    if (callbacks_.on_committed) callbacks_.on_committed(records);
    if (recovered && callbacks_.on_recovered) callbacks_.on_recovered();
}

}  // namespace mantissa
