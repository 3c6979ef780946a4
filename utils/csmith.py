#!/usr/bin/env python3
"""Random C programs, compiled for Hexagon with the SDA packetizer, or for SwiftDSP, and for the host: their checksums must be equal.

usage: csmith.py [--build DIR] [--target hexagon|swiftdsp] [--seeds N] [--first SEED] [--levels O1,O2,O3] [--modes sda,...] [--kinds integers,...] [-j N]
                 [--keep DIR] [--option=--bitfields]...

csmith makes one program for each seed, of one of the kinds in turn; --option is one more of its own. A program that does not end in
time on the host, or whose conversions or builtins are undefined there, is replaced by the next seed. Status 1 and the command to
repeat it for every difference.
"""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from differential import Suite, tool  # noqa: E402

CSMITH = ["csmith", "--concise", "--max-funcs", "6", "--max-block-depth", "4"]
# What programs are made of besides integers of 8 to 64 bits: csmith's options, and other probabilities (percent) than its own.
KINDS = {
    "integers": (["--no-float"], {}),
    "floats": (["--float"], {}),
    "records": (["--no-float"], {"more_struct_union_type_prob": 80, "struct_as_ltype_prob": 70, "union_as_ltype_prob": 40,
                                 "bitfield_in_normal_struct_prob": 40, "field_volatile_prob": 10}),
    "builtins": (["--no-float", "--builtins", "--builtin-function-prob", "40"], {}),
}
chosen = None  # the command line's options


def probabilities(folder, changed):
    """A file of csmith's probabilities, some of them changed: it takes all of them or none."""
    path = folder / "probabilities"
    tool(["csmith", "--dump-default-probabilities", path], cwd=folder)
    text = path.read_text()
    for name, percent in changed.items():
        text, found = re.subn(rf"^{name}=\d+$", f"{name}={percent}", text, flags=re.M)
        assert found == 1, f"csmith knows no probability named {name}"
    path.write_text(text)
    return path


def make(seed, program):
    kinds = chosen.kinds.split(",")
    options, changed = KINDS[kinds[seed % len(kinds)]]
    if changed:
        options = [*options, "--probability-configuration", probabilities(program.parent, changed)]
    if chosen.target == "swiftdsp":
        # Fields of a packed structure are not aligned; csmith takes their addresses and reads there, which host and QEMU bear.
        options = [*options, "--no-packed-struct"]
    program.write_bytes(tool([*CSMITH, *options, *chosen.option, "--seed", seed], seconds=20, cwd=program.parent))


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
