"""order-of-solvers.py UTILS: what the report says of the solvers' order follows from the rows, not from what was true once."""
import sys

sys.path.insert(0, sys.argv[1])
from reproduction import compiling, figure10, solvers, table4  # noqa: E402
from reproduction.measure import Solved, Tools  # noqa: E402
from reproduction.missing import NotMeasured  # noqa: E402
from reproduction.networks import NETWORKS  # noqa: E402

COSTS = {"exact": 100.0, "local": 130.0, "chain": 110.0, "gcd2-13": 104.0, "gcd2-17": 102.0, "exhaustive": 150.0, "pbqp": 120.0}


class Lab:
    def __init__(self, changed):
        self.changed = changed

    def solvers(self, network, *arguments):
        costs = COSTS | self.changed.get(network, {})
        return [Solved(network or "random 50 #1", 9, solver, cost, str(cost) if solver == "exact" else "none", "", solver == "exact", 0, 1,
                       0.0) for solver, cost in costs.items()]


def sentence(changed):
    return solvers.make(Lab({network.name: changed[network.title] for network in NETWORKS if network.title in changed})).sentences[-1]


text = sentence({})
assert "local is the worst on 10 of 10 networks (not on: none of them)" in text, text
assert "13 operators are 4.00 % over the optimum at most, parts of 17 2.00 %" in text, text
text = sentence({"TinyBERT": {"gcd2-17": 131.0}, "FST": {"pbqp": 130.5}})
assert "local is the worst on 8 of 10 networks (not on: FST, TinyBERT)" in text, text
assert "parts of 17 31.00 %" in text and "at other edges (TinyBERT)" in text, text


def ten(**changed):
    """Figure 10's rows: [operators, solver, cycles, speedup over local, proven, steps, seconds]."""
    found = {"local": [100, 60], "gcd2-13": [80, 50], "gcd2-17": [80, 90], "exhaustive": [80, 400], "exact": [80, 10]} | changed
    return [[count, solver, cost, 100 / cost, "proven" if solver == "exact" or steps < 1 << 26 else "", steps, 0.0]
            for count in (5, 40) for solver, (cost, steps) in found.items()]


text = figure10.sentences(ten())
assert "The order is the paper's: local is the worst. Parts of 13 operators are 0.00 %" in text and "optimum at most, parts of 17 0.00 %" in text, text
assert "manages 40 operators here, in 400 steps" in text and "unproven" not in text and "2.0 steps for each operator" in text, text
text = figure10.sentences(ten(exhaustive=[90, 30])[:5] + ten(exhaustive=[90, 1 << 26], **{"gcd2-17": [120, 9]})[5:])
assert "but for 40 operators" in text and "parts of 17 50.00 %" in text, text
assert "manages 5 operators here, in 30 steps" in text and "For 40 operators it ends unproven" in text, text

assert table4.not_run([["FST", "yes"]]) == [] and "not run" in table4.not_run([["FST", "not run"]])[1]


layers = [{"mac": 2400, "cycles": 100.0, "shape": [1, 8, 9, 3]}, {"mac": 40000, "cycles": 200.0, "shape": [1, 8, 9, 32]},
          {"mac": 0, "cycles": 100.0, "shape": [1, 8, 9, 32]}]
assert table4.slow("FST", layers) == ("By the plans, layers with products take 75.0 % of FST's cycles. One of them, to 3 channels at 8x9, takes "
                                      "25.0 % alone: it makes 24.0 MAC a cycle, the others 200."), table4.slow("FST", layers)
assert table4.slow("FST", layers[1:]) == "By the plans, layers with products take 66.7 % of FST's cycles."


class Compiled:
    """A Lab that keeps two networks' seconds."""
    tools = Tools("build")

    def tools_digest(self, *names):
        return list(names)

    def kept(self, key, measure):
        assert "clang" in key[2]
        if key[1] not in ("resnet_50_224_int8", "tinybert_1x256_int8"):
            raise NotMeasured("it is not kept")
        return [1, 2, 5.5 if "bert" in key[1] else 1.0, 3, 60.0, 61.0]


result = compiling.make(Compiled())
text = result.sentences[0]
assert len(result.rows) == 2 and "MORE TAKES the front end for TinyBERT (5.5), ResNet-50 in all (61)." in text, text
assert "Not measured: MobileNet-V3, " in text, text
assert "no measured network takes more" in compiling.sentences([["FST", 1, 2, 1.0, 3, 99.0, 100.0]])
