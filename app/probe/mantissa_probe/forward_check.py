# SPDX-License-Identifier: Apache-2.0
"""Where inf or NaN arises in the forward pass: looked for in one step, after one whose loss or gradients were all lost."""

from __future__ import annotations

from typing import Any, Callable, List, Tuple

import torch
from torch import Tensor, nn

from .hooks import Hook, in_training, named_tensors, quiet
from .lines import Json, encode
from .ring import Ref, Ring, read
from .tensors import clean_name, compiled_paths, dtype_name, is_inside, unwrap

_MOST_NAMED = 16
_MOST_PASSES = 16  # a hopeless training is not searched for ever


class ForwardCheck:
    """Counts inf and NaN in the inputs and outputs of all modules during the first forward pass after `arm`."""

    def __init__(self, model: nn.Module, ring: Ring) -> None:
        hidden = compiled_paths(model)
        modules = [(clean_name(path), module) for path, module in unwrap(model).named_modules() if path]
        self._modules = [(path, module) for path, module in modules if not is_inside(path, hidden)]
        self._ring = ring
        self._handles: List[Any] = []
        self._found: List[Tuple[str, str, str, List[Ref]]] = []
        self.wanted = False  # set by the writer's thread, or at once where the host sees the values
        self._passes = 0
        self._again = 0  # passes that were asked for once more
        self._called = False  # since the hooks are on

    @property
    def found(self) -> bool:
        """Whether a pass has been searched and not yet sent."""
        return bool(self._found)

    def arm_if_wanted(self) -> None:
        """Puts the hooks on if something asked for it."""
        if not self.wanted or self._handles or self._passes >= _MOST_PASSES:
            return
        self.wanted = False
        self._passes += 1
        self._found = []
        self._called = False
        for path, module in self._modules:
            self._handles.append(module.register_forward_hook(Hook(module, self._hook(path))))

    def disarm(self) -> None:
        """Takes the hooks off. Where no forward pass came in between, the next one is still wanted."""
        if self._handles and not self._called and self._again < _MOST_PASSES:
            self.wanted = True
            self._passes -= 1
            self._again += 1
        for handle in self._handles:
            handle.remove()
        self._handles = []

    def _hook(self, path: str) -> Callable[[nn.Module, Any, Any], None]:
        def hook(module: nn.Module, args: Any, output: Any) -> None:
            if not in_training(module):
                return
            self._called = True
            outputs = [t for _, t in named_tensors(path, output)]
            if not outputs:
                return
            # weights that hold some already make it no more than inputs do
            inputs = [t for _, t in named_tensors(path, args)]
            inputs += [p for p in module.parameters(recurse=False) if p.device == outputs[0].device]
            with quiet(outputs[0].device):
                counts = [_total(torch.isinf, outputs), _total(torch.isnan, outputs)]
                counts.append(_total(lambda t: ~torch.isfinite(t), inputs) if inputs else torch.zeros_like(counts[0]))
                refs = self._ring.put_many(torch.stack(counts))
            self._found.append((path, type(module).__name__, dtype_name(outputs[0].dtype), refs))

        return hook

    def send(self, step: int, time: float) -> Callable[[], List[str]]:
        """The job that makes an event of what was found, also where all was finite: then it came from elsewhere. The ring
        must be flushed."""
        found, self._found = self._found, []

        def job() -> List[str]:
            counted = [(path, kind, dtype, read(refs)) for path, kind, dtype, refs in found]
            held = [c for c in counted if c[3][0] + c[3][1] > 0]
            event: Json = {"kind": "event", "event": "forward", "step": step, "time": round(time, 3)}
            if not held:
                text = "the forward pass was searched: all outputs of modules are finite"
                empty: Json = {key: [] for key in ("modules", "types", "inf", "nan", "dtypes")}
                return [encode({**event, "text": text, **empty, "held": 0})]
            source = next((c for c in held if c[3][2] == 0), None)
            where = held[0] if source is None else source
            text = f"the output of {where[0]} ({where[1]}, {where[2]}) holds inf or NaN"
            known = "its inputs and weights"
            text += f", {known} are finite" if source is not None else ", and so do its inputs or its weights"
            line: Json = {**event, "text": text}
            shown = held[:_MOST_NAMED]
            line["modules"] = [c[0] for c in shown]
            line["types"] = [c[1] for c in shown]
            line["inf"], line["nan"] = [int(c[3][0]) for c in shown], [int(c[3][1]) for c in shown]
            line["dtypes"] = [c[2] for c in shown]
            line["held"] = len(held)
            if source is not None:
                line["module"] = source[0]
                also = _own_makers(source[0], held)
                if also:
                    line["also"] = also[:_MOST_NAMED]
            return [encode(line)]

        return job


def _own_makers(source: str, held: List[Tuple[str, str, str, List[float]]]) -> List[str]:
    """Modules beside `source` whose inputs were finite; not those that only hold one that made some."""
    paths = [c[0] for c in held]
    own = [c[0] for c in held if c[3][2] == 0 and c[0] != source]
    return list(dict.fromkeys(p for p in own if not any(other.startswith(p + ".") for other in paths)))


def _total(test: Callable[[Tensor], Tensor], tensors: List[Tensor]) -> Tensor:
    return torch.stack([test(t).sum() for t in tensors]).sum().double()
