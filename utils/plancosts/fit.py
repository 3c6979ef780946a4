# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Constants that predict measured cycles best: the least relative errors, none below zero."""
import os
import re

import numpy as np

from .report import is_conversion

ROW = re.compile(r"^COST\((\w+), ([-+.\de]+), (\".*\")\)$", re.M)
RIDGE = 1e-3
LEAST = 0.1  # cycles: the unit of constants that were nearly 0
ROUNDS = 20
PRICED = "price.Cycle"  # what plans that are priced by their nests count (dnn-frontend/plans/NestPlans.h): measured, not fitted
CLOSE = 0.05  # errors below that count alike
CONVERSION = 1 / 3  # what a layer's conversion counts: most layers have several, many of them alike


def tables(folder):
    """{family: path of its costs.def}"""
    found = {}
    for family in sorted(os.listdir(folder)):
        path = os.path.join(folder, family, "costs.def")
        if os.path.exists(path):
            found[family] = path
    return found


def constants(folder):
    """{"family.Name": cycles}"""
    values = {PRICED: 1.0}
    for family, path in tables(folder).items():
        with open(path) as text:
            for name, cycles, _ in ROW.findall(text.read()):
                values[f"{family}.{name}"] = float(cycles)
    return values


def non_negative(matrix, target):
    """x >= 0 with least |matrix x - target|, by active sets (Lawson and Hanson, "Solving Least
    Squares Problems", 1974, chapter 23) on the normal equations."""
    gram, right = matrix.T @ matrix, matrix.T @ target
    x = np.zeros(len(right))
    free = np.zeros(len(right), bool)
    for _ in range(10 * len(right)):
        gradient = np.where(free, 0, right - gram @ x)
        if gradient.max() <= 1e-9 * np.abs(right).max():
            break
        free[gradient.argmax()] = True
        while True:
            best = np.zeros(len(right))
            best[free] = np.linalg.solve(gram[np.ix_(free, free)], right[free])
            below = free & (best <= 0)
            if not below.any():
                break
            step = (x[below] / (x[below] - best[below])).min()
            x += step * (best - x)
            free &= x > 1e-12
            x[~free] = 0
        x = best
    return x


def solve(rows, old, free=lambda name: True):
    """{constant: cycles} for the constants that occur in the rows and are `free`; the others are held at their values so far, `old`."""
    is_free = lambda name: name != PRICED and free(name)
    rows = [row for row in rows if any(map(is_free, row.terms))]
    names = sorted({term for row in rows for term in row.terms if is_free(term)})
    place = {name: i for i, name in enumerate(names)}
    counts, held = np.zeros((len(rows), len(names))), np.zeros(len(rows))
    for r, row in enumerate(rows):
        for term, count in row.terms.items():
            if term in place:
                counts[r, place[term]] = count
            else:
                held[r] += count * old[term]
    cycles = np.array([row.cycles for row in rows], float)
    so_far = np.array([old.get(name, 1.0) for name in names])
    before = np.maximum(so_far, LEAST)
    counts *= before  # unknowns: factors of the old values, alike in size
    x = np.ones(len(names))
    counts_for = np.array([CONVERSION if is_conversion(row.kernel) else 1 for row in rows]) ** 0.5
    weights = counts_for / cycles
    for _ in range(ROUNDS):
        # In units of the geometric mean of both, twice and half are equally wrong.
        matrix = np.vstack([counts * weights[:, None], np.sqrt(RIDGE) * np.eye(len(names))])
        target = np.concatenate([(cycles - held) * weights, np.sqrt(RIDGE) * so_far / before])
        x = non_negative(matrix, target)
        predicted = np.maximum(counts @ x + held, 0.1 * cycles)
        weights = 1 / np.sqrt(predicted * cycles)
        # Absolute values of the errors, not squares: what no structure explains must not move the others.
        weights *= counts_for / np.sqrt(np.maximum(np.abs(predicted - cycles) * weights, CLOSE) / CLOSE)
    return dict(zip(names, x * before))


def rounded(value):
    """Four digits, without a needless zero: 12.34, 0.5625."""
    return f"{float(f'{value:.4g}'):.6f}".rstrip("0").rstrip(".")


def write(folder, values):
    """Puts the values into the costs.def files; rows that are not among them stay. Gives the
    number of changed rows."""
    changed = 0
    for family, path in tables(folder).items():
        with open(path) as source:
            text = source.read()

        def replace(match):
            nonlocal changed
            name, old, unit = match.groups()
            value = values.get(f"{family}.{name}")
            new = old if value is None else rounded(value)
            changed += new != old
            return f"COST({name}, {new}, {unit})"

        text = ROW.sub(replace, text)
        with open(path, "w") as out:
            out.write(text)
    return changed


def predict(row, values):
    return sum(count * values[term] for term, count in row.terms.items())
