# SPDX-License-Identifier: Apache-2.0
"""What every step leaves: its entry while it runs, and the `step` and `event` lines that the writer's thread makes of it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Callable, Dict, List, Optional, Sequence, Set, Tuple, Union

from torch import Tensor

from .lines import Json, Number, encode, number
from .ring import Ref, read
from .tensors import Watched

Value = Union[float, Ref]  # known to the host, or to the device only

MOST_NAMED = 64  # gradients in a skip's event
UNKNOWN: Json = {"t": [], "inf": [], "nan": [], "held": 0, "of": 0, "pattern": "unknown"}


@dataclass
class Culprits:
    """How many inf and NaN the gradients of one optimizer hold, in the order of backward. Without `nan`, `inf` says only
    whether there are any of either, as 1."""

    optimizer: int
    index: List[int]
    order: List[Tuple[bool, int]]  # ascends with the order of backward, over all optimizers
    inf: List[Ref]
    nan: List[Ref]


@dataclass
class Entry:
    """One step."""

    number: int
    sampled: bool
    time: float = 0.0
    lr: Dict[int, List[Value]] = field(default_factory=dict)
    scale: Optional[Ref] = None
    tracker: Optional[Ref] = None
    found: Dict[int, List[Ref]] = field(default_factory=dict)  # what the scaler found, by optimizer
    found_inf: Dict[int, List[Tensor]] = field(default_factory=dict)  # the same on the device
    seen: Set[int] = field(default_factory=set)  # optimizers whose gradients were seen
    stepped: Set[int] = field(default_factory=set)
    skipped: List[int] = field(default_factory=list)  # known to the host
    logs: List[Tuple[str, Value]] = field(default_factory=list)
    culprits: List[Culprits] = field(default_factory=list)
    changed: Set[int] = field(default_factory=set)  # optimizers whose gradients the loop may have clipped before the look
    marks: List[str] = field(default_factory=list)


def resolved(value: Value) -> float:
    """The number itself, on the writer's thread."""
    return read([value])[0] if isinstance(value, tuple) else value


class StepLines:
    """Makes lines of entries. Used by the writer's thread only."""

    def __init__(
        self,
        parameters: Sequence[Watched],
        optimizers: int,
        look_forward: Callable[[], Optional[Callable[[], None]]],
    ) -> None:
        self._parameters = parameters
        self._optimizers = optimizers
        self._ask = look_forward  # a weak reference: what writes must not keep the model alive
        self._not_finite: Set[str] = set()
        self.skipped = 0
        self.last = 0

    def _look_forward(self) -> None:
        """Asks for the next forward pass to be searched for inf and NaN."""
        ask = self._ask()
        if ask is not None:
            ask()

    def lines(self, entries: Sequence[Entry]) -> List[str]:
        """The lines of some steps, in order."""
        out: List[str] = []
        for entry in entries:
            out += self._entry(entry)
        return out

    def _entry(self, entry: Entry) -> List[str]:
        self.last = entry.number
        line: Json = {"kind": "step", "step": entry.number, "time": round(entry.time, 3)}
        rates = [number(resolved(v), 6) for o in sorted(entry.lr) for v in entry.lr[o]]
        line["lr"] = rates[0] if len(set(rates)) == 1 else rates
        if entry.scale is not None:
            line["scale"] = number(resolved(entry.scale), 9)
        if entry.tracker is not None:
            line["tracker"] = int(resolved(entry.tracker))
        found = sum(sum(read(refs)) for refs in entry.found.values())
        skipped = bool(entry.skipped) or found > 0
        if found > 0 or math.isnan(found):
            line["found_inf"] = number(found)
        if skipped:
            self.skipped += 1
            line["skipped"] = True
            if entry.skipped and len(entry.skipped) < self._optimizers:
                line["skipped_optimizers"] = entry.skipped
        finite, events = self._scalars(entry, line)
        out = [encode(line)]
        if skipped:
            out += self._skips(entry, finite)
        elif finite is False:
            self._look_forward()
        out += [encode(event) for event in events]
        return out + [encode(self._event(entry, "mark", text)) for text in entry.marks]

    def _event(self, entry: Entry, event: str, text: str) -> Json:
        return {"kind": "event", "event": event, "step": entry.number, "time": round(entry.time, 3), "text": text}

    def _scalars(self, entry: Entry, line: Json) -> Tuple[Optional[bool], List[Json]]:
        """Adds what was logged to the line. Returns whether the loss was finite (None: not logged), and events."""
        values: Dict[str, List[float]] = {}
        for name, value in entry.logs:
            values.setdefault(name, []).append(resolved(value))
        events: List[Json] = []
        logged: Dict[str, int] = {}
        broken: Dict[str, int] = {}
        scalars: Dict[str, Number] = {}
        for name, listed in values.items():
            finite = [v for v in listed if math.isfinite(v)]
            shown = number(math.fsum(finite) / len(finite) if finite else listed[-1], 6)
            if name == "loss":
                line["loss"] = shown
            else:
                scalars[name] = shown
            if len(listed) > 1:
                logged[name] = len(listed)
            if len(finite) == len(listed):
                self._not_finite.discard(name)
                continue
            broken[name] = len(listed) - len(finite)
            if name not in self._not_finite:
                self._not_finite.add(name)
                events.append({**self._event(entry, "nonfinite", f"{name} is {number(listed[-1])}"), "scalar": name})
        for key, part in (("scalars", scalars), ("logged", logged), ("nonfinite", broken)):
            if part:
                line[key] = part
        return ("loss" not in broken if "loss" in values else None), events

    def _skips(self, entry: Entry, finite: Optional[bool]) -> List[str]:
        scale = f" at scale {number(resolved(entry.scale), 9)}" if entry.scale is not None else ""
        if not entry.culprits:
            text = (
                f"step {entry.number} skipped{scale}: the optimizer skipped it on the device, the gradients were gone"
            )
            event = {**self._event(entry, "skip", text), "optimizer": min(entry.seen, default=0)}
            if finite is not True:
                self._look_forward()
            return [encode({**event, **UNKNOWN})]
        return [encode(self._skip(entry, scale, finite))]

    def _skip(self, entry: Entry, scale: str, finite: Optional[bool]) -> Json:
        """One event for all optimizers that did not step: the backward pass was one."""
        rows: List[Tuple[Tuple[bool, int], int, int, int]] = []
        for culprits in entry.culprits:
            infs = [int(v) for v in read(culprits.inf)]
            nans = [int(v) for v in read(culprits.nan)] or [0] * len(infs)
            rows += zip(culprits.order, culprits.index, infs, nans)
        part = 0 < len(entry.skipped) < self._optimizers
        if part:  # the gradients of the optimizers that did step were finite
            looked = {culprits.optimizer for culprits in entry.culprits}
            for watched in self._parameters:
                if watched.optimizer is not None and watched.optimizer not in looked and watched.backward is not None:
                    rows.append(((False, watched.backward), watched.index, 0, 0))
        rows.sort(key=lambda row: row[0])
        index = [row[1] for row in rows]
        inf, nan = [row[2] for row in rows], [row[3] for row in rows]
        held = [i + n > 0 for i, n in zip(inf, nan)]
        kind, first = pattern(held)
        at = [i for i, h in enumerate(held) if h]
        by = ""
        if part:
            which = ", ".join(str(number + 1) for number in entry.skipped)
            by = f" by optimizer {which} of {self._optimizers} alone"
        text = f"step {entry.number} skipped{by}{scale}: inf or NaN in {len(at)} of {len(held)} gradients"
        if first is not None:
            text += f", in the order of backward first in {self._parameters[index[first]].name}"
        if kind == "all" and finite is not True:
            self._look_forward()
        optimizer = min(culprits.optimizer for culprits in entry.culprits)
        clipped = any(culprits.optimizer in entry.changed for culprits in entry.culprits)
        if kind == "all" and any(nan) and finite is not False and clipped:
            # A norm that is no number, times a gradient, is no number: where it arose cannot be told any more.
            text = f"step {entry.number} skipped{scale}: NaN in all gradients, which clipping makes of one in any of them;"
            text += ' culprits="always" looks before it'
            return {**self._event(entry, "skip", text), **UNKNOWN, "optimizer": optimizer}
        event = self._event(entry, "skip", text)
        event["optimizer"] = optimizer
        at = at[:MOST_NAMED]
        event["t"] = [index[i] for i in at]
        event["inf"], event["nan"] = [inf[i] for i in at], [nan[i] for i in at]
        event["held"], event["of"] = sum(held), len(held)
        if first is not None:
            event["first"] = index[first]
        event["pattern"] = kind
        return event


def pattern(held: Sequence[bool]) -> Tuple[str, Optional[int]]:
    """What gradients with inf or NaN look like in the order of backward, in FORMAT.md's words, and the first's place."""
    if not any(held):
        return "none", None
    first = list(held).index(True)
    if all(held):
        return "all", first
    return ("from" if all(held[first:]) else "some"), first
