# SPDX-License-Identifier: Apache-2.0
"""The command line: what `show` says of each sample recording, what `demo` trains, and files that are none."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from support import RECORDINGS, ROOT, Case, Recording, unittest

from mantissa_probe.__main__ import main
from mantissa_probe.recording import read
from mantissa_probe.show import findings, summary


class Show(Case):
    def test_what_to_do(self) -> None:
        """Each sample gets its own advice, and no other."""
        wanted = {
            "hopeless-scale": "blocks.1.down overflows in the forward pass",
            "resnet-forward-overflow": "layer2.0.conv1 overflows in the forward pass",
            "calibration": "That is normal",
            "ddp": "That is normal",
            "flushed": "GradScaler()",
            "gpt-lost-updates": "change nothing",
            "hidden-nan": "The loss was not finite",
            "adam-epsilon": "eps 1e-08 is zero in float16",
            "mlp-skips": "",
        }
        for name, text in wanted.items():
            found = findings(read(RECORDINGS / f"{name}.jsonl"))
            self.assertEqual(len(found), 1 if text else 0, f"{name}: {found}")
            if text:
                self.assertIn(text, found[0], name)

    def test_a_loss_that_stays_nan(self) -> None:
        """No rule tells why, and the summary does not say that all is well."""
        lines = (RECORDINGS / "mlp-skips.jsonl").read_text().splitlines()
        made = []
        for line in lines:
            entry = json.loads(line)
            if entry.get("kind") == "step":
                entry["skipped"] = False
                if entry["step"] >= 20:
                    entry["loss"] = "nan"
            made.append(json.dumps(entry))
        self.path.write_text("\n".join(made) + "\n")
        told = summary(read(self.path))
        self.assertIn("→ nan", told[2])
        self.assertNotIn("Nothing to do", "\n".join(told))
        self.assertTrue(any("The loss is nan from step 20 on, to the end" in line for line in told), told)

    def write(self, *lines: dict[str, Any]) -> list[str]:
        """The summary of a recording of two tensors: a linear layer in FP16 and a norm in FP32."""
        header = json.loads((RECORDINGS / "flushed.jsonl").read_text().splitlines()[0])
        first = header["tensors"][0]
        header["tensors"] = [
            {**first, "index": 0, "name": "fc.weight", "format": "float16", "backward": 1},
            {**first, "index": 1, "name": "norm.weight", "format": "float32", "backward": 0},
        ]
        header.pop("scaler", None)
        self.path.write_text("\n".join(json.dumps(line) for line in (header, *lines)) + "\n")
        return summary(read(self.path))

    def test_what_a_reference_keeps_is_no_underflow(self) -> None:
        step = {"kind": "step", "step": 1, "time": 0.1, "loss": 1.0}
        counts = {"t": [0], "first": [-24], "counts": [[50, 40]], "max": [1e-7], "norm": [1e-6]}
        small = {"kind": "hist", "step": 1, "role": "gradient", "scale": 1, "zero": [10], **counts}
        reference = {**small, "tier": "probe", "reference": "float32", "nonzero": [100], "starved": [10], "cosine": [1.0]}
        told = "\n".join(self.write(step, small))
        self.assertIn("1 of 1 gradients in FP16 lie at its lower end", told)
        told = "\n".join(self.write(step, small, {**reference, "norm_lost": [5e-9]}))
        self.assertNotIn("lower end", told)
        told = "\n".join(self.write(step, small, {**reference, "norm_lost": [5e-7]}))
        self.assertIn("lower end", told)
        told = "\n".join(self.write(step, {**small, "zero": [0]}))
        self.assertNotIn("lower end", told, "none is zero")

    def test_gradients_that_are_zero_throughout_are_not_said_to_be_lost(self) -> None:
        """A dead ReLU: the reference is zero, too, and no other gradient lies at the format's end."""
        step = {"kind": "step", "step": 1, "time": 0.1, "loss": 1.0}
        zero = {"kind": "hist", "step": 1, "role": "gradient", "t": [0], "first": [0], "counts": [[]], "zero": [96]}
        zero = {**zero, "max": [0], "norm": [0]}
        local = {**zero, "tier": "local", "reference": "float64", "nonzero": [0], "starved": [0], "cosine": [0]}
        told = "\n".join(self.write(step, zero, {**local, "norm_lost": [0]}))
        self.assertIn("all zero, also in the reference: dead, or lost above; it cannot be told", told)
        self.assertIn("Gradients are all zero (fc.weight), and no number lies at the lower end of FP16", told)
        self.assertNotIn("it was lost before", told)
        self.assertNotIn("loss scale (GradScaler", told)
        whole = "\n".join(self.write(step, zero, {**local, "tier": "probe", "norm_lost": [0]}))
        self.assertIn("all zero, also in the reference: a true zero", whole)
        self.assertNotIn("Gradients are all zero", whole)

    def test_a_loss_that_no_module_spoiled(self) -> None:
        """The logarithm of 0 in the loss function: neither BF16 nor a scale is the cure."""
        text = "the forward pass was searched: all outputs of modules are finite"
        search = {"kind": "event", "event": "forward", "step": 3, "time": 0.1, "text": text, "modules": [], "held": 0}
        steps = [
            {"kind": "step", "step": at, "time": 0.1, "scale": 0.5, "skipped": True, "loss": "inf"} for at in (1, 2, 3)
        ]
        told = "\n".join(self.write(*steps, search))
        self.assertIn("In step 3 all outputs of modules were finite, and the loss was inf", told)
        self.assertIn("in the loss function", told)
        self.assertNotIn("torch.bfloat16", told)
        # A bad batch long before is not what the training failed of.
        found = {**search, "step": 11, "modules": ["fc"], "types": ["Linear"], "inf": [1], "held": 1, "module": "fc"}
        later = [{**steps[0], "step": 9, "skipped": False, "loss": 1.0}] + [{**steps[0], "step": at} for at in (10, 11)]
        told = "\n".join(self.write(*steps, search, *later, found))
        self.assertIn("fc overflows in the forward pass", told)
        self.assertNotIn("In step 3", told)
        # So say recorded outputs, where those of all modules with weights are among them.
        parts = [{"index": at + 2, "name": name, "module": name, "part": "output"} for at, name in enumerate("ab")]
        owners = [{"index": at, "module": name} for at, name in enumerate("ab")]
        seen = {"kind": "hist", "step": 2, "role": "activation", "t": [2, 3], "first": [0, 0], "counts": [[4], [4]]}
        told = "\n".join(self.write(*steps, {"kind": "header", "tensors": owners + parts}, seen))
        self.assertIn("In step 2 all outputs of modules were finite", told)
        told = "\n".join(self.write(*steps, {"kind": "header", "tensors": owners + parts[:1]}, {**seen, "t": [2, 2]}))
        self.assertNotIn("outputs of modules were finite", told)
        self.assertIn("torch.bfloat16", told)
        told = "\n".join(self.write(*steps, {"kind": "header", "tensors": owners + parts}, {**seen, "nan": [1, 0]}))
        self.assertNotIn("outputs of modules were finite", told)

    def test_a_lost_loss_that_was_skipped(self) -> None:
        """One bad batch in a training that goes on: it is named, with its step, and nothing else is made of it."""
        good = {"kind": "step", "step": 1, "time": 0.1, "scale": 1024, "loss": 1.0}
        bad = {**good, "skipped": True, "loss": "nan"}
        told = "\n".join(self.write(good, {**bad, "step": 2}, {**good, "step": 3}))
        self.assertIn("The loss was nan in step 2: it came with the forward pass, and no loss scale cures it.", told)
        self.assertIn("the recording cannot tell: torch.isfinite(inputs).all() tells", told)
        self.assertNotIn("Nothing to do", told)
        told = "\n".join(self.write(good, *({**bad, "step": at} for at in (2, 3)), {**good, "step": 4}))
        self.assertIn("The loss was nan in step 2 (in all in 2 steps, the last 3): it came", told)

    def test_a_module_that_makes_nan_alone_has_not_overflowed(self) -> None:
        found = {"kind": "event", "event": "forward", "step": 2, "time": 0.1, "text": "found", "modules": ["norm"]}
        steps = [{"kind": "step", "step": at, "time": 0.1, "scale": 0.5, "skipped": True} for at in (1, 2)]
        told = "\n".join(self.write(*steps, {**found, "held": 1, "module": "norm", "inf": [0], "nan": [8]}))
        self.assertIn("norm makes NaN in the forward pass", told)
        told = "\n".join(self.write(*steps, {**found, "held": 1, "module": "norm", "inf": [2], "nan": [8]}))
        self.assertIn("norm overflows in the forward pass", told)

    def test_a_scaler_that_was_not_given(self) -> None:
        step = {"kind": "step", "step": 1, "time": 0.1, "loss": 1.0}
        counts = {"t": [0], "first": [-24], "counts": [[50, 40]], "max": [1e-7], "norm": [1e-6]}
        small = {"kind": "hist", "step": 1, "role": "gradient", "scale": 1, "zero": [10], **counts}
        text = "a GradScaler lets the optimizer step, and watch() was not given it: skipped steps are not seen"
        told = "\n".join(self.write(step, small, {"kind": "event", "event": "note", "step": 0, "time": 0, "text": text}))
        self.assertIn("loss scale not seen: a GradScaler that watch() was not given", told)
        self.assertIn("watch(…, scaler=scaler)", told)
        self.assertNotIn("scaler.scale(loss)", told)

    def test_updates_of_an_optimizer_that_is_not_known(self) -> None:
        """How many were lost is unknown, not zero; the weights that stayed as they were are told."""
        step = {"kind": "step", "step": 1, "time": 0.1, "loss": 1.0, "lr": 1e-5}
        counts = {"first": [0], "counts": [[4]], "nonzero": [4], "unchanged": [96], "n": [100]}
        update = {"kind": "hist", "step": 1, "role": "update", "from": "difference", "t": [0], **counts}
        kept = {"kind": "header", "tensors": [{"index": 0, "dtype": "bfloat16", "format": "bfloat16"}]}
        gradient = {"kind": "hist", "step": 1, "role": "gradient", "t": [0], "first": [-9], "max": [1], "norm": [1]}
        all_there = {**gradient, "counts": [[100]]}
        told = self.write(kept, step, all_there, update)
        row = next(line for line in told if line.startswith("fc.weight") and "did not change" in line)
        self.assertEqual(row.split()[1:4], ["bfloat16", "unknown", "unknown"])
        self.assertTrue(row.endswith("96.0% of the weights did not change"), row)
        self.assertIn("96.0% of the weights whose gradient is not zero did not change", "\n".join(told))
        self.assertIn("model.float()", "\n".join(told))
        # Weights whose gradient is zero need not change, and none does where the learning rate is 0.
        told = self.write(kept, step, {**gradient, "counts": [[10]], "zero": [90]}, update)
        self.assertIn("60.0% of the weights whose gradient", "\n".join(told))
        told = self.write(kept, step, {**gradient, "counts": [[6]], "zero": [94]}, update)
        self.assertNotIn("of the weights whose gradient", "\n".join(told))
        told = self.write(kept, {**step, "lr": [0, 0]}, all_there, update)
        self.assertNotIn("of the weights whose gradient", "\n".join(told))
        # In FP32 it is no wonder: they may have had nothing to do.
        told = self.write(step, all_there, update)
        self.assertNotIn("of the weights whose gradient", "\n".join(told))
        self.assertIn("unknown           0.0%  96.0% of the weights did not change", "\n".join(told))

    def test_a_layer_in_fp32_has_no_updates_in_16_bits(self) -> None:
        updates = {"t": [0, 1], "first": [-9, -9], "counts": [[8], [8]], "lost_without_master": [4, 0], "n": [8, 8]}
        told = self.write(
            {"kind": "step", "step": 1, "time": 0.1, "loss": 1.0},
            {"kind": "hist", "step": 1, "role": "update", **updates},
        )
        row = {name: next(line for line in told if line.startswith(name)) for name in ("fc.weight", "norm.weight")}
        self.assertTrue(row["fc.weight"].endswith("50.0%"), row)
        self.assertTrue(row["norm.weight"].endswith(" -"), row)

    def test_a_step_that_two_optimizers_skipped_is_one(self) -> None:
        """Earlier recorders wrote an event for each of them; the first in the order of backward is named."""
        skip = {"kind": "event", "event": "skip", "step": 1, "time": 0.1, "text": "skipped", "pattern": "all"}
        step = {"kind": "step", "step": 1, "time": 0.1, "loss": 1.0, "skipped": True}
        partly = {**step, "step": 2, "skipped_optimizers": [1]}
        told = "\n".join(
            self.write(step, {**skip, "optimizer": 0, "first": 0}, {**skip, "optimizer": 1, "first": 1}, partly)
        )
        self.assertIn("2 skipped (the last: 2), 1 of them by some of the optimizers alone", told)
        self.assertIn("inf or NaN first in norm.weight (all), 1 times", told)
        self.assertNotIn("first in fc.weight", told)

    def test_skipped_steps_that_are_no_search_for_a_scale(self) -> None:
        """Steps that are skipped long after the beginning, or whose loss is lost, are not called normal."""
        lines = [json.loads(line) for line in (RECORDINGS / "calibration.jsonl").read_text().splitlines()]

        def told(change: Any) -> str:
            self.path.write_text("\n".join(json.dumps(change(dict(line))) for line in lines) + "\n")
            return "\n".join(findings(read(self.path)))

        def lost(line: Any) -> Any:
            return {**line, "loss": "nan"} if line.get("skipped") else line

        self.assertIn("That is normal", told(lambda line: line))
        self.assertNotIn("That is normal", told(lost))
        first = min(line["step"] for line in lines if line.get("skipped"))

        def late(line: Any) -> Any:
            skips = line["kind"] == "step" and first + 20 <= line["step"] < first + 23
            return {**{k: v for k, v in line.items() if k != "skipped"}, **({"skipped": True} if skips else {})}

        self.assertNotIn("That is normal", told(late))

    def test_worst_first(self) -> None:
        lines = summary(read(RECORDINGS / "flushed.jsonl"))
        at = next(i for i, line in enumerate(lines) if line.startswith("gradient, worst first"))
        shares = [
            float(line.split()[2].rstrip("%")) + float(line.split()[3].rstrip("%")) for line in lines[at + 1 : at + 11]
        ]
        self.assertEqual(shares, sorted(shares, reverse=True))
        self.assertTrue(lines[at + 1].startswith("0.weight"))

    def test_every_sample_without_an_error(self) -> None:
        for path in sorted(RECORDINGS.glob("*.jsonl")):
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                self.assertEqual(main(["show", str(path)]), 0)
            self.assertIn("steps", out.getvalue())

    def test_a_reader_who_has_enough(self) -> None:
        """`show FILE | head -1` ends without a word, but not as if all had been read."""
        shown = subprocess.Popen(
            [sys.executable, "-m", "mantissa_probe", "show", str(RECORDINGS / "three-tiers.jsonl")],
            cwd=ROOT / "app" / "probe",
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        shown.stdout.close()
        self.assertEqual(shown.stderr.read(), b"")
        self.assertEqual(shown.wait(), 1)
        shown.stderr.close()

    def test_a_file_that_grows_or_is_cut_anywhere(self) -> None:
        data = (RECORDINGS / "three-tiers.jsonl").read_bytes()
        first = data.index(b"\n") + 1
        for end in [first, *range(first, len(data), 997), len(data) - 1]:
            self.path.write_bytes(data[:end])
            recording = read(self.path)
            self.assertEqual(recording.unread, 0)
            self.assertTrue(summary(recording))

    def test_files_that_are_no_recording(self) -> None:
        header = (RECORDINGS / "ddp.jsonl").read_text(encoding="utf-8").splitlines()[0]
        later = json.dumps({**json.loads(header), "version": 2})
        for text in ("", "hello\n", "[1,2]\n", '{"kind":"step"}\n', "{}\n", later + "\n"):
            self.path.write_text(text, encoding="utf-8")
            with contextlib.redirect_stderr(io.StringIO()) as said:
                self.assertEqual(main(["show", str(self.path)]), 1, text[:20])
            self.assertIn(str(self.path), said.getvalue())
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(main(["show", str(self.folder / "nowhere")]), 1)
        self.path.write_bytes(header.encode() + b'\n{"kind":"unknown"}\n\xff\xfe\n{"kind":"hist","t":[1]}\n')
        damaged = read(self.path)
        self.assertEqual(damaged.unread, 2)
        self.assertIn("2 lines of the file cannot be read", "\n".join(summary(damaged)))


class Demo(Case):
    def test_the_demonstration(self) -> None:
        """The network does not learn in FP16 alone, the recording says why, and with the scaler it learns."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            self.assertEqual(main(["demo", "--output", str(self.path)]), 0)
        text = out.getvalue()
        self.assertIn("gradients in FP16 lie at its lower end", text)
        losses = [float(word) for word in text.split("Loss after")[1].split() if word.replace(".", "").isdigit()][1:]
        self.assertGreater(losses[0], 1.3 * losses[1])
        for path in (self.path, self.folder / "run-scaled.jsonl"):
            self.assertEqual(Recording(Path(path)).end["outcome"], "closed")


if __name__ == "__main__":
    unittest.main()
