// SPDX-License-Identifier: Apache-2.0
// The life of recordings.
#include "engine/cuda/replays.h"

#include <algorithm>
#include <cstdlib>

#include "engine/base/error.h"

namespace mantissa::cuda {
namespace {

bool launches_block() {
    const char* value = std::getenv("CUDA_LAUNCH_BLOCKING");
    return value && *value && *value != '0';
}

}  // namespace

Replays::Replays(Recorder& recorder) : recorder_(recorder), blocking_(launches_block()) {}

void Replays::run(const ReplayKey& key, const std::function<void()>& enqueue) {
    if (blocking_) {
        enqueue();
        return;
    }
    std::erase_if(entries_, [](const Entry& entry) { return entry.key.expired(); });
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) { return entry.key.same_as(key); });
    if (found == entries_.end()) {
        enqueue();
        entries_.push_back({key, nullptr, recorder_.scratch_generation(), false});
        return;
    }
    if (found->scratch != recorder_.scratch_generation()) {  // moved, or gone: it has to be there before a recording
        found->recording.reset();
        found->impossible = false;
        enqueue();
        found->scratch = recorder_.scratch_generation();
        return;
    }
    if (!found->recording && !found->impossible) {
        found->recording = record(enqueue);
        found->impossible = !found->recording;
    }
    if (found->recording)
        found->recording->launch();
    else
        enqueue();
}

std::unique_ptr<Recording> Replays::record(const std::function<void()>& enqueue) {
    std::string why;
    try {
        recorder_.begin();
        enqueue();
        return recorder_.end();
    } catch (const Error& error) {
        why = error.message() + (error.place().empty() ? "" : " (" + error.place() + ")");
    } catch (const std::exception& error) {
        why = error.what();
    }
    recorder_.abandon();
    if (!said_) recorder_.gave_up(why);
    said_ = true;
    return nullptr;
}

std::size_t Replays::size() const noexcept {
    return static_cast<std::size_t>(
        std::count_if(entries_.begin(), entries_.end(), [](const Entry& entry) { return entry.recording != nullptr; }));
}

}  // namespace mantissa::cuda
