#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Comparisons of HVX floats (v68 and later), all of IR's conditions, alone and joined with another one: what the code computes.

usage: vector_conditions.py FOLDER [OPTION OF LLC]...

No emulator runs these instructions. The code is straight; a lane of it is computed here, for all pairs of NaN, infinities, zeros and numbers.
Status 1 and the functions that give something else than IR says.
"""
import itertools
import operator
import pathlib
import re
import struct
import subprocess
import sys

# A condition holds for unordered operands, or for these relations of ordered ones.
RELATIONS = {"eq": "=", "gt": ">", "ge": "=>", "lt": "<", "le": "=<", "ne": "<>"}
CONDITIONS = {**{"o" + name: (False, set(held)) for name, held in RELATIONS.items() if name != "ne"}, "one": (False, set("<>")),
              **{"u" + name: (True, set(held)) for name, held in RELATIONS.items()}, "ord": (False, set("<=>")), "uno": (True, set()),
              "true": (True, set("<=>")), "false": (False, set())}
JOINS = {"": None, "and": operator.and_, "or": operator.or_, "xor": operator.xor}
TYPES = {"float": (32, "f", "I"), "half": (64, "e", "H")}
VALUES = [float(v) for v in ("nan", "-nan", "inf", "-inf", "0", "-0", "1", "-1", "1.5", "65504")]


def bits(value, kind):
    _, real, whole = TYPES[kind]
    return struct.unpack(whole, struct.pack(real, value))[0]


def holds(condition, x, y):
    unordered, held = CONDITIONS[condition]
    return unordered if x != x or y != y else ("<" if x < y else ">" if x > y else "=") in held


def functions():
    for kind, condition, join in itertools.product(TYPES, CONDITIONS, JOINS):
        vector, truth = f"<{TYPES[kind][0]} x {kind}>", f"<{TYPES[kind][0]} x i1>"
        second = f"%d = fcmp ogt {vector} %t, %f\n %e = {join} {truth} %d, %c" if join else f"%e = or {truth} %c, %c"
        yield (f"{kind}_{condition}_{join}", f"define {vector} @{kind}_{condition}_{join}({vector} %x, {vector} %y, {vector} %t, {vector} %f)"
               f" {{\n %c = fcmp {condition} {vector} %x, %y\n {second}\n %r = select {truth} %e, {vector} %t, {vector} %f\n"
               f" ret {vector} %r\n}}\n")


def signed(value, width):
    return value - (1 << width) if value >> width - 1 else value


def compare(kind, a, b):
    if kind in ("w", "h"):
        width = 32 if kind == "w" else 16
        return signed(a, width) > signed(b, width)
    real, whole = {"sf": ("f", "I"), "hf": ("e", "H")}[kind]
    one, other = (struct.unpack(real, struct.pack(whole, v))[0] for v in (a, b))
    return one > other


def step(instruction, was):
    """(register, value) of one lane."""
    to, assign, text = re.fullmatch(r"(\w+)(?:\.h)? (\S?=) (.*)", instruction).groups()
    number = re.fullmatch(r"##?(-?\w+)", text)
    name, arguments = re.fullmatch(r"(?:([\w.]+)\()?(.*?)\)?", text).groups()
    arguments = arguments.split(",")
    if number:
        return to, int(number[1], 0)
    if name == "vcmp.gt":
        (a, kind), (b, _) = (argument.split(".") for argument in arguments)
        value = compare(kind, was[a], was[b])
        return to, {"=": lambda: value, "&=": lambda: was[to] & value, "|=": lambda: was[to] | value, "^=": lambda: was[to] ^ value}[assign]()
    values = [not was[a[1:]] if a.startswith("!") else was[a] for a in arguments]
    if name is None or name == "vsplat":
        return to, values[0]
    if name == "vmux":
        return to, values[1] if values[0] else values[2]
    if name == "not":
        return to, not values[0]
    return to, {"and": operator.and_, "or": operator.or_, "xor": operator.xor, "vand": operator.and_}[name](*values)


def run(code, arguments):
    registers = dict(enumerate_vectors(arguments))
    for packet in code:
        registers.update([step(instruction, registers) for instruction in packet])
    return registers["v0"]


def enumerate_vectors(arguments):
    return ((f"v{n}", value) for n, value in enumerate(arguments))


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    texts = dict(functions())
    (folder / "conditions.ll").write_text("".join(texts.values()))
    subprocess.run(["llc", "-march=hexagon", *sys.argv[2:], folder / "conditions.ll", "-o", folder / "conditions.s"], check=True)
    assembly = (folder / "conditions.s").read_text()
    wrong = set()
    for name in texts:
        kind, condition, join = name.split("_")
        body = re.search(rf"^{name}:.*?\n(.*?)^\.Lfunc_end", assembly, re.M | re.S)[1]
        packets = [[line.strip() for line in packet.splitlines() if line.strip() and "jumpr" not in line]
                   for packet in re.findall(r"^\t\{\n(.*?)^\t\}", body, re.M | re.S)]
        for x, y, (t, f) in itertools.product(VALUES, VALUES, ((2.0, 3.0), (3.0, 2.0))):
            taken = JOINS[join](t > f, holds(condition, x, y)) if join else holds(condition, x, y)
            if run(packets, [bits(v, kind) for v in (x, y, t, f)]) != bits(t if taken else f, kind):
                wrong.add(name)
    print(f"vector-conditions: {len(texts)} functions, {len(wrong)} wrong")
    if wrong:
        sys.exit(" ".join(sorted(wrong)))


if __name__ == "__main__":
    main()
