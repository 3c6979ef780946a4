#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random HVX intrinsics in loops, packed in the given modes and without packets: equal checksums.

usage: random-intrinsics.py [--build DIR] [--seeds N] [--first SEED] [--levels O2] [--modes sda,...] [-j N] [--keep DIR]

Reaches the instructions that neither csmith's programs nor vectorized loops have: pairs, predicates, permutes, accumulators,
conditional and unaligned stores. The intrinsics are those of the compiler's own header; gathers and
scatters, and what the emulator does not decode, are left out. Status 1 and the command to repeat it for every difference.
"""
import functools
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from differential import LLVM, Suite  # noqa: E402
from differential.intrinsics import intrinsics, program_text  # noqa: E402


@functools.cache
def available():
    return intrinsics(os.path.dirname(LLVM))


def make(seed, program):
    program.write_text(program_text(random.Random(seed), available()))


sys.exit(Suite("random-intrinsics", make, ["-fwrapv", "-fno-strict-aliasing"], on_host=False, levels="O2").main(__doc__))
