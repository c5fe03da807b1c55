// SPDX-License-Identifier: Apache-2.0
// Products with operands stored for the tensor cores; here they are plain loops, so this tests the way there and back.
#include "tests/engine/cuda/cuda_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/unit_products_tests.h"
