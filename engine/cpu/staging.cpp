// SPDX-License-Identifier: Apache-2.0
// Buffers that grow to the largest need.
#include "engine/cpu/staging.h"

#include "engine/backend/host_memory.h"

namespace mantissa {

float* Staging::Buffer::room(std::int64_t elements) {
    const std::size_t bytes = static_cast<std::size_t>(elements) * sizeof(float);
    if (!memory || memory->size() < bytes) {
        memory.reset();
        memory = allocate_host_memory(bytes);
    }
    return reinterpret_cast<float*>(memory->data());
}

float* Staging::sums_for(const Numbers& to, std::int64_t elements) {
    return to.narrow ? sums_.room(elements) : to.f32();
}

const float* Staging::as_f32(const Tensor& operand, int slot) {
    const Numbers given(operand);
    if (!given.narrow) return given.f32();
    float* copy = operands_[static_cast<std::size_t>(slot)].room(operand.size());
    cast_rows(given, nullptr, copy, 1, operand.size(), Cast{});
    return copy;
}

}  // namespace mantissa
