# SPDX-License-Identifier: Apache-2.0
"""Counts one large tensor on the processor, by the exponent fields of its numbers.

The fields (eight bits, the sign left out) go into a buffer of bytes, where each further operation is cheap; two neighbours
there are counted as one number, which halves the loop that no vector instruction can do. The tensor itself is read
once, in blocks that stay in the processor's cache.
"""

from __future__ import annotations

import math
from typing import List, Tuple

import torch
from torch import Tensor

from .columns import EXPONENTS, INF, NAN, NEGATIVE_ZERO, NORMAL, ZERO

BLOCK = 1 << 15  # elements; from one more on PyTorch wakes its threads, which a busy machine makes wait for each other
_BLOCK_ALONE = 1 << 16  # where it has one thread
_CHUNK = 1 << 20  # fields at once: bounds the memory
_WINDOW = 64  # fields, from the largest down, that are counted in pairs
_NEGATIVE_ZERO_BITS = -(1 << 31)


class FieldCounter:
    """Counts tensors, one after another, with buffers that are made once."""

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._alone = False
        self._block = 0
        self._ones = self._codes = self._fields = torch.empty(0, device=device)

    def count(self, values: Tensor, stride: int, row: Tensor, stat: Tensor) -> None:
        """Counts every stride-th of `values` (one dimension, FP32 or narrower) into `row`; largest magnitude and
        squared L2 norm of all go into `stat`."""
        self._make_room(min(_CHUNK, -(-values.numel() // stride)))
        largest: List[Tensor] = []
        square = 0.0
        for chunk in values.split(_CHUNK * stride):
            counted = chunk[::stride]
            fields = self._fields[: counted.numel()]
            size = max(1, self._block // stride)
            extremes: List[Tensor] = []
            squares: List[Tensor] = []
            for block, own in zip(chunk.split(size * stride), fields.split(size)):
                block = block.float()
                # The first operation waits for the memory; the others find the block in the cache.
                self._fill(own, block if stride == 1 else block[::stride].contiguous())
                extremes.append(block.amin())
                extremes.append(block.amax())
                # torch.dot is the faster of the two, but the library behind it would wake its threads
                squares.append(torch.dot(block, block) if self._alone else torch.linalg.vector_norm(block).square_())
            largest.append(torch.stack(extremes).abs().max())
            square += float(torch.stack(squares).double().sum())
            self._count_fields(fields, counted, _field(float(largest[-1])), row)
        stat[0] = torch.stack(largest).max()
        stat[1] = square

    def _make_room(self, fields: int) -> None:
        self._alone = torch.get_num_threads() == 1
        self._block = _BLOCK_ALONE if self._alone else BLOCK
        if self._block != self._codes.numel():
            self._ones = torch.empty(self._block, dtype=torch.float32, device=self._device)
            self._codes = torch.empty(self._block, dtype=torch.int32, device=self._device)
        if fields > self._fields.numel():
            self._fields = torch.empty(fields, dtype=torch.uint8, device=self._device)

    def _fill(self, fields: Tensor, block: Tensor) -> None:
        codes = self._codes if block.numel() == self._block else self._codes[: block.numel()]
        torch.bitwise_right_shift(block.view(torch.int32), 23, out=codes)
        fields.copy_(codes)  # takes the lowest eight bits: without the sign

    def _zeros(self, counted: Tensor) -> Tuple[int, int]:
        """How many zeros there are, and how many of them are negative."""
        zeros = negative = 0
        for block in counted.split(self._block):
            block = block.float().contiguous()
            ones = self._ones[: block.numel()]
            # a comparison into FP32 and its sum: five times as fast as counting booleans
            zeros += int(torch.eq(block, 0.0, out=ones).sum())
            bits = block.view(torch.int32)
            if int(bits.min()) == _NEGATIVE_ZERO_BITS:
                negative += int(torch.eq(bits, _NEGATIVE_ZERO_BITS, out=ones).sum())
        return zeros, negative

    def _count_fields(self, fields: Tensor, counted: Tensor, high: int, row: Tensor) -> None:
        """Adds a chunk's counts: of the numbers `counted`, whose `fields` are at most `high`, and are overwritten.

        Two neighbours are counted as one number as long as few of these can be: in the window of fields up to `high`.
        """
        step = fields.numel() if self._alone else self._block
        parts = fields.split(step)
        low = min(int(p.min()) for p in parts)
        first = max(low, high - _WINDOW + 1)
        if high == 255 or 0 < low < first:
            return self._count_one_by_one(counted, row)
        for part in parts:
            if low < first:
                part.clamp_(min=first)  # zeros; what else falls on this field shows in the number of them
            part.sub_(first)
        counts = self._count_pairs(fields, high - first + 1, 2 * step)
        if low == 0:
            zeros, negative = self._zeros(counted)
            if int(counts[0]) != zeros:
                return self._count_one_by_one(counted, row)
            counts[0] = 0
            row[ZERO] += zeros - negative
            row[NEGATIVE_ZERO] += negative
        start = NORMAL + first - 1  # the column of field `first`; of field 0 it is a column of subnormals, and gets 0
        row[start : start + len(counts)] += counts.int()

    def _count_pairs(self, fields: Tensor, width: int, step: int) -> Tensor:
        """How often each number below `width` is in `fields`."""
        even = fields.numel() // 2 * 2
        parts = [torch.bincount(p.view(torch.int16), minlength=width << 8) for p in fields[:even].split(step)]
        pairs = parts[0]
        for part in parts[1:]:
            pairs += part
        square = pairs.view(width, 256)[:, :width]
        counts = square.sum(dim=0).add_(square.sum(dim=1))
        if even < fields.numel():
            counts[int(fields[-1])] += 1
        return counts

    def _count_one_by_one(self, counted: Tensor, row: Tensor) -> None:
        """The same for numbers that are spread wide, or where subnormals, infinities or NaN are."""
        counts = torch.zeros(256, dtype=torch.int64, device=counted.device)
        nan = torch.zeros((), dtype=torch.int64, device=counted.device)
        for block in counted.split(self._block):
            block = block.float().contiguous()
            fields = self._fields[: block.numel()]
            self._fill(fields, block)
            own = torch.bincount(fields, minlength=256)
            if int(own[0]):
                _count_tiny(block, row)
            if int(own[255]):
                nan += torch.isnan(block).sum()
            counts += own
        row[NORMAL:EXPONENTS] += counts[1:255].int()
        row[NAN] += nan.int()
        row[INF] += (counts[255] - nan).int()


def _field(magnitude: float) -> int:
    """The exponent field of an FP32 number."""
    if not math.isfinite(magnitude):
        return 255
    return max(0, math.frexp(magnitude)[1] + 126) if magnitude else 0


def _count_tiny(block: Tensor, row: Tensor) -> None:
    """Adds the zeros and the subnormals of a block of FP32 numbers."""
    bits = block.view(torch.int32)
    zero = block.numel() - torch.count_nonzero(bits).int()
    size = bits & 0x7FFFFFFF
    row[ZERO] += zero
    row[NEGATIVE_ZERO] += (size == 0).sum().int() - zero
    subnormal = size[(size > 0) & (size < 1 << 23)]
    if subnormal.numel():
        # An integer below 2^24 is exact in FP32, so its exponent there is the place of its leading bit.
        places = (subnormal.float().view(torch.int32) >> 23) - 127
        row[:NORMAL] += torch.bincount(places, minlength=NORMAL).int()
