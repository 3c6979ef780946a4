# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of docs/measurements/plan-costs.md, between its two marks."""
import os

from runmodel.tools import PROJECT

PATH = os.path.join(PROJECT, "docs", "measurements", "plan-costs.md")
BEGIN, END = "<!-- table -->\n", "<!-- end of table -->\n"


def renew(heading, text):
    with open(PATH) as old:
        whole = old.read()
    before, rest = whole.split(BEGIN)
    after = rest.split(END)[1]
    with open(PATH, "w") as out:
        out.write(f"{before}{BEGIN}{heading}\n\n{text}\n{END}{after}")
