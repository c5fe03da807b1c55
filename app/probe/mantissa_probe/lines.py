# SPDX-License-Identifier: Apache-2.0
"""Turns numbers into the lines of a recording (FORMAT.md)."""

from __future__ import annotations

import json
import math
import os
import time
from typing import Any, Dict, List, Optional, Sequence, Union

import torch
from torch import Tensor

from .columns import BELOW, EXPONENTS, INF, LOWEST, NAN, NEGATIVE_ZERO, SUBNORMAL, ZERO

Json = Dict[str, Any]
Number = Union[int, float, str]

MOST_BINS = 64
PER_LINE = 32
DIGITS = 4  # of max and norm
_NO_COUNTS: List[int] = []
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32


def ulid() -> str:
    """A new identity: 48 bits of milliseconds and 80 random bits (of the system: no generator of the run is touched)."""
    number = (int(time.time() * 1000) << 80) | int.from_bytes(os.urandom(10), "big")
    return "".join(_ALPHABET[(number >> shift) & 31] for shift in range(125, -1, -5))


def number(value: float, digits: int = 7) -> Number:
    """A number as JSON can hold it: whole numbers without a point, the others with `digits` significant digits."""
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == int(value) and abs(value) < 2**53:
        return int(value)
    return float(f"{value:.{digits}g}")


def is_number(value: Any) -> bool:
    """Whether a value of the user's is a single number, a truth value not among them."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def encode(line: Json) -> str:
    """One line, without its line feed."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def plain(value: Any) -> Any:
    """A hyperparameter as JSON: numbers, booleans, strings, null and lists of them; None of anything else."""
    if isinstance(value, (bool, str)) or value is None:
        return value
    if isinstance(value, (int, float)):
        return number(float(value), 9) if not isinstance(value, int) or abs(value) < 2**53 else str(value)
    if isinstance(value, Tensor) and value.numel() == 1:
        return number(float(value), 9)
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return str(value)[:200]


def hist_lines(
    base: Json,
    index: Sequence[int],
    rows: Tensor,
    stats: Tensor,
    dtypes: Sequence[torch.dtype],
    counted: Optional[Sequence[int]] = None,
    extra: Optional[Dict[str, List[Any]]] = None,
    usual: Optional[Dict[str, List[Any]]] = None,
) -> List[str]:
    """Lines of kind hist for rows of counts as `Counter` makes them. `base` has kind, step, role and what else all lines
    share; `dtypes` are the stored formats (for subnormals); `counted` becomes the column n; `extra` are more columns;
    `usual` as in `column_lines`.
    """
    bins = rows[:, :EXPONENTS]
    filled = bins != 0
    places = torch.arange(EXPONENTS, device="cpu")
    last = torch.where(filled, places, -1).amax(dim=1)
    shown = filled & (places > (last - MOST_BINS)[:, None])
    first = torch.where(shown, places, EXPONENTS).amin(dim=1)
    below = (rows[:, BELOW] + (bins * ~shown).sum(dim=1)).tolist()
    firsts, lasts = first.tolist(), last.tolist()
    listed = rows.tolist()
    stat = stats.tolist()
    columns: Dict[str, List[Any]] = {
        "t": list(index),
        "first": [f + LOWEST if e >= 0 else 0 for f, e in zip(firsts, lasts)],
        "counts": [r[f : e + 1] if e >= 0 else _NO_COUNTS for r, f, e in zip(listed, firsts, lasts)],
        "below": below,
        "zero": [r[ZERO] for r in listed],
        "negative_zero": [r[NEGATIVE_ZERO] for r in listed],
        "subnormal": [r[SUBNORMAL] or _subnormals(r, f, d) for r, f, d in zip(listed, firsts, dtypes)],
        "inf": [r[INF] for r in listed],
        "nan": [r[NAN] for r in listed],
        "max": [number(s[0], DIGITS) for s in stat],
        "norm": [number(math.sqrt(s[1]) if s[1] >= 0 else s[1], DIGITS) for s in stat],
    }
    if counted is not None:
        columns["n"] = list(counted)
    columns.update(extra or {})
    return column_lines(base, columns, usual)


def column_lines(base: Json, columns: Dict[str, List[Any]], usual: Optional[Dict[str, List[Any]]] = None) -> List[str]:
    """Cuts columns into lines of PER_LINE tensors. A column is left out of a line where it has what a reader takes then:
    0, or what `usual` has."""
    lines = []
    for start in range(0, len(columns["t"]), PER_LINE):
        line = dict(base)
        for name, values in columns.items():
            part = values[start : start + PER_LINE]
            if name in _OPTIONAL and not any(part) or usual and usual.get(name, [])[start : start + PER_LINE] == part:
                continue
            line[name] = part
        lines.append(encode(line))
    return lines


_OPTIONAL = {
    "below",
    "zero",
    "negative_zero",
    "subnormal",
    "inf",
    "nan",
    "lost",
    "lost_with_master",
    "lost_without_master",
}


def _subnormals(row: List[int], first: int, dtype: torch.dtype) -> int:
    end = math.frexp(torch.finfo(dtype).smallest_normal)[1] - 1 - LOWEST
    if first >= end:
        return 0
    return sum(row[:end])
