# SPDX-License-Identifier: Apache-2.0
"""Makes the small recordings of tests/data/recordings. Usage: make_recordings.py [FOLDER [NAME...]]

They are real: each is a training on the processor. What differs from run to run (identity, times) is set to fixed values;
on one machine with one version of PyTorch the files are the same each time.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Callable

from models import GPT, MLP
from support import RECORDINGS, mp, nn, torch
from test_trainings import classify, image_batch, mlp_batch, next_token, small_resnet, text_batch, two_optimizers

import torch.distributed as dist
import torch.multiprocessing as multiprocessing

Loop = Callable[[Path], None]
STARTED = 1763900000.0


def train(
    path: Path,
    model: nn.Module,
    batch: Callable[[int], Any],
    loss: Callable[[nn.Module, Any], torch.Tensor],
    optimizer: torch.optim.Optimizer,
    steps: int,
    dtype: torch.dtype | None = None,
    scaler: dict[str, Any] | None = None,
    before: Callable[[int, nn.Module], None] | None = None,
    hide: bool = False,
    **watch: Any,
) -> None:
    """A plain loop. `before` is called before each step; `hide` leaves steps out where the loss is not finite."""
    made = torch.amp.GradScaler("cpu", enabled=scaler is not None, **(scaler or {}))
    now: dict[str, Any] = {}
    if watch.pop("with_reference", False):
        watch["reference"] = lambda: loss(model, now["batch"])
    with mp.watch(
        model, optimizer, scaler=made if scaler is not None else None, path=path, steps=steps, **watch
    ) as probe:
        for step in range(1, steps + 1):
            if before is not None:
                before(step, model)
            now["batch"] = batch(step)
            optimizer.zero_grad()
            with torch.autocast("cpu", dtype, enabled=dtype is not None):
                value = loss(model, now["batch"])
            probe.log(loss=value)
            if hide and not torch.isfinite(value):
                continue
            made.scale(value).backward()
            made.step(optimizer)
            made.update()
            if step % (steps // 2) == 0:
                probe.mark(f"epoch {2 * step // steps}")


def mlp_skips(path: Path) -> None:
    """An MLP in FP16 whose scale is too large now and then: it grows every 12 steps, and half of the skips come from that."""
    model = MLP((32, 128, 128, 10))
    optimizer = torch.optim.SGD(model.parameters(), 0.05, momentum=0.9)
    scaler = {"init_scale": 2.0**20, "growth_interval": 12}
    train(path, model, mlp_batch, classify, optimizer, 80, torch.float16, scaler, every=10)


def gpt_lost_updates(path: Path) -> None:
    """A GPT whose weights are stored in BF16, without master weights: most updates change nothing."""
    model = GPT(width=32, depth=2).bfloat16()
    optimizer = torch.optim.AdamW(model.parameters(), 3e-5)
    train(path, model, text_batch, next_token, optimizer, 60, every=15)


def resnet_forward_overflow(path: Path) -> None:
    """A ResNet in FP16 one of whose convolutions overflows in the forward pass from step 21 on."""

    def before(step: int, model: nn.Module) -> None:
        if step == 21:
            with torch.no_grad():
                model.get_submodule("layer2.0.conv1").weight.mul_(2.0**20)

    model = small_resnet()
    optimizer = torch.optim.SGD(model.parameters(), 0.01, momentum=0.9)
    scaler = {"init_scale": 256.0, "growth_interval": 100}
    train(path, model, image_batch, classify, optimizer, 40, torch.float16, scaler, before, every=8)


def hopeless_scale(path: Path) -> None:
    """A GPT of which one product is larger than FP16's largest number: the scale falls below 1, and no scale helps."""
    model = GPT(width=32, depth=2)
    with torch.no_grad():
        model.blocks[1].down.weight.mul_(1e6)
    optimizer = torch.optim.AdamW(model.parameters(), 1e-4)
    train(path, model, text_batch, next_token, optimizer, 40, torch.float16, {}, every=10)


def calibration(path: Path) -> None:
    """A healthy training: a few skips while the scaler finds its scale, then none."""
    model = MLP((32, 128, 128, 10))
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    train(path, model, mlp_batch, classify, optimizer, 120, torch.float16, {"init_scale": 2.0**24}, every=20)


def flushed(path: Path) -> None:
    """The demonstration's network in FP16 without a loss scale: its gradients are zero."""
    from mantissa_probe.demo import batches, network

    images = batches(121)
    model = network()
    optimizer = torch.optim.Adam(model.parameters(), 3e-3)

    def loss(module: nn.Module, x: torch.Tensor) -> torch.Tensor:
        return (module(x) - x.half()).square().mean()

    train(path, model, lambda step: images[step], loss, optimizer, 120, torch.float16, every=20)


def three_tiers(path: Path) -> None:
    """An MLP in FP16 with small gradients: seen, against the local shadow, and against an FP32 pass; with activations."""
    model = MLP((32, 64, 64, 64, 10))
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)

    def loss(module: nn.Module, batch: Any) -> torch.Tensor:
        return classify(module, batch) * 2.0**-12

    options = {"every": 12, "activations": True, "with_reference": True, "shadow_layers": 2}
    train(path, model, mlp_batch, loss, optimizer, 48, torch.float16, None, **options)


def hidden_nan(path: Path) -> None:
    """A loop that leaves a step out where its loss is NaN, and so trains on without a word."""

    def loss(module: nn.Module, batch: Any) -> torch.Tensor:
        bad = batch[1][0] == 3  # some batches
        return classify(module, batch) * (torch.nan if bad else 1.0)

    model = MLP()
    optimizer = torch.optim.SGD(model.parameters(), 0.05)
    train(path, model, mlp_batch, loss, optimizer, 60, every=15, hide=True)


def adam_epsilon(path: Path) -> None:
    """Weights and Adam's moments in FP16: epsilon 1e-8 is zero there, and the first update divides by zero."""
    model = MLP().half()
    optimizer = torch.optim.Adam(model.parameters(), 1e-3, foreach=False)

    def batch(step: int) -> Any:
        x, y = mlp_batch(step)
        return x.half(), y

    def loss(module: nn.Module, given: Any) -> torch.Tensor:
        return classify(module, given) * 0.01

    train(path, model, batch, loss, optimizer, 20, every=5)


def compiled_fused(path: Path) -> None:
    """An MLP under torch.compile in BF16, with a fused optimizer: no scaler, and the order of its layers is assumed."""
    model = MLP()
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3, fused=True)
    train(path, torch.compile(model), mlp_batch, classify, optimizer, 30, torch.bfloat16, every=10)


def two_optimizers_accumulated(path: Path) -> None:
    """A GPT in FP16: an optimizer for its matrices, one for its norms, two passes a step, gradients clipped. In step 10 one
    matrix's gradient is made inf, so that one optimizer steps and the other does not."""
    model = GPT(width=16, depth=1)
    optimizers = two_optimizers(model)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    with mp.watch(model, optimizers, scaler=scaler, path=path, steps=24, every=8) as probe:
        for step in range(1, 25):
            for optimizer in optimizers:
                optimizer.zero_grad()
            for part in range(2):
                with torch.autocast("cpu", torch.float16):
                    value = next_token(model, text_batch(2 * step + part)) / 2
                scaler.scale(value).backward()
                probe.log(loss=value)
            if step == 10:
                model.blocks[0].up.weight.grad.fill_(torch.inf)
            for optimizer in optimizers:
                scaler.unscale_(optimizer)
                nn.utils.clip_grad_norm_([p for g in optimizer.param_groups for p in g["params"]], 1.0)
                scaler.step(optimizer)
            scaler.update()


def _ddp(rank: int, folder: str) -> None:
    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=2)
    torch.manual_seed(0)
    model = nn.parallel.DistributedDataParallel(MLP())
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    path = Path(folder) / "ddp.jsonl"
    scaler = {"init_scale": 2.0**22}
    watch = {"every": 10, "activations": True}
    train(path, model, lambda i: mlp_batch(2 * i + rank), classify, optimizer, 30, torch.float16, scaler, **watch)
    dist.destroy_process_group()


def ddp(path: Path) -> None:
    """Two processes: each has a file, rank 0's has the counts."""
    multiprocessing.spawn(_ddp, (str(path.parent),), nprocs=2)


MADE: dict[str, Loop] = {
    "mlp-skips": mlp_skips,
    "gpt-lost-updates": gpt_lost_updates,
    "resnet-forward-overflow": resnet_forward_overflow,
    "hopeless-scale": hopeless_scale,
    "calibration": calibration,
    "flushed": flushed,
    "three-tiers": three_tiers,
    "hidden-nan": hidden_nan,
    "adam-epsilon": adam_epsilon,
    "ddp": ddp,
    "compiled-fused": compiled_fused,
    "two-optimizers": two_optimizers_accumulated,
}


def settle(path: Path, target: Path, number: int) -> None:
    """Copies a recording with fixed identity and times, its lines in an order that does not depend on threads."""
    lines = [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        if "run" in line:
            line.update(run=f"01K0000000000000000000{number:04d}", started=STARTED + number, device_name="processor")
            line["torch"], line["platform"] = line["torch"].split("+")[0], "Linux x86_64"
        if "time" in line:
            line["time"] = round(0.05 * line["step"], 3)
    ranks = {"header": 0, "hist": 1, "step": 2, "event": 3, "end": 4}
    body = sorted(lines[2:], key=lambda x: (x["kind"] == "end", x.get("step", 0), ranks[x["kind"]]))
    with open(target, "w", encoding="utf-8") as file:
        for line in lines[:2] + body:
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def main(target: Path, names: list[str]) -> None:
    target.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    for number, (name, make) in enumerate(MADE.items(), 1):
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(sys.stdout):
            torch.manual_seed(0)
            make(Path(folder) / f"{name}.jsonl")
            for path in sorted(Path(folder).glob(f"{name}*.jsonl")):
                settle(path, target / path.name, number)
                print(f"{path.name}: {(target / path.name).stat().st_size / 1024:.0f} KiB")
    shutil.rmtree(target / "__pycache__", ignore_errors=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else RECORDINGS, sys.argv[2:])
