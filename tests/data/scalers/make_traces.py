#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_traces.py torch|keras|jmp > FILE
make_traces.py apex-amp|apex-fp16utils|deepspeed|deepspeed-consecutive|deepspeed-fused|fairseq|fairseq-tolerance|
               megatron|mxnet SOURCE VERSION > FILE

Drives the framework's own loss scaler through random overflows and writes what it did, for
tests/engine/run/scaler_trace_test.cpp. SOURCE is the framework's file, of which only the scaler's class is run: the
framework need not be installed.

Whether step i overflows is a function of the case's seed, i and its chance (see overflows()), so that the steps need not
be stored. Every 1,000 steps, and after the last one, a line has the scale and the tracker then, and a hash over all of
both since the start. A tracker that means something else than ours is written as 0. A case ends early where the scale
leaves FP32's normal numbers, or where the scaler ends the run: then the last line says "ended".
"""
import ast
import contextlib
import functools
import logging
import math
import struct
import sys
import types

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


def jmp_steps(start, growth, backoff, interval):
    import importlib.metadata

    import jmp
    import numpy as np

    state = [jmp.DynamicLossScale(np.float32(start), period=interval, factor=np.float32(growth))]

    def step(overflow):
        state[0] = state[0].adjust(np.bool_(not overflow))
        return float(state[0].loss_scale), int(state[0].counter)

    return step, importlib.metadata.version("jmp")


def parts_of(source, names, **given):
    """What SOURCE defines under these names, classes and functions, in a namespace that has nothing else but `given`."""
    with open(source, encoding="utf-8") as file:
        nodes = {node.name: node for node in ast.walk(ast.parse(file.read())) if hasattr(node, "name")}
    space = dict(given)
    exec(compile(ast.Module([nodes[name] for name in names], []), source, "exec"), space)
    return [space[name] for name in names]


SILENT = logging.getLogger("traces")
NO_RANKS = types.SimpleNamespace(get_rank=lambda: 1)


def apex_amp_steps(source, start, growth, backoff, interval):
    import torch

    cpu = types.SimpleNamespace(cuda=types.SimpleNamespace(IntTensor=torch.IntTensor))
    scaler_class, = parts_of(source, ["LossScaler"], torch=cpu, maybe_print=lambda *_: None,
                             multi_tensor_applier=types.SimpleNamespace(available=False, import_err=None))
    scaler = scaler_class("dynamic", start, growth, interval)

    def step(overflow):
        scaler.clear_overflow_state()
        scaler._has_overflow = overflow
        scaler.update_scale()
        return scaler.loss_scale(), scaler._unskipped

    return step


def apex_fp16utils_steps(source, start, growth, backoff, interval):
    scaler_class, = parts_of(source, ["DynamicLossScaler"])
    scaler = scaler_class(start, growth, interval)

    def step(overflow):
        scaler.update_scale(overflow)
        return scaler.loss_scale, 0

    return step


def deepspeed_steps(source, start, growth, backoff, interval, consecutive=False):
    import torch

    _, scaler_class = parts_of(source, ["LossScalerBase", "DynamicLossScaler"], DeepSpeedConfigObject=object,
                               torch=torch, dist=NO_RANKS, logger=SILENT)
    scaler = scaler_class(init_scale=start, scale_window=interval, min_scale=1, delayed_shift=2,  # its defaults
                          consecutive_hysteresis=consecutive)

    def step(overflow):
        try:
            scaler.update_scale(overflow)
        except Exception as error:
            assert "already at minimum" in str(error)
            return scaler.loss_scale, None
        return scaler.loss_scale, 0

    return step


def deepspeed_fused_steps(source, start, growth, backoff, interval):
    update, = parts_of(source, ["_update_scale"], logger=SILENT)
    state = types.SimpleNamespace(dynamic_loss_scale=True, cur_scale=start, cur_iter=0, last_overflow_iter=-1,
                                  scale_factor=growth, scale_window=interval, min_loss_scale=1)
    optimizer = types.SimpleNamespace(loss_scale_config=state, verbose=False)

    def step(overflow):
        update(optimizer, overflow)
        return state.cur_scale, 0

    return step


def fairseq_steps(source, start, growth, backoff, interval, tolerance=0.0):
    scaler_class, = parts_of(source, ["DynamicLossScaler"])
    scaler = scaler_class(start, growth, interval, tolerance)

    def step(overflow):
        try:
            scaler.check_overflow(math.inf if overflow else 1.0)
        except FloatingPointError:
            return scaler.loss_scale, None
        except OverflowError:
            return scaler.loss_scale, 0
        scaler.update()
        return scaler.loss_scale, 0

    return step


def megatron_steps(source, start, growth, backoff, interval):
    import abc

    import torch

    cpu = types.SimpleNamespace(float=torch.float, max=torch.max,
                                tensor=lambda value, dtype, device: torch.tensor(value, dtype=dtype))
    _, scaler_class = parts_of(source, ["MegatronGradScaler", "DynamicGradScaler"], ABC=abc.ABC, Dict=dict,
                               abstractmethod=abc.abstractmethod, torch=cpu)
    scaler = scaler_class(start, 1.0, growth, backoff, interval, 2)  # 1.0, 2: its defaults of least scale and hysteresis

    def step(overflow):
        scaler.update(overflow)
        return scaler.scale.item(), scaler._growth_tracker

    return step


def mxnet_steps(source, start, growth, backoff, interval):
    seen = types.SimpleNamespace(asnumpy=lambda: seen.finite)
    arrays = types.SimpleNamespace(ones=lambda shape, ctx: seen, multi_all_finite=lambda *_, **__: None)
    scaler_class, = parts_of(source, ["LossScaler"], is_np_array=lambda: False, ndarray=arrays, logging=SILENT,
                             ag=types.SimpleNamespace(pause=contextlib.nullcontext))
    scaler = scaler_class()
    scaler._loss_scale = scaler._next_loss_scale = start
    scaler._scale_seq_len = interval
    gradient = types.SimpleNamespace(_grad=[types.SimpleNamespace(context=None)])

    def step(overflow):
        seen.finite = not overflow
        scaler.has_overflow([gradient])
        return scaler.loss_scale, scaler._unskipped

    return step


INSTALLED = {"torch": torch_steps, "keras": keras_steps, "jmp": jmp_steps}
FROM_SOURCE = {"apex-amp": apex_amp_steps, "apex-fp16utils": apex_fp16utils_steps, "deepspeed": deepspeed_steps,
               "deepspeed-consecutive": functools.partial(deepspeed_steps, consecutive=True),
               "deepspeed-fused": deepspeed_fused_steps, "fairseq": fairseq_steps,
               "fairseq-tolerance": functools.partial(fairseq_steps, tolerance=0.05), "megatron": megatron_steps,
               "mxnet": mxnet_steps}


def trace(step, chance, seed, steps):
    """The lines of a case, and how many steps it has."""
    lines, seen = [], Hash()
    for i in range(steps):
        scale, tracker = step(overflows(seed, i, chance))
        ended = tracker is None
        bits = struct.unpack("<I", struct.pack("<f", scale))[0] if scale < 2.0**128 else 0x7F800000
        seen.add(bits)
        seen.add(tracker or 0)
        # beyond these a Python number and FP32 part; a scaler that keeps FP32 is followed to its ends
        left = sys.argv[1] in FROM_SOURCE and not 2.0**-126 <= scale < 2.0**127
        if i % 1000 == 999 or i + 1 == steps or ended or left:
            lines.append(f"{bits:08x} {tracker or 0} {seen.value:016x}" + (" ended" if ended else ""))
        if ended or left:
            return lines, i + 1
    return lines, steps


def main():
    name_of_it, *rest = sys.argv[1:]
    own = name_of_it in INSTALLED
    first = True
    for name, start, growth, backoff, interval, chance, seed, steps in CASES:
        if name_of_it != "torch" and (growth, backoff) != (2.0, 0.5):
            continue
        if name_of_it != "torch" and steps > 100000:
            steps = 62000  # enough, and Keras takes its time
        if own:
            step, version = INSTALLED[name_of_it](start, growth, backoff, interval)
        else:
            step, version = FROM_SOURCE[name_of_it](rest[0], start, growth, backoff, interval), rest[1]
        if first:
            print(f"# {name_of_it} {version.split('+')[0]}")
            first = False
        lines, steps = trace(step, chance, seed, steps)
        print(f"case {name} {start!r} {growth!r} {backoff!r} {interval} {chance} {seed} {steps}")
        print("\n".join(lines), flush=True)


if __name__ == "__main__":
    main()
