# SPDX-License-Identifier: Apache-2.0
"""Which tensors a model trains, and what a reader must know of each: layer, kind, shape, formats."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple

import torch
from torch import nn

from .counting import local, stride_for

Json = Dict[str, Any]

_LAYERS: Tuple[Tuple[Tuple[type, ...], str], ...] = (
    ((nn.Linear, nn.Bilinear), "linear"),
    ((nn.ConvTranspose1d, nn.ConvTranspose2d, nn.ConvTranspose3d), "conv_transpose"),
    ((nn.Conv1d,), "conv1d"),
    ((nn.Conv2d,), "conv2d"),
    ((nn.Conv3d,), "conv3d"),
    ((nn.Embedding, nn.EmbeddingBag), "embedding"),
    ((nn.MultiheadAttention,), "attention"),
    ((nn.RNNBase, nn.RNNCellBase), "rnn"),
    ((nn.LayerNorm, nn.GroupNorm, nn.LocalResponseNorm, nn.modules.batchnorm._NormBase), "norm"),
)
# Classes outside PyTorch are known by what their names say: "Conv1D" of GPT-2 is a linear layer.
_NAMES = (("conv1d", "linear"), ("linear", "linear"), ("norm", "norm"), ("embedding", "embedding"))
_CAST_BY_AUTOCAST = {"linear", "conv1d", "conv2d", "conv3d", "conv_transpose", "attention", "rnn", "other"}


def dtype_name(dtype: torch.dtype) -> str:
    """PyTorch's name of a format: "float16"."""
    return str(dtype).replace("torch.", "")


def unwrap(model: nn.Module) -> nn.Module:
    """The user's own module inside the wrappers of torch.compile, DistributedDataParallel and DataParallel."""
    return wrappers(model)[-1]


def wrappers(model: nn.Module) -> List[nn.Module]:
    """The model as it was given, and what is inside it, down to the user's own module."""
    found = [model]
    while True:
        inner = getattr(found[-1], "_orig_mod", None)
        if inner is None and isinstance(found[-1], (nn.parallel.DistributedDataParallel, nn.DataParallel)):
            inner = found[-1].module
        if not isinstance(inner, nn.Module):
            return found
        found.append(inner)


def clean_name(name: str) -> str:
    """A name without what torch.compile of a part of the model puts into it."""
    return name.replace("_orig_mod.", "").removesuffix("._orig_mod") if "_orig_mod" in name else name


def is_compiled(model: nn.Module) -> bool:
    """Whether torch.compile wraps the model or any part of it, as far as can be seen now."""
    return bool(compiled_paths(model))


def layer_kind(module: nn.Module) -> str:
    """The kind of layer, in the words of FORMAT.md."""
    for classes, kind in _LAYERS:
        if isinstance(module, classes):
            return kind
    name = type(module).__name__.lower()
    if type(module).__module__.startswith("torch.nn.modules.activation"):
        return "activation"
    return next((kind for part, kind in _NAMES if part in name), "other")


@dataclass
class Watched:
    """A trained parameter. `index` is its index in the recording and its row in the buffers of counts."""

    index: int
    name: str
    parameter: nn.Parameter
    module: str
    type: str
    layer: str
    part: str
    stride: int
    looked_at: int = 0  # weights whose update is looked at
    optimizer: Optional[int] = None
    group: Optional[int] = None
    format: Optional[str] = None
    backward: Optional[int] = None
    used_as: Set[str] = field(default_factory=set)  # the kinds of all layers that share it

    def describe(self) -> Json:
        """The tensor's object in the first header."""
        info: Json = {
            "index": self.index,
            "name": self.name,
            "module": self.module,
            "type": self.type,
            "layer": self.layer,
            "part": self.part,
            "shape": list(self.parameter.shape),
            "dtype": dtype_name(self.parameter.dtype),
        }
        if self.stride > 1:
            info["stride"] = self.stride
        if self.looked_at:
            info["updates"] = self.looked_at
        if self.optimizer is not None:
            info["optimizer"], info["group"] = self.optimizer, self.group
        return info

    def compute_dtype(self) -> torch.dtype:
        """The format in which the layer computes: autocast's where it casts this tensor, else the stored one."""
        if self.format is not None:
            named = getattr(torch, self.format)
            assert isinstance(named, torch.dtype)
            return named
        return self.parameter.dtype


@dataclass
class Catalogue:
    """All tensors of a recording. Outputs of modules are added behind the parameters as they are first seen."""

    parameters: List[Watched]
    outputs: Dict[str, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many indices are taken."""
        return len(self.parameters) + len(self.outputs)

    def by_id(self) -> Dict[int, Watched]:
        """The parameters by their identity."""
        return {id(w.parameter): w for w in self.parameters}

    def autocast_formats(self, dtype: Optional[torch.dtype], wide: Set[int]) -> None:
        """Notes the format in which each layer computes when autocast casts to `dtype` (None: it is off).
        `wide`: identities of parameters whose modules were only called where it is off."""
        for watched in self.parameters:
            if id(watched.parameter) in wide:
                continue
            stored = watched.parameter.dtype
            # Where layers share it, as an embedding and a head do, the narrowest is what its gradient passes through.
            kinds = {watched.layer, *watched.used_as} & _CAST_BY_AUTOCAST
            cast = bool(kinds - {"other"}) or ("other" in kinds and watched.parameter.dim() >= 2)
            if dtype is not None and cast and stored == torch.float32:
                watched.format = dtype_name(dtype)


def catalogue(model: nn.Module, optimizers: List[torch.optim.Optimizer], sample: int) -> Catalogue:
    """Lists the parameters of `model` that require a gradient. Counts take at most `sample` elements of each."""
    groups: Dict[int, Tuple[int, int]] = {}
    for number, optimizer in enumerate(optimizers):
        for at, group in enumerate(optimizer.param_groups):
            for parameter in group["params"]:
                groups[id(parameter)] = (number, at)
    used_as: Dict[int, Set[str]] = {}
    for module in model.modules():
        for owned in module._parameters.values():
            used_as.setdefault(id(owned), set()).add(layer_kind(module))
    watched: List[Watched] = []
    for name, module_path, module, short, parameter in _owned(model):
        if not parameter.requires_grad:
            continue
        size = local(parameter.detach()).numel()
        last = parameter.shape[-1] if parameter.dim() else 1
        part = short if short in ("weight", "bias") else "bias" if short.endswith("bias") else "other"
        optimizer_number, group_number = groups.get(id(parameter), (None, None))
        watched.append(
            Watched(
                index=len(watched),
                name=name,
                parameter=parameter,
                module=module_path,
                type=type(module).__name__,
                layer=layer_kind(module),
                part=part,
                stride=stride_for(size, last, sample),
                optimizer=optimizer_number,
                group=group_number,
                used_as=used_as[id(parameter)],
            )
        )
    return Catalogue(watched)


def _owned(model: nn.Module) -> Iterable[Tuple[str, str, nn.Module, str, nn.Parameter]]:
    """Each parameter once, in the order of named_parameters(), with the module that owns it."""
    seen = set()
    for path, module in model.named_modules():
        for short, parameter in module._parameters.items():
            if parameter is None or id(parameter) in seen:
                continue
            seen.add(id(parameter))
            clean = clean_name(path)
            yield (f"{clean}.{short}" if clean else short), clean, module, short, parameter


def compiled_paths(model: nn.Module) -> List[str]:
    """Paths of the parts of a model that torch.compile took over, "" for all of it: nothing inside them can be seen."""
    layers = wrappers(model)
    if any(hasattr(layer, "_orig_mod") for layer in layers):
        return [""]
    model = layers[-1]
    return [
        clean_name(path)
        for path, module in model.named_modules()
        if hasattr(module, "_orig_mod") or getattr(module, "_compiled_call_impl", None) is not None
    ]


def is_inside(path: str, folders: List[str]) -> bool:
    """Whether a module's path is one of `folders` or lies in one."""
    return any(f == "" or path == f or path.startswith(f + ".") for f in folders)
