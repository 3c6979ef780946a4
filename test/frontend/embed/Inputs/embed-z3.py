"""embed-z3.py: the maps of vrmpy.ub.b in convolutions, counted by z3 and by build/bin/embed; prints how many cases agree.

Another encoding than the search's and Gecode's: 32 lanes and 4 terms are binary digits, and each digit is a step along one axis."""
import re
import subprocess

from z3 import If, Implies, Int, IntVal, Or, Product, Solver, Sum, sat

TERMS, LANES = 2, 5  # digits
# Outputs n, y, x, k and sums over c, ky, kx; strides.
CASES = [("conv 9x9x4, 2x2, 8", (1, 8, 8, 8, 4, 2, 2), (1, 1)), ("conv 2x9x17x2, 3x3 by 2, 32", (2, 4, 8, 32, 2, 3, 3), (2, 2)),
         ("conv 16x5x1, 8x4 by 4x1, 64", (1, 3, 2, 64, 1, 8, 4), (4, 1))]


def count(extents, strides, weights_first):
    """Solutions of the digits' axes."""
    axes, digits = range(7), range(TERMS + LANES)  # the innermost first: terms, then lanes
    row = lambda **steps: [steps.get(name, 0) for name in ("n", "y", "x", "k", "c", "ky", "kx")]
    out = [row(n=1), row(y=1), row(x=1), row(k=1)]
    data = [row(n=1), row(y=strides[0], ky=1), row(x=strides[1], kx=1), row(c=1)]
    weights = [row(k=1), row(ky=1), row(kx=1), row(c=1)]
    shared = data if weights_first else weights  # the word that all lanes read
    axis = [Int(f"axis{digit}") for digit in digits]
    step = []
    solver = Solver()
    for digit in digits:
        solver.add(axis[digit] >= 0, axis[digit] < len(axes))
        step.append(Product([IntVal(1)] + [If(axis[before] == axis[digit], 2, 1) for before in range(digit)]))
        for before in range(digit - 1):  # an axis' digits are neighbours
            solver.add(Implies(axis[before] == axis[digit], axis[before + 1] == axis[digit]))
    for each in axes:
        solver.add(Product([If(axis[digit] == each, 2, 1) for digit in digits]) <= extents[each])
    moved = lambda digit, index: Sum([If(axis[digit] == each, index[each] * step[digit], 0) for each in axes])
    for digit in digits:
        if digit < TERMS:
            solver.add(*[moved(digit, index) == 0 for index in out])
        else:
            solver.add(*[moved(digit, index) == 0 for index in shared])
            solver.add(Or([moved(digit, index) != 0 for index in out]))
    found = 0
    while solver.check() == sat:
        model = solver.model()
        solver.add(Or([each != model[each] for each in axis]))
        found += 1
    return found


def ours(operator, weights_first):
    text = subprocess.run(["embed", "--operator", operator, "--instruction", "vrmpy.ub.b", "--no-pad", "--no-fuse", "--all-orders", "--least-use", "0",
                           "--first", "weights" if weights_first else "activations"], capture_output=True, text=True, check=True).stdout
    return int(re.search(r"engine: (\d+) embeddings, all there are", text).group(1))


both = [(operator, first, count(extents, strides, first), ours(operator, first)) for operator, extents, strides in CASES for first in (False, True)]
for operator, first, theirs, its in both:
    if theirs != its:
        print(f"{operator}, {'weights' if first else 'activations'} first: z3 has {theirs}, embed {its}")
print(f"{len(both)} cases, {sum(theirs == its for _, _, theirs, its in both)} agree, {sum(theirs for _, _, theirs, _ in both)} maps")
