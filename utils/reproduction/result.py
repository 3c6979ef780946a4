# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a step found: a table with sentences and perhaps a plot, as CSV, Markdown and SVG."""
import importlib.util
import os
import subprocess

from .difference import csv_text, differences


class Result:
    """rows: lists as long as columns; numbers are rounded for Markdown only. plot: draws on a matplotlib figure."""

    def __init__(self, name, title, columns, rows, sentences, plot=None):
        self.name, self.title, self.columns, self.rows = name, title, columns, rows
        self.sentences, self.plot = sentences, plot

    def csv(self):
        return csv_text(self.columns, self.rows)

    def differences(self, folder):
        """What the folder's table has otherwise."""
        return differences(os.path.join(folder, self.name + ".csv"), self.csv())

    def markdown(self, picture=True):
        """picture: whether the plot is there."""
        lines = [f"## {self.title}", ""]
        if self.plot and picture:
            lines += [f"![{self.title}]({self.name}.svg)", ""]
        lines += ["| " + " | ".join(self.columns) + " |", "|" + "|".join(" --- " for _ in self.columns) + "|"]
        lines += ["| " + " | ".join(map(text, row)) + " |" for row in self.rows]
        return "\n".join(lines + [""] + self.sentences + [""] + made_of()) + "\n"

    def write(self, folder):
        picture = os.path.join(folder, self.name + ".svg")
        if self.plot and can_draw():
            self.draw(picture)
        put(os.path.join(folder, self.name + ".csv"), self.csv())
        put(os.path.join(folder, self.name + ".md"), self.markdown(os.path.exists(picture)))

    def draw(self, path):
        import matplotlib
        matplotlib.use("svg")
        matplotlib.rcParams.update({"svg.hashsalt": self.name, "font.size": 8, "svg.fonttype": "none"})
        from matplotlib import pyplot
        figure = pyplot.figure(figsize=(7.2, 2.8))
        self.plot(figure)
        figure.tight_layout()
        figure.savefig(path, metadata={"Creator": None, "Date": None})
        pyplot.close(figure)


def can_draw():
    return importlib.util.find_spec("matplotlib") is not None


def made_of():
    """A line that says when which code was measured, by the commit's date; none where no repository tells."""
    git = ["git", "-C", os.path.dirname(os.path.abspath(__file__))]
    try:
        commit = subprocess.run([*git, "log", "-1", "--format=%cs at commit %h"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True)
        changes = subprocess.run([*git, "status", "--porcelain", "--", ":/", ":!/docs"], stdout=subprocess.PIPE, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return []
    return [f"Measured on {commit.stdout.strip()}{', with changes that no commit has' if changes.stdout else ''}."]


def text(cell):
    if isinstance(cell, float):
        return f"{cell:,.0f}" if abs(cell) >= 1000 else f"{cell:.3g}"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def put(path, content):
    """Writes a file whole or not at all."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(content)
    os.replace(path + ".new", path)


def bars(axes, groups, series, ylabel):
    """series: {label: heights}, a bar for each group."""
    width = 0.8 / len(series)
    for number, (label, heights) in enumerate(series.items()):
        axes.bar([place + (number - (len(series) - 1) / 2) * width for place in range(len(groups))], heights, width, label=label)
    axes.set_xticks(range(len(groups)), groups, rotation=20)
    axes.set_ylabel(ylabel)
    axes.legend(fontsize=7, loc="lower right")
