# SPDX-License-Identifier: Apache-2.0
"""Where a loop clips its gradients: until then they are as the backward pass left them."""

from __future__ import annotations

import sys
import weakref
from typing import Any, Callable, Sequence

from torch import Tensor
from torch.nn.utils import clip_grad

# What clips by norm or by value looks this up among its module's globals, however the loop imported it; so does what
# only computes a norm.
_GROUP = "_group_tensors_by_device_and_dtype"
_CLIPS = ("clip_grad_norm_", "clip_grad_value_", "_clip_grads_with_norm_")


class ClipTap:
    """Calls `before(gradients)` when torch.nn.utils is about to clip gradients. The callback must not raise."""

    def __init__(self, before: Callable[[Sequence[Tensor]], None]) -> None:
        self.before = before
        _watch(self)

    def remove(self) -> None:
        """Takes the hook off."""
        _watching.discard(self)
        if not _watching and getattr(clip_grad, _GROUP, None) is _grouping:  # else somebody has wrapped it once more
            setattr(clip_grad, _GROUP, _original)


_watching: "weakref.WeakSet[ClipTap]" = weakref.WeakSet()
_original: Callable[..., Any] = getattr(clip_grad, _GROUP, lambda lists: None)


def _grouping(lists: Sequence[Sequence[Tensor]], *args: Any, **kwargs: Any) -> Any:
    if sys._getframe(1).f_code.co_name in _CLIPS:
        for tap in list(_watching):
            tap.before(lists[0])
    return _original(lists, *args, **kwargs)


def _watch(tap: ClipTap) -> None:
    global _original
    _watching.add(tap)
    found = getattr(clip_grad, _GROUP, None)  # a later PyTorch may have none: then nothing is seen here
    if found is not None and found is not _grouping:
        _original = found
        setattr(clip_grad, _GROUP, _grouping)
