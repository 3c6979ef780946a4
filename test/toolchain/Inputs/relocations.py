#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every instruction with a constant or a place that a linker may fill in: it writes what the assembler writes itself.

usage: relocations.py LLVM_SOURCE FOLDER OBJECT...

The instructions are those of the compiler's tables, each in a packet of its own, and those that a duplex holds with every partner. A constant
is compared as a number and as an absolute symbol, for two values; a branch's place as a label and as a symbol, ahead and behind. The
assembler is Debian's, whose objects have relocations that ours leaves out (patch 0005). Prints how many were compared; status 1 and the
packets for differences, and for a relocation of lld's that is neither here nor in an OBJECT, which another test executes.
"""
import collections
import json
import pathlib
import re
import struct
import subprocess
import sys

LLVM = "/usr/lib/llvm-19"
TBLGEN, ROOT, MC = f"{LLVM}/bin/llvm-tblgen", f"{LLVM}/include", f"{LLVM}/bin/llvm-mc"
VALUES = 0x5A3C969B, 0xA1C36964
REGISTERS = {"Rd32": "r5", "Rs32": "r6", "Rt32": "r7", "Ru32": "r8", "Rx32": "r9", "Re32": "r10", "Ry32": "r12", "Rs16": "r4", "Rt16": "r3",
             "Rd16": "r2", "Rx16": "r1", "Rdd32": "r17:16", "Rtt32": "r19:18", "Rss32": "r21:20", "Ryy32": "r23:22", "Nt8": "r2", "Ns8": "r2",
             "Pd4": "p0", "Pu4": "p1", "Pv4": "p1", "Pt4": "p1", "Rx32in": "r9", "n1": "-1"}
# What a duplex can hold beside an instruction of two registers and a constant.
PARTNERS = ("memw(r1+#0) = r2", "memb(r1+#0) = r2", "r2 = memw(r3+#0)", "r2 = memub(r3+#0)", "memh(r1+#0) = r2", "r2 = memh(r3+#0)",
            "memd(r29+#0) = r17:16", "r17:16 = memd(r29+#0)", "memw(r29+#0) = r2", "r2 = memw(r29+#0)", "allocframe(#0)", "deallocframe",
            "jumpr r31", "if (p0) jumpr r31", "r3 = add(r3,#1)", "r3 = #5", "r3 = r4", "r3 = and(r4,#1)", "p0 = cmp.eq(r3,#1)",
            "r17:16 = combine(#0,#1)", "memw(r1+#0) = #1", "memb(r1+#0) = #1", "r3 = zxtb(r4)")
# Those that lld knows by an error: small data (small-data.c).
REFUSED = [f"R_HEX_GPREL16_{bits}" for bits in range(4)]
# The relocation of a branch, by the bits of its distance.
BRANCHES = {9: "R_HEX_B7_PCREL", 11: "R_HEX_B9_PCREL", 15: "R_HEX_B13_PCREL", 17: "R_HEX_B15_PCREL", 24: "R_HEX_B22_PCREL"}
PLAIN = """\
--- !ELF
FileHeader: {{Class: ELFCLASS32, Data: ELFDATA2LSB, Type: ET_REL, Machine: EM_HEXAGON, Flags: [EF_HEXAGON_MACH_V66, EF_HEXAGON_ISA_V66]}}
Sections:
  - {{Name: .text, Type: SHT_PROGBITS, Flags: [SHF_ALLOC, SHF_EXECINSTR], AddressAlign: 16, Content: "{content}"}}
  - Name: .rela.text
    Type: SHT_RELA
    Info: .text
    Relocations:
{relocations}
Symbols:
  - {{Name: .text, Type: STT_SECTION, Section: .text}}
  - {{Name: _start, Section: .text, Binding: STB_GLOBAL}}
"""
EXTENDED = ("r4 = add(r4,##{0})", "r4 = ##{0}")


def run(*command, text=None):
    done = subprocess.run([str(part) for part in command], input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"relocations: {' '.join(map(str, command))}\n{done.stderr[-2000:]}")
    return done.stdout


def operands(record):
    return record["OutOperandList"]["args"] + record["InOperandList"]["args"]


def serves(record):
    """Whether it is an instruction of the processor's with an extender, or a branch without one (those that compare with zero)."""
    if record["isPseudo"] or record["isCodeGenOnly"] or record["isAsmParserOnly"]:
        return False
    return record["isExtendable"] == [1] or any(kind["def"] == "b13_2Imm" for kind, _ in operands(record))


def records(source):
    hexagon = source / "llvm/lib/Target/Hexagon"
    described = json.loads(run(TBLGEN, "-dump-json", "-I", hexagon, "-I", ROOT, hexagon / "Hexagon.td"))
    return {name: record for name, record in described.items() if isinstance(record, dict) and "isExtendable" in record
            and serves(record) and not name.startswith(("SA1_", "dup_"))}


def number(bits):
    return sum(bit << place for place, bit in enumerate(bits))


def instruction(name, record):
    """(text with {0} for the constant or the place, bits of the distance to the place or None)"""
    if record["isExtendable"] == [1]:
        kind, extended = operands(record)[number(record["opExtendable"])]
        bits = number(record["opExtentBits"]) if kind["def"] in ("b30_2Imm", "a30_2Imm") else None
    else:
        extended, bits = "Ii", 15

    def operand(match):
        operand = match[2]
        if operand == extended:
            return "##{0}" if bits is None else "{0}"
        if operand in REGISTERS:
            return match[1] + REGISTERS[operand]
        if operand in ("Ii", "II"):
            return match[1] + "0"
        sys.exit(f"relocations: no operand is known for ${operand} of {name}: {record['AsmString']}")

    text = re.sub(r"(#?)\$(\w+)", operand, record["AsmString"])
    return text, bits


def packet(text):
    """With whoever makes what is new."""
    makers = []
    if "r2.new" in text:
        makers.append("r2 = add(r11,r13)")
    if "p1.new" in text and "p1 = " not in text:
        makers.append("p1 = cmp.eq(r11,r13)")
    return "{ " + "; ".join([*makers, text]) + " }"


def link(folder, name, lines, *options):
    """The linked file, and how often each relocation was in the object."""
    made, linked = folder / f"{name}.o", folder / f"{name}.elf"
    run(MC, "-triple=hexagon", "-mcpu=hexagonv66", "-mattr=+hvxv66,+hvx-length128b", "-filetype=obj", "-o", made,
        text="\n".join([".globl _start", "_start:", *lines, ""]))
    run("ld.lld", "-e", "_start", *options, made, "-o", linked)
    return linked, relocations_of(made)


def packets_of(linked):
    """The words of each packet of the code."""
    code = linked.with_suffix(".bin")
    run("llvm-objcopy", "-O", "binary", "--only-section=.text", linked, code)
    packets = [[]]
    for (word,) in struct.iter_unpack("<I", code.read_bytes()):
        packets[-1].append(f"{word:08x}")
        if word >> 14 & 3 in (0, 3):  # a duplex, or the mark of the end
            packets.append([])
    return packets[:-1]


def compare_constants(folder, constants):
    """The packets that differ, and the relocations."""
    differences, seen = [], collections.Counter()
    for value in VALUES:
        want, _ = link(folder, "number", [text.replace("{0}", hex(value)) for text in constants])
        got, types = link(folder, "symbol", [text.replace("{0}", "symbol") for text in constants], f"--defsym=symbol={value}")
        seen += types
        rows = zip(constants, packets_of(want), packets_of(got), strict=True)
        differences += [f"{text} with {value:#x}: assembled {a}, linked {b}" for text, a, b in rows if a != b]
    return differences, seen


def around(branches, way, label, declare):
    """Each branch between two places: text leads to the first of them, or to itself, or to the second one."""
    lines = []
    for n, (text, _) in enumerate(branches):
        places = {"back": f"{label}b{n}", "self": f"{label}s{n}", "ahead": f"{label}a{n}"}
        for place in ("back", "self", "ahead"):
            lines += [*(declare(places[place])), places[place] + ":"]
            lines += [text.replace("{0}", places[way])] if place == "self" else ["nop"]
    return lines


def compare_extended(folder, branches, way):
    """Extended branches: labels that the assembler knows, and symbols that it leaves to the linker."""
    want, left = link(folder, "labels", around(branches, way, ".L", lambda label: []))
    got, seen = link(folder, "places", around(branches, way, "", lambda label: [f".weak {label}"]))
    if left:
        sys.exit(f"relocations: the assembler leaves its own labels to the linker: {left}")
    return want, got, seen


def compare_plain(folder, branches, way):
    """Others, which the assembler never leaves to the linker: an object made by hand of branches to themselves."""
    want, _ = link(folder, "labels", around(branches, way, ".L", lambda label: []))
    own, _ = link(folder, "selves", around(branches, "self", ".L", lambda label: []))
    place, text, relocations = 0, "", []
    for n, packet in enumerate(packets_of(own)):
        if n % 3 == 1:
            target = place - 4 if way == "back" else place + 4 * len(packet)
            last = 4 * (len(packet) - 1)
            kind = BRANCHES[branches[n // 3][1]]
            relocations.append(f"      - {{Offset: {place + last}, Symbol: .text, Type: {kind}, Addend: {target + last}}}")
        place += 4 * len(packet)
        text += "".join(struct.pack("<I", int(word, 16)).hex() for word in packet)
    made, linked = folder / "plain.o", folder / "plain.elf"
    (folder / "plain.yaml").write_text(PLAIN.format(content=text, relocations="\n".join(relocations)))
    run("yaml2obj", folder / "plain.yaml", "-o", made)
    run("ld.lld", "-e", "_start", made, "-o", linked)
    return want, linked, relocations_of(made)


def compare_branches(folder, branches):
    """The same for places in the code, ahead and behind."""
    differences, seen = [], collections.Counter()
    extended = [(text.replace("{0}", "##{0}"), bits) for text, bits in branches if bits != 15]
    for way in ("back", "ahead"):
        for texts, compare in ((extended, compare_extended), (branches, compare_plain)):
            want, got, types = compare(folder, texts, way)
            seen += types
            rows = enumerate(zip(packets_of(want), packets_of(got), strict=True))
            differences += [f"{texts[n // 3][0]}: assembled {a}, linked {b}" for n, (a, b) in rows if a != b]
    return differences, seen


def relocations_of(made):
    return collections.Counter(re.findall(r"R_HEX_\w+", run("llvm-readobj", "-r", made)))


def known_to(linker):
    """Relocations that its source names where it says what their values are."""
    return set(re.findall(r"case (R_HEX_\w+):", linker.read_text().split("getRelExpr")[2].split("default:")[0])) - {"R_HEX_NONE", *REFUSED}


def main():
    source, folder, *objects = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    constants, branches = [], []
    for name, record in records(source).items():
        if "(pc," in record["AsmString"]:
            continue  # no number stands for it: relocations.c executes it
        text, bits = instruction(name, record)
        if bits:
            branches.append((packet(text), bits))
        else:
            constants.append(packet(text))
    for extended in EXTENDED:
        constants += ["{ " + extended + "; " + partner + " }" for partner in PARTNERS]
    differences, seen = compare_constants(folder, constants)
    more, types = compare_branches(folder, branches)
    seen = sum(map(relocations_of, objects), seen + types)
    differences += [f"no test has {name}" for name in sorted(known_to(source / "lld/ELF/Arch/Hexagon.cpp") - set(seen))]
    print(f"relocations: {len(constants)} packets with constants, {len(branches)} with branches, {len(differences + more)} wrong")
    if differences + more:
        sys.exit("\n".join(differences + more))


if __name__ == "__main__":
    main()
