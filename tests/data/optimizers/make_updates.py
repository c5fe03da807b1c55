#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_updates.py > updates.txt: what torch.optim makes of 16-bit parameters, for
tests/engine/backend/narrow_update_tests.h, which holds every device to it with equality.

Runs itself without fused multiply-add, which PyTorch else takes where the processor has it: then one number in some ten
thousand is rounded to its neighbour, and SGD's lr * gradient is not rounded before it is subtracted.

A case is a line "case FORMAT KIND lr beta1|momentum beta2 epsilon" and, for each step, lines "g", "w", "m" and "v" (those
that the optimizer has) of numbers as hexadecimal bits; the weights before the first step are line "w".
"""
import os
import sys

if os.environ.get("ATEN_CPU_CAPABILITY") != "default":
    os.environ["ATEN_CPU_CAPABILITY"] = "default"
    os.execv(sys.executable, [sys.executable] + sys.argv)

import torch

NUMBERS, STEPS = 48, 8


def line(name, tensor):
    bits = tensor.detach().view(torch.int16).tolist()
    print(name, " ".join(f"{one & 0xFFFF:04x}" for one in bits))


def gradients(dtype, seed):
    """From far below what the second moment holds up to 4, some exactly 0, and some that stay 0."""
    generator = torch.Generator().manual_seed(seed)
    for _ in range(STEPS):
        g = torch.randn(NUMBERS, generator=generator) * torch.exp2(
            torch.randint(-16, 2, (NUMBERS,), generator=generator).float()
        )
        g[torch.rand(NUMBERS, generator=generator) < 0.1] = 0
        g[:2] = 0
        yield g.to(dtype)


def case(dtype, kind, seed, lr, beta1=0.9, beta2=0.999, epsilon=1e-8):
    start = (torch.randn(NUMBERS, generator=torch.Generator().manual_seed(seed + 100)) * 0.05).to(dtype)
    weight = torch.nn.Parameter(start)
    if kind == "adam":
        optimizer = torch.optim.Adam([weight], lr=lr, betas=(beta1, beta2), eps=epsilon, foreach=False, fused=False)
    else:
        optimizer = torch.optim.SGD([weight], lr=lr, momentum=beta1, foreach=False, fused=False)
    print("case", "fp16" if dtype == torch.float16 else "bf16", kind, lr, beta1, beta2, epsilon)
    line("w", weight)
    for g in gradients(dtype, seed):
        weight.grad = g
        line("g", g)
        optimizer.step()
        line("w", weight)
        state = optimizer.state[weight]
        if kind == "adam":
            line("m", state["exp_avg"])
            line("v", state["exp_avg_sq"])
        elif beta1 > 0:
            line("m", state["momentum_buffer"])


print("#", "PyTorch", torch.__version__)
for number, dtype in enumerate((torch.float16, torch.bfloat16)):
    case(dtype, "adam", 10 + number, 1e-3)
    case(dtype, "adam", 20 + number, 1e-3, epsilon=1e-4)
    case(dtype, "adam", 30 + number, 3e-3, beta1=0.8, beta2=0.95, epsilon=1e-6)
    case(dtype, "sgd", 40 + number, 0.01, beta1=0)
    case(dtype, "sgd", 50 + number, 0.03, beta1=0.9)
