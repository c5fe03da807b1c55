# SPDX-License-Identifier: Apache-2.0
"""What a step did to a sample of each tensor's weights: which updates were too small to change them.

Counted as Mantissa's engine does (`Updates` in engine/run/record.proto): a ratio is the exponent of the update minus the
exponent of half the distance from the weight to its next larger neighbour in the format in which the layer computes.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple

import torch
from torch import Tensor

from .counting import flat, local, tally
from .tensors import Watched

RATIOS = 96  # columns 0 to 95: ratios -64 to 31, the ends taking the tails
LOWEST_RATIO = -64
NONZERO, LOST, LOST_WITH_MASTER, LOST_WITHOUT_MASTER, UNCHANGED, LOOKED_AT, NONFINITE = range(RATIOS, RATIOS + 7)

_RUN = 16  # neighbours that are taken together: a line of the cache
_AT_ONCE = 1 << 15  # weights that are worked on at once: bounds the memory


class Sample:
    """Where the weights of one tensor are taken: runs of neighbours, evenly spread over its rows and over its columns."""

    def __init__(self, watched: Watched, most: int) -> None:
        self.watched = watched
        values = local(watched.parameter.detach())
        size = values.numel()
        self.size = size
        self._shape: Optional[Tuple[int, int]] = None
        if size > most:
            runs = max(1, most // _RUN)
            self._shape = (runs, _RUN)
            self._strides = (_distance(size, watched.parameter.shape[1:].numel(), runs), 1)
            self.size = runs * _RUN
        watched.looked_at = self.size

    @property
    def in_runs(self) -> bool:
        """Whether it is a part of the tensor."""
        return self._shape is not None

    def view(self, tensor: Tensor) -> Tensor:
        """The sample of a tensor of the parameter's shape, a run in each row, or all of it: no copy where its memory is
        dense."""
        values = local(tensor.detach())
        if self._shape is None:
            return flat(values)
        if not values.is_contiguous():
            values = flat(values)
        return values.as_strided(self._shape, self._strides, values.storage_offset())

    def of(self, tensor: Tensor) -> Tensor:
        """The same in one dimension."""
        return self.view(tensor).reshape(-1)


@functools.lru_cache(maxsize=None)
def _distance(size: int, row: int, runs: int) -> int:
    """From one of `runs` runs to the next among `size` elements in rows of `row`: up to a sixteenth less than fits, so that the
    runs are spread evenly over the columns. (What fits may be one short of whole rows: the runs would stay among
    neighbouring columns, at the border of an image say, whose weights hardly move.)"""

    def unevenness(distance: int) -> int:
        columns = sorted(run * distance % row for run in range(runs))
        return sum((after - column) ** 2 for column, after in zip(columns, [*columns[1:], row + columns[0]]))

    most = size // runs
    least = max(_RUN, most - most // 16)
    return min(range(most, least - 1, -max(1, (most - least) // 64)), key=unevenness)


@dataclass
class _Batch:
    """Samples of one param group that have the same formats, and their weights before the step."""

    group: Dict[str, Any]
    samples: List[Sample]
    before: Tensor
    host_sees: bool = False

    @property
    def sizes(self) -> List[int]:
        return [s.size for s in self.samples]

    def gather(self, tensors: Sequence[Tensor]) -> Tensor:
        """The samples of these tensors, one for each parameter, one behind the other."""
        views = [s.view(t) for s, t in zip(self.samples, tensors)]
        runs = sum(s.in_runs for s in self.samples)  # the first of them
        parts = [torch.cat(p).view(-1) for p in (views[:runs], views[runs:]) if p]
        return parts[0] if len(parts) == 1 else torch.cat(parts)

    def parameters(self) -> List[Any]:
        return [s.watched.parameter for s in self.samples]


class UpdateWatch:
    """Looks at the weights of one optimizer before and after a step."""

    def __init__(
        self, optimizer: torch.optim.Optimizer, watched: Sequence[Watched], most: int, host_sees: bool = False
    ) -> None:
        self._optimizer = optimizer
        self._host_sees = host_sees
        samples = [Sample(w, most) for w in watched if not w.parameter.is_complex()]
        self._samples = sorted(samples, key=lambda s: not s.in_runs)
        self._rule = _rule_of(optimizer)
        self._batches: List[_Batch] = []

    @property
    def source(self) -> str:
        """Where updates are taken from: "state" or "difference", as in FORMAT.md."""
        return "state" if self._rule else "difference"

    def before(self) -> None:
        """Copies the samples of all weights that have a gradient."""
        kinds: Dict[Any, List[List[Sample]]] = {}
        for sample in self._samples:
            watched = sample.watched
            if not _dense(watched.parameter.grad) or not sample.size:
                continue
            lists = kinds.setdefault((watched.group, watched.parameter.dtype, watched.compute_dtype()), [[]])
            if lists[-1] and sum(s.size for s in lists[-1]) + sample.size > _AT_ONCE:
                lists.append([])
            lists[-1].append(sample)
        self._batches = []
        for (group, _, _), lists in kinds.items():
            for samples in lists:
                batch = _Batch(self._optimizer.param_groups[group], samples, torch.empty(0), self._host_sees)
                batch.before = batch.gather(batch.parameters())
                self._batches.append(batch)

    def after(self, rows: Tensor) -> List[int]:
        """Counts into `rows` (by the tensors' indices) what the step did; returns the indices."""
        batches, self._batches = self._batches, []
        done: List[int] = []
        for batch in batches:
            old, new = batch.before, batch.gather(batch.parameters())
            change = self._rule(batch, self._optimizer.state) if self._rule else new.double() - old.double()
            if change is None:
                continue
            narrow = batch.samples[0].watched.compute_dtype()
            index = [s.watched.index for s in batch.samples]
            tallies = _tally(old, new, change, narrow, batch.sizes, self._rule is not None, self._host_sees)
            places = torch.tensor(index, device="cpu").to(rows.device, non_blocking=True)
            rows.index_copy_(0, places, _widened(tallies, rows.shape[1]))
            done += index
        return done


def _dense(gradient: Optional[Tensor]) -> bool:
    return gradient is not None and not gradient.is_sparse


def _widened(columns: Tensor, width: int) -> Tensor:
    return torch.nn.functional.pad(columns, (0, width - columns.shape[1]))


def _tally(
    old: Tensor, new: Tensor, change: Tensor, narrow: torch.dtype, sizes: List[int], computed: bool, host_sees: bool
) -> Tensor:
    """One row for each of the tensors, whose samples of `sizes` elements stand one behind the other."""
    count = torch.bincount if host_sees else _count_unseen
    lengths = torch.tensor(sizes, device="cpu").to(old.device, non_blocking=True)
    tensors = torch.arange(len(sizes), dtype=torch.int32, device=old.device)
    tensors = torch.repeat_interleave(tensors, lengths, output_size=sum(sizes))
    same = old == new
    change32 = change.float()
    finite = torch.isfinite(change32)
    nonzero = (change32 != 0) & finite
    stored = old.to(narrow)
    wide, short = old.float(), stored.float()
    half_gap = _normal_exponent(short).clamp_(*_exponents(narrow)) - (_fraction_bits(narrow) + 1)
    ratio = (_exponent(change32) - half_gap).clamp_(LOWEST_RATIO, LOWEST_RATIO + RATIOS - 1) - LOWEST_RATIO
    # Zeros, and what is inf or NaN, go into columns of their own.
    place = tensors * (RATIOS + 2) + torch.where(nonzero, ratio, torch.where(finite, RATIOS, RATIOS + 1))
    placed = count(place, minlength=len(sizes) * (RATIOS + 2)).view(len(sizes), -1)
    lost_wide = wide + change32 == wide
    lost_narrow = (short + change32).to(narrow) == stored
    flags = tensors * 16 + nonzero.int() + same.int() * 2 + lost_wide.int() * 4 + lost_narrow.int() * 8
    mixed = count(flags, minlength=len(sizes) * 16).view(len(sizes), 2, 2, 2, 2)  # the last flag is in the second
    columns = {
        NONZERO: mixed[..., 1].sum(dim=(1, 2, 3)),
        LOST: mixed[..., 1, 1].sum(dim=(1, 2)) if computed else torch.zeros_like(lengths),
        LOST_WITH_MASTER: mixed[:, :, 1, :, 1].sum(dim=(1, 2)),
        LOST_WITHOUT_MASTER: mixed[:, 1, :, :, 1].sum(dim=(1, 2)),
        UNCHANGED: mixed[..., 1, :].sum(dim=(1, 2, 3)),
        LOOKED_AT: lengths,
        NONFINITE: placed[:, RATIOS + 1],
    }
    counts = torch.stack([columns[at] for at in sorted(columns)], dim=1)
    return torch.cat([placed[:, :RATIOS], counts], dim=1).int()


def _count_unseen(codes: Tensor, minlength: int) -> Tensor:
    return tally(codes, minlength)


def _normal_exponent(values: Tensor) -> Tensor:
    """floor(log2|x|) of normal FP32 numbers; of smaller ones -127."""
    return (values.view(torch.int32) >> 23).bitwise_and_(255).sub_(127)


def _exponent(values: Tensor) -> Tensor:
    """floor(log2|x|) of FP32 numbers, from their bits; of zero a number below all others."""
    return (torch.frexp(values).exponent - 1).masked_fill(values == 0, -1000)


def _exponents(dtype: torch.dtype) -> Tuple[int, int]:
    """Smallest and largest exponent of a format's normal numbers."""
    limits = torch.finfo(dtype)
    return math.frexp(limits.smallest_normal)[1] - 1, math.frexp(limits.max)[1] - 1


def _fraction_bits(dtype: torch.dtype) -> int:
    return -(math.frexp(torch.finfo(dtype).eps)[1] - 1)


# ------------------------------------------------------------------------------------------- the optimizers' rules


def _rule_of(optimizer: torch.optim.Optimizer) -> Any:
    """The function that computes updates again, for the optimizers of PyTorch whose state has all it takes."""
    for cls in type(optimizer).__mro__:  # the class that defines step(): a subclass with its own has its own rule
        if "step" in vars(cls):
            return {torch.optim.SGD: _sgd, torch.optim.Adam: _adam, torch.optim.AdamW: _adamw}.get(cls)
    return None


def _sgd(batch: _Batch, state: Any) -> Optional[Tensor]:
    group = batch.group
    momenta = [state.get(p, {}).get("momentum_buffer") for p in batch.parameters()]
    moved = group["momentum"] and all(m is not None for m in momenta)
    moment = batch.gather(momenta).double() if moved else torch.zeros((), device=batch.before.device)
    change = moment
    if not moved or group["nesterov"]:
        gradient = batch.gather([p.grad for p in batch.parameters()]).double()
        if group.get("maximize"):
            gradient = -gradient
        if group["weight_decay"]:
            gradient += group["weight_decay"] * batch.before.double()
        change = gradient + group["momentum"] * moment
    return change.mul(-group["lr"])


def _adam(batch: _Batch, state: Any, decoupled: bool = False) -> Optional[Tensor]:
    group = batch.group
    states = [state.get(p, {}) for p in batch.parameters()]
    if any("exp_avg" not in s for s in states):
        return None
    first = batch.gather([s["exp_avg"] for s in states]).double()
    second = batch.gather([s["max_exp_avg_sq" if group.get("amsgrad") else "exp_avg_sq"] for s in states]).double()
    correction1, correction2 = _corrections(batch, [s["step"] for s in states], group["betas"])
    change: Tensor = -group["lr"] / correction1 * first / (second.div_(correction2).sqrt_() + group["eps"])
    if (decoupled or group.get("decoupled_weight_decay")) and group["weight_decay"]:
        change -= group["lr"] * group["weight_decay"] * batch.before.double()
    return change


def _adamw(batch: _Batch, state: Any) -> Optional[Tensor]:
    return _adam(batch, state, decoupled=True)


def _corrections(batch: _Batch, steps: List[Any], betas: Tuple[float, float]) -> List[Tensor]:
    """Adam's bias corrections 1 - beta^steps for each weight. No step count is read by the host: it may be on a card."""
    known = [s if isinstance(s, Tensor) else torch.tensor(float(s), device="cpu") for s in steps]
    if batch.host_sees and all(s.device.type == "cpu" for s in known):
        together = {max(1.0, float(s)) for s in known}
        if len(together) == 1:
            steps_done = together.pop()
            return [torch.tensor(1 - beta**steps_done, dtype=torch.float64, device="cpu") for beta in betas]
    device = batch.before.device
    counts = (
        torch.stack(known).double().to(device, non_blocking=True).clamp_(min=1.0)
    )  # 0 where a fused optimizer has skipped its first step
    lengths = torch.tensor(batch.sizes, device="cpu").to(device, non_blocking=True)
    size = sum(batch.sizes)
    return [torch.repeat_interleave(1 - beta**counts, lengths, output_size=size) for beta in betas]
