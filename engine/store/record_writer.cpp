// SPDX-License-Identifier: Apache-2.0
// The writer's thread. A commit takes everything queued up to the next task, within a limit, so that under load the
// commits grow larger, not more.
#include "engine/store/record_writer.h"

#include <iterator>
#include <utility>

namespace mantissa {
namespace {

constexpr std::size_t records_per_commit = 20'000;

}  // namespace

RecordWriter::RecordWriter(std::unique_ptr<Library> library, Callbacks callbacks, std::chrono::milliseconds interval)
    : library_(std::move(library)),
      callbacks_(std::move(callbacks)),
      interval_(interval),
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
        wake_.wait(lock, [&] { return stop_ || !queue_.empty(); });
        if (queue_.empty()) return;
        wake_.wait_until(lock, next_commit, [&] { return stop_ || urgent_until_ > finished_items_; });

        Item item = std::move(queue_.front());
        queue_.pop_front();
        std::uint64_t items = 1;
        if (!item.task.valid()) {
            while (!queue_.empty() && !queue_.front().task.valid() && item.records.size() < records_per_commit) {
                auto& more = queue_.front().records;
                item.records.insert(item.records.end(), std::make_move_iterator(more.begin()),
                                    std::make_move_iterator(more.end()));
                queue_.pop_front();
                ++items;
            }
        }
        lock.unlock();
        if (item.task.valid()) {
            item.task(*library_);
        } else {
            commit(std::move(item.records));
            next_commit = std::chrono::steady_clock::now() + interval_;
        }
        lock.lock();
        finished_items_ += items;
        done_.notify_all();
    }
}

void RecordWriter::commit(std::vector<run::Record> batch) {
    const auto end = [&](const Error& reason) {
        {
            const std::lock_guard lock(mutex_);
            error_ = reason;
            unwritten_ = std::move(batch);
        }
        if (callbacks_.on_error) callbacks_.on_error(reason);
    };
    if (error()) {  // pushed before the failure was known
        const std::lock_guard lock(mutex_);
        unwritten_.insert(unwritten_.end(), std::make_move_iterator(batch.begin()),
                          std::make_move_iterator(batch.end()));
        return;
    }
    try {
        library_->append(batch);
    } catch (const Error& error) {
        end(error);
        return;
    } catch (const std::exception& error) {
        end(Error(ErrorCode::failed, std::string("The library could not be written: ") + error.what(),
                  library_->path().string()));
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        pending_ -= batch.size();
    }
    if (callbacks_.on_committed) callbacks_.on_committed(batch.size());
}

}  // namespace mantissa
