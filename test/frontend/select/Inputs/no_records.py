# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""no_records.py FRONTEND NETWORK: lines that are no records of tuning, each refused by its number."""
import subprocess
import sys

LINES = [b"m\tc\tL\tk\t-5", b"m\tc\tL\tk\t12345678901234567", b"m\tc\tL\tk\t9999999999999999", b"m\tc\tL\t5", b"m\tc\tL\tk\t5\t6", b"m\tc\t\tk\t5",
         b"m\tc\tL\xc3\xa4\tk\t5", b""]
refused = 0
for line in LINES:
    with open("bad", "wb") as out:
        out.write(b"hexloom tuning 1\nm\tc\tL\tk\t5\n" + line + b"\n")
    told = subprocess.run([*sys.argv[1:], "--database", "bad"], stderr=subprocess.PIPE, text=True)
    refused += told.returncode == 1 and "error: bad:3: no record of machine, compiler, layer, plan and cycles" in told.stderr
print(f"{refused} refused")
