# SPDX-License-Identifier: Apache-2.0
"""The counts of one sampled step: taken on the device, copied once, written by the writer's thread."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import torch
from torch import Tensor

from .columns import SUBNORMAL, WIDTH
from .counting import Counter, Item, elements
from .lines import Json, column_lines, hist_lines, number
from .ring import Pool, mark, read
from .steps import Entry
from .tensors import Catalogue, Watched
from .updates import (
    LOOKED_AT,
    LOST,
    LOST_WITH_MASTER,
    LOST_WITHOUT_MASTER,
    LOWEST_RATIO,
    NONFINITE,
    NONZERO,
    RATIOS,
    UNCHANGED,
    UpdateWatch,
)

Summed = Callable[[Tensor, Tensor], Optional[Tuple[Tensor, Tensor]]]


class Section:
    """A part of the rows: one role's tensors. `index` lists the tensors that were counted in this step."""

    def __init__(self, start: int, size: int) -> None:
        self.start, self.size = start, size
        self.index: List[int] = []


class Counts:
    """The rows of one sampled step on the device, and their way to the file. One buffer, made once."""

    def __init__(self, catalogue: Catalogue, counter: Counter) -> None:
        self._catalogue = catalogue
        self._counter = counter
        self.device = device = counter.device
        size = len(catalogue.parameters)
        self.gradients, self.weights, self.updates = (Section(i * size, size) for i in range(3))
        self._height = 3 * size
        length = (self._height * WIDTH * 4) + self._height * 16
        self._buffer = torch.zeros(length, dtype=torch.uint8, device=device)
        self.rows, self.stats = _views(self._buffer, self._height)
        self._pool = Pool(device, length)
        self._source: Dict[int, str] = {}
        self._plain: set[int] = set()  # gradients that contain no scale

    def begin(self) -> None:
        """Empties the rows."""
        self._buffer.zero_()
        for section in (self.gradients, self.weights, self.updates):
            section.index = []
        self._plain = set()

    def count_gradients(self, watched: Sequence[Watched], scaled: bool) -> None:
        """Counts the gradients, and the weights, of some parameters."""
        present = [w for w in watched if w.parameter.grad is not None]
        self._count(self.gradients, [(w, w.parameter.grad) for w in present])
        self._count(self.weights, [(w, w.parameter) for w in watched])
        if not scaled:
            self._plain.update(w.index for w in present)

    def _count(self, section: Section, tensors: Sequence[Tuple[Watched, Optional[Tensor]]]) -> None:
        items = []
        for watched, tensor in tensors:
            assert tensor is not None
            values = elements(tensor)
            if values.numel():
                items.append(Item(section.start + watched.index, values, 1 if tensor.is_sparse else watched.stride))
            section.index.append(watched.index)
        self._counter.count(items, self.rows, self.stats)

    def count_updates(self, updates: UpdateWatch) -> None:
        """Counts what an optimizer's step did."""
        done = updates.after(self.rows[self.updates.start :])
        self.updates.index += done
        self._source.update(dict.fromkeys(done, updates.source))

    def send(self, entry: Entry, summed: Summed) -> Optional[Callable[[], List[str]]]:
        """Starts the copy and returns the job that makes lines of it; None where the writer is behind: then the counts
        of this step are lost, and the caller says so."""
        host = self._pool.take()
        if host is None:
            return None
        host.copy_(self._buffer, non_blocking=True)
        event = mark(self.device)
        grads, weights, updates = (list(s.index) for s in (self.gradients, self.weights, self.updates))
        source, step = dict(self._source), entry.number
        plain = set(self._plain)

        def job() -> List[str]:
            if event is not None:
                event.synchronize()
            both = summed(*_views(host, self._height))
            lines: List[str] = []
            if both is not None:
                rows, stats = both
                scale = read([entry.scale])[0] if entry.scale is not None else 0.0
                for number_in, index in ((scale, [i for i in grads if i not in plain]), (0.0, sorted(plain))):
                    lines += self._magnitudes(step, "gradient", self.gradients, index, rows, stats, number_in)
                lines += self._magnitudes(step, "weight", self.weights, weights, rows, stats, 0.0)
                # A fused optimizer that found inf has skipped on the device: what it holds belongs to the step before.
                skipped = {number for number, refs in entry.found.items() if sum(read(refs)) > 0}
                made = [i for i in updates if self._catalogue.parameters[i].optimizer not in skipped]
                lines += self._update_lines(step, made, rows, source)
            self._pool.give(host)
            return lines

        return job

    def _magnitudes(
        self, step: int, role: str, section: Section, index: List[int], rows: Tensor, stats: Tensor, scale: float
    ) -> List[str]:
        if not index:
            return []
        base: Json = {"kind": "hist", "step": step, "role": role}
        if scale not in (0.0, 1.0):
            base["scale"] = number(scale, 9)
        at = torch.tensor(index) + section.start
        watched = [self._catalogue.parameters[i] for i in index]
        dtypes = [w.parameter.dtype for w in watched]
        # A sparse gradient has other elements, and of a sharded tensor each process's part is sampled.
        counted = rows[at, :SUBNORMAL].sum(dim=1).tolist()
        usual = {"n": [-(-w.parameter.numel() // w.stride) for w in watched]}
        return hist_lines(base, index, rows[at], stats[at], dtypes, counted, None, usual)

    def _update_lines(self, step: int, index: List[int], rows: Tensor, source: Dict[int, str]) -> List[str]:
        lines: List[str] = []
        for kind in ("state", "difference"):
            chosen = sorted(i for i in index if source[i] == kind)
            if not chosen:
                continue
            base: Json = {"kind": "hist", "step": step, "role": "update"}
            if kind != "state":
                base["from"] = kind
            columns = update_columns(chosen, rows[torch.tensor(chosen) + self.updates.start], kind)
            usual = {"n": [self._catalogue.parameters[i].looked_at for i in chosen], "nonzero": columns["n"]}
            lines += column_lines(base, columns, usual)
        return lines


def update_columns(index: List[int], rows: Tensor, source: str) -> Dict[str, List[Any]]:
    """The columns of role update, of rows that `UpdateWatch.after` filled."""
    listed = rows.tolist()
    columns: Dict[str, List[Any]] = {"t": index, "first": [], "counts": []}
    for row in listed:
        filled = [i for i in range(RATIOS) if row[i]]
        columns["first"].append(filled[0] + LOWEST_RATIO if filled else 0)
        columns["counts"].append(row[filled[0] : filled[-1] + 1] if filled else [])
    columns["n"] = [r[LOOKED_AT] for r in listed]
    columns["nonzero"] = [r[NONZERO] for r in listed]
    columns["nan"] = [r[NONFINITE] for r in listed]
    if source == "difference":
        columns["unchanged"] = [r[UNCHANGED] for r in listed]
    else:
        columns["lost"] = [r[LOST] for r in listed]
        columns["lost_with_master"] = [r[LOST_WITH_MASTER] for r in listed]
        columns["lost_without_master"] = [r[LOST_WITHOUT_MASTER] for r in listed]
    return columns


def _views(buffer: Tensor, height: int) -> Tuple[Tensor, Tensor]:
    """Rows and statistics of a buffer of bytes."""
    end = height * WIDTH * 4
    return buffer[:end].view(torch.int32).view(height, WIDTH), buffer[end:].view(torch.float64).view(height, 2)
