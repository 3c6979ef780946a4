# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""few_inputs.py FOLDER IMPORT: networks of one operator without tensors, of each builtin of --list-operators; with HEXLOOM_ALL=1 with an
output, and with one input, too. Prints how many were refused with a message, and what was said where that is a fault of the front end."""
import os
import subprocess
import sys

folder, importer = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
listed = subprocess.run(["dnn-frontend", "--list-operators"], check=True, capture_output=True, text=True).stdout
names = sorted({line.split()[0] for line in listed.splitlines() if line.split() and line.split()[0].isupper()})
refused = 0
for name in names:
    for operands in ("->", "-> y INT8 1x4 0.5 0", "x -> y INT8 1x4 0.5 0") if os.environ.get("HEXLOOM_ALL") else ("->",):
        path = os.path.join(folder, "few.test")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"NET: input x INT8 1x4 0.5 0\nNET: op {name} {operands}\nNET: output {'y' if 'y' in operands else 'x'}\n")
        network = os.path.join(folder, "few.tflite")
        done = subprocess.run([sys.executable, importer, path, "--write", network], capture_output=True, text=True)
        if done.returncode:
            continue  # flatc knows no such operator
        done = subprocess.run(["dnn-frontend", network, "-o", os.path.join(folder, "few.c")], capture_output=True, text=True)
        message = done.stderr.splitlines()[-1:] or [""]
        if done.returncode not in (0, 1) or "internal error" in done.stderr:
            print(f"{name} {operands}: status {done.returncode}: {done.stderr.splitlines()[0]}")
        refused += done.returncode == 1 and "error: " in done.stderr
print(f"{refused} refused")
