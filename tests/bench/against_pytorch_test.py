# SPDX-License-Identifier: Apache-2.0
"""tests/bench/against_pytorch with stand-ins for the worker, for torch and for the peer's script, which give known
figures: the order of turns, the arithmetic of its tables, and what it says of failures."""
import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "against_pytorch")

# Both sides note that they were called and multiply their figures by what the file says for this call of theirs.
STAND_IN = """#!{python}
# SPDX-License-Identifier: Apache-2.0
import json, os, sys
side, folder = {side!r}, {folder!r}
arguments = sys.argv[1:]
if arguments == ["--version"]:
    print("mantissa-worker 1.2 (abc)")
elif arguments[0] == "devices":
    print(json.dumps(dict(id="cpu", libraries=["oneDNN 9.8.7"])))
else:
    with open(os.path.join(folder, "log"), "a+") as log:
        log.write(side + " " + " ".join(arguments) + "\\n")
        log.seek(0)
        call = sum(line.startswith(side) for line in log) - 1
    rows = json.load(open(os.path.join(folder, "rows.json")))[side]
    print("what a library says")
    for row in rows[call % len(rows)]:
        print(json.dumps(dict(row, model=row.get("model", "cnn"), batch=64)))
    sys.exit(int(os.environ.get("FAIL_" + side, "0")))
"""


def ours(fp32, bf16, fp16):
    return [{"mode": "fp32", "img_per_s": fp32, "emulated": False}, {"mode": "bf16", "img_per_s": bf16, "emulated": False},
            {"mode": "fp16", "img_per_s": fp16, "emulated": True}]


def theirs(contiguous, channels_last, bf16):
    return [{"mode": "fp32", "variant": "contiguous", "img_per_s": contiguous},
            {"mode": "fp32", "variant": "channels_last", "img_per_s": channels_last},
            {"mode": "bf16", "variant": "contiguous", "img_per_s": bf16}]


# FP32: ours 100, 300, 200; theirs, the better variant of each round, 40, 80, 100
ROWS = {"ours": [ours(100, 400, 95), ours(300, 400, 240), ours(200, 400, 180)],
        "theirs": [theirs(40, 30, 250), theirs(60, 80, 250), theirs(50, 100, 250)]}


class AgainstPytorch(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="mantissa-against-pytorch-")
        self.addCleanup(self.folder.cleanup)
        self.worker, self.peer = self.path("worker"), self.path("peer.py")
        for path, side in ((self.worker, "ours"), (self.peer, "theirs")):
            self.write(path, STAND_IN.format(python=sys.executable, side=side, folder=self.folder.name))
            os.chmod(path, stat.S_IRWXU)
        self.write(self.path("torch.py"), "__version__ = '7.6'\n")
        self.environment = dict(os.environ, PYTHONPATH=self.folder.name)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    @staticmethod
    def write(path, text):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def run_script(self, *options, rows=None, **environment):
        self.write(self.path("rows.json"), json.dumps(rows or ROWS))
        return subprocess.run([sys.executable, SCRIPT, "--models", "cnn:64", "--rounds", "3", "--threads", "2", "--own-modes",
                               "fp16", *options, self.worker, sys.executable, self.peer], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, env=dict(self.environment, **environment))

    def calls(self):
        with open(self.path("log"), encoding="utf-8") as log:
            return log.read().splitlines()

    def row(self, output, *cells):
        """The one row of a table that has these cells."""
        rows = [line for line in output.splitlines() if line.startswith("| " + " | ".join(cells) + " |")]
        self.assertEqual(len(rows), 1, output)
        return [cell.strip() for cell in rows[0].strip("|").split("|")]

    def test_sides_take_turns_at_being_first_with_the_same_cases(self):
        done = self.run_script("--seconds", "0.5")
        self.assertEqual(done.returncode, 0, done.stderr)
        calls = self.calls()
        self.assertEqual([call.split()[0] for call in calls], ["ours", "theirs", "theirs", "ours", "ours", "theirs"])
        same = "--device cpu --threads 2 --seconds 0.5 --models cnn --batches 64 --modes fp32,bf16"
        self.assertEqual(calls[0], f"ours bench --json {same},fp16")
        self.assertEqual(calls[1], f"theirs {same} --compile")
        self.run_script("--no-compile")
        self.assertNotIn("--compile", " ".join(self.calls()[6:]))

    def test_medians_bests_and_ratios_of_the_better_variant_of_each_round(self):
        output = self.run_script().stdout
        self.assertEqual(self.row(output, "cnn 32/64", "64", "FP32")[3:],
                         ["200, 300", "80.0, 100", "channels_last (2 of 3), contiguous (1 of 3)", "2.50", "3.00",
                          "2.00 to 3.75", "2: reached"])
        self.assertEqual(self.row(output, "cnn 32/64", "64", "BF16", "400, 400")[4:],
                         ["250, 250", "contiguous", "1.60", "1.60", "1.60 to 1.60", "2: missed by 20 %"])

    def test_other_modes_are_held_against_our_own_fp32(self):
        output = self.run_script().stdout
        self.assertEqual(self.row(output, "cnn 32/64", "64", "FP16 (emulated)")[3:],
                         ["200, 300", "180, 240", "0.90", "0.80", "0.80 to 0.95", "0.9: reached"])
        self.assertEqual(self.row(output, "cnn 32/64", "64", "BF16", "200, 300")[4:],
                         ["400, 400", "2.00", "1.33", "1.33 to 4.00", ""])

    def test_says_when_on_what_and_with_which_versions_but_not_where(self):
        output = self.run_script("--rounds", "2").stdout
        for text in (" UTC: ", "2 threads", "mantissa-worker 1.2 (abc), oneDNN 9.8.7; PyTorch 7.6, Python 3.", "2 rounds",
                     "1.5 seconds"):
            self.assertIn(text, output)
        for path in (self.folder.name, sys.executable):
            self.assertNotIn(path, output)

    def test_raw_lines_are_kept_with_their_side_and_round(self):
        self.run_script("--raw", self.path("raw"))
        with open(self.path("raw"), encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        self.assertEqual(len(rows), 18)
        self.assertEqual((rows[0]["side"], rows[0]["round"], rows[0]["img_per_s"]), ("ours", 1, 100))
        self.assertEqual((rows[6]["side"], rows[6]["round"], rows[6]["variant"]), ("theirs", 2, "contiguous"))

    def test_a_variant_that_fails_is_named_and_the_others_count(self):
        rows = dict(ROWS, theirs=[theirs(40, 30, 250) + [{"mode": "fp32", "variant": "contiguous+compile",
                                                           "error": "no compiler"}]])
        done = self.run_script(rows=rows)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Failed: cnn at 64 in fp32, theirs, contiguous+compile: no compiler\n", done.stdout)
        self.assertEqual(self.row(done.stdout, "cnn 32/64", "64", "FP32")[4], "40.0, 40.0")

    def test_a_side_that_fails_leaves_rows_not_measured(self):
        done = self.run_script(rows=dict(ROWS, theirs=[[]]), FAIL_theirs="4")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cnn at 64, theirs: exit code 4: it said nothing", done.stdout)
        self.assertEqual(self.row(done.stdout, "cnn 32/64", "64", "FP32")[4], "none")
        self.assertEqual(self.row(done.stdout, "cnn 32/64", "64", "FP32")[-1], "not measured")

    def test_what_is_missing_is_named_before_anything_is_measured(self):
        for options, text in ((["--rounds", "0"], "--rounds"), (["--models", "cnn:many"], "cnn:many")):
            done = self.run_script(*options)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(text, done.stderr)
        self.write(self.path("torch.py"), "raise ImportError\n")
        self.assertIn("PYTHON cannot import torch", self.run_script().stderr)
        self.worker = self.path("absent")
        self.assertIn("absent is no program", self.run_script().stderr)
        self.assertFalse(os.path.exists(self.path("log")))


if __name__ == "__main__":
    unittest.main()
