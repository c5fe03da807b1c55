// SPDX-License-Identifier: Apache-2.0
// Normalisations of the CPU against the oracle.
#include "tests/engine/cpu/cpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/norm_tests.h"
