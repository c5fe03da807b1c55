# SPDX-License-Identifier: Apache-2.0
"""A gradient against a reference of the same gradient: what starved, how much of the norm was lost, the angle."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence

import torch
from torch import Tensor

from .lines import Number, number

SUMS = 7  # numbers that `sums` gives for one tensor
_BLOCK = 1 << 18


def sums(run: Tensor, reference: Tensor, unscale: Optional[Tensor]) -> Tensor:
    """Of two tensors of one shape, flattened: FP64 sums over all elements, on their device. `run` contains the loss scale
    and is multiplied by `unscale` (None: by 1); the reference contains none."""
    total = torch.zeros(SUMS, dtype=torch.float64, device=run.device)
    for own, exact in zip(run.split(_BLOCK), reference.split(_BLOCK)):
        own, exact = own.double(), exact.double()
        if unscale is not None:
            own = own * unscale
        nonzero, gone = exact != 0, own == 0
        lost = exact.masked_fill(~gone, 0)
        difference = own - exact
        parts = [
            nonzero.sum(),
            (nonzero & gone).sum(),
            (lost * lost).sum(),
            (own * exact).sum(),
            (own * own).sum(),
            (exact * exact).sum(),
            (difference * difference).sum(),
        ]
        total += torch.stack([p.double() for p in parts])
    return total


def columns(listed: Sequence[Sequence[float]]) -> Dict[str, List[Any]]:
    """The columns of a hist line, of what `sums` gave for each tensor."""
    out: Dict[str, List[Any]] = {"nonzero": [int(s[0]) for s in listed], "starved": [int(s[1]) for s in listed]}
    out["norm_lost"] = [number(math.sqrt(s[2]), 4) for s in listed]
    out["cosine"] = [_cosine(*s[3:6]) for s in listed]
    out["error_norm"] = [number(_root(s[6]), 4) for s in listed]
    return out


def _cosine(product: float, own: float, exact: float) -> Number:
    size = _root(own) * _root(exact)
    return 0 if size == 0 else number(max(-1.0, min(1.0, product / size)) if math.isfinite(size) else math.nan, 6)


def _root(square: float) -> float:
    return math.sqrt(square) if square >= 0 else square  # NaN stays
