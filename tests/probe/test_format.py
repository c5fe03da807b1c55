# SPDX-License-Identifier: Apache-2.0
"""The format: every sample recording and the example of FORMAT.md are what the specification and its schema say."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from support import RECORDINGS, ROOT, Case, Recording, unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None  # then the small check below stands in

PACKAGE = ROOT / "app" / "probe"
SCHEMA = json.loads((PACKAGE / "mantissa_probe" / "recording.schema.json").read_text(encoding="utf-8"))
FORMAT = (PACKAGE / "FORMAT.md").read_text(encoding="utf-8")
KINDS = ("header", "step", "hist", "event", "end")
PER_TENSOR = set("first counts below zero negative_zero subnormal inf nan max norm n nonzero starved norm_lost".split())
PER_TENSOR |= set("cosine error_norm lost lost_with_master lost_without_master unchanged".split())


def example() -> list[str]:
    """The lines of FORMAT.md's example."""
    return FORMAT.split("## An example")[1].split("```")[1].strip().splitlines()


def errors(line: Any) -> list[str]:
    """What the schema says against a line; without the package jsonschema the kinds and the required keys only."""
    if jsonschema is not None:
        found = jsonschema.Draft202012Validator(SCHEMA).iter_errors(line)
        return [f"{list(e.absolute_path)}: {e.message[:200]}" for e in found]
    if not isinstance(line, dict) or line.get("kind") not in KINDS:
        return ["no known kind"]
    return [
        f"{key} is missing" for key in SCHEMA["$defs"][line["kind"]]["required"] if key not in line and key != "kind"
    ]


class TheSpecification(Case):
    def test_samples_are_there_and_small(self) -> None:
        names = {p.stem for p in RECORDINGS.glob("*.jsonl")}
        wanted = {
            "mlp-skips",
            "gpt-lost-updates",
            "resnet-forward-overflow",
            "hopeless-scale",
            "calibration",
            "flushed",
        }
        wanted |= {"three-tiers", "ddp", "ddp.rank1", "hidden-nan", "adam-epsilon", "compiled-fused", "two-optimizers"}
        self.assertLessEqual(wanted, names)
        for path in RECORDINGS.glob("*.jsonl"):
            self.assertLess(path.stat().st_size, 150_000, path.name)

    def test_every_line_of_every_sample(self) -> None:
        for path in sorted(RECORDINGS.glob("*.jsonl")):
            for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                self.assertEqual(errors(json.loads(text)), [], f"{path.name}:{number}")

    def test_the_example(self) -> None:
        lines = example()
        self.assertGreaterEqual(len(lines), 12)
        for number, text in enumerate(lines, 1):
            self.assertEqual(errors(json.loads(text)), [], f"line {number} of the example")
        self.assertEqual({json.loads(text)["kind"] for text in lines}, set(KINDS))

    def test_the_schema_refuses(self) -> None:
        good = {"kind": "step", "step": 3, "time": 0.5, "lr": 0.1}
        self.assertEqual(errors(good), [])
        self.assertEqual(errors({**good, "a key of tomorrow": [1]}), [])
        bad: list[Any] = [
            {"kind": "step", "time": 0.5, "lr": 0.1},
            {"kind": "hist", "step": 1},
            {"kind": "end", "step": 1},
        ]
        if jsonschema is not None:
            bad += [{**good, "step": 0}, {**good, "loss": "NaN"}, {**good, "step": 1.5}, [1], {**good, "scale": None}]
        for line in bad:
            self.assertNotEqual(errors(line), [], line)

    def test_every_key_is_specified(self) -> None:
        """No line has a key that FORMAT.md does not name, and the schema knows each."""
        named = set(re.findall(r"`([a-z_]+)`", FORMAT))
        for path in sorted(RECORDINGS.glob("*.jsonl")):
            for line in Recording(path).lines:
                known = SCHEMA["$defs"][line["kind"]]["properties"].keys() | {"kind"}
                self.assertLessEqual(set(line), named, path.name)
                self.assertLessEqual(set(line), known, path.name)
                for tensor in line.get("tensors", []):
                    self.assertLessEqual(set(tensor), named)

    def test_what_a_schema_cannot_say(self) -> None:
        """Columns of one length, indices that the header names, sums that are the number of elements, ends that are not 0."""
        for path in sorted(RECORDINGS.glob("*.jsonl")):
            recording = Recording(path)
            self.assertEqual(recording.lines[0]["kind"], "header")
            self.assertEqual(recording.lines[-1]["kind"], "end")
            self.assertEqual([s["step"] for s in recording.steps], list(range(1, len(recording.steps) + 1)))
            self.assertEqual([t["index"] for t in recording.tensors], list(range(len(recording.tensors))))
            for line in recording.of("hist"):
                self.assertIn(line["step"], {1} | set(range(0, 10**4, recording.header["every"])))
                for key in PER_TENSOR & set(line):
                    self.assertEqual(len(line[key]), len(line["t"]), key)
                for at, index in enumerate(line["t"]):
                    self.check_counts(recording.tensors[index], {k: line[k][at] for k in PER_TENSOR & set(line)}, line)

    def check_counts(self, tensor: dict[str, Any], entry: dict[str, Any], line: dict[str, Any]) -> None:
        counts = entry["counts"]
        if counts:
            self.assertTrue(counts[0] and counts[-1])
        if line["role"] == "update":
            n = entry.get("n", tensor["updates"])
            self.assertEqual(sum(counts), entry.get("nonzero", n))
            self.assertLessEqual(entry.get("lost", 0), entry.get("nonzero", n))
            return
        self.assertLessEqual(len(counts), 64)
        total = sum(counts) + sum(entry.get(k, 0) for k in ("below", "zero", "negative_zero", "inf", "nan"))
        size = -(-math.prod(tensor["shape"]) // tensor.get("stride", 1))
        self.assertEqual(total, entry.get("n", size))
        if counts and not entry.get("inf") and not entry.get("nan"):
            top = entry["first"] + len(counts) - 1
            self.assertTrue(2.0**top * 0.999 <= float(entry["max"]) <= 2.0 ** (top + 1) * 1.001)
            self.assertGreaterEqual(float(entry["norm"]), float(entry["max"]) * 0.998)


class TheStories(Case):
    """What each sample is there to show is in it."""

    def sample(self, name: str) -> Recording:
        return Recording(RECORDINGS / f"{name}.jsonl")

    def test_skips(self) -> None:
        for name, most in (("mlp-skips", 80), ("calibration", 40)):
            recording = self.sample(name)
            skipped = [s["step"] for s in recording.steps if s.get("skipped")]
            self.assertTrue(3 <= len(skipped) and skipped[-1] <= most, name)
            self.assertEqual([e["step"] for e in recording.of("event", event="skip")], skipped)

    def test_the_overflow_in_the_forward_pass(self) -> None:
        for name, module in (("resnet-forward-overflow", "layer2.0.conv1"), ("hopeless-scale", "blocks.1.down")):
            recording = self.sample(name)
            self.assertEqual({e["module"] for e in recording.of("event", event="forward")}, {module})
            self.assertLess(recording.steps[-1]["scale"], 1)

    def test_lost_updates(self) -> None:
        updates = self.sample("gpt-lost-updates").hist(60, "update")
        lost = sum(e.get("lost", 0) for e in updates.values())
        self.assertGreater(
            lost / sum(e.get("nonzero", e.get("n", 0)) or sum(e["counts"]) for e in updates.values()), 0.9
        )

    def test_the_three_tiers(self) -> None:
        recording = self.sample("three-tiers")
        tiers = {x.get("tier", "observed") for x in recording.of("hist", role="gradient")}
        self.assertEqual(tiers, {"observed", "local", "probe"})
        self.assertGreater(sum(sum(x["starved"]) for x in recording.of("hist", tier="probe")), 0)
        self.assertTrue(recording.of("hist", role="activation") and recording.of("hist", role="activation_gradient"))

    def test_kinds_of_loops(self) -> None:
        header = self.sample("compiled-fused").header
        told = (header["compiled"], header["optimizers"][0]["fused"], header["order"])
        self.assertEqual(told, (True, True, "registration"))
        recording = self.sample("two-optimizers")
        self.assertEqual({t["optimizer"] for t in recording.tensors}, {0, 1})
        self.assertEqual([s["skipped_optimizers"] for s in recording.steps if s.get("skipped")], [[0]])
        self.assertEqual({s["logged"]["loss"] for s in recording.steps}, {2})
        (skip,) = recording.of("event", event="skip")
        self.assertEqual((skip["inf"], skip["nan"]), ([1024], [0]), "as it was before it was clipped")

    def test_two_processes(self) -> None:
        first, second = self.sample("ddp"), self.sample("ddp.rank1")
        self.assertEqual(first.header["run"], second.header["run"])
        self.assertEqual((first.header["rank"], second.header["rank"], second.header["world"]), (0, 1, 2))
        of_its_own_batch = {"activation", "activation_gradient"}  # gradients and weights are the same on both: rank 0 counts them
        self.assertEqual({line["role"] for line in second.of("hist")} - of_its_own_batch, set())
        self.assertGreater({line["role"] for line in first.of("hist")} - of_its_own_batch, set())

    def test_nothing_of_the_machine_is_in_them(self) -> None:
        for path in RECORDINGS.glob("*.jsonl"):
            self.assertNotRegex(path.read_text(encoding="utf-8"), r"/(home|root|tmp|work)/", path.name)


if __name__ == "__main__":
    unittest.main()
