#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_traces.py torch|keras > FILE: drives the framework's own loss scaler through random overflows and writes what it
did, for tests/engine/precision/scaler_trace_test.cpp.

Whether step i overflows is a function of the case's seed, i and its chance (see overflows()), so that the steps need not
be stored. Every 1,000 steps a line has the scale and the tracker then, and a hash over all of both since the start.
"""
import struct
import sys

# name, first scale, growth factor, backoff factor, interval, chance of an overflow in 2^20, seed, steps
CASES = [
    ("rare", 65536.0, 2.0, 0.5, 2000, 300, 1, 250000),
    ("walk", 65536.0, 2.0, 0.5, 7, 90000, 2, 250000),
    ("factors", 1000.0, 1.001, 0.9, 3, 9000, 3, 250000),
    ("falling", 1.0, 2.0, 0.5, 11, 100000, 4, 250000),
    ("rising", 32768.0, 2.0, 0.5, 40, 2000, 5, 20000),
]
MASK = (1 << 64) - 1


def overflows(seed, step, chance):
    """SplitMix64 of (seed, step), its upper 20 bits against the chance."""
    z = (seed * 0x9E3779B97F4A7C15 + (step + 1) * 0xD1B54A32D192ED03) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return (z ^ (z >> 31)) >> 44 < chance


class Hash:
    """FNV-1a over 32-bit words."""

    def __init__(self):
        self.value = 0xCBF29CE484222325

    def add(self, word):
        self.value = ((self.value ^ word) * 0x100000001B3) & MASK


def torch_steps(start, growth, backoff, interval):
    import torch

    weight = torch.nn.Parameter(torch.zeros(1))
    optimizer = torch.optim.SGD([weight], lr=0.0)
    scaler = torch.amp.GradScaler("cpu", start, growth_factor=growth, backoff_factor=backoff, growth_interval=interval)
    loss, fine, bad = torch.zeros(()), torch.zeros(1), torch.full((1,), float("inf"))

    def step(overflow):
        scaler.scale(loss)
        weight.grad = (bad if overflow else fine).clone()
        scaler.step(optimizer)
        scaler.update()
        return scaler.get_scale(), scaler._get_growth_tracker()

    return step, torch.__version__


def keras_steps(start, growth, backoff, interval):
    import os

    os.environ["KERAS_BACKEND"] = "torch"
    import keras
    import torch

    weight = keras.Variable([0.0])
    scaler = keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(0.0), start, interval)
    scaler.build([weight])
    fine, bad = torch.zeros(1), torch.full((1,), float("inf"))

    def step(overflow):
        scaler.apply([bad if overflow else fine], [weight])
        return float(scaler.dynamic_scale.value), int(scaler.step_counter.value)

    return step, keras.__version__


def main():
    make = {"torch": torch_steps, "keras": keras_steps}[sys.argv[1]]
    first = True
    for name, start, growth, backoff, interval, chance, seed, steps in CASES:
        if make is keras_steps and (growth, backoff) != (2.0, 0.5):
            continue
        if make is keras_steps and steps > 100000:
            steps //= 4  # it takes its time
        step, version = make(start, growth, backoff, interval)
        if first:
            print(f"# {sys.argv[1]} {version.split('+')[0]}")
            first = False
        print(f"case {name} {start!r} {growth!r} {backoff!r} {interval} {chance} {seed} {steps}")
        seen = Hash()
        for i in range(steps):
            scale, tracker = step(overflows(seed, i, chance))
            bits = struct.unpack("<I", struct.pack("<f", scale))[0]
            seen.add(bits)
            seen.add(tracker)
            if i % 1000 == 999:
                print(f"{bits:08x} {tracker} {seen.value:016x}", flush=True)


if __name__ == "__main__":
    main()
