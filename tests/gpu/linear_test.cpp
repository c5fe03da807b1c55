// SPDX-License-Identifier: Apache-2.0
// Dense products and bias sums of a card against the oracle.
#include "tests/gpu/gpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/linear_tests.h"
