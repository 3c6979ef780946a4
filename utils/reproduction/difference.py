# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was measured again beside what a folder has: CSV files, cell by cell."""
import csv
import io
import os

HOST_TIME = "processor seconds"  # a column that no two runs agree in
SHOWN = 10  # differences of one file that are told


def csv_text(header, rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([header, *rows])
    return out.getvalue()


def _table(text):
    """The columns' names, and the rows without times of this machine."""
    rows = list(csv.reader(io.StringIO(text)))
    kept = [i for i, name in enumerate(rows[0]) if name != HOST_TIME] if rows else []
    return [[row[i] for i in kept if i < len(row)] for row in rows]


def differences(path, text):
    """A line for each cell in which the file is not `text`."""
    name = os.path.basename(path)
    try:
        with open(path, encoding="utf-8", newline="") as file:
            there = _table(file.read())
    except FileNotFoundError:
        return [f"{name}: there is no such file"]
    now = _table(text)
    if there[:1] != now[:1] or len(there) != len(now):
        return [f"{name}: {len(there) - 1} rows of other columns or number; now {len(now) - 1}"]
    found = [f"{name}: row {number}, {column}: {old} there, {new} now"
             for number, (row, again) in enumerate(zip(there, now)) for column, old, new in zip(now[0], row, again) if old != new]
    return found if len(found) <= SHOWN else [*found[:SHOWN], f"{name}: {len(found) - SHOWN} further cells differ"]


def tell(name, found):
    """Prints what a step found; returns whether its file is as it was."""
    print("\n".join([f"{name}: as it stands" if not found else f"{name}: differs", *("    " + line for line in found)]), flush=True)
    return not found
