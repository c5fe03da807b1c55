# SPDX-License-Identifier: Apache-2.0
"""Outputs of modules and their gradients, counted in sampled steps: by forward hooks, and by hooks on the tensors.

Full backward hooks are not used: they put a function behind each module's output, which an in-place ReLU then refuses.
"""

from __future__ import annotations

import fnmatch
from typing import Any, Callable, Dict, List, Tuple

import torch
from torch import Tensor, nn

from .columns import WIDTH
from .counting import Counter, Item, elements, stride_for
from .hooks import Hook, in_training, named_tensors, quiet
from .lines import Json, hist_lines, number
from .options import Patterns
from .ring import mark, read, to_host
from .steps import Entry
from .tensors import Catalogue, clean_name, compiled_paths, dtype_name, is_inside, layer_kind, unwrap

_MOST = 1 << 16  # elements of one output that are counted: outputs are large, and there are as many as layers


class _Role:
    """The rows of one role, as many as there are outputs; they grow when a new one is seen."""

    def __init__(self, device: torch.device) -> None:
        self.rows = torch.zeros(0, WIDTH, dtype=torch.int32, device=device)
        self.stats = torch.zeros(0, 2, dtype=torch.float64, device=device)
        self.counted: Dict[int, int] = {}
        self.dtypes: Dict[int, torch.dtype] = {}

    def clear(self) -> None:
        self.rows.zero_()
        self.stats.zero_()
        self.counted = {}

    def grow(self, size: int) -> None:
        missing = size - self.rows.shape[0]
        if missing > 0:
            self.rows = torch.cat([self.rows, self.rows.new_zeros(missing, WIDTH)])
            self.stats = torch.cat([self.stats, self.stats.new_zeros(missing, 2)])

    def add(self, at: int, tensor: Tensor, counter: Counter) -> None:
        """Adds a tensor's counts: with gradient accumulation an output comes several times in a step."""
        values = elements(tensor)
        if not values.numel():
            return
        stride = stride_for(values.numel(), tensor.shape[-1] if tensor.dim() else 1, _MOST)
        row, stat = self.rows.new_zeros(1, WIDTH), self.stats.new_zeros(1, 2)
        counter.count([Item(0, values, stride)], row, stat)
        self.rows[at] += row[0]
        self.stats[at, 0] = torch.maximum(self.stats[at, 0], stat[0, 0])
        self.stats[at, 1] += stat[0, 1]
        self.counted[at] = self.counted.get(at, 0) + -(-values.numel() // stride)
        self.dtypes[at] = tensor.dtype


class Activations:
    """Counts what passes through some modules while it is armed."""

    def __init__(self, model: nn.Module, patterns: Patterns, catalogue: Catalogue, counter: Counter) -> None:
        self._catalogue, self._counter = catalogue, counter
        hidden = compiled_paths(model)
        modules = [(clean_name(path), module) for path, module in unwrap(model).named_modules()]
        chosen = [(path, module) for path, module in modules if _matches(path, module, patterns)]
        self._modules = [(path, module) for path, module in chosen if not is_inside(path, hidden)]
        self.hidden = [path for path, _ in chosen if is_inside(path, hidden)]
        self.outputs, self.gradients = _Role(counter.device), _Role(counter.device)
        self._forward: Dict[str, int] = {}
        self._handles: List[Any] = []
        self.fresh: List[Json] = []  # tensors that no header has named yet

    def arm(self) -> None:
        """Puts the hooks on, before a step that is sampled."""
        self.disarm()
        self.outputs.clear()
        self.gradients.clear()
        for path, module in self._modules:
            self._handles.append(module.register_forward_hook(Hook(module, self._hook(path))))

    def disarm(self) -> None:
        """Takes the hooks off."""
        for handle in self._handles:
            handle.remove()
        self._handles = []

    def _hook(self, path: str) -> Callable[[nn.Module, Any, Any], None]:
        def hook(module: nn.Module, args: Any, output: Any) -> None:
            if in_training(module):
                for name, tensor in named_tensors(path, output):
                    with quiet(tensor.device):
                        self._seen(name, module, tensor)

        return hook

    def _seen(self, name: str, module: nn.Module, tensor: Tensor) -> None:
        at = self._row(name, module, tensor)
        self.outputs.add(at, tensor, self._counter)
        if tensor.requires_grad:
            tensor.register_hook(lambda gradient: self._seen_gradient(at, gradient))

    def _seen_gradient(self, at: int, gradient: Tensor) -> None:
        with quiet(gradient.device):
            self.gradients.add(at, gradient, self._counter)

    def _row(self, name: str, module: nn.Module, tensor: Tensor) -> int:
        if name not in self._catalogue.outputs:
            index = self._catalogue.size
            self._catalogue.outputs[name] = index
            self.fresh.append(
                {
                    "index": index,
                    "name": name,
                    "module": name.split("[")[0] if name.endswith("]") else name,
                    "type": type(module).__name__,
                    "layer": layer_kind(module),
                    "part": "output",
                    "shape": list(tensor.shape),
                    "dtype": dtype_name(tensor.dtype),
                    "forward": len(self._catalogue.outputs) - 1,
                }
            )
        at = self._catalogue.outputs[name] - len(self._catalogue.parameters)
        self.outputs.grow(at + 1)
        self.gradients.grow(at + 1)
        return at

    def send(self, entry: Entry) -> Callable[[], List[str]]:
        """Starts the copy of the counts and returns the job that makes lines of them."""
        roles: List[Tuple[str, Dict[int, int], Dict[int, torch.dtype], Tensor, Tensor]] = []
        device = self._counter.device
        for role, part in (("activation", self.outputs), ("activation_gradient", self.gradients)):
            copies = [to_host(part.rows), to_host(part.stats)]
            roles.append((role, dict(part.counted), dict(part.dtypes), copies[0], copies[1]))
        event = mark(device)
        offset, number_in = len(self._catalogue.parameters), entry.number

        def job() -> List[str]:
            if event is not None:
                event.synchronize()
            lines: List[str] = []
            scale = read([entry.scale])[0] if entry.scale is not None else 1.0
            for role, counted, dtypes, rows, stats in roles:
                places = sorted(counted)
                if not places:
                    continue
                base: Json = {"kind": "hist", "step": number_in, "role": role}
                if role == "activation_gradient" and scale != 1.0:
                    base["scale"] = number(scale, 9)
                at = torch.tensor(places, device="cpu")
                index, sizes = [offset + p for p in places], [counted[p] for p in places]
                lines += hist_lines(base, index, rows[at], stats[at], [dtypes[p] for p in places], sizes)
            return lines

        return job


def _matches(path: str, module: nn.Module, patterns: Patterns) -> bool:
    if isinstance(patterns, bool):
        return patterns and path != "" and not any(True for _ in module.children())
    return any(fnmatch.fnmatchcase(path, pattern) for pattern in patterns)
