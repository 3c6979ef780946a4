"""The forms of vector loads, as the assembler has them: forms.py FILE.def LLC FOLDER

Each row's three opcodes must print as one instruction: as it is, with .cur and with .tmp. Packetizer, validator and timing model all read
that table; the assembler does not. Status 1: some row is wrong.
"""
import pathlib
import re
import subprocess
import sys

table, llc, folder = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
rows = re.findall(r"^HEX_(?:CONDITIONAL_)?VECTOR_LOAD\((\w+),\s+(\w+),\s+(\w+)\)", table.read_text(), re.M)
assert len(rows) >= 18, f"{len(rows)} rows"


def instruction(opcode, like):
    condition = "$p0, " if "pred" in like else ""
    if like.endswith("_ai"):
        return f"$v0 = {opcode} {condition}$r1, 128"
    return f"$v0, $r1 = {opcode} {condition}$r1, {'128' if like.endswith('_pi') else '$m0'}"


mir = ""
for number, row in enumerate(rows):
    for form, opcode in enumerate(row):
        mir += f"---\nname: f{number}_{form}\nbody: |\n  bb.0:\n    {instruction(opcode, row[0])}\n...\n"
(folder / "forms.mir").write_text(mir)
text = subprocess.run([llc, "-mtriple=hexagon", "-mcpu=hexagonv66", "-mattr=+hvxv66,+hvx-length128b", "-start-after=hexagon-sda-packetizer",
                       str(folder / "forms.mir"), "-o", "-"], capture_output=True, text=True, check=True).stdout
printed = re.findall(r"^\s+((?:if \(!?p0\) )?v0(?:\.cur|\.tmp)? = vmem\(.*)", text, re.M)
assert len(printed) == 3 * len(rows), text
wrong = [row[0] for row, (plain, current, temporary) in zip(rows, zip(*[iter(printed)] * 3))
         if "v0 = " not in plain or current != plain.replace("v0 =", "v0.cur =") or temporary != plain.replace("v0 =", "v0.tmp =")]
print(f"{len(rows)} rows, wrong:", ", ".join(wrong) or "none")
sys.exit(1 if wrong else 0)
