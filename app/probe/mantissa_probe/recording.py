# SPDX-License-Identifier: Apache-2.0
"""Reads a recording back (FORMAT.md), for `show` and the demonstration. It keeps the last counts of each tensor only."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, Iterable, List, Optional, Tuple

Json = Dict[str, Any]

# Exponents of the smallest subnormal, the smallest normal and the largest numbers.
LIMITS: Dict[str, Tuple[int, int, int]] = {
    "float16": (-24, -14, 15),
    "bfloat16": (-133, -126, 127),
    "float32": (-149, -126, 127),
}
LONGEST_LINE = 16 << 20


def value(number: Any) -> float:
    """A number of the format: JSON's own, or "inf", "-inf", "nan"."""
    return float(number)


@dataclass
class Counts:
    """A tensor's entry of a hist line."""

    step: int
    scale: float
    bins: Dict[int, int]
    columns: Json = field(default_factory=dict)
    source: str = "state"  # of updates: where they come from, as in FORMAT.md

    @property
    def knows_lost(self) -> bool:
        """Of updates: whether a lost one can be told from none. Of an optimizer that the recorder does not know it cannot."""
        return self.source != "difference"

    def get(self, name: str) -> int:
        """A column's number; 0 where the line has no such column."""
        return int(self.columns.get(name, 0))

    @property
    def size(self) -> int:
        """How many elements were counted."""
        return sum(self.bins.values()) + sum(self.get(k) for k in ("below", "zero", "negative_zero", "inf", "nan"))

    def share_below(self, exponent: int) -> float:
        """The share of elements that are not zero and smaller than 2^exponent."""
        small = self.get("below") + sum(count for bin_, count in self.bins.items() if bin_ < exponent)
        return small / self.size if self.size else 0.0

    @property
    def zeros(self) -> float:
        """The share of exact zeros."""
        return (self.get("zero") + self.get("negative_zero")) / self.size if self.size else 0.0


@dataclass
class Recording:
    """What `read` makes of a file."""

    header: Json = field(default_factory=dict)
    tensors: Dict[int, Json] = field(default_factory=dict)
    steps: List[Json] = field(default_factory=list)
    events: List[Json] = field(default_factory=list)
    end: Optional[Json] = None
    counts: Dict[Tuple[int, str, str], Counts] = field(default_factory=dict)  # tensor, role, tier: the last step's
    outputs: Dict[int, bool] = field(default_factory=dict)  # sampled step: whether all outputs of modules were finite
    unread: int = 0  # lines that are no JSON objects

    def last(self, role: str, tier: str = "observed") -> Dict[int, Counts]:
        """The last counts of a role, by tensor."""
        return {index: c for (index, r, t), c in self.counts.items() if r == role and t == tier}

    def name(self, index: int) -> str:
        """A tensor's name."""
        return str(self.tensors.get(index, {}).get("name", f"tensor {index}"))

    def format(self, index: int) -> str:
        """The format in which a tensor's layer computes."""
        tensor = self.tensors.get(index, {})
        return str(tensor.get("format", tensor.get("dtype", "float32")))


def read(path: Path) -> Recording:
    """Reads a file, also one that is still written: a partial last line is left out. Raises ValueError where it is no
    recording, or of a later version."""
    recording = Recording()
    with open(path, "rb") as file:
        for text in iter(lambda: file.readline(LONGEST_LINE), b""):
            if not text.endswith(b"\n"):
                break
            try:
                line = json.loads(text.decode("utf-8", "replace"))
                _take(recording, line)
            except (ValueError, KeyError, TypeError, IndexError, AttributeError):
                if not recording.header:
                    raise ValueError(f"{path}: the first line is no header of a recording") from None
                recording.unread += 1
    if recording.header.get("format") != "mantissa-recording":
        raise ValueError(f"{path} is no recording of mantissa_probe")
    if recording.header.get("version", 0) > 1:
        raise ValueError(f"{path} is of version {recording.header['version']}; this program reads version 1")
    return recording


def _take(recording: Recording, line: Json) -> None:
    kind = line["kind"]
    if kind == "header":
        for tensor in line.pop("tensors", []):
            recording.tensors.setdefault(int(tensor["index"]), {}).update(tensor)
        recording.header.update(line)
    elif kind == "step":
        recording.steps.append(line)
    elif kind == "event":
        recording.events.append(line)
    elif kind == "end":
        recording.end = line
    elif kind == "hist":
        for entry in entries(line):
            tier = line.get("tier", "observed")
            recording.counts[entry[0], line["role"], tier] = entry[1]
            if line["role"] == "activation":
                finite = entry[1].get("inf") + entry[1].get("nan") == 0
                recording.outputs[line["step"]] = recording.outputs.get(line["step"], True) and finite


def entries(line: Json) -> Iterable[Tuple[int, Counts]]:
    """The tensors of a hist line, one by one."""
    columns = {k: v for k, v in line.items() if isinstance(v, list) and k not in ("t", "first", "counts")}
    for at, index in enumerate(line["t"]):
        bins = {line["first"][at] + i: count for i, count in enumerate(line["counts"][at]) if count}
        scale = value(line.get("scale", 1))
        source = str(line.get("from", "state"))
        yield int(index), Counts(line["step"], scale, bins, {k: v[at] for k, v in columns.items()}, source)
