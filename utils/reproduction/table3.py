# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Table III: the instruction chosen for three convolutions of ResNet-50."""
from .convolutions import CONVOLUTIONS, name
from .result import Result

PAPER = {"7x7, 3 to 64": ("vrmpy", "vmpy", 1.63), "1x1, 64 to 64": ("vmpy", "vmpa", 1.98), "3x3, 128 to 128": ("vrmpy", "vmpy", 2.06)}


def make(lab):
    rows, dearer = [], False
    for title, (theirs, paper, speedup) in PAPER.items():
        layers = lab.plans(name(CONVOLUTIONS[title]))  # conversions beside the convolution
        plans = next(layer["plans"] for layer in layers if layer["operator"] == "CONV_2D")
        taken = next(plan for plan in plans if plan.get("taken"))
        best = {}
        for plan in plans:
            if "instruction" in plan.get("schedule", ()) and "cycles" in plan:
                way = plan["schedule"]["instruction"].split(".")[0] + " by " + plan["schedule"].get("vector", "activations")
                best[way] = min(best.get(way, plan["cycles"]), plan["cycles"])
        schedule = taken["schedule"]
        dearer |= round(min(best.values())) < round(taken["cycles"])
        rows.append([title, schedule["instruction"], schedule.get("vector", ""), schedule.get("tile", ""), round(taken["cycles"]),
                     "; ".join(f"{way}: {cycles:,.0f}" for way, cycles in best.items()), paper, theirs, speedup])
    return Result("table3", "Table III: the instruction chosen for three convolutions",
                  ["convolution", "instruction", "its vectors hold", "tile", "modelled cycles", "least cycles by instruction",
                   "GCD2's choice", "RAKE's choice", "paper: speedup over RAKE"], rows, [
                       "All plans of the front end for these convolutions use `vrmpy`, with weights or with activations in the vectors. What "
                       "`vmpy` and `vmpa` would save in multiplications, they lose in adding up 32-bit sums (table II). The bytes of "
                       "TensorFlow Lite's kernels ask for such sums. " + ("Where another plan has fewer cycles than the chosen one, its layouts "
                       "cost more in conversions than that. " if dearer else "") + "RAKE is no package of Debian and is not compared."])
