# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cells.py TEST IMPORT PAIRS: what the passes do with pairs of operators in the networks of TEST.

A line "CELL FIRST, SECOND: N to M. ..." and the NET lines that follow (IMPORT's) are a network with N such pairs before the passes and M after them. PAIRS is
pairs.def, which has a row for each kind. Prints where it is otherwise.
"""
import collections
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../utils"))

from reproduction.pairs import counting, counts  # noqa: E402

CELL = re.compile(r"CELL (.+), (.+): (\d+) to (\d+)\.")


def networks(path):
    """[(pair, before, after, NET lines)]"""
    found = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            cell = CELL.match(line)
            if cell:
                found.append(((cell[1], cell[2]), int(cell[3]), int(cell[4]), []))
            elif line.startswith("NET:"):
                found[-1][3].append(line)
    return found


def counted(folder, importer, lines):
    """{pair: (before, after)}"""
    test, network = os.path.join(folder, "net.test"), os.path.join(folder, "net.tflite")
    with open(test, "w", encoding="utf-8") as file:
        file.writelines(lines)
    subprocess.run([sys.executable, importer, test, "--write", network], check=True)
    return counts(subprocess.run(counting("dnn-frontend", network), check=True, capture_output=True, text=True).stdout)


def rows(path):
    """{pair: what our passes do}"""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    names = dict(re.findall(r'^CLASS\((\w+), "([^"]*)"', text, re.M))
    found = re.findall(r"^PAIR\((\w+), (\w+), \w+, \w+, \w+, (\w+),", text, re.M)
    return {(names[first], names[second]): ours for first, second, ours in found}


def main():
    test, importer, table = sys.argv[1:]
    seen, all_of_them = collections.defaultdict(set), networks(test)
    with tempfile.TemporaryDirectory() as folder:
        for pair, before, after, lines in all_of_them:
            found = counted(folder, importer, lines).get(pair)
            seen[pair].add(before == after)
            if found != (before, after):
                print(f"{', '.join(pair)}: {before} to {after} wanted, the pairs are {found}: {lines[-2].strip()}")
    said = rows(table)
    for pair, ours in said.items():
        wanted = {True} if ours in ("Same", "Kept") else {True, False}
        if seen[pair] != wanted:
            print(f"{', '.join(pair)}: {ours} is not what the networks show: pairs stay {sorted(seen[pair])}")
    print(f"{len(said)} kinds of pairs in {len(all_of_them)} networks, as they say")


if __name__ == "__main__":
    main()
