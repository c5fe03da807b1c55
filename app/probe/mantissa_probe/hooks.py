# SPDX-License-Identifier: Apache-2.0
"""Hooks that the probe puts on modules and parameters, and what their owners' copies make of them."""

from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator, Tuple

import torch
from torch import Tensor, nn


class Hook:
    """Calls `function` with what PyTorch calls a hook with, if the first argument is `owner` itself.

    A copy of the model (an average of weights, say) carries the same object, and its calls are ignored. A pickled model
    carries a hook that does nothing.
    """

    def __init__(self, owner: Any, function: Callable[..., Any]) -> None:
        self._owner, self._function = owner, function

    def __call__(self, caller: Any, *args: Any) -> Any:
        # torch.compile reads this line, finds it true, and compiles nothing of the rest into the model
        if torch.compiler.is_compiling() or caller is not self._owner:
            return None
        return self._function(caller, *args)

    def __deepcopy__(self, memo: Any) -> "Hook":
        return self

    def __reduce__(self) -> Tuple[Any, Tuple[Any, Any]]:
        return Hook, (None, None)  # nobody is None: never called


def in_training(module: nn.Module) -> bool:
    """Whether a forward pass belongs to the training: an evaluation between two steps does not."""
    return module.training and torch.is_grad_enabled()


def named_tensors(path: str, output: Any) -> Iterator[Tuple[str, Tensor]]:
    """The floating-point tensors of a module's output: the first has the module's name, others a number behind it."""
    if isinstance(output, Tensor):
        found = [output]
    elif isinstance(output, dict):
        found = [v for v in output.values() if isinstance(v, Tensor)]
    elif isinstance(output, (tuple, list)):
        found = [v for v in output if isinstance(v, Tensor)]
    else:
        found = []
    for at, tensor in enumerate(t for t in found if t.is_floating_point()):
        yield (path if at == 0 else f"{path}[{at}]"), tensor


@contextlib.contextmanager
def quiet(device: torch.device) -> Iterator[None]:
    """No graph and no autocast for what the probe computes inside a forward or backward pass."""
    with torch.no_grad(), torch.autocast(device.type, enabled=False):
        yield
