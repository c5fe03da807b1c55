// SPDX-License-Identifier: Apache-2.0
// Sums, dropout, copies and losses of a card against the oracle.
#include "tests/gpu/gpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/operation_tests.h"
