#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Find the region that -sda-pack breaks.

    utils/sda-bisect.py 'COMMAND with {FIRST}'

COMMAND is for the shell; it compiles with -debug-counter=sda-region={FIRST} (clang: -mllvm in front), where {FIRST} becomes
what stands for the first N regions there, and tests the result: status 0 means right. It has to be right for N = 0 and wrong for
some N. Prints the first wrong N: the N-th region is the one. {N} becomes the number itself. For instance:

    utils/sda-bisect.py 'build/bin/clang ... -mllvm -sda-pack -mllvm -debug-counter=sda-region={FIRST} x.c -o x && qemu-hexagon x'

sda-rewrite and sda-rotate count the regions that get another program, and the loops that overlap.
"""
import subprocess
import sys


NEVER = 1 << 40


def first(limit):
    """The first so many, for -debug-counter, which counts from 0 and has no word for none."""
    return f"0-{limit - 1}" if limit > 1 else "0" if limit else str(NEVER)


def right(command, limit):
    command = command.replace("{FIRST}", first(limit)).replace("{N}", str(limit))
    run = subprocess.run(command, shell=True, capture_output=True)
    ok = run.returncode == 0
    print(f"{limit}: {'right' if ok else 'wrong'}", file=sys.stderr)
    return ok


def first_wrong(command, most):
    """The least N that is wrong, if 0 is right and what is wrong stays so; or None."""
    low, high = 0, 1
    while right(command, high):
        low, high = high, high * 2
        if low >= most:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        if right(command, middle):
            low = middle
        else:
            high = middle
    return high


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    if len(sys.argv) != 2 or not ("{N}" in sys.argv[1] or "{FIRST}" in sys.argv[1]):
        print(__doc__, file=sys.stderr)
        return 2
    command = sys.argv[1]
    if not right(command, 0):
        print("sda-bisect: error: wrong with no region packed: not the packetizer's fault", file=sys.stderr)
        return 1
    wrong = first_wrong(command, most=1 << 20)
    if wrong is None:
        print("sda-bisect: error: right with every region packed", file=sys.stderr)
        return 1
    print(wrong)
    return 0


if __name__ == "__main__":
    sys.exit(main())
