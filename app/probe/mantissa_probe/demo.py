# SPDX-License-Identifier: Apache-2.0
"""The demonstration: a small network that does not learn in FP16, recorded, and what the recording says."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import List

import torch
from torch import Tensor, nn

from .probe import watch
from .recording import read
from .show import summary

STEPS = 250
_SIDE = 256  # numbers in and out
_BASIS = 8


def network() -> nn.Sequential:
    """An autoencoder with sigmoids: each shrinks the gradient, and the mean over 65,536 outputs made it small before."""
    torch.manual_seed(0)
    layers: List[nn.Module] = []
    width = _SIDE
    for _ in range(4):
        layers += [nn.Linear(width, 96), nn.Sigmoid()]
        width = 96
    return nn.Sequential(*layers, nn.Linear(width, _SIDE), nn.Sigmoid())


def batches(count: int) -> List[Tensor]:
    """Images that are mixtures of eight patterns."""
    patterns = torch.randn(_BASIS, _SIDE, generator=torch.Generator().manual_seed(5))
    generator = torch.Generator().manual_seed(1)
    return [torch.sigmoid(torch.randn(256, _BASIS, generator=generator) @ patterns * 0.7) for _ in range(count)]


def train(path: Path, scaling: bool, steps: int = STEPS) -> float:
    """Trains in FP16 on the processor, recorded in `path`; returns the last loss."""
    model = network()
    optimizer = torch.optim.Adam(model.parameters(), 3e-3)
    scaler = torch.amp.GradScaler("cpu", growth_interval=50, enabled=scaling)
    last = 0.0
    with watch(model, optimizer, scaler=scaler, every=10, path=path, name="demo", steps=steps) as probe:
        for x in batches(steps):
            optimizer.zero_grad()
            with torch.autocast("cpu", torch.float16):
                loss = (model(x) - x.half()).square().mean()
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            probe.log(loss=loss)
            last = loss.item()
    return last


def main(path: Path) -> int:
    """Trains with and without a loss scale and prints what the first recording shows."""
    torch.set_num_threads(1)  # it is small: on a busy machine threads would wait for each other, for minutes
    print(f"Training a small network in FP16 without a loss scale, {STEPS} steps …", flush=True)
    plain = train(path, scaling=False)
    print("\n".join(["", *summary(read(path)), ""]))
    print("The same with the scaler …", flush=True)
    scaled_path = path.with_name(f"{path.stem}-scaled{path.suffix}")
    scaled = train(scaled_path, scaling=True)
    print(f"\nLoss after {STEPS} steps: {plain:.4f} without a loss scale, {scaled:.4f} with one.")
    print(f"The recordings are {path} and {scaled_path}: open them in Mantissa, or")
    print(f"  {Path(sys.executable).name} -m mantissa_probe show {path}")
    return 0
