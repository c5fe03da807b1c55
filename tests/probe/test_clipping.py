# SPDX-License-Identifier: Apache-2.0
"""Loops without a scaler that clip: gradients are those of the backward pass, of the step that was made. And weights that
layers share."""

from __future__ import annotations

from typing import Any

from models import MLP
from support import Recording, has_compiler, mp, nn, torch, unittest
from test_trainings import Watched, classify, clip_grad_norm_, mlp_batch, plan


class Clipping(Watched):
    """Without a scaler the loop clips what the probe reads: it is read before."""

    def test_the_local_shadow_is_of_what_the_layer_made(self) -> None:
        chosen = plan("mlp", "BF16, clipped by norm", watch={"shadow_layers": 8})
        _, recording = self.check(chosen)
        shadows = [h for h in recording.of("hist", role="gradient") if h.get("tier") == "local"]
        self.assertTrue(shadows)
        for line in shadows:
            for error, norm in zip(line["error_norm"], line["norm"]):
                self.assertLess(float(error), 0.05 * float(norm))  # rounding; what was clipped would differ by nearly all

    def test_of_two_clippings_what_was_before_the_first(self) -> None:
        def twice(parameters: Any, most: float) -> None:
            clip_grad_norm_(parameters, most)
            nn.utils.clip_grad_value_(parameters, most / 100)

        self.check(plan("mlp", "BF16, clipped by norm", clip=twice))

    def loop(self, body: Any) -> tuple[Recording, dict[str, float]]:
        """One recorded step of two batches; `body(model, optimizer, batch)` is the loop. Returns the norms it had then."""
        torch.manual_seed(1)
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.01)
        norms: dict[str, float] = {}
        with mp.watch(model, optimizer, path=self.path, every=1):
            body(model, optimizer, norms)
        return Recording(self.path), norms

    def assert_norms(self, recording: Recording, norms: dict[str, float]) -> None:
        self.assertEqual([s["step"] for s in recording.steps], [1])
        found = recording.hist(1, "gradient")
        self.assertEqual(set(found), set(norms))
        for name, entry in found.items():
            self.assertAlmostEqual(entry["norm"], norms[name], delta=2e-3 * norms[name])

    def norms_of(self, model: nn.Module) -> dict[str, float]:
        return {n: float(p.grad.norm()) for n, p in model.named_parameters() if p.grad is not None}

    def test_a_step_that_is_left_out_is_none(self) -> None:
        """The guard of many loops: a batch whose norm is not finite makes no step."""
        for to_none in (True, False):
            with self.subTest(set_to_none=to_none):
                self.path = self.folder / f"{to_none}.jsonl"

                def body(model: nn.Module, optimizer: Any, norms: dict[str, float], to_none: bool = to_none) -> None:
                    for part, factor in enumerate((float("nan"), 1.0)):
                        optimizer.zero_grad(set_to_none=to_none)
                        (classify(model, mlp_batch(part)) * factor).backward()
                        now = self.norms_of(model)
                        if torch.isfinite(clip_grad_norm_(model.parameters(), 0.01)):
                            norms.update(now)
                            optimizer.step()

                self.assert_norms(*self.loop(body))

    def test_each_part_of_a_batch_may_be_clipped(self) -> None:
        def body(model: nn.Module, optimizer: Any, norms: dict[str, float]) -> None:
            for part in range(3):
                classify(model, mlp_batch(part)).backward()
                norms.update(self.norms_of(model))
                clip_grad_norm_(model.parameters(), 0.01)
            optimizer.step()

        self.assert_norms(*self.loop(body))

    def test_a_backward_pass_behind_the_clipping_counts(self) -> None:
        def body(model: nn.Module, optimizer: Any, norms: dict[str, float]) -> None:
            classify(model, mlp_batch(0)).backward()
            clip_grad_norm_(model.parameters(), 0.01)
            classify(model, mlp_batch(1)).backward()
            norms.update(self.norms_of(model))
            optimizer.step()

        self.assert_norms(*self.loop(body))

    def test_clipping_may_be_compiled(self) -> None:
        if not has_compiler():
            self.skipTest("SKIPPED: no compiler for torch.compile")

        def body(model: nn.Module, optimizer: Any, norms: dict[str, float]) -> None:
            clip = torch.compile(lambda ps: clip_grad_norm_(ps, 0.01), fullgraph=True, backend="eager")
            classify(model, mlp_batch(0)).backward()
            clip(list(model.parameters()))
            optimizer.step()

        recording, _ = self.loop(body)
        self.assertEqual(len(recording.steps), 1)

    def test_a_norm_alone_is_no_clipping(self) -> None:
        if not hasattr(nn.utils, "get_total_norm"):
            self.skipTest("SKIPPED: torch.nn.utils.get_total_norm needs torch 2.6")
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.01)
        with mp.watch(model, optimizer, path=self.path, every=1) as probe:
            for part in range(2):
                loss = classify(model, mlp_batch(part))
                loss.backward()
                nn.utils.get_total_norm([p.grad for p in model.parameters() if p.grad is not None])
            whole = {n: float(p.grad.norm()) for n, p in model.named_parameters() if p.grad is not None}
            optimizer.step()
            del probe
        recording = Recording(self.path)
        for name, entry in recording.hist(1, "gradient").items():
            self.assertAlmostEqual(entry["norm"], whole[name], delta=1e-3 * whole[name])

    def test_the_hook_leaves_with_the_probe(self) -> None:
        before = nn.utils.clip_grad._group_tensors_by_device_and_dtype
        self.check(plan("mlp", "BF16, clipped by norm"))
        self.assertIs(nn.utils.clip_grad._group_tensors_by_device_and_dtype, before)


class SharedWeights(Watched):
    """An embedding that is the head's weight, too: its gradient passes through the head's format."""

    def test_the_narrowest_format_is_told(self) -> None:
        class Tied(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.emb = nn.Embedding(64, 16)
                self.head = nn.Linear(16, 64, bias=False)
                self.head.weight = self.emb.weight
                self.alone = nn.Embedding(32, 16)

            def forward(self, tokens: torch.Tensor) -> torch.Tensor:
                return self.head(self.emb(tokens) + self.alone(tokens % 32))

        _, recording = self.check(plan("gpt", "BF16", model=Tied))
        formats = {t["name"]: t.get("format", t["dtype"]) for t in recording.tensors}
        self.assertEqual(formats, {"emb.weight": "bfloat16", "alone.weight": "float32"})


if __name__ == "__main__":
    unittest.main()
