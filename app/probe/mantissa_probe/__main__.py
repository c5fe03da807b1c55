# SPDX-License-Identifier: Apache-2.0
"""The command line: python -m mantissa_probe demo, python -m mantissa_probe show FILE."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import List, Optional

from .version import VERSION


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs a command. Returns the exit code: 0 done, 1 failed, 2 usage."""
    parser = argparse.ArgumentParser(prog="python -m mantissa_probe", description="Recordings of PyTorch trainings.")
    parser.add_argument("--version", action="version", version=VERSION)
    commands = parser.add_subparsers(dest="command", required=True)
    demo = commands.add_parser("demo", help="train a small network that fails in FP16, and show what came out")
    demo.add_argument("--output", type=Path, default=Path("mantissa-demo.jsonl"), help="the recording to write")
    show = commands.add_parser("show", help="print what a recording shows, worst tensors first")
    show.add_argument("file", type=Path)
    given = parser.parse_args(arguments)
    if given.command == "demo":
        from .demo import main as run_demo

        return run_demo(given.output)
    from .recording import read
    from .show import summary

    try:
        print("\n".join(summary(read(given.file))), flush=True)
    except BrokenPipeError:  # as in `show FILE | head`: who reads has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (OSError, ValueError) as error:
        print(f"mantissa_probe: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
