#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random loops over arrays, vectorized for HVX or SwiftDSP, there with the SDA packetizer and on the host: equal checksums.

usage: random-loops.py [--build DIR] [--target hexagon|swiftdsp] [--seeds N] [--first SEED] [--levels O3] [--modes sda,...] [-j N]
                       [--keep DIR]

What csmith is for scalar code this is for vector code: maps, conditional stores, sliding windows, strides, reductions,
recurrences, nests and look-ups over int8 to uint32, with restrict and without, at any alignment, from no iteration to a
few hundred. Wrapping arithmetic is defined by -fwrapv. Status 1 and the command to repeat it for every difference.
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from differential import Suite  # noqa: E402
from differential.loops import program_text  # noqa: E402

FLAGS = ["-fwrapv", "-fno-strict-aliasing"]
HEXAGON_FLAGS = ["-fvectorize", "-mllvm", "-hexagon-autohvx"]


def make(seed, program):
    program.write_text(program_text(random.Random(seed)))


sys.exit(Suite("random-loops", make, FLAGS, hexagon_flags=HEXAGON_FLAGS, levels="O2,O3").main(__doc__))
