// SPDX-License-Identifier: Apache-2.0
// Batched products, softmax and embeddings of a card against the oracle.
#include "tests/gpu/gpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/attention_tests.h"
