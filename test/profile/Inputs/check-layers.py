"""Layers and the rest sum to the total in every count, functions to the network where there is one; the helper's packets
went to its callers: the callers' own shares are what is left of the layers' rows."""
import json
import sys

report = json.load(open(sys.argv[1]))


def flat(totals):
    out = {key: totals[key] for key in ("packets", "stalls", "control_stalls", "cycles")}
    for part in ("stalls_by_cause", "resources", "memory"):
        out.update({part + "." + key: value for key, value in totals.get(part, {}).items()})
    return out


network = report["network"]["packets"] > 0
for table, whole in (("layers", "total"), ("functions", "network" if network else "total")):
    rows = [flat(row) for row in report[table]]
    for key, value in flat(report[whole]).items():
        assert sum(row.get(key, 0) for row in rows) == value, (table, key)
if len(sys.argv) > 2:
    layers = {row["name"]: row["packets"] for row in report["layers"]}
    functions = {row["name"]: row["packets"] for row in report["functions"]}
    assert list(layers)[:3] == ["op000_CONV_2D", "op001_ADD", "op1002_SOFTMAX"], layers
    # 3 x 64 calls by the convolution, 3 x 2 by softmax, 6 by main, all equally long; the latter are no part of the network.
    call = functions["helper"] // (192 + 6)
    assert call * (192 + 6) == functions["helper"]
    assert "main" not in functions
    assert layers["op000_CONV_2D"] == functions["net_op000_CONV_2D"] + 192 * call
    assert layers["op001_ADD"] == functions["net_op001_ADD"]
    assert layers["op1002_SOFTMAX"] == functions["net_op1002_SOFTMAX"] + 6 * call
    assert layers["(network driver)"] == functions["net_run"]
    assert layers["(start-up and run-time)"] > 6 * call
