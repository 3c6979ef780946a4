"""docs/swiftdsp-isa.md against the table: every example assembles, every mnemonic in back quotes exists, the register
addresses and slots of its tables are the table's, each format and timing row is named.
"""
import os
import re
import sys

top = sys.argv[1]
sys.path.insert(0, os.path.join(top, "utils/swiftdsp"))
import asm  # noqa: E402
import isa  # noqa: E402

table = isa.Table()
text = open(os.path.join(top, "docs/swiftdsp-isa.md"), encoding="utf-8").read()
errors = []

blocks = re.findall(r"```swiftdsp\n(.*?)```", text, re.S)
for block in blocks:
    try:
        asm.assemble(block, table)
    except asm.AssemblyError as error:
        errors.append(f"example '{block.splitlines()[0]}': {error}")

families = {"vconv", "vdot", "vmac", "srdhm", "rdiv", "requant", "rshr"}
for name in re.findall(r"`(v?[a-z][a-z0-9]*)`", text):
    known = (name in table.by_mnemonic or name in table.registers or name in families
             or any(m.startswith(name) for m in table.by_mnemonic if name.startswith(("vconv", "vdot"))))
    if name.startswith("v") and not known:
        errors.append(f"no instruction '{name}'")

for first, last, low, high in re.findall(r"\| `(\w+)`\.\.`(\w+)` \| \d+ \| ([01]{6})\.\.([01]{6})", text):
    if (table.registers[first], table.registers[last]) != (int(low, 2), int(high, 2)):
        errors.append(f"{first} to {last} have other addresses")

rows = dict(re.findall(r"^\| (control|scalar|data transfer|vector|load|store) \| ([\d, ]+?) \|", text, re.M))
kinds = {"control": "CTL CTLR", "scalar": "ALU MUL DIV", "data transfer": "MOVE MOVV MOVI MOVO", "vector": "VALU VMUL VCNV", "load": "LD VLD",
         "store": "ST"}
for kind, timings in kinds.items():
    for timing in timings.split():
        if table.timings[timing].slots != [int(s) for s in rows[kind].split(",")]:
            errors.append(f"{timing}: slots {table.timings[timing].slots}, the document has {rows[kind]}")
for name in list(isa.FORMATS) + list(table.timings):
    if not re.search(rf"\b{name}\b", text):
        errors.append(f"the document does not name {name}")

print("\n".join(errors) or f"{len(blocks)} examples assemble, tables agree")
sys.exit(bool(errors))
