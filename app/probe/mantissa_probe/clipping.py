# SPDX-License-Identifier: Apache-2.0
"""Where a loop clips its gradients: until then they are as the backward pass left them."""

from __future__ import annotations

import sys
import weakref
from typing import Any, Callable, List, Optional, Sequence, Tuple

import torch
from torch import Tensor, nn
from torch.nn.utils import clip_grad

# What clips by norm or by value looks this up among its module's globals, however the loop imported it; so does what
# only computes a norm.
_GROUP = "_group_tensors_by_device_and_dtype"
_CLIPS = {"clip_grad_norm_": 1, "_clip_grads_with_norm_": 1, "clip_grad_value_": 2}  # operations in place, at most


class ClipTap:
    """Calls `before(gradients, passes)` when torch.nn.utils is about to clip gradients, in at most so many operations in
    place. The callback must not raise."""

    def __init__(self, before: Callable[[Sequence[Tensor], int], None]) -> None:
        self.before = before
        _watch(self)

    def remove(self) -> None:
        """Takes the hook off."""
        _watching.discard(self)
        if not _watching and getattr(clip_grad, _GROUP, None) is _grouping:  # else somebody has wrapped it once more
            setattr(clip_grad, _GROUP, _original)


class Look:
    """Gradients that were counted before the loop clips them. They count for the step of an optimizer if it gets the
    same ones, clipped: a step may be left out, and another backward pass may come behind the clipping."""

    def __init__(self, parameters: Sequence[nn.Parameter], passes: int) -> None:
        self._seen: List[Tuple[Any, Any, int]] = []
        for parameter in parameters:
            gradient = parameter.grad
            kept = None if gradient is None else weakref.ref(gradient)
            self._seen.append((weakref.ref(parameter), kept, 0 if gradient is None else gradient._version))
        self.passes = passes

    def holds(self) -> bool:
        """Whether nothing but clipping has changed them."""
        return all(self._same(parameter(), gradient, version) for parameter, gradient, version in self._seen)

    def _same(self, parameter: Optional[nn.Parameter], gradient: Any, version: int) -> bool:
        now = None if parameter is None else parameter.grad
        if gradient is None or now is None:
            return gradient is None and now is None
        return now is gradient() and 0 <= now._version - version <= self.passes


POSSIBLE = hasattr(clip_grad, _GROUP)  # a later PyTorch may have none: then gradients are seen when the optimizer steps
_watching: "weakref.WeakSet[ClipTap]" = weakref.WeakSet()
_original: Callable[..., Any] = getattr(clip_grad, _GROUP, lambda lists: None)


def _grouping(lists: Sequence[Sequence[Tensor]], *args: Any, **kwargs: Any) -> Any:
    if torch.compiler.is_compiling():  # nothing of this is compiled into the loop
        return _original(lists, *args, **kwargs)
    passes = _CLIPS.get(sys._getframe(1).f_code.co_name)
    if passes is not None:
        for tap in list(_watching):
            tap.before(lists[0], passes)
    return _original(lists, *args, **kwargs)


def _watch(tap: ClipTap) -> None:
    _watching.add(tap)
    if POSSIBLE and getattr(clip_grad, _GROUP) is _original:  # what somebody else put there stays, perhaps around ours
        setattr(clip_grad, _GROUP, _grouping)
