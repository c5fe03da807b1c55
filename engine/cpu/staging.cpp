// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/staging.h"

namespace mantissa {

float* Staging::sums_for(const Numbers& to, std::int64_t elements) {
    return to.narrow ? scratch_.of<float>(ScratchUse::sums, elements) : to.f32();
}

const float* Staging::as_f32(const Numbers& given, std::int64_t elements, ScratchUse copy) {
    if (!given.narrow) return given.f32();
    float* const wide = scratch_.of<float>(copy, elements);
    if (!scratch_.rehearsed()) cast_rows(given, nullptr, wide, 1, elements, Cast{});
    return wide;
}

}  // namespace mantissa
