// SPDX-License-Identifier: Apache-2.0
// Sums, dropout, copies and losses of the card's kernels against the oracle.
#include "tests/engine/cuda/cuda_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/operation_tests.h"
