"""order-of-solvers.py UTILS: what the report says of the solvers' order follows from the rows, not from what was true once."""
import sys

sys.path.insert(0, sys.argv[1])
from reproduction import solvers  # noqa: E402
from reproduction.networks import NETWORKS  # noqa: E402

COSTS = {"exact": 100.0, "local": 130.0, "chain": 110.0, "gcd2-13": 104.0, "gcd2-17": 102.0, "exhaustive": 150.0, "pbqp": 120.0}


class Lab:
    def __init__(self, changed):
        self.changed = changed

    def solvers(self, network, *arguments):
        costs = COSTS | self.changed.get(network, {})
        return [[network or "random 50 #1", 9, solver, cost, "", solver == "exact", 0, 1, 0.0] for solver, cost in costs.items()]


def sentence(changed):
    return solvers.make(Lab({network.name: changed[network.title] for network in NETWORKS if network.title in changed})).sentences[0]


text = sentence({})
assert "local is the worst that ends on 10 of 10 (not on: none of them)" in text, text
assert "13 operators are 4.00 % over the optimum at most, parts of 17 2.00 %" in text, text
text = sentence({"TinyBERT": {"gcd2-17": 131.0}, "FST": {"pbqp": 130.5}})
assert "local is the worst that ends on 8 of 10 (not on: FST, TinyBERT)" in text, text
assert "parts of 17 31.00 %" in text and "at other edges (TinyBERT)" in text, text
