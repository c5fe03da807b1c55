# SPDX-License-Identifier: Apache-2.0
"""What is looked at by hooks inside the model, only in the steps that are sampled: activations, the local shadow, the
reference; and the search for inf and NaN in a forward pass, after a step that asked for it."""

from __future__ import annotations

from typing import Callable, List, Optional, Sequence

import torch
from torch import Tensor, nn

from .activations import Activations
from .counting import Counter
from .forward_check import ForwardCheck
from .lines import Json
from .options import Closure, Options
from .reference import Reference
from .ring import Ring
from .shadow import LocalShadow
from .steps import Entry
from .tensors import Catalogue, Watched, compiled_paths, unwrap

Job = Callable[[], List[str]]
Make = Callable[[Entry], Job]


class Extras:
    """Arms hooks before a step, takes them off when its gradients are there, and makes jobs of what was seen."""

    def __init__(self, model: nn.Module, options: Options, catalogue: Catalogue, counter: Counter, ring: Ring) -> None:
        self._options, self._catalogue = options, catalogue
        self.notes: List[str] = []
        self.forward = ForwardCheck(model, ring)
        self._reference = Reference(unwrap(model), counter, ring)
        self._activations: Optional[Activations] = None
        self._shadow: Optional[LocalShadow] = None
        self._closure = options.reference
        self._armed = False
        self._jobs: List[Make] = []
        if options.activations:
            self._activations = Activations(model, options.activations, catalogue, counter)
            if self._activations.hidden:
                names = _some(self._activations.hidden)
                self.notes.append(f"outputs inside torch.compile cannot be seen, their modules are left out: {names}")
        if options.shadow_layers and not any(p == "" for p in compiled_paths(model)):
            self._shadow = LocalShadow(model, catalogue, counter, ring, options.shadow_layers)

    def without_references(self, why: str) -> None:
        """Gives the local shadow and the closure up."""
        if self._shadow is not None:
            self._shadow = None
            self.notes.append(f"no local shadow: {why}")
        if self._closure is not None:
            self._closure = None
            self.notes.append(f"no reference: {why}")

    def arm(self, sampled: bool) -> None:
        """Called before a step."""
        self.forward.arm_if_wanted()
        if sampled:
            self._armed = True
            if self._activations is not None:
                self._activations.arm()
            if self._shadow is not None:
                self._shadow.arm()
            if self._closure is not None:
                self._reference.arm()

    def disarm(self) -> None:
        """Called when the gradients are there, and at the end."""
        self.forward.disarm()
        if self._armed:
            self._armed = False
            self._reference.disarm()
            if self._activations is not None:
                self._activations.disarm()
            if self._shadow is not None:
                self._shadow.disarm()

    def at_gradients(self, watched: Sequence[Watched], scale: Optional[Tensor]) -> None:
        """Compares the gradients of a sampled step, which contain `scale`, with the references that there are."""
        if self._shadow is not None:
            self._keep(self._shadow.compare(watched, scale))
        if self._closure is not None:
            self.compare(self._closure, self._options.reference_format, watched, scale)

    def compare(self, closure: Closure, dtype: str, watched: Sequence[Watched], scale: Optional[Tensor]) -> None:
        """Compares the gradients of now with the closure's."""
        self._keep(self._reference.compare(closure, getattr(torch, dtype), watched, scale))

    def forget(self) -> None:
        """Drops what was compared: those gradients were not the step's."""
        self._jobs = []

    def _keep(self, make: Optional[Make]) -> None:
        if make is not None:
            self._jobs.append(make)

    def send(self, entry: Entry) -> List[Job]:
        """The jobs of a step. The ring must have been flushed."""
        jobs = [make(entry) for make in self._jobs]
        self._jobs = []
        if entry.sampled and self._activations is not None:
            jobs.append(self._activations.send(entry))
        if self.forward.found:
            jobs.append(self.forward.send(entry.number, entry.time))
        return jobs

    @property
    def waiting(self) -> bool:
        """Whether `send` would have something for a step that is not sampled."""
        return bool(self._jobs) or self.forward.found

    def fresh_tensors(self) -> List[Json]:
        """Tensors that were seen for the first time: the next header names them."""
        if self._activations is None:
            return []
        fresh, self._activations.fresh = self._activations.fresh, []
        return fresh


def _some(names: List[str]) -> str:
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
