# SPDX-License-Identifier: Apache-2.0
"""The probe never harms a training: errors inside it, missing private names, checkpoints, full disks, killed programs."""

from __future__ import annotations

import contextlib
import copy
import io
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
import unittest.mock
from pathlib import Path
from typing import Any

from models import GPT, MLP
from support import ROOT, Case, Recording, mp, nn, read, same_bits, torch, unittest
from test_trainings import adamw, classify, mlp_batch, plan, train

PARTS = [
    "counting.Counter.count",
    "samples.Counts.send",
    "samples.update_columns",
    "steps.StepLines.lines",
    "ring.Ring.put",
    "ring.Ring.flush",
    "updates.UpdateWatch.before",
    "updates.UpdateWatch.after",
    "culprits.elements",
    "order.FirstStep.finish",
    "recorder.Recorder.done",
    "writer.Writer._write",
    "extras.Extras.arm",
    "core.first_header",
]


def program(body: str) -> str:
    """A script that trains three steps, for tests of how a program ends."""
    head = f"""
        import os, signal, sys
        sys.path[:0] = [{str(ROOT / "app" / "probe")!r}, {str(ROOT / "tests" / "probe")!r}]
        import torch, mantissa_probe as mp
        torch.set_num_threads(1)  # what OpenMP leaves in a forked process hangs
        from models import MLP
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        probe = mp.watch(model, optimizer, every=1, path=sys.argv[1])
        for step in range(3):
            optimizer.zero_grad()
            loss = model(torch.randn(8, 32)).square().mean()
            loss.backward()
            optimizer.step()
            probe.log(loss=loss)
    """
    return textwrap.dedent(head) + textwrap.dedent(body)


class Errors(Case):
    def test_an_error_in_any_part_switches_the_probe_off_and_the_training_goes_on(self) -> None:
        """Whatever fails, the losses and weights are those of the training without a probe, and it is said once."""
        chosen = plan("mlp", "FP16 with a scaler", optimizers=adamw())
        plain = train(chosen)
        for part in PARTS:
            with self.subTest(part=part):
                self.path = self.folder / f"{part}.jsonl"
                said = io.StringIO()
                broken = unittest.mock.patch(f"mantissa_probe.{part}", side_effect=RuntimeError("broken on purpose"))
                with broken, contextlib.redirect_stderr(said):
                    watched = train(chosen, self.path)
                self.assertEqual(plain.losses, watched.losses)
                for name, tensor in plain.weights.items():
                    self.assertTrue(same_bits(tensor, watched.weights[name]), name)
                self.assertEqual(said.getvalue().count("switched off"), 1, said.getvalue())
                self.assertIn("broken on purpose", said.getvalue())
                if part not in (
                    "steps.StepLines.lines",
                    "writer.Writer._write",
                    "ring.Ring.flush",
                    "samples.update_columns",
                ):
                    self.assertEqual([e["event"] for e in read(self.path) if e["kind"] == "event"][-1:], ["off"])

    def test_everything_is_taken_off(self) -> None:
        model, scaler = GPT(), torch.amp.GradScaler("cpu")
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        before = dict(scaler.__dict__)
        for broken in (False, True):
            probe = mp.watch(
                model, optimizer, scaler=scaler, path=self.path, activations=True, reference=lambda: torch.zeros(())
            )
            self.assertIn("step", scaler.__dict__)
            if broken:
                with contextlib.redirect_stderr(io.StringIO()):
                    probe._core.fail(RuntimeError("on purpose"))
            else:
                probe.close()
            self.assertFalse(probe.active)
            self.assertEqual(set(scaler.__dict__), set(before))
            self.assertFalse(optimizer._optimizer_step_pre_hooks or optimizer._optimizer_step_post_hooks)
            for module in model.modules():
                self.assertFalse(module._forward_hooks or module._forward_pre_hooks)
            for parameter in model.parameters():
                self.assertFalse(parameter._post_accumulate_grad_hooks)

    def test_senseless_arguments_are_refused_at_once(self) -> None:
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        for arguments in ({"every": 0}, {"sample": 3}, {"culprits": "some"}, {"reference_format": "float16"}):
            with self.assertRaises(ValueError):
                mp.watch(model, optimizer, path=self.path, **arguments)
        for arguments in ({"activations": "layers.*"}, {"reference": 3}):
            with self.assertRaises(TypeError):
                mp.watch(model, optimizer, path=self.path, **arguments)
        for wrong in ((model, None), (optimizer, model), (optimizer, "scaler")):
            with self.assertRaises(TypeError):
                mp.watch(model, wrong[0], scaler=wrong[1], path=self.path)
        with self.assertRaises(ValueError):
            mp.watch(nn.ReLU(), optimizer, path=self.path)
        with self.assertRaises(OSError):
            mp.watch(model, optimizer, path="/proc/nowhere/run.jsonl")
        folder = self.folder / "results"
        folder.mkdir()
        (folder / "checkpoint.pt").write_text("precious")
        with self.assertRaises(IsADirectoryError):
            mp.watch(model, optimizer, path=folder)
        self.assertEqual((folder / "checkpoint.pt").read_text(), "precious")
        self.assertFalse(optimizer._optimizer_step_pre_hooks, "nothing stays behind")

    def test_a_full_disk(self) -> None:
        if not Path("/dev/full").exists():
            self.skipTest("SKIPPED: no /dev/full")
        plain = train(plan("mlp", "BF16"))
        said = io.StringIO()
        full = os.open("/dev/full", os.O_WRONLY)
        with contextlib.redirect_stderr(said), unittest.mock.patch("mantissa_probe.writer.os.open", return_value=full):
            watched = train(plan("mlp", "BF16"), self.path)
        self.assertEqual(plain.losses, watched.losses)
        self.assertIn("No space left", said.getvalue())

    def test_what_log_does_not_take(self) -> None:
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        with contextlib.redirect_stderr(io.StringIO()) as said, mp.watch(model, optimizer, path=self.path) as probe:
            for step in range(2):
                classify(model, mlp_batch(step)).backward()
                optimizer.step()
                probe.log(loss=torch.randn(3), accuracy=0.5, other=torch.tensor(2.0), whole=7)
                probe.log(nothing=None, word="x", long=10**400)
        recording = Recording(self.path)
        self.assertEqual(recording.end["outcome"], "closed")
        self.assertEqual(recording.steps[1]["scalars"], {"accuracy": 0.5, "other": 2, "whole": 7})
        self.assertEqual(said.getvalue().count("loss"), 1)
        for name in ("nothing", "word", "long"):
            self.assertEqual(said.getvalue().count(f"log({name}=…) takes a single number"), 1)


class PrivateNames(Case):
    """A scaler whose private names have changed: a clear message, and gradients as the optimizer sees them."""

    def test_unscaling_is_not_found(self) -> None:
        class Scaler(torch.amp.GradScaler):
            _unscale_grads_ = None  # type: ignore[assignment]

            def unscale_(self, optimizer: Any) -> None:
                raw = torch.amp.GradScaler._unscale_grads_
                state = self._per_optimizer_states[id(optimizer)]
                inverse = self._scale.double().reciprocal().float()
                state["found_inf_per_device"] = raw(self, optimizer, inverse, torch.zeros(()), False)
                state["stage"] = torch.amp.grad_scaler.OptState.UNSCALED

        torch.manual_seed(0)
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        scaler = Scaler("cpu", init_scale=2.0**22)
        gradients, changed = {}, []
        with contextlib.redirect_stderr(io.StringIO()) as said, mp.watch(
            model, optimizer, scaler=scaler, every=1, path=self.path
        ):
            for step in range(1, 11):
                optimizer.zero_grad()
                with torch.autocast("cpu", torch.float16):
                    loss = classify(model, mlp_batch(step))
                scaler.scale(loss).backward()
                scale = scaler.get_scale()
                gradients[step] = {n: p.grad / scale for n, p in model.named_parameters()}
                before = model.layers[0].weight.detach().clone()
                scaler.step(optimizer)
                scaler.update()
                changed.append(not torch.equal(before, model.layers[0].weight))
        self.assertIn("_unscale_grads_", said.getvalue())
        recording = Recording(self.path)
        self.assertEqual(recording.header["gradients"], "unscaled")
        self.assertTrue(any("_unscale_grads_" in e["text"] for e in recording.of("event", event="note")))
        self.assertEqual([s.get("skipped", False) for s in recording.steps], [not c for c in changed])
        self.assertIn(False, changed)
        self.assertTrue(all(e["held"] > 0 for e in recording.of("event", event="skip")))
        for name, entry in recording.hist(10, "gradient").items():
            self.assertEqual(entry["scale"], 1)
            self.assert_counts(entry, gradients[10][name], name)

    def test_a_scaler_inside_a_wrapper(self) -> None:
        class NativeScaler:  # as timm has it
            def __init__(self) -> None:
                self._scaler = torch.amp.GradScaler("cpu", init_scale=8.0)

        model, wrapper = MLP(), NativeScaler()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        with mp.watch(model, optimizer, scaler=wrapper, path=self.path):
            wrapper._scaler.scale(classify(model, mlp_batch(0))).backward()
            wrapper._scaler.step(optimizer)
            wrapper._scaler.update()
        self.assertEqual(Recording(self.path).steps[0]["scale"], 8)

    def test_a_scaler_that_watch_was_not_given(self) -> None:
        """Its skipped steps are seen by nobody: the recording says so."""
        for given in (False, True):
            self.path = self.folder / f"{given}.jsonl"
            model, scaler = MLP(), torch.amp.GradScaler("cpu", init_scale=8.0)
            optimizer = torch.optim.SGD(model.parameters(), 0.1)
            said = io.StringIO()
            watch = {"scaler": scaler} if given else {}
            with contextlib.redirect_stderr(said), mp.watch(model, optimizer, path=self.path, **watch):
                for at in range(2):
                    scaler.scale(classify(model, mlp_batch(at))).backward()
                    scaler.step(optimizer)
                    scaler.update()
            self.assertEqual(said.getvalue().count("a GradScaler lets the optimizer step, and watch() was not given it"), 0 if given else 1)

    def test_an_optimizer_of_another_model(self) -> None:
        model, other = MLP(), MLP()
        optimizer = torch.optim.SGD(other.parameters(), 0.1)
        with contextlib.redirect_stderr(io.StringIO()) as said, mp.watch(model, optimizer, path=self.path):
            classify(other, mlp_batch(0)).backward()
            optimizer.step()
        self.assertIn("no parameter of the model is in an optimizer", said.getvalue())

    def test_parameters_that_come_later(self) -> None:
        model, late = MLP(), nn.Parameter(torch.zeros(3))
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        with contextlib.redirect_stderr(io.StringIO()) as said, mp.watch(model, optimizer, every=1, path=self.path):
            for step in range(3):
                if step == 1:
                    optimizer.add_param_group({"params": [late]})
                classify(model, mlp_batch(step)).backward()
                optimizer.step()
        self.assertEqual(said.getvalue().count("are not recorded"), 1)
        self.assertEqual(Recording(self.path).end["outcome"], "closed")

    def test_a_disabled_scaler_is_none(self) -> None:
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        scaler = torch.amp.GradScaler("cpu", enabled=False)
        said = io.StringIO()
        with contextlib.redirect_stderr(said), mp.watch(model, optimizer, scaler=scaler, path=self.path):
            for step in range(3):
                scaler.scale(classify(model, mlp_batch(step))).backward()
                scaler.step(optimizer)
                scaler.update()
        self.assertEqual(said.getvalue(), "")
        recording = Recording(self.path)
        self.assertEqual(recording.header["scaler"], {"class": "GradScaler", "enabled": False})
        self.assertEqual(recording.header["gradients"], "unclipped")
        self.assertEqual(len(recording.steps), 3)
        self.assertNotIn("scale", recording.steps[0])


class Checkpoints(Case):
    def test_a_watched_scaler_is_pickled_and_copied_without_the_probe(self) -> None:
        model, scaler = MLP(), torch.amp.GradScaler("cpu", init_scale=32.0)
        optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
        with mp.watch(model, optimizer, scaler=scaler, path=self.path):
            scaler.scale(classify(model, mlp_batch(0))).backward()
            scaler.step(optimizer)
            scaler.update()
            for again in (pickle.loads(pickle.dumps(scaler)), copy.deepcopy(scaler)):
                self.assertEqual(again.get_scale(), 32.0)
                self.assertFalse({"step", "update", "_unscale_grads_", "__getstate__"} & set(again.__dict__))
            saved = io.BytesIO()
            torch.save({"m": model.state_dict(), "o": optimizer.state_dict(), "s": scaler.state_dict()}, saved)
            copy.deepcopy(optimizer)
        self.assertEqual(len(Recording(self.path).steps), 1)


class Files(Case):
    def test_an_older_file_is_kept(self) -> None:
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        for _ in range(3):
            mp.watch(model, optimizer, path=self.path).close()
        names = sorted(p.name for p in self.folder.iterdir())
        self.assertEqual(names, ["run.jsonl", "run~1.jsonl", "run~2.jsonl"])
        self.assertEqual(len({Recording(p).header["run"] for p in self.folder.iterdir()}), 3)

    def test_a_cell_that_is_run_again_ends_its_older_recording(self) -> None:
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            for steps in (2, 3):  # nobody closes the first
                probe = mp.watch(model, optimizer, every=1, path=self.path)
                for _ in range(steps):
                    classify(model, mlp_batch(0)).backward()
                    optimizer.step()
            probe.close()
        older, newer = Recording(self.folder / "run~1.jsonl"), Recording(self.path)
        self.assertEqual((older.end["outcome"], len(older.steps)), ("closed", 2))
        self.assertEqual((newer.end["outcome"], len(newer.steps)), ("closed", 3))
        self.assertEqual(said.getvalue().count("which is ended, of the same name is now run~1.jsonl"), 1)

    def run_program(self, body: str, *signals: int) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-W", "ignore", "-c", program(body), str(self.path)]
        return subprocess.run(command, capture_output=True, text=True, timeout=120)

    def test_a_program_that_ends(self) -> None:
        self.run_program("")
        recording = Recording(self.path)
        self.assertEqual((recording.end["outcome"], recording.end["step"], len(recording.steps)), ("exit", 3, 3))

    def test_a_training_in_a_function_whose_probe_nobody_keeps(self) -> None:
        """What watch() returns may be dropped; when model and optimizer are gone too, the recording ends, whole."""
        body = f"""
            def train(path):
                model = MLP()
                optimizer = torch.optim.SGD(model.parameters(), 0.1)
                mp.watch(model, optimizer, every=1, path=path)
                for step in range(4):
                    model(torch.randn(8, 32)).square().mean().backward()
                    optimizer.step()
            train({str(self.folder / "second.jsonl")!r})
            if os.environ.get("COLLECT"):
                import gc
                gc.collect()
                os.kill(os.getpid(), signal.SIGKILL)
        """
        for collect in ("", "1"):
            with unittest.mock.patch.dict(os.environ, {"COLLECT": collect}):
                done = self.run_program(body)
            self.assertEqual(done.returncode, -signal.SIGKILL if collect else 0, done.stderr)
            recording = Recording(self.folder / "second.jsonl")
            self.assertEqual((len(recording.steps), recording.end["step"]), (4, 4))
            self.assertEqual(recording.end["outcome"], "closed" if collect else "exit")

    def test_a_program_that_fails(self) -> None:
        done = self.run_program("raise KeyError('mine')")
        self.assertEqual(done.returncode, 1)
        recording = Recording(self.path)
        self.assertEqual((recording.end["outcome"], recording.end["error"]), ("failed", "KeyError"))
        self.assertEqual(len(recording.steps), 3)

    def test_a_program_that_is_killed(self) -> None:
        """What was written before stays, line by line, without an end."""
        body = """
            import time
            time.sleep(1.2)
            optimizer.step(); optimizer.step()
            time.sleep(0.5)
            os.kill(os.getpid(), signal.SIGKILL)
        """
        self.run_program(body)
        recording = Recording(self.path)
        self.assertIsNone(recording.end)
        self.assertGreaterEqual(len(recording.steps), 3)

    def test_a_forked_worker_does_not_write(self) -> None:
        body = """
            child = os.fork()
            if child == 0:
                optimizer.step()
                sys.exit(0)
            os.waitpid(child, 0)
        """
        self.run_program(body)
        recording = Recording(self.path)
        self.assertEqual(len(recording.of("end")), 1)
        self.assertEqual([s["step"] for s in recording.steps], [1, 2, 3])

    def test_the_context_manager_notes_an_error(self) -> None:
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        with self.assertRaises(ZeroDivisionError):
            with mp.watch(model, optimizer, path=self.path):
                1 / 0
        self.assertEqual(Recording(self.path).end["outcome"], "failed")

    def test_lines_come_while_it_trains(self) -> None:
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        with mp.watch(model, optimizer, path=self.path) as probe:
            until = time.monotonic() + 20
            while time.monotonic() < until and b'"step","step":2,' not in self.path.read_bytes():
                classify(model, mlp_batch(0)).backward()
                optimizer.step()
                probe.mark("here")
                time.sleep(0.05)
            self.assertIn(b'"step","step":2,', self.path.read_bytes())
        self.assertIn("here", [e["text"] for e in Recording(self.path).of("event", event="mark")])

    def test_counts_that_the_disk_is_too_slow_for_are_counted(self) -> None:
        """Dropped counts are said, and steps are never dropped."""
        from mantissa_probe import writer

        slow = writer.Writer._write
        turned = threading.Event()  # the disk stands still until most steps are done, however long they take

        def wait(self: Any, lines: list[str]) -> None:
            turned.wait(60)
            slow(self, lines)

        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        with unittest.mock.patch.object(writer.Writer, "_write", wait):
            with mp.watch(model, optimizer, every=1, path=self.path):
                for step in range(60):
                    classify(model, mlp_batch(step)).backward()
                    optimizer.step()
                    if step == 40:
                        turned.set()
        recording = Recording(self.path)
        self.assertEqual(len(recording.steps), 60)
        gaps = recording.of("event", event="gap")
        self.assertTrue(gaps)
        self.assertEqual(recording.end["dropped"], len(gaps))
        sampled = {x["step"] for x in recording.of("hist")}
        self.assertEqual(sampled | {g["step"] for g in gaps}, set(range(1, 61)))
        self.assertFalse(sampled & {g["step"] for g in gaps})


class Scalars(Case):
    def test_values_belong_to_their_step(self) -> None:
        """Logged before the backward pass or after the step: the same step's number."""
        for early in (True, False):
            self.path = self.folder / f"{early}.jsonl"
            model = MLP()
            optimizer = torch.optim.SGD(model.parameters(), 0.1)
            with mp.watch(model, optimizer, every=100, path=self.path) as probe:
                for step in range(1, 130):
                    loss = classify(model, mlp_batch(step))
                    if early:
                        probe.log(loss=torch.tensor(float(step)))
                    loss.backward()
                    optimizer.step()
                    if not early:
                        probe.log(loss=torch.tensor(float(step)))
                    if step % 50 == 0:
                        probe.log(accuracy=step / 1000)  # an evaluation after the step
            recording = Recording(self.path)
            self.assertEqual([s["loss"] for s in recording.steps], list(range(1, 130)))
            found = {s["step"]: s["scalars"]["accuracy"] for s in recording.steps if "scalars" in s}
            self.assertEqual(found, {50: 0.05, 100: 0.1})

    def test_nan_that_the_loop_hides(self) -> None:
        """A loop that leaves a step out where the loss is NaN: the record has the loss that was left out."""
        model = MLP()
        optimizer = torch.optim.SGD(model.parameters(), 0.1)
        with mp.watch(model, optimizer, path=self.path) as probe:
            for at in range(10):
                loss = classify(model, mlp_batch(at)) * (torch.nan if at in (3, 4, 7) else 1.0)
                probe.log(loss=loss)
                if not torch.isfinite(loss):
                    continue
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        recording = Recording(self.path)
        self.assertEqual(len(recording.steps), 7)
        hidden = {s["step"]: (s["logged"]["loss"], s["nonfinite"]["loss"]) for s in recording.steps if "nonfinite" in s}
        self.assertEqual(hidden, {4: (3, 2), 6: (2, 1)})
        self.assertEqual(len(recording.of("event", event="nonfinite")), 2)
        self.assertTrue(all(isinstance(s["loss"], float) for s in recording.steps), "the mean of the finite ones")


if __name__ == "__main__":
    unittest.main()
