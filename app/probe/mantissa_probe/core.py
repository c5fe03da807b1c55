# SPDX-License-Identifier: Apache-2.0
"""The probe's inside: follows the steps of a training and hands what it sees to the recording."""

from __future__ import annotations

import atexit
import contextlib
import math
import sys
import weakref
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import torch
from torch import Tensor, nn

from .clipping import ClipTap, Look
from .counting import Counter, DeviceCounter
from .culprits import nonfinite_counts, nonfinite_flags
from .extras import Extras
from .guard import guarded
from .header import first_header, probe_settings
from .options import Closure, Options
from .order import FirstStep, autocast_state
from .ranks import Ranks
from .recorder import Recorder, ending
from .ring import Ring
from .samples import Counts
from .steps import Culprits, Entry, StepLines, Value
from .taps import OptimizerTap, ScalerTap, called_by_scaler, is_fused
from .tensors import catalogue, unwrap
from .updates import UpdateWatch
from .writer import Writer

_live: "weakref.WeakSet[Core]" = weakref.WeakSet()


def _end_recording(path: Path) -> bool:
    """Ends the recording of this process that writes to `path`, if there is one: a notebook's cell that is run again."""
    writers = ((core, core.recorder.writer) for core in list(_live) if core.alive)
    older = [core for core, writer in writers if writer.owned and writer.path.absolute() == path.absolute()]
    for core in older:
        core.close("closed")
    return bool(older)


def host_sees(device: torch.device) -> bool:
    """Whether the host may read a device's values: it has to wait for none. Tests of a card's way say no for the processor."""
    return device.type == "cpu"


class Core:
    """Follows one training. Methods without an underscore are called by the taps and by `Probe`; none of them raises."""

    def __init__(self, model: nn.Module, optimizers: List[torch.optim.Optimizer], options: Options) -> None:
        self.options = options
        self.alive = True
        self.catalogue = catalogue(unwrap(model), optimizers, options.sample)
        if not self.catalogue.parameters:
            raise ValueError("the model has no parameter that requires a gradient")
        self._optimizers = optimizers
        self._number = {id(o): i for i, o in enumerate(optimizers)}
        self.device = self.catalogue.parameters[0].parameter.device
        self.host_sees = host_sees(self.device)
        self.ranks = Ranks(model, self.catalogue.parameters, options.parallel)
        self.steps = 0
        self._entry: Optional[Entry] = None  # the step that runs
        self._last: Optional[Entry] = None  # the step before, to which something may still be logged
        self._early: List[Tuple[str, Value]] = []  # logged, for the step to come
        self._is_early: Dict[str, bool] = {}  # scalars that are logged before their step's gradients
        self._said: set[str] = set()
        size = len(self.catalogue.parameters)
        self._replaces = _end_recording(path := self.ranks.path(options.path))
        self.recorder = Recorder(
            Writer(path),
            Ring(self.device, max(1024, 8 * size)),
            StepLines(self.catalogue.parameters, len(optimizers), weakref.WeakMethod(self._look_forward)),
        )
        counter = Counter(self.device) if self.host_sees else DeviceCounter(self.device)
        self._counts = Counts(self.catalogue, counter) if self.ranks.counts_parameters else None
        self._extras = Extras(model, options, self.catalogue, counter, self.recorder.ring)
        here = [w for w in self.catalogue.parameters if w.parameter.device == self.device]
        self._owned = [[w for w in here if w.optimizer == i] for i in range(len(optimizers))]
        self._loose = [w for w in here if w.optimizer is None]
        self._updates = [
            UpdateWatch(o, w, options.update_sample, self.host_sees) for o, w in zip(optimizers, self._owned)
        ]
        self._first: Optional[FirstStep] = None
        self.scaler: Optional[ScalerTap] = None
        self._taps: List[Union[OptimizerTap, ClipTap]] = []
        self._looks: Dict[int, Look] = {}  # by optimizer, at gradients that its loop has clipped since
        self._sizes: List[int] = []  # how many parameters each optimizer had
        _live.add(self)

    def __del__(self) -> None:
        # The model and its optimizer are gone, and with them the hooks that held this: the recording ends here.
        if getattr(self, "alive", False) and hasattr(self, "recorder"):
            self.close("closed")

    @guarded
    def start(self, model: nn.Module, scaler: Any) -> None:
        """Puts the hooks on and writes the header."""
        self._first = FirstStep(model, self.catalogue, self.device)
        if scaler is not None and bool(scaler.is_enabled()):
            self.scaler = ScalerTap(scaler, self.before_unscale, self.found, self.scaler_stepped, self.updated)
        for optimizer in self._optimizers:
            self._taps.append(OptimizerTap(optimizer, self.before_step, self.after_step))
        if self.scaler is None:  # else they are seen before the loop unscales them, and so before it clips
            self._taps.append(ClipTap(self.before_clip))
        known = probe_settings(self.options, self.ranks, self.scaler)
        self.recorder.header(
            first_header(self.ranks.run, model, self._optimizers, scaler, self.catalogue, self.device, known)
        )
        self._first_notes()
        self._extras.arm(sampled=True)

    def _first_notes(self) -> None:
        if self.scaler is not None and not self.scaler.sees_scaled:
            self.note(
                f"{type(self.scaler.scaler).__name__} of torch {torch.__version__} has no _unscale_grads_: gradients are"
                " seen as the optimizer sees them, without the loss scale"
            )
        if self.ranks.parallel != "none":
            self._extras.without_references("with several processes a gradient is not of this process's batch alone")
        for text in self._extras.notes:
            self.note(text, speak=not text.startswith("no local shadow"))
        if not any(self._owned):
            self.note("no parameter of the model is in an optimizer that watch() was given: updates are not seen")
        self._sizes = [self._size(o) for o in self._optimizers]
        if any(w.parameter.device != self.device for w in self.catalogue.parameters):
            self.note(f"only the tensors on {self.device} are counted; the model has others on other devices")
        if self.recorder.writer.renamed is not None:
            what = "the recording of an earlier watch(), which is ended," if self._replaces else "an older file"
            self.note(f"{what} of the same name is now {self.recorder.writer.renamed.name}", speak=self._replaces)

    # ------------------------------------------------------------------------------------------- the taps' callbacks

    @guarded
    def before_unscale(self, optimizer: torch.optim.Optimizer) -> None:
        """The gradients of an optimizer are complete, and still scaled."""
        number = self._number.get(id(optimizer))
        if number is not None:
            early = self.scaler is not None and not self.scaler.in_step
            self._gradients(number, scaled=True, early=early)

    @guarded
    def found(self, optimizer: torch.optim.Optimizer, found_inf: List[Tensor]) -> None:
        """The scaler has looked for inf and NaN."""
        number = self._number.get(id(optimizer))
        if self._entry is not None and number is not None:
            self._entry.found[number] = [self.recorder.ring.put(f) for f in found_inf]
            self._entry.found_inf[number] = found_inf
            # Where the loop unscales by itself, before it clips: a norm that is no number makes NaN of every gradient.
            early = self.scaler is not None and not self.scaler.in_step
            if early and self._found_on_host(self._entry, number):
                with self._exact():
                    self._name_culprits(self._entry, number, exact=True)

    @guarded
    def before_step(self, optimizer: torch.optim.Optimizer) -> None:
        """An optimizer is about to change its weights."""
        number = self._number[id(optimizer)]
        entry = self._entry
        if self.scaler is None and self.steps == 0 and called_by_scaler():
            self.note(
                "a GradScaler lets the optimizer step, and watch() was not given it: skipped steps are not seen, and"
                " gradients are seen without the loss scale. watch(…, scaler=scaler) sees both"
            )
        if entry is None or number not in entry.seen or number in entry.stepped:
            look = self._looks.pop(number, None)
            counted = look is not None and look.holds()
            if look is not None and not counted:
                self._extras.forget()
            self._gradients(number, scaled=False, counted=counted)
        entry = self._entry
        if entry is not None and entry.sampled and self._counts is not None:
            with self._exact():
                self._updates[number].before()

    @guarded
    def before_clip(self, gradients: Sequence[Tensor], passes: int) -> None:
        """The loop is about to clip these gradients: where their step would be sampled, they are counted now."""
        clipped = {id(g) for g in gradients}
        for number in (n for n, o in enumerate(self._owned) if any(id(w.parameter.grad) in clipped for w in o)):
            look = self._looks.get(number)
            if look is not None and look.holds():
                look.passes += passes
            elif self._entry is None or number not in self._entry.seen:
                self._look(number, passes)

    def _look(self, number: int, passes: int) -> None:
        entry = self._entry
        if not (self.options.is_sampled(self.steps + 1) if entry is None else entry.sampled):
            return
        # One that does not hold any more was of a step that was left out, or of a part of the backward passes.
        again = self._looks.pop(number, None) is not None
        if again:
            self._looks.clear()
            self._extras.forget()
        if self._first is not None:
            self._first.see()
        self._extras.disarm()
        with self._exact():
            self._sample(number, False, entry is None and not self._looks, compare=not again)
        self._looks[number] = Look([w.parameter for w in self._owned[number]], passes)

    @guarded
    def after_step(self, optimizer: torch.optim.Optimizer) -> None:
        """An optimizer has changed its weights, or a fused one has decided on the device not to."""
        number, entry = self._number[id(optimizer)], self._entry
        if entry is None:
            return
        entry.stepped.add(number)
        if entry.sampled and self._counts is not None and not self._found_on_host(entry, number):
            with self._exact():
                self._counts.count_updates(self._updates[number])
        if self.scaler is None and len(entry.stepped) == len(self._optimizers):
            self._end_step()

    @guarded
    def scaler_stepped(self, optimizer: torch.optim.Optimizer) -> None:
        """The scaler has let an optimizer step, or has skipped it."""
        number = self._number.get(id(optimizer))
        if number is None:
            return
        if self._entry is None or number not in self._entry.seen:  # skipped before its gradients could be seen
            self._gradients(number, scaled=False)
        entry = self._entry
        assert entry is not None
        if number not in entry.stepped or (is_fused(optimizer) and self._found_on_host(entry, number)):
            entry.skipped.append(number)
            with self._exact():
                self._name_culprits(entry, number, exact=True)
                if self.host_sees and "loss" not in self._is_early and self._all_lost(number):
                    self._extras.forward.wanted = True

    @guarded
    def updated(self) -> None:
        """The scaler has set the scale of the next step."""
        if self._entry is not None:
            self._end_step()

    # ------------------------------------------------------------------------------------------- a step

    def _gradients(self, number: int, scaled: bool, early: bool = False, counted: bool = False) -> None:
        """`early`: the loop unscales by itself, and may change the gradients before the step. `counted`: they were counted
        before the loop clipped them."""
        if self._entry is not None and number in self._entry.seen:
            self._end_step()
        if self._entry is None:
            self._begin_step()
        entry = self._entry
        assert entry is not None
        first_of_step = not entry.seen
        entry.seen.add(number)
        entry.lr[number] = [self._value(group["lr"]) for group in self._optimizers[number].param_groups]
        if first_of_step and self.scaler is not None and self.scaler.scale is not None:
            entry.scale = self.recorder.ring.put(self.scaler.scale)
            if self.scaler.tracker is not None:
                entry.tracker = self.recorder.ring.put(self.scaler.tracker)
        if entry.sampled and not counted:
            with self._exact():
                self._sample(number, scaled, first_of_step)
        if self.host_sees:
            return
        if self.options.culprits == "always" and (early or is_fused(self._optimizers[number])):
            self._name_culprits(entry, number, exact=False)
        elif early:
            entry.changed.add(number)

    def _size(self, optimizer: torch.optim.Optimizer) -> int:
        return sum(len(group["params"]) for group in optimizer.param_groups)

    def _sample(self, number: int, scaled: bool, first_of_step: bool, compare: bool = True) -> None:
        if self._size(self._optimizers[number]) != self._sizes[number]:
            self.note("parameters that an optimizer was given after watch() are not recorded")
        watched = self._owned[number] + (self._loose if first_of_step else [])
        if self._counts is not None:
            if first_of_step:
                self._looks.clear()
                self._counts.begin()
            self._counts.count_gradients(watched, scaled)
        scale = self.scaler.scale if scaled and self.scaler is not None else None
        if compare:
            self._extras.at_gradients(watched, scale)

    def _begin_step(self) -> None:
        if self._last is not None:
            self.recorder.done(self._last)
            self._last = None
        self.steps += 1
        self._entry = Entry(self.steps, self.options.is_sampled(self.steps), logs=self._early)
        self._early = []
        if self._first is not None:
            self._first.see()
        self._extras.disarm()

    def _end_step(self) -> None:
        entry, self._entry = self._entry, None
        assert entry is not None
        entry.time = self.recorder.now()
        self._last = entry
        if self._first is not None:
            self.recorder.header(self._first.finish())
            if not self._first.called and self.options.activations:
                self.note(
                    "no module of the model was called in the first step: outputs inside torch.compile cannot be seen"
                )
            self._first = None
        fresh = self._extras.fresh_tensors()
        if fresh:
            self.recorder.header({"kind": "header", "tensors": fresh})
        if entry.sampled or self._extras.waiting:
            self._send(entry)
        self._extras.arm(self.options.is_sampled(entry.number + 1))

    def _send(self, entry: Entry) -> None:
        self.recorder.ring.flush()  # the counts' lines need the step's scale
        for extra in self._extras.send(entry):
            self.recorder.lines(extra)
        if not entry.sampled or self._counts is None:
            return
        job = self._counts.send(entry, self.ranks.summed)
        if job is None:
            self.recorder.dropped += 1
            text = "the disk is too slow: the counts of this step were dropped"
            self.recorder.event("gap", entry.number, text, dropped=1, of="hist")
        else:
            self.recorder.lines(job)

    def _found_on_host(self, entry: Entry, number: int) -> bool:
        return self.host_sees and any(float(f) > 0 for f in entry.found_inf.get(number, []))

    def _name_culprits(self, entry: Entry, number: int, exact: bool) -> None:
        if any(c.optimizer == number for c in entry.culprits):  # they were looked at before anything changed them
            return
        owned = [w for w in self._owned[number] if w.parameter.grad is not None]
        if not owned:
            return
        order = {w.index: (w.backward is None, -w.index if w.backward is None else w.backward) for w in owned}
        owned.sort(key=lambda w: order[w.index])
        gradients = [w.parameter.grad for w in owned if w.parameter.grad is not None]
        if exact:
            refs = self.recorder.ring.put_many(nonfinite_counts(gradients, self.host_sees))
            inf, nan = refs[: len(owned)], refs[len(owned) :]
        else:
            inf = self.recorder.ring.put_many(nonfinite_flags(gradients))
            nan = []
        index = [w.index for w in owned]
        entry.culprits.append(Culprits(number, index, [order[i] for i in index], inf, nan))

    def _all_lost(self, number: int) -> bool:
        """Whether each gradient of an optimizer holds inf or NaN; where the host sees them."""
        owned = [w.parameter.grad for w in self._owned[number] if w.parameter.grad is not None]
        return bool(owned) and not any(bool(torch.isfinite(g).all()) for g in owned if not g.is_sparse)

    def _look_forward(self) -> None:
        """Asks for a search of the next forward pass. The writer's thread calls it, which learns of values late; where
        the host sees them it was asked for at once."""
        if not self.host_sees:
            self._extras.forward.wanted = True

    def _lost_now(self) -> None:
        """The loss is inf or NaN, and the host sees it: the next forward pass is searched."""
        forward = self._extras.forward
        if self._entry is None and forward.found:  # a loop that leaves out step after step: this pass was searched
            forward.disarm()
            self._tell_forward()
        forward.wanted = True
        if self._entry is None:
            forward.arm_if_wanted()

    def _tell_forward(self) -> None:
        """Writes what the search of a forward pass has found, of a step that does not begin."""
        self.recorder.ring.flush()
        self.recorder.lines(self._extras.forward.send(self.steps + 1, self.recorder.now()))

    @contextlib.contextmanager
    def _exact(self) -> Iterator[None]:
        """Without autocast, which would round what the probe computes if the user steps inside it."""
        if autocast_state(self.device.type)[0]:
            with torch.autocast(self.device.type, enabled=False):
                yield
        else:
            yield

    # ------------------------------------------------------------------------------------------- the user's calls

    @guarded
    def log(self, scalars: Dict[str, Any], early: Optional[bool] = None) -> None:
        """Keeps scalars for the step that they belong to: the next one where `early`, else the last one that began. None:
        by when the name was logged first, before any gradients came or later."""
        for name, given in scalars.items():
            if isinstance(given, Tensor) and given.numel() != 1:
                self.note(f"log({name}=…) takes a single number, not a tensor of shape {tuple(given.shape)}")
                continue
            try:
                value = self._value(given)
            except (TypeError, ValueError, OverflowError):
                self.note(f"log({name}=…) takes a single number, not a {type(given).__name__}")
                continue
            if name == "loss" and self.host_sees and not math.isfinite(float(given)):
                self._lost_now()
            target = self._entry or self._last
            if early is None:
                belongs_next = self._is_early.setdefault(name, self.steps == 0)
            else:
                belongs_next = early
            if belongs_next or target is None:
                self._early.append((name, value))
            else:
                target.logs.append((name, value))

    def _value(self, value: Any) -> Value:
        if not isinstance(value, Tensor):
            return float(value)
        if value.device.type == "cpu" and self.device.type != "cpu":
            return float(value)  # the host has it already
        return self.recorder.ring.put(value)

    @guarded
    def compare(self, closure: Closure, dtype: str) -> None:
        """Compares the gradients of now with those of a closure."""
        scale = self.scaler.scale if self.scaler is not None else None
        entry = self._entry
        if entry is not None and entry.seen:  # unscaled already
            scale = None
        if self.ranks.parallel != "none":
            self.note("compare() works in one process only: here a gradient is not of this process's batch alone")
            return
        with self._exact():
            self._extras.compare(closure, dtype, self.catalogue.parameters, scale)

    @guarded
    def mark(self, text: str) -> None:
        """Notes something of the user's at the current step."""
        target = self._entry or self._last
        if target is None:
            self.recorder.event("mark", 0, str(text))
        else:
            target.marks.append(str(text))

    def note(self, text: str, speak: bool = True) -> None:
        """Says what the probe cannot do, once: in the recording and on stderr."""
        if text not in self._said:
            self._said.add(text)
            self.recorder.event("note", self.steps, text)
            if speak:
                print(f"mantissa_probe: {text}", file=sys.stderr)

    # ------------------------------------------------------------------------------------------- the end

    @guarded
    def close(self, outcome: str, error: Optional[str] = None) -> None:
        """Writes what is left and takes all hooks off."""
        if self._entry is not None:
            self._end_step()
        if self._last is not None:
            self.recorder.done(self._last)
            self._last = None
        if self._extras.forward.found:
            self._tell_forward()
        if self.ranks.problem:
            self.note(f"the processes' counts could not be added ({self.ranks.problem}): each file has its own part")
        self.recorder.finish(outcome, error)
        self._remove()
        if self.recorder.writer.error is not None:
            raise self.recorder.writer.error

    def _remove(self) -> None:
        self.alive = False
        self._extras.disarm()
        if self._first is not None:
            self._first.remove()
        if self.scaler is not None:
            self.scaler.remove()
        for tap in self._taps:
            tap.remove()

    def fail(self, error: BaseException) -> None:
        """Switches the probe off after an error inside it. The training goes on."""
        self.alive = False
        what = f"{type(error).__name__}: {error}"
        print(f"mantissa_probe: switched off after an error of its own, the training goes on: {what}", file=sys.stderr)
        with contextlib.suppress(Exception):
            self._remove()
        with contextlib.suppress(Exception):
            self.recorder.event("off", self.steps, f"the probe switched itself off: {what}", error=what)
            self.recorder.finish("off")


@atexit.register
def _close_all() -> None:
    for core in list(_live):
        if core.recorder.writer.owned:
            how = ending()
            if how == "exit":
                core.close("exit")
            else:
                core.close("failed", how)
