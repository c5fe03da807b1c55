#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What packaging/run and packaging/test say while they build: how long it still takes, and every line of a compiler."""
import pathlib
import subprocess
import sys
import unittest

SETUP = pathlib.Path(sys.argv.pop(1)) / "setup.sh"


def said(lines):
    """What with_time_left makes of a build's lines."""
    done = subprocess.run(["bash", "-c", '. "$0"; with_time_left', str(SETUP)], input="".join(f"{line}\n" for line in lines),
                          capture_output=True, text=True, timeout=60, check=True)
    return done.stdout.splitlines()


class TimeLeft(unittest.TestCase):
    def test_is_told_once_there_is_something_to_go_by(self):
        self.assertEqual(said(["[1/200 0.310] Compiling a"]), ["[1/200] Compiling a"])
        self.assertEqual(said(["[50/200 100.250] Compiling b"]), ["[50/200, about 5 min left] Compiling b"])
        self.assertEqual(said(["[150/200 240.000] Compiling c"]), ["[150/200, about 80 s left] Compiling c"])
        self.assertEqual(said(["[200/200 300.000] Linking d"]), ["[200/200] Linking d"])

    def test_what_a_compiler_says_is_not_touched(self):
        lines = ["ninja: no work to do.", "FAILED: a.o", "a.cpp:1:2: error: [3/4 5.0] is no number", "  \\ and a space at its end "]
        self.assertEqual(said(lines), lines)

    def test_a_failed_build_fails(self):
        script = '. "$0"; set -o pipefail; { echo "[1/2 3.0] x"; false; } | with_time_left >&2 || echo failed'
        done = subprocess.run(["bash", "-c", script, str(SETUP)], capture_output=True, text=True, timeout=60, check=True)
        self.assertEqual(done.stdout, "failed\n")


if __name__ == "__main__":
    unittest.main()
