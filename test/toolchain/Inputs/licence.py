"""licence.py ROOT: names the source files of a checkout that do not say their licence in the first six lines.

Inputs of tests and the tests themselves are apart: a line more would move what they count, and LICENSE covers them.
"""
import os
import re
import subprocess
import sys

ENDINGS = (".cpp", ".h", ".c", ".cc", ".def", ".td", ".fbs", ".s", ".ld", ".py", ".sh", ".cmake", ".cmake.in", ".cfg", ".patch",
           "/CMakeLists.txt", ".html")
TESTS = re.compile(r"^test/(.*/)?Inputs/|^test/.*\.(test|ll|mir|c|s)$")
OURS = "Apache-2.0 WITH LLVM-exception"


def files(root):
    """The files that git knows, or all of them in a source without git."""
    listed = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True)
    if listed.returncode == 0 and listed.stdout:
        return listed.stdout.splitlines()
    found = (os.path.relpath(os.path.join(folder, name), root) for folder, _, names in os.walk(root) for name in names)
    return [path for path in found if not path.startswith("build")]


def licence(path):
    """What the file's SPDX line names; None without one. A patch says it in its head, of any length."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    head = text.split("\n--- ")[0] if path.endswith(".patch") else "\n".join(text.split("\n")[:6])
    found = re.search(r"SPDX-License-Identifier: ([\w. -]+?) *(\*/|-->)?$", head, re.M)
    return found and found[1]


def main(root):
    count = bad = 0
    for name in sorted(files(root)):
        path = os.path.join(root, name)
        if not ("/" + name).endswith(ENDINGS) or TESTS.search(name) or not os.path.isfile(path):
            continue
        count += 1
        wanted = "GPL-2.0-or-later" if name.startswith("utils/emulator/") and name.endswith(".patch") else OURS
        if licence(path) != wanted:
            bad += 1
            print(f"{name}: {licence(path) or 'no licence'}, wanted {wanted}")
    print(f"{count} files, {bad} without their licence")


main(sys.argv[1])
