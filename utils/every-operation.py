#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every operation of LLVM's IR, on scalars and vectors of every kind of lane, is compiled for both targets: llc stops at none.

usage: every-operation.py [--build DIR] [--sample] [-j N] [OPERATION...]

The operations are those that C reaches by operators, builtins and the vectorizer; the machines are cores without and with vectors of both
lengths, with both kinds of vector floats, and SwiftDSP, with and without optimization. What llc says of each function that it stops at is
printed. --sample: one in ten of the operations. Status 1 if llc stops at one.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEXAGON = "-mtriple=hexagon -mcpu=hexagonv"
MACHINES = (HEXAGON + "66", HEXAGON + "66 -mattr=+hvxv66,+hvx-length128b", HEXAGON + "66 -mattr=+hvxv66,+hvx-length64b -O0",
            HEXAGON + "68 -mattr=+hvxv68,+hvx-length128b,+hvx-qfloat",
            "-mtriple=hexagon-unknown-linux-musl -mcpu=hexagonv68 -mattr=+hvxv68,+hvx-length128b,+hvx-ieee-fp -O0", "-mtriple=swiftdsp")
BITS = {"half": 16, "float": 32, "double": 64, **{f"i{n}": n for n in (8, 16, 32, 64, 128)}}
MANGLED = {"half": "f16", "float": "f32", "double": "f64"}
FLOATS, INTEGERS = ("half", "float", "double"), ("i8", "i16", "i32", "i64", "i128")

# Intrinsics: the lanes' type (f or i), the result, the operands, names. T is the vector, E one of its lanes, B a vector of bool, I one of i32,
# L one of i64. Types in the name: of the result and the first operand where they differ, and what stands behind a colon.
INTRINSICS = (
    ("f", "T", "T", "canonicalize fabs"),
    ("f", "T", "T T", "copysign minnum maxnum minimum maximum"),
    ("f", "E", "T", "vector.reduce.fmin vector.reduce.fmax vector.reduce.fminimum vector.reduce.fmaximum"),
    ("f", "E", "E T", "vector.reduce.fadd:T vector.reduce.fmul:T"),
    ("f", "B", "T i32=3", "is.fpclass:T"), ("f", "B", "T i32=504", "is.fpclass:T"),
    ("i", "T", "T", "bitreverse ctpop"),
    ("i", "T", "T i1=false", "abs ctlz cttz"),
    ("i", "T", "T T", "smin smax umin umax sadd.sat uadd.sat ssub.sat usub.sat sshl.sat ushl.sat"),
    ("i", "T", "T T T", "fshl fshr"),
    ("i", "I", "T T", "scmp:I:T ucmp:I:T"),
    ("i", "E", "T", " ".join(f"vector.reduce.{f}" for f in "add mul and or xor smin smax umin umax".split())),
)
# Those that are calls of routines or long code: scalars and one whole vector are enough.
CALLS = (
    ("f", "T", "T", "ceil floor trunc rint nearbyint round roundeven sqrt sin cos tan asin acos atan sinh cosh tanh exp exp2 exp10 log log2 log10"),
    ("f", "T", "T T", "pow"), ("f", "T", "T T T", "fma fmuladd"), ("f", "T", "T i32", "powi:T:i32"), ("f", "T", "T I", "ldexp:T:I"),
    ("f", "I", "T", "lrint:I:T fptosi.sat:I:T fptoui.sat:I:T"), ("f", "L", "T", "llrint:L:T fptosi.sat:L:T fptoui.sat:L:T"),
)
SCALAR_CALLS = (("f", "I", "T", "lround:I:T"), ("f", "L", "T", "llround:L:T"))
INSTRUCTIONS = {"f": "fadd fsub fmul fdiv frem fneg freeze", "i": "add sub mul and or xor shl lshr ashr sdiv udiv srem urem freeze"}
CONDITIONS = {"f": ("fcmp", "oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno"), "i": ("icmp", "eq ne sgt sle ugt ule")}


def vector(element, lanes):
    return element if lanes == 1 else f"<{lanes} x {element}>"


def lanes_of(element):
    """Scalars, less than a register, a register, half a vector, a vector, two vectors, and a number that is no power of two."""
    return sorted({1, 2, 3} | {bits // BITS[element] for bits in (64, 512, 1024, 2048)} - {0})


class Types:
    """The types that a row's letters stand for, and their names in an intrinsic's."""

    def __init__(self, element, lanes):
        self.element, self.lanes = element, lanes

    def text(self, letter):
        elements = {"T": self.element, "B": "i1", "I": "i32", "L": "i64"}
        if letter in elements:
            return vector(elements[letter], self.lanes)
        return self.element if letter == "E" else letter

    def mangled(self, letter):
        return re.sub(r"<(\d+) x (\w+)>", lambda m: f"v{m[1]}" + MANGLED.get(m[2], m[2]),
                      MANGLED.get(self.text(letter), self.text(letter)))


def function(types, result, operands, value, declaration=""):
    """Operands come from memory, and the result goes there; value: the right side of what computes it."""
    lines = [f"  %x{n} = load {types.text(o)}, ptr %p{n}" for n, o in enumerate(operands) if "=" not in o]
    lines.append(f"  %r = {value}")
    stored, named = types.text(result), "%r"
    if result == "B":
        stored = vector("i8", types.lanes)
        lines.append(f"  %w = zext {types.text('B')} %r to {stored}")
        named = "%w"
    lines.append(f"  store {stored} {named}, ptr %o")
    return f"{declaration}\ndefine void @f(ptr %o, ptr %p0, ptr %p1, ptr %p2) {{\n" + "\n".join(lines) + "\n  ret void\n}\n"


def of_intrinsic(types, result, operands, name):
    """name: with the letters of the types that are part of it; the whole vector where there are none."""
    name, *letters = name.split(":")
    called = ".".join(["@llvm", name, *(types.mangled(letter) for letter in letters or ["T"])])
    arguments = [(o.split("=")[0], o.split("=")[1] if "=" in o else f"%x{n}") for n, o in enumerate(operands)]
    kinds = ", ".join(types.text(o) + (" immarg" if not v.startswith("%") else "") for o, v in arguments)
    values = ", ".join(f"{types.text(o)} {v}" for o, v in arguments)
    return function(types, result, operands, f"call {types.text(result)} {called}({values})", f"declare {types.text(result)} {called}({kinds})")


def of_kind(kind, element):
    """(operation, lanes, text) of each operation on vectors of the element."""
    for table, lanes_there in ((INTRINSICS, lanes_of(element)), (CALLS, (1, max(1, 1024 // BITS[element]))), (SCALAR_CALLS, (1,))):
        for row_kind, result, operands, names in table:
            for name in names.split() if row_kind == kind else ():
                for lanes in lanes_there:
                    if lanes > 1 or "reduce" not in name:
                        yield name.split(":")[0], lanes, of_intrinsic(Types(element, lanes), result, operands.split(), name)
    for lanes in lanes_of(element):
        types = Types(element, lanes)
        for name in INSTRUCTIONS[kind].split():
            both = name not in ("fneg", "freeze")
            yield name, lanes, function(types, "T", ["T", "T"], f"{name} {types.text('T')} %x0" + ", %x1" * both)
        instruction, conditions = CONDITIONS[kind]
        for name in conditions.split():
            yield f"{instruction} {name}", lanes, function(types, "B", ["T", "T"], f"{instruction} {name} {types.text('T')} %x0, %x1")


def operations():
    """Names, each with its functions: (what it is called, text)."""
    found = {}
    for kind, elements in (("f", FLOATS), ("i", INTEGERS)):
        for element in elements:
            for name, lanes, text in of_kind(kind, element):
                found.setdefault(name, []).append((f"{name} of {vector(element, lanes)}", text))
    return found


def module(functions):
    declarations = {line for _, text in functions for line in text.split("\n") if line.startswith("declare")}
    bodies = (re.sub("^declare.*\n", "", text, flags=re.M).replace("@f(", f"@f{n}(") for n, (_, text) in enumerate(functions))
    return "\n".join(sorted(declarations)) + "\n" + "".join(bodies)


def stops_at(llc, machine, functions, folder):
    """(function, what llc says) of those that llc stops at: halves of the list are tried until one function is left."""
    with tempfile.NamedTemporaryFile("w", suffix=".ll", dir=folder) as file:
        file.write(module(functions))
        file.flush()
        done = subprocess.run([llc, *machine.split(), "-filetype=obj", "-o", os.devnull, file.name], capture_output=True, text=True)
    if not done.returncode:
        return []
    if len(functions) == 1:
        return [(functions[0][0], next((line for line in done.stderr.split("\n") if "rror:" in line or "ERROR" in line), "crash"))]
    middle = len(functions) // 2
    return stops_at(llc, machine, functions[:middle], folder) + stops_at(llc, machine, functions[middle:], folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("operation", nargs="*", help="only these (default: all)")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--sample", action="store_true", help="one in ten")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count(), metavar="N")
    options = parser.parse_args()
    found = operations()
    if unknown := [name for name in options.operation if name not in found]:
        parser.error(f"no operation '{unknown[0]}': {', '.join(found)}")
    chosen = options.operation or list(found)[::10 if options.sample else 1]
    failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = [(machine, name) for machine in MACHINES for name in chosen]
        for (machine, _), stops in zip(work, pool.map(lambda w: stops_at(options.build / "bin/llc", w[0], found[w[1]], folder), work)):
            for name, said in stops:
                failed += 1
                print(f"llc {machine}: {name}: {said}", flush=True)
    functions = len(MACHINES) * sum(len(found[name]) for name in chosen)
    print(f"{functions - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
