#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds mantissa-worker against PyTorch: the same initial weights (safetensors), the same batches in the file's order,
step by step. Needs the packages torch, numpy and safetensors.

    python3 tests/support/pytorch_parity.py build/bin/mantissa-worker resources/mnist

One line a case: the largest difference of the batch losses and of the weights at the end. In FP32 the difference is the
order of sums: the bounds are asserted. In BF16 and FP16 PyTorch's autocast is itself free in the order and place of its
sums, so those lines inform only.
"""
import argparse
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from safetensors.torch import load_file


class Mlp(nn.Module):
    def __init__(self, width, depth, activation):
        super().__init__()
        sizes = [784] + [width] * depth + [10]
        self.activation, self.layers = activation, len(sizes) - 1
        for i in range(self.layers):
            setattr(self, f"fc{i + 1}", nn.Linear(sizes[i], sizes[i + 1]))

    def forward(self, x):
        x = x.flatten(1)
        for i in range(self.layers):
            x = getattr(self, f"fc{i + 1}")(x)
            if i < self.layers - 1:
                x = self.activation(x)
        return x


class Cnn(nn.Module):
    def __init__(self, c1, c2):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(1, c1, 3, padding=1), nn.Conv2d(c1, c2, 3, padding=1)
        self.fc1 = nn.Linear(c2 * 49, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return self.fc1(x.flatten(1))


def adam(parameters):
    return torch.optim.Adam(parameters, lr=1e-3)


def momentum(parameters):
    return torch.optim.SGD(parameters, lr=0.1, momentum=0.9)


def adamw(parameters):
    parameters = list(parameters)
    return torch.optim.AdamW([{"params": [p for p in parameters if p.dim() >= 2]},
                              {"params": [p for p in parameters if p.dim() < 2], "weight_decay": 0.0}], lr=1e-3, weight_decay=0.1)


CASES = [
    ("MLP 2x256 ReLU, Adam", [], lambda: Mlp(256, 2, F.relu), adam, 64, 20, None),
    ("MLP 3x256 sigmoid, Adam", ["--activation", "sigmoid", "--depth", "3"], lambda: Mlp(256, 3, torch.sigmoid), adam, 64, 20, None),
    ("MLP 2x256 tanh, SGD momentum 0.9", ["--activation", "tanh", "--optimizer", "sgd", "--lr", "0.1", "--momentum", "0.9"],
     lambda: Mlp(256, 2, torch.tanh), momentum, 64, 20, None),
    ("CNN 32/64, Adam", ["--model", "cnn"], lambda: Cnn(32, 64), adam, 64, 10, None),
    ("MLP 2x256 ReLU, AdamW", ["--optimizer", "adamw", "--weight-decay", "0.1"], lambda: Mlp(256, 2, F.relu), adamw, 64, 20, None),
    ("MLP 2x256 ReLU in BF16, AdamW", ["--precision", "bf16", "--optimizer", "adamw", "--weight-decay", "0.1"],
     lambda: Mlp(256, 2, F.relu), adamw, 64, 20, torch.bfloat16),
    ("MLP 2x256 ReLU in BF16", ["--precision", "bf16"], lambda: Mlp(256, 2, F.relu), adam, 64, 20, torch.bfloat16),
    ("MLP 2x256 ReLU in FP16", ["--precision", "fp16"], lambda: Mlp(256, 2, F.relu), adam, 64, 20, torch.float16),
]


def read_idx(path, header):
    return np.frombuffer(gzip.open(path).read(), np.uint8, offset=header)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("worker")
    parser.add_argument("mnist", type=pathlib.Path)
    arguments = parser.parse_args()
    images = read_idx(arguments.mnist / "train-images-idx3-ubyte.gz", 16).reshape(-1, 1, 28, 28)
    labels = torch.from_numpy(read_idx(arguments.mnist / "train-labels-idx1-ubyte.gz", 8).astype(np.int64))
    images = torch.from_numpy(images.copy()).float() / 255
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        before, after = folder + "/before.safetensors", folder + "/after.safetensors"
        for name, flags, make, optimizer_of, batch, steps, dtype in CASES:
            command = [arguments.worker, "train", "--json", "--no-shuffle", "--batch", str(batch), "--eval-interval", "0",
                       "--train-eval-images", "100", "--library", "none", "--force"] + flags
            subprocess.run(command + ["--steps", "0", "--export-weights", before], check=True, capture_output=True)
            output = subprocess.run(command + ["--steps", str(steps), "--init-weights", before, "--export-weights", after],
                                    check=True, capture_output=True, text=True).stdout
            records = [json.loads(line) for line in output.splitlines()]
            ours = [record["step_done"]["loss"] for record in records if "step_done" in record]

            model = make()
            model.load_state_dict(load_file(before))
            optimizer = optimizer_of(model.parameters())
            theirs = []
            for step in range(steps):
                rows = slice(step * batch, (step + 1) * batch)
                with torch.autocast("cpu", dtype=dtype or torch.bfloat16, enabled=dtype is not None):
                    loss = F.cross_entropy(model(images[rows]), labels[rows])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                theirs.append(loss.item())
            weights = load_file(after)
            loss_difference = max(abs(a - b) for a, b in zip(ours, theirs))
            weight_difference = max((weights[k] - v).abs().max().item() for k, v in model.state_dict().items())
            # Adam divides by the root of the second moment, so a rounding error of a tiny gradient may move a weight by
            # a visible part of lr = 1e-3; 1 % of it in 20 steps is far below any wrong formula.
            ok = dtype is not None or (loss_difference < 1e-5 and weight_difference < 1e-5)
            failed |= not ok
            print(f"{name}: losses differ by {loss_difference:.2e}, weights by {weight_difference:.2e}{'' if ok else '  FAILED'}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
