// SPDX-License-Identifier: Apache-2.0
// Normalisations of a card against the oracle.
#include "tests/gpu/gpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/norm_tests.h"
