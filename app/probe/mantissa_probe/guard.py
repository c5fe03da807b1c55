# SPDX-License-Identifier: Apache-2.0
"""What keeps the probe harmless to the training that it follows."""

from __future__ import annotations

import functools
from typing import Any, Callable, TypeVar

import torch

_Function = TypeVar("_Function", bound=Callable[..., Any])


def guarded(function: _Function) -> _Function:
    """Makes a method harmless to the training: nothing once the probe is off, an error switches it off, no graph grows."""

    @functools.wraps(function)
    def wrapped(self: Any, *args: Any, **kwargs: Any) -> None:
        if not self.alive:
            return
        try:
            if self.recorder.writer.error is not None:
                raise self.recorder.writer.error
            with torch.no_grad():
                function(self, *args, **kwargs)
        except Exception as error:
            self.fail(error)

    return wrapped  # type: ignore[return-value]
