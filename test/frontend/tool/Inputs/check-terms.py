"""Whether the cycles of --dump-plans are the sums of its terms times the constants of the costs.def files. A cycle of a nest's price is 1."""
import json
import os
import re
import sys

plans_file, folder = sys.argv[1:]
constants = {"price.Cycle": 1.0}
for family in os.listdir(folder):
    table = os.path.join(folder, family, "costs.def")
    if os.path.exists(table):
        with open(table) as text:
            for name, cycles in re.findall(r"^COST\((\w+), ([-+.\de]+),", text.read(), re.M):
                constants[f"{family}.{name}"] = float(cycles)
with open(plans_file) as text:
    layers = json.load(text)["layers"]
priced = 0
for layer in layers:
    taken = [plan for plan in layer["plans"] if plan.get("taken")]
    assert len(taken) == 1, (layer["name"], taken)
    print(layer["operator"], layer["name"], taken[0]["kernel"], taken[0]["layouts"])
    for plan in layer["plans"]:
        if "rejected" in plan:
            assert plan["rejected"]
            continue
        cycles = sum(count * constants[term] for term, count in plan["terms"].items())
        assert abs(cycles - plan["cycles"]) <= 1e-6 * max(1, cycles), (layer["name"], plan)
        priced += cycles > 0
assert priced > 20, priced
print("terms agree")
