"""Runs the cases of faults.txt. usage: check_faults.py TOP SIMULATOR WORKDIR"""
import os
import re
import subprocess
import sys

top, simulator, work = sys.argv[1:]
sys.path.insert(0, os.path.join(top, "utils/swiftdsp"))
import asm  # noqa: E402
import isa  # noqa: E402

table = isa.Table()
text = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "faults.txt"), encoding="ascii").read()
cases = re.findall(r"^== (.*?): (\d+) (.*)\n((?:(?!== ).*\n)*)", text, re.M)
errors = []
for name, status, message, program in cases:
    file = os.path.join(work, re.sub(r"\W", "-", name) + ".elf")
    with open(file, "wb") as out:
        out.write(asm.assemble(program, table, force=True).elf())
    result = subprocess.run([simulator, "--max-packets=1000", file], capture_output=True, text=True, check=False)
    if result.returncode != int(status) or message not in result.stderr:
        errors.append(f"{name}: status {result.returncode}, {result.stderr.strip()}")
print("\n".join(errors) or f"{len(cases)} faults as documented")
sys.exit(bool(errors))
