#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random C of vectors of any number of lanes, compiled for HVX, or for SwiftDSP, and for the host: equal checksums.

usage: random-lanes.py [--build DIR] [--target hexagon|swiftdsp] [--seeds N] [--first SEED] [--levels O0,O2] [--modes sda,...] [-j N] [--keep DIR]

Reaches what is done to types that have no registers: vectors of 3, 31 or 100 lanes, of bools, integers and floats are widened, split and taken
apart. Every difference is a failure, with the command to repeat it. Status 1 if there is one.
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from differential import Suite  # noqa: E402
from differential.lanes import program_text  # noqa: E402

FLAGS = ["-std=gnu2x", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off"]


def make(seed, program):
    program.write_text(program_text(random.Random(seed)))


sys.exit(Suite("random-lanes", make, FLAGS, levels="O0,O2", forgives=False).main(__doc__))
