// SPDX-License-Identifier: Apache-2.0
// Inspection and update on the CPU against the oracle.
#include "tests/engine/cpu/cpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/optimizer_tests.h"
