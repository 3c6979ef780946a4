# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Table II: the three instructions by size of the matrices."""
from .result import Result, bars

# Latency by vmpy, vmpa, vrmpy of squares, relative to vmpy.
PAPER = {32: (1.00, 0.79, 0.63), 64: (1.00, 0.69, 0.76), 96: (1.00, 1.06, 0.89), 128: (1.00, 1.10, 1.23)}
INSTRUCTIONS = ("vmpy", "vmpa", "vrmpy")
ROWS = {"vmpy": 128, "vmpa": 64, "vrmpy": 32}


def padded(size, panel):
    """Bytes of A, B and C with A and C in panels of rows."""
    rows = -(-size // panel) * panel
    return 2 * rows * size + size * size


def make(lab):
    cycles = {name: row["cycles"] for name, row in lab.kernels("table2.c").items()}
    rows, ours = [], {}
    for size, paper in PAPER.items():
        base = cycles[f"vmpy_{size}"]
        ours[size] = [cycles[f"{name}_{size}"] / base for name in INSTRUCTIONS]
        data = [padded(size, ROWS[name]) / padded(size, 128) for name in INSTRUCTIONS]
        for name, one, theirs, bytes_ in zip(INSTRUCTIONS, ours[size], paper, data):
            rows.append([size, name, cycles[f"{name}_{size}"], round(one, 3), theirs, round(bytes_, 3)])

    def plot(figure):
        for place, (title, values) in enumerate((("here", ours), ("paper", PAPER))):
            axes = figure.add_subplot(1, 2, place + 1, title=title)
            bars(axes, [str(size) for size in PAPER], {name: [values[size][i] for size in PAPER]
                                                         for i, name in enumerate(INSTRUCTIONS)}, "time relative to vmpy")
    return Result("table2", "Table II: which instruction for which size of matrices",
                  ["M = K = N", "instruction", "cycles", "relative to vmpy", "paper", "bytes relative to vmpy"], rows, [
                      "The kernels are those of `utils/reproduction/kernels`, in the layouts of the paper's figure 2. Each is checked against plain "
                      "sums. `vrmpy` is the best at every size; the paper has `vmpy` ahead at 128. Sums have 32 bits here. `vrmpy`'s "
                      "accumulator has them at no cost, while `vmpy` and `vmpa` need instructions of their own to add them up. Weights are "
                      "limited to seven bits for `vmpa`. The paper does not say how it keeps sums of 16-bit products from overflowing. The "
                      "bytes, padding included, are those of the paper to the second digit."], plot)
