#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a reproducer's own script where torch is at hand: run_reproducer.py FOLDER"""
import runpy
import sys

from other_tools import need

need("torch")
folder = sys.argv[1]
sys.argv = [folder + "/reproduce.py", folder]
runpy.run_path(sys.argv[0], run_name="__main__")
