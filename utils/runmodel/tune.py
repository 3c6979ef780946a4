# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--tune=exhaustive: each layer by each plan that serves it in the layouts that were chosen, measured: what the choice of tiles,
unrollings, loop orders and output stages by modelled cycles costs over the best of them."""
import json
import os
import re
from dataclasses import dataclass

from .pipeline import build_and_run, call
from .profiling import Profile
from .tools import RunError

PLAN = re.compile(r" kernel=\S+(?: schedule=\{[^}]*\})?")
# Plans that the model thinks this much worse than the taken one are not measured: plain C beside vectors.
HOPELESS = 8


@dataclass
class Layer:
    """plans: (words of the text form, modelled cycles), the taken one first; cycles: measured, by plan."""
    name: str
    line: int
    plans: list
    cycles: list


def words_of(plan):
    fields = ", ".join(f"{name}={value}" for name, value in plan["schedule"].items())
    return f" kernel={plan['kernel']}" + (f" schedule={{{fields}}}" if fields else "")


def layers_of(lines, dumped):
    """The operators of a selected graph's text in order, each with its plans."""
    found = []
    numbers = [number for number, line in enumerate(lines) if PLAN.search(line)]
    if len(numbers) != len(dumped):
        raise RunError("tune", f"{len(dumped)} operators have plans, {len(numbers)} have one in the text")
    for number, layer in zip(numbers, dumped):
        served = [plan for plan in layer["plans"] if "rejected" not in plan]
        taken = next(plan for plan in served if plan["taken"])
        others = [plan for plan in served if plan is not taken and plan["layouts"] == taken["layouts"]
                  and plan["cycles"] <= HOPELESS * taken["cycles"]]
        plans = [(words_of(plan), plan["cycles"]) for plan in (taken, *others)]
        found.append(Layer(layer["layer"], number, plans, []))
    return found


def measured(tools, lines, folder, number, options):
    """Cycles by layer of a graph's text, and what it computed."""
    work = os.path.join(folder, f"round{number}")
    os.makedirs(work)
    text = os.path.join(work, "tuned.hlir")
    with open(text, "w") as out:
        out.write("\n".join(lines) + "\n")
    profile = Profile(tools, os.path.join(work, "profile"))
    build_and_run(tools, text, "hexagon", work, os.path.join(work, "output"), profile=profile, **options)
    with open(os.path.join(work, "profile", "profile.json")) as report:
        cycles = {layer["name"]: layer["packets"] + layer["stalls"] for layer in json.load(report)["layers"]}
    results = []
    for name in sorted(each for each in os.listdir(work) if re.fullmatch(r"output\d+\.bin", each)):
        with open(os.path.join(work, name), "rb") as result:
            results.append(result.read())
    return cycles, results


def with_plans(lines, layers, choice):
    """The text in which each layer has the plan of that number."""
    changed = list(lines)
    for layer, number in zip(layers, choice):
        words = layer.plans[number][0]
        changed[layer.line] = PLAN.sub(lambda _: words, changed[layer.line], count=1)
    return changed


def tune(tools, model, arguments, folder, progress=lambda stage: None, **options):
    """options: of build_and_run, for text. (lines of the text with the best plans, layers with more than one plan)"""
    selected, dump = os.path.join(folder, "selected.hlir"), os.path.join(folder, "plans.json")
    call("front end", [tools.frontend, model, "--target=hexagon", "--stop-after=select", "-o", selected, "--dump-plans", dump,
                       *arguments], "dnn-frontend")
    with open(selected) as text, open(dump) as plans:
        lines, dumped = text.read().splitlines(), json.load(plans)["layers"]
    layers, first = layers_of(lines, dumped), None
    rounds = max(len(layer.plans) for layer in layers) if layers else 0
    for number in range(rounds):
        progress(f"round {number + 1} of {rounds} of")
        choice = [number if number < len(layer.plans) else 0 for layer in layers]
        cycles, results = measured(tools, with_plans(lines, layers, choice), folder, number, options)
        first = first or results
        if results != first:
            raise RunError("tune", f"plans of round {number + 1} compute other bytes")
        for layer in layers:
            if number < len(layer.plans):
                layer.cycles.append(cycles.get(layer.name, 0))
    best = [layer.cycles.index(min(layer.cycles)) for layer in layers]
    return with_plans(lines, layers, best), [layer for layer in layers if len(layer.plans) > 1]


def report(layers):
    """Lines of text: each layer's regret, then that of all."""
    taken, best = sum(layer.cycles[0] for layer in layers), sum(min(layer.cycles) for layer in layers)
    for layer in layers:
        least = min(layer.cycles)
        if least < layer.cycles[0]:
            yield (f"{layer.name}: the chosen plan takes {layer.cycles[0]:,} cycles, the best of {len(layer.plans)} takes {least:,} "
                   f"({100 * (1 - least / layer.cycles[0]):.1f} % fewer):{layer.plans[layer.cycles.index(least)][0]}")
    agree = sum(layer.cycles[0] == min(layer.cycles) for layer in layers)
    regret = f" (regret {100 * (taken / best - 1):.2f} %)" if best else ""
    yield f"the best plan was chosen for {agree} of the {len(layers)} layers that have several"
    yield f"these layers take {taken:,} cycles by the chosen plans and {best:,} by the best{regret}"
