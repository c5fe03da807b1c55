// SPDX-License-Identifier: Apache-2.0
// Normalisations of the card's kernels against the oracle.
#include "tests/engine/cuda/cuda_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/norm_tests.h"
