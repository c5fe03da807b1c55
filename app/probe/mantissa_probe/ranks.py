# SPDX-License-Identifier: Apache-2.0
"""Several processes: who writes which file, and the sum of the counts where each process holds a part of a tensor.

The sums travel in a process group of their own (gloo, on the writer's thread), never in the training's: a process whose
probe was switched off must not make another's training wait.
"""

from __future__ import annotations

import datetime
import itertools
from pathlib import Path
from typing import Any, Optional, Sequence, Tuple

import torch
import torch.distributed as dist
from torch import Tensor, nn

from .columns import INF, NAN
from .lines import ulid
from .tensors import Watched, wrappers

_TIMEOUT = datetime.timedelta(seconds=60)
_recordings = itertools.count()  # recordings that this process began: the same number on all ranks


class Ranks:
    """This process among the others. Making one is collective where tensors are sharded: all ranks must call watch()."""

    def __init__(self, model: nn.Module, watched: Sequence[Watched], parallel: Optional[str] = None) -> None:
        together = dist.is_available() and dist.is_initialized()
        self.world: int = dist.get_world_size() if together else 1
        self.rank: int = dist.get_rank() if together else 0
        self.parallel = "none"
        if parallel is not None and together:
            self.parallel = parallel
        elif any(isinstance(m, nn.parallel.DistributedDataParallel) for m in wrappers(model)):
            self.parallel = "ddp"
        elif any(hasattr(w.parameter, "to_local") for w in watched):
            self.parallel = "sharded"
        self.run = _same_everywhere(next(_recordings), ulid()) if together else ulid()
        self.problem: Optional[str] = None  # why the sums failed, once they have
        self._group: Any = None
        self._part: Tensor = torch.ones(len(watched), dtype=torch.int64)
        if self.parallel == "sharded" and self.world > 1:
            self._group = dist.new_group(backend="gloo", timeout=_TIMEOUT)
            self._part = torch.tensor([0 if _is_replica(w.parameter) else 1 for w in watched])

    @property
    def counts_parameters(self) -> bool:
        """Whether this process counts gradients and weights: with DDP all have the same, and rank 0 counts them."""
        return self.parallel != "ddp" or self.rank == 0

    def path(self, path: Path) -> Path:
        """The file of this process: run.jsonl, run.rank1.jsonl …"""
        return path if self.rank == 0 else path.with_name(f"{path.stem}.rank{self.rank}{path.suffix}")

    def summed(self, rows: Tensor, stats: Tensor) -> Optional[Tuple[Tensor, Tensor]]:
        """Counts of all processes on rank 0, None on the others. The writer's thread calls it; after a failure, which
        `problem` tells, it returns this process's own part on every rank."""
        if self._group is None:
            return rows, stats
        try:
            part = self._part.repeat(rows.shape[0] // len(self._part))
            total = rows.long() * part[:, None]
            largest, squares = stats[:, 0].clone(), stats[:, 1].clone()
            squares *= part
            dist.all_reduce(total, group=self._group)
            dist.all_reduce(largest, dist.ReduceOp.MAX, group=self._group)
            dist.all_reduce(squares, group=self._group)
        except RuntimeError as error:
            self._group, self.problem = None, str(error).splitlines()[0]
            return rows, stats
        if self.rank != 0:
            return None
        # A maximum among NaN is whatever came first.
        largest[total[:, INF] > 0] = torch.inf
        largest[total[:, NAN] > 0] = torch.nan
        return total, torch.stack([largest, squares], dim=1)


def _is_replica(parameter: Any) -> bool:
    """Whether another process holds the same part of a DTensor and counts it."""
    if not hasattr(parameter, "to_local"):
        return dist.get_rank() != 0
    coordinate = parameter.device_mesh.get_coordinate() or []
    return any(place.is_replicate() and at != 0 for place, at in zip(parameter.placements, coordinate))


def _same_everywhere(number: int, mine: str) -> str:
    """One identity for the run, whoever comes first. Not a collective: perhaps only rank 0 is watched."""
    try:
        store = dist.distributed_c10d._get_default_store()
        return str(store.compare_set(f"mantissa_probe/{number}", "", mine).decode())
    except (AttributeError, RuntimeError, NotImplementedError):
        return mine
