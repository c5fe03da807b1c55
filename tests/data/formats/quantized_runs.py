#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""quantized_runs.py WORKER > quantized_runs.txt: trainings with operands in eight or fewer bits, as PyTorch's float8
types and torchao's MX and NVFP4 conversions have them, for tests/engine/train/quantized_run_test.cpp.

Each network begins with the initial weights that WORKER (mantissa-worker) exports and reads the first images of MNIST in
order. All but the operands is BF16, as in Mantissa's mode. NVFP4 rounds gradients at random: by the numbers of
engine/base/rng.h, worked out here anew (Philox4x32-10). With names of recipes behind WORKER only theirs. Lines: network, recipe, "loss", step, value; and network,
recipe, tensor, index, value before, value after of 32 numbers of each tensor.
"""
import gzip, pathlib, sys

import numpy as np
import torch
import torch.nn.functional as F
from torchao.prototype.mx_formats.config import ScaleCalculationMode
from torchao.prototype.mx_formats.constants import DTYPE_FP6_E2M3, DTYPE_FP6_E3M2
from torchao.prototype.mx_formats.kernels import f32_to_f4_unpacked, f4_unpacked_to_f32, unpack_uint4
from torchao.prototype.mx_formats.mx_tensor import to_dtype, to_mx
from torchao.prototype.mx_formats.nvfp4_tensor import nvfp4_quantize, per_tensor_amax_to_scale

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from trajectories import initial_weights

BATCH, STEPS, SEED = 40, 20, 4  # 40: a whole block of 32 images and a part of one
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


def philox(index, step, stream, seed):
    """32 random bits for each index, of a step and a stream: engine/base/rng.h."""
    index = index.astype(np.uint64)
    low, high = index >> np.uint64(2), (index >> np.uint64(34)) | np.uint64(8 << 24)  # 8: RandomUse::operand_rounding
    mask = np.uint64(0xFFFFFFFF)
    counter = [low & mask, high & mask, np.full_like(index, step), np.full_like(index, stream)]
    key = [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        a, b = np.uint64(0xD2511F53) * counter[0], np.uint64(0xCD9E8D57) * counter[2]
        counter = [(b >> np.uint64(32)) ^ counter[1] ^ np.uint64(key[0]), b & mask,
                   (a >> np.uint64(32)) ^ counter[3] ^ np.uint64(key[1]), a & mask]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    words, which = np.stack(counter), (index & np.uint64(3)).astype(np.int64)
    return np.take_along_axis(words, which[None], 0)[0]


HADAMARD = torch.tensor([[1.0]])
for _ in range(4):
    HADAMARD = torch.cat([torch.cat([HADAMARD, HADAMARD], 1), torch.cat([HADAMARD, -HADAMARD], 1)], 0)
SIGNS = torch.tensor([-1.0 if 0xD7E8 >> i & 1 else 1.0 for i in range(16)])


def transformed(x):
    """Each whole group of 16 rows; those behind the last stay."""
    y = x.clone()
    for at in range(0, len(x) - 15, 16):
        y[at:at + 16] = HADAMARD @ (SIGNS[:, None] * x[at:at + 16]) / 4
    return y


class NvFp4:
    """Blocks of 16 in E2M1 by torchao; weights 16 by 16; of weight gradients both operands are transformed, and
    gradients are rounded at random. Of a convolution's weight gradient the operands are matrices: rows of pixels."""
    whole = False
    streams = {}  # layer: the weight's place among the parameters

    def __init__(self):
        self.step = 0

    def __call__(self, key, x, dtype, dim):
        layer, kind = key[:-1], key[-1]
        if x.dim() == 4 and kind == "w":
            places = [self.square(x[:, :, i, j], self.tensor_scale(x)) for i in range(3) for j in range(3)]
            return torch.stack(places, -1).reshape(x.shape)
        if x.dim() == 4:
            pixels = x.movedim(1, -1)
            return self(key, pixels.reshape(-1, x.shape[1]), dtype, 1).reshape(pixels.shape).movedim(-1, 1)
        if kind == "w":
            return self.square(x, self.tensor_scale(x))
        if kind == "g":
            turned = transformed(x) if dim == 0 else x
            return self.at_random(turned, dim, self.streams[layer] * 8 + (2 if dim == 0 else 4))
        return self.blocks(transformed(x), 0) if dim == 0 else self.blocks(x, 1)

    def weight_gradient(self, key, x, dy, shape):
        windows = F.unfold(x, 3, padding=1).transpose(1, 2).reshape(-1, shape[1] * 9)
        rows = dy.movedim(1, -1).reshape(-1, shape[0])
        return (self(key + "g", rows, E5M2, 0).T @ self(key + "x", windows, E4M3, 0)).reshape(shape)

    def tensor_scale(self, x):
        return per_tensor_amax_to_scale(x.abs().max()).reshape(())

    def quantised(self, rows, scale):
        """By torchao: codes' numbers and block scales of rows that are padded to whole blocks."""
        padded = F.pad(rows, (0, -rows.shape[1] % 16)).contiguous()
        scales, data = nvfp4_quantize(padded, 16, scale)
        codes = f4_unpacked_to_f32(unpack_uint4(data)).reshape(padded.shape)
        return padded, codes, scales.float().reshape(len(padded), -1)

    def blocks(self, x, dim):
        rows, scale = (x if dim == 1 else x.T).contiguous(), self.tensor_scale(x)
        padded, codes, scales = self.quantised(rows, scale)
        back = (codes.reshape(len(rows), -1, 16) * (scales * scale)[:, :, None]).reshape(padded.shape)[:, :rows.shape[1]]
        return back if dim == 1 else back.T

    def at_random(self, x, dim, stream):
        rows, scale = (x if dim == 1 else x.T).contiguous(), self.tensor_scale(x)
        padded, _, scales = self.quantised(rows, scale)
        scaled = (padded.reshape(len(rows), -1, 16) * (1 / scale / scales)[:, :, None]).reshape(padded.shape)[:, :rows.shape[1]]
        scaled = (scaled if dim == 1 else scaled.T).numpy().astype(np.float64)
        magnitude = np.abs(scaled)
        spacing = np.where(magnitude < 2, 0.5, np.where(magnitude < 4, 1.0, 2.0))
        kept = np.floor(magnitude / spacing)
        rest = np.floor((magnitude / spacing - kept) * 2.0**32).astype(np.uint64)
        random = philox(np.arange(x.numel()), self.step, stream, SEED).reshape(x.shape)
        rounded = np.minimum((kept + (rest > random)) * spacing, 6.0) * np.sign(scaled)
        wide = (scales * scale).repeat_interleave(16, 1)[:, :rows.shape[1]]
        return torch.tensor(rounded, dtype=torch.float32) * (wide if dim == 1 else wide.T)

    def square(self, w, scale):
        m, n = w.shape
        padded = F.pad(w, (0, -n % 16, 0, -m % 16))
        tiles = padded.reshape(padded.shape[0] // 16, 16, -1, 16).permute(0, 2, 1, 3).reshape(-1, 256)
        # torchao has rows of 16: each tile's largest number in each of its rows gives all of them its scale
        largest = tiles.abs().max(1, keepdim=True).values
        rows = torch.cat([largest.expand(-1, 16).reshape(-1, 16, 1), tiles.reshape(-1, 16, 16)], 2).reshape(-1, 17)
        scales = self.quantised(rows[:, :1].expand(-1, 16), scale)[2]
        scaled = rows[:, 1:] * (1 / scale / scales)
        codes = f4_unpacked_to_f32(f32_to_f4_unpacked(scaled.clamp(-6, 6).contiguous()))
        back = (codes * (scales * scale)).reshape(-1, 256).reshape(padded.shape[0] // 16, -1, 16, 16)
        return back.permute(0, 2, 1, 3).reshape(padded.shape)[:m, :n]

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
        if isinstance(q, NvFp4):
            dw = q.weight_gradient(key, x, dy, w.shape)
        else:
            dw = torch.nn.grad.conv2d_weight(by_pixels(q, key + "x", x, E4M3), w.shape,
                                             by_pixels(q, key + "g", dy, E5M2), padding=1)
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
           "mxfp4": lambda: Mx(torch.float4_e2m1fn_x2, ScaleCalculationMode.RCEIL), "nvfp4": NvFp4}


def main(worker, *only):
    torch.set_num_threads(1)
    mnist = pathlib.Path(__file__).parents[3] / "resources/mnist"
    images = gzip.open(mnist / "train-images-idx3-ubyte.gz").read()[16:]
    labels = gzip.open(mnist / "train-labels-idx1-ubyte.gz").read()[8:]
    x = bf(torch.frombuffer(bytearray(images[:784 * 1000]), dtype=torch.uint8).reshape(-1, 1, 28, 28).float() / 255)
    y = torch.frombuffer(bytearray(labels[:1000]), dtype=torch.uint8).long()
    for name, (forward, flags) in CASES.items():
        weights = initial_weights(worker, flags)
        for recipe, make in RECIPES.items():
            if only and recipe not in only:
                continue
            NvFp4.streams = {key[:-7]: 2 * i for i, key in enumerate(sorted(k for k in weights if k.endswith("weight")))}
            p = {k: v.clone().requires_grad_() for k, v in weights.items()}
            q = make()
            for step in range(STEPS):
                batch, q.step = slice(step * BATCH, (step + 1) * BATCH), step
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
    main(*sys.argv[1:])
