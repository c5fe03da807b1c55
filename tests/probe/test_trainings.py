# SPDX-License-Identifier: Apache-2.0
"""Real trainings, watched and not: the same losses and weights to the bit, counts that are numpy's, skips that are skips,
and the layer that was made to overflow."""

from __future__ import annotations

import itertools
import math
import unittest.mock
from typing import Any

from models import GPT, MLP, ResNet
from support import (
    VERSION,
    Case,
    F,
    Plan,
    Recording,
    Trained,
    has_compiler,
    nn,
    same_bits,
    torch,
    train,
)

from mantissa_probe.recording import read
from mantissa_probe.show import summary

clip_grad_norm_ = nn.utils.clip_grad_norm_  # as a loop has it that imports it before it watches
SAMPLED = (1, 4, 8, 12)


def mlp_batch(i: int) -> Any:
    generator = torch.Generator().manual_seed(i)
    return torch.randn(16, 32, generator=generator), torch.randint(0, 10, (16,), generator=generator)


def image_batch(i: int) -> Any:
    generator = torch.Generator().manual_seed(i)
    return torch.randn(4, 3, 32, 32, generator=generator), torch.randint(0, 10, (4,), generator=generator)


def text_batch(i: int) -> Any:
    return torch.randint(0, 64, (4, 32), generator=torch.Generator().manual_seed(i))


def classify(model: nn.Module, batch: Any) -> torch.Tensor:
    return F.cross_entropy(model(batch[0]).float(), batch[1])


def next_token(model: nn.Module, batch: Any) -> torch.Tensor:
    return F.cross_entropy(model(batch).float().flatten(0, 1), batch.roll(-1, 1).flatten())


def small_resnet() -> nn.Module:
    return ResNet((1, 1, 1), 8).to(memory_format=torch.channels_last)


def adamw(**options: Any) -> Any:
    return lambda model: [torch.optim.AdamW(model.parameters(), 1e-3, **options)]


def sgd(**options: Any) -> Any:
    return lambda model: [torch.optim.SGD(model.parameters(), 0.01, momentum=0.9, **options)]


def two_optimizers(model: nn.Module) -> list[torch.optim.Optimizer]:
    names = dict(model.named_parameters())
    norms = [p for n, p in names.items() if "norm" in n]
    rest = [p for n, p in names.items() if "norm" not in n]
    return [torch.optim.AdamW(rest, 1e-3), torch.optim.SGD(norms, 0.1)]


MODELS = {
    "mlp": (MLP, mlp_batch, classify, sgd()),
    "resnet": (small_resnet, image_batch, classify, sgd(nesterov=True, weight_decay=1e-4)),
    "gpt": (GPT, text_batch, next_token, adamw()),
}
FP16 = {"init_scale": 2.0**21, "growth_interval": 5}  # too large for FP16 at first: some steps are skipped
LOOPS: dict[str, dict[str, Any]] = {
    "FP32": {},
    "BF16": {"dtype": torch.bfloat16},
    "FP16 with a scaler": {"dtype": torch.float16, "scaler": FP16},
    "BF16, clipped by norm": {"dtype": torch.bfloat16, "accumulate": 2, "clip": clip_grad_norm_},
    "BF16, clipped by value": {"dtype": torch.bfloat16, "clip": nn.utils.clip_grad_value_},
    "FP16, accumulated, clipped": {"dtype": torch.float16, "scaler": FP16, "accumulate": 3, "unscale": True},
}


def plan(name: str, loop: str, **more: Any) -> Plan:
    model, batch, loss, optimizers = MODELS[name]
    watch = {"every": 4, "sample": 1 << 20, **more.pop("watch", {})}
    return Plan(
        **{**dict(model=model, batch=batch, loss=loss, optimizers=optimizers), **LOOPS[loop], **more}, watch=watch
    )


class Watched(Case):
    """The checks that every training goes through."""

    def check(self, chosen: Plan, culprit: str | None = None) -> tuple[Trained, Recording]:
        plain = train(chosen)
        watched = train(chosen, self.path, SAMPLED)
        self.assertEqual([f"{x!r}" for x in plain.losses], [f"{x!r}" for x in watched.losses], "losses")
        for name, tensor in plain.weights.items():
            self.assertTrue(same_bits(tensor, watched.weights[name]), f"{name} differs where the training is watched")
        recording = Recording(self.path)
        self.assertIsNotNone(recording.end, "the probe did not stay to the end")
        self.assertEqual(recording.end["outcome"], "closed")
        self.check_steps(chosen, watched, recording)
        self.check_counts(chosen, watched, recording)
        self.check_updates(chosen, watched, recording)
        return watched, recording

    def check_steps(self, chosen: Plan, run: Trained, recording: Recording) -> None:
        self.assertEqual([s["step"] for s in recording.steps], list(range(1, chosen.steps + 1)))
        skipped = [s.get("skipped", False) and "skipped_optimizers" not in s for s in recording.steps]
        self.assertEqual(skipped, [not c for c in run.changed], "a step is skipped where no weight changes")
        if chosen.scaler is not None:
            self.assertEqual([s["scale"] for s in recording.steps], run.scales)
        for step, loss in zip(recording.steps, run.losses):
            self.assertEqual(step.get("logged", {}).get("loss", 1), chosen.accumulate)
            if math.isfinite(loss):
                self.assertAlmostEqual(step["loss"] * chosen.accumulate, loss, delta=1e-4 * abs(loss))
            else:
                self.assertFalse(math.isfinite(float(step["loss"])))

    def check_counts(self, chosen: Plan, run: Trained, recording: Recording) -> None:
        self.assertEqual(sorted(run.gradients), sorted({x["step"] for x in recording.of("hist", role="gradient")}))
        for step, gradients in run.gradients.items():
            found = recording.hist(step, "gradient")
            self.assertEqual(set(found), set(gradients))
            for name, entry in found.items():
                self.assert_counts(entry, gradients[name], f"step {step}, gradient of {name}")
                self.assertEqual(entry["scale"], run.scales[step - 1], "the scale that the gradients contain")
            found = recording.hist(step, "weight")
            self.assertEqual(set(found), set(run.before[step]))
            for name, entry in found.items():
                self.assert_counts(entry, run.before[step][name], f"step {step}, {name}")

    def check_updates(self, chosen: Plan, run: Trained, recording: Recording) -> None:
        for step in run.gradients:
            found = recording.hist(step, "update")
            self.assertEqual(bool(found), run.changed[step - 1], f"step {step}: a skipped step updates nothing")
            for name, entry in found.items():
                n = entry.get("n", recording.tensors[recording.names.index(name)]["updates"])
                before, after = run.before[step][name], run.after[step][name]
                self.assertLessEqual(n, before.numel())
                if n == before.numel():  # all weights were looked at
                    same = int((before == after).sum())
                    self.assertEqual(entry.get("lost", 0), same - (n - entry.get("nonzero", n)), f"step {step}, {name}")


class EveryModelInEveryLoop(Watched):
    def test_eager(self) -> None:
        for name, loop in itertools.product(MODELS, LOOPS):
            with self.subTest(model=name, loop=loop):
                self.path = self.folder / f"{name} {loop}.jsonl"
                run, recording = self.check(plan(name, loop))
                self.assertEqual(recording.header["order"], "observed")
                if "FP16" in loop:
                    self.assertIn(False, run.changed, "no step was skipped: the case tests nothing")
                    self.assertEqual(recording.header["gradients"], "scaled")

    def test_formats_are_those_of_autocast(self) -> None:
        """What FORMAT.md calls `format`: a linear layer's gradient passes through FP16, a norm's does not."""
        _, recording = self.check(plan("gpt", "FP16 with a scaler"))
        formats = {t["name"]: t.get("format", t["dtype"]) for t in recording.tensors}
        self.assertEqual(formats["blocks.0.qkv.weight"], "float16")
        self.assertEqual(formats["blocks.0.norm1.weight"], "float32")
        self.assertEqual(recording.header["autocast"], {"enabled": True, "dtype": "float16", "device": "cpu"})

    def test_layers_that_the_loop_keeps_in_fp32(self) -> None:
        """Where autocast is off around a layer, its gradient passes through FP32; a layer that turns it on itself
        computes in 16 bits."""

        class Decorated(nn.Linear):
            @torch.autocast("cpu", torch.float16)
            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return F.linear(x, self.weight, self.bias)

        class Kept(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.body, self.own = nn.Linear(32, 16), Decorated(16, 16)
                self.recurrent, self.head = nn.LSTM(16, 16, batch_first=True), nn.Linear(16, 10)

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                hidden = self.body(x)
                with torch.autocast("cpu", enabled=False):
                    hidden, _ = self.recurrent(self.own(hidden.float()).float().unsqueeze(1))
                    return self.head(hidden.squeeze(1))

        _, recording = self.check(plan("mlp", "FP16 with a scaler", model=Kept))
        formats = {t["name"]: t.get("format", t["dtype"]) for t in recording.tensors if t["part"] != "output"}
        for name, kept in formats.items():
            narrow = name.startswith(("body.", "own."))
            self.assertEqual(kept, "float16" if narrow else "float32", name)
        printed = "\n".join(summary(read(self.path)))
        self.assertRegex(printed, r"head\.weight +float32")
        self.assertRegex(printed, r"body\.weight +float16")

    def test_compiled(self) -> None:
        if not has_compiler():
            self.skipTest("SKIPPED: no C++ compiler for torch.compile")
        for name, loop in (("mlp", "FP16 with a scaler"), ("resnet", "FP32"), ("gpt", "BF16")):
            with self.subTest(model=name, loop=loop):
                torch._dynamo.reset()
                self.path = self.folder / f"{name}.jsonl"
                _, recording = self.check(plan(name, loop, compiled=True))
                self.assertEqual(recording.header["order"], "registration")
                self.assertFalse(any("_orig_mod" in n for n in recording.names))

    def test_watched_before_it_is_compiled(self) -> None:
        if not has_compiler():
            self.skipTest("SKIPPED: no C++ compiler for torch.compile")
        torch._dynamo.reset()
        compiled: dict[int, Any] = {}

        def loss(model: nn.Module, batch: Any) -> torch.Tensor:
            if id(model) not in compiled:
                compiled[id(model)] = torch.compile(model)
            return classify(compiled[id(model)], batch)

        enter = torch.autocast.__enter__
        _, recording = self.check(plan("mlp", "BF16", loss=loss))
        self.assertEqual(recording.header["order"], "registration")
        # No module is called, and yet what the loop casts to is known.
        self.assertEqual(recording.header["autocast"], {"enabled": True, "dtype": "bfloat16", "device": "cpu"})
        self.assertTrue(recording.header["compiled"])
        self.assertIs(torch.autocast.__enter__, enter)
        formats = {t["name"]: t.get("format", t["dtype"]) for t in recording.tensors}
        self.assertIn("bfloat16", formats.values())

    def test_half_precision_weights(self) -> None:
        """Weights stored in BF16, without master weights: updates are lost, and the counts of updates are the bits'."""
        run, recording = self.check(plan("gpt", "FP32", model=lambda: GPT().bfloat16(), optimizers=adamw()))
        lost = sum(e.get("lost", 0) for e in recording.hist(8, "update").values())
        self.assertGreater(lost, 0)


class EveryOptimizer(Watched):
    def test_fused_foreach_and_plain(self) -> None:
        kinds: list[tuple[str, Any]] = [("foreach", adamw(foreach=True)), ("for-loop", adamw(foreach=False))]
        kinds += [
            ("Adam, L2, amsgrad", lambda m: [torch.optim.Adam(m.parameters(), 1e-3, weight_decay=0.1, amsgrad=True)])
        ]
        kinds += [("plain SGD", lambda m: [torch.optim.SGD(m.parameters(), 0.01, weight_decay=0.1, maximize=True)])]
        kinds += [("RMSprop, unknown to the probe", lambda m: [torch.optim.RMSprop(m.parameters(), 1e-4)])]
        if VERSION >= (2, 4):  # fused on the processor
            kinds += [("fused AdamW", adamw(fused=True))]
            # without momentum: PyTorch's fused SGD uses a momentum that nobody has set where its first step is skipped
            kinds += [("fused SGD", lambda m: [torch.optim.SGD(m.parameters(), 0.01, fused=True)])]
        else:
            print("SKIPPED: fused optimizers on the processor need torch 2.4")
        for what, optimizers in kinds:
            for loop in ("BF16", "FP16 with a scaler", "FP16, accumulated, clipped"):
                with self.subTest(optimizer=what, loop=loop):
                    self.path = self.folder / f"{what} {loop}.jsonl"
                    run, recording = self.check(plan("mlp", loop, optimizers=optimizers))
                    if "FP16" in loop:
                        self.assertIn(False, run.changed)

    def test_two_optimizers(self) -> None:
        for loop in ("BF16", "FP16 with a scaler"):
            with self.subTest(loop=loop):
                self.path = self.folder / f"{loop}.jsonl"
                _, recording = self.check(plan("gpt", loop, optimizers=two_optimizers))
                self.assertEqual({t["optimizer"] for t in recording.tensors}, {0, 1})
                if loop == "BF16":
                    continue
                partly = [s for s in recording.steps if "skipped_optimizers" in s]
                self.assertTrue(partly, "no step was skipped by one optimizer only")
                for step in partly:
                    (event,) = recording.of("event", event="skip", step=step["step"])
                    self.assertEqual([event["optimizer"]], step["skipped_optimizers"])
                    number = event["optimizer"] + 1
                    self.assertIn(f"step {step['step']} skipped by optimizer {number} of 2 alone", event["text"])
                    owners = {recording.tensors[i]["optimizer"] for i in event["t"]}
                    self.assertEqual(owners, set(step["skipped_optimizers"]))
                self.assertEqual(recording.steps[0]["lr"], [1e-3, 0.1])
                # What all skipped is one event, of the gradients of all in the order of backward.
                backward = {t["index"]: t["backward"] for t in recording.tensors}
                wholly = [s for s in recording.steps if s.get("skipped") and "skipped_optimizers" not in s]
                self.assertTrue(wholly, "no step was skipped by both")
                for step in wholly:
                    (event,) = recording.of("event", event="skip", step=step["step"])
                    self.assertNotIn("alone", event["text"])
                    self.assertEqual({recording.tensors[i]["optimizer"] for i in event["t"]}, {0, 1})
                    self.assertEqual(event["of"], len(recording.tensors))
                    order = [backward[i] for i in event["t"]]
                    self.assertEqual(order, sorted(order))
                    self.assertEqual(event["first"], event["t"][0])

    def check_updates(self, chosen: Plan, run: Trained, recording: Recording) -> None:
        if recording.header["optimizers"][0]["class"] != "RMSprop":
            return super().check_updates(chosen, run, recording)
        for step in run.gradients:  # the difference of weights: what did not change is known, and no more
            for name, entry in recording.hist(step, "update").items():
                same = int((run.before[step][name] == run.after[step][name]).sum())
                size = run.before[step][name].numel()
                if size <= 2048:
                    self.assertEqual((entry["unchanged"], entry.get("nonzero", size)), (same, size - same))
                self.assertNotIn("lost", entry)


class TheCulprit(Watched):
    """A layer is made to overflow in step 6, in one of three ways."""

    def overflowing(self, where: str, how: str) -> Any:
        def sabotage(step: int, model: nn.Module) -> None:
            module = model.get_submodule(where)
            value = torch.nan if how == "nan" else torch.inf
            if step == 6:
                handle = module.weight.register_hook(lambda g: (handle.remove(), g.clone().fill_(value))[1])

        return sabotage

    def skip(self, recording: Recording) -> dict[str, Any]:
        skips = [e for e in recording.of("event", event="skip") if e["step"] == 6]
        self.assertEqual(len(skips), 1)
        self.assertEqual([s["step"] for s in recording.steps if s.get("skipped")], [6])
        return skips[0]

    def test_one_weight_gradient(self) -> None:
        """Its own product overflows: this one alone holds inf, all of it."""
        scaler = {"init_scale": 1024.0}
        for optimizers in [adamw(), adamw(fused=True)] if VERSION >= (2, 4) else [adamw()]:
            self.path = self.folder / f"{id(optimizers)}.jsonl"
            chosen = plan("gpt", "FP16 with a scaler", scaler=scaler, optimizers=optimizers)
            chosen.sabotage = self.overflowing("blocks.1.up", "own")
            _, recording = self.check(chosen)
            skip = self.skip(recording)
            at = recording.names.index("blocks.1.up.weight")
            self.assertEqual((skip["t"], skip["first"], skip["pattern"]), ([at], at, "some"))
            self.assertEqual((skip["inf"], skip["nan"]), ([128 * 32], [0]))
            self.assertIn("blocks.1.up.weight", skip["text"])

    def test_a_nan_that_clipping_spreads_to_all_gradients(self) -> None:
        """The norm is NaN, and clipping by it makes NaN of every gradient: the culprit is the one that held it before."""
        scaler = {"init_scale": 1024.0}
        chosen = plan("gpt", "FP16 with a scaler", scaler=scaler, unscale=True)
        chosen.sabotage = self.overflowing("blocks.1.up", "nan")
        _, recording = self.check(chosen)
        skip = self.skip(recording)
        at = recording.names.index("blocks.1.up.weight")
        self.assertEqual((skip["t"], skip["first"], skip["pattern"]), ([at], at, "some"))
        self.assertEqual((skip["inf"], skip["nan"]), ([0], [128 * 32]))
        # On a card the host learns of it after the clipping: that is said, unless the gradients are looked at in every step.
        for culprits, expected, pattern in (("auto", [], "unknown"), ("always", [at], "some")):
            self.path = self.folder / f"{culprits}.jsonl"
            chosen.watch["culprits"] = culprits
            with unittest.mock.patch("mantissa_probe.core.host_sees", lambda device: False):
                train(chosen, self.path)
            skip = self.skip(Recording(self.path))
            self.assertEqual((skip["t"], skip["pattern"]), (expected, pattern))
            self.assertEqual("NaN in all gradients, which clipping makes" in skip["text"], culprits == "auto")

    def test_the_gradient_that_is_passed_on(self) -> None:
        """The gradient that flows into a layer is inf: all from there on hold some, what is nearer to the loss is finite."""

        class Overflow(torch.autograd.Function):
            @staticmethod
            def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
                return x.view_as(x)

            @staticmethod
            def backward(ctx: Any, gradient: torch.Tensor) -> torch.Tensor:
                return gradient * torch.inf

        def loss(model: nn.Module, batch: Any) -> torch.Tensor:
            seen.append(1)
            x = batch[0]
            for at, layer in enumerate(model.layers):
                x = layer(x)
                if at == 1 and len(seen) % 12 == 6:
                    x = Overflow.apply(x)
                if at < 2:
                    x = F.relu(x)
            return F.cross_entropy(x.float(), batch[1])

        seen: list[int] = []
        _, recording = self.check(plan("mlp", "FP16 with a scaler", scaler={"init_scale": 1024.0}, loss=loss))
        skip = self.skip(recording)
        held = {recording.names[i] for i in skip["t"]}
        self.assertEqual(held, {f"layers.{i}.{p}" for i in (0, 1) for p in ("weight", "bias")})
        self.assertEqual((skip["pattern"], skip["held"], skip["of"]), ("from", 4, 6))
        self.assertEqual(recording.tensors[skip["first"]]["module"], "layers.1")

    def test_the_forward_pass(self) -> None:
        """A module's output overflows in FP16: every gradient is lost, and a later pass names the module."""

        def loss(model: nn.Module, batch: Any) -> torch.Tensor:
            return next_token(model, batch)

        def model() -> nn.Module:
            made = GPT()
            with torch.no_grad():
                made.blocks[1].down.weight.mul_(1e6)
            return made

        chosen = plan("gpt", "FP16 with a scaler", model=model, loss=loss, steps=12, scaler={"init_scale": 1.0})
        _, recording = self.check(chosen)
        self.assertTrue(all(s.get("skipped") for s in recording.steps))
        self.assertEqual({e["pattern"] for e in recording.of("event", event="skip")}, {"all"})
        found = recording.of("event", event="forward")
        self.assertTrue(found, "no pass was searched")
        self.assertEqual({e["module"] for e in found}, {"blocks.1.down"})
        self.assertEqual(found[0]["types"][0], "Linear")
        self.assertEqual([e["scalar"] for e in recording.of("event", event="nonfinite")], ["loss"])


if __name__ == "__main__":
    unittest.main()
