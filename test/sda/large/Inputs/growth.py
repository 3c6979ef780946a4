#!/usr/bin/python3
"""Checks that the packetizer's work grows with a block's size and not faster: growth.py LLC-COMMAND..., with {} for the input."""
import re
import subprocess
import sys
import tempfile

from straight_line import straight_line

# The statistics that count steps of the search.
WORK = ("pairs of instructions classified", "instructions scored for a place in a packet",
        "packets tried in the search for the optimum")
SIZES = (1000, 2000, 4000, 8000)
# The last piece of a block is seldom a whole one, and pieces differ.
SLACK = 1.15


def work(size):
    with tempfile.NamedTemporaryFile("w", suffix=".mir") as file:
        file.write(straight_line(size))
        file.flush()
        command = [file.name if word == "{}" else word for word in sys.argv[1:]]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    found = {name: int(count) for count, name in re.findall(r"^ *(\d+) sda-pack - Number of (.*)$", text, re.M)}
    if not all(found.get(name) for name in WORK[:2]):
        sys.exit(f"no statistics in:\n{text}")
    return {name: found.get(name, 0) for name in WORK}


counts = {size: work(size) for size in SIZES}
bad = 0
for name in WORK:
    for size in SIZES[1:]:
        bound = counts[SIZES[0]][name] * size / SIZES[0] * SLACK
        fine = counts[size][name] <= bound
        bad += not fine
        print(f"{size}: {counts[size][name]} {name}, at most {bound:.0f}" + ("" if fine else ": TOO MANY"))
sys.exit(bad > 0)
