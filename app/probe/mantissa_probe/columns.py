# SPDX-License-Identifier: Apache-2.0
"""What stands in which column of a tensor's row of counts."""

LOWEST = -149  # exponent of FP32's smallest subnormal
EXPONENTS = 277  # columns 0 to 276: exponents -149 to 127
ZERO, NEGATIVE_ZERO, INF, NAN, BELOW, SUBNORMAL = range(EXPONENTS, EXPONENTS + 6)
WIDTH = 288  # of a row; even, so that 8-byte numbers may follow the rows
NORMAL = EXPONENTS - 254  # column of the smallest normal exponent of FP32: 23
