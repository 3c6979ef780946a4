# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""recurrent.py TEST DIR TARGET COMMAND...: runs the network of recurrent.test and compares with the same loop in Python."""
import random
import re
import struct
import subprocess
import sys

test, folder, target = sys.argv[1:4]


def constant(name):
    values = []
    for word in re.search(rf"const {name} [^=]*= (.*)", open(test).read())[1].split():
        value, _, count = word.partition("*")
        values += [int(value)] * int(count or 1)
    return values


def high_product(a, b):
    """Twice the product's upper half, rounded."""
    nudge = (1 << 30) if a * b >= 0 else 1 - (1 << 30)
    total = a * b + nudge
    return total >> 31 if total >= 0 else -(-total >> 31)


def shifted_right(x, places):
    """Halves away from zero."""
    rest, half = x & ((1 << places) - 1), ((1 << places) - 1) >> 1
    return (x >> places) + (rest > half + (x < 0))


def single(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


# The scale 0.05 * 0.02 / 0.05, as the reference makes a multiplier of it.
real, shift = single(0.05) * single(0.02) / single(0.05), 0
while real < 0.5:
    real, shift = real * 2, shift + 1
multiplier = int(real * (1 << 31) + 0.5)


def layer(row, weights, bias):
    result = []
    for channel in range(16):
        total = sum((value - 3) * weights[channel * 16 + k] for k, value in enumerate(row)) + bias[channel]
        result.append(max(-128, min(127, shifted_right(high_product(total, multiplier), shift) - 2)))
    return result


weights, bias, h = constant("w"), constant("b"), [-2] * 16
generator = random.Random(1)
x = [generator.randint(-128, 127) for _ in range(80)]
for i in range(5):
    top = [max(a, b) for a, b in zip(layer(x[16 * i:16 * i + 16], weights, bias), h)]
    kept = [min(a, b) for a, b in zip(top, h)] if i % 2 else top
    for _ in range(i):
        kept.reverse()
    h = kept
with open(f"{folder}/x.in", "wb") as out:
    out.write(struct.pack("80b", *x))
subprocess.run([*sys.argv[4:], "--target", target, "--input", f"{folder}/x.in", "--output-dir", f"{folder}/out"], check=True,
               stdout=subprocess.DEVNULL)
got = list(struct.unpack("16b", open(f"{folder}/out/output0.bin", "rb").read()))
if got != h or len(set(h)) < 4:
    sys.exit(f"{got} instead of {h}")
if open(f"{folder}/out/output1.bin", "rb").read() != struct.pack("<i", 5):
    sys.exit("the counter is not 5")
