"""compare-toulbar2.py FOLDER: random problems to layout-solvers and to toulbar2; prints how many costs agree."""
import os
import re
import subprocess
import sys

SHAPES = (["--random", "30"], ["--random", "50", "--layouts", "6", "--reach", "20"],
          ["--random", "80", "--forbidden", "0.3"], ["--random", "200", "--layouts", "3"])


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, errors="replace").stdout


def main():
    path = os.path.join(sys.argv[1], "problem.wcsp")
    agree = 0
    problems = [[*shape, "--seed", str(seed)] for shape in SHAPES for seed in range(1, 7)]
    for problem in problems:
        ours = re.search(r"exact +(\d+\.\d+) .* proven", output("layout-solvers", *problem, "--solver", "exact"))
        output("layout-solvers", *problem, "--wcsp", path)
        theirs = re.search(r"Optimum: (\d+)", output("toulbar2", path))
        if ours and theirs and abs(float(ours[1]) - int(theirs[1]) / 1024) < 0.001:
            agree += 1
        else:
            print(problem, ours and ours[1], theirs and int(theirs[1]) / 1024)
    print(f"{len(problems)} problems, {agree} agree")


main()
