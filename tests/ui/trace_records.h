// SPDX-License-Identifier: Apache-2.0
// Traces made by hand: one number for each way of ending, as a worker would tell it.
#pragma once

#include <limits>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// An element of fc1.weight[3, 17] in FP16 with S = 2^10 and plain SGD that ended so; an activation gradient where that
/// is what can end so.
inline run::TraceRecord traceOf(run::TraceRecord::Death death) {
    using T = run::TraceRecord;
    T t;
    t.set_tensor(death == T::PASSED_ON ? "fc1" : "fc1.weight");
    t.set_layer("fc1");
    t.set_role(death == T::PASSED_ON ? run::ROLE_ACTIVATION_GRADIENT : run::ROLE_WEIGHT_GRADIENT);
    t.set_index(77);
    t.add_position(3);
    t.add_position(17);
    t.set_bin(-19);
    t.set_from_bin(true);
    t.set_format("FP16");
    t.set_scale(1024);
    t.set_loss(2.25f);
    t.set_shadow(0x1p-30f);
    t.set_before_cast(0x1.0004p-20f);
    t.set_after_cast(0x1p-20f);
    t.set_death(death);
    if (death == T::PASSED_ON) return t;
    if (death == T::BORN_ZERO) {
        t.set_before_cast(0);
        t.set_after_cast(0);
        return t;
    }
    if (death == T::FLUSHED) {
        t.set_before_cast(0x1p-27f);
        t.set_after_cast(0);
        return t;
    }
    if (death == T::OVERFLOWED) {
        t.set_before_cast(70000);
        t.set_after_cast(std::numeric_limits<float>::infinity());
        return t;
    }
    if (death == T::STEP_SKIPPED) return t;
    t.set_unscaled(0x1p-30f);
    t.set_gradient_norm(0.5f);
    t.set_clip_factor(1);
    t.set_clipped(0x1p-30f);
    t.set_optimizer("SGD");
    t.set_update(-0x1p-12f);
    if (death == T::UPDATE_ZERO) {
        t.set_update(0);
        return t;
    }
    t.set_weight_before(0.5f);
    t.set_weight_after(0.5f - 0x1p-12f);
    t.set_weight_format("FP32");
    if (death == T::UPDATE_LOST) {
        t.set_weight_after(0.5f);
        t.set_weight_format("BF16");
        return t;
    }
    t.set_working_before(0.5f);
    t.set_working_after(death == T::WORKING_COPY ? 0.5f : 0.5f - 0x1p-12f);
    t.set_working_format("FP16");
    return t;
}

}  // namespace mantissa::ui
