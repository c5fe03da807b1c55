// SPDX-License-Identifier: Apache-2.0
// Products on a card's tensor cores against the oracle.
#include "tests/gpu/gpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/unit_products_tests.h"
