"""Compares the functions of a JSON report with the lines `// WORD name: ...` of an assembler file, for the WORD given:
packets and all stalls."""
import json
import re
import sys

report, source = json.load(open(sys.argv[1])), open(sys.argv[2]).read()
functions = {f["name"]: f for f in report["functions"]}
checked = failed = 0
for name, text in re.findall(rf"// {sys.argv[3]} (\w+): (.*)", source):
    expected = {key: int(value) for key, value in (item.split() for item in text.split(", "))}
    function = functions.get(name)
    actual = {"packets": function["packets"], **function["stalls_by_cause"]} if function else {}
    checked += 1
    if actual != expected:
        failed += 1
        print(f"{name}: expected {expected}, got {actual}")
print(f"{checked - failed} of {checked} sequences cost what the rules say")
sys.exit(failed != 0 or checked == 0)
