#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The step of this reproducer in PyTorch: where the 16-bit format makes inf, NaN or zeros of what FP32 holds.

Usage: python3 reproduce.py [FOLDER]

Reads reproducer.json, weights.safetensors and batch.safetensors beside it. Needs torch, no GPU and no data set. The network runs
once in FP32 and once under autocast in the run's format; for every module it says how many results are not finite, and for
every parameter how many gradients became zero. What has no autocast rule (partial sums, moments, norms in 16 bits) PyTorch
computes in FP32 here: `mantissa-worker replay` has the run's own casts.
"""
import json
import pathlib
import struct
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F


def tensors(file):
    data = file.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + size])
    return {name: torch.frombuffer(bytearray(data[8 + size + one["data_offsets"][0]:8 + size + one["data_offsets"][1]]),
                                   dtype=torch.float32).reshape(one["shape"])
            for name, one in header.items() if name != "__metadata__"}


class Mlp(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.depth, self.function = c["depth"], {"RELU": torch.relu, "SIGMOID": torch.sigmoid, "TANH": torch.tanh}[c["activation"]]
        sizes = [c["pixels"]] + [c["width"]] * self.depth + [c["classes"]]
        for i, (a, b) in enumerate(zip(sizes, sizes[1:]), 1):
            setattr(self, f"fc{i}", nn.Linear(a, b))

    def forward(self, x):
        x = x.flatten(1)
        for i in range(1, self.depth + 1):
            x = self.function(getattr(self, f"fc{i}")(x))
        return getattr(self, f"fc{self.depth + 1}")(x)


class Cnn(nn.Module):
    def __init__(self, c):
        super().__init__()
        side = int(c["pixels"] ** 0.5)
        self.conv1, self.conv2 = nn.Conv2d(1, c["c1"], 3, padding=1), nn.Conv2d(c["c1"], c["c2"], 3, padding=1)
        self.fc1 = nn.Linear(c["c2"] * (side // 4) ** 2, c["classes"])

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        return self.fc1(F.max_pool2d(F.relu(self.conv2(x)), 2).flatten(1))


class Scores(nn.Module):
    """The product of queries and keys, a module of its own so that a hook sees it."""

    def forward(self, q, k):
        return q @ k.transpose(-1, -2)


class Block(nn.Module):
    def __init__(self, d, c):
        super().__init__()
        self.heads, self.causal, self.scaled = c["heads"], c["causal"], c["attention_scaling"]
        self.n1, self.n2, self.qkv, self.o = nn.LayerNorm(d), nn.LayerNorm(d), nn.Linear(d, 3 * d), nn.Linear(d, d)
        self.f1, self.f2, self.scores = nn.Linear(d, 2 * d), nn.Linear(2 * d, d), Scores()

    def forward(self, x):
        n, t, d = x.shape
        q, k, v = self.qkv(self.n1(x)).view(n, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        scores = self.scores(q, k)
        if self.scaled:
            scores = scores / (d // self.heads) ** 0.5
        if self.causal:
            scores = scores.masked_fill(torch.ones(t, t, dtype=torch.bool).triu(1), float("-inf"))
        x = x + self.o((scores.float().softmax(-1).to(v.dtype) @ v).transpose(1, 2).reshape(n, t, d))
        return x + self.f2(F.gelu(self.f1(self.n2(x))))


class Transformer(nn.Module):
    def __init__(self, c):
        super().__init__()
        d, self.patch = c["token_width"], int(c["pixels"] ** 0.5) // 4
        self.causal, self.embed = c["causal"], nn.Linear(self.patch ** 2, d)
        self.norm, self.head = nn.LayerNorm(d), nn.Linear(d, c["classes"])
        if not self.causal:
            self.cls = nn.Embedding(1, d)
        self.position = nn.Embedding(16 if self.causal else 17, d)
        self.blocks = nn.ModuleList(Block(d, c) for _ in range(c["blocks"]))

    def forward(self, x):
        n, p = x.shape[0], self.patch
        x = self.embed(x.reshape(n, 4, p, 4, p).permute(0, 1, 3, 2, 4).reshape(n, 16, p * p))
        if not self.causal:
            x = torch.cat([self.cls.weight.expand(n, 1, -1), x], 1)
        x = x + self.position.weight
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x[:, -1 if self.causal else 0]))


class Residual(nn.Module):
    def __init__(self, i, o, stride):
        super().__init__()
        self.c1, self.b1 = nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o)
        self.c2, self.b2 = nn.Conv2d(o, o, 3, 1, 1, bias=False), nn.BatchNorm2d(o)
        self.short = nn.Conv2d(i, o, 1, stride) if i != o else nn.Identity()

    def forward(self, x):
        return F.relu(self.short(x) + self.b2(self.c2(F.relu(self.b1(self.c1(x))))))


class Resnet(nn.Module):
    def __init__(self, c):
        super().__init__()
        w = c["channels"]
        self.conv, self.bn, self.fc = nn.Conv2d(1, w, 3, 1, 1, bias=False), nn.BatchNorm2d(w), nn.Linear(4 * w, c["classes"])
        self.blocks = nn.ModuleList([Residual(w, w, 1), Residual(w, 2 * w, 2), Residual(2 * w, 4 * w, 2)])

    def forward(self, x):
        x = F.relu(self.bn(self.conv(x)))
        for block in self.blocks:
            x = block(x)
        return self.fc(x.mean((2, 3)))


def run(c, weights, x, y, dtype, scale):
    net = {"MLP": Mlp, "CNN": Cnn, "TRANSFORMER": Transformer, "RESNET": Resnet}[c["model"]](c)
    net.load_state_dict({k: v if k.endswith("num_batches_tracked") else weights[k].reshape(v.shape)
                         for k, v in net.state_dict().items()})
    seen = {}

    def hook(name):
        def see(_, __, out):
            if isinstance(out, torch.Tensor):
                bad = int((~torch.isfinite(out)).sum())
                finite = out[torch.isfinite(out)].abs().float()
                seen[name] = (bad, out.numel(), float(finite.max()) if finite.numel() else float("nan"))
        return see

    for name, module in net.named_modules():
        if name and not list(module.children()):
            module.register_forward_hook(hook(name))
    with torch.autocast("cpu", dtype=dtype or torch.bfloat16, enabled=dtype is not None):
        logits = net(x)
    loss = F.cross_entropy(logits.float(), y)
    (loss * scale).backward()
    zeros = {k: (int((p.grad == 0).sum()), int((~torch.isfinite(p.grad)).sum()), p.grad.numel())
             for k, p in net.named_parameters()}
    return float(loss), seen, zeros


def main(folder):
    about = json.loads((folder / "reproducer.json").read_text())
    c, weights = about["config"], tensors(folder / "weights.safetensors")
    batch = tensors(folder / "batch.safetensors")
    c["pixels"], c["classes"] = about["side"] ** 2, about["classes"]
    x, y = batch["images"].reshape(-1, 1, about["side"], about["side"]), batch["labels"].long()
    dtype = {"FP16": torch.float16, "BF16": torch.bfloat16}.get(c["precision"])
    loss32, seen32, zeros32 = run(c, weights, x, y, None, 1.0)
    print(f"step {about['step']}: {about['finding']}")
    print(f"FP32: loss {loss32:.6g}; the run's own was {about['loss']}")
    if dtype is None:
        print(f"autocast has no {c['precision']}; only FP32 was run")
        return
    loss16, seen16, zeros16 = run(c, weights, x, y, dtype, about["scale"])
    print(f"{c['precision']} under autocast: loss {loss16:.6g}")
    for name, (bad, count, _) in seen16.items():
        if bad:
            print(f"  {name}: {bad} of {count} results are not finite; in FP32 {seen32[name][0]}, the largest {seen32[name][2]:.6g}")
    for name, (zero, bad, count) in zeros16.items():
        if zero > zeros32[name][0] or bad:
            print(f"  gradient of {name}: {zero} of {count} are zero, in FP32 {zeros32[name][0]}; {bad} not finite")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent)
