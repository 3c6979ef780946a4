# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""collatz.py DIR TARGET N LIMIT COMMAND...: runs the network on N and LIMIT and compares with the loop in Python."""
import struct
import subprocess
import sys

folder, target, n, limit = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
for name, value in (("n", n), ("limit", limit)):
    with open(f"{folder}/{name}.in", "wb") as out:
        out.write(struct.pack("<i", value))
subprocess.run([*sys.argv[5:], "--target", target, "--input", f"{folder}/n.in", "--input", f"{folder}/limit.in", "--output-dir",
                f"{folder}/out"], check=True, stdout=subprocess.DEVNULL)
got = [struct.unpack("<i", open(f"{folder}/out/output{k}.bin", "rb").read())[0] for k in range(3)]
steps = 0
while n != 1 and steps < limit:
    n, steps = 3 * n + 1 if n % 2 else n // 2, steps + 1
if got != [n, steps, limit]:
    sys.exit(f"{got} instead of {[n, steps, limit]}")
