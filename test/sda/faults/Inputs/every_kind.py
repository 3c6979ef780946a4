"""Prints the kinds of faults that have no test beside this folder: every_kind.py SDAFaults.def"""
import pathlib
import re
import sys

text = pathlib.Path(sys.argv[1]).read_text()
kinds = re.findall(r'^SDA_FAULT\(\w+, "([a-z-]+)"', text, re.M)
tests = {file.stem for file in pathlib.Path(__file__).resolve().parent.parent.glob("*.mir")}
print(len(kinds), "kinds of faults, without a test:", " ".join(kind for kind in kinds if kind not in tests) or "none")
