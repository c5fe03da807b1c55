# SPDX-License-Identifier: Apache-2.0
"""The tiers local and probe, and activations: right numbers, and nothing of the run touched."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

from models import GPT, MLP, ResNet
from support import (
    Case,
    F,
    Recording,
    has_compiler,
    mp,
    nn,
    numpy,
    same_bits,
    torch,
    unittest,
)
from test_trainings import classify, image_batch, mlp_batch, next_token, text_batch


class LocalShadow(Case):
    def watched(self, model: nn.Module, loss: Any, batch: Any, steps: int, dtype: torch.dtype, layers: int = 3) -> Any:
        """Trains, and returns the recording, the inputs and output gradients of each layer, and the run's gradients."""
        optimizer = torch.optim.SGD(model.parameters(), 1e-3)
        scaler = torch.amp.GradScaler("cpu", init_scale=256.0)
        probe = mp.watch(model, optimizer, scaler=scaler, every=2, path=self.path, shadow_layers=layers)
        seen: dict[int, dict[str, list[Any]]] = {}
        gradients: dict[int, dict[str, torch.Tensor]] = {}
        for step in range(1, steps + 1):
            seen[step] = {}
            handles = []
            for name, module in model.named_modules():
                if isinstance(module, (nn.Linear, nn.Conv2d)):

                    def hook(m: nn.Module, args: Any, out: torch.Tensor, name: str = name, step: int = step) -> None:
                        x = args[0].detach().clone()
                        out.register_hook(lambda g: seen[step].setdefault(name, []).append((m, x, g.clone())))

                    handles.append(module.register_forward_hook(hook))
            optimizer.zero_grad()
            for part in range(2):  # accumulated
                with torch.autocast("cpu", dtype):
                    value = loss(model, batch(10 * step + part))
                scaler.scale(value).backward()
            gradients[step] = {n: p.grad.clone() for n, p in model.named_parameters()}
            scaler.step(optimizer)
            scaler.update()
            for handle in handles:
                handle.remove()
        probe.close()
        recording = Recording(self.path)
        self.assertEqual(recording.end["outcome"], "closed")
        return recording, seen, gradients

    def check(self, recording: Recording, seen: Any, gradients: Any, whole: set[str]) -> set[str]:
        found = set()
        for line in recording.of("hist", tier="local"):
            self.assertEqual((line["role"], line["reference"]), ("gradient", "float64"))
            self.assertNotIn("scale", line)
            for at, index in enumerate(line["t"]):
                tensor = recording.tensors[index]
                found.add(tensor["name"])
                total = sum(self.exact(*part) for part in seen[line["step"]][tensor["module"]]) / 256
                run = gradients[line["step"]][tensor["name"]].double() / 256
                self.assertLessEqual(line["starved"][at], line["nonzero"][at])
                if tensor["name"] in whole:  # the block is all of the tensor
                    self.assertEqual(line["n"][at], total.numel())
                    self.assertEqual(line["nonzero"][at], int((total != 0).sum()))
                    self.assertEqual(line["starved"][at], int(((total != 0) & (run == 0)).sum()))
                    self.assertAlmostEqual(line["norm"][at], float(total.norm()), delta=1e-3 * float(total.norm()))
                    error = float((run - total).norm())
                    self.assertAlmostEqual(line["error_norm"][at], error, delta=1e-3 * error)
                    lost = float(total[run == 0].norm())
                    self.assertAlmostEqual(line["norm_lost"][at], lost, delta=1e-3 * lost)
                    cosine = float((run * total).sum() / (run.norm() * total.norm()))
                    self.assertAlmostEqual(line["cosine"][at], cosine, delta=1e-5)
                else:
                    self.assertGreater(line["cosine"][at], 0.99, tensor["name"])
        return found

    def exact(self, module: nn.Module, x: torch.Tensor, g: torch.Tensor) -> torch.Tensor:
        """The weight gradient of a layer by autograd, in FP64."""
        weight = module.weight.detach().double().requires_grad_()
        if isinstance(module, nn.Linear):
            out = F.linear(x.double(), weight)
        else:
            out = F.conv2d(x.double(), weight, None, module.stride, module.padding, module.dilation)
        return torch.autograd.grad(out, weight, g.double())[0]

    def test_linear_layers_in_turn(self) -> None:
        torch.manual_seed(0)
        recording, *rest = self.watched(MLP(), classify, mlp_batch, 8, torch.float16, layers=2)
        whole = {f"layers.{i}.weight" for i in range(3)}
        self.assertEqual(self.check(recording, *rest, whole), whole)
        self.assertEqual({len(x["t"]) for x in recording.of("hist", tier="local")}, {2})

    def test_what_flushes_in_the_product_is_starved(self) -> None:
        """Gradients of a layer's output that are normal in FP16 give products that are not: they are counted."""
        torch.manual_seed(0)

        def loss(model: nn.Module, batch: Any) -> torch.Tensor:
            return classify(model, (batch[0] * 2.0**-23, batch[1]))

        recording, seen, gradients = self.watched(MLP(), loss, mlp_batch, 4, torch.float16, layers=3)
        self.check(recording, seen, gradients, {f"layers.{i}.weight" for i in range(3)})
        starved = {n: 0 for n in recording.names}
        for line in recording.of("hist", tier="local"):
            for at, index in enumerate(line["t"]):
                starved[recording.names[index]] += line["starved"][at]
        self.assertGreater(starved["layers.0.weight"], 100)
        self.assertEqual(starved["layers.2.weight"], 0)

    def test_convolutions_of_a_resnet(self) -> None:
        torch.manual_seed(0)
        model = ResNet((1, 1), 8)
        recording, *rest = self.watched(model, classify, image_batch, 8, torch.bfloat16, layers=4)
        found = self.check(
            recording, *rest, {n for n, p in model.named_parameters() if p.dim() == 4 and p.numel() < 2000}
        )
        self.assertEqual(found, {n for n, p in model.named_parameters() if p.dim() > 1})

    def test_none_in_full_precision(self) -> None:
        torch.manual_seed(0)
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        with mp.watch(model, optimizer, every=1, path=self.path):
            for step in range(3):
                classify(model, mlp_batch(step)).backward()
                optimizer.step()
        self.assertFalse(Recording(self.path).of("hist", tier="local"))


class ProbeTier(Case):
    def test_reference_is_the_fp32_gradient(self) -> None:
        """With dropout, running statistics and accumulated randomness; the run itself is not touched."""

        class Model(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.first, self.norm, self.last = nn.Linear(32, 64), nn.BatchNorm1d(64), nn.Linear(64, 10)

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return self.last(F.dropout(F.relu(self.norm(self.first(x))), 0.5, self.training))

        def run(path: Any, own_backward: bool, dtype: str) -> Any:
            torch.manual_seed(0), random.seed(0), numpy.random.seed(0)
            model = Model()
            optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
            scaler = torch.amp.GradScaler("cpu", init_scale=4.0)
            now: dict[str, Any] = {}

            def again() -> torch.Tensor:
                random.random(), numpy.random.rand()
                loss = classify(model, now["batch"])
                if own_backward:
                    loss.backward()
                return loss

            probe = None
            if path is not None:
                probe = mp.watch(
                    model, optimizer, scaler=scaler, every=3, path=path, reference=again, reference_format=dtype
                )
            losses, exact = [], {}
            for step in range(1, 7):
                now["batch"] = mlp_batch(step)
                state = torch.get_rng_state()
                kept = copy.deepcopy(model)
                optimizer.zero_grad()
                with torch.autocast("cpu", torch.float16):
                    loss = classify(model, now["batch"])
                scaler.scale(loss).backward()
                after = torch.get_rng_state()
                torch.set_rng_state(state)
                kept.zero_grad()
                with torch.autocast("cpu", torch.bfloat16, enabled=dtype == "bfloat16"):
                    reference = classify(kept, now["batch"])
                reference.backward()
                exact[step] = (
                    {n: p.grad.double() for n, p in kept.named_parameters()},
                    {n: p.grad.double() / scaler.get_scale() for n, p in model.named_parameters()},
                )
                torch.set_rng_state(after)
                grads = [p.grad for p in model.parameters()]
                scaler.step(optimizer)
                self.assertTrue(all(a is b.grad for a, b in zip(grads, model.parameters())))
                scaler.update()
                losses.append((loss.item(), random.random(), float(numpy.random.rand()), float(torch.rand(()))))
            if probe is not None:
                probe.close()
            return losses, model.state_dict(), exact

        for own_backward, dtype in ((False, "float32"), (True, "float32"), (False, "bfloat16")):
            with self.subTest(own_backward=own_backward, dtype=dtype):
                self.path = self.folder / f"{own_backward}{dtype}.jsonl"
                plain, watched = run(None, own_backward, dtype), run(self.path, own_backward, dtype)
                self.assertEqual(plain[0], watched[0])
                for name, tensor in plain[1].items():
                    self.assertTrue(same_bits(tensor, watched[1][name]), name)
                recording = Recording(self.path)
                self.assertEqual({x["reference"] for x in recording.of("hist", tier="probe")}, {dtype})
                for step in (1, 3, 6):
                    found = recording.hist(step, "gradient", "probe")
                    self.assertEqual(set(found), set(watched[2][step][0]))
                    for name, entry in found.items():
                        reference, own = watched[2][step][0][name], watched[2][step][1][name]
                        self.assert_counts(entry, reference.float(), f"{step} {name}")
                        self.assertEqual(entry["starved"], int(((reference != 0) & (own == 0)).sum()))
                        self.assertEqual(entry["nonzero"], int((reference != 0).sum()))
                        error = float((reference - own).norm())
                        self.assertAlmostEqual(entry["error_norm"], error, delta=1e-3 * error)
                        lost = float(reference[own == 0].norm())
                        self.assertAlmostEqual(entry["norm_lost"], lost, delta=1e-3 * lost + 1e-12)

    def test_weights_stored_in_16_bits(self) -> None:
        """The reference of a model in FP16 is computed with FP32 weights, which leave again."""
        torch.manual_seed(0)
        model = MLP().half()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        x, y = mlp_batch(0)
        wide = copy.deepcopy(model).float()
        classify(wide, (x.half().float(), y)).backward()
        with mp.watch(model, optimizer, path=self.path) as probe:
            classify(model, (x.half(), y)).backward()
            stored = [p.data_ptr() for p in model.parameters()]
            probe.compare(lambda: classify(model, (x.half(), y)))
            self.assertEqual([p.data_ptr() for p in model.parameters()], stored)
            self.assertEqual({p.dtype for p in model.parameters()}, {torch.float16})
            optimizer.step()
        found = Recording(self.path).hist(1, "gradient", "probe")
        for name, parameter in wide.named_parameters():
            self.assert_counts(found[name], parameter.grad, name)

    def test_a_closure_with_its_own_autocast_is_refused(self) -> None:
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)

        def closure() -> torch.Tensor:
            with torch.autocast("cpu", torch.bfloat16):
                return classify(model, mlp_batch(0))

        probe = mp.watch(model, optimizer, path=self.path, reference=closure)
        classify(model, mlp_batch(0)).backward()
        optimizer.step()
        self.assertFalse(probe.active)
        self.assertIn("autocast", Recording(self.path).of("event", event="off")[0]["error"])


class Activations(Case):
    def run_once(self, model: nn.Module, loss: Any, batch: Any, activations: Any, accumulate: int = 1) -> Any:
        """A sampled step, in FP16, with every module's outputs and their gradients kept."""
        optimizer = torch.optim.SGD(model.parameters(), 0.01)
        scaler = torch.amp.GradScaler("cpu", init_scale=64.0)
        kept: dict[str, list[Any]] = {}
        with mp.watch(model, optimizer, scaler=scaler, every=2, path=self.path, activations=activations):
            for step in (1, 2):
                kept.clear()
                optimizer.zero_grad()
                handles = []
                for name, module in model.named_modules():

                    def hook(m: nn.Module, args: Any, out: torch.Tensor, name: str = name) -> None:
                        entry = [out.detach().clone(), None]
                        kept.setdefault(name, []).append(entry)
                        if out.requires_grad:
                            out.register_hook(lambda g: entry.__setitem__(1, g.clone()))

                    handles.append(module.register_forward_hook(hook))
                for part in range(accumulate):
                    with torch.autocast("cpu", torch.float16):
                        value = loss(model, batch(step * 10 + part))
                    scaler.scale(value).backward()
                for handle in handles:
                    handle.remove()
                model.eval()
                with torch.no_grad():
                    loss(model, batch(77))  # an evaluation is not counted
                model.train()
                scaler.step(optimizer)
                scaler.update()
        return Recording(self.path), kept

    def check(self, recording: Recording, kept: dict[str, list[Any]], expected: set[str]) -> None:
        for at, role in enumerate(("activation", "activation_gradient")):
            found = recording.hist(2, role)
            self.assertEqual(set(found), {n for n in expected if kept[n][0][at] is not None}, role)
            for name, entry in found.items():
                tensors = [parts[at].reshape(-1) for parts in kept[name]]
                self.assert_counts(entry, torch.cat(tensors), f"{role} of {name}")
                self.assertEqual(entry["scale"], 64 if at else 1)
                self.assertEqual(entry["n"], sum(t.numel() for t in tensors))

    def test_a_resnet_with_relu_in_place(self) -> None:
        torch.manual_seed(0)
        model = ResNet((1, 1), 8)
        recording, kept = self.run_once(model, classify, image_batch, True)
        once = {n for n, m in model.named_modules() if not list(m.children()) and "relu" not in n}
        self.assertTrue({"conv1", "layer2.0.downsample.0"} < once)
        found = set(recording.hist(2, "activation"))
        self.assertEqual(found, once | {n for n, m in model.named_modules() if n.endswith("relu")})
        # a module that is called twice has both outputs in one entry: checked by its number of elements
        twice = recording.hist(2, "activation")["layer1.0.relu"]["n"]
        self.assertEqual(twice, 2 * recording.hist(2, "activation")["layer1.0.conv1"]["n"])
        for name in [n for n in kept if n not in once]:
            del kept[name]
        recording.lines = [
            x for x in recording.lines if x["kind"] != "hist" or not x["role"].startswith("activation")
        ] + [
            self.only(x, recording, once) for x in recording.lines if x["kind"] == "hist" and "activation" in x["role"]
        ]
        self.check(recording, kept, once)

    def only(self, line: dict[str, Any], recording: Recording, names: set[str]) -> dict[str, Any]:
        """A line's columns of some tensors."""
        at = [i for i, t in enumerate(line["t"]) if recording.names[t] in names]
        return {k: [v[i] for i in at] if isinstance(v, list) else v for k, v in line.items()}

    def test_patterns_and_accumulation(self) -> None:
        torch.manual_seed(0)
        recording, kept = self.run_once(
            GPT(dropout=0.0), next_token, text_batch, ["blocks.*.up", "*.qkv"], accumulate=2
        )
        names = {f"blocks.{i}.{n}" for i in (0, 1) for n in ("up", "qkv")}
        self.check(recording, kept, names)
        outputs = [t for t in recording.tensors if t["part"] == "output"]
        self.assertEqual({t["layer"] for t in outputs}, {"linear"})
        self.assertEqual({t["dtype"] for t in outputs}, {"float16"})

    def test_copies_and_pickles_of_a_model_with_hooks(self) -> None:
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        with mp.watch(model, optimizer, path=self.path, activations=True):
            average = copy.deepcopy(model)  # taken while the hooks are on
            again = pickle.loads(pickle.dumps(model))
            for other in (average, again):
                classify(other, mlp_batch(0)).backward()
            classify(model, mlp_batch(1)).backward()
            optimizer.step()
        entry = Recording(self.path).hist(1, "activation")["layers.0"]
        self.assertEqual(entry["n"], 16 * 64, "the copies' outputs are not the model's")

    def test_compiled_parts_are_named(self) -> None:
        if not has_compiler():
            self.skipTest("SKIPPED: no C++ compiler for torch.compile")
        torch._dynamo.reset()
        model = MLP()
        model.layers[1] = torch.compile(model.layers[1])
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        with mp.watch(model, optimizer, path=self.path, activations=True):
            classify(model, mlp_batch(1)).backward()
            optimizer.step()
        recording = Recording(self.path)
        self.assertEqual(set(recording.hist(1, "activation")), {"layers.0", "layers.2"})
        notes = " ".join(e["text"] for e in recording.of("event", event="note"))
        self.assertIn("layers.1", notes)
        self.assertIn("torch.compile", notes)
        self.assertIn("layers.1.weight", recording.names)


if __name__ == "__main__":
    unittest.main()
