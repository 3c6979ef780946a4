# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs of texts whose operators have their plans: cycles by layer, and what they compute."""
import json
import os
import re

from .pipeline import build_and_run
from .profiling import Profile
from .tools import RunError

# Plans of a program: what all programs have is little beside them, and there are enough programs for all processors.
PLANS_OF_A_PROGRAM = 24


def measured(tools, lines, folder, name, options):
    """Cycles by layer of a graph's text, and the bytes of its outputs."""
    work = os.path.join(folder, name)
    os.makedirs(work)
    text = os.path.join(work, "tuned.hlir")
    with open(text, "w") as out:
        out.write("\n".join(lines) + "\n")
    profile = Profile(tools, os.path.join(work, "profile"))
    build_and_run(tools, text, "hexagon", work, os.path.join(work, "output"), profile=profile, **options)
    with open(os.path.join(work, "profile", "profile.json")) as report:
        cycles = {layer["name"]: layer["packets"] + layer["stalls"] for layer in json.load(report)["layers"]}
    numbers = sorted(int(found[1]) for each in os.listdir(work) if (found := re.fullmatch(r"output(\d+)\.bin", each)))
    results = []
    for number in numbers:
        path = os.path.join(work, f"output{number}.bin")
        with open(path, "rb") as result:
            results.append(result.read())
        os.unlink(path)
    return cycles, results


def with_chosen(plans):
    """(layer, number of a plan) of a program, the chosen plan of each layer in front of its others: they are to compute its bytes."""
    result = []
    for layer, number in plans:
        if not result or result[-1][0] is not layer:
            result.append((layer, 0))
        if number:
            result.append((layer, number))
    return result


def measured_alone(tools, text, plans, folder, name, options):
    """[(layer, number, cycles)] of plans in one program, those of a layer side by side; text: candidates.Text. A plan that computes other
    bytes than the chosen one is an error."""
    plans = with_chosen(plans)
    cycles, results = measured(tools, text.program([(layer.line, layer.plans[number].words) for layer, number in plans]), folder, name, options)
    first = 0
    for layer, number in plans:
        count = text.count_of_results(layer.line)
        mine, first = results[first:first + count], first + count
        if number == 0:
            wanted = mine
        elif mine != wanted:
            raise other_bytes(layer, number)
    return [(layer, number, cycles.get(text.name(layer.line, place), 0)) for place, (layer, number) in enumerate(plans)]


def other_bytes(layer, number):
    return RunError("tune", f"{layer.name}: the plan{layer.plans[number].words} computes other bytes than the chosen one,{layer.plans[0].words}")
