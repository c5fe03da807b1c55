# SPDX-License-Identifier: Apache-2.0
"""What the user calls: `watch` and the `Probe` that it returns."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Any, Optional, Sequence, Type, Union

import torch
from torch import nn

from .core import Core
from .options import Closure, Options, Patterns
from .taps import inner_optimizer, inner_scaler


def watch(
    model: nn.Module,
    optimizer: Union[torch.optim.Optimizer, Sequence[torch.optim.Optimizer]],
    scaler: Optional[Any] = None,
    *,
    every: int = 50,
    path: Union[str, "os.PathLike[str]"] = "run.jsonl",
    activations: Patterns = False,
    shadow_layers: int = 2,
    reference: Optional[Closure] = None,
    reference_format: str = "float32",
    sample: int = 1 << 20,
    update_sample: int = 2048,
    culprits: str = "auto",
    name: Optional[str] = None,
    steps: Optional[int] = None,
    parallel: Optional[str] = None,
) -> "Probe":
    """Records a training from now on. The training's numbers stay the same, bit for bit.

    Args:
        model: the model that is trained, also compiled, or wrapped by DistributedDataParallel, or with FSDP2's DTensors.
        optimizer: its optimizer, or several.
        scaler: the GradScaler, where there is one.
        every: steps from one sampled step to the next. A sampled step has histograms of all gradients and weights.
        path: the file, JSON lines (FORMAT.md). Other ranks than 0 write `….rank1.jsonl`. An older file is renamed.
        activations: whether outputs of modules, and their gradients, are counted in sampled steps: False, True (modules
            without children), or a list of patterns of module names, such as `["encoder.*.wo"]`.
        shadow_layers: in how many linear and convolution layers, in turn, the weight gradient is computed again
            exactly from its own inputs (the tier *local*); 0: in none. Only layers that compute in 16 bits have one.
        reference: a function that runs the batch of the step again and returns its loss, for `compare` in every sampled step.
        reference_format: the format of that: "float32" or "bfloat16".
        sample: most elements of a tensor that are counted.
        update_sample: most weights of a tensor whose update is looked at.
        culprits: "auto", or "always": on a card, with a fused optimizer or a loop that calls `scaler.unscale_`, look in every
            step which gradients hold inf or NaN (one more pass over them).
        name: a name for people.
        steps: how many steps the training is to have, for people.
        parallel: "ddp" where all processes have the same gradients and `model` is not the wrapper that shows it.

    Raises:
        ValueError, TypeError: for arguments without a meaning.
        OSError: the file cannot be written.
    """
    optimizers = [optimizer] if not isinstance(optimizer, (list, tuple)) else list(optimizer)
    options = Options(
        every=every,
        path=Path(path),
        activations=activations,
        shadow_layers=shadow_layers,
        reference=reference,
        reference_format=reference_format,
        sample=sample,
        update_sample=update_sample,
        culprits=culprits,
        name=name,
        steps=steps,
        parallel=parallel,
    )
    inner = inner_scaler(scaler)
    core = Core(model, [inner_optimizer(o) for o in optimizers], options)
    core.start(model, inner)
    return Probe(core)


class Probe:
    """A recording in progress. A context manager; what is not closed is closed when the program ends."""

    def __init__(self, core: Core) -> None:
        self._core = core

    @property
    def path(self) -> Path:
        """The file of this process."""
        return self._core.recorder.writer.path

    @property
    def active(self) -> bool:
        """False once it is closed, or an error has switched it off."""
        return self._core.alive

    def log(self, **scalars: Any) -> None:
        """Records numbers of the current step: `log(loss=loss, accuracy=0.9)`. Tensors of one element stay on their
        device until the next copy: nothing waits."""
        self._core.log(scalars)

    def mark(self, text: str) -> None:
        """Records a word at the current step: an epoch, a phase."""
        self._core.mark(text)

    def compare(self, closure: Closure, reference_format: str = "float32") -> None:
        """Compares the gradients that the model has now with those of `closure`, which runs the same batch again and returns
        its loss (the tier *probe*). Call it between the backward pass and the optimizer's step. The closure leaves the
        format to the probe: no autocast inside. Gradients, buffers and random numbers are as before afterwards."""
        self._core.compare(closure, reference_format)

    def close(self) -> None:
        """Writes what is left and the end, and takes all hooks off. A second call does nothing."""
        self._core.close("closed")

    def __enter__(self) -> "Probe":
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if kind is None:
            self.close()
        else:
            self._core.close("failed", kind.__name__)
