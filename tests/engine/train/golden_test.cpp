// SPDX-License-Identifier: Apache-2.0
// Ten steps of every mode: the reference gives the stored losses exactly, every other device the reference's within
// what its order of sums can do. A change here is a change of what a mode means, and must be meant.
#include <gtest/gtest.h>

#include "tests/engine/train/golden_cases.h"

namespace mantissa {
namespace {

TEST(Golden, TheReferenceTakesTheStoredPath) {
    const Dataset dataset = small_dataset();
    for (const Golden& g : goldens()) {
        Lane lane(reference(), dataset, g.config);
        lane.steps(10);
        const std::vector<float> losses = lane.losses();
        std::string actual;
        for (const float loss : losses) {
            char text[40];
            std::snprintf(text, sizeof text, "%af, ", static_cast<double>(loss));
            actual += text;
        }
        EXPECT_EQ(losses, g.losses) << g.name << " takes {" << actual << "}";
    }
}

#ifdef MANTISSA_HAS_ONEDNN
TEST(Golden, TheCpuTakesTheReferencesPath) {
    expect_the_references_path([] { return make_cpu_device(2); });
}
#endif

}  // namespace
}  // namespace mantissa
