# SPDX-License-Identifier: Apache-2.0
"""The local shadow: weight gradients of a few layers computed again in FP64, from the layer's own input and the gradient
of its output. It shows what that one product lost, and nothing of what was lost before.

A block of the weights is computed, not all: a product is then small, and so is the memory.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import torch
from torch import Tensor, nn
from torch.nn.grad import conv2d_weight

from .columns import WIDTH
from .compare import columns, sums
from .counting import Counter, Item
from .hooks import Hook, in_training, quiet
from .lines import Json, hist_lines
from .ring import Ring, mark, read, to_host
from .steps import Entry
from .tensors import Catalogue, Watched, compiled_paths, is_inside, unwrap

_BLOCK = (64, 256)  # outputs and inputs of a block
_WORK = 1 << 27  # floating-point operations for one layer and one pass
_ELEMENTS = 1 << 16  # of the input at once, a convolution's once for each of its taps


class _Layer:
    """A layer while it is looked at: which block of its weights, and the sum over the step's backward passes."""

    def __init__(self, watched: Watched, module: nn.Module, turn: int) -> None:
        self.watched, self.module = watched, module
        outputs, inputs = watched.parameter.shape[:2]
        self.size = [min(_BLOCK[0], outputs), min(_BLOCK[1], inputs)]
        self.start = [
            turn * self.size[0] % (outputs - self.size[0] + 1),
            turn * self.size[1] % (inputs - self.size[1] + 1),
        ]
        self.sum: Optional[Tensor] = None
        self.spoilt = False  # an input was changed in place before the backward pass came

    @property
    def ready(self) -> bool:
        """Whether there is something to compare."""
        return self.sum is not None and not self.spoilt and self.watched.parameter.grad is not None

    def block(self, tensor: Tensor) -> Tensor:
        """The block of a tensor of the weight's shape."""
        return tensor.narrow(0, self.start[0], self.size[0]).narrow(1, self.start[1], self.size[1])

    def shrink(self, work: int, room: int) -> None:
        """Makes the block smaller until its product is cheap: `work` operations for one weight and all its taps, `room`
        elements for one of its inputs."""
        if self.sum is not None:
            return
        while self.size[1] > 1 and self.size[1] * room > _ELEMENTS:
            self.size[1] //= 2
        while self.size[0] * self.size[1] * work > _WORK and max(self.size) > 1:
            larger = 0 if self.size[0] >= self.size[1] else 1
            self.size[larger] = max(1, self.size[larger] // 2)


class LocalShadow:
    """Looks at `count` layers in each sampled step, in turn."""

    def __init__(self, model: nn.Module, catalogue: Catalogue, counter: Counter, ring: Ring, count: int) -> None:
        self._counter, self._ring, self._count = counter, ring, count
        self._able = _able(model, catalogue)
        self._next = 0
        self._layers: List[_Layer] = []
        self._handles: List[Any] = []

    def arm(self) -> None:
        """Chooses the next layers, of those that compute in 16 bits, and puts the hooks on."""
        self.disarm()
        able = [(w, m) for w, m in self._able if w.compute_dtype() in (torch.float16, torch.bfloat16)]
        self._layers = []
        for _ in range(min(self._count, len(able))):
            watched, module = able[self._next % len(able)]
            layer = _Layer(watched, module, self._next // len(able))
            self._next += 1
            self._layers.append(layer)
            self._handles.append(module.register_forward_hook(Hook(module, self._hook(layer))))

    def disarm(self) -> None:
        """Takes the hooks off."""
        for handle in self._handles:
            handle.remove()
        self._handles = []

    def _hook(self, layer: _Layer) -> Callable[[nn.Module, Any, Any], None]:
        def forward(module: nn.Module, args: Any, output: Any) -> None:
            if not in_training(module):
                return
            if not (args and isinstance(args[0], Tensor) and isinstance(output, Tensor) and output.requires_grad):
                return
            # The hook lives as long as the graph, which the user's loss holds; the input must not.
            kept = [args[0].detach()]
            version = kept[0]._version

            def backward(gradient: Tensor) -> None:
                if not kept:
                    return
                given = kept.pop()
                if given._version != version:
                    layer.spoilt = True
                    return
                with quiet(gradient.device):
                    _add(layer, given, gradient)

            output.register_hook(backward)

        return forward

    def compare(
        self, watched: Sequence[Watched], scale: Optional[Tensor]
    ) -> Optional[Callable[[Entry], Callable[[], List[str]]]]:
        """Compares with the gradients that the run has now, of some parameters. Returns what makes the job, to be called after a flush of
        the ring; None where nothing was seen."""
        now = {w.index for w in watched}
        layers = [x for x in self._layers if x.watched.index in now and x.ready]
        self._layers = [x for x in self._layers if x.watched.index not in now]
        if not layers:
            return None
        device = self._counter.device
        rows = torch.zeros(len(layers), WIDTH, dtype=torch.int32, device=device)
        stats = torch.zeros(len(layers), 2, dtype=torch.float64, device=device)
        unscale = None if scale is None else scale.double().reciprocal()
        refs = []
        items = []
        for at, layer in enumerate(layers):
            assert layer.sum is not None and layer.watched.parameter.grad is not None
            exact = layer.sum if unscale is None else layer.sum * unscale
            run = layer.block(layer.watched.parameter.grad.detach()).reshape(-1)
            refs.append(self._ring.put_many(sums(run, exact.view(-1), unscale)))
            items.append(Item(at, exact.view(-1), 1))
            layer.sum = None
        self._counter.count(items, rows, stats)
        host = (to_host(rows), to_host(stats))
        event = mark(device)
        index = [x.watched.index for x in layers]
        counted = [x.size[0] * x.size[1] * _taps(x.watched.parameter) for x in layers]

        def make(entry: Entry) -> Callable[[], List[str]]:
            def job() -> List[str]:
                if event is not None:
                    event.synchronize()
                base: Json = {"kind": "hist", "step": entry.number, "role": "gradient", "tier": "local"}
                base["reference"] = "float64"
                extra = columns([read(r) for r in refs])
                return hist_lines(base, index, host[0], host[1], [torch.float64] * len(index), counted, extra)

            return job

        return make


def _able(model: nn.Module, catalogue: Catalogue) -> List[Tuple[Watched, nn.Module]]:
    """Linear and plain 2-D convolution layers whose weight is theirs alone, outside of compiled code."""
    hidden = compiled_paths(model)
    owners: Dict[int, int] = {}
    for module in unwrap(model).modules():
        for parameter in module._parameters.values():
            if parameter is not None:
                owners[id(parameter)] = owners.get(id(parameter), 0) + 1
    watched = catalogue.by_id()
    found = []
    for module in unwrap(model).modules():
        convolution = isinstance(module, nn.Conv2d) and module.groups == 1 and not isinstance(module.padding, str)
        if not isinstance(module, nn.Linear) and not (convolution and module.padding_mode == "zeros"):
            continue
        one = watched.get(id(module.weight))
        if one is None or owners[id(module.weight)] > 1 or not one.parameter.numel():
            continue
        if not is_inside(one.module, hidden):
            found.append((one, module))
    return found


def _taps(weight: Tensor) -> int:
    return int(weight.shape[2:].numel())


def _add(layer: _Layer, given: Tensor, gradient: Tensor) -> None:
    """Adds one backward pass's part of the weight gradient."""
    weight = layer.watched.parameter
    convolution = isinstance(layer.module, nn.Conv2d)
    if not convolution:
        given, gradient = given.reshape(-1, given.shape[-1]), gradient.reshape(-1, gradient.shape[-1])
    elif given.dim() == 3:
        given, gradient = given.unsqueeze(0), gradient.unsqueeze(0)
    places = gradient.numel() // gradient.shape[1]
    room = places // len(gradient) * _taps(weight)  # of one input channel, unfolded, of one image
    layer.shrink(2 * places * _taps(weight), room if convolution else 1)
    if layer.sum is None:
        layer.sum = torch.zeros(*layer.size, *weight.shape[2:], dtype=torch.float64, device=weight.device)
    inputs = given.narrow(1, layer.start[1], layer.size[1])
    outputs = gradient.narrow(1, layer.start[0], layer.size[0])
    at_once = max(1, _ELEMENTS // max(1, layer.size[1] * room if convolution else inputs.shape[1]))
    for x, g in zip(inputs.split(at_once), outputs.split(at_once)):
        if convolution:
            layer.sum += conv2d_weight(
                x.double(),
                list(layer.sum.shape),
                g.double(),
                stride=layer.module.stride,
                padding=layer.module.padding,
                dilation=layer.module.dilation,
            )
        else:
            layer.sum.addmm_(g.double().t(), x.double())
