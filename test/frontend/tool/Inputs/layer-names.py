"""layer-names.py NET.c PLANS.json [SUMMARY.json PAGE.html]: prints the layers' names if all of these agree."""
import json
import re
import sys

source, plans, *rest = sys.argv[1:]
names = [layer["layer"] for layer in json.load(open(plans))["layers"]]
assert len(set(names)) == len(names), names
text = open(source).read()
functions = re.findall(r"^HL_LAYER void \w+?_(op\d+[a-z]*_\w+)\(", text, re.M)
assert functions and [name for name in names if name in functions] == functions, functions
told = [f"op{number}_{kind}" for number, kind in re.findall(r"^/\* Layer (\w+): (\w+) ", text, re.M)]
assert told == names, told
if rest:
    summary, page = rest
    assert [layer["layer"] for layer in json.load(open(summary))["layers"]] == names
    cells = re.findall(r'<tr><td class="n" data-v="[0-9.]+">(\w+)</td><td>(\w+)</td>', open(page).read())
    assert [f"op{number}_{kind}" for number, kind in cells] == names, cells
print("\n".join(names))
