# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""resize-one-source.py BUILD ROOT FOLDER: see resize-one-source.test."""
import os
import shutil
import subprocess
import sys

import numpy as np

build, root, folder = sys.argv[1:]
F = np.float32


def taps(size, out, half):
    """[(lower, upper, distance)]"""
    scale, found = F(size) / F(out), []
    for i in range(out):
        at = (F(i) + F(0.5)) * scale - F(0.5) if half else F(i) * scale
        lower = max(int(np.floor(at)), 0)
        found.append((min(lower, size - 1), min(int(np.ceil(at)), size - 1), F(at - F(min(lower, size - 1)))))
    return found


def expected(image, height, width, half):
    out = np.zeros((height, width, image.shape[2]), np.uint8)
    one, v = F(1), image.astype(F)
    for y, (y0, y1, fy) in enumerate(taps(image.shape[0], height, half)):
        for x, (x0, x1, fx) in enumerate(taps(image.shape[1], width, half)):
            total = v[y0, x0] * (one - fy) * (one - fx)
            total = total + v[y1, x0] * fy * (one - fx)
            total = total + v[y0, x1] * (one - fy) * fx
            total = total + v[y1, x1] * fy * fx
            out[y, x] = (total + F(0.5)).astype(np.uint8)
    return out


def compare(height, width, to_height, to_width, channels, half, plan, rng):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    model, given = os.path.join(folder, "net.hlir"), os.path.join(folder, "in.bin")
    with open(model, "w") as out:
        out.write(f"""graph net from "net"
input %0: u8[1x{height}x{width}x{channels}] scale=0.03 zero=0 name="x"
%1: u8[1x{to_height}x{to_width}x{channels}] scale=0.03 zero=0 = RESIZE_BILINEAR(%0) {{align_corners=false, half_pixel={str(half).lower()}}} name="r"
output %1
""")
    image = rng.integers(0, 256, (height, width, channels), np.uint8)
    image.tofile(given)
    subprocess.run([os.path.join(root, "utils", "run-model.sh"), model, "--build", build, "--input", given, "--output-dir", folder,
                    "--force-plan", f"r={plan}"], check=True, stdout=subprocess.DEVNULL)
    got = np.fromfile(os.path.join(folder, "output0.bin"), np.uint8).reshape(to_height, to_width, channels)
    wrong = np.count_nonzero(got != expected(image, to_height, to_width, half))
    assert wrong == 0, f"{plan}, {height}x{width} to {to_height}x{to_width}: {wrong} of {got.size} bytes differ"


rng = np.random.default_rng(1)
for plan in ("resize_portable", "resize_rows"):
    compare(1, 2, 3, 4, 128, False, plan, rng)
    compare(2, 1, 4, 7, 128, True, plan, rng)
    compare(1, 1, 5, 3, 33, True, plan, rng)
for plan in ("resize_portable", "resize_rows", "resize_d32"):
    compare(1, 8, 4, 16, 5, False, plan, rng)  # all distances are powers of two: integers will do
