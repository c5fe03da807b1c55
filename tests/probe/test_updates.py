# SPDX-License-Identifier: Apache-2.0
"""Updates that are too small: counted as the engine counts them (engine/backend/update_counts.h), one weight at a time."""

from __future__ import annotations

import math
from typing import Any

from models import MLP
from support import Case, F, Recording, bins_of, mp, nn, torch, unittest

from mantissa_probe.tensors import catalogue
from mantissa_probe.updates import Sample, UpdateWatch, _Batch

FRACTION = {torch.float32: 23, torch.float16: 10, torch.bfloat16: 7}
EXPONENTS = {torch.float32: (-126, 127), torch.float16: (-14, 15), torch.bfloat16: (-126, 127)}


def engine_counts(weight: torch.Tensor, change: torch.Tensor, narrow: torch.dtype) -> dict[str, Any]:
    """count_update of the engine, for `weight + change`."""
    out: dict[str, Any] = {"bins": {}, "nonzero": 0, "lost_with_master": 0, "lost_without_master": 0}
    low, high = EXPONENTS[narrow]
    for w, u in zip(weight.reshape(-1).float(), change.reshape(-1).float()):
        if not math.isfinite(u.item()) or u.item() == 0:
            continue
        out["nonzero"] += 1
        stored = w.to(narrow).float()
        exponent = math.frexp(stored.item())[1] - 1
        half_gap = (low if stored.item() == 0 else min(max(exponent, low), high)) - FRACTION[narrow] - 1
        at = min(max(math.frexp(u.item())[1] - 1 - half_gap, -64), 31)
        out["bins"][at] = out["bins"].get(at, 0) + 1
        out["lost_with_master"] += int((w + u).item() == w.item())
        out["lost_without_master"] += int((stored + u).to(narrow).float().item() == stored.item())
    return out


class UpdatesAreTheEngines(Case):
    def one_step(
        self, dtype: torch.dtype, autocast: torch.dtype | None, lr: float
    ) -> tuple[Recording, dict, dict, dict]:
        """One sampled step of plain SGD, whose update is known: -lr · gradient."""
        torch.manual_seed(0)
        model = MLP((32, 40, 10)).to(dtype)
        with torch.no_grad():
            model.layers[0].weight[:, 0] = 0.0
            model.layers[0].weight[:, 1] = 1.0  # powers of two: the gap below is half of the one above
            model.layers[0].weight[:, 2] = 1e-6
        optimizer = torch.optim.SGD(model.parameters(), lr)
        with mp.watch(model, optimizer, path=self.path):
            x, y = torch.randn(16, 32, dtype=dtype), torch.randint(0, 10, (16,))
            with torch.autocast("cpu", autocast, enabled=autocast is not None):
                F.cross_entropy(model(x).float(), y).backward()
            before = {n: p.detach().clone() for n, p in model.named_parameters()}
            change = {n: -lr * p.grad.double() for n, p in model.named_parameters()}
            optimizer.step()
        after = {n: p.detach().clone() for n, p in model.named_parameters()}
        return Recording(self.path), before, after, change

    def test_every_weight(self) -> None:
        cases = [(torch.float32, None), (torch.bfloat16, None), (torch.float32, torch.bfloat16)]
        cases += [(torch.float32, torch.float16)]
        for dtype, autocast in cases:
            for lr in (1e-1, 1e-4, 1e-7):
                with self.subTest(dtype=dtype, autocast=autocast, lr=lr):
                    self.path = self.folder / f"{dtype}{autocast}{lr}.jsonl"
                    recording, before, after, change = self.one_step(dtype, autocast, lr)
                    found = recording.hist(1, "update")
                    self.assertEqual(set(found), set(before))
                    for name, entry in found.items():
                        expected = engine_counts(before[name], change[name], autocast or dtype)
                        self.assertEqual(bins_of(entry), expected["bins"], name)
                        size = before[name].numel()
                        self.assertEqual(entry.get("nonzero", size), expected["nonzero"])
                        for key in ("lost_with_master", "lost_without_master"):
                            self.assertEqual(entry.get(key, 0), expected[key], f"{name}: {key}")
                        same = (before[name] == after[name]) & (change[name].float() != 0)
                        self.assertEqual(entry.get("lost", 0), int(same.sum()), name)

    def test_small_updates_of_bf16_weights_are_lost(self) -> None:
        recording, *_ = self.one_step(torch.bfloat16, None, 1e-7)
        entry = recording.hist(1, "update")["layers.1.weight"]
        self.assertGreater(entry["lost"], 390)
        self.assertEqual(entry["lost"], entry["lost_without_master"])


    def test_updates_that_are_no_numbers_are_no_zeros(self) -> None:
        recording, *_ = self.one_step(torch.float32, None, float("nan"))
        entry = recording.hist(1, "update")["layers.1.weight"]
        self.assertEqual((entry["nonzero"], entry["nan"], entry["counts"]), (0, 400, []))


class UpdatesFromTheState(Case):
    """What is computed again from the optimizer's state is what the step did, within the rounding of FP32."""

    def test_adam_and_sgd(self) -> None:
        makers: dict[str, Any] = {
            "AdamW": lambda p: torch.optim.AdamW(p, 1e-3, weight_decay=0.1),
            "Adam amsgrad": lambda p: torch.optim.Adam(p, 1e-3, weight_decay=0.1, amsgrad=True),
            "Adam maximize": lambda p: torch.optim.Adam(p, 1e-3, maximize=True),
            "SGD": lambda p: torch.optim.SGD(p, 0.1, weight_decay=0.1),
            "momentum": lambda p: torch.optim.SGD(p, 0.1, momentum=0.9, dampening=0.1),
            "Nesterov": lambda p: torch.optim.SGD(p, 0.1, momentum=0.9, nesterov=True, weight_decay=0.1),
        }
        for what, make in makers.items():
            with self.subTest(optimizer=what):
                torch.manual_seed(0)
                model = MLP()
                optimizer = make(model.parameters())
                watch = UpdateWatch(optimizer, catalogue(model, [optimizer], 1 << 20).parameters, 1 << 20)
                for _ in range(3):
                    optimizer.zero_grad()
                    F.cross_entropy(model(torch.randn(16, 32)), torch.randint(0, 10, (16,))).backward()
                    watch.before()
                    batches: list[_Batch] = watch._batches
                    optimizer.step()
                    for batch in batches:
                        with torch.no_grad():
                            change = watch._rule(batch, optimizer.state)
                            moved = batch.gather(batch.parameters()).double() - batch.before.double()
                        gap = (batch.before.double().abs() + change.abs()) * 2.0**-23 + 1e-15
                        self.assertLess(float(((change - moved).abs() / gap).max()), 4.0)

    def test_another_optimizers_rule_is_not_guessed(self) -> None:
        class Own(torch.optim.SGD):
            def step(self, closure: Any = None) -> None:
                pass

        model = MLP()
        for optimizer in (Own(model.parameters(), 0.1), torch.optim.RMSprop(model.parameters())):
            self.assertEqual(UpdateWatch(optimizer, [], 64).source, "difference")

        class Child(torch.optim.AdamW):
            pass

        self.assertEqual(UpdateWatch(Child(model.parameters()), [], 64).source, "state")


class TheSample(Case):
    def places(self, shape: tuple[int, ...], most: int = 2048) -> list[int]:
        model = nn.Module()
        model.weight = nn.Parameter(torch.zeros(shape))
        (watched,) = catalogue(model, [torch.optim.SGD([model.weight], 0.1)], 1 << 20).parameters
        sample = Sample(watched, most)
        self.assertEqual(watched.looked_at, sample.size)
        return sample.of(torch.arange(model.weight.numel()).view(shape)).tolist()

    def test_reaches_every_column_and_all_over_the_rows(self) -> None:
        """A layer's columns are its inputs: the border of an image has weights that never move."""
        for rows, columns in ((256, 784), (700, 1000), (3072, 768), (4096, 1024), (40, 60), (10, 256)):
            places = self.places((rows, columns))
            self.assertEqual(len(set(places)), 2048, (rows, columns))
            tenths = [0] * 10
            for place in places:
                tenths[place % columns * 10 // columns] += 1
            self.assertGreater(min(tenths), 0.07 * 2048, (rows, columns))  # of 0.1 if they were drawn
            self.assertLess(max(tenths), 0.13 * 2048, (rows, columns))
            rows_seen = [p // columns for p in places]
            self.assertGreaterEqual(len(set(rows_seen)), min(rows, 32))
            self.assertLess(min(rows_seen), 0.04 * rows + 1)
            self.assertGreater(max(rows_seen), 15 / 16 * rows - 2)

    def test_of_any_shape_stays_inside(self) -> None:
        for shape in ((2049,), (5000,), (64, 33, 3, 3), (512, 1, 3, 3), (3, 700), (2049, 1), (300, 7), (130, 16)):
            size = math.prod(shape)
            for most in (64, 100, 2048):
                places = self.places(shape, most)
                self.assertEqual(len(set(places)), len(places), (shape, most))
                self.assertGreaterEqual(min(places), 0)
                self.assertLess(max(places), size)
                self.assertLess(most - 16, len(places))


if __name__ == "__main__":
    unittest.main()
