#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loops whose turns depend on each other, compiled for Hexagon with the SDA packetizer, or for SwiftDSP, and for the host: equal checksums.

usage: random-turns.py [--build DIR] [--target hexagon|swiftdsp] [--seeds N] [--first SEED] [--levels O2,O3] [--modes sda,...] [-j N] [--keep DIR]

A turn reads and writes near the places of earlier and later turns, upwards and downwards, over pointers that move apart or change places and
over restrict pointers of inlined functions; values are kept for up to five turns. What software pipelining must not swap. Status 1 and the
command to repeat it for every difference.
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from differential import Suite  # noqa: E402
from differential.turns import program_text  # noqa: E402

FLAGS = ["-fwrapv", "-fno-strict-aliasing"]


def make(seed, program):
    program.write_text(program_text(random.Random(seed)))


sys.exit(Suite("random-turns", make, FLAGS, levels="O2,O3,O2+fno-unroll-loops", forgives=False).main(__doc__))
