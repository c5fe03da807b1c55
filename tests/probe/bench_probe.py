# SPDX-License-Identifier: Apache-2.0
"""What the probe costs beside PyTorch without it. Usage: bench_probe.py [transformer] [resnet] [memory] [file]
[memory-transformer] [memory-resnet] [--turns N] [--batch N] [--of STEPS]

Time: two copies of one training run step by step, in turn (who is first changes), one of them watched, so that whatever else
the machine does hits both. Each of the N turns is EVERY steps, of which one is sampled; then come 6 N steps of which
every third is sampled, for the figure of a sampled step. Printed are medians of ratios watched / plain, of wall time and of
processor time (of the whole process), and beside them the processor time that the training's thread spent inside the
probe's own functions and that the writer's thread took, which another program's load hardly blurs: with one thread
(OMP_NUM_THREADS=1, the default here) a step's own processor time is that of the training's thread. --batch: a smaller
batch makes a step shorter, and the probe, whose work is the same, dearer. --of: a turn has fewer steps, where these are
long (`transformer resnet --turns 1 --of 6` at the references' batches): then "a whole turn" says nothing of every 50.
Memory: peak resident memory of processes of their own, in turn.
File: a model of 300 tensors, whose steps are made without a training (its gradients are drawn); the size is extended from
the sampled steps that were written to the 201 of 10,000 steps.

The Transformer has nanoGPT's shape for one card (6 layers, 384 wide, 256 tokens) with a quarter of its batch; the ResNet
has torchvision's shape and its reference script's batch, 32 images of 224 × 224.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "app" / "probe"), str(Path(__file__).resolve().parent)]

import torch  # noqa: E402
from models import GPT, ResNet  # noqa: E402
from torch import nn  # noqa: E402
from torch.nn import functional as F  # noqa: E402

import mantissa_probe as mp  # noqa: E402
from mantissa_probe.core import Core  # noqa: E402
from mantissa_probe.writer import Writer  # noqa: E402

EVERY = 50


class Spent(NamedTuple):
    """Seconds of a step."""

    wall: float
    process: float  # processor time of all threads
    thread: float  # of the training's


class Training:
    """One copy of a training, in BF16 autocast (a processor's own 16-bit format) or plain FP32."""

    batch = 0  # 0: as the reference has it

    def __init__(self, kind: str, amp: bool) -> None:
        torch.manual_seed(0)
        self.kind, self.amp = kind, amp
        if kind == "transformer":
            self.model: nn.Module = GPT(vocabulary=65, length=256, width=384, depth=6, heads=6)
            self.optimizer: torch.optim.Optimizer = torch.optim.AdamW(self.model.parameters(), 1e-4)
        else:
            self.model = ResNet()
            self.optimizer = torch.optim.SGD(self.model.parameters(), 0.01, momentum=0.9)
        self.probe: mp.Probe | None = None
        self.generator = torch.Generator().manual_seed(1)

    def step(self) -> Spent:
        """Trains one step; returns its time, the making of the batch not included."""
        if self.kind == "transformer":
            batch = torch.randint(0, 65, (self.batch or 16, 256), generator=self.generator)
            wanted = batch.roll(-1, 1)
        else:
            batch = torch.randn(self.batch or 32, 3, 224, 224, generator=self.generator)
            wanted = torch.randint(0, 10, (len(batch),), generator=self.generator)
        begun = time.perf_counter(), time.process_time(), time.thread_time()
        self.optimizer.zero_grad()
        with torch.autocast("cpu", torch.bfloat16, enabled=self.amp):
            out = self.model(batch)
        loss = F.cross_entropy(out.float().flatten(0, -2), wanted.flatten())
        loss.backward()
        self.optimizer.step()
        if self.probe is not None:
            self.probe.log(loss=loss)
        ended = time.perf_counter(), time.process_time(), time.thread_time()
        return Spent(*(b - a for a, b in zip(begun, ended)))


class Inside:
    """Adds up the processor time inside the probe's functions on the training's thread, and that of the writer's."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.writer = 0.0
        run = Writer._run

        def timed(writer: Any) -> None:
            run(writer)
            self.writer += time.thread_time()

        Writer._run = timed  # type: ignore[method-assign]
        self._depth = 0
        for name in ("before_unscale", "found", "before_step", "after_step", "scaler_stepped", "updated", "log"):
            setattr(Core, name, self._timed(getattr(Core, name)))

    def _timed(self, function: Any) -> Any:
        def timed(*args: Any, **kwargs: Any) -> Any:
            self._depth += 1
            begun = time.thread_time()
            try:
                return function(*args, **kwargs)
            finally:
                self._depth -= 1
                if self._depth == 0:
                    self.seconds += time.thread_time() - begun

        return timed

    def take(self) -> float:
        """The seconds since the last call."""
        seconds, self.seconds = self.seconds, 0.0
        return seconds


def pair(plain: Training, watched: Training, number: int) -> tuple[Spent, Spent]:
    """One step of each, in an order that changes."""
    if number % 2:
        a = plain.step()
        return a, watched.step()
    b = watched.step()
    return plain.step(), b


def line(what: str, ratios: list[tuple[float, float]], own: str) -> None:
    wall, process = ([r[i] - 1 for r in ratios] for i in (0, 1))
    print(f"  {what:28s} {statistics.median(wall):+.2%} ({min(wall):+.1%} … {max(wall):+.1%})", end="   ")
    print(f"{statistics.median(process):+.2%} ({min(process):+.1%} … {max(process):+.1%})   {own}")


def measure_time(kind: str, amp: bool, turns: int, of: int, folder: str, inside: Inside) -> None:
    plain, watched = Training(kind, amp), Training(kind, amp)
    for number in range(3):
        pair(plain, watched, number)
    watched.probe = mp.watch(watched.model, watched.optimizer, every=EVERY, path=f"{folder}/{kind}.jsonl")
    pair(plain, watched, 0)  # step 1, sampled
    whole: list[tuple[float, float]] = []
    others: list[tuple[float, float]] = []
    own, own_whole, seconds = [], [], []
    number = 1
    inside.writer = 0.0
    for turn in range(turns):
        a_all, b_all, ratios, spent = [], [], [], 0.0
        for _ in range(of):
            number += 1
            inside.take()
            a, b = pair(plain, watched, number)
            mine = inside.take()
            a_all.append(a)
            b_all.append(b)
            spent += mine
            seconds.append(a.thread)
            if number % EVERY:
                ratios.append((b.wall / a.wall, b.process / a.process))
                own.append(mine)
        sums = [[sum(x[i] for x in xs) for i in (0, 1)] for xs in (a_all, b_all)]
        whole.append((sums[1][0] / sums[0][0], sums[1][1] / sums[0][1]))
        others.append((statistics.median(r[0] for r in ratios), statistics.median(r[1] for r in ratios)))
        own_whole.append(spent / sum(x.thread for x in a_all))
        print(f"  turn {turn + 1}: whole {whole[-1][1] - 1:+.2%}, other steps {others[-1][1] - 1:+.2%}", flush=True)
    watched.probe.close()
    writer = inside.writer / sum(seconds)
    watched.probe = mp.watch(watched.model, watched.optimizer, every=3, path=f"{folder}/{kind}.jsonl")
    sampled, own_sampled = [], []
    for number in range(1, 6 * turns + 1):
        inside.take()
        a, b = pair(plain, watched, number // 3)
        if number % 3 == 0:
            sampled.append((b.wall / a.wall, b.process / a.process))
            own_sampled.append(inside.take())
    watched.probe.close()
    step = statistics.median(seconds)
    size = sum(p.numel() for p in plain.model.parameters())
    print(f"{kind}, {'BF16 autocast' if amp else 'FP32'}, {size / 1e6:.1f} M parameters,", end=" ")
    print(f"{step * 1e3:.0f} ms of processor time a step, {torch.get_num_threads()} threads, {turns} turns of {of}")
    print("                               wall, watched / plain       processor time, watched / plain   the probe's own")
    whole_own = statistics.median(own_whole)
    line("a whole turn", whole, f"{whole_own:.3%} on the training's thread, {writer:.3%} on the writer's")
    for what, values, alone in (
        ("a step that is not sampled", others, statistics.median(own)),
        ("a sampled step", sampled, statistics.median(own_sampled)),
    ):
        line(what, values, f"{alone / step:.4%} ({alone * 1e3:.3f} ms)")


def one_memory_run(kind: str, watch: bool, folder: str) -> None:
    training = Training(kind, True)
    if watch:
        training.probe = mp.watch(training.model, training.optimizer, every=2, path=f"{folder}/memory.jsonl")
    for _ in range(3):  # of which two are sampled, one of them with the optimizer's state there
        training.step()
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def measure_memory(kind: str, turns: int, folder: str) -> None:
    ratios, plain = [], 0
    for _ in range(turns):
        peaks = [
            int(
                subprocess.run(
                    [sys.executable, __file__, "one-memory-run", kind, flag, folder, str(Training.batch)],
                    stdout=-1,
                    check=True,
                ).stdout
            )
            for flag in ("0", "1")
        ]
        plain = peaks[0]
        print(f"  {kind}: {peaks[0] / 1024:.0f} and {peaks[1] / 1024:.0f} MiB", flush=True)
        ratios.append(peaks[1] / peaks[0])
    print(f"{kind}: peak memory {statistics.median(ratios) - 1:+.2%} of {plain / 1024:.0f} MiB, {turns} turns", end=" ")
    print(f"(from {min(ratios) - 1:+.2%} to {max(ratios) - 1:+.2%})")


def measure_file(folder: str, width: int = 512) -> None:
    torch.manual_seed(0)
    model = GPT(vocabulary=8192, length=256, width=width, depth=24, heads=8)
    extra = nn.ParameterList(nn.Parameter(torch.randn(width)) for _ in range(300 - len(list(model.parameters()))))
    model.extra = extra
    optimizer = torch.optim.AdamW(model.parameters(), 1e-4)
    path = Path(folder) / "file.jsonl"
    samples, steps = 8, 40
    probe = mp.watch(model, optimizer, every=steps // samples, path=path)
    for number in range(1, steps + 1):
        sampled = number == 1 or number % (steps // samples) == 0
        for parameter in model.parameters():
            if parameter.grad is None or sampled:
                # sizes spread as real gradients' do: a normal distribution whose width varies by row
                rows = torch.rand(parameter.shape[0], *([1] * (parameter.dim() - 1))) * 4 - 12
                parameter.grad = (torch.randn_like(parameter) * rows.exp2()).half().float()
        probe.log(loss=torch.tensor(2.30258 + 0.01 * number))
        optimizer.step() if sampled else probe._core.before_step(optimizer) or probe._core.after_step(optimizer)
    probe.close()
    lines = path.read_text().splitlines()
    hist = sum(len(line) + 1 for line in lines if '"kind":"hist"' in line) / (samples + 1)
    step = sum(len(line) + 1 for line in lines if '"kind":"step"' in line) / steps
    head = sum(len(line) + 1 for line in lines if '"kind":"header"' in line)
    tensors = len(list(model.parameters()))
    total = head + 201 * hist + 10000 * step
    print(f"file: {tensors} tensors of {sum(p.numel() for p in model.parameters()) / 1e6:.0f} M numbers:", end=" ")
    print(f"{hist / 1024:.1f} KiB a sampled step, {step:.0f} bytes a step, header {head / 1024:.0f} KiB;", end=" ")
    print(f"10,000 steps, every 50: {total / 1e6:.2f} MB")


def main() -> None:
    if sys.argv[1:2] == ["one-memory-run"]:
        Training.batch = int(sys.argv[5])
        torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
        return one_memory_run(sys.argv[2], sys.argv[3] == "1", sys.argv[4])
    arguments = sys.argv[1:]
    turns = int(arguments.pop(arguments.index("--turns") + 1)) if "--turns" in arguments else 5
    of = int(arguments.pop(arguments.index("--of") + 1)) if "--of" in arguments else EVERY
    Training.batch = int(arguments.pop(arguments.index("--batch") + 1)) if "--batch" in arguments else 0
    wanted = [a for a in arguments if not a.startswith("--")] or ["transformer", "resnet", "memory", "file"]
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    inside = Inside()
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("transformer", "resnet"):
            if kind in wanted:
                measure_time(kind, True, turns, of, folder, inside)
            if f"{kind}-fp32" in wanted:
                measure_time(kind, False, turns, of, folder, inside)
            if "memory" in wanted or f"memory-{kind}" in wanted:
                measure_memory(kind, turns, folder)
        if "file" in wanted:
            measure_file(folder)


if __name__ == "__main__":
    main()
