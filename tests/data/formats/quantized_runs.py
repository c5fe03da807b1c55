#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""quantized_runs.py WORKER > quantized_runs.txt: trainings with operands in eight or fewer bits, as PyTorch's float8
types and torchao's MX and NVFP4 conversions have them, for tests/engine/train/quantized_run_test.cpp.

Each network begins with the initial weights that WORKER (mantissa-worker) exports and reads the first images of MNIST in
order. All but the operands is BF16, as in Mantissa's mode. Lines: network, recipe, "loss", step, value; and network,
recipe, tensor, index, value before, value after of 32 numbers of each tensor.
"""
import gzip, pathlib, sys

import torch
import torch.nn.functional as F
from torchao.prototype.mx_formats.config import ScaleCalculationMode
from torchao.prototype.mx_formats.constants import DTYPE_FP6_E2M3, DTYPE_FP6_E3M2
from torchao.prototype.mx_formats.mx_tensor import to_dtype, to_mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from trajectories import initial_weights

BATCH, STEPS = 40, 20  # 40: a whole block of 32 images and a part of one
E4M3, E5M2 = torch.float8_e4m3fn, torch.float8_e5m2


def bf(x):
    return x.to(torch.bfloat16).float()


class Fp8:
    """One scale for a tensor."""
    whole = True

    def __init__(self, delayed=False):
        self.delayed, self.scales, self.history = delayed, {}, {}

    def scaled(self, x, dtype, scale):
        largest = torch.finfo(dtype).max
        return (x * scale).clamp(-largest, largest).to(dtype).float() * (1 / scale)

    def scale_of(self, amax, dtype, otherwise):
        if not (0 < amax < float("inf")):
            return otherwise
        return torch.tensor(torch.finfo(dtype).max) / amax

    def __call__(self, key, x, dtype, dim):
        if self.delayed:
            return self.scaled(x, dtype, self.scales.get(key, torch.tensor(1.0)))
        return self.scaled(x, dtype, self.scale_of(x.abs().max(), dtype, torch.tensor(1.0)))

    def record(self, key, x, dtype):
        if not self.delayed:
            return
        self.history.setdefault(key, []).append(x.abs().max())
        self.scales[key] = self.scale_of(max(self.history[key][-1024:]), dtype, self.scales.get(key, torch.tensor(1.0)))


class Mx:
    """Blocks of 32 along `dim`, by torchao."""
    whole = False

    def __init__(self, dtype, mode):
        self.dtype, self.mode = dtype, mode

    def __call__(self, key, x, dtype, dim):
        moved = x.movedim(dim, -1)
        shape = moved.shape
        rows = moved.reshape(-1, shape[-1])
        padded = F.pad(rows, (0, -shape[-1] % 32)).contiguous()
        scale, data = to_mx(padded, self.dtype, 32, self.mode)
        back = to_dtype(data, scale, self.dtype, 32, torch.float32)
        return back[:, :shape[-1]].reshape(shape).movedim(-1, dim)

    def record(self, key, x, dtype):
        pass


class Round(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, dy):
        return bf(dy)


class Linear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, b, key, q, order):
        ctx.save_for_backward(x, w)
        ctx.key, ctx.q, ctx.order = key, q, order
        return bf(q(key + "x", x[:, order], E4M3, 1) @ q(key + "w", w[:, order], E4M3, 1).T + bf(b))

    @staticmethod
    def backward(ctx, dy):
        x, w = ctx.saved_tensors
        key, q, order = ctx.key, ctx.q, ctx.order
        dw, dx = torch.empty_like(w), torch.empty_like(x)
        dw[:, order] = bf(q(key + "g", dy, E5M2, 0).T @ q(key + "x", x[:, order], E4M3, 0))
        dx[:, order] = bf(q(key + "g", dy, E5M2, 1) @ q(key + "w", w[:, order], E4M3, 0))
        q.record(key + "x", x, E4M3), q.record(key + "w", w, E4M3), q.record(key + "g", dy, E5M2)
        return dx, dw, bf(dy.sum(0)), None, None, None


def by_pixels(q, key, x, dtype):
    """Blocks of a channel's pixels of all images in order."""
    if q.whole:
        return q(key, x, dtype, 1)
    n, c, h, w = x.shape
    return q(key, x.permute(1, 0, 2, 3).reshape(c, -1), dtype, 1).reshape(c, n, h, w).permute(1, 0, 2, 3)


class Conv(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, w, b, key, q):
        ctx.save_for_backward(x, w)
        ctx.key, ctx.q = key, q
        return bf(F.conv2d(q(key + "x", x, E4M3, 1), q(key + "w", w, E4M3, 1), bf(b), padding=1))

    @staticmethod
    def backward(ctx, dy):
        x, w = ctx.saved_tensors
        key, q = ctx.key, ctx.q
        dw = torch.nn.grad.conv2d_weight(by_pixels(q, key + "x", x, E4M3), w.shape, by_pixels(q, key + "g", dy, E5M2),
                                         padding=1)
        dx = torch.nn.grad.conv2d_input(x.shape, q(key + "w", w, E4M3, 0), q(key + "g", dy, E5M2, 1), padding=1)
        q.record(key + "x", x, E4M3), q.record(key + "w", w, E4M3), q.record(key + "g", dy, E5M2)
        return bf(dx), bf(dw), bf(dy.sum((0, 2, 3))), None, None


def mlp(x, p, q):
    straight = lambda n: torch.arange(n)
    x = x.flatten(1)
    for i in (1, 2):
        w = p[f"fc{i}.weight"]
        x = F.relu(Linear.apply(x, w, p[f"fc{i}.bias"], f"fc{i}", q, straight(w.shape[1])))
    return Linear.apply(x, p["fc3.weight"], p["fc3.bias"], "fc3", q, straight(64))


def cnn(x, p, q):
    for i in (1, 2):
        x = F.max_pool2d(F.relu(Conv.apply(x, p[f"conv{i}.weight"], p[f"conv{i}.bias"], f"conv{i}", q)), 2)
    c = x.shape[1]
    order = torch.arange(c * 49).reshape(c, 49).T.flatten()  # Mantissa's images have their channels last
    return Linear.apply(x.flatten(1), p["fc1.weight"], p["fc1.bias"], "fc1", q, order)


CASES = {"mlp": (mlp, ["--model", "mlp", "--depth", "2", "--width", "64"]),
         "cnn": (cnn, ["--model", "cnn", "--c1", "6", "--c2", "36"])}
RECIPES = {"fp8-current": lambda: Fp8(), "fp8-delayed": lambda: Fp8(True),
           "mxfp8": lambda: Mx(E4M3, ScaleCalculationMode.RCEIL), "mxfp8-ocp": lambda: Mx(E4M3, ScaleCalculationMode.FLOOR),
           "mxfp6-e3m2": lambda: Mx(DTYPE_FP6_E3M2, ScaleCalculationMode.RCEIL),
           "mxfp6-e2m3": lambda: Mx(DTYPE_FP6_E2M3, ScaleCalculationMode.RCEIL),
           "mxfp4": lambda: Mx(torch.float4_e2m1fn_x2, ScaleCalculationMode.RCEIL)}


def main(worker):
    torch.set_num_threads(1)
    mnist = pathlib.Path(__file__).parents[3] / "resources/mnist"
    images = gzip.open(mnist / "train-images-idx3-ubyte.gz").read()[16:]
    labels = gzip.open(mnist / "train-labels-idx1-ubyte.gz").read()[8:]
    x = bf(torch.frombuffer(bytearray(images[:784 * 1000]), dtype=torch.uint8).reshape(-1, 1, 28, 28).float() / 255)
    y = torch.frombuffer(bytearray(labels[:1000]), dtype=torch.uint8).long()
    for name, (forward, flags) in CASES.items():
        weights = initial_weights(worker, flags)
        for recipe, make in RECIPES.items():
            p = {k: v.clone().requires_grad_() for k, v in weights.items()}
            q = make()
            for step in range(STEPS):
                batch = slice(step * BATCH, (step + 1) * BATCH)
                for one in p.values():
                    one.grad = None
                loss = F.cross_entropy(Round.apply(forward(x[batch], p, q)), y[batch])
                loss.backward()
                print(name, recipe, "loss", step, f"{loss.item():.9g}")
                with torch.no_grad():
                    for one in p.values():
                        one -= 0.05 * one.grad
            for key, value in p.items():
                before, after = weights[key].flatten(), value.detach().flatten()
                for i in sorted({int(j * len(after) / 32) for j in range(32)}):
                    print(name, recipe, key, i, f"{before[i].item():.9g}", f"{after[i].item():.9g}")


if __name__ == "__main__":
    main(sys.argv[1])
