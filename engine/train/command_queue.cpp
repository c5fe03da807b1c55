// SPDX-License-Identifier: Apache-2.0
// A deque, a mutex and two conditions.
#include "engine/train/command_queue.h"

#include <utility>

namespace mantissa {

bool CommandQueue::push(run::Command command, const std::function<bool()>& stuck) {
    constexpr auto look = std::chrono::milliseconds(100);
    const std::size_t bytes = command.ByteSizeLong();
    std::unique_lock lock(mutex_);
    const auto has_room = [&] {
        return closed_ || commands_.empty() || (commands_.size() < most && bytes_ + bytes <= most_bytes);
    };
    while (!has_room())
        if (!room_.wait_for(lock, look, has_room) && stuck()) return false;
    if (closed_) return true;
    urgent_ = urgent_ || command.has_stop() || command.has_shutdown() || command.has_reset();
    bytes_ += bytes;
    commands_.push_back(std::move(command));
    wake_.notify_one();
    return true;
}

void CommandQueue::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    urgent_ = true;
    wake_.notify_one();
    room_.notify_all();
}

std::deque<run::Command> CommandQueue::take(std::optional<std::chrono::milliseconds> limit) {
    std::unique_lock lock(mutex_);
    const auto ready = [this] { return closed_ || !commands_.empty(); };
    if (limit)
        wake_.wait_for(lock, *limit, ready);
    else
        wake_.wait(lock, ready);
    std::deque<run::Command> taken;
    taken.swap(commands_);
    bytes_ = 0;
    urgent_ = closed_;
    room_.notify_all();
    return taken;
}

bool CommandQueue::closed() const {
    const std::lock_guard lock(mutex_);
    return closed_;
}

bool CommandQueue::waiting() const {
    const std::lock_guard lock(mutex_);
    return closed_ || !commands_.empty();
}

bool CommandQueue::urgent() const {
    const std::lock_guard lock(mutex_);
    return urgent_;
}

}  // namespace mantissa
