# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures plans: programs in which they are forced, profiled by layer."""
import json
import os
import re
import shutil
import tempfile
from dataclasses import dataclass

from runmodel import emulator
from runmodel.pipeline import call, translate
from runmodel.tools import RunError

from .cache import cycles_by_layer
from .network import network

NESTS = "nests.txt"  # of a program, beside its code
PER_PROGRAM = 12  # layers that share a program, as those of networks do
# Modelled cycles beyond which a scalar plan is left out: a smaller sample shows the same.
MOST_SCALAR_CYCLES = 3_000_000


@dataclass
class Row:
    """One measured layer. group: the maker's name; sample: its number there; plan: what was forced
    for the sample; the rest is of the layer, which may be a conversion that the plan needs."""
    group: str
    sample: int
    plan: str
    operator: str
    kernel: str
    layouts: str
    terms: dict
    predicted: float
    cycles: int
    aside: bool = False  # a plan that selection takes only where it is asked for
    schedule: str = ""  # the layer's own: of a conversion it follows from the costs
    pipes: float = 0  # cycles of the layer's nest by its pipes (dnn-frontend/price); 0: it executes what has no such price
    bodies: float = 0  # the same by its bodies, where the table has all that the pipes are not known of
    hits: float = 0  # the share of these that bodies of the table take

PRICES = re.compile(r"^  (\d+) cycles by pipes(.*)\n(?:.*\n)*?  (\d+) cycles by bodies, (\d+) % of them found", re.MULTILINE)


def write_network(samples, path):
    with open(path, "w") as out:
        out.write(network(samples))


AS_WRITTEN = "--no-embed-windows"  # the plans of the operator itself, not of a convolution that a pass makes of it


def plans_of(tools, samples, folder, aside=False, options=()):
    """For each sample its plans as --dump-plans has them; none if passes changed the operator. aside: those that selection takes only
    where they are asked for, too. options: of the front end."""
    model, dump = os.path.join(folder, "plans.hlir"), os.path.join(folder, "plans.json")
    write_network(samples, model)
    selected = os.path.join(folder, "selected.hlir")
    call("front end", [tools.frontend, model, "--stop-after=select", "-o", selected, "--dump-plans", dump, AS_WRITTEN, *options], "dnn-frontend")
    with open(dump) as text:
        layers = {layer["name"]: layer for layer in json.load(text)["layers"]
                  if layer["operator"] != "LAYOUT_CONVERT"}
    found = []
    for i, sample in enumerate(samples):
        layer = layers.get(f"s{i}")
        same = layer and layer["operator"] == sample.operator
        found.append([plan for plan in layer["plans"] if "rejected" not in plan and (aside or "aside" not in plan)] if same else [])
    return found


def wanted(plan, kernels):
    if kernels and not any(word in plan["kernel"] for word in kernels):
        return False
    scalar = plan["kernel"].endswith(("_scalar", "_portable"))
    return plan["terms"] and not (scalar and plan["cycles"] > MOST_SCALAR_CYCLES)


def forcing(instances, folder):
    """A network of (sample, plan) and options that force these plans and dump them: its file, the options, the dump's file."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    model, dump = os.path.join(folder, "samples.hlir"), os.path.join(folder, "plans.json")
    write_network([sample for sample, _ in instances], model)
    options = ["--dump-plans", dump, AS_WRITTEN]
    for i, (_, plan) in enumerate(instances):
        layouts = ",".join(re.findall(r"\w+", plan["layouts"]))
        fields = "".join(f":{name}={value}" for name, value in plan["schedule"].items())
        options.append(f"--force-plan=s{i}={plan['kernel']}:{layouts}{fields}")
    return model, options, dump


def forced(tools, instances, folder):
    """Translates a network of (sample, plan) with --force-plan; the dumped layers."""
    model, options, dump = forcing(instances, folder)
    nests = os.path.join(folder, NESTS)
    translate(tools, model, "hexagon", folder, [*options, "--dump-nests", nests])
    with open(dump) as text:
        layers = json.load(text)["layers"]
    with open(nests) as text:
        prices = PRICES.findall(text.read())
    for layer, (pipes, unknown, by_bodies, hits) in zip(layers, prices, strict=True):
        layer["pipes"] = 0 if unknown else int(pipes)
        is_known = not unknown or hits == "100"
        layer["bodies"], layer["hits"] = int(by_bodies) if is_known else 0, int(hits) / 100
    return layers


def said(plan):
    return "".join(f" {name}={value}" for name, value in plan["schedule"].items())


def rows_of(group, part, layers):
    """A row for each layer, in execution order, without cycles; None for one that is no sample's.
    part: (number, sample, plan) by position in the program."""
    for layer in layers:
        owner = re.match(r"s(\d+)(_[xy]\d+)?$", layer["name"])
        if not owner:
            yield None
            continue
        number, _, plan = part[int(owner.group(1))]
        taken = next(plan for plan in layer["plans"] if plan.get("taken"))
        yield Row(group, number, f"{plan['kernel']} {plan['layouts']}{said(plan)}", layer["operator"],
                  taken["kernel"], taken["layouts"], taken["terms"], taken["cycles"], 0, "aside" in plan, said(taken), layer["pipes"],
                  layer["bodies"], layer["hits"])


class Recorded:
    """Cycles of an earlier run, in the order of its rows. Plans that it has not are left out, conversions that go another way too."""

    def __init__(self, rows):
        self.cycles = {}
        for row in rows:
            self.cycles.setdefault(self.key(row), []).append(row.cycles)

    @staticmethod
    def key(row):
        return row.group, row.sample, row.plan, row.operator, row.kernel, row.layouts, row.schedule

    def take(self, row):
        left = self.cycles.get(self.key(row))
        return left.pop(0) if left else None


def programs(tools, group, samples, failures, kernels=(), aside=False, progress=lambda text: None):
    """([(number, sample, plan)], folder) of each program by which every plan of the samples is measured, or those whose kernel's name
    contains one of the words of `kernels`."""
    with tempfile.TemporaryDirectory(prefix="plan-costs-") as folder:
        instances = []
        try:
            found = plans_of(tools, samples, folder, aside, emulator.left_out(tools.qemu))
        except RunError as error:
            failures.append(f"{group}: {error.stage}: {error}")
            return
        # Unlike layers share a program: alike ones would get code for their very sizes.
        plans = [[plan for plan in each if wanted(plan, kernels)] for each in found]
        for k in range(max(map(len, plans), default=0)):
            instances += [(number, samples[number], each[k])
                          for number, each in enumerate(plans) if k < len(each)]
        for start in range(0, len(instances), PER_PROGRAM):
            part = instances[start:start + PER_PROGRAM]
            progress(f"{group}: {start + len(part)} of {len(instances)} plans")
            yield part, os.path.join(folder, "work")


def measure(tools, group, samples, failures, kernels=(), progress=lambda text: None, recorded=None, aside=False):
    """Rows for every plan of the samples, or of those whose kernel's name contains one of the words
    of `kernels`. What cannot be measured adds a message to `failures`. recorded: where the cycles
    come from instead of a new measurement; the terms are of the front end as it is."""
    measured = []
    for part, work in programs(tools, group, samples, failures, kernels, aside, progress):
        try:
            layers = forced(tools, [each[1:] for each in part], work)
            rows = list(rows_of(group, part, layers))
            if recorded:
                cycles = {i: recorded.take(row) for i, row in enumerate(rows) if row}
            else:
                by_name = cycles_by_layer(tools, work)
                cycles = {i: by_name.get(layer["layer"]) for i, layer in enumerate(layers)}
        except RunError as error:
            failures.append(failure(group, part, error))
            continue
        for i, row in enumerate(rows):
            if row and cycles.get(i):
                row.cycles = cycles[i]
                measured.append(row)
    return measured


def failure(group, part, error):
    these = ", ".join(f"{number} {plan['kernel']}" for number, _, plan in part)
    return f"{group}: {these}: {error.stage}: {error}"
