#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The step of this reproducer in PyTorch: where the 16-bit format makes inf, NaN or zeros of what FP32 holds.

Usage: python3 reproduce.py [FOLDER]

Reads reproducer.json, network.py, weights.safetensors and batch.safetensors beside it. Needs torch, no GPU and no data set. The
network runs once in FP32 and once under autocast in the run's format; for every module, and every product of two results, it
says how many results are not finite, and for every parameter how many gradients became zero. What has no autocast rule (partial sums, moments, norms in 16 bits) PyTorch
computes in FP32 here: `mantissa-worker replay` has the run's own casts.
"""
import importlib.util
import json
import pathlib
import struct
import sys

import torch
import torch.nn.functional as F


def tensors(file):
    data = file.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + size])
    return {name: torch.frombuffer(bytearray(data[8 + size + one["data_offsets"][0]:8 + size + one["data_offsets"][1]]),
                                   dtype=torch.float32).reshape(one["shape"])
            for name, one in header.items() if name != "__metadata__"}


class Products(torch.overrides.TorchFunctionMode):
    """Tells `see` of products that no module makes: queries and keys, and what attention takes of the values."""

    def __init__(self, see):
        super().__init__()
        self.see, self.count = see, 0

    def __torch_function__(self, function, types, arguments=(), named=None):
        out = function(*arguments, **(named or {}))
        if function in (torch.matmul, torch.Tensor.matmul, torch.Tensor.__matmul__):
            self.count += 1
            self.see(f"product {self.count}", out)
        return out


def loss_of(task, out, labels):
    if task in ("DENOISE", "RECONSTRUCT", "REGRESS"):
        return F.mse_loss(out.float().reshape(labels.shape), labels)
    if task in ("SORT_TOKENS", "FILL_TOKENS"):  # 255: a token that is not asked for
        return F.cross_entropy(out.float().flatten(0, 1), labels.long().flatten(), ignore_index=255)
    return F.cross_entropy(out.float(), labels.long())


def run(net, task, x, y, dtype, scale):
    net.zero_grad()
    seen = {}

    def see(name, out):
        out = out.detach()
        finite = out[torch.isfinite(out)].abs().float()
        seen[name] = (out.numel() - finite.numel(), out.numel(), float(finite.max()) if finite.numel() else float("nan"))

    hooks = [module.register_forward_hook(lambda _, __, out, name=name: see(name, out))
             for name, module in net.named_modules() if name and not list(module.children())]
    with torch.autocast("cpu", dtype=dtype or torch.bfloat16, enabled=dtype is not None), Products(see):
        out = net(*x)
    for hook in hooks:
        hook.remove()
    loss = loss_of(task, out, y)
    (loss * scale).backward()
    zeros = {k: (int((p.grad == 0).sum()), int((~torch.isfinite(p.grad)).sum()), p.grad.numel())
             for k, p in net.named_parameters()}
    return float(loss), seen, zeros


def main(folder):
    about = json.loads((folder / "reproducer.json").read_text())
    c, batch = about["config"], tensors(folder / "batch.safetensors")
    spec = importlib.util.spec_from_file_location("network", folder / "network.py")
    network = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(network)
    net, x, y = network.Net(), [batch["images"]], batch["labels"]
    if c["task"] in ("SORT_TOKENS", "FILL_TOKENS", "CLASSIFY_TEXT", "REGRESS"):
        x = [x[0].long()]
    if "numbers" in batch:  # of a table's row
        x.append(batch["numbers"])
    missing, unexpected = net.load_state_dict(tensors(folder / "weights.safetensors"), strict=False)
    if unexpected or not all(name.endswith("num_batches_tracked") for name in missing):
        sys.exit(f"weights.safetensors and network.py differ: {missing} {unexpected}")
    dtype = {"FP16": torch.float16, "BF16": torch.bfloat16}.get(c["precision"])
    loss32, seen32, zeros32 = run(net, c["task"], x, y, None, 1.0)
    print(about['finding'])
    print(f"FP32: loss {loss32:.6g}; the run's own was {about['loss']}")
    if dtype is None:
        print(f"autocast has no {c['precision']}; only FP32 was run")
        return
    loss16, seen16, zeros16 = run(net, c["task"], x, y, dtype, about["scale"])
    print(f"{c['precision']} under autocast: loss {loss16:.6g}")
    for name, (bad, count, _) in seen16.items():
        if bad:
            print(f"  {name}: {bad} of {count} results are not finite; in FP32 {seen32[name][0]}, the largest {seen32[name][2]:.6g}")
    for name, (zero, bad, count) in zeros16.items():
        if zero > zeros32[name][0] or bad:
            print(f"  gradient of {name}: {zero} of {count} are zero, in FP32 {zeros32[name][0]}; {bad} not finite")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent)
