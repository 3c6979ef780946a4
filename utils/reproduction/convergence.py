# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Romou's figure 18: after how many measured plans a search has found the best, with pruning and without. The searches are replayed on what
was measured."""
import math
import random

from runmodel import tune
from runmodel.search import Annealing

from . import operators, space
from .missing import NotMeasured
from .result import Result

FEWEST = 10  # plans of an operator, so that there is something to search
SEEDS = 6
NEAR = 1.01  # times the cycles of the best


def layer_of(plans):
    layer = tune.Layer("", 0, [tune.Plan("", plan.price, plan.fields) for plan in plans])
    layer.cycles[0] = plans[0].cycles
    return layer


def annealed(plans, seed):
    """The places in the order in which the search measures them; each is known before the next is asked for."""
    layer, search, order = layer_of(plans), Annealing(seed), [0]
    while len(order) < len(plans):
        (_, number), = search.batch([(layer, place) for place in range(len(plans)) if place not in layer.cycles], 1)
        layer.cycles[number] = plans[number].cycles
        order.append(number)
    return order


def at_random(plans, seed):
    others = list(range(1, len(plans)))
    random.Random(seed).shuffle(others)
    return [0, *others]


def by_price(plans, _seed):
    return [0, *sorted(range(1, len(plans)), key=lambda place: plans[place].price)]


def steps(order, plans, best):
    """How many are measured until one is near the best; all where none is."""
    return next((count for count, place in enumerate(order, 1) if plans[place].cycles <= NEAR * best), len(order))


SEARCHES = (("annealing", annealed, True), ("annealing, whole space", annealed, False), ("at random", at_random, True),
            ("at random, whole space", at_random, False), ("by price", by_price, True))


LONGEST = 20  # plans of the plot


def curve(orders):
    """After 1, 2, ... measured plans the best so far over the best of all, on average over [(order, plans, best)]."""
    sums = [0] * LONGEST
    for order, plans, best in orders:
        so_far = math.inf
        for count in range(LONGEST):
            so_far = min(so_far, plans[order[count]].cycles if count < len(order) else so_far)
            sums[count] += so_far / best
    return [each / len(orders) for each in sums]


def spaces(plans):
    """The measured plans, and those that pruning leaves."""
    known = [plan for plan in plans if plan.cycles]
    return known, [plan for plan in known if plan.taken or not plan.reason]


def orders_of(plans):
    """[(order, plans, best)] of each search, for all seeds."""
    known, left = spaces(plans)
    best = min(plan.cycles for plan in known)
    return {name: [(search(some, seed), some, best) for seed in range(SEEDS)]
            for name, search, is_pruned in SEARCHES for some in [left if is_pruned else known]}


def row(layer, plans, orders):
    known, left = spaces(plans)
    return [operators.name(layer), len(known), len(left), *(round(sum(steps(*each) for each in its) / SEEDS, 1) for its in orders.values())]


def make(lab):
    found = [(layer, plans) for layer, plans in space.all_measured(lab)[0]
             if operators.products(layer) <= space.SMALL and sum(plan.cycles > 0 for plan in plans) >= FEWEST]
    if not found:
        raise NotMeasured("no operator with several plans is kept")
    orders = [orders_of(plans) for _, plans in found]
    rows = [row(layer, plans, its) for (layer, plans), its in zip(found, orders)]
    rows.append(["mean", *(round(sum(each[column] for each in rows) / len(rows), 1) for column in range(1, len(rows[0])))])

    def plot(figure):
        axes = figure.subplots()
        for name, _, _ in SEARCHES:
            axes.plot(range(1, LONGEST + 1), curve([each for its in orders for each in its[name]]), label=name)
        axes.set_xlabel("plans measured"), axes.set_ylabel("best so far over the best"), axes.legend()
    return Result("convergence", "Plans measured until the best is found (figure 18)",
                  ["operator", "plans", "left by pruning", *(name for name, _, _ in SEARCHES)], rows, [
                      f"A search ends with a plan of at most {NEAR} times the cycles of the best of all. Columns have the plans that are measured by "
                      f"then, the default choice first; those of annealing and of random orders are means of {SEEDS} seeds. All plans of these "
                      "operators are measured, in all layouts; the searches are replayed on that. Where pruning has left out all that are near the "
                      "best, a search counts all plans that are left."], plot)
