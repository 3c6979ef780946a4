#!/usr/bin/env python3
"""Random C programs, compiled for Hexagon with the SDA packetizer and for the host: their checksums must be equal.

usage: csmith.py [--build DIR] [--seeds N] [--first SEED] [--levels O1,O2,O3] [--modes sda,...] [-j N] [--keep DIR]
                 [--option=--bitfields]...

csmith makes one program for each seed; --option is one more of its own. A program that does not end in time on the host is
replaced by the next seed. Status 1 and the command to repeat it for every difference.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from differential import Suite, tool  # noqa: E402

CSMITH = ["csmith", "--no-float", "--concise", "--max-funcs", "6", "--max-block-depth", "4"]
more = []


def make(seed, program):
    program.write_bytes(tool([*CSMITH, *more, "--seed", seed], cwd=program.parent))


def extend(parser):
    parser.add_argument("--option", action="append", default=[], help="one more of csmith's")


sys.exit(Suite("csmith", make).main(__doc__, extend, lambda options: more.extend(options.option)))
