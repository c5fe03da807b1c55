// SPDX-License-Identifier: Apache-2.0
// Bytes are counted signed: one frame larger than the credit may take them below zero.
#include "engine/wire/credits.h"

#include <algorithm>
#include <limits>

#include "engine/wire/framing.h"

namespace mantissa {
namespace {

// Far above any sensible credit and far below where a sum could overflow.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 40;

}  // namespace

CreditWindow::CreditWindow(std::uint32_t frames, std::uint64_t bytes)
    : all_frames_(std::max(frames, 1u)),
      all_bytes_(static_cast<std::int64_t>(std::clamp<std::uint64_t>(bytes, 1, most_bytes))),
      frames_(all_frames_),
      bytes_(all_bytes_) {}

bool CreditWindow::take_locked(std::size_t bytes) {
    const auto cost = static_cast<std::int64_t>(std::min<std::uint64_t>(bytes, most_bytes));
    const std::int64_t outstanding = all_bytes_ - bytes_;
    if (frames_ == 0 || (cost > bytes_ && outstanding * 2 >= all_bytes_)) return false;
    --frames_;
    bytes_ -= cost;
    return true;
}

bool CreditWindow::try_take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    return take_locked(bytes);
}

bool CreditWindow::wait_take(std::size_t bytes, std::stop_token stop) {
    std::unique_lock lock(mutex_);
    return granted_.wait(lock, stop, [&] { return !stop.stop_requested() && take_locked(bytes); });
}

void CreditWindow::grant(std::uint32_t frames, std::uint64_t bytes) {
    {
        const std::lock_guard lock(mutex_);
        frames_ += std::min(frames, all_frames_ - frames_);
        bytes_ += static_cast<std::int64_t>(std::min(bytes, static_cast<std::uint64_t>(all_bytes_ - bytes_)));
    }
    granted_.notify_all();
}

CreditWindow::Available CreditWindow::available() const {
    const std::lock_guard lock(mutex_);
    return {frames_, bytes_};
}

run::Credit CreditReturner::consumed(std::size_t payload_bytes) {
    bytes_ += payload_bytes + frame_header_size;
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t returned = std::min(bytes_, most);
    run::Credit credit;
    credit.set_frames(1);
    credit.set_bytes(static_cast<std::uint32_t>(returned));
    bytes_ -= returned;
    return credit;
}

}  // namespace mantissa
