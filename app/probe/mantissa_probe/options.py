# SPDX-License-Identifier: Apache-2.0
"""What watch() was asked for, checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Optional, Sequence, Union

from torch import Tensor

Patterns = Union[bool, Sequence[str]]
Closure = Callable[[], Tensor]


@dataclass(frozen=True)
class Options:
    """The arguments of `watch`. Raises ValueError or TypeError for what has no meaning: before the training, that is
    a help and harms nothing."""

    every: int
    path: Path
    activations: Patterns
    shadow_layers: int
    reference: Optional[Closure]
    reference_format: str
    sample: int
    update_sample: int
    culprits: str
    name: Optional[str]
    steps: Optional[int]
    parallel: Optional[str]

    def __post_init__(self) -> None:
        for field, least in (("every", 1), ("shadow_layers", 0), ("sample", 1024), ("update_sample", 64)):
            value = getattr(self, field)
            if not isinstance(value, int) or value < least:
                raise ValueError(f"{field} must be a whole number from {least} on, not {value!r}")
        if self.culprits not in ("auto", "always"):
            raise ValueError(f'culprits must be "auto" or "always", not {self.culprits!r}')
        if self.reference_format not in ("float32", "bfloat16"):
            raise ValueError(f'reference_format must be "float32" or "bfloat16", not {self.reference_format!r}')
        if self.parallel not in (None, "none", "ddp"):
            raise ValueError(f'parallel must be "none" or "ddp" (DTensors are seen without it), not {self.parallel!r}')
        if self.reference is not None and not callable(self.reference):
            raise TypeError("reference must be a function that runs the batch again and returns its loss")
        if not isinstance(self.activations, bool) and (
            isinstance(self.activations, str) or not all(isinstance(p, str) for p in self.activations)
        ):
            raise TypeError("activations must be True, False or a list of patterns of module names")

    def is_sampled(self, step: int) -> bool:
        """Whether a step (from 1) has histograms: the first and every `every`-th."""
        return step == 1 or step % self.every == 0
