# SPDX-License-Identifier: Apache-2.0
"""The wheel: the same to the byte each time, installed by pip, complete, and what the format's document promises is in it."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
import zipfile
from email.parser import Parser
from pathlib import Path

from support import ROOT, Case


@unittest.skipIf(sys.version_info < (3, 11), "SKIPPED: packaging/wheel needs Python 3.11")
class Wheel(Case):
    def build(self, folder: str, **environment: str) -> Path:
        command = [sys.executable, "-B", str(ROOT / "packaging" / "wheel"), str(self.folder / folder)]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return Path(done.stdout.strip())

    def test_is_reproducible(self) -> None:
        first, second = self.build("a"), self.build("b")
        self.assertEqual(first.read_bytes(), second.read_bytes())
        dated = self.build("c", SOURCE_DATE_EPOCH="1700000000")
        self.assertEqual({i.date_time[:3] for i in zipfile.ZipFile(dated).infolist()}, {(2023, 11, 14)})

    def test_pip_installs_it(self) -> None:
        wheel = self.build("a")
        target = self.folder / "site"
        pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--no-compile", "--target"]
        done = subprocess.run([*pip, str(target), str(wheel)], capture_output=True, text=True, timeout=120)
        if "No module named pip" in done.stderr:
            self.skipTest("SKIPPED: pip is not installed")
        self.assertEqual(done.returncode, 0, done.stderr)
        source = {p.name for p in (ROOT / "app" / "probe" / "mantissa_probe").iterdir() if p.name != "__pycache__"}
        self.assertEqual({p.name for p in (target / "mantissa_probe").iterdir()}, source)
        code = "import mantissa_probe; print(mantissa_probe.__file__, mantissa_probe.__version__)"
        found = subprocess.run(
            [sys.executable, "-B", "-c", code],
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(target)},
        ).stdout.split()
        self.assertTrue(found[0].startswith(str(target)))
        (information,) = target.glob("*.dist-info")
        metadata = Parser().parsestr((information / "METADATA").read_text(encoding="utf-8"))
        self.assertEqual((metadata["Name"], metadata["Version"]), ("mantissa-probe", found[1]))
        self.assertIn("torch>=2.3", metadata.get_all("Requires-Dist"))
        self.assertIn("Apache License", (information / "licenses" / "LICENSE").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
