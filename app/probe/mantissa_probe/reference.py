# SPDX-License-Identifier: Apache-2.0
"""The probe tier: the user's closure runs the batch again in another format, and its gradients are the reference.

Everything that a pass can change is put back: gradients, buffers (running statistics), random numbers, formats.
"""

from __future__ import annotations

import contextlib
import random
import sys
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

import torch
from torch import Tensor, nn

from .columns import WIDTH
from .compare import columns, sums
from .counting import Counter, Item, elements
from .hooks import Hook
from .lines import Json, hist_lines
from .options import Closure
from .order import autocast_state
from .ring import Ring, mark, read, to_host
from .steps import Entry
from .tensors import Watched

_NARROW = (torch.float16, torch.bfloat16)


class RandomState:
    """The generators of random numbers that a pass may use, as they are now."""

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._cpu = torch.get_rng_state()
        self._cuda = torch.cuda.get_rng_state(device) if device.type == "cuda" else None
        self._python = random.getstate()
        numpy = sys.modules.get("numpy")
        self._numpy = numpy.random.get_state() if numpy is not None else None

    def restore(self) -> None:
        """Sets the generators back."""
        torch.set_rng_state(self._cpu)
        if self._cuda is not None:
            torch.cuda.set_rng_state(self._cuda, self._device)
        random.setstate(self._python)
        if self._numpy is not None:
            sys.modules["numpy"].random.set_state(self._numpy)


class Reference:
    """Compares the run's gradients with those of a closure."""

    def __init__(self, model: nn.Module, counter: Counter, ring: Ring) -> None:
        self._model, self._counter, self._ring = model, counter, ring
        self._random: Optional[RandomState] = None
        self._handle: Any = None

    def arm(self) -> None:
        """Notes the random numbers with which the next forward pass begins: dropout must fall on the same places."""
        self.disarm()
        self._random = None

        def before(module: nn.Module, args: Any) -> None:
            if self._random is None and torch.is_grad_enabled():
                self._random = RandomState(self._counter.device)

        self._handle = self._model.register_forward_pre_hook(Hook(self._model, before))

    def disarm(self) -> None:
        """Takes the hook off."""
        if self._handle is not None:
            self._handle.remove()
        self._handle = None

    def compare(
        self, closure: Closure, dtype: torch.dtype, watched: Sequence[Watched], scale: Optional[Tensor]
    ) -> Optional[Callable[[Entry], Callable[[], List[str]]]]:
        """Runs the closure and compares with the gradients that the run has now, which contain `scale`. Returns what
        makes the job, to be called after a flush of the ring."""
        with_gradient = [w for w in watched if w.parameter.grad is not None and not w.parameter.grad.is_sparse]
        own = [elements(w.parameter.grad) for w in with_gradient if w.parameter.grad is not None]
        exact = gradients_of(self._model, closure, [w.parameter for w in with_gradient], dtype, self._random)
        self._random = None
        present = [i for i, e in enumerate(exact) if e is not None]
        if not present:
            return None
        device = self._counter.device
        rows = torch.zeros(len(present), WIDTH, dtype=torch.int32, device=device)
        stats = torch.zeros(len(present), 2, dtype=torch.float64, device=device)
        unscale = None if scale is None else scale.double().reciprocal()
        refs, items = [], []
        for at, i in enumerate(present):
            values = elements(exact[i])  # type: ignore[arg-type]
            refs.append(self._ring.put_many(sums(own[i], values, unscale)))
            items.append(Item(at, values, with_gradient[i].stride))
        self._counter.count(items, rows, stats)
        hosts = (to_host(rows), to_host(stats))
        event = mark(device)
        index = [with_gradient[i].index for i in present]
        dtypes = [item.values.dtype for item in items]
        name = str(dtype).replace("torch.", "")

        def make(entry: Entry) -> Callable[[], List[str]]:
            def job() -> List[str]:
                if event is not None:
                    event.synchronize()
                base: Json = {
                    "kind": "hist",
                    "step": entry.number,
                    "role": "gradient",
                    "tier": "probe",
                    "reference": name,
                }
                return hist_lines(base, index, hosts[0], hosts[1], dtypes, None, columns([read(r) for r in refs]))

            return job

        return make


def gradients_of(
    model: nn.Module,
    closure: Closure,
    parameters: Sequence[nn.Parameter],
    dtype: torch.dtype,
    start: Optional[RandomState] = None,
) -> List[Optional[Tensor]]:
    """The gradients of the loss that `closure` returns, in `dtype`: float32 with FP32 weights and no autocast, bfloat16
    with autocast. The closure may have called backward() itself. `start`: random numbers to begin with. Everything is
    as before afterwards, also where the closure raises. Raises ValueError where the closure itself turns autocast on.
    """
    kept = [p.grad for p in model.parameters()]
    now = RandomState(parameters[0].device)
    buffers = [(b, b.detach().clone()) for b in model.buffers()]
    try:
        for parameter in model.parameters():
            parameter.grad = None
        if start is not None:
            start.restore()
        with _format(model, dtype), torch.enable_grad():
            loss = closure()
            if any(p.grad is not None for p in model.parameters()):
                return [p.grad for p in parameters]
            return list(torch.autograd.grad(loss, list(parameters), allow_unused=True))
    finally:
        for parameter, gradient in zip(model.parameters(), kept):
            parameter.grad = gradient
        with torch.no_grad():
            for buffer, before in buffers:
                buffer.copy_(before)
        now.restore()


@contextlib.contextmanager
def _format(model: nn.Module, dtype: torch.dtype) -> Iterator[None]:
    """Runs the model in a format: FP32 products are FP32's (not TF32's), 16-bit weights are FP32 for the time."""
    device = next(model.parameters()).device.type
    wide = dtype == torch.float32
    narrow: Dict[nn.Parameter, Tensor] = {p: p.data for p in model.parameters() if wide and p.dtype in _NARROW}
    halves: List[Tuple[Tensor, Tensor]] = [(b, b.data) for b in model.buffers() if wide and b.dtype in _NARROW]
    handle = model.register_forward_pre_hook(_widened) if narrow else None
    check = model.register_forward_pre_hook(_asserting(device, dtype))
    autocast = torch.autocast(device, dtype=torch.bfloat16, enabled=not wide, cache_enabled=False)
    try:
        for parameter in narrow:
            parameter.data = parameter.data.float()
        for buffer, _ in halves:
            buffer.data = buffer.data.float()
        with autocast, _no_tf32(wide):
            yield
    finally:
        check.remove()
        if handle is not None:
            handle.remove()
        for parameter, data in narrow.items():
            parameter.data = data
        for buffer, data in halves:
            buffer.data = data


def _asserting(device: str, dtype: torch.dtype) -> Callable[[nn.Module, Any], None]:
    def check(module: nn.Module, args: Any) -> None:
        enabled, found = autocast_state(device)
        if enabled and found != dtype:
            raise ValueError(
                f"the reference closure turns autocast to {found} on; it must leave the format to the probe"
            )

    return check


def _widened(module: nn.Module, args: Tuple[Any, ...]) -> Tuple[Any, ...]:
    return tuple(a.float() if isinstance(a, Tensor) and a.dtype in _NARROW else a for a in args)


@contextlib.contextmanager
def _no_tf32(wide: bool) -> Iterator[None]:
    if not wide:
        yield
        return
    products, convolutions = torch.get_float32_matmul_precision(), torch.backends.cudnn.allow_tf32
    try:
        torch.set_float32_matmul_precision("highest")
        torch.backends.cudnn.allow_tf32 = False
        yield
    finally:
        torch.set_float32_matmul_precision(products)
        torch.backends.cudnn.allow_tf32 = convolutions
