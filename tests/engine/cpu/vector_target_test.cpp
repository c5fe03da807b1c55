// SPDX-License-Identifier: Apache-2.0
// MANTISSA_TEST_VECTORS=AVX2 (a name of Highway's) makes this program's vector code that of such a processor, so that
// one machine tests what others run. Where the processor has no such instructions its best are tested.
#include <hwy/targets.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "tests/engine/cpu/cpu_testing.h"

namespace mantissa {
namespace {

/// Highway's bit of a target, of which a better one has a lower; 0 for an unknown name.
std::int64_t target_named(const std::string& name) {
    for (int bit = 0; bit < 62; ++bit)
        if (hwy::TargetName(std::int64_t{1} << bit) == name) return std::int64_t{1} << bit;
    return 0;
}

std::string wanted_vectors() {
    const char* const name = std::getenv("MANTISSA_TEST_VECTORS");
    return name ? name : "";
}

class VectorTarget : public ::testing::Environment {
  public:
    void SetUp() override {
        const std::string name = wanted_vectors();
        if (name.empty()) return;
        const std::int64_t target = target_named(name);
        ASSERT_NE(target, 0) << "MANTISSA_TEST_VECTORS: \"" << name << "\" is no target of Highway's";
        const std::int64_t supported = hwy::SupportedTargets();
        if ((supported & target) == 0) {
            std::cout << "this processor has no " << name << ", its best vector code is tested\n";
            return;
        }
        hwy::SetSupportedTargetsForTest(supported & -target);
        hwy::GetChosenTarget().DeInit();
    }
};

[[maybe_unused]] const auto* const registered = ::testing::AddGlobalTestEnvironment(new VectorTarget);

TEST_F(CpuTest, TheVectorCodeIsWhatWasAskedFor) {
    const std::string name = wanted_vectors();
    if (name.empty()) GTEST_SKIP() << "MANTISSA_TEST_VECTORS is not set";
    if ((hwy::SupportedTargets() & target_named(name)) == 0) GTEST_SKIP() << "this processor has no " << name;
    const std::vector<std::string> details = cpu_device_->describe().details;
    EXPECT_NE(std::find(details.begin(), details.end(), "vector code: " + name), details.end());
}

}  // namespace
}  // namespace mantissa
