"""Measures plans: programs in which they are forced, profiled by layer."""
import json
import os
import re
import shutil
import tempfile
from dataclasses import dataclass

from runmodel.pipeline import build_and_run, call
from runmodel.profiling import Profile
from runmodel.tools import RunError

from .network import network

PER_PROGRAM = 6  # layers that share a program, as those of networks do
# Modelled cycles beyond which a scalar plan is left out: it shows nothing that a smaller sample does not.
MOST_SCALAR_CYCLES = 3_000_000


@dataclass
class Row:
    """One measured layer. group: the maker's name; sample: its number there; conversion: a layer that selection put
    in for the plan `kernel, layouts` of the sample."""
    group: str
    sample: int
    plan: str
    operator: str
    kernel: str
    layouts: str
    terms: dict
    predicted: float
    cycles: int
    conversion: bool
    chosen: bool


def write_network(samples, path):
    with open(path, "w") as out:
        out.write(network(samples))


def plans_of(tools, samples, folder):
    """For each sample its plans as --dump-plans has them; none if passes changed the operator."""
    model, dump = os.path.join(folder, "plans.hlir"), os.path.join(folder, "plans.json")
    write_network(samples, model)
    call("front end", [tools.frontend, model, "--stop-after=select", "-o", os.path.join(folder, "selected.hlir"), "--dump-plans", dump], "dnn-frontend")
    with open(dump) as text:
        layers = {layer["name"]: layer for layer in json.load(text)["layers"] if layer["operator"] != "LAYOUT_CONVERT"}
    found = []
    for i, sample in enumerate(samples):
        layer = layers.get(f"s{i}")
        same = layer and layer["operator"] == sample.operator
        found.append([plan for plan in layer["plans"] if "rejected" not in plan] if same else [])
    return found


def wanted(plan, kernels):
    if kernels and not any(word in plan["kernel"] for word in kernels):
        return False
    scalar = plan["kernel"].endswith(("_scalar", "_portable"))
    return plan["terms"] and not (scalar and plan["cycles"] > MOST_SCALAR_CYCLES)


def run_program(tools, instances, folder):
    """instances: (sample, plan); yields for each layer of the program (instance or None, layer's dump, cycles)."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    model, dump = os.path.join(folder, "samples.hlir"), os.path.join(folder, "plans.json")
    write_network([sample for sample, _ in instances], model)
    options = ["--dump-plans", dump]
    for i, (_, plan) in enumerate(instances):
        layouts = ",".join(re.findall(r"\w+", plan["layouts"]))
        options.append(f"--force-plan=s{i}={plan['kernel']}:{layouts}")
    profile = Profile(tools, os.path.join(folder, "profile"))
    build_and_run(tools, model, "hexagon", folder, os.path.join(folder, "out"), frontend_options=options, profile=profile)
    with open(dump) as text:
        layers = json.load(text)["layers"]
    with open(os.path.join(folder, "profile", "profile.json")) as text:
        measured = {int(m.group(1)): layer["cycles"] for layer in json.load(text)["layers"]
                    if (m := re.match(r"op(\d+)_", layer["name"]))}
    for index, layer in enumerate(layers):
        owner = re.match(r"s(\d+)(_[xy]\d+)?$", layer["name"])
        if index in measured and owner:
            yield int(owner.group(1)), layer, measured[index]


def measure(tools, group, samples, failures, kernels=(), progress=lambda text: None):
    """Rows for every plan of the samples, or of those whose kernel's name contains one of the words of `kernels`. What
    cannot be measured adds a message to `failures`."""
    with tempfile.TemporaryDirectory(prefix="plan-costs-") as folder:
        instances = []
        try:
            found = plans_of(tools, samples, folder)
        except RunError as error:
            failures.append(f"{group}: {error.stage}: {error}")
            return []
        for number, (sample, plans) in enumerate(zip(samples, found)):
            instances += [(number, sample, plan) for plan in plans if wanted(plan, kernels)]
        instances.sort(key=lambda each: each[2]["kernel"])
        rows = []
        for start in range(0, len(instances), PER_PROGRAM):
            part = instances[start:start + PER_PROGRAM]
            progress(f"{group}: {start + len(part)} of {len(instances)} plans")
            work = os.path.join(folder, "work")
            try:
                layers = list(run_program(tools, [(sample, plan) for _, sample, plan in part], work))
            except RunError as error:
                plans = ", ".join(f"{number} {plan['kernel']}" for number, _, plan in part)
                failures.append(f"{group}: {plans}: {error.stage}: {error}")
                continue
            for owner, layer, cycles in layers:
                number, _, plan = part[owner]
                taken = next(plan for plan in layer["plans"] if plan.get("taken"))
                rows.append(Row(group, number, f"{plan['kernel']} {plan['layouts']}", layer["operator"], taken["kernel"],
                                taken["layouts"], taken["terms"], taken["cycles"], cycles,
                                layer["operator"] == "LAYOUT_CONVERT", plan["taken"]))
        return rows
