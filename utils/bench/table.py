# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The results as CSV and Markdown, and against the committed baseline."""
import csv
import io
import math

FIELDS = ("group", "name", "compiler", "packets", "stalls", "cycles")
# A row more than this much slower than the baseline is a regression.
TOLERANCE = 0.01


class Results:
    """Rows by (group, name, compiler); a row that could not be measured is a text that says why."""

    def __init__(self):
        self.rows = {}

    def add(self, group, name, compiler, packets, stalls):
        self.rows[group, name, compiler] = (packets, stalls)

    def fail(self, group, name, compiler, reason):
        self.rows[group, name, compiler] = reason

    def failures(self):
        return {key: row for key, row in self.rows.items() if isinstance(row, str)}

    def cycles(self, group, name, compiler):
        row = self.rows.get((group, name, compiler))
        return sum(row) if isinstance(row, tuple) else None

    def updated(self, file):
        """These results, and the rows of a baseline file that were not measured."""
        out = Results()
        out.rows = {**(read_baseline(file) if file else {}), **self.rows}
        return out

    def csv(self):
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(FIELDS)
        for key, row in sorted(self.rows.items()):
            if isinstance(row, tuple):
                writer.writerow([*key, *row, sum(row)])
        return out.getvalue()


def read_baseline(file):
    with open(file, newline="") as text:
        return {(row["group"], row["name"], row["compiler"]): (int(row["packets"]), int(row["stalls"]))
                for row in csv.DictReader(text)}


def regressions(results, baseline):
    """Messages about rows that became slower, or that the baseline has and this run has not."""
    out = []
    for key, before in sorted(baseline.items()):
        now = results.cycles(*key)
        what = "{1} ({0}) by {2}".format(*key)
        if now is None:
            out.append(f"{what}: not measured, {before} cycles before")
        elif now > before * (1 + TOLERANCE):
            out.append(f"{what}: {now} cycles, {before} before (+{100 * (now / before - 1):.1f} %)")
    return out


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def cell(results, group, name, compiler, reference):
    row = results.rows.get((group, name, compiler.name))
    if row is None:
        return ""
    if isinstance(row, str):
        return "failed"
    base = results.cycles(group, name, reference.name)
    text = f"{row[0]:,} + {row[1]:,}"
    return text if compiler is reference or not base else f"{text} ({sum(row) / base:.3f})"


def markdown(results, compilers):
    """One table a group: packets + stalls, and cycles relative to the first compiler."""
    reference = compilers[0]
    lines = ["Packets + stalls of each kernel or network with all it calls; in parentheses the cycles relative to "
             f"`{reference.name}`. Less is better.", ""]
    lines += [f"- `{c.name}`: {c.text}" for c in compilers]
    for group in sorted({key[0] for key in results.rows}):
        names = sorted({key[1] for key in results.rows if key[0] == group})
        lines += ["", f"## {group}", "", "| name | " + " | ".join(c.name for c in compilers) + " |",
                  "|---|" + "---:|" * len(compilers)]
        for name in names:
            lines.append(f"| {name} | " + " | ".join(cell(results, group, name, c, reference) for c in compilers) + " |")
        means = []
        for c in compilers:
            pairs = [(results.cycles(group, n, c.name), results.cycles(group, n, reference.name)) for n in names]
            mean = geometric_mean([a / b for a, b in pairs if a and b])
            means.append("" if mean is None else f"{mean:.3f}")
        lines.append("| **geometric mean** | " + " | ".join(means) + " |")
    return "\n".join(lines) + "\n"
