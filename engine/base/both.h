// SPDX-License-Identifier: Apache-2.0
// Functions that the host and CUDA's kernels both call.
#pragma once

#ifdef __CUDACC__
#define MANTISSA_BOTH __host__ __device__
#else
#define MANTISSA_BOTH
#endif
