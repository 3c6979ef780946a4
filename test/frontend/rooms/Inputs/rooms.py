#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""rooms.py FOLDER: whether the includes of FOLDER's sources obey the order of FOLDER/rooms.txt.

rooms.txt lists rooms from the ground up, one a line: a folder, or files. A file belongs to the room that names the most of its
path. It may include what lies in its own room or in one that is listed before. README.md's table of folders, where there is one, has
the folders at the top in the same order. Prints each fault, then `N includes between rooms`. Exit status 1: there are faults.
"""
import os
import re
import sys

SOURCES = (".h", ".cpp", ".def")
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')
ROW = re.compile(r"\| `(\w+)/` \|")


def read_rooms(folder):
    """(names of rooms in order, {path: its room's number})"""
    names, numbers = [], {}
    with open(os.path.join(folder, "rooms.txt")) as file:
        for line in file:
            paths = line.split("#")[0].split()
            numbers.update((path, len(names)) for path in paths)
            names += paths[:1]
    return names, numbers


def room_of(path, numbers):
    while path and path not in numbers:
        path = os.path.dirname(path)
    return numbers.get(path)


def sources(folder):
    for place, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name.endswith(SOURCES):
                yield os.path.relpath(os.path.join(place, name), folder)


def check_includes(folder, names, numbers):
    faults, count, seen = [], 0, set()
    for path in sources(folder):
        own = room_of(path, numbers)
        if own is None:
            faults.append(f"{path}: in no room")
            continue
        seen.add(own)
        with open(os.path.join(folder, path)) as file:
            for number, line in enumerate(file, 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                other = room_of(match.group(1), numbers)
                if other is None:
                    faults.append(f"{path}:{number}: includes {match.group(1)}, which is in no room")
                elif other > own:
                    faults.append(f"{path}:{number}: {names[own]} includes {match.group(1)} of {names[other]}, a room above it")
                count += other not in (None, own)
    faults += [f"rooms.txt: {name} has no files" for number, name in enumerate(names) if number not in seen]
    return faults, count


def check_readme(folder, names):
    readme = os.path.join(folder, "README.md")
    if not os.path.exists(readme):
        return []
    with open(readme) as file:
        rows = ROW.findall(file.read())
    wanted = [name for name in names if os.path.dirname(name) == "" and "." not in name]
    return [] if rows == wanted else [f"README.md: the folders are {' '.join(rows)}, in rooms.txt {' '.join(wanted)}"]


def main():
    folder = sys.argv[1]
    names, numbers = read_rooms(folder)
    faults, count = check_includes(folder, names, numbers)
    faults += check_readme(folder, names)
    for fault in faults:
        print(fault)
    print(f"{count} includes between rooms")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
