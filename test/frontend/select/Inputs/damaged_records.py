# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damaged_records.py FRONTEND NETWORK RECORDS COUNT [SEED]: bytes of a file of records changed, removed and repeated."""
import random
import subprocess
import sys

frontend, network, records, count, *seed = sys.argv[1:]
rng = random.Random(int(seed[0]) if seed else 0)
with open(records, "rb") as content:
    whole = content.read()


def damaged():
    data = bytearray(whole)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(data) + 1)
        piece = data[rng.randrange(len(data) + 1):][:rng.randrange(1, 200)]
        kind = rng.randrange(4)
        if kind == 0:
            data[at:at + 1] = bytes([rng.randrange(256)])
        elif kind == 1:
            data[at:at + rng.randrange(1, 60)] = b""
        elif kind == 2:
            data[at:at] = piece
        else:
            data[at:at + 1] = rng.choice((b"\t", b"\n", b"\0", b"9", b"0", b" "))
    return bytes(data)


taken = refused = faults = 0
for _ in range(int(count)):
    with open("damaged", "wb") as out:
        out.write(damaged())
    first = subprocess.run([frontend, network, "--database", "damaged", "--stop-after=select", "-o", "damaged.hlir"], stderr=subprocess.PIPE, text=True,
                           errors="replace")
    refused += first.returncode == 1
    if first.returncode == 1 and "error: damaged:" in first.stderr and "internal error" not in first.stderr:
        continue
    # Text with plans that are not offered is refused.
    again = subprocess.run([frontend, "damaged.hlir", "-o", "damaged.c"], stderr=subprocess.PIPE, text=True) if first.returncode == 0 else first
    taken += again.returncode == 0
    if again.returncode != 0:
        faults += 1
        print(first.returncode, first.stderr, again.stderr)
print(f"{taken} taken, {refused} refused, {faults} faults")
