# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Section IV.A: tiles and unrolling by the output's shape, held against an exhaustive search."""
import hashlib
import os
import random
import re
import tempfile

from plancosts.single import Layer, sample_of
from plancosts.network import network
from plancosts.measure import forcing, plans_of
from runmodel.tune import tune

from .result import Result

RATIO = 4  # rows of outputs to columns, from which on they are skinny; fat the other way round
# Pointwise convolutions of so many pixels a side, and FULLY_CONNECTED of so many rows: depth and columns.
CONVOLUTIONS = ((56, 32, 64), (28, 64, 32), (32, 128, 16), (20, 256, 40), (14, 96, 24), (40, 48, 96),
                (14, 128, 128), (16, 256, 256), (8, 192, 96), (10, 64, 200), (7, 320, 64),
                (7, 160, 960), (5, 128, 384), (4, 256, 512))
ROWS = ((8, 256, 1024), (3, 512, 512), (2, 1024, 100), (1, 256, 256))


def shape_of(rows, columns):
    return "skinny" if rows >= RATIO * columns else "fat" if columns >= RATIO * rows else "near-square"


def sample(operator, side, depth, columns):
    rng = random.Random(f"{operator} {side} {depth} {columns}")
    image = (1, side) if operator == "FULLY_CONNECTED" else (side, side)
    return sample_of(Layer(operator, 1, image, depth, columns), "i8", 0, rng, lambda: rng.randint(-127, 127), 73)


def layouts_of(operator):
    """As inside of a network: blocks on both sides, or rows."""
    return "rm -> rm" if operator == "FULLY_CONNECTED" else "d32 -> d32"


def tile_of(words):
    return tuple(map(int, re.search(r"tile=(\d+)x(\d+)", words).groups()))


def by_shape(shape, plans):
    """The paper's rule: the tile follows the output's shape. Its unrolled loops are those over rows and columns, which are a tile's
    sides here; plans that differ in what it does not say are taken by modelled cycles."""
    aspect = {plan: tile[0] / tile[1] for plan, tile in ((plan, tile_of(plan[0])) for plan in plans)}
    square = {plan: max(aspect[plan], 1 / aspect[plan]) for plan in plans}
    best = {"skinny": max(aspect.values()), "fat": min(aspect.values())}.get(shape)
    fitting = [plan for plan in plans if (aspect[plan] == best if best else square[plan] == min(square.values()))]
    return min(fitting, key=lambda plan: plan[1])


def tuned(lab, operator, side, depth, columns):
    """[(words of the plan, modelled cycles, cycles)], that of the least cost first."""
    each = sample(operator, side, depth, columns)
    key = ["shapes", lab.front_end, hashlib.sha256(network([each]).encode()).hexdigest(), lab.timing]

    def measure():
        with tempfile.TemporaryDirectory() as folder:
            plans = [plan for plan in plans_of(lab.tools, [each], folder)[0]
                     if plan["layouts"] == layouts_of(operator) and "tile" in plan["schedule"]]
            model, options, _ = forcing([(each, min(plans, key=lambda plan: plan["cycles"]))], os.path.join(folder, "model"))
            tuning = tune(lab.tools, model, [option for option in options if option.startswith("--force-plan")], folder)
            if tuning.ended:
                raise tuning.ended
            layer = next(layer for layer in tuning.open_layers() if layer.name.endswith(operator))
            return [[plan.words, plan.cycles, layer.cycles[number]] for number, plan in enumerate(layer.plans)
                    if number in layer.cycles and "tile=" in plan.words]
    return lab.kept(key, measure)


def words_of(plan):
    fields = dict(re.findall(r"(\w+)=([\w.-]+)", plan[0]))
    return fields["tile"] + "".join(f" {name}={fields[name]}" for name in ("unroll", "order") if name in fields)


def make(lab):
    rows, regrets = [], {"ours": [], "rule": []}
    for operator, sizes in (("CONV_2D", CONVOLUTIONS), ("FULLY_CONNECTED", ROWS)):
        for side, depth, columns in sizes:
            height = side if operator == "FULLY_CONNECTED" else side * side
            shape = shape_of(height, columns)
            plans = [tuple(plan) for plan in tuned(lab, operator, side, depth, columns)]
            taken, rule, best = plans[0], by_shape(shape, plans), min(plans, key=lambda plan: plan[2])
            for name, plan in (("ours", taken), ("rule", rule)):
                regrets[name].append(100 * (plan[2] / best[2] - 1))
            rows.append([shape, height, depth, columns, len(plans), words_of(taken), taken[2], words_of(rule), rule[2], words_of(best),
                         best[2], round(regrets["ours"][-1], 2), round(regrets["rule"][-1], 2)])
    rows.sort(key=lambda row: ("skinny", "near-square", "fat").index(row[0]))
    said = {name: f"{sum(each) / len(each):.1f} % over the best on average, {max(each):.1f} % at worst" for name, each in regrets.items()}
    agree = sum(regret == 0 for regret in regrets["ours"])
    return Result("shapes", "Section IV.A: tiles by the output's shape",
                  ["output", "rows", "depth", "columns", "plans", "chosen tile", "cycles", "tile by shape", "cycles", "best tile", "cycles",
                   "regret, %", "regret by shape, %"], rows, [
                      "Products of int8 matrices are pointwise convolutions on blocks of 32 channels; those of fewer than nine rows are "
                      "FULLY_CONNECTED. Each plan of a layer that serves it in these layouts is measured (`run-model.sh --tune=exhaustive`).", "",
                      "- `tile` is rows by columns that the inner body keeps in registers. With weights in vectors it is four or eight rows by 32. "
                      "For rows of outputs with fewer than four pixels it is one to three by 128. With pixels in vectors it is 32 or 64 by four.",
                      "- `unroll` is the words of the depth in one piece of code.",
                      "- `order` says which loop or part stands first.", "",
                      f"The plan that costs least is {said['ours']}; {agree} of {len(rows)} products have the best one.", "",
                      "The paper chooses by shape. Skinny outputs get the tile of the most rows to a column, fat ones that of the fewest. Near-square "
                      "ones get the tile nearest to a square. The paper does not say its rule in numbers. This is what can be mapped to tiles here; the "
                      f"least cost decides the rest. The tile by shape is {said['rule']}. Fewer rows by 32 columns are no better for a fat output, "
                      "as each vector of weights then serves fewer. A tile of 64 rows by four columns helps a skinny output only where its columns "
                      "fill no block of 32."], None)
