# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figure 12: unrolling of a product of matrices."""
from .result import Result, bars

# O1 to O8: M, K, N of pointwise layers, with few rows, near squares, and with many.
OPERATORS = [(32, 512, 64), (64, 256, 64), (128, 128, 128), (256, 64, 64), (256, 128, 128), (512, 32, 32), (256, 256, 32), (64, 64, 256)]
PLAIN, CHOSEN = (1, 4), (2, 8)


def factors(row):
    return tuple(map(int, row.split("x")))


def make(lab):
    rows, curves = [], {}
    for number, (m, k, n) in enumerate(OPERATORS, 1):
        found = {factors(name): row["cycles"] for name, row in lab.kernels("figure12.c", f"-DM={m}", f"-DK={k}", f"-DN={n}").items()}
        valid = {pair: cycles for pair, cycles in found.items() if pair[0] * 32 <= m}
        curves[number] = valid
        outer = min((pair for pair in valid if pair[1] == PLAIN[1]), key=valid.get)
        middle = min((pair for pair in valid if pair[0] == PLAIN[0]), key=valid.get)
        best = min(valid, key=valid.get)
        fixed = min(CHOSEN, (min(CHOSEN[0], m // 32), CHOSEN[1]))
        base = valid[PLAIN]
        for title, pair in (("none", PLAIN), ("outer loop only", outer), ("middle loop only", middle), ("by shape", fixed),
                            ("exhaustive", best)):
            rows.append([f"O{number}", m, k, n, title, f"{pair[0]} x {pair[1]}", valid[pair], round(base / valid[pair], 3)])

    def plot(figure):
        axes = figure.add_subplot(1, 2, 1, title="O5 by unrolling, panels x columns")
        pairs = sorted(curves[5])
        axes.bar([f"{a}x{b}" for a, b in pairs], [curves[5][PLAIN] / curves[5][pair] for pair in pairs])
        axes.tick_params(axis="x", rotation=60)
        axes = figure.add_subplot(1, 2, 2, title="speedup over none")
        titles = list(dict.fromkeys(row[4] for row in rows))
        bars(axes, [f"O{number}" for number in curves], {title: [row[7] for row in rows if row[4] == title] for title in titles}, "")
    best = [row[7] for row in rows if row[4] == "exhaustive"]
    ours = [row[7] for row in rows if row[4] == "by shape"]
    worst = min(a / b for a, b in zip(ours, best))
    both = sum(row[4] == "exhaustive" and all(row[6] < other[6] for other in rows if other[0] == row[0] and "only" in other[4])
               for row in rows)
    return Result("figure12", "Figure 12: unrolling a product of matrices",
                  ["operator", "M", "K", "N", "unrolling", "panels x columns", "cycles", "speedup over none"], rows, [
                      "Products use `vrmpy` in 4-column layout (`kernels/matmul.h`). Panels of 32 rows are the outer loop, columns the "
                      f"middle one. The best of all pairs is {min(best):g} to {max(best):g} times as fast as none. Two panels by eight "
                      f"columns, or one where there are no two, reach {worst:.0%} of it at least. Of {len(OPERATORS)} operators, {both} are best with "
                      "both loops unrolled. The others are best with one loop, or as good: they have too few rows, or too short sums. More sums than "
                      "there are registers spill and lose all, as in the paper (its best pair is 4 by 4). The front end needs no search: its plan "
                      "costs know the registers and choose the tiles."], plot)
