# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LLVM IR: each part of each vector is inserted and extracted by a function of its own; parts-of-vectors.c calls what `table` lists.

usage: parts_of_vectors.py BITS...

BITS: of the vectors. Lanes are of 8, 16 and 32 bits, and bools, which are bytes in memory. Parts are of all lengths that divide the
vector's, at their first, second and last places.
"""
import sys

LANES = {"i8": 8, "i16": 16, "i32": 32}
functions, rows, declarations = [], [], set()


def loaded(element, lanes, name, pointer):
    """Lines that load a vector; bools are the lowest bits of bytes."""
    if element != "i1":
        return [f"%{name} = load <{lanes} x {element}>, ptr %{pointer}"]
    return [f"%{name}b = load <{lanes} x i8>, ptr %{pointer}", f"%{name} = trunc <{lanes} x i8> %{name}b to <{lanes} x i1>"]


def stored(element, lanes):
    if element != "i1":
        return [f"store <{lanes} x {element}> %r, ptr %o"]
    return [f"%z = zext <{lanes} x i1> %r to <{lanes} x i8>", f"store <{lanes} x i8> %z, ptr %o"]


def function(element, lanes, part, index, inserts):
    whole, piece = f"<{lanes} x {element}>", f"<{part} x {element}>"
    name = f"@llvm.vector.{'insert' if inserts else 'extract'}.v{lanes if inserts else part}{element}.v{part if inserts else lanes}{element}"
    lines = loaded(element, lanes, "v", "vp")
    if inserts:
        lines += loaded(element, part, "p", "pp") + [f"%r = call {whole} {name}({whole} %v, {piece} %p, i64 {index})"] + stored(element, lanes)
        declarations.add(f"declare {whole} {name}({whole}, {piece}, i64)")
    else:
        lines += [f"%r = call {piece} {name}({whole} %v, i64 {index})"] + stored(element, part)
        declarations.add(f"declare {piece} {name}({whole}, i64)")
    number = len(functions)
    functions.append(f"define void @f{number}(ptr %o, ptr %vp, ptr %pp) {{\n  " + "\n  ".join(lines) + "\n  ret void\n}\n")
    size = LANES.get(element, 8) // 8
    values = (f"ptr @f{number}", *(f"i32 {n}" for n in (inserts, lanes * size, part * size, index * size, element == "i1")))
    rows.append("%row { " + ", ".join(values).replace("True", "1").replace("False", "0") + " }")


def vectors(bits):
    for element, width in LANES.items():
        yield element, bits // width
    yield "i1", min(bits // 8, 128)


for bits in map(int, sys.argv[1:]):
    for element, lanes in vectors(bits):
        for part in (n for n in range(2, lanes) if lanes % n == 0):
            for index in sorted({0, part, lanes - part}):
                for inserts in (True, False):
                    function(element, lanes, part, index, inserts)

print("%row = type { ptr, i32, i32, i32, i32, i32 }\n" + "\n".join(sorted(declarations)) + "\n" + "".join(functions))
print(f"@table = constant [{len(rows)} x %row] [" + ", ".join(rows) + "]")
print(f"@entries = constant i32 {len(rows)}")
