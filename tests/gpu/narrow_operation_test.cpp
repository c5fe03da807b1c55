// SPDX-License-Identifier: Apache-2.0
// The operations of a graph on a card with tensors stored in 16 bits.
#include "tests/gpu/gpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/narrow_operation_tests.h"
