// SPDX-License-Identifier: Apache-2.0
// A card's kernels with tensors stored in 16 bits.
#include "tests/gpu/gpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/narrow_storage_tests.h"
