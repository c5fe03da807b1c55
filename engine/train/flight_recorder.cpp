// SPDX-License-Identifier: Apache-2.0
#include "engine/train/flight_recorder.h"

#include <chrono>

#include "engine/train/trainer.h"

namespace mantissa {

FlightRecorder::FlightRecorder() = default;
FlightRecorder::~FlightRecorder() = default;
FlightRecorder::FlightRecorder(FlightRecorder&&) noexcept = default;
FlightRecorder& FlightRecorder::operator=(FlightRecorder&&) noexcept = default;

void FlightRecorder::stepped(std::uint32_t step, double seconds, const std::function<Snapshot()>& state) {
    trained_ += seconds;
    if (!states_.empty() && step - last_ < interval_) return;
    if (!states_.empty() && recorded_ > most_share * trained_) {  // too dear: later, and less often from then on
        interval_ *= 2;
        return;
    }
    const auto start = std::chrono::steady_clock::now();
    // Room for it first: together they are never more than was planned.
    while (states_.size() >= 2 &&
           (states_.size() >= most_states || bytes() + states_.back().parameters.size() > most_bytes))
        states_.pop_front();
    states_.push_back(state());
    recorded_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    last_ = step;
}

const Snapshot* FlightRecorder::before(std::uint32_t step) const {
    for (auto state = states_.rbegin(); state != states_.rend(); ++state)
        if (state->step <= step) return &*state;
    return nullptr;
}

void FlightRecorder::forget_after(std::uint32_t step) {
    while (!states_.empty() && states_.back().step > step) states_.pop_back();
    last_ = states_.empty() ? 0 : states_.back().step;
}

std::uint64_t FlightRecorder::bytes() const {
    std::uint64_t sum = 0;
    for (const Snapshot& state : states_) sum += state.parameters.size();
    return sum;
}

}  // namespace mantissa
