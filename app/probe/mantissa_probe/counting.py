# SPDX-License-Identifier: Apache-2.0
"""Counts magnitudes by floor(log2|x|), from the bits of the numbers: exact, also for subnormals.

A tensor's counts are one row of integers: columns 0 to 276 for the exponents -149 to 127, then the columns named below.
Large tensors go through in blocks that stay in the processor's cache, many small ones together in one block, because a
call of PyTorch costs more than what it does to a bias.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Dict, List, Sequence, Tuple

import torch
from torch import Tensor

from .columns import BELOW, EXPONENTS, INF, LOWEST, NAN, NEGATIVE_ZERO, NORMAL, SUBNORMAL, WIDTH, ZERO
from .fields import BLOCK, FieldCounter

_FIELDS = 256  # of FP32's exponent
_SMALL = 1 << 13  # tensors up to here share a block
_TOGETHER = 64  # tensors in one block
_DEVICE_BLOCK = 1 << 20


@dataclass
class Item:
    """One tensor to be counted: the row that takes its counts, its elements, and every how many of them count."""

    row: int
    values: Tensor
    stride: int


def local(tensor: Tensor) -> Tensor:
    """This process's part of a DTensor; any other tensor as it is. Neither copies nor communicates."""
    to_local = getattr(tensor, "to_local", None)
    return tensor if to_local is None else to_local()


def flat(tensor: Tensor) -> Tensor:
    """The elements of `tensor` as one dimension, in the order of the memory where that is dense (no copy), else copied."""
    if tensor.is_contiguous():
        return tensor.view(-1)
    expected = 1
    for stride, size in sorted((s, n) for s, n in zip(tensor.stride(), tensor.shape) if n != 1):
        if stride != expected:
            return tensor.reshape(-1)
        expected *= size
    return tensor.as_strided((tensor.numel(),), (1,))


def elements(tensor: Tensor) -> Tensor:
    """What is counted of a tensor: detached, real, this process's part; of a sparse gradient the stored values."""
    values = local(tensor.detach())
    if values.is_sparse:
        values = values.coalesce().values()
    if values.is_complex():
        values = torch.view_as_real(values)
    return flat(values)


def stride_for(size: int, last: int, most: int) -> int:
    """The stride that leaves at most `most` of `size` elements and is coprime to `last`, the length of a row."""
    stride = max(1, -(-size // most))
    while stride > 1 and math.gcd(stride, max(1, last)) != 1:
        stride += 1
    return stride


class Counter:
    """Counts on the processor. `count` may look at values, because no device has to be waited for."""

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self._offsets: Dict[Tuple[int, ...], Tensor] = {}
        self._large = FieldCounter(device)

    def count(self, items: Sequence[Item], rows: Tensor, stats: Tensor) -> None:
        """Counts each item into its row of `rows` (int32, WIDTH columns) and its largest magnitude and squared L2 norm
        into columns 0 and 1 of `stats` (float64). Rows must be zero. Counts take every stride-th element; the other
        two take all."""
        small: List[Item] = []
        filled = 0
        for item in items:
            if item.values.dtype == torch.float64:
                self._count_double(item, rows, stats)
            elif item.values.numel() > _SMALL:
                self._large.count(item.values, item.stride, rows[item.row], stats[item.row])
            else:
                small.append(item)
                filled += item.values.numel()
                if filled > BLOCK or len(small) == _TOGETHER:
                    self._count_together(small, rows, stats)
                    small, filled = [], 0
        self._count_together(small, rows, stats)

    def _count_together(self, items: List[Item], rows: Tensor, stats: Tensor) -> None:
        if not items:
            return
        parts = [item.values[:: item.stride] if item.stride > 1 else item.values for item in items]
        block = torch.cat(parts).float()
        fields = (block.view(torch.int32) >> 23).bitwise_and_(255)
        codes = fields + self._offset(tuple(part.numel() for part in parts))
        raw = torch.bincount(codes, minlength=_FIELDS * len(items)).view(len(items), _FIELDS)
        folded = torch.zeros(len(items), WIDTH, dtype=torch.int32, device=block.device)
        folded[:, NORMAL:EXPONENTS] = raw[:, 1:255]
        if bool(raw[:, :: _FIELDS - 1].any()):  # zeros, subnormals, infinities or NaN: these are looked at one by one
            at = ((fields == 0) | (fields == _FIELDS - 1)).nonzero().view(-1)
            columns = _exact_codes(block[at]) + torch.div(codes[at], _FIELDS, rounding_mode="floor") * WIDTH
            folded.view(-1).add_(torch.bincount(columns, minlength=folded.numel()))
        index = torch.tensor([item.row for item in items], device=block.device)
        rows.index_copy_(0, index, folded)
        values = [item.values for item in items]
        stats[:, 0].index_copy_(0, index, _norms(values, math.inf))
        stats[:, 1].index_copy_(0, index, _norms(values, 2.0).square_())

    def _offset(self, lengths: Tuple[int, ...]) -> Tensor:
        """What makes the fields of many tensors distinct: _FIELDS for each tensor before."""
        if lengths not in self._offsets:
            if len(self._offsets) > 64:  # gradients come and go: keep no list of every mixture ever seen
                self._offsets.clear()
            starts = torch.arange(len(lengths), dtype=torch.int32, device=self.device) * _FIELDS
            self._offsets[lengths] = torch.repeat_interleave(starts, torch.tensor(lengths, device=self.device))
        return self._offsets[lengths]

    def _count_double(self, item: Item, rows: Tensor, stats: Tensor) -> None:
        row = rows[item.row]
        for start in range(0, item.values.numel(), BLOCK):
            block = item.values[start : start + BLOCK]
            stats[item.row, 0] = torch.maximum(stats[item.row, 0], block.abs().max())
            stats[item.row, 1] += torch.linalg.vector_norm(block).square()
        counted = item.values[:: item.stride]
        for start in range(0, counted.numel(), BLOCK):
            block = counted[start : start + BLOCK]
            row += torch.bincount(_double_codes(block), minlength=WIDTH).int()
            row[SUBNORMAL] += ((block.abs() < torch.finfo(torch.float64).smallest_normal) & (block != 0)).sum()


class DeviceCounter(Counter):
    """Counts on a card: the same counts by operations that never make the host wait."""

    def __init__(self, device: torch.device) -> None:
        self.device = device

    def count(self, items: Sequence[Item], rows: Tensor, stats: Tensor) -> None:
        """As `Counter.count`."""
        singles = [item for item in items if item.values.dtype != torch.float64 and item.values.numel()]
        for item in items:
            if item.values.dtype == torch.float64:
                self._count_double_codes(item, rows, stats)
        if singles:
            values = [item.values for item in singles]
            index = torch.tensor([item.row for item in singles], device="cpu").to(rows.device, non_blocking=True)
            stats[:, 0].index_copy_(0, index, _norms(values, math.inf))
            stats[:, 1].index_copy_(0, index, _norms(values, 2.0).square())
        group: List[Tuple[int, Tensor]] = []
        filled = 0
        for item in singles:
            counted = item.values[:: item.stride] if item.stride > 1 else item.values
            for start in range(0, counted.numel(), _DEVICE_BLOCK):
                part = counted[start : start + _DEVICE_BLOCK]
                if filled + part.numel() > _DEVICE_BLOCK or len(group) == _TOGETHER:
                    self._flush(group, rows)
                    group, filled = [], 0
                group.append((item.row, part))
                filled += part.numel()
        self._flush(group, rows)

    def _flush(self, group: List[Tuple[int, Tensor]], rows: Tensor) -> None:
        if not group:
            return
        codes = _exact_codes(torch.cat([part.float() for _, part in group]))
        lengths = [part.numel() for _, part in group]
        tensors = torch.tensor([[row for row, _ in group], lengths], device="cpu").to(codes.device, non_blocking=True)
        places = torch.arange(len(group), dtype=torch.int32, device=codes.device) * WIDTH
        codes += torch.repeat_interleave(places, tensors[1], output_size=sum(lengths))
        counts = tally(codes, len(group) * WIDTH).view(len(group), WIDTH)
        rows.index_add_(0, tensors[0], counts)

    def _count_double_codes(self, item: Item, rows: Tensor, stats: Tensor) -> None:
        values = item.values
        stats[item.row].add_(torch.stack([torch.linalg.vector_norm(values, math.inf), values.square().sum()]))
        counted = values[:: item.stride]
        tiny = (counted.abs() < torch.finfo(torch.float64).smallest_normal) & (counted != 0)
        row = rows[item.row]
        row.add_(tally(_double_codes(counted).int(), WIDTH))
        row[SUBNORMAL : SUBNORMAL + 1].add_(tiny.sum().int())


def _exact_codes(block: Tensor) -> Tensor:
    """The column of each FP32 number, without a look at any value by the host."""
    bits = block.view(torch.int32)
    size = bits & 0x7FFFFFFF
    codes = torch.where(size < 1 << 23, (size.float().view(torch.int32) >> 23) - 127, (size >> 23) + NORMAL - 1)
    codes = torch.where(size == 0, (bits < 0).int() + ZERO, codes)
    codes = torch.where(size == 0x7F800000, torch.full_like(codes, INF), codes)
    return torch.where(size > 0x7F800000, torch.full_like(codes, NAN), codes)


def _double_codes(block: Tensor) -> Tensor:
    """The column of each FP64 number; below 2^-149 it is BELOW, above 2^128 the last exponent's."""
    bits = block.view(torch.int64)
    field = (bits >> 52) & 0x7FF
    codes = (field - 1023 - LOWEST).clamp(max=EXPONENTS - 1)
    codes = torch.where(codes < 0, torch.full_like(codes, BELOW), codes)
    codes = torch.where(block == 0, (bits < 0).long() + ZERO, codes)
    codes = torch.where(field == 0x7FF, torch.full_like(codes, INF), codes)
    return torch.where(torch.isnan(block), torch.full_like(codes, NAN), codes)


def tally(codes: Tensor, width: int) -> Tensor:
    """How often each number from 0 to width - 1 is in `codes`. torch.bincount would make the host wait for the largest."""
    if torch.are_deterministic_algorithms_enabled():  # histc would refuse
        out = torch.zeros(width, dtype=torch.int32, device=codes.device)
        return out.scatter_add_(0, codes.long(), torch.ones_like(codes))
    return torch.histc(codes.float(), bins=width, min=-0.5, max=width - 0.5).int()


def _norms(values: List[Tensor], order: float) -> Tensor:
    """The norms of all tensors as float64, one launch for many where PyTorch has that."""
    if all(v.dtype == torch.float32 for v in values):
        return torch.stack(torch._foreach_norm(values, order)).double()
    return torch.stack([torch.linalg.vector_norm(v, order, dtype=torch.float32) for v in values]).double()
