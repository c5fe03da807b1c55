// SPDX-License-Identifier: Apache-2.0
// Sums, dropout, copies and losses of the CPU against the oracle.
#include "tests/engine/cpu/cpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/operation_tests.h"
