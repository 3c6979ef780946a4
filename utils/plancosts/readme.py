# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of README.md, between its two marks."""
import os

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "README.md")
BEGIN, END = "<!-- table -->\n", "<!-- end of table -->\n"


def renew(heading, text):
    with open(PATH) as old:
        whole = old.read()
    before, rest = whole.split(BEGIN)
    after = rest.split(END)[1]
    with open(PATH, "w") as out:
        out.write(f"{before}{BEGIN}{heading}\n\n{text}\n{END}{after}")
