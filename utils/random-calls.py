#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random calls, compiled for Hexagon with the SDA packetizer, or for SwiftDSP, and for the host: their checksums must be equal.

usage: random-calls.py [--build DIR] [--target hexagon|swiftdsp] [--seeds N] [--first SEED] [--levels O0,O2] [--modes sda,...] [-j N] [--keep DIR]

A program has functions of random signatures: structures and unions of all sizes, bit-fields, vectors, complex numbers, variable arguments.
Status 1 and the command to repeat it for every difference.
"""
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from differential import Suite  # noqa: E402
from differential.calls import program_text  # noqa: E402


def make(seed, program):
    program.write_text(program_text(random.Random(seed)))


sys.exit(Suite("random-calls", make, levels="O0,O2", forgives=False).main(__doc__))
