#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random C++ of vector extensions, compiled for HVX and for the host: equal checksums.

usage: random-vectors.py [--build DIR] [--seeds N] [--first SEED] [--levels O0,O2] [--modes sda,...] [-j N] [--keep DIR]

Reaches the selection of instructions for vectors of 4 to 512 bytes: shuffles of one and two sources, conversions, choices, elements, and
vectors of bool as integers, arguments, in memory and shuffled. Here upstream's faults count: every difference is a failure, with the command
to repeat it. Status 1 if there is one.
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from differential import Suite  # noqa: E402
from differential.vectors import program_text  # noqa: E402

FLAGS = ["-fwrapv", "-fno-strict-aliasing"]


def make(seed, program):
    program.write_text(program_text(random.Random(seed)))


sys.exit(Suite("random-vectors", make, FLAGS, levels="O0,O2", suffix=".cpp", forgives=False).main(__doc__))
