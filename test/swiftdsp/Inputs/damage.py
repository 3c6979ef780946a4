"""Damages an ELF file in many ways and runs each. usage: damage.py ELF SIMULATOR"""
import random
import subprocess
import sys

good, rng, crashes = open(sys.argv[1], "rb").read(), random.Random(1), []
headers = [*range(52 + 64), *range(len(good) - 6 * 40, len(good))]
for k in range(400):
    bad = bytearray(good)
    for _ in range(rng.randrange(1, 4)):
        at = rng.choice(headers) if rng.random() < 0.8 else rng.randrange(len(bad))
        bad[at] = rng.choice([0, 1, 0x7f, 0x80, 0xff, rng.randrange(256)])
    if k % 5 == 0:
        bad = bad[:rng.randrange(len(bad))]
    name = sys.argv[1] + ".damaged"
    open(name, "wb").write(bad)
    result = subprocess.run([sys.argv[2], "--max-packets=100", "--profile=/dev/null", name], capture_output=True, check=False)
    if result.returncode not in (0, 1, 124, *range(129, 136)):
        crashes.append((k, result.returncode))
        open(f"{name}.{k}", "wb").write(bad)
print(f"crashes: {crashes}" if crashes else "400 damaged files, no crash")
