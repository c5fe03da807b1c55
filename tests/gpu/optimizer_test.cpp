// SPDX-License-Identifier: Apache-2.0
// Inspection, update and the loss scale of a card against the oracle.
#include "tests/gpu/gpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/optimizer_tests.h"
// after what defines Optimizer
#include "tests/engine/backend/narrow_update_tests.h"
