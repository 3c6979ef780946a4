#!/usr/bin/env python3
"""Find the region that -sda-pack breaks.

    utils/sda-bisect.py 'COMMAND with {N}'

COMMAND is for the shell; it compiles with -sda-region-limit={N} (clang: -mllvm in front) and tests the result: status 0 means
right. It has to be right for N = 0 and wrong for some N. Prints the first wrong N: the N-th region is the one. For
instance:

    utils/sda-bisect.py 'build/bin/clang ... -mllvm -sda-pack -mllvm -sda-region-limit={N} x.c -o x && qemu-hexagon x'
"""
import subprocess
import sys


def right(command, limit):
    run = subprocess.run(command.replace("{N}", str(limit)), shell=True, capture_output=True)
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
    if len(sys.argv) != 2 or "{N}" not in sys.argv[1]:
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
