# SPDX-License-Identifier: Apache-2.0
"""The search of a forward pass: which modules made inf or NaN of their own, and when it is made."""

from __future__ import annotations

from models import MLP
from support import Case, Recording, mp, nn, torch, unittest
from test_trainings import classify, mlp_batch

from mantissa_probe.recording import read
from mantissa_probe.show import findings


class Forward(Case):
    def test_a_module_whose_weights_are_nan_makes_nothing(self) -> None:
        """The forward pass behind an update that wrote NaN into the weights: no module is the producer."""
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        with mp.watch(model, optimizer, every=50, path=self.path) as probe:
            for at in range(6):
                x, y = mlp_batch(at)
                if at == 2:
                    x = x * torch.nan
                optimizer.zero_grad()
                loss = classify(model, (x, y))
                probe.log(loss=loss)
                loss.backward()
                optimizer.step()
        searched = Recording(self.path).of("event", event="forward")
        self.assertTrue(searched)
        self.assertNotIn("module", searched[0], searched[0])
        self.assertIn("so do its inputs or its weights", searched[0]["text"])

    def test_a_pass_that_was_searched_in_vain_is_told(self) -> None:
        """The logarithm of 0 in the loss function: all modules are finite, and the recording says so."""
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        scaler = torch.amp.GradScaler("cpu")
        with mp.watch(model, optimizer, scaler=scaler, every=50, path=self.path) as probe:
            for at in range(4):
                optimizer.zero_grad()
                with torch.autocast("cpu", torch.float16):
                    loss = torch.log(model(mlp_batch(at)[0]).float().sum() * 0)
                scaler.scale(loss).backward()
                scaler.step(optimizer)
                scaler.update()
                probe.log(loss=loss)
        searched = Recording(self.path).of("event", event="forward")
        self.assertTrue(searched)
        self.assertEqual((searched[0]["held"], searched[0]["modules"]), (0, []))
        self.assertIn("all outputs of modules are finite", searched[0]["text"])
        self.assertIn("In step 2 all outputs of modules were finite", "\n".join(findings(read(self.path))))

    def test_siblings_that_overflow_as_well(self) -> None:
        """Each module whose inputs are finite made its inf itself; what stands behind them made none."""

        class Siblings(nn.Module):
            def __init__(self) -> None:
                super().__init__()
                self.q, self.k, self.out = nn.Linear(8, 8), nn.Linear(8, 8), nn.Linear(8, 8)

            def forward(self, x: torch.Tensor) -> torch.Tensor:
                return self.out(self.q(x) + self.k(x))

        model = nn.Sequential(nn.Sequential(Siblings()))  # containers hold what their modules made
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        scaler = torch.amp.GradScaler("cpu")
        with mp.watch(model, optimizer, scaler=scaler, every=1, path=self.path) as probe:
            for _ in range(4):
                optimizer.zero_grad()
                with torch.autocast("cpu", torch.float16):
                    loss = model(torch.full((4, 8), 1e6)).float().square().mean()
                scaler.scale(loss).backward()
                scaler.step(optimizer)
                scaler.update()
                probe.log(loss=loss)
        found = Recording(self.path).of("event", event="forward")
        self.assertTrue(found)
        self.assertEqual(found[0]["module"], "0.0.q")
        self.assertEqual(found[0]["also"], ["0.0.k"])
        for path in ("0.0.out", "0.0", "0"):
            self.assertIn(path, found[0]["modules"])

    def test_a_loop_that_leaves_every_step_out(self) -> None:
        """No step begins any more: where it arose is told all the same, and the hooks do not stay."""
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        with mp.watch(model, optimizer, path=self.path) as probe:
            for at in range(40):
                x, y = mlp_batch(at)
                loss = classify(model, (x * (torch.inf if at > 2 else 1.0), y))
                probe.log(loss=loss)
                if not torch.isfinite(loss):
                    continue
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        searched = Recording(self.path).of("event", event="forward")
        self.assertEqual(len(searched), 16, "a hopeless training is not searched for ever")
        self.assertFalse(any(m._forward_hooks for m in model.modules()))


if __name__ == "__main__":
    unittest.main()
