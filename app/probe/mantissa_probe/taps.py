# SPDX-License-Identifier: Apache-2.0
"""Where the probe touches a training: the scaler's methods and the optimizers' hooks. Everything is put back by `remove`."""

from __future__ import annotations

import sys
from typing import Any, Callable, Dict, List, Optional

import torch
from torch import Tensor

_UNSCALE = "_unscale_grads_"  # unscale_() and the check for fused optimizers both call it
_PICKLING = "__getstate__"
_MOST_FRAMES = 32  # between a scaler and the optimizer that it lets step


class ScalerTap:
    """Wraps methods of one scaler object (not of its class).

    - before gradients are unscaled or checked: `gradients(optimizer)`
    - after: `found(optimizer, tensors)`, the scaler's found_inf, one a device
    - after `scaler.step(optimizer)`: `stepped(optimizer)`
    - after `scaler.update()`: `updated()`

    The callbacks must not raise. What the wrapped method returns or raises passes through untouched.
    """

    def __init__(
        self,
        scaler: Any,
        gradients: Callable[[torch.optim.Optimizer], None],
        found: Callable[[torch.optim.Optimizer, List[Tensor]], None],
        stepped: Callable[[torch.optim.Optimizer], None],
        updated: Callable[[], None],
    ) -> None:
        self.scaler = scaler
        self.sees_scaled = callable(getattr(scaler, _UNSCALE, None))
        self._gradients, self._found, self._stepped, self._updated = gradients, found, stepped, updated
        self.in_step = False  # scaler.step() runs: what it unscales the loop has not changed yet
        self._names: List[str] = []
        if self.sees_scaled:
            self._wrap(_UNSCALE, self._around_unscale)
        self._wrap("step", self._around_step)
        self._wrap("update", self._around_update)
        self._keep_picklable()

    @property
    def scale(self) -> Optional[Tensor]:
        """The current scale on the device; None before the first use."""
        return _tensor(getattr(self.scaler, "_scale", None))

    @property
    def tracker(self) -> Optional[Tensor]:
        """The current growth tracker on the device; None before the first use."""
        return _tensor(getattr(self.scaler, "_growth_tracker", None))

    def remove(self) -> None:
        """Gives the scaler its own methods back."""
        for name in self._names:
            self.scaler.__dict__.pop(name, None)
        self._names = []

    def _wrap(self, name: str, around: Callable[..., Any]) -> None:
        original = getattr(self.scaler, name)

        def wrapped(*args: Any, **kwargs: Any) -> Any:
            return around(original, *args, **kwargs)

        setattr(self.scaler, name, wrapped)
        self._names.append(name)

    def _around_unscale(self, original: Callable[..., Any], optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        self._gradients(optimizer)
        result = original(optimizer, *args, **kwargs)
        self._found(optimizer, list(result.values()) if isinstance(result, dict) else [])
        return result

    def _around_step(self, original: Callable[..., Any], optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        self.in_step = True
        try:
            result = original(optimizer, *args, **kwargs)
        finally:
            self.in_step = False
        self._stepped(optimizer)
        return result

    def _around_update(self, original: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        result = original(*args, **kwargs)
        self._updated()
        return result

    def _keep_picklable(self) -> None:
        """A scaler may be pickled or copied in a checkpoint: without the probe's methods, which belong to this process."""
        scaler, names = self.scaler, self._names
        original = getattr(scaler, _PICKLING, None)

        def state() -> Dict[str, Any]:
            kept = dict(original() if callable(original) else scaler.__dict__)
            for name in names:
                kept.pop(name, None)
            return kept

        setattr(scaler, _PICKLING, state)
        names.append(_PICKLING)


class OptimizerTap:
    """Hooks before and after `optimizer.step()`. The callbacks must not raise.

    Where step() is given a closure (Lightning does so), the gradients come while it runs: `before` is called behind it.
    """

    def __init__(
        self,
        optimizer: torch.optim.Optimizer,
        before: Callable[[torch.optim.Optimizer], None],
        after: Callable[[torch.optim.Optimizer], None],
    ) -> None:
        # A compiled optimizer step would trace into the hooks.
        before, after = torch.compiler.disable(before), torch.compiler.disable(after)

        def pre(optimizer: torch.optim.Optimizer, args: Any, kwargs: Any) -> Any:
            given = kwargs.get("closure", args[1] if len(args) > 1 else None)
            if not callable(given):
                before(optimizer)
                return None

            def closure() -> Any:
                result = given()
                before(optimizer)
                return result

            if "closure" in kwargs:
                return args, {**kwargs, "closure": closure}
            return (args[0], closure, *args[2:]), kwargs

        self._handles = [
            optimizer.register_step_pre_hook(pre),
            optimizer.register_step_post_hook(lambda opt, args, kwargs: after(opt)),
        ]

    def remove(self) -> None:
        """Takes the hooks off."""
        for handle in self._handles:
            handle.remove()


def called_by_scaler() -> bool:
    """Whether a GradScaler is among those who called this."""
    frame = sys._getframe(1)
    for _ in range(_MOST_FRAMES):
        caller = frame.f_locals.get("self") if frame.f_code.co_name in ("step", "_maybe_opt_step") else None
        if callable(getattr(caller, "get_scale", None)) and callable(getattr(caller, "is_enabled", None)):
            return bool(caller.is_enabled())
        if frame.f_back is None:
            break
        frame = frame.f_back
    return False


def inner_optimizer(optimizer: Any) -> torch.optim.Optimizer:
    """The optimizer inside wrappers such as those of Accelerate and Lightning. Raises TypeError if there is none."""
    while not type(optimizer).__module__.startswith("torch.optim") and isinstance(
        getattr(optimizer, "optimizer", None), torch.optim.Optimizer
    ):
        optimizer = optimizer.optimizer
    if not isinstance(optimizer, torch.optim.Optimizer):
        raise TypeError(f"watch() needs torch optimizers, not {type(optimizer).__name__}")
    return optimizer


def inner_scaler(scaler: Any) -> Any:
    """The GradScaler inside wrappers such as timm's. Raises TypeError for what is none."""
    wanted = ("is_enabled", "step", "update", "get_scale")
    for candidate in (scaler, *(getattr(scaler, name, None) for name in ("_scaler", "scaler", "grad_scaler"))):
        if scaler is None or all(callable(getattr(candidate, name, None)) for name in wanted):
            return candidate
    raise TypeError(f"watch() needs a GradScaler, not {type(scaler).__name__}")


def is_fused(optimizer: torch.optim.Optimizer) -> bool:
    """Whether the optimizer decides on the device whether it steps, so that the host does not learn of a skip."""
    return bool(getattr(optimizer, "_step_supports_amp_scaling", False))


def _tensor(value: Any) -> Optional[Tensor]:
    return value if isinstance(value, Tensor) else None
