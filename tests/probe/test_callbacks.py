# SPDX-License-Identifier: Apache-2.0
"""The callbacks of transformers and Lightning, with the real packages where they are installed; nothing is downloaded."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import subprocess
import sys
import warnings
from typing import Any

from models import MLP
from support import ROOT, Case, F, Recording, mp, same_bits, torch, unittest
from test_trainings import classify, mlp_batch

os.environ.setdefault("HF_HUB_OFFLINE", "1")


def installed(*names: str) -> bool:
    return all(importlib.util.find_spec(name) is not None for name in names)


class WithoutThem(Case):
    def test_the_message_says_what_to_install(self) -> None:
        for module, package in (("hf", "transformers"), ("lightning", "lightning")):
            hide = f"sys.modules[{package!r}] = None; sys.modules['pytorch_lightning'] = None"
            code = f"import sys; sys.path.insert(0, {str(ROOT / 'app' / 'probe')!r}); {hide}; import mantissa_probe.{module}"
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
            self.assertIn(f"ImportError: mantissa_probe.{module} needs the package", done.stderr)
            self.assertIn(f"pip install {package}", done.stderr)


class Transformers(Case):
    def train(self, watched: bool, **arguments: Any) -> Any:
        from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainingArguments

        from mantissa_probe.hf import MantissaCallback

        torch.manual_seed(0)
        config = GPT2Config(
            vocab_size=64, n_positions=16, n_embd=32, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=0
        )
        model = GPT2LMHeadModel(config)
        tokens = torch.randint(0, 64, (64, 16), generator=torch.Generator().manual_seed(1))
        data = [{"input_ids": row, "labels": row} for row in tokens]
        settings = TrainingArguments(
            output_dir=str(self.folder / "out"), per_device_train_batch_size=4, max_steps=8, logging_steps=2,
            report_to=[], use_cpu=True, save_strategy="no", disable_tqdm=True, seed=3, **arguments,
        )  # fmt: skip
        callback = MantissaCallback(every=4, path=self.path)
        trainer = Trainer(model, settings, train_dataset=data, callbacks=[callback] if watched else [])
        with contextlib.redirect_stdout(io.StringIO()):
            trainer.train()
        return model.state_dict(), [x["loss"] for x in trainer.state.log_history if "loss" in x]

    def test_trainer(self) -> None:
        if not installed("transformers", "accelerate"):
            self.skipTest("SKIPPED: transformers is not installed")
        for arguments in ({"bf16": True}, {"gradient_accumulation_steps": 2}):
            with self.subTest(**arguments):
                self.path = self.folder / f"{len(arguments)}{list(arguments)[0]}.jsonl"
                plain, watched = self.train(False, **arguments), self.train(True, **arguments)
                for name, tensor in plain[0].items():
                    self.assertTrue(same_bits(tensor, watched[0][name]), name)
                recording = Recording(self.path)
                self.assertEqual(len(recording.steps), 8)
                self.assertEqual(recording.header["steps"], 8)
                self.assertEqual(recording.end["outcome"], "closed")
                self.assertEqual([s["step"] for s in recording.steps if "loss" in s], [2, 4, 6, 8])
                for step, loss in zip([s for s in recording.steps if "loss" in s], watched[1]):
                    self.assertAlmostEqual(step["loss"], float(loss), delta=1e-3)
                linear = [t for t in recording.tensors if t["type"] == "Conv1D" and t["part"] == "weight"]
                self.assertEqual({t["layer"] for t in linear}, {"linear"})
                if "bf16" in arguments:
                    self.assertEqual(recording.header["autocast"]["dtype"], "bfloat16")
                    self.assertEqual({t.get("format") for t in linear}, {"bfloat16"})
                self.assertEqual(sorted({x["step"] for x in recording.of("hist", role="gradient")}), [1, 4, 8])

    def test_the_scaler_is_accelerates(self) -> None:
        if not installed("transformers", "accelerate"):
            self.skipTest("SKIPPED: transformers is not installed")
        from accelerate import Accelerator
        from accelerate.optimizer import AcceleratedOptimizer
        from transformers import TrainerControl, TrainerState

        from mantissa_probe.hf import MantissaCallback

        Accelerator(cpu=True)
        model = MLP()
        scaler = torch.amp.GradScaler("cpu", init_scale=2.0**22)
        optimizer = AcceleratedOptimizer(torch.optim.SGD(model.parameters(), 0.1), scaler=scaler)
        callback = MantissaCallback(path=self.path)
        callback.on_train_begin(None, TrainerState(max_steps=6), TrainerControl(), model=model, optimizer=optimizer)
        for step in range(6):
            optimizer.zero_grad()
            with torch.autocast("cpu", torch.float16):
                loss = classify(model, mlp_batch(step))
            scaler.scale(loss).backward()
            optimizer.step()
        callback.on_train_end(None, None, None)
        recording = Recording(self.path)
        self.assertEqual(len(recording.steps), 6)
        self.assertEqual(recording.steps[0]["scale"], 2**22)
        self.assertTrue(recording.of("event", event="skip"))


class Lightning(Case):
    def train(self, watched: bool, accumulate: int, precision: Any) -> Any:
        import logging

        import lightning.pytorch as pl
        from lightning.pytorch.plugins.precision import MixedPrecision

        from mantissa_probe.lightning import MantissaCallback

        logging.getLogger("lightning.pytorch").setLevel(logging.ERROR)

        class Module(pl.LightningModule):
            def __init__(self) -> None:
                super().__init__()
                self.net = MLP()
                self.losses: list[float] = []

            def training_step(self, batch: Any, index: int) -> torch.Tensor:
                loss = F.cross_entropy(self.net(batch[0]).float(), batch[1])
                self.losses.append(loss.item())
                return loss

            def configure_optimizers(self) -> Any:
                return torch.optim.AdamW(self.parameters(), 1e-2)

        torch.manual_seed(0)
        module = Module()
        data = torch.utils.data.TensorDataset(*(torch.cat(x) for x in zip(*(mlp_batch(i) for i in range(8)))))
        loader = torch.utils.data.DataLoader(data, batch_size=16)
        plugins: list[Any] = []
        if precision == "16-mixed":
            scaler = torch.amp.GradScaler("cpu", init_scale=2.0**22)
            plugins, precision = [MixedPrecision("16-mixed", "cpu", scaler)], None
        trainer = pl.Trainer(
            max_epochs=2, accelerator="cpu", devices=1, logger=False, enable_checkpointing=False, precision=precision,
            enable_progress_bar=False, enable_model_summary=False, accumulate_grad_batches=accumulate, plugins=plugins or None,
            callbacks=[MantissaCallback(every=4, path=self.path)] if watched else [],
        )  # fmt: skip
        with warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
            warnings.simplefilter("ignore")
            trainer.fit(module, loader)
        return module.state_dict(), module.losses

    def test_trainer(self) -> None:
        if not installed("lightning"):
            self.skipTest("SKIPPED: lightning is not installed")
        for accumulate, precision in ((1, "bf16-mixed"), (2, "32-true"), (1, "16-mixed")):
            with self.subTest(accumulate=accumulate, precision=precision):
                self.path = self.folder / f"{accumulate}{precision}.jsonl"
                plain, watched = self.train(False, accumulate, precision), self.train(True, accumulate, precision)
                self.assertEqual(plain[1], watched[1])
                for name, tensor in plain[0].items():
                    self.assertTrue(same_bits(tensor, watched[0][name]), name)
                recording = Recording(self.path)
                self.assertEqual(len(recording.steps), 16 // accumulate)
                for at, step in enumerate(recording.steps):
                    part = plain[1][at * accumulate : (at + 1) * accumulate]
                    self.assertAlmostEqual(step["loss"], sum(part) / accumulate, delta=1e-3)
                self.assertEqual(recording.header["order"], "observed")
                self.assertTrue(recording.hist(4, "gradient"), "gradients come while the step's closure runs")
                self.assertEqual([e["text"] for e in recording.of("event", event="mark")], ["epoch 1", "epoch 2"])
                self.assertEqual(recording.end["outcome"], "closed")
                formats = {t.get("format", t["dtype"]) for t in recording.tensors if t["part"] == "weight"}
                wanted = {"bf16-mixed": "bfloat16", "32-true": "float32", "16-mixed": "float16"}[precision]
                self.assertEqual(formats, {wanted})
                self.assertEqual(bool(recording.of("event", event="skip")), precision == "16-mixed")


class AClosure(Case):
    def test_gradients_that_come_in_the_step(self) -> None:
        """optimizer.step(closure): the counts are of the gradients that the closure made."""
        torch.manual_seed(0)
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        kept: dict[int, Any] = {}
        with mp.watch(model, optimizer, every=2, path=self.path):
            for step in range(1, 5):

                def closure() -> torch.Tensor:
                    optimizer.zero_grad()
                    loss = classify(model, mlp_batch(step))
                    loss.backward()
                    kept[step] = {n: p.grad.clone() for n, p in model.named_parameters()}
                    return loss

                optimizer.step(closure) if step % 2 else optimizer.step(closure=closure)
        recording = Recording(self.path)
        for step in (1, 2, 4):
            for name, entry in recording.hist(step, "gradient").items():
                self.assert_counts(entry, kept[step][name], name)


if __name__ == "__main__":
    unittest.main()
