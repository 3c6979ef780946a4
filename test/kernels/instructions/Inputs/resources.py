# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks the tools what instruction-resources says of each row of instructions.def (see ../resources.test):

  resources.py functions TABLE > FUNCTIONS.c        a function for each row, by its template
  resources.py packets TABLE FUNCTIONS.s > P.s      packets, one a line: the resources of up to four rows, and each row beside one of each
  resources.py compare P.s ERRORS                   that the assembler refuses those that are said not to fit, and no others
  resources.py sequences TABLE FUNCTIONS.s > S.s    each operand of each row behind an instruction that makes it, for packet-profile
"""
import json
import re
import sys

TYPES = {"V": "HVX_Vector", "W": "HVX_VectorPair", "R": "int", "P": "long long"}


def operands(row):
    """(letter, kind): the result if it is added to, and what the row reads."""
    return [(letter, kind) for letter, kind in zip("dabc", row["kinds"]) if letter != "d" or row["accumulates"]]


def functions(table):
    print("#include <hexloom/hvx/bytes.h>\n#include <hexloom/hvx/pair_words.h>")
    for number, row in enumerate(table["rows"]):
        text, parameters = row["c"], [f"{TYPES[kind]} {letter}" for letter, kind in operands(row)]
        if "load" in row["needs"]:
            text, parameters = re.sub(r"\ba\b", "(*a)", text), ["const HVX_Vector *a"]
        print(f"{TYPES[row['kinds'][0]]} row{number}({', '.join(parameters)}) {{ return {text}; }}")


def compiled(table, path):
    """[(row, its vector instructions)]"""
    with open(path) as file:
        text = file.read()
    rows = []
    for number, row in enumerate(table["rows"]):
        body = re.search(rf"^row{number}:[^\n]*\n(.*?)^\.Lfunc_end", text, re.DOTALL | re.MULTILINE).group(1)
        lines = [re.sub(r"[{}]", "", line.split("//")[0]).strip() for line in body.splitlines()]
        lines = [line for line in lines if re.search(r"\b[vq]\d", line)]
        if row["needs"] == ["none"]:
            continue
        count = len(row["needs"])
        if all(re.match(r"v[\d:]+ = (v\d+|vcombine\(.*\))$", line) for line in lines[count:]):
            lines = lines[:count]  # what moves the result to where a function's is
        if len(lines) != count:
            sys.exit(f"{row['name']}: {len(row['needs'])} resources, and instructions {lines}")
        rows.append((row, lines))
    return rows


def moved(line, by):
    """The same on other vectors and predicates."""
    line = re.sub(r"\bv(\d+):(\d+)", lambda m: f"v{int(m[1]) + 8 * by}:{int(m[2]) + 8 * by}", line)
    line = re.sub(r"\bv(\d+)(?!\d*:)", lambda m: f"v{int(m[1]) + 8 * by}", line)
    return re.sub(r"\bq(\d+)", lambda m: f"q{int(m[1]) + by}", line)


def packets(table, path):
    rows = compiled(table, path)
    units = [(need, line) for row, lines in rows for need, line in zip(row["needs"], lines)]
    one, fits = {}, {}
    for need, line in units:
        one.setdefault(need, line)
    for packet in table["packets"]:
        fits[tuple(packet["packet"])] = packet["fits"]
        print(f"{{ {' ; '.join(moved(one[need], i) for i, need in enumerate(packet['packet']))} }} // {packet['fits']}")
    for need, line in units:
        for other in sorted(one):
            print(f"{{ {line} ; {moved(one[other], 1)} }} // {fits[tuple(sorted((need, other)))]}")


def compare(path, errors):
    with open(errors) as file:
        refused = {int(number) for number in re.findall(r":(\d+):\d+: error:", file.read())}
    wrong = fitting = 0
    with open(path) as file:
        lines = file.read().splitlines()
    for number, line in enumerate(lines, 1):
        fits = line.endswith("// True")
        fitting += fits
        if fits == (number in refused):
            wrong += 1
            print(f"{'does not fit' if fits else 'fits'}: {line}")
    print(f"{len(lines)} packets, {fitting} fit, {wrong} said wrongly")
    sys.exit(wrong != 0 or fitting == 0 or fitting == len(lines))


def sequences(table, path):
    text, calls = [], []

    def sequence(name, lines, stalls):
        calls.append(f"\t{{ call {name} }}")
        text.append(f"// EXPECT {name}: packets {len(lines) + 1}" + (f", vector-early {stalls}" if stalls else ""))
        text.extend(["\t.p2align 5", f"\t.globl {name}", f"\t.type {name},@function", f"{name}:"])
        text.extend(f"\t{{ {line} }}" for line in lines + ["jumpr r31"])
        text.append(f"\t.size {name}, .-{name}")

    for number, (row, lines) in enumerate(compiled(table, path)):
        if len(lines) > 1:
            continue
        at, vectors = 0, []
        for _, kind in operands(row):
            if kind == "W":
                at += at % 2
            vectors += [(kind, at)] if kind not in "RP" and "load" not in row["needs"] else []
            at += {"V": 1, "W": 2, "R": 0, "P": 0}[kind]
        for place, ((kind, register), packets_between) in enumerate(zip(vectors, row["waits"])):
            made = f"v{register}.w = vadd(v30.w,v31.w)" if kind == "V" else f"v{register + 1}:{register}.w = vadd(v29:28.w,v31:30.w)"
            sequence(f"row{number}_operand{place}", [made] + lines, packets_between - 1)
        result = re.match(r"v(\d+)", lines[0])[1]
        sequence(f"row{number}_result", lines + [f"v20 = vror(v{result},r0)"], row["result"] - 1)
    print("\t.text\n\t.globl _start\n\t.type _start,@function\n_start:\n\t{ r0 = ##buffer }")
    print("\n".join(calls))
    print("\t{ r6 = #94\n\t  r0 = #0 }\n\t{ trap0(#1) }\n\t.size _start, .-_start")
    print("\n".join(text))
    print("\t.bss\n\t.p2align 7\nbuffer:\t.space 256")


def main(command, *files):
    if command == "compare":
        return compare(*files)
    with open(files[0]) as file:
        table = json.load(file)
    return {"functions": functions, "packets": packets, "sequences": sequences}[command](table, *files[1:])


main(*sys.argv[1:])
