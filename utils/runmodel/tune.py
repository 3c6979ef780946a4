# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--tune: each layer by each plan that serves it in the layouts that were chosen, measured: what the choice of tiles, unrollings, loop
orders and output stages by modelled cycles costs over the best of them.

The network is run as it was chosen first. Then each program has many plans, of layers by themselves (candidates.py); several programs are
made at a time. A layer that cannot stand alone is measured in the network, a plan of each such layer in a round. In the end the network
is run with the best plans: layers that are measured alone promise more or less than they keep."""
import concurrent.futures
import json
import os
import re
import sys
import time
from dataclasses import dataclass, field

from .candidates import PLAN, Text
from .database import layer_of
from .pipeline import build_and_run, call
from .processes import end_all
from .profiling import Profile
from .tools import RunError

# Plans that the model thinks this much worse than the best one are not measured: by --tune, by --tune=exhaustive. The model's worst errors
# are a half.
HOPELESS = {"likely": 1.6, "exhaustive": 8}
# Plans of a program: what all programs have is little beside them, and there are enough programs for all processors.
PLANS_OF_A_PROGRAM = 24
RUNTIME = "(start-up and run-time)"


@dataclass
class Layer:
    """plans: (words of the text form, modelled cycles), the taken one first; cycles: measured, by the plan's number."""
    name: str
    line: int
    plans: list
    cycles: dict = field(default_factory=dict)

    def best(self):
        """The number of the plan with the fewest cycles so far; the taken one where nothing is measured."""
        return min(sorted(self.cycles), key=self.cycles.__getitem__, default=0)


def words_of(plan):
    fields = ", ".join(f"{name}={value}" for name, value in plan["schedule"].items())
    return f" kernel={plan['kernel']}" + (f" schedule={{{fields}}}" if fields else "")


def layers_of(lines, dumped, hopeless):
    """The operators of a selected graph's text in order, each with its plans, and how many plans are too dear to be measured."""
    found, dear = [], 0
    numbers = [number for number, line in enumerate(lines) if PLAN.search(line)]
    if len(numbers) != len(dumped):
        raise RunError("tune", f"{len(dumped)} operators have plans, {len(numbers)} have one in the text")
    for number, layer in zip(numbers, dumped):
        served = [plan for plan in layer["plans"] if "rejected" not in plan]
        taken = next(plan for plan in served if plan["taken"])
        alike = [plan for plan in served if plan is not taken and plan["layouts"] == taken["layouts"]]
        least = min(plan["cycles"] for plan in (taken, *alike))
        others = [plan for plan in alike if plan["cycles"] <= hopeless * least]
        dear += len(alike) - len(others)
        found.append(Layer(layer["layer"], number, [(words_of(plan), plan["cycles"]) for plan in (taken, *others)]))
    return found, dear


def measured(tools, lines, folder, name, options):
    """Cycles by layer of a graph's text, and what it computed."""
    work = os.path.join(folder, name)
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


def whole(cycles):
    return sum(each for name, each in cycles.items() if name != RUNTIME)


def with_plans(lines, layers, choice):
    """The text in which each layer has the plan of that number."""
    changed = list(lines)
    for layer, number in zip(layers, choice):
        words = layer.plans[number][0]
        changed[layer.line] = PLAN.sub(lambda _: words, changed[layer.line], count=1)
    return changed


class Tuning:
    """lines: the selected graph's text; layers: its operators with their plans; ended: the exception that ended it early, or None; networks:
    cycles of the network by the chosen plans and by the best, as far as it was run."""

    def __init__(self, lines, dumped, which="exhaustive"):
        self.lines, self.ended, self.networks = lines, None, []
        self.layers, self.dear = layers_of(lines, dumped, HOPELESS[which])
        self.start, self.seconds, self.recalled = time.monotonic(), 0, 0

    def open_layers(self):
        """The layers that have more than one plan."""
        return [layer for layer in self.layers if len(layer.plans) > 1]

    def keeps_best(self):
        """Whether the network is not dearer by the best plans of its layers than by the chosen ones."""
        return len(self.networks) < 2 or self.networks[1] <= self.networks[0]

    def best_text(self):
        """Lines of the text in which each layer has its best plan so far, or the chosen ones where these together are better."""
        return with_plans(self.lines, self.layers, [layer.best() if self.keeps_best() else 0 for layer in self.layers])

    def totals(self):
        """Cycles of the layers that have several plans: by the chosen ones, by the best so far."""
        measured = [layer for layer in self.open_layers() if layer.cycles]
        return sum(layer.cycles[0] for layer in measured), sum(layer.cycles[layer.best()] for layer in measured)

    def counts(self):
        """Plans that are measured, and all."""
        return sum(len(layer.cycles) for layer in self.open_layers()), sum(len(layer.plans) for layer in self.open_layers())

    def so_far(self):
        """One line: how far it is, the best so far, the time left by the plans that are measured."""
        done, every = self.counts()
        text = f"{done} of {every} plans measured"
        if done:
            left = (time.monotonic() - self.start) / done * (every - done)
            chosen, best = self.totals()
            text += f", best so far {best:,} cycles ({fewer(chosen, best)}), about {duration(left)} left"
        return text

    def recall(self, text, database):
        """Takes what is known already."""
        for layer in self.open_layers():
            key = layer_of(text, layer.line)
            known = {number: database.cycles(key, words) for number, (words, _) in enumerate(layer.plans)}
            layer.cycles.update((number, cycles) for number, cycles in known.items() if cycles is not None)

    def programs(self, text):
        """[(layer, number of a plan)] for each program; beside them the layers that cannot stand alone."""
        alone = [layer for layer in self.open_layers() if text.statement(layer.line)]
        plans = [(layer, number) for layer in alone for number in range(1, len(layer.plans)) if number not in layer.cycles]
        within = [layer for layer in self.open_layers() if not text.statement(layer.line)]
        return [plans[at:at + PLANS_OF_A_PROGRAM] for at in range(0, len(plans), PLANS_OF_A_PROGRAM)], within

    def measure(self, tools, folder, progress, options, jobs, database):
        progress(self.so_far())
        self.start = time.monotonic()
        cycles, first = measured(tools, self.lines, folder, "round0", options)
        self.networks.append(whole(cycles))
        for layer in self.layers:
            layer.cycles[0] = cycles.get(layer.name, 0)
        text = Text(self.lines)
        if database:
            database.keep((layer_of(text, layer.line), layer.plans[0][0], layer.cycles[0]) for layer in self.open_layers())
            self.recall(text, database)
        programs, within = self.programs(text)
        self.recalled = sum(len(layer.cycles) - 1 for layer in self.open_layers())
        self.measure_alone(tools, folder, progress, options, jobs, text, programs, database)
        self.measure_within(tools, folder, progress, options, within, first)
        self.seconds = time.monotonic() - self.start
        if any(layer.best() for layer in self.layers):
            cycles, results = measured(tools, self.best_text(), folder, "best", options)
            if results != first:
                raise RunError("tune", "the best plans compute other bytes")
            self.networks.append(whole(cycles))

    def measure_alone(self, tools, folder, progress, options, jobs, text, programs, database):
        def of_program(number):
            plans = programs[number]
            lines = text.program([(layer.line, layer.plans[plan][0]) for layer, plan in plans])
            cycles, _ = measured(tools, lines, folder, f"program{number}", options)
            return [cycles.get(text.name(layer.line, place), 0) for place, (layer, _) in enumerate(plans)]

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            try:
                running = {pool.submit(of_program, number): plans for number, plans in enumerate(programs)}
                for done in concurrent.futures.as_completed(running):
                    for (layer, number), cycles in zip(running[done], done.result()):
                        layer.cycles[number] = cycles
                    if database:
                        database.keep((layer_of(text, layer.line), layer.plans[number][0], layer.cycles[number])
                                      for layer, number in running[done])
                    progress(self.so_far())
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                end_all()
                raise

    def measure_within(self, tools, folder, progress, options, layers, first):
        for number in range(1, max((len(layer.plans) for layer in layers), default=0)):
            choice = [number if layer in layers and number < len(layer.plans) else 0 for layer in self.layers]
            cycles, results = measured(tools, with_plans(self.lines, self.layers, choice), folder, f"round{number}", options)
            if results != first:
                raise RunError("tune", f"plans of round {number} compute other bytes")
            for layer in layers:
                if number < len(layer.plans):
                    layer.cycles[number] = cycles.get(layer.name, 0)
            progress(self.so_far())


def chosen(tools, model, arguments, folder, which):
    """The network as the front end chooses it, nothing measured."""
    selected, dump = os.path.join(folder, "selected.hlir"), os.path.join(folder, "plans.json")
    said, _ = call("front end", [tools.frontend, model, "--target=hexagon", "--stop-after=select", "-o", selected, "--dump-plans", dump,
                                 *arguments], "dnn-frontend")
    sys.stdout.write(said)
    with open(selected) as text, open(dump) as plans:
        return Tuning(text.read().splitlines(), json.load(plans)["layers"], which)


def recalled(tools, model, arguments, folder, database):
    """A file with the network's text in which layers that the database has with their chosen plan have the best that it has."""
    tuning = chosen(tools, model, arguments, folder, "exhaustive")
    tuning.recall(Text(tuning.lines), database)
    for layer in tuning.layers:
        if 0 not in layer.cycles:
            layer.cycles.clear()
    path = os.path.join(folder, "recalled.hlir")
    with open(path, "w") as out:
        out.write("\n".join(tuning.best_text()) + "\n")
    return path


def tune(tools, model, arguments, folder, progress=lambda line: None, which="exhaustive", jobs=2, database=None, **options):
    """options: of build_and_run, for text. A Tuning; interrupted, one of what was measured by then."""
    tuning = chosen(tools, model, arguments, folder, which)
    try:
        tuning.measure(tools, folder, progress, options, jobs, database)
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
    """Lines of text: the layers of which another plan is better, what that is worth for them, then what it is for the network."""
    layers = [layer for layer in tuning.open_layers() if layer.cycles]
    better = [layer for layer in layers if layer.best()]
    if better:
        width = max(len("layer"), *(len(layer.name) for layer in better))
        yield f"{'layer':{width}}  {'chosen':>12}  {'best':>12}  cycles fewer  the best plan"
        for layer in better:
            chosen, best = layer.cycles[0], layer.cycles[layer.best()]
            yield (f"{layer.name:{width}}  {chosen:12,}  {best:12,}  {100 * (1 - best / chosen):10.1f} %  "
                   f"{layer.plans[layer.best()][0].strip()}")
        yield ""
    done, every = tuning.counts()
    if tuning.ended:
        yield f"interrupted: {done} of {every} plans are measured, and what follows is of these"
    elif tuning.seconds:
        new = done - tuning.recalled
        if tuning.recalled:
            yield f"{tuning.recalled} plans were known by the database"
        yield (f"{new} plans measured in {tuning.seconds:.1f} s, {new / tuning.seconds:.1f} a second; "
               f"{tuning.dear} that the model thinks too dear were left out")
    chosen, best = tuning.totals()
    yield f"layers with several plans: {len(layers)}, of which {len(layers) - len(better)} have the best one"
    yield f"cycles of these layers: {chosen:,} by the chosen plans, {best:,} by the best ({fewer(chosen, best)})"
    if len(tuning.networks) == 2:
        chosen, best = tuning.networks
        yield f"the whole network, measured: {chosen:,} cycles by the chosen plans, {best:,} by the best ({fewer(chosen, best)})" + (
            "" if tuning.keeps_best() else "; it keeps the chosen ones")
