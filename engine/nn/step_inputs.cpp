// SPDX-License-Identifier: Apache-2.0
// One block, sent by one copy.
#include "engine/nn/step_inputs.h"

#include <cstring>
#include <type_traits>

namespace mantissa {
namespace {

constexpr std::size_t indices_at = (sizeof(StepSettings) + 63) / 64 * 64;
static_assert(std::is_trivially_copyable_v<StepSettings>);

}  // namespace

std::size_t StepInputs::bytes(std::int64_t images) noexcept {
    return indices_at + static_cast<std::size_t>(images) * sizeof(std::uint32_t);
}

void StepInputs::allocate(Device& device, std::int64_t images) {
    memory_ = device.allocate(bytes(images));
    host_.assign(memory_->size(), std::byte{0});
}

void StepInputs::send(Device& device, const StepSettings& settings, std::span<const std::uint32_t> indices) {
    std::memcpy(host_.data(), &settings, sizeof settings);
    if (!indices.empty()) std::memcpy(host_.data() + indices_at, indices.data(), indices.size_bytes());
    device.upload(memory_->data(), host_.data(), indices_at + indices.size_bytes());
    indices_ = {reinterpret_cast<const std::uint32_t*>(memory_->data() + indices_at), indices.size()};
}

}  // namespace mantissa
