# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--tune: each layer by the plans that serve it in the layouts that were chosen, measured: what the choice of tiles, unrollings, loop
orders and output stages by modelled cycles costs over the best of them.

The network is run as it was chosen first. Plans that the machine's facts exclude are left out (pruning.py). Then each program has many
plans, of layers by themselves (candidates.py, programs.py); several programs are made at a time. Where fewer plans shall be measured than
there are, a search says which (search.py). A layer that cannot stand alone is measured in the network, a plan of each such layer in a
round. In the end the network is run with the best plans: layers that are measured alone promise more or less than they keep."""
import collections
import concurrent.futures
import json
import math
import os
import sys
import time
from dataclasses import dataclass, field

from . import pruning
from .candidates import PLAN, Text
from .pipeline import call
from .processes import end_all
from .programs import PLANS_OF_A_PROGRAM, measured, measured_alone, other_bytes
from .search import Annealing
from .tools import RunError
from .tuning_report import report, so_far

# Plans that the model thinks this much worse than the best one are not measured: by --tune, by --tune=exhaustive. The model's worst errors
# are a half.
HOPELESS = {"likely": 1.6, "exhaustive": 8}
RUNTIME = "(start-up and run-time)"
MOST_RESULTS = 64 << 20  # bytes of a program's outputs
BATCHES = 6  # of a search at least, so that it learns


@dataclass
class Plan:
    """words: of the text form; cycles: modelled; fields: kernel and schedule."""
    words: str
    cycles: float
    fields: dict


@dataclass(eq=False)
class Layer:
    """plans: the taken one first; label: what the network calls it; key: of the database; cycles: measured, by the plan's number; left_out: reasons, by number."""
    name: str
    line: int
    plans: list
    label: str = ""
    key: str = ""
    cycles: dict = field(default_factory=dict)
    left_out: dict = field(default_factory=dict)

    def best(self):
        """The number of the plan with the fewest cycles so far; the taken one where nothing is measured."""
        return min(sorted(self.cycles), key=self.cycles.__getitem__, default=0)

    def is_called(self, name):
        return name in (self.name, self.name.split("_")[0], self.label)

    def to_measure(self):
        return [number for number in range(1, len(self.plans)) if number not in self.cycles and number not in self.left_out]


def plan_of(dumped):
    fields = ", ".join(f"{name}={value}" for name, value in dumped["schedule"].items())
    return Plan(f" kernel={dumped['kernel']}" + (f" schedule={{{fields}}}" if fields else ""), dumped["cycles"],
                {"kernel": dumped["kernel"], **dumped["schedule"]})


def lines_with_plans(lines):
    """The numbers of those of the outermost graph: plans of regions are not dumped."""
    depth = 0
    for number, line in enumerate(lines):
        depth += line.startswith("region {") - line.startswith("}")
        if not depth and PLAN.search(line):
            yield number


def layers_of(lines, dumped, hopeless):
    """The operators of a selected graph's text in order, each with its plans."""
    found = []
    numbers = list(lines_with_plans(lines))
    if len(numbers) != len(dumped):
        raise RunError("tune", f"{len(dumped)} operators have plans, {len(numbers)} have one in the text")
    for number, layer in zip(numbers, dumped):
        served = [plan for plan in layer["plans"] if "rejected" not in plan]
        taken = next(plan for plan in served if plan["taken"])
        plans = [plan_of(plan) for plan in [taken, *(each for each in served if each is not taken and each["layouts"] == taken["layouts"])]]
        least = min(plan.cycles for plan in plans)
        dear = {place: f"of more than {hopeless:g} times the least modelled cycles" for place, plan in enumerate(plans)
                if place and plan.cycles > hopeless * least}
        found.append(Layer(layer["layer"], number, plans, layer.get("name", ""), layer.get("key", ""), left_out=dear))
    return found


def whole(cycles):
    return sum(each for name, each in cycles.items() if name != RUNTIME)


def with_plans(lines, layers, choice):
    """The text in which each layer has the plan of that number."""
    changed = list(lines)
    for layer, number in zip(layers, choice):
        words = layer.plans[number].words
        changed[layer.line] = PLAN.sub(lambda _: words, changed[layer.line], count=1)
    return changed


class Tuning:
    """lines: the selected graph's text; layers: its operators with their plans; ended: the exception that ended it early, or None; networks:
    cycles of the network by the chosen plans and by the best, as far as it was run. which: "likely" plans, "exhaustive", so many plans, or
    the name of a layer."""

    def __init__(self, lines, dumped, which="exhaustive"):
        self.lines, self.ended, self.networks = lines, None, []
        self.most = int(which) if which.isdecimal() else math.inf
        self.layers = layers_of(lines, dumped, HOPELESS["likely" if which == "likely" else "exhaustive"])
        self.asked = self.layers
        if which not in HOPELESS and not which.isdecimal():
            self.asked = [layer for layer in self.layers if layer.is_called(which)]
            if not self.asked:
                raise RunError("tune", f"no layer is called '{which}'; the layers: {', '.join(layer.name for layer in self.layers)}")
        self.start, self.seconds, self.recalled = time.monotonic(), 0, 0

    def elapsed(self):
        return time.monotonic() - self.start

    def open_layers(self):
        """The layers to be tuned that have more than one plan."""
        return [layer for layer in self.asked if len(layer.plans) > 1]

    def left_out(self):
        """How many plans, by the reason."""
        return collections.Counter(reason for layer in self.open_layers() for reason in layer.left_out.values())

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

    def done(self):
        """Plans that are measured or known, but for the chosen ones."""
        return sum(len({*layer.cycles} - {0}) for layer in self.open_layers())

    def counts(self):
        """Plans that are measured, and those that will be."""
        chosen = sum(0 in layer.cycles for layer in self.open_layers())
        left = sum(len(layer.to_measure()) for layer in self.open_layers())
        return self.done() + chosen, self.done() + len(self.open_layers()) + min(left, self.most - self.done() + self.recalled)

    def recall(self, database):
        """Takes what is known already."""
        for layer in self.open_layers():
            known = {number: database.cycles(layer.key, plan.words) for number, plan in enumerate(layer.plans)}
            layer.cycles.update((number, cycles) for number, cycles in known.items() if cycles is not None)

    def measure(self, tools, folder, progress, options, jobs, database):
        progress(so_far(self))
        self.start = time.monotonic()
        cycles, first = measured(tools, self.lines, folder, "round0", options)
        self.networks.append(whole(cycles))
        for layer in self.layers:
            layer.cycles[0] = cycles.get(layer.name, 0)
        text = Text(self.lines)
        if database:
            self.recall(database)
            self.recalled = self.done()
        self.prune(tools, text, folder, options)
        alone = [layer for layer in self.open_layers() if text.statement(layer.line)]
        self.measure_all(Programs(tools, text, folder, progress, options, jobs, database), alone)
        self.measure_within(tools, folder, progress, options, [layer for layer in self.open_layers() if layer not in alone], first)
        self.seconds = self.elapsed()
        if any(layer.best() for layer in self.layers):
            cycles, results = measured(tools, self.best_text(), folder, "best", options)
            if results != first:
                raise RunError("tune", "the best plans compute other bytes")
            self.networks.append(whole(cycles))

    def prune(self, tools, text, folder, options):
        """Leaves out what the machine's facts exclude."""
        plans = [(layer, number) for layer in self.open_layers() if text.statement(layer.line) for number in layer.to_measure()]
        its_machine = pruning.machine()
        for at in range(0, len(plans), pruning.PLANS_AT_A_TIME):
            some = plans[at:at + pruning.PLANS_AT_A_TIME]
            lines = text.program([(layer.line, layer.plans[number].words) for layer, number in some])
            facts = pruning.facts_of_program(tools, lines, folder, options.get("frontend_options", ()))
            for place, (layer, number) in enumerate(some):
                its = facts.get(text.name(layer.line, place))
                if its and (reason := pruning.reason_against(its, its_machine, layer.cycles[layer.best()])):
                    layer.left_out[number] = reason

    def measure_all(self, programs, layers):
        """All plans at once if they are not too many, else as a search says; its prices are corrected after each batch."""
        search, size = Annealing(), None
        while True:
            plans = [(layer, number) for layer in layers for number in layer.to_measure()]
            left = self.most - (self.done() - self.recalled)
            if not plans or left <= 0:
                return
            if len(plans) > left:
                size = size or max(1, min(left // BATCHES, programs.jobs * PLANS_OF_A_PROGRAM))
                plans = search.batch(plans, min(size, left))
                plans.sort(key=lambda plan: (plan[0].line, plan[1]))
            programs.measure(plans, self)

    def measure_within(self, tools, folder, progress, options, layers, first):
        for number in range(1, max((len(layer.plans) for layer in layers), default=0)):
            now = [layer for layer in layers if number in layer.to_measure()]
            if not now or self.done() - self.recalled >= self.most:
                continue

            def run(some, name):
                choice = [number if layer in some else 0 for layer in self.layers]
                return measured(tools, with_plans(self.lines, self.layers, choice), folder, name, options)
            cycles, results = run(now, f"round{number}")
            if results != first:
                for layer in now:
                    if run([layer], f"round{number}of{layer.line}")[1] != first:
                        raise other_bytes(layer, number)
                raise RunError("tune", f"the plans of number {number} compute other bytes together, of layers {', '.join(each.name for each in now)}")
            for layer in now:
                layer.cycles[number] = cycles.get(layer.name, 0)
            progress(so_far(self))


@dataclass
class Programs:
    """Makes and runs programs of plans, several at a time; what is measured goes into the layers and the database at once."""
    tools: object
    text: Text
    folder: str
    progress: object
    options: dict
    jobs: int
    database: object
    count: int = 0

    def split(self, plans):
        """Programs' plans: not too many, nor too many bytes of results."""
        result, size = [], 0
        for layer, number in plans:
            size += self.text.bytes_of_results(layer.line)
            if not result or len(result[-1]) == PLANS_OF_A_PROGRAM or size > MOST_RESULTS:
                result.append([])
                size = self.text.bytes_of_results(layer.line)
            result[-1].append((layer, number))
        return result

    def measure(self, plans, tuning):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            try:
                running = []
                for some in self.split(plans):
                    running.append(pool.submit(measured_alone, self.tools, self.text, some, self.folder, f"program{self.count}", self.options))
                    self.count += 1
                for done in concurrent.futures.as_completed(running):
                    self.keep(done.result())
                    self.progress(so_far(tuning))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                end_all()
                raise

    def keep(self, found):
        for layer, number, cycles in found:
            layer.cycles[number] = cycles
        if self.database:
            self.database.keep((layer.key, layer.plans[number].words, cycles) for layer, number, cycles in found)


def chosen(tools, model, arguments, folder, which):
    """The network as the front end chooses it, nothing measured."""
    selected, dump = os.path.join(folder, "selected.hlir"), os.path.join(folder, "plans.json")
    said, _ = call("front end", [tools.frontend, model, "--target=hexagon", "--stop-after=select", "-o", selected, "--dump-plans", dump,
                                 *arguments], "dnn-frontend")
    sys.stdout.write(said)
    with open(selected) as text, open(dump) as plans:
        return Tuning(text.read().splitlines(), json.load(plans)["layers"], which)


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
