# SPDX-License-Identifier: Apache-2.0
"""The first line of a recording: what ran, where, with which settings."""

from __future__ import annotations

import platform
import sys
import time
from typing import Any, List, Optional

import torch
from torch import nn

from .clipping import POSSIBLE
from .counting import local
from .lines import Json, number, plain
from .options import Options
from .ranks import Ranks
from .taps import ScalerTap
from .tensors import Catalogue, is_compiled, unwrap
from .version import VERSION

FORMAT, FORMAT_VERSION = "mantissa-recording", 1


def probe_settings(options: Options, ranks: Ranks, scaler: Optional[ScalerTap]) -> Json:
    """What the probe itself knows, for the first header."""
    plain_ones = "unclipped" if POSSIBLE else "plain"
    seen = plain_ones if scaler is None else "scaled" if scaler.sees_scaled else "unscaled"
    settings: Json = {"world": ranks.world, "rank": ranks.rank, "parallel": ranks.parallel}
    settings.update(every=options.every, sample=options.sample, update_sample=options.update_sample)
    settings["gradients"] = seen
    if options.name is not None:
        settings["name"] = options.name
    if options.steps is not None:
        settings["steps"] = options.steps
    return settings


def first_header(
    run: str,
    model: nn.Module,
    optimizers: List[torch.optim.Optimizer],
    scaler: Any,
    catalogue: Catalogue,
    device: torch.device,
    extra: Json,
) -> Json:
    """The header line. `extra` has what the probe itself knows: every, sample, world, rank, gradients …"""
    header: Json = {
        "kind": "header",
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "run": run,
        "started": round(time.time(), 3),
        "probe": VERSION,
        "python": platform.python_version(),
        "torch": str(torch.__version__),
        "platform": f"{platform.system()} {platform.machine()}",
        "device": str(device),
    }
    name = _device_name(device)
    if name:
        header["device_name"] = name
    header.update(extra)
    header["model"] = type(unwrap(model)).__name__
    header["parameters"] = sum(local(w.parameter.detach()).numel() for w in catalogue.parameters)
    header["compiled"] = is_compiled(model)
    header["scaler"] = _scaler(scaler)
    header["optimizers"] = [_optimizer(o) for o in optimizers]
    header["tensors"] = [w.describe() for w in catalogue.parameters]
    return header


def _device_name(device: torch.device) -> Optional[str]:
    if device.type == "cuda":
        return str(torch.cuda.get_device_name(device))
    if sys.platform.startswith("linux"):
        try:
            with open("/proc/cpuinfo", encoding="utf-8") as file:
                return next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), None)
        except OSError:
            return None
    return platform.processor() or None


def _scaler(scaler: Any) -> Optional[Json]:
    if scaler is None:
        return None
    described: Json = {"class": type(scaler).__name__, "enabled": bool(scaler.is_enabled())}
    if described["enabled"]:
        described["scale"] = number(float(scaler.get_scale()), 9)
        described["growth"] = number(float(scaler.get_growth_factor()), 9)
        described["backoff"] = number(float(scaler.get_backoff_factor()), 9)
        described["interval"] = int(scaler.get_growth_interval())
    return described


def _optimizer(optimizer: torch.optim.Optimizer) -> Json:
    groups: List[Json] = []
    for group in optimizer.param_groups:
        shown = {k: plain(v) for k, v in group.items() if k not in ("params", "fused", "foreach", "parameters")}
        groups.append({**shown, "parameters": len(group["params"])})
    flags = {key: optimizer.param_groups[0].get(key) for key in ("fused", "foreach")}
    return {
        "class": type(optimizer).__name__,
        **{key: value if isinstance(value, bool) else None for key, value in flags.items()},
        "groups": groups,
    }
