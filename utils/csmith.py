#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random C programs, compiled for Hexagon with the SDA packetizer, or for SwiftDSP, and for the host: their checksums must be equal.

usage: csmith.py [--build DIR] [--target hexagon|swiftdsp] [--seeds N] [--first SEED] [--levels O1,O2,O3] [--modes sda,...] [--kinds integers,...] [-j N]
                 [--keep DIR] [--option=--bitfields]...

csmith makes one program for each seed, of one of the kinds in turn; --option is one more of its own. A program that does not end in
time on the host, or whose conversions or builtins are undefined there, is replaced by the next seed. Status 1 and the command to
repeat it for every difference.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from differential import Suite, random_c  # noqa: E402
from differential.random_c import KINDS  # noqa: E402

chosen = None  # the command line's options


def make(seed, program):
    # Fields of a packed structure are not aligned; csmith takes their addresses and reads there, which host and QEMU bear.
    aligned = ["--no-packed-struct"] if chosen.target == "swiftdsp" else []
    random_c.write(seed, chosen.kinds.split(","), program, [*aligned, *chosen.option])


def extend(parser):
    parser.add_argument("--kinds", default="integers", help=f"of programs (default: %(default)s): {','.join(KINDS)}")
    parser.add_argument("--option", action="append", default=[], help="one more of csmith's")


def started(options):
    global chosen
    chosen = options
    unknown = [kind for kind in options.kinds.split(",") if kind not in KINDS]
    if unknown:
        sys.exit(f"csmith: error: no kind of programs named '{unknown[0]}': {', '.join(KINDS)}")


# Products and sums of floating point are rounded one by one on the host; one of csmith's builtins is an instruction of x86.
FLAGS = ["-ffp-contract=off", "-D__builtin_ia32_crc32qi(c,b)=(((uint32_t)(c)<<5)^(uint8_t)(b))"]
# csmith guards the arithmetic of integers alone; the host stops at undefined conversions and at __builtin_clz(0) and its like.
HOST_FLAGS = ["-fsanitize=float-cast-overflow,builtin", "-fsanitize-trap=all"]
sys.exit(Suite("csmith", make, FLAGS, host_flags=HOST_FLAGS).main(__doc__, extend, started))
