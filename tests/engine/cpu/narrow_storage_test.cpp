// SPDX-License-Identifier: Apache-2.0
// The CPU's kernels with tensors stored as BF16. It needs no BF16 instructions, so it runs on any processor.
#include "tests/engine/cpu/cpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/narrow_storage_tests.h"
