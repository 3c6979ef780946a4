"""The solvers beside each other on the ten networks and on random graphs."""
from .networks import NETWORKS
from .result import Result

RANDOM = ("50", "200", "1000", "5000")


PARTS = ("gcd2-13", "gcd2-17")


def listed(names):
    return ", ".join(names) if names else "none of them"


def order(found):
    """What the rows of each network say of the paper's order: local worst, then parts of 13 and of 17 operators. Exhaustive
    search is left out, as it does not end."""
    networks = [{row[2]: row[3] for row in found[network.title] if row[2] != "exhaustive"} | {"": network.title} for network in NETWORKS]
    above = {part: max(100 * (of[part] / of["exact"] - 1) for of in networks) for part in PARTS}
    better = [of[""] for of in networks if any(of["local"] < cost for solver, cost in of.items() if solver)]
    behind = [of[""] for of in networks if of[PARTS[1]] > of[PARTS[0]]]
    return (f"The paper's order on the networks: local is the worst that ends on {len(networks) - len(better)} of {len(networks)} "
            f"(not on: {listed(better)}); parts of 13 operators are {above[PARTS[0]]:.2f} % over the optimum at most, parts of 17 "
            f"{above[PARTS[1]]:.2f} %, at rising cost in most. 17 is behind 13 where it cuts at other edges ({listed(behind)}), and on "
            "the larger random problems, where conversions cost as much as operators and parts of 17 operators with eight layouts are more "
            "than its limit of steps allows to search.")


def make(lab):
    of_networks = {network.title: lab.solvers(network.name) for network in NETWORKS}
    found = [row for rows in of_networks.values() for row in rows]
    found += lab.solvers(None, "--random", ",".join(RANDOM), "--layouts", "8", "--detector", "8")
    rows = [[problem.replace("_int8.tflite", ""), operators, solver, round(cycles, 1), over, "proven" if proven else "", width, steps,
             seconds] for problem, operators, solver, cycles, over, proven, width, steps, seconds in found]
    networks = [row for row in rows if row[2] == "exact" and not row[0].startswith(("random", "detector"))]
    proven = sum(bool(row[5]) for row in networks)
    slowest = max(networks, key=lambda row: row[8])
    return Result("solvers", "Solvers on the ten networks and on random graphs",
                  ["problem", "operators", "solver", "cycles", "% over the bound", "", "width", "steps", "processor seconds"], rows, [
                      f"The exact solver proves the optimum of {proven} of the {len(networks)} networks, in {slowest[8]:g} s of a processor "
                      f"at most ({slowest[0]}). `% over the bound`: over the best proven lower bound of all solvers; random graphs have "
                      "eight layouts, `detector` is a random problem with the graph of EfficientDet-d0. Seconds were measured on a "
                      f"machine with other work; steps are exact. {order(of_networks)} Exhaustive search ends after 2^26 steps "
                      "with whatever it has."])
