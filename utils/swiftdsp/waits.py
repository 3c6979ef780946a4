#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the results are made that SwiftDSP's packets wait for: in the same block, in the loop's last turn, in another block.

usage: waits.py TRACE...     traces of swiftdsp-sim --trace=FILE

What packets wait for across blocks is what a packetizer could win that regards a region's neighbours. Blocks are those that the
trace shows: they begin where control goes on elsewhere than behind the packet before, and behind branches. `inside` are
dependences within a packet, a cycle each; `branch` the bubbles of taken branches, two cycles at most.
"""
import bisect
import re
import sys

PACKET = re.compile(r"\s*(\d+)\s+([0-9a-f]+) \{ (.*) \}(.*)$")
BRANCH = re.compile(r"(?:^| ; )(?:b\w+|j|jr|call|callr) ")
REGISTER = re.compile(r"\b(?:vr|lc|off|bar|mr|r)\d+\b")
WRITTEN = re.compile(r"\b((?:vr|lc|off|bar|mr|r)\d+)=")
BUBBLE = 2
LONGEST = 6  # packets back that a result may still be on its way


def depends_inside(text):
    """Whether a member reads what another one before it makes."""
    made = set()
    for member in text.split(" ; "):
        name, _, operands = member.partition(" ")
        registers = REGISTER.findall(operands)
        makes = not re.match(r"v?st|b|j|call", name) and registers
        if made & set(registers[1:] if makes else registers):
            return True
        if makes:
            made.add(registers[0])
    return False


def block_starts(packets):
    """Addresses at which blocks begin."""
    addresses = sorted({address for _, address, _, _ in packets})
    follower = dict(zip(addresses, addresses[1:]))
    starts = {follower.get(address) for _, address, text, _ in packets if BRANCH.search(text)}
    for (_, here, _, _), (_, there, _, _) in zip(packets, packets[1:]):
        if follower.get(here) != there:
            starts |= {there, follower.get(here)}
    return follower, sorted(starts - {None})


def waits(packets):
    """Cycles by where the awaited result was made."""
    follower, starts = block_starts(packets)
    begins = set(starts)
    block = lambda packet: bisect.bisect_right(starts, packets[packet][1])
    total = dict.fromkeys(("same", "turn", "other", "inside", "branch"), 0)
    writer, entry = {}, 0
    for n, (cycle, address, text, results) in enumerate(packets):
        taken = n and follower.get(packets[n - 1][1]) != address
        if taken or address in begins:
            entry = n
        gap = cycle - packets[n - 1][0] - 1 if n else 0
        if gap and taken and BRANCH.search(packets[n - 1][2]):
            total["branch"] += min(gap, BUBBLE)
            gap -= min(gap, BUBBLE)
        if gap and depends_inside(text):
            total["inside"] += 1
            gap -= 1
        newest = max((writer[r] for r in REGISTER.findall(text) if n - writer.get(r, -LONGEST) < LONGEST), default=n)
        total["same" if newest >= entry else "turn" if block(newest) == block(n) else "other"] += gap
        writer.update(dict.fromkeys(WRITTEN.findall(results), n))
    return total


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__, file=sys.stdout if len(sys.argv) > 1 else sys.stderr)
        return 0 if len(sys.argv) > 1 else 2
    for path in sys.argv[1:]:
        with open(path) as file:
            found = [PACKET.match(line) for line in file]
        packets = [(int(m[1]), int(m[2], 16), m[3], m[4]) for m in found if m]
        if not packets:
            sys.exit(f"waits: error: {path}: no packet of a trace")
        print(f"{path}: {packets[-1][0] - packets[0][0] + 1} cycles:",
              ", ".join(f"{name} {cycles}" for name, cycles in waits(packets).items()))
    return 0


try:
    sys.exit(main())
except OSError as error:
    sys.exit(f"waits: error: {error.filename}: {error.strerror}")
