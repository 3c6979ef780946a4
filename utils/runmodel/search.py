# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which plans are measured next, where there are more than shall be measured: simulated annealing. Modelled cycles predict; they are
corrected by what was measured of plans that are alike."""
import math
import random

REJECTED_IN_A_ROW = 32  # steps, then the best prediction is taken
COOLER = 0.97           # by each step
OTHER_LAYER = 0.3       # of the steps
# Of the layers' cycles on average: so much worse a prediction may be accepted at first. Prices of the best plans are a few hundredths wrong.
HOTTEST = 0.02


def difference(one, other):
    """The number of fields in which two plans differ; another kernel differs in all."""
    if one.fields["kernel"] != other.fields["kernel"]:
        return len(one.fields) + len(other.fields)
    return sum(one.fields.get(name) != other.fields.get(name) for name in {*one.fields, *other.fields})


def predicted(layer, number):
    """Modelled cycles times what plans of the layer took over theirs, those that are alike before all. Of the layer one is measured."""
    plan, weights, logarithms = layer.plans[number], 0, 0
    for known, cycles in layer.cycles.items():
        weight = 4.0 ** -min(difference(plan, layer.plans[known]), 100)
        weights += weight
        logarithms += weight * math.log(max(cycles, 1) / max(layer.plans[known].cycles, 1))
    return plan.cycles * math.exp(logarithms / weights)


class Annealing:
    """A walk over plans that are not measured. Each step of it that is accepted is a plan to be measured."""

    def __init__(self, seed=0):
        self.random, self.temperature, self.at = random.Random(seed), None, None

    def gain(self, layer, number):
        """Cycles that the layer is predicted to get fewer; negative: more."""
        return layer.cycles[layer.best()] - predicted(layer, number)

    def batch(self, plans, size):
        """At most so many of [(layer, number)], in the order of the walk."""
        plans, result = list(plans), []
        if self.temperature is None:
            self.temperature = sum(layer.cycles[layer.best()] for layer, _ in plans) / max(len(plans), 1) * HOTTEST
        while plans and len(result) < size:
            self.at = self.step(plans)
            plans.remove(self.at)
            result.append(self.at)
        return result

    def step(self, plans):
        here = self.gain(*self.at) if self.at else math.inf
        for _ in range(REJECTED_IN_A_ROW if self.at else 0):
            self.temperature *= COOLER
            there = self.neighbour(plans)
            loss = here - self.gain(*there)
            if loss <= 0 or self.random.random() < math.exp(-min(loss / max(self.temperature, 1e-9), 700)):
                return there
        return max(plans, key=lambda each: self.gain(*each))

    def neighbour(self, plans):
        """A plan of the same layer, rather one that differs in few fields; now and then of any layer."""
        own = [plan for plan in plans if self.at and plan[0] is self.at[0]]
        if not own or self.random.random() < OTHER_LAYER:
            return self.random.choice(plans)
        layer, number = self.at
        return self.random.choices(own, [2.0 ** -min(difference(layer.plans[number], layer.plans[each]), 100) for _, each in own])[0]
