// SPDX-License-Identifier: Apache-2.0
// The operations of a graph on the CPU with tensors stored in 16 bits.
#include "tests/engine/cpu/cpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/narrow_operation_tests.h"
