// SPDX-License-Identifier: Apache-2.0
// Activations, pools, softmax and the shadow's comparison of a card against the oracle.
#include "tests/gpu/gpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/elementwise_tests.h"
