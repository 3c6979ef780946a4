# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What build/bin/embed says of convolutions, and DeepBench's convolutions."""
import csv
import math
import os
import re
import resource
from typing import NamedTuple

from .measure import HERE
from .missing import NotMeasured

FOUND = re.compile(r"^ *\d+ +([\d,]+) +([\d,]+) +([\d.]+) +(\w+) +([\d,]+) +([\d,]+) +([\d,]+)  (.*)$", re.M)
SOLVED = re.compile(r"^gecode, .*: (\d+) solutions, (.*), ([\d,]+) nodes", re.M)
SEARCHED = re.compile(r"^engine: (\d+) embeddings, (.*), ([\d,]+) steps", re.M)


class Embedding(NamedTuple):
    """A line of the tool's table."""
    instructions: int
    cost: int
    use: float
    padding: str
    result: int
    data: int
    weights: int
    text: str


def number(text):
    return int(text.replace(",", ""))


def sizes():
    """A row for each of the 108 convolutions; the paper's columns H, R are DeepBench's widths."""
    with open(os.path.join(HERE, "deepbench.csv"), encoding="utf-8", newline="") as file:
        return [{name: int(cell) for name, cell in row.items()} for row in csv.DictReader(file)]


def deepbench():
    """The convolutions as the tool's operators."""
    return [convolution((row["N"], row["H"], row["W"], row["C"]), row["K"], (row["R"], row["S"]), (row["pad_h"], row["pad_w"]),
                        (row["stride_h"], row["stride_w"])) for row in sizes()]


def products(row):
    """Of a convolution: the size of the paper's domain."""
    outputs = [(row[size] + 2 * row[pad] - row[taps]) // row[stride] + 1
               for size, pad, taps, stride in (("H", "pad_h", "R", "stride_h"), ("W", "pad_w", "S", "stride_w"))]
    return math.prod(outputs) * math.prod(row[name] for name in "NKCRS")


def convolution(dims, outputs, kernel, padding, stride):
    by = lambda numbers: "x".join(map(str, numbers))
    return f"conv {by(dims)}, {by(kernel)} by {by(stride)} pad {by(padding)}, {outputs}"


def said(lab, *arguments):
    """[the tool's text, seconds of a processor]"""
    def ask():
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        text = lab.say([lab.binary("embed"), *arguments])
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return [text, round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 3)]
    if "gecode" in arguments and not lab.has_gecode():
        raise NotMeasured("it takes Gecode: libgecode-dev was not installed when build/bin/embed was built")
    return lab.kept(["embed", lab.tools_digest("embed"), arguments], ask)


def table(text):
    return [Embedding(*(number(cell) if "," in cell or cell.isdigit() else float(cell) if cell[0].isdigit() else cell for cell in row[:7]), row[7])
            for row in FOUND.findall(text)]
