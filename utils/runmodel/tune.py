# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--tune=exhaustive: each layer by each plan that serves it in the layouts that were chosen, measured: what the choice of tiles,
unrollings, loop orders and output stages by modelled cycles costs over the best of them."""
import json
import os
import re
import time
from dataclasses import dataclass, field

from .pipeline import build_and_run, call
from .profiling import Profile
from .tools import RunError

PLAN = re.compile(r" kernel=\S+(?: schedule=\{[^}]*\})?")
# Plans that the model thinks this much worse than the taken one are not measured: plain C beside vectors.
HOPELESS = 8


@dataclass
class Layer:
    """plans: (words of the text form, modelled cycles), the taken one first; cycles: measured, of the first so many plans."""
    name: str
    line: int
    plans: list
    cycles: list = field(default_factory=list)

    def best(self):
        """The number of the plan with the fewest cycles so far; the taken one where nothing is measured."""
        return min(range(len(self.cycles)), key=self.cycles.__getitem__, default=0)


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
        found.append(Layer(layer["layer"], number, plans))
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


class Tuning:
    """lines: the selected graph's text; layers: its operators with their plans; ended: the exception that ended it early, or None."""

    def __init__(self, lines, dumped):
        self.lines, self.layers, self.ended = lines, layers_of(lines, dumped), None
        self.start = time.monotonic()

    def open_layers(self):
        """The layers that have more than one plan."""
        return [layer for layer in self.layers if len(layer.plans) > 1]

    def best_text(self):
        """Lines of the text in which each layer has its best plan so far."""
        return with_plans(self.lines, self.layers, [layer.best() for layer in self.layers])

    def totals(self):
        """Cycles of the layers that have several plans: by the chosen ones, by the best so far."""
        measured = [layer for layer in self.open_layers() if layer.cycles]
        return sum(layer.cycles[0] for layer in measured), sum(min(layer.cycles) for layer in measured)

    def counts(self):
        """Plans that are measured, and all."""
        return sum(len(layer.cycles) for layer in self.open_layers()), sum(len(layer.plans) for layer in self.open_layers())

    def so_far(self, number, rounds):
        """One line: how far it is, the best so far, the time left, by the rounds before this one."""
        done, every = self.counts()
        text = f"round {number + 1} of {rounds}, {done} of {every} plans measured"
        if number:
            left = (time.monotonic() - self.start) / number * (rounds - number)
            chosen, best = self.totals()
            text += f", best so far {best:,} cycles ({fewer(chosen, best)}), about {duration(left)} left"
        return text

    def measure(self, tools, folder, progress, options):
        first, rounds = None, max((len(layer.plans) for layer in self.layers), default=0)
        for number in range(rounds):
            progress(self.so_far(number, rounds))
            choice = [number if number < len(layer.plans) else 0 for layer in self.layers]
            cycles, results = measured(tools, with_plans(self.lines, self.layers, choice), folder, number, options)
            first = first or results
            if results != first:
                raise RunError("tune", f"plans of round {number + 1} compute other bytes")
            for layer in self.layers:
                if number < len(layer.plans):
                    layer.cycles.append(cycles.get(layer.name, 0))


def tune(tools, model, arguments, folder, progress=lambda line: None, **options):
    """options: of build_and_run, for text. A Tuning; interrupted, one of what was measured by then."""
    selected, dump = os.path.join(folder, "selected.hlir"), os.path.join(folder, "plans.json")
    call("front end", [tools.frontend, model, "--target=hexagon", "--stop-after=select", "-o", selected, "--dump-plans", dump,
                       *arguments], "dnn-frontend")
    with open(selected) as text, open(dump) as plans:
        tuning = Tuning(text.read().splitlines(), json.load(plans)["layers"])
    try:
        tuning.measure(tools, folder, progress, options)
    except (KeyboardInterrupt, SystemExit) as end:
        if not tuning.counts()[0]:
            raise
        tuning.ended = end
    return tuning


def fewer(chosen, best):
    return f"{100 * (1 - best / chosen):.1f} % fewer" if best < chosen else "none fewer"


def duration(seconds):
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def report(tuning):
    """Lines of text: the layers of which another plan is better, then what that is worth in all."""
    layers = [layer for layer in tuning.open_layers() if layer.cycles]
    better = [layer for layer in layers if layer.best()]
    if better:
        width = max(len("layer"), *(len(layer.name) for layer in better))
        yield f"{'layer':{width}}  {'chosen':>12}  {'best':>12}  cycles fewer  the best plan"
        for layer in better:
            chosen, best = layer.cycles[0], min(layer.cycles)
            yield (f"{layer.name:{width}}  {chosen:12,}  {best:12,}  {100 * (1 - best / chosen):10.1f} %  "
                   f"{layer.plans[layer.best()][0].strip()}")
        yield ""
    done, every = tuning.counts()
    if tuning.ended:
        yield f"interrupted: {done} of {every} plans are measured, and what follows is of these"
    chosen, best = tuning.totals()
    yield f"layers with several plans: {len(layers)}, of which {len(layers) - len(better)} have the best one"
    yield f"cycles of these layers: {chosen:,} by the chosen plans, {best:,} by the best ({fewer(chosen, best)})"
