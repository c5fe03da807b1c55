# SPDX-License-Identifier: Apache-2.0
"""Which gradients hold inf or NaN."""

from __future__ import annotations

import math
from typing import List, Sequence

import torch
from torch import Tensor

from .counting import elements

_BLOCK = 1 << 20


def nonfinite_counts(gradients: Sequence[Tensor], look: bool) -> Tensor:
    """How many infinities (first half) and NaN (second half) each gradient holds, as FP64 on the device. All elements
    count. `look`: the host may read values, so that finite gradients cost one fast pass."""
    return torch.stack([_counts(elements(g), look) for g in gradients], dim=1).view(-1)


def _counts(values: Tensor, look: bool) -> Tensor:
    total = torch.zeros(2, dtype=torch.float64, device=values.device)
    for block in values.split(_BLOCK):
        if look and bool(torch.isfinite(block.float().sum())):  # a sum with inf or NaN is never finite
            continue
        total += torch.stack([torch.isinf(block).sum(), torch.isnan(block).sum()])
    return total


def nonfinite_flags(gradients: Sequence[Tensor]) -> Tensor:
    """1 for each gradient that holds inf or NaN, else 0, as FP64: one pass over all of them."""
    values = [elements(g) for g in gradients]
    largest: List[Tensor] = list(torch._foreach_norm(values, math.inf))
    return (~torch.isfinite(torch.stack(largest))).double()
