#!/usr/bin/python3
"""A block of many instructions without a branch, as MIR: straight_line.py SIZE"""
import random
import sys


def instruction(rng):
    result, left, right, offset = rng.randrange(16), rng.randrange(16), rng.randrange(16), 4 * rng.randrange(250)
    return rng.choices([f"$r{result} = L2_loadri_io $r16, {offset} :: (load (s32))",
                        f"S2_storeri_io $r17, {offset}, $r{left} :: (store (s32))",
                        f"$r{result} = M2_mpyi $r{left}, $r{right}",
                        f"$r{result} = A2_add $r{left}, $r{right}"], weights=[2, 1, 2, 5])[0]


def straight_line(size):
    """SIZE instructions: a fifth loads, a tenth stores, a fifth multiplications, the rest additions; the same each time."""
    rng = random.Random(1)
    lines = ["---", "name: straight_line", "tracksRegLiveness: true", "body: |", "  bb.0:",
             "    liveins: " + ", ".join(f"$r{n}" for n in range(18)) + ", $r31", ""]
    lines += ["    " + instruction(rng) for _ in range(size)]
    lines += ["    PS_jmpret $r31, implicit-def dead $pc, " + ", ".join(f"implicit $r{n}" for n in range(16)), "..."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(straight_line(int(sys.argv[1])), end="")
