# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The solvers beside each other on the ten networks and on random graphs."""
from .difference import HOST_TIME
from .networks import NETWORKS
from .result import Result

RANDOM = ("50", "200", "1000", "5000")


PARTS = ("gcd2-13", "gcd2-17")


def listed(names):
    return ", ".join(names) if names else "none of them"


def order(found):
    """What the rows of each network say of the paper's order: local worst, then parts of 13 and of 17 operators. Exhaustive
    search is left out, as it does not end."""
    networks = [{row.solver: row.cycles for row in found[network.title] if row.solver != "exhaustive"} | {"": network.title}
                for network in NETWORKS]
    above = {part: max(100 * (of[part] / of["exact"] - 1) for of in networks) for part in PARTS}
    better = [of[""] for of in networks if any(of["local"] < cost for solver, cost in of.items() if solver)]
    behind = [of[""] for of in networks if of[PARTS[1]] > of[PARTS[0]]]
    return (f"In the paper's order, local is the worst. Of the solvers that end, local is the worst on {len(networks) - len(better)} of "
            f"{len(networks)} networks (not on: {listed(better)}). Parts of 13 operators are {above[PARTS[0]]:.2f} % over the optimum at most, parts of "
            f"17 {above[PARTS[1]]:.2f} %, at rising cost in most. Parts of 17 are behind those of 13 where they cut at other edges "
            f"({listed(behind)}), and on the larger random problems. In these, conversions cost as much as operators. Parts of 17 operators with "
            "eight layouts are more than the limit of steps allows to search.")


def make(lab):
    of_networks = {network.title: lab.solvers(network.name) for network in NETWORKS}
    found = [row for rows in of_networks.values() for row in rows]
    found += lab.solvers(None, "--random", ",".join(RANDOM), "--layouts", "8", "--detector", "8")
    found = [row._replace(problem=row.problem.replace("_int8.tflite", "")) for row in found]
    rows = [[*row[:3], round(row.cycles, 1), row.bound if row.bound == "none" else round(float(row.bound), 1), row.over,
             "proven" if row.proven else "", *row[7:]] for row in found]
    networks = [row for row in found if row.solver == "exact" and not row.problem.startswith(("random", "detector"))]
    proven = sum(row.proven for row in networks)
    slowest = max(networks, key=lambda row: row.seconds)
    return Result("solvers", "Solvers on the ten networks and on random graphs",
                  ["problem", "operators", "solver", "cycles", "bound", "% over the best bound", "", "width", "steps", HOST_TIME], rows, [
                      f"The exact solver proves the optimum of {proven} of the {len(networks)} networks, in {slowest.seconds:g} s of a processor "
                      f"at most ({slowest.problem}). Column `bound` is a lower bound of the cost, proven by the row's solver. Random graphs "
                      "have eight layouts. `detector` is a random problem with the graph of EfficientDet-d0. Steps are exact; seconds were "
                      "measured on a machine with other work.", "", f"{order(of_networks)} Exhaustive search ends after 2^26 steps "
                      "with whatever it has."])
