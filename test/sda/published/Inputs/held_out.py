"""Cycles of one held-out program, by the stock packetizer and by ours: held_out.py UTILS BUILD."""
import os
import sys
import tempfile

sys.path.insert(0, sys.argv[1])
from bench import held_out, suite  # noqa: E402

clang = os.path.join(sys.argv[2], "bin", "clang")
columns = [suite.Compiler(mode, [clang, "-mllvm", "-sda-pack=" + mode], mode) for mode in ("off", "sda")]
with tempfile.TemporaryDirectory() as folder:
    (name, source), *others = held_out.programs(["loops_20260103"], folder)
    stock, ours = (held_out.measure(sys.argv[2], column, name, source, folder) for column in columns)
print(f"{name}: {stock} {ours}", "and others" if others else "alone")
sys.exit(not 0 < ours < stock)
