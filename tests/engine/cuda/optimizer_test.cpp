// SPDX-License-Identifier: Apache-2.0
// Inspection, update and the scaler's state of the card's kernels against the oracle.
#include "tests/engine/cuda/cuda_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/optimizer_tests.h"
// after what defines Optimizer
#include "tests/engine/backend/narrow_update_tests.h"

namespace mantissa {
namespace {

TEST_F(Optimizer, TheScalersStateIsTheOracles) {
    for (const ScalingKind kind : {ScalingKind::none, ScalingKind::fixed, ScalingKind::dynamic})
        for (const float initial : {1.0f, 4.0f, 65536.0f, 0x1p126f})
            for (const float floor : {0.0f, 2.0f})
                for (const float ceiling : {0.0f, 131072.0f}) {
                    ScalerSettings settings;
                    settings.kind = kind;
                    settings.growth_interval = 2;
                    settings.min_scale = floor;
                    settings.max_scale = ceiling;
                    StepState a, r;
                    a.scaler.scale = r.scaler.scale = initial;
                    for (const std::uint32_t found : {0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0}) {
                        a.found_inf = r.found_inf = found;
                        tested().finish_step(&settings, &a);
                        reference().finish_step(&settings, &r);
                        ASSERT_EQ(a.scaler, r.scaler) << initial << " " << floor << " " << ceiling;
                        ASSERT_EQ(a.skipped, r.skipped);
                    }
                }
}

}  // namespace
}  // namespace mantissa
