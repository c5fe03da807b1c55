# SPDX-License-Identifier: Apache-2.0
"""Says in plain text what a recording shows, worst tensors first, and what to do about it."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Set, Tuple

from .recording import LIMITS, Counts, Recording, value

_MOST = 12  # tensors in a table


def summary(recording: Recording) -> List[str]:
    """The lines of the summary."""
    lines = _what_ran(recording) + _steps(recording)
    if recording.unread:
        lines.append(f"{recording.unread} lines of the file cannot be read and are left out: it is damaged")
    lines.append("")
    lines += _gradients(recording) + _updates(recording) + _references(recording)
    found = findings(recording)
    lines += ["", "What to do" if found else "Nothing to do: no rule of this summary found anything."]
    for text in found:
        lines.append(f"- {text}")
    return lines


def _what_ran(recording: Recording) -> List[str]:
    header = recording.header
    autocast = header.get("autocast")
    cast = "no autocast" if autocast else "autocast not known"
    if autocast and autocast.get("enabled"):
        cast = f"autocast to {autocast.get('dtype')}"
    scaler = header.get("scaler")
    scaled = f"loss scale from {scaler['scale']}" if scaler and scaler.get("enabled") else "no loss scaling"
    if _unseen_scaler(recording):
        scaled = "loss scale not seen: a GradScaler that watch() was not given"
    optimizers = ", ".join(str(o.get("class")) for o in header.get("optimizers", []))
    return [
        f"{header.get('model', '?')}: {header.get('parameters', 0):,} parameters in {len(recording.tensors)} tensors,"
        f" {optimizers}, {cast}, {scaled}",
        f"torch {header.get('torch')}, {header.get('device')} ({header.get('device_name', 'unknown')}),"
        f" process {header.get('rank', 0) + 1} of {header.get('world', 1)}",
    ]


def _steps(recording: Recording) -> List[str]:
    if not recording.steps:
        return ["no step yet"]
    steps = recording.steps
    skipped = [s["step"] for s in steps if s.get("skipped")]
    text = f"{len(steps)} steps"
    losses = [value(s["loss"]) for s in steps if "loss" in s]
    if losses:
        text += f", loss {losses[0]:.4g} → {losses[-1]:.4g}"
    scales = [value(s["scale"]) for s in steps if "scale" in s]
    if scales:
        text += f", scale {scales[0]:g} → {scales[-1]:g}"
    text += f", {len(skipped)} skipped" + (f" (the last: {skipped[-1]})" if skipped else "")
    partly = sum("skipped_optimizers" in s for s in steps)
    if partly:
        text += f", {partly} of them by some of the optimizers alone"
    end = recording.end
    lines = [
        text,
        "still running, or killed" if end is None else f"ended: {end.get('outcome')} {end.get('error', '')}".strip(),
    ]
    named: Dict[str, int] = {}
    for event in _skips(recording):
        name = f"{recording.name(event['first'])} ({event.get('pattern')})"
        named[name] = named.get(name, 0) + 1
    for name, count in sorted(named.items(), key=lambda n: -n[1])[:5]:
        lines.append(f"  inf or NaN first in {name}, {count} times")
    return (
        lines
        + [f"  step {e['step']}: {e['text']}" for e in recording.events if _told(e)][:5]
    )


def _told(event: Dict[str, Any]) -> bool:
    return event.get("event") in ("off", "gap") or event.get("event") == "forward" and event.get("held") != 0


def _skips(recording: Recording) -> List[Dict[str, Any]]:
    """Of each skipped step the event that names the first gradient: an earlier recorder wrote one for each optimizer."""
    first: Dict[int, Dict[str, Any]] = {}
    for event in recording.events:
        if event.get("event") != "skip" or "first" not in event:
            continue
        known = first.setdefault(event["step"], event)
        if _backward(recording, event) < _backward(recording, known):
            first[event["step"]] = event
    return list(first.values())


def _backward(recording: Recording, event: Dict[str, Any]) -> float:
    return float(recording.tensors.get(event["first"], {}).get("backward", math.inf))


def _gradients(recording: Recording) -> List[str]:
    rows: List[Tuple[float, str]] = []
    for index, counts in recording.last("gradient").items():
        smallest, normal, largest = LIMITS.get(recording.format(index), LIMITS["float32"])
        edge = counts.share_below(normal) - counts.share_below(smallest)
        top = max(counts.bins, default=None)
        room = "-" if top is None else f"{largest - top}"
        broken = counts.get("inf") + counts.get("nan")
        text = f"{recording.name(index):40.40}  {recording.format(index):9} {counts.zeros:7.1%} {edge:9.1%} {room:>8}"
        rows.append((counts.zeros + edge + (broken > 0), text + f" {broken:>9,}"))
    return _table(
        f"{'gradient, worst first':40}  {'format':9} {'zero':>7} {'subnormal':>9} {'headroom':>8} {'inf, NaN':>9}", rows
    )


def _updates(recording: Recording) -> List[str]:
    rows: List[Tuple[float, str]] = []
    for index, counts in recording.last("update").items():
        made = _made(recording, index, counts)
        lost, narrow = (counts.get(k) / made if made else 0.0 for k in ("lost", "lost_without_master"))
        # A layer that computes in FP32 has no 16 bits in which its weights would be kept.
        kept = "-" if recording.format(index) not in _NARROW else f"{narrow:.1%}"
        text = f"{recording.name(index):40.40}  {recording.tensors.get(index, {}).get('dtype', '?'):9}"
        if counts.knows_lost:
            rows.append((lost + narrow / 1000, text + f" {lost:7.1%} {kept:>14}"))
            continue
        # Seen are the updates that changed a weight: of weights kept in 16 bits that says nothing of the others.
        kept = "unknown" if _stored_narrow(recording, index) else kept
        same = _unchanged(recording, index, counts)
        text += f" {'unknown':>7} {kept:>14}  {same:.1%} of the weights did not change"
        rows.append((same, text))
    return _table(f"{'updates lost, worst first':40}  {'stored in':9} {'lost':>7} {'in 16 bits':>14}", rows)


_NARROW = ("float16", "bfloat16")


def _stored_narrow(recording: Recording, index: int) -> bool:
    return recording.tensors.get(index, {}).get("dtype") in _NARROW


def _looked(recording: Recording, index: int, counts: Counts) -> int:
    """How many weights were looked at."""
    return int(counts.columns.get("n", recording.tensors.get(index, {}).get("updates", 0)))


def _unchanged(recording: Recording, index: int, counts: Counts) -> float:
    """The share of the weights that stayed as they were."""
    looked = _looked(recording, index, counts)
    return min(1.0, counts.get("unchanged") / looked) if looked else 0.0


def _made(recording: Recording, index: int, counts: Counts) -> int:
    """How many of the updates that were looked at are not zero."""
    return int(value(counts.columns.get("nonzero", _looked(recording, index, counts))))


def _references(recording: Recording) -> List[str]:
    lines: List[str] = []
    for tier in ("probe", "local"):
        rows: List[Tuple[float, str]] = []
        for index, counts in recording.last("gradient", tier).items():
            norm = value(counts.columns.get("norm", 0))
            if norm == 0:
                own = recording.last("gradient").get(index)
                both = own is not None and own.step == counts.step and own.zeros == 1
                zero = "all zero, also in the reference" if both else "the reference is all zero"
                # A reference that ran the whole batch again lost nothing above.
                why = "a true zero" if tier == "probe" else "dead, or lost above; it cannot be told"
                rows.append((0.0, f"{recording.name(index):40.40}  {zero}: {why}"))
                continue
            if not math.isfinite(norm) or not math.isfinite(value(counts.columns["cosine"])):
                rows.append((-1.0, f"{recording.name(index):40.40}  not finite"))
                continue
            lost = value(counts.columns["norm_lost"]) / norm
            starved = counts.get("starved") / max(1, counts.get("nonzero"))
            cosine = value(counts.columns["cosine"])
            rows.append((1 - cosine, f"{recording.name(index):40.40}  {starved:7.1%} {lost:9.2%} {cosine:9.5f}"))
        title = f"against the reference, tier {tier}"
        lines += _table(f"{title:40}  {'starved':>7} {'norm lost':>9} {'cosine':>9}", rows)
    return lines


def _table(head: str, rows: List[Tuple[float, str]]) -> List[str]:
    if not rows:
        return []
    rows.sort(key=lambda row: -row[0])
    more = [f"… and {len(rows) - _MOST} more"] if len(rows) > _MOST else []
    return [head] + [text for _, text in rows[:_MOST]] + more + [""]


def findings(recording: Recording) -> List[str]:
    """What a reader should do, with the PyTorch lines for it."""
    # why a loss is not finite any more
    known = _behind(recording) or _hopeless(recording)
    known += _epsilon(recording)
    rules = (_calibration, _hidden, _flushed, _lost)
    known = known or _broken(recording) or _lost_loss(recording)
    return known + [text for rule in rules for text in rule(recording)]


def _hopeless(recording: Recording) -> List[str]:
    recent = recording.steps[-20:]
    scales = [value(s["scale"]) for s in recent if "scale" in s]
    if not scales or scales[-1] >= 1 or not any(s.get("skipped") for s in recent):
        return []
    where = [e["module"] for e in recording.events if e.get("event") == "forward" and "module" in e]
    text = f"The loss scale is {scales[-1]:g} and still falls: no scale helps."
    if where:
        text += (
            f" {where[-1]} {_did(recording)} in the forward pass. Use torch.autocast(device, torch.bfloat16) without a scaler,"
        )
        return [
            text
            + f" or compute that module in FP32: with torch.autocast(device, enabled=False): {where[-1]}(x.float())"
        ]
    return [text + " Use torch.autocast(device, torch.bfloat16) without a scaler."]


def _did(recording: Recording) -> str:
    """What the module that is named did: NaN alone may also be 0 / 0, but not where products of finite numbers are added."""
    last = [e for e in recording.events if e.get("event") == "forward" and "module" in e][-1]
    sums = any(
        name == last["module"] and kind.startswith(("Linear", "Conv"))
        for name, kind in zip(last["modules"], last.get("types", []))
    )
    infinite = dict(zip(last["modules"], last.get("inf", []))).get(last["module"], 0)
    return "overflows" if sums or infinite else "makes NaN"


def _behind(recording: Recording) -> List[str]:
    """A loss that is not finite in a step whose modules all gave finite outputs: what stands behind them made it."""
    losses = {s["step"]: value(s["loss"]) for s in recording.steps if "loss" in s}
    searched = {e["step"] for e in recording.events if e.get("event") == "forward" and e.get("held") == 0}
    finite = searched | {step for step, all_of in recording.outputs.items() if all_of and _all_seen(recording)}
    broken = {step for step, all_of in recording.outputs.items() if not all_of}
    broken |= {e["step"] for e in recording.events if e.get("event") == "forward" and e.get("held") != 0}
    # Of a loss that stays inf or NaN to the end: from there on. An earlier one may have been a bad batch.
    last_good = max((step for step, loss in losses.items() if math.isfinite(loss)), default=0)
    since = last_good if any(step > last_good for step in losses) else 0
    alone = sorted(step for step in finite - broken if step > since and not math.isfinite(losses.get(step, 0.0)))
    if not alone or min(broken, default=math.inf) < alone[0]:
        return []
    return [
        f"In step {alone[0]} all outputs of modules were finite, and the loss was {losses[alone[0]]:g}: it arose behind"
        " them, in the loss function or in the targets that it was given. No loss scale and no other format of the"
        " modules helps. Use torch.nn.functional.cross_entropy or log_softmax instead of the log of a softmax, and"
        " clamp what is divided by and what goes into a logarithm or a root."
    ]


def _all_seen(recording: Recording) -> bool:
    """Whether the outputs of all modules that own weights are recorded."""
    owners = {t.get("module") for t in recording.tensors.values() if t.get("part") != "output"}
    return owners <= {t.get("module") for t in recording.tensors.values() if t.get("part") == "output"}


def _broken(recording: Recording) -> List[str]:
    """Losses that stay inf or NaN to the end although no step was skipped: the weights have taken it in."""
    losses = [(s["step"], value(s["loss"]), s.get("skipped")) for s in recording.steps if "loss" in s]
    begin = len(losses)
    while begin > 0 and not math.isfinite(losses[begin - 1][1]):
        begin -= 1
    broken = losses[begin:]
    if len(broken) < 3 or any(skipped for _, _, skipped in broken[-3:]):
        return []
    step, loss, _ = broken[0]
    return [
        f"The loss is {loss:g} from step {step} on, to the end: what was updated then is lost. Go back to a checkpoint from"
        " before it; mantissa-worker diagnose says what this recording tells of the first inf or NaN."
    ]


def _lost_loss(recording: Recording) -> List[str]:
    """A loss that was inf or NaN in steps that were skipped, and finite again after them."""
    losses = [(s["step"], value(s["loss"])) for s in recording.steps if "loss" in s and s.get("skipped")]
    bad = [(step, loss) for step, loss in losses if not math.isfinite(loss)]
    if not bad or any(e.get("event") == "forward" and e.get("module") for e in recording.events):
        return []
    step, loss = bad[0]
    times = "" if len(bad) == 1 else f" (in all in {len(bad)} steps, the last {bad[-1][0]})"
    return [
        f"The loss was {loss:g} in step {step}{times}: it came with the forward pass, and no loss scale cures it. Whether"
        " the batch held inf or NaN itself the recording cannot tell: torch.isfinite(inputs).all() tells."
    ]


def _calibration(recording: Recording) -> List[str]:
    skipped = [s["step"] for s in recording.steps if s.get("skipped")]
    last = recording.steps[-1]["step"] if recording.steps else 0
    if not skipped or skipped[-1] > 30 or last < 2 * skipped[-1]:
        return []
    # Not where the scale had been found already, nor where the forward pass made what no scale cures.
    found = any(e.get("event") == "forward" and e.get("held") != 0 for e in recording.events)
    if skipped[0] > len(skipped) + 2 or found:
        return []
    if any(not math.isfinite(value(s["loss"])) for s in recording.steps if s.get("skipped") and "loss" in s):
        return []
    return [f"The {len(skipped)} skipped steps at the start are the scaler finding its scale. That is normal."]


def _hidden(recording: Recording) -> List[str]:
    """A loss that was not finite in a step that has a finite one too: the loop left it out and went on."""
    hidden = [
        s for s in recording.steps if 0 < _times(s, "nonfinite", 0) < _times(s, "logged", 1) and not s.get("skipped")
    ]
    if not hidden:
        return []
    return [
        f"The loss was not finite {sum(_times(s, 'nonfinite', 0) for s in hidden)} times, first at step {hidden[0]['step']},"
        " and the loop went on without a word. Find the batch: with torch.autograd.detect_anomaly(): … names the operation."
    ]


def _times(step: Dict[str, Any], key: str, otherwise: int) -> int:
    times: int = step.get(key, {}).get("loss", otherwise)
    return times


def _epsilon(recording: Recording) -> List[str]:
    for tensor in recording.tensors.values():
        if tensor.get("dtype") not in LIMITS or "optimizer" not in tensor:
            continue
        group = recording.header["optimizers"][tensor["optimizer"]]["groups"][tensor["group"]]
        smallest = LIMITS[tensor["dtype"]][0]
        if "betas" in group and 0 < value(group.get("eps", 1)) <= 2.0 ** (smallest - 1):
            return [
                f"The optimizer's eps {group['eps']} is zero in {tensor['dtype']}, in which it keeps its moments: it divides by"
                f" zero. Keep the weights in FP32 (model.float()) or set eps to {2.0 ** (smallest + 10):.0e} or more."
            ]
    return []


def _unseen_scaler(recording: Recording) -> bool:
    """Whether a GradScaler let the optimizer step that the recorder was not given: its scale and skips are unknown."""
    return any(e.get("event") == "note" and "GradScaler lets the optimizer step" in e["text"] for e in recording.events)


def _flushed(recording: Recording) -> List[str]:
    if _unseen_scaler(recording):
        return [
            "A GradScaler was used that watch() was not given: its scale and the steps that it skipped are not known, so"
            " nothing is said of what is too small for FP16. Give it: watch(…, scaler=scaler)."
        ]
    narrow = [(i, c) for i, c in recording.last("gradient").items() if recording.format(i) == "float16"]
    kept = _kept(recording)
    bad = [
        i
        for i, c in narrow
        if i not in kept and c.zeros > 0 and c.zeros + c.share_below(-14) > 0.3 and _at_the_edge(c)
    ]
    dead = [i for i, c in narrow if i not in kept and c.zeros == 1]
    if not bad:
        return _dead(recording, dead)
    worst = max(bad, key=lambda i: dict(narrow)[i].zeros)
    true = _true_zeros(recording)
    bad += [i for i in dead if i not in true]  # behind one whose numbers are too small, they may have been so too
    text = f"{len(bad)} of {len(narrow)} gradients in FP16 lie at its lower end (worst: {recording.name(worst)}): small ones are zero."
    scaler: Any = recording.header.get("scaler")
    if not scaler or not scaler.get("enabled"):
        return [
            text
            + " Scale the loss: scaler = torch.amp.GradScaler(); scaler.scale(loss).backward(); scaler.step(optimizer);"
            " scaler.update(). Or use torch.bfloat16."
        ]
    return [text + " Raise the loss scale (GradScaler(init_scale=…)) or use torch.bfloat16."]


def _kept(recording: Recording) -> Set[int]:
    """Tensors of which a reference says that next to nothing is lost, however small their numbers are."""
    kept = set()
    for index, counts in recording.last("gradient", "probe").items():
        norm, lost = (value(counts.columns.get(key, math.nan)) for key in ("norm", "norm_lost"))
        if norm > 0 and lost < 0.01 * norm:
            kept.add(index)
    return kept


def _at_the_edge(counts: Counts) -> bool:
    """Zeros alone may be true ones: there must be numbers beside them that are at the format's end."""
    nonzero = sum(counts.bins.values())
    return nonzero > 0 and counts.share_below(-14) * counts.size > 0.1 * nonzero


def _true_zeros(recording: Recording) -> Set[int]:
    """Tensors that a reference says to be zero throughout."""
    return {i for i, c in recording.last("gradient", "probe").items() if value(c.columns.get("norm", 1)) == 0}


def _dead(recording: Recording, dead: List[int]) -> List[str]:
    """Gradients that are zero throughout where no other lies at the format's end."""
    true = _true_zeros(recording)
    unknown = [i for i in dead if i not in true]
    if not unknown:
        return []
    names = ", ".join(recording.name(i) for i in unknown[:5]) + (", …" if len(unknown) > 5 else "")
    return [
        f"Gradients are all zero ({names}), and no number lies at the lower end of FP16: dead units (a ReLU"
        " that passes nothing), or lost above; it cannot be told. probe.compare() with a reference tells."
    ]


def _lost(recording: Recording) -> List[str]:
    lost, made = 0, 0
    for index, counts in recording.last("update").items():
        if _stored_narrow(recording, index) and counts.knows_lost:
            made += _made(recording, index, counts)
            lost += counts.get("lost")
    cure = "Keep them in FP32 (model.float()) and compute under torch.autocast, or raise the learning rate."
    if made and lost / made >= 0.25:
        why = "because the weights are stored in 16 bits"
        return [f"{lost / made:.0%} of the updates change nothing, {why}. {cure}"]
    return _still(recording, cure)


def _any_rate(rates: Any) -> bool:
    return any(value(rate) != 0 for rate in (rates if isinstance(rates, list) else [rates]))


def _still(recording: Recording, cure: str) -> List[str]:
    """Weights in 16 bits that stay as they are though they have a gradient, of an optimizer whose updates are not known."""
    gradients = recording.last("gradient")
    rates = {s["step"]: s.get("lr", 1) for s in recording.steps}
    still, pushed = 0.0, 0.0  # of the weights whose gradient is not zero, at least so many; and all of them
    for index, counts in recording.last("update").items():
        seen = gradients.get(index)
        if counts.knows_lost or not _stored_narrow(recording, index) or seen is None or seen.step != counts.step:
            continue
        if not _any_rate(rates.get(counts.step, 1)):  # then nothing was to change
            continue
        looked = _looked(recording, index, counts)
        pushed += (1 - seen.zeros) * looked
        still += max(0.0, counts.get("unchanged") - seen.zeros * looked)
    if not pushed or still / pushed <= 0.5:
        return []
    return [
        f"{still / pushed:.1%} of the weights whose gradient is not zero did not change in the last step that was looked"
        " at. They are stored in 16 bits, where an update smaller than half the distance to the next number has no"
        f" effect. {cure}"
    ]
