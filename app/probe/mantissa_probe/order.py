# SPDX-License-Identifier: Apache-2.0
"""What the first step shows: the order in which gradients become ready, and what autocast casts to.

The hooks leave when the first gradients are there. No module inside nn.TransformerEncoder and the like gets one: a hook
would turn off their fused inference, and an evaluation before the first step would give other numbers.
"""

from __future__ import annotations

import weakref
from typing import Any, Callable, Dict, List, Optional, Tuple

import torch
from torch import nn

from .hooks import Hook
from .lines import Json
from .tensors import Catalogue, dtype_name, is_compiled, unwrap

_FUSED_INFERENCE = (nn.TransformerEncoder, nn.TransformerEncoderLayer, nn.MultiheadAttention)


class FirstStep:
    """Watches one step. `finish` takes the hooks off and returns the header line that tells what was seen.

    `called`: whether a module of the model was called in it; compiled code calls none.
    """

    def __init__(self, model: nn.Module, catalogue: Catalogue, device: torch.device) -> None:
        self._catalogue, self._device = catalogue, device
        self.called = False
        self._ready: Dict[int, None] = {}
        # autocast: as it is now, in the forward pass of a module, and where the loop turned it on
        self._now = autocast_state(device.type)
        self._autocast: Optional[Tuple[bool, torch.dtype]] = None
        self._entered: Optional[Tuple[bool, torch.dtype]] = None
        # Parameters by their identity: whether autocast was on in any call of a module that owns them. Where it was
        # turned on inside that module's own forward pass (a decorated one), `_inside` tells which one that is.
        self._cast: Dict[int, bool] = {}
        self._inside: List[nn.Module] = []
        _watch_autocast(self)
        self._handles: List[Any] = []
        # The model itself may never be called: Lightning calls its parts.
        self._on_modules: List[Any] = []
        for m in _hookable(model):
            self._on_modules.append(m.register_forward_pre_hook(Hook(m, self._forward)))
            self._on_modules.append(m.register_forward_hook(Hook(m, self._leave)))
        self._could_call = bool(self._on_modules)
        if not is_compiled(model):  # compiled code hands all gradients over at its end
            for watched in catalogue.parameters:
                hook = Hook(watched.parameter, _noting(self._ready, watched.index))
                self._handles.append(watched.parameter.register_post_accumulate_grad_hook(hook))

    def _forward(self, module: nn.Module, args: Any) -> None:
        if not torch.is_grad_enabled():
            return
        self.called = True
        if self._autocast is None or not self._autocast[0]:
            self._autocast = autocast_state(self._device.type)
        self._inside.append(module)
        self._note(module, autocast_state(self._device.type)[0])

    def _leave(self, module: nn.Module, args: Any, output: Any) -> None:
        if any(m is module for m in self._inside):
            while self._inside.pop() is not module:  # one whose forward pass raised is left, too
                pass

    def _note(self, module: nn.Module, on: bool) -> None:
        for parameter in module._parameters.values():
            self._cast[id(parameter)] = on or self._cast.get(id(parameter), False)

    def entered(self) -> None:
        """Autocast was turned on or off."""
        state = autocast_state(self._device.type)
        if torch.is_grad_enabled() and state[0]:
            self._entered = state
            if self._inside:
                self._note(self._inside[-1], True)

    def remove(self) -> None:
        """Takes the hooks off."""
        self._leave_modules()
        for handle in self._handles:
            handle.remove()
        self._handles = []

    def _leave_modules(self) -> None:
        _leave_autocast(self)
        for handle in self._on_modules:
            handle.remove()
        self._on_modules = []
        self._inside = []

    def see(self) -> None:
        """Fills what is known into the catalogue when the first gradients are there."""
        self._leave_modules()  # what calls the model from now on is not the first forward pass
        if self._autocast is None:
            self._autocast = self._entered or self._now
        for at, index in enumerate(self._ready):
            self._catalogue.parameters[index].backward = at
        if self._autocast is not None and self._autocast[0]:
            wide = {parameter for parameter, on in self._cast.items() if not on}
            self._catalogue.autocast_formats(self._autocast[1], wide)

    def finish(self) -> Json:
        """Fills the order into the catalogue. Parameters that had no gradient have no place in it."""
        self.remove()
        parameters = self._catalogue.parameters
        # A model that was compiled after watch() calls no hook, and hands all gradients over at its end.
        observed = bool(self._ready) and self.called
        line: Json = {"kind": "header", "order": "observed" if observed else "registration"}
        order = [parameters[i] for i in self._ready] if observed else parameters[::-1]
        if self._autocast is not None:
            enabled, dtype = self._autocast
            line["autocast"] = {"enabled": enabled}
            if enabled:
                line["autocast"].update(dtype=dtype_name(dtype), device=self._device.type)
        if not self.called and self._could_call:
            line["compiled"] = True
        # Autograd runs backward what ran forward, so a module's place in the forward pass is its place from the end.
        modules = list(dict.fromkeys(w.module for w in reversed(order)))
        place = {module: at for at, module in enumerate(modules)}
        line["tensors"] = []
        for at, watched in enumerate(order):
            watched.backward = at
            info: Json = {"index": watched.index, "forward": place[watched.module], "backward": at}
            if watched.format is not None:
                info["format"] = watched.format
            line["tensors"].append(info)
        return line


_watching: "weakref.WeakSet[FirstStep]" = weakref.WeakSet()
_enter: Callable[[Any], Any] = torch.autocast.__enter__  # as it was when the first began to watch


def _entering(context: Any) -> Any:
    result = _enter(context)
    for first in list(_watching):
        first.entered()
    return result


def _watch_autocast(first: FirstStep) -> None:
    """Tells it where `with torch.autocast(...)` begins: of compiled code nothing else tells what it runs in."""
    global _enter
    _watching.add(first)
    if torch.autocast.__enter__ is not _entering:
        _enter = torch.autocast.__enter__
        torch.autocast.__enter__ = _entering  # type: ignore[method-assign]


def _leave_autocast(first: FirstStep) -> None:
    _watching.discard(first)
    if not _watching and torch.autocast.__enter__ is _entering:  # else somebody has wrapped it once more
        torch.autocast.__enter__ = _enter  # type: ignore[method-assign]


def autocast_state(device: str) -> Tuple[bool, torch.dtype]:
    """Whether autocast is on for a kind of device, and its format. PyTorch 2.3 has other names for the question."""
    if device == "cuda":
        return torch.is_autocast_enabled(), torch.get_autocast_gpu_dtype()
    if hasattr(torch, "get_autocast_dtype"):
        return torch.is_autocast_enabled(device), torch.get_autocast_dtype(device)
    return torch.is_autocast_cpu_enabled(), torch.get_autocast_cpu_dtype()


def _hookable(model: nn.Module) -> List[nn.Module]:
    """The model as it was given, and all modules with parameters of their own, without those of fused inference."""
    found = [] if isinstance(model, _FUSED_INFERENCE) else [model]

    def visit(module: nn.Module) -> None:
        if isinstance(module, _FUSED_INFERENCE):
            return
        if module is not model and any(p is not None for p in module._parameters.values()):
            found.append(module)
        for child in module.children():
            visit(child)

    visit(unwrap(model))
    return found


def _noting(ready: Dict[int, None], index: int) -> Callable[[torch.Tensor], None]:
    def note(_: torch.Tensor) -> None:
        ready.pop(index, None)  # with several backward passes the last one counts
        ready[index] = None

    return note
