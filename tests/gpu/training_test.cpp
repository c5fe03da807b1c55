// SPDX-License-Identifier: Apache-2.0
// Ten steps of every mode on a card, held against the reference's losses within bounds that follow from the formats.
#include "tests/engine/train/golden_cases.h"
#include "tests/gpu/gpu_testing.h"

namespace mantissa {
namespace {

class CardTraining : public GpuTest {};

TEST_F(CardTraining, TakesTheReferencesPath) {
    expect_the_references_path(open_tested_device);
}

}  // namespace
}  // namespace mantissa
