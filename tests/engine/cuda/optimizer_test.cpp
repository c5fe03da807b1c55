// SPDX-License-Identifier: Apache-2.0
// Inspection, update and the scaler's state of the card's kernels against the oracle.
#include "tests/engine/cuda/cuda_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/optimizer_tests.h"

namespace mantissa {
namespace {

TEST_F(Optimizer, MoreParametersThanOneLaunchTakes) {
    const std::vector<std::int64_t> sizes(23, 5);
    for (const bool overflow : {false, true}) {
        Trained a(sizes, true, false, fp32, Rounding::nearest_even, fp32),
            r(sizes, true, false, fp32, Rounding::nearest_even, fp32);
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const Array g = uniform({5}, static_cast<std::uint32_t>(i));
            a.gradients[i].values() = r.gradients[i].values() = g.values();
        }
        const std::size_t odd = 2;  // what the first launch finds must not be forgotten by the last one
        if (overflow) a.gradients[odd][1] = r.gradients[odd][1] = std::numeric_limits<float>::infinity();
        ScalerSettings scaler;
        scaler.kind = ScalingKind::dynamic;
        a.step(tested(), settings_of(Kind::adam, 1e-2), scaler, 0);
        r.step(reference(), settings_of(Kind::adam, 1e-2), scaler, 0);
        expect_same(a, r, overflow ? "overflow" : "good");
        EXPECT_EQ(a.state.found_inf, overflow ? 1u : 0u);
        if (!overflow) {
            EXPECT_NEAR(a.state.norm_squared, r.state.norm_squared, r.state.norm_squared * 0x1p-45);
        }
    }
}

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
                        tested().finish_step(settings, &a);
                        reference().finish_step(settings, &r);
                        ASSERT_EQ(a.scaler, r.scaler) << initial << " " << floor << " " << ceiling;
                        ASSERT_EQ(a.skipped, r.skipped);
                    }
                }
}

}  // namespace
}  // namespace mantissa
