// SPDX-License-Identifier: Apache-2.0
// Batched products, softmax and embeddings of the CPU against the oracle.
#include "tests/engine/cpu/cpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/attention_tests.h"
