# SPDX-License-Identifier: Apache-2.0
"""What the probe's tests share: the import of torch (skipped aloud without it), trainings, and reading of recordings."""

from __future__ import annotations

import json
import math
import shutil
import sys
import tempfile
import unittest
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
for folder in (HERE, ROOT / "app" / "probe"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

try:
    import torch
    from torch import nn
    from torch.nn import functional as F
except ImportError as error:
    raise unittest.SkipTest(f"SKIPPED: torch is not installed ({error})") from None
try:
    import numpy
except ImportError as error:
    raise unittest.SkipTest(f"SKIPPED: numpy is not installed ({error})") from None

import mantissa_probe as mp  # noqa: E402

RECORDINGS = ROOT / "tests" / "data" / "recordings"
VERSION = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
# One thread: the networks are small, and compiled code adds the rows of an embedding's gradient in an order that several
# threads change, so that two runs of the same training differ with no probe at all.
torch.set_num_threads(1)


def has_compiler() -> bool:
    """Whether torch.compile's backend for the processor has what it needs."""
    return any(shutil.which(name) for name in ("g++", "clang++", "c++"))


def read(path: Path) -> list[dict[str, Any]]:
    """The lines of a recording."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


class Recording:
    """A recording as a test asks for it."""

    def __init__(self, path: Path) -> None:
        self.lines = read(path)
        self.header: dict[str, Any] = {}
        tensors: dict[int, dict[str, Any]] = {}
        for line in self.of("header"):
            for tensor in line.get("tensors", []):
                tensors.setdefault(tensor["index"], {}).update(tensor)
            self.header.update(line)
        self.tensors = [tensors[i] for i in sorted(tensors)]
        self.names = [t["name"] for t in self.tensors]
        self.steps = self.of("step")
        self.end = self.of("end")[-1] if self.of("end") else None

    def of(self, kind: str, **keys: Any) -> list[dict[str, Any]]:
        """All lines of a kind that have these values."""
        return [x for x in self.lines if x["kind"] == kind and all(x.get(k) == v for k, v in keys.items())]

    def hist(self, step: int, role: str, tier: str = "observed") -> dict[str, dict[str, Any]]:
        """The columns of a sampled step, by the tensors' names."""
        found: dict[str, dict[str, Any]] = {}
        for line in self.of("hist", step=step, role=role):
            if line.get("tier", "observed") != tier:
                continue
            for at, index in enumerate(line["t"]):
                entry = {k: v[at] for k, v in line.items() if isinstance(v, list)}
                entry["scale"] = line.get("scale", 1)
                assert self.names[index] not in found, "a tensor comes once"
                found[self.names[index]] = entry
        return found


def counted(array: Any) -> dict[str, Any]:
    """numpy's own count of what a hist line says of an array."""
    wide = numpy.asarray(array, dtype=numpy.float64).reshape(-1)
    finite = wide[numpy.isfinite(wide) & (wide != 0)]
    exponents = numpy.frexp(finite)[1] - 1
    bins = dict(zip(*(x.tolist() for x in numpy.unique(exponents, return_counts=True))))
    zeros = wide == 0
    return {
        "bins": bins,
        "zero": int((zeros & ~numpy.signbit(wide)).sum()),
        "negative_zero": int((zeros & numpy.signbit(wide)).sum()),
        "inf": int(numpy.isinf(wide).sum()),
        "nan": int(numpy.isnan(wide).sum()),
        "max": float(numpy.abs(wide).max()) if wide.size else 0.0,
        "norm": float(numpy.sqrt((wide * wide).sum())),
    }


def bins_of(entry: dict[str, Any]) -> dict[int, int]:
    """The nonempty bins of an entry of `Recording.hist`."""
    return {entry["first"] + i: count for i, count in enumerate(entry["counts"]) if count}


class Case(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = self.folder / "run.jsonl"

    def assert_counts(self, entry: dict[str, Any], tensor: torch.Tensor, what: str) -> None:
        """An entry of a hist line against numpy's count of the tensor."""
        expected = counted(tensor.detach().double().numpy())
        self.assertEqual(bins_of(entry), expected["bins"], what)
        for key in ("zero", "negative_zero", "inf", "nan"):
            self.assertEqual(entry.get(key, 0), expected[key], f"{what}: {key}")
        for key in ("max", "norm"):
            shown = float(entry[key])
            if key == "norm" and 1.8e19 < expected["max"] < math.inf:  # its squares are beyond FP32
                self.assertGreater(shown, 1.8e19)
            elif math.isfinite(expected[key]):
                self.assertAlmostEqual(shown, expected[key], delta=1e-3 * expected[key] + 1e-300, msg=f"{what}: {key}")
            else:
                self.assertEqual(math.isnan(shown), math.isnan(expected[key]), f"{what}: {key}")
                self.assertFalse(math.isfinite(shown), f"{what}: {key}")


@dataclass
class Plan:
    """One training. `batch(i)` and `loss(model, batch)` are its data and its loss; the rest are choices of a loop."""

    model: Callable[[], nn.Module]
    batch: Callable[[int], Any]
    loss: Callable[[nn.Module, Any], torch.Tensor]
    optimizers: Callable[[nn.Module], list[torch.optim.Optimizer]]
    steps: int = 12
    dtype: torch.dtype | None = None  # autocast
    scaler: dict[str, Any] | None = None  # GradScaler's arguments
    accumulate: int = 1
    unscale: bool = False  # unscale_() before the step, to clip
    clip: Callable[..., Any] | None = None  # without a scaler: what clips before the step
    compiled: bool = False
    watch: dict[str, Any] = field(default_factory=dict)
    sabotage: Callable[[int, nn.Module], None] | None = None  # before the backward pass of a step


@dataclass
class Trained:
    """What a training left."""

    losses: list[float]
    weights: dict[str, torch.Tensor]
    changed: list[bool]  # whether a step changed any weight
    scales: list[float]
    gradients: dict[int, dict[str, torch.Tensor]]
    before: dict[int, dict[str, torch.Tensor]]
    after: dict[int, dict[str, torch.Tensor]]


def train(plan: Plan, path: Path | None = None, sampled: tuple[int, ...] = ()) -> Trained:
    """Trains as `plan` says, watched if there is a path. Keeps copies of gradients and weights of some steps (from 1)."""
    torch.manual_seed(1)
    inner = plan.model()
    model = torch.compile(inner) if plan.compiled else inner
    optimizers = plan.optimizers(inner)
    scaler = torch.amp.GradScaler("cpu", **plan.scaler) if plan.scaler is not None else None
    given = optimizers if len(optimizers) > 1 else optimizers[0]
    probe = mp.watch(model, given, scaler=scaler, path=path, **plan.watch) if path is not None else None
    out = Trained([], {}, [], [], {}, {}, {})
    for step in range(1, plan.steps + 1):
        for optimizer in optimizers:
            optimizer.zero_grad()
        total = 0.0
        for part in range(plan.accumulate):
            with torch.autocast("cpu", plan.dtype, enabled=plan.dtype is not None):
                loss = plan.loss(model, plan.batch(step * plan.accumulate + part)) / plan.accumulate
            if plan.sabotage is not None:
                plan.sabotage(step, inner)
            (loss if scaler is None else scaler.scale(loss)).backward()
            total += loss.item()
            if probe is not None:
                probe.log(loss=loss)
        out.losses.append(total)
        out.scales.append(scaler.get_scale() if scaler is not None else 1.0)
        before = {n: p.detach().clone() for n, p in inner.named_parameters()}
        if step in sampled:
            out.before[step] = before
            out.gradients[step] = {n: p.grad.clone() for n, p in inner.named_parameters() if p.grad is not None}
        for optimizer in optimizers:
            if scaler is None:
                if plan.clip is not None:
                    plan.clip([p for g in optimizer.param_groups for p in g["params"]], 0.01)
                optimizer.step()
                continue
            if plan.unscale:
                scaler.unscale_(optimizer)
                nn.utils.clip_grad_norm_([p for g in optimizer.param_groups for p in g["params"]], 1.0)
            scaler.step(optimizer)
        if scaler is not None:
            scaler.update()
        after = {n: p.detach().clone() for n, p in inner.named_parameters()}
        if step in sampled:
            out.after[step] = after
        out.changed.append(any(not torch.equal(before[n], after[n]) for n in before))
    if probe is not None:
        probe.close()
    out.weights = {n: t.detach().clone() for n, t in inner.state_dict().items()}
    return out


def same_bits(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Whether two tensors are equal bit for bit; a NaN equals the same NaN."""
    return a.dtype == b.dtype and torch.equal(
        a.contiguous().view(-1).view(torch.uint8), b.contiguous().view(-1).view(torch.uint8)
    )


__all__ = [
    "Case",
    "F",
    "HERE",
    "Path",
    "Plan",
    "RECORDINGS",
    "ROOT",
    "Recording",
    "Trained",
    "VERSION",
    "bins_of",
    "counted",
    "has_compiler",
    "mp",
    "nn",
    "numpy",
    "read",
    "same_bits",
    "torch",
    "train",
    "unittest",
]
