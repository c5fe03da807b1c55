// SPDX-License-Identifier: Apache-2.0
// The optimizers' rule as it stands, for kinds without vectors.
#include "engine/cpu/update.h"
#include "engine/precision/rounding.h"

namespace mantissa {

void update_one_by_one(const ParameterView& p, const UpdateArrays& at, std::int64_t n, const UpdateScalars& s,
                       const FloatFormat& weight_format, UpdateFound& found) {
    for (std::int64_t i = 0; i < n; ++i) {
        const float before = at.weight[i];
        float first = at.first ? at.first[i] : 0.0f, second = at.second ? at.second[i] : 0.0f;
        const WeightUpdate update =
            update_of(s, s.momentum_buffer, s.weight_decays, before, gradient_of(s, at.gradient[i]), first, second);
        if (at.first) at.first[i] = round_to(first, p.state_format);
        if (at.second) at.second[i] = round_to(second, p.state_format);
        const float after = round_to(update.from - update.change, weight_format);
        at.weight[i] = after;
        if (at.copy) at.copy.set(i, round_to(after, p.copy.format, p.copy.rounding));
        if (at.change) {
            at.change[i] = update.all;
            at.before[i] = before;
        }
        if (update.all != 0) {
            ++found.nonzero;
            if (after == before) ++found.lost;
        }
    }
}

}  // namespace mantissa
