# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Romou's table 1 and figures 13 and 18: how many plans each operator has, how many the machine's facts and the prices leave, and what the
best of them brings over the default choice."""
import hashlib
import os
import random
import tempfile
from collections import namedtuple

from plancosts.cache import cycles_by_layer
from plancosts.measure import NESTS, PER_PROGRAM, forced, plans_of
from plancosts.single import plans_by, sample_of
from runmodel import emulator, pruning
from runmodel.tune import HOPELESS

from . import operators
from .missing import NotMeasured
from .result import Result

# All plans but hopeless ones are measured of operators of so many products at most, of others those that pruning by prices leaves.
SMALL = 30_000_000
PRICE = f"of more than {HOPELESS['likely']} times the least modelled cycles"

# fields: kernel, layouts and schedule; price: modelled cycles; cycles: measured, 0: not; reason: why pruning leaves it out, or "".
Plan = namedtuple("Plan", "fields price cycles reason taken")


def sample(layer):
    rng = random.Random(operators.name(layer))
    return sample_of(layer, "i8", 0, rng, lambda: rng.randint(-127, 127), 73)


def offered(tools, its):
    """All plans, of each kernel as if it were asked for; the taken one first."""
    with tempfile.TemporaryDirectory() as folder:
        options = emulator.left_out(tools.qemu)
        chosen = plans_of(tools, [its], folder, options=options)[0]
        plans = chosen + [plan for kernel in dict.fromkeys(plan["kernel"] for plan in chosen) for plan in plans_by(tools, its, folder, kernel)]
    known = {}
    for plan in sorted(plans, key=lambda plan: not (plan["taken"] and plan in chosen)):
        known.setdefault(repr(fields_of(plan)), plan)
    return list(known.values())


def fields_of(plan):
    return {"kernel": plan["kernel"], "layouts": plan["layouts"], **plan["schedule"]}


def by_programs(tools, its, plans, ask):
    """ask(folder) of programs of some plans each, {layer: answer}; the answers by the plans' places."""
    answers = {}
    for at in range(0, len(plans), PER_PROGRAM):
        with tempfile.TemporaryDirectory() as folder:
            some = plans[at:at + PER_PROGRAM]
            layers = forced(tools, [(its, plan) for plan in some], os.path.join(folder, "work"))
            names = {layer["name"]: layer["layer"] for layer in layers if layer["operator"] == its.operator}
            found = ask(os.path.join(folder, "work"))
            answers |= {at + i: found[names[f"s{i}"]] for i in range(len(some)) if names.get(f"s{i}") in found}
    return answers


def facts_in(folder):
    with open(os.path.join(folder, NESTS)) as told:
        return pruning.facts_by_layer(told.read())


def plans_measured(tools, layer):
    its = sample(layer)
    plans = offered(tools, its)
    least = min(plan["cycles"] for plan in plans)
    most = least * HOPELESS["exhaustive" if operators.products(layer) <= SMALL else "likely"]
    wanted = [place for place, plan in enumerate(plans) if place == 0 or plan["cycles"] <= most]
    cycles = by_programs(tools, its, [plans[place] for place in wanted], lambda folder: cycles_by_layer(tools, folder))
    cycles = {wanted[place]: each for place, each in cycles.items()}
    facts, machine = by_programs(tools, its, plans, facts_in), pruning.machine()
    reasons = {place: pruning.reason_against(each, machine, cycles.get(0, 0) or 1e99) for place, each in facts.items()}
    return [Plan(fields_of(plan), plan["cycles"], cycles.get(place, 0), reasons.get(place) or PRICE * (plan["cycles"] > HOPELESS["likely"] * least),
                 place == 0) for place, plan in enumerate(plans)]


def measured(lab, layer):
    """Its plans, the taken one first."""
    key = ["space", lab.front_end, lab.timing, hashlib.sha256(repr(layer).encode()).hexdigest()]
    return [Plan(*plan) for plan in lab.kept(key, lambda: plans_measured(lab.tools, layer))]


def all_measured(lab):
    """[(operator, its plans)] and how many are left out as not measured."""
    found, missing = [], 0
    for layer in chosen_operators(lab):
        try:
            found.append((layer, measured(lab, layer)))
        except NotMeasured:
            missing += 1
    if not found:
        raise NotMeasured("no operator is kept")
    return found, missing


def chosen_operators(lab):
    """With --quick a tenth of the small ones. What takes long stands last."""
    small = [layer for layer in operators.unique() if operators.products(layer) <= SMALL]
    return small[::10] if lab.quick else sorted(operators.unique(), key=operators.products)


def in_layouts(plans):
    """Those in the layouts of the taken one that are measured."""
    return [plan for plan in plans if plan.cycles and plan.fields["layouts"] == plans[0].fields["layouts"]]


def gain(plans):
    """The taken plan's cycles over those of the best in its layouts."""
    return plans[0].cycles / min(plan.cycles for plan in in_layouts(plans))


def lost(plans):
    """The cycles of the best plan that pruning leaves over those of the best; of operators of which all are measured."""
    known = [plan for plan in plans if plan.cycles]
    return min(plan.cycles for plan in known if not plan.reason) / min(plan.cycles for plan in known)


def mean(values):
    product = 1
    for value in values:
        product *= value
    return product ** (1 / len(values))


def row(category, found):
    plans = [plan for _, each in found for plan in each]
    left = [plan for plan in plans if not plan.reason]
    gains = [gain(each) for _, each in found]
    small = [lost(each) for layer, each in found if operators.products(layer) <= SMALL]
    return [category, len(found), len(plans), len(left), round(100 * len(left) / len(plans), 1), sum(each == 1 for each in gains),
            round(mean(gains), 4), round(max(gains), 3), len(small), round(100 * (max(small) - 1), 2) if small else ""]


def make(lab):
    found, missing = all_measured(lab)
    rows = [row(category, some) for category in operators.CATEGORIES
            if (some := [each for each in found if operators.category(each[0]) == category])]
    rows.append(row("all", found))
    reasons = {}
    for _, plans in found:
        for plan in plans:
            if plan.reason:
                reasons[plan.reason] = reasons.get(plan.reason, 0) + 1
    return Result("space", "The space of each operator, pruned (table 1, figures 13 and 18)", [
        "operators", "number", "plans", "left by pruning", "%", "default is best", "speed-up of the best, mean", "most", "measured whole",
        "most lost by pruning, %"], rows, [
        "A plan is a kernel with layouts and a schedule. `plans` are all that the front end declares for the operators, of each kernel as if it "
        "were asked for. The declaration has only tiles, unrollings and orders that fit operator and machine, so that pruning has less to do "
        "than in the paper, whose space for one convolution has 102,060 points, of which 1,057 are left.", "",
        "Pruning leaves out: " + "; ".join(f"{count} {reason}" for reason, count in sorted(reasons.items(), key=lambda each: -each[1])) + ".", "",
        "The speed-up is that of the best plan in the layouts that the default choice has, over the default choice. Layouts are chosen for the "
        "whole graph, so that those of one operator do not compare. The mean is geometric.", "",
        f"Of operators of at most {SMALL:,} products all plans are measured, but for those of more than {HOPELESS['exhaustive']} times the least "
        "modelled cycles. For these the last column says what the best plan of the pruned space takes more than the best of all, at most.", "",
        f"The paper has 96 operators, this list has {len(operators.unique())}. The lists of the networks are ours, after their papers."
        + (f" Measured are {len(found)} of them." if missing or lab.quick else "")], None)
