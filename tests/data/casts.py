# SPDX-License-Identifier: Apache-2.0
"""A step of every network in BF16, and in FP16, its casts made by PyTorch: casts.py WORKER > casts.txt

With names of networks behind WORKER only theirs.

The networks of trajectories.py, in FP32 arithmetic, with every cast of autocast on a card made where that makes it, one
torch conversion each: what products read and give is in 16 bits; norms, softmax and losses are FP32; a sum has the wider
of its terms' formats; everything else has its argument's; a gradient has its tensor's format. Two samples, SGD with a
rate of 1 from the initial weights that WORKER (mantissa-worker) exports, in FP16 with a scale of 1024.

Sums in another order round some numbers to their other neighbour, and a deep network carries that on until nothing is
alike. So a case is kept only where PyTorch's own FP64 arithmetic moves the share ALIKE of the numbers exactly as its FP32
does: the first two such of SEEDS seeds. That is BF16 in every network, FP16 in the less deep ones.

Lines: network, format, seed, parameter, index, value of NUMBERS numbers of each after the step; and network, format,
seed, "without", cast, share: of those numbers that move, how many still move the same when one kind of cast is left out.
tests/engine/train/casts_test.cpp trains the same.
"""
import sys

import torch
import torch.nn.functional as F
from torch.overrides import TorchFunctionMode

import trajectories
from trajectories import CASES, Samples, initial_weights, numbers_of, with_weights

BATCH, NUMBERS, KEPT, ALIKE = 2, 8, 2, 0.995
SEEDS = {"bf16": 32, "fp16": 6}
FORMATS = {"bf16": (torch.bfloat16, 1.0), "fp16": (torch.float16, 1024.0)}
CASTS = ("inputs", "weights", "biases", "results", "pointwise", "batch norms", "gradients", "weight gradients")


class Rounded(torch.autograd.Function):
    """The number rounded; its gradient as it is."""
    @staticmethod
    def forward(ctx, x, dtype):
        return x.to(dtype).to(x.dtype)

    @staticmethod
    def backward(ctx, dy):
        return dy, None


class GradientRounded(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, dtype):
        ctx.dtype = dtype
        return x.view_as(x)

    @staticmethod
    def backward(ctx, dy):
        return dy.to(ctx.dtype).to(dy.dtype), None


class Sigmoid(torch.autograd.Function):
    """Its derivative is one of its rounded result."""
    @staticmethod
    def forward(ctx, x, dtype):
        y = torch.sigmoid(x).to(dtype).to(x.dtype)
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, dy):
        y, = ctx.saved_tensors
        return dy * y * (1 - y), None


T = torch.Tensor
PRODUCTS = {F.linear, F.conv2d, F.conv_transpose2d, torch.conv2d, torch.conv_transpose2d, torch.matmul, T.matmul,
            T.__matmul__}
WIDE = {F.layer_norm, T.softmax, torch.softmax, F.softmax, F.cross_entropy, F.mse_loss}
SUMS = {T.add, T.__add__, T.__radd__, torch.add, torch.cat, torch.concat}
POINTWISE = {F.gelu, F.silu, T.mean, torch.mean, F.avg_pool2d}
SIGMOIDS = {torch.sigmoid, T.sigmoid, F.sigmoid}


class Autocast(TorchFunctionMode):
    """Makes the casts of 16-bit training of what runs inside it. A tensor's attribute `in_16_bits` says that it is stored in
    16 bits; parameters and what has none are FP32."""

    def __init__(self, dtype, without=()):
        super().__init__()
        self.dtype, self.without = dtype, without

    def rounded(self, x, cast):
        return x if cast in self.without else Rounded.apply(x, self.dtype)

    def gradient_rounded(self, x, cast="gradients"):
        return x if cast in self.without or not x.requires_grad else GradientRounded.apply(x, self.dtype)

    def stored(self, x, cast):
        """A result in 16 bits, whose gradient (a sum of those of its readers) is so, too."""
        y = self.gradient_rounded(self.rounded(x, cast))
        y.in_16_bits = True
        return y

    def operand(self, x):
        """What a product reads, and the gradient that it sends back."""
        if isinstance(x, torch.nn.Parameter):
            return self.gradient_rounded(self.rounded(x, "weights" if x.dim() > 1 else "biases"), "weight gradients")
        narrow = getattr(x, "in_16_bits", False)
        return self.gradient_rounded(x if narrow else self.rounded(x, "inputs"))

    def read(self, x):
        """A tensor as anything else reads it: its gradient arrives in its own format."""
        return self.gradient_rounded(x) if getattr(x, "in_16_bits", False) else x

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        each = lambda f, values: [[f(v) for v in a] if isinstance(a, (list, tuple)) and a and isinstance(a[0], T)
                                  else f(a) if isinstance(a, T) else a for a in values]
        tensors = [v for a in args for v in (a if isinstance(a, (list, tuple)) else [a]) if isinstance(v, T)]
        narrow = bool(tensors) and getattr(tensors[0], "in_16_bits", False)
        with torch._C.DisableTorchFunction():
            if func in PRODUCTS:
                return self.stored(func(*each(self.operand, args), **{k: v if not isinstance(v, T) else self.operand(v)
                                                                      for k, v in kwargs.items()}), "results")
            if func in WIDE:
                return func(*each(self.read, args), **kwargs)
            if func in SUMS:
                y = func(*each(self.read, args), **kwargs)
                return self.stored(y, "pointwise") if all(getattr(t, "in_16_bits", False) for t in tensors) else y
            if func is F.batch_norm:
                y = func(*each(self.read, args), **kwargs)
                return self.stored(y, "batch norms") if narrow else y
            if func in POINTWISE:
                y = func(*each(self.read, args), **kwargs)
                return self.stored(y, "pointwise") if narrow else y
            if func in SIGMOIDS and narrow and "pointwise" not in self.without:
                return self.stored(Sigmoid.apply(self.read(args[0]), self.dtype), "pointwise")
            y = func(*each(self.read, args), **kwargs)
        for one in y if isinstance(y, (list, tuple)) else [y]:
            if narrow and isinstance(one, T) and one.is_floating_point():
                one.in_16_bits = True  # another view of it, a part, or the largest numbers
        return y


def rounded_samples(samples, dtype):
    """Networks read images in 16 bits; what is asked of them stays."""
    def loss(net, flags, batch):
        class Net:
            def __call__(self, *inputs):
                first = inputs[0]
                if "regression" in flags or not first.is_floating_point():
                    return net(*inputs)
                first = first.to(dtype).to(first.dtype)
                first.in_16_bits = True
                return net(first)
        return samples.loss(Net(), flags, batch)
    return loss


def moved(make, flags, weights, samples, dtype, scale, without=()):
    """The network after a step in the arithmetic of `samples`."""
    net, loss_of = with_weights(make(), weights).to(samples.x.dtype), rounded_samples(samples, dtype)
    with Autocast(dtype, without):
        loss = loss_of(net, flags, slice(0, BATCH))
    (loss * scale).backward()
    with torch.no_grad():
        for p in net.parameters():
            p -= p.grad / scale
    return net


def values(net):
    return torch.tensor([float(number[2]) for number in numbers_of(net.named_parameters(), NUMBERS)],
                        dtype=torch.float64)


def share_alike(before, after, other):
    """As casts_test.cpp counts it: to a quarter of FP16's unit, and what FP32 holds of the weight itself."""
    movement = after - before
    near = (other - after).abs() <= movement.abs() * 2.0**-13 + before.abs() * 2.0**-23
    return near[movement != 0].double().mean().item()


def main(worker, *only):
    torch.set_num_threads(1)
    samples, precise = Samples(BATCH), Samples(BATCH).double()
    for name, (make, flags, _) in CASES.items():
        if only and name not in only:
            continue
        for format_name, (dtype, scale) in FORMATS.items():
            cases = []
            for trajectories.SEED in range(1, SEEDS[format_name] + 1):
                if len(cases) == KEPT:
                    break
                weights = initial_weights(worker, flags)
                before = values(with_weights(make(), weights))
                net = moved(make, flags, weights, samples, dtype, scale)
                alike = share_alike(before, values(net), values(moved(make, flags, weights, precise, dtype, scale)))
                if alike >= ALIKE:
                    cases.append((trajectories.SEED, weights, before, net))
            for seed, weights, before, net in cases:
                for number in numbers_of(net.named_parameters(), NUMBERS):
                    print(name, format_name, seed, *number)
                for cast in CASTS:
                    other = values(moved(make, flags, weights, samples, dtype, scale, (cast,)))
                    if not torch.equal(other, values(net)):
                        print(name, format_name, seed, "without", cast.replace(" ", "-"),
                              f"{share_alike(before, values(net), other):.3g}")


if __name__ == "__main__":
    main(*sys.argv[1:])
