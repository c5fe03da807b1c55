// SPDX-License-Identifier: Apache-2.0
// Dense products and bias sums of the CPU against the oracle.
#include "tests/engine/cpu/cpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/linear_tests.h"
