"""Measurements of made-up plans whose cycles are known constants times counts, and a check of what was fitted to them.

  made-measurements.py make FILE     writes what utils/plan-costs.sh --save would have written
  made-measurements.py check FILE    whether the costs.def FILE has the constants that were used
"""
import json
import random
import re
import sys

# Those that never occur keep their values; one is found to be nothing.
TRUE = {"Call": 31.0, "ScalarUnary": 17.5, "ScalarScaled": 1.25, "ScalarDivide": 0.0}
KEPT = {"ScalarElement": 777.0}


def rows():
    rng = random.Random(1)
    for sample in range(600):
        terms = {"elementwise." + name: rng.randint(1, 200) for name in TRUE}
        cycles = sum(count * TRUE[term.split(".")[1]] for term, count in terms.items())
        for plan, factor in (("binary_hvx rm -> rm", 1), ("plain_scalar rm -> rm", 5)):
            kernel = plan.split()[0]
            yield {"group": "add", "sample": sample, "plan": plan, "operator": "ADD", "kernel": kernel,
                   "layouts": "rm -> rm", "terms": {t: factor * c for t, c in terms.items()},
                   "predicted": 1, "cycles": round(factor * cycles)}


if sys.argv[1] == "make":
    with open(sys.argv[2], "w") as out:
        json.dump({"timing": "made", "rows": list(rows())}, out)
else:
    with open(sys.argv[2]) as text:
        found = dict(re.findall(r"^COST\((\w+), ([-+.\de]+),", text.read(), re.M))
    for name, value in {**TRUE, **KEPT}.items():
        print(name, found[name], "true", value)
        assert abs(float(found[name]) - value) <= 0.02 * value + 0.05
