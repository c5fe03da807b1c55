#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_formats.py [--all]: writes small_formats.txt and blocks.txt beside itself, for
tests/engine/precision/small_formats_test.cpp and block_format_test.cpp: what PyTorch's float8 types, ml_dtypes'
(whose E4M3FN does not saturate, as PyTorch's does since some version) and torchao's conversions make of numbers. Needs
all three. --all: also holds the thresholds found by bisection against every
FP32 number (some minutes).

small_formats.txt: a format, what too large a number becomes, its numbers in the order of their codes as FP32 bits, and for every code from 1 on the smallest
positive FP32 number that becomes it (or something beyond it): a conversion that is monotonic is known by that.
blocks.txt: tensors (by the seed of numbers(), with the sum of their bits), their scales and codes.
"""
import os
import sys

import ml_dtypes
import numpy as np
import torch
from torchao.prototype.mx_formats import kernels
from torchao.prototype.mx_formats.config import ScaleCalculationMode
from torchao.prototype.mx_formats.constants import DTYPE_FP6_E2M3, DTYPE_FP6_E3M2
from torchao.prototype.mx_formats.kernels import unpack_uint4
from torchao.prototype.mx_formats.mx_tensor import to_mx
from torchao.prototype.mx_formats.nvfp4_tensor import nvfp4_quantize, per_tensor_amax_to_scale


def as_floats(bits):
    return torch.from_numpy(np.asarray(bits, dtype=np.uint32).view(np.float32).copy())


def cast(dtype):
    return lambda x: x.to(dtype).view(torch.uint8)


def uncast(dtype):
    return lambda codes: codes.view(dtype).to(torch.float32)


def cast_by_ml_dtypes(x):
    return torch.from_numpy(x.numpy().astype(ml_dtypes.float8_e4m3fn).view(np.uint8))


# name, what too large a number becomes, bits, FP32 to codes, codes to FP32
FORMATS = [
    ("E4M3FN", "saturates", 8, cast(torch.float8_e4m3fn), uncast(torch.float8_e4m3fn)),
    ("E4M3FN", "special", 8, cast_by_ml_dtypes, uncast(torch.float8_e4m3fn)),
    ("E5M2", "special", 8, cast(torch.float8_e5m2), uncast(torch.float8_e5m2)),
    ("E3M2FN", "special", 6, kernels.f32_to_f6_e3m2_unpacked, kernels.f6_e3m2_unpacked_to_f32),
    ("E2M3FN", "special", 6, kernels.f32_to_f6_e2m3_unpacked, kernels.f6_e2m3_unpacked_to_f32),
    ("E2M1FN", "special", 4, kernels.f32_to_f4_unpacked, kernels.f4_unpacked_to_f32),
]


def bits_of(x):
    return x.contiguous().numpy().view(np.uint32)


def thresholds(bits, encode):
    """For every code c >= 1 that is reached: the smallest FP32 bits whose code is at least c."""
    top = int(encode(as_floats([0x7F800000]))[0])
    found = []
    for code in range(1, min(top, (1 << (bits - 1)) - 1) + 1):
        low, high = 0, 0x7F800000
        while high - low > 1:
            middle = (low + high) // 2
            if int(encode(as_floats([middle]))[0]) >= code:
                high = middle
            else:
                low = middle
        found.append(high)
    return found


def check_all(name, bits, encode, found):
    """That codes change at these magnitudes and nowhere else, upwards, and that the sign is the upper bit."""
    sign, last, changes = 1 << (bits - 1), 0, []
    for begin in range(0, 0x7F800001, 1 << 24):
        magnitudes = np.arange(begin, min(begin + (1 << 24), 0x7F800001), dtype=np.uint32)
        codes = encode(as_floats(magnitudes)).numpy()
        if codes[0] != last:
            changes.append(begin)
        steps = np.flatnonzero(codes[1:] != codes[:-1])
        assert (codes[steps + 1] > codes[steps]).all(), (name, begin)
        changes += (steps + 1 + begin).tolist()
        last = codes[-1]
        negative = encode(as_floats(magnitudes | np.uint32(0x80000000))).numpy()
        assert (negative == (codes | sign)).all(), (name, begin)
    assert changes == sorted(set(found)), name
    print(name, "every FP32 number", file=sys.stderr, flush=True)


def numbers(seed, count, spread):
    """Normal-like numbers whose magnitudes vary from block to block: sums of four uniform ones times a power of two."""
    mask = (1 << 64) - 1
    out, z = [], seed
    for i in range(count):
        total = 0.0
        for _ in range(4):
            z = (z * 6364136223846793005 + 1442695040888963407) & mask
            total += (z >> 40) / float(1 << 24) - 0.5
        exponent = (i // 16 * 7 + seed) % (2 * spread + 1) - spread
        out.append(np.float32(np.float32(total) * np.float32(2.0**exponent)))
    return torch.tensor(np.array(out, dtype=np.float32))


def write_blocks(file):
    rows, columns = 16, 256
    for seed, spread in ((1, 3), (2, 30)):
        x = numbers(seed, rows * columns, spread).reshape(rows, columns)
        print("tensor", seed, spread, rows, columns, "%08x" % (int(bits_of(x).astype(np.uint64).sum()) & 0xFFFFFFFF), file=file)
        for name, dtype in (
            ("E4M3FN", torch.float8_e4m3fn),
            ("E5M2", torch.float8_e5m2),
            ("E3M2FN", DTYPE_FP6_E3M2),
            ("E2M3FN", DTYPE_FP6_E2M3),
            ("E2M1FN", torch.float4_e2m1fn_x2),
        ):
            for rule, mode in (("up", ScaleCalculationMode.RCEIL), ("floor", ScaleCalculationMode.FLOOR)):
                scales, data = to_mx(x, dtype, 32, mode)
                codes = data.view(torch.uint8)
                if dtype == torch.float4_e2m1fn_x2:
                    codes = unpack_uint4(codes)
                write(file, "mx", name, rule, scales.view(torch.uint8), codes)
        tensor_scale = per_tensor_amax_to_scale(x.abs().max())
        scales, data = nvfp4_quantize(x, 16, tensor_scale)
        write(file, "nvfp4", "%08x" % bits_of(tensor_scale.reshape(1))[0], "-", scales.view(torch.uint8), unpack_uint4(data))


def write(file, kind, name, rule, scales, codes):
    scales, codes = scales.reshape(-1).numpy(), codes.reshape(-1).numpy()
    print(kind, name, rule, bytes(scales).hex(), file=file)
    # a hash of all codes, and those of the first and last block to look at
    value = 0xCBF29CE484222325
    for code in codes.tolist():
        value = ((value ^ code) * 0x100000001B3) & ((1 << 64) - 1)
    print("%016x" % value, bytes(codes[:32]).hex(), bytes(codes[-32:]).hex(), file=file)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    head = "# torch %s, torchao %s" % (torch.__version__.split("+")[0], __import__("torchao").__version__.split("+")[0])
    with open(os.path.join(here, "small_formats.txt"), "w") as file:
        print(head, file=file)
        for name, overflow, bits, encode, decode in FORMATS:
            found = thresholds(bits, encode)
            if "--all" in sys.argv:
                check_all(name, bits, encode, found)
            values = bits_of(decode(torch.arange(1 << bits, dtype=torch.uint8)))
            print("format", name, overflow, 1 << bits, len(found), file=file)
            print(*("%08x" % v for v in values), file=file)
            print(*("%08x" % v for v in found), file=file)
        scales = bits_of(torch.arange(256, dtype=torch.uint8).view(torch.float8_e8m0fnu).to(torch.float32))
        print("scales E8M0", file=file)
        print(*("%08x" % v for v in scales), file=file)
    with open(os.path.join(here, "blocks.txt"), "w") as file:
        print(head, file=file)
        write_blocks(file)


if __name__ == "__main__":
    main()
