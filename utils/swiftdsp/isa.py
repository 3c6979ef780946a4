#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""SwiftDSP's table (docs/swiftdsp/ISA.def) for Python: parse, encode, decode; --check proves that it is consistent,
--markdown prints docs/swiftdsp/instructions.md.
"""
import argparse
import itertools
import os
import random
import re
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = os.path.join(TOP, "docs/swiftdsp/ISA.def")
# Format -> ({field: (lowest bit, width)}, bits of the function code).
FORMATS = {
    "R3": ({"ra": (20, 6), "rb": (14, 6), "rc": (8, 6)}, 8),
    "R2I": ({"ra": (20, 6), "rb": (14, 6), "imm": (4, 10)}, 4),
    "RI": ({"ra": (20, 6), "imm": (4, 16)}, 4),
    "I": ({"imm": (4, 22)}, 4),
    "A": ({"ra": (20, 6), "rb": (14, 6), "imm": (0, 14)}, 0),
}
FLAGS = {"NONE", "COMM", "BRANCH", "CALL", "COND", "BARRIER", "INDIRECT", "LOOP", "SOLO", "CHEAP", "LOAD", "STORE", "POST",
         "RING", "BOTH"}
OPERAND = re.compile(r"(ra|rb|rc|imm):(\w+)([=*]?)")
IMMEDIATE = re.compile(r"([su])(\d+)(?:x(\d+))?$")


class Immediate:
    """A class such as s10x4: signed or not, bits, scale."""

    def __init__(self, name):
        sign, bits, scale = IMMEDIATE.match(name).groups()
        self.signed, self.bits, self.scale = sign == "s", int(bits), int(scale or 1)

    def range(self):
        """The least and the greatest value."""
        low = -(1 << self.bits - 1) if self.signed else 0
        return low * self.scale, (low + (1 << self.bits) - 1) * self.scale

    def encode(self, value):
        low, high = self.range()
        if value % self.scale or not low <= value <= high:
            raise ValueError(f"immediate {value}: needs a multiple of {self.scale} of {low} to {high}")
        return value // self.scale & (1 << self.bits) - 1

    def decode(self, field):
        if self.signed and field >> self.bits - 1:
            field -= 1 << self.bits
        return field * self.scale


class RegisterClass:
    def __init__(self, name, first, last, step, count):
        self.name, self.first, self.last, self.step, self.count = name, first, last, step, count
        self.addresses = [a for a in range(first, last + 1, step) if not (name == "SW" and a in (50, 51))]

    def encode(self, address):
        if address not in self.addresses:
            raise ValueError(f"register address {address:06b} is not in class {self.name}")
        return address

    def decode(self, field):
        return field if field in self.addresses else None


class Operand:
    def __init__(self, field, kind, access, classes):
        self.field, self.kind = field, kind
        self.reads, self.writes = access != "=", access in ("=", "*")
        self.type = classes.get(kind) or Immediate(kind)
        self.is_register = kind in classes


class Instruction:
    def __init__(self, group, name, mnemonic, fmt, op, funct, timing, flags, operands, semantics, classes):
        self.group, self.name, self.mnemonic, self.format = group, name, mnemonic, fmt
        self.op, self.funct, self.timing = int(op), int(funct, 16), timing
        self.flags = set(flags.replace(" ", "").split("|")) - {"NONE"}
        self.text, self.semantics = operands, semantics
        self.operands = [Operand(*m.groups(), classes) for m in OPERAND.finditer(operands)]
        self.hidden = {m.group(1) for m in re.finditer(r"\{(\w+):", operands)}
        fields, width = FORMATS[fmt]
        used = {o.field for o in self.operands}
        assert used <= set(fields), f"{name}: no field {used - set(fields)} in format {fmt}"
        assert self.funct < 1 << width or width == 0 and self.funct == 0, f"{name}: function code does not fit"
        self.mask = 7 << 26 | (1 << width) - 1
        for field, (low, bits) in fields.items():
            if field not in used:
                self.mask |= (1 << bits) - 1 << low
        self.match = self.op << 26 | self.funct

    def syntax(self):
        text = re.sub(r"\{.*?\} ?", "", self.text)
        return (self.mnemonic + " " + OPERAND.sub(lambda m: m.group(1), text)).strip()

    def encode(self, values):
        """The word without bits 31:29; values: {field: register address or immediate}."""
        word = self.match
        for o in self.operands:
            low, bits = FORMATS[self.format][0][o.field]
            field = o.type.encode(values.get(o.field, 32 if o.kind == "A12" else 0))
            assert field < 1 << bits
            word |= field << low
        return word

    def decode(self, word):
        """{field: value}, or None if the word is not this instruction."""
        if word & self.mask != self.match:
            return None
        values = {}
        for o in self.operands:
            low, bits = FORMATS[self.format][0][o.field]
            field = word >> low & (1 << bits) - 1
            if not o.is_register and field >> o.type.bits:
                return None
            values[o.field] = o.type.decode(field)
            if values[o.field] is None:
                return None
        return values


class Timing:
    def __init__(self, name, slots, read, late, result, pointer):
        self.name, self.slots = name, [s for s in range(8) if int(slots, 16) >> s & 1]
        self.read, self.late, self.result, self.pointer = map(int, (read, late, result, pointer))


class Table:
    def __init__(self, path=TABLE):
        with open(path, encoding="ascii") as file:
            text = file.read()
        text = text[text.index("COST(TAKEN"):]
        row = lambda macro: re.findall(rf"^{macro}\(([^)]*)\)$", text, re.M)
        split = lambda line: [field.strip().strip('"') for field in line.split(",")]
        self.costs = {name: int(value) for name, value in map(split, row("COST"))}
        self.registers = {}  # name or alias -> address
        self.names = {}  # address -> name
        for name, address, _, _, alias in map(split, row("REG")):
            self.names[int(address)] = name
            for n in filter(None, (name, alias)):
                assert n not in self.registers, f"register {n} twice"
                self.registers[n] = int(address)
        self.classes = {f[0]: RegisterClass(f[0], *map(int, f[1:])) for f in map(split, row("CLASS"))}
        self.timings = {f[0]: Timing(*f) for f in map(split, row("TIMING"))}
        self.groups, self.instructions = [], []
        item = re.compile(r'^// (.*)$|^INST\((\w+), "(\w+)", (\w+), (\d), (0x\w+), (\w+), ([\w|]+), "([^"]*)",\s+"([^"]*)"\)$', re.M)
        for m in item.finditer(text):
            if m.group(1):
                self.groups.append(m.group(1))
            else:
                self.instructions.append(Instruction(self.groups[-1], *m.groups()[1:], self.classes))
        assert len(self.instructions) == text.count("\nINST("), "a line of the table was not understood"
        self.by_name = {i.name: i for i in self.instructions}
        assert len(self.by_name) == len(self.instructions), "a name stands twice"
        self.by_mnemonic = {}
        for i in self.instructions:
            self.by_mnemonic.setdefault(i.mnemonic, []).append(i)

    def decode(self, word):
        """(instruction, {field: value}) of a word, whatever its bits 31:29; None if it is illegal."""
        found = [(i, v) for i in self.instructions for v in [i.decode(word)] if v is not None]
        assert len(found) <= 1
        return found[0] if found else None

    def allowed_slots(self, instruction):
        return self.timings[instruction.timing].slots

    def assign_slots(self, instructions):
        """The lexicographically least legal slots of a packet's instructions, or None."""

        def search(rest, used):
            if not rest:
                return []
            both = "BOTH" in rest[0].flags
            for slot in [2] if both else self.allowed_slots(rest[0]):
                takes = {2, 3} if both else {slot}
                if not takes & used:
                    tail = search(rest[1:], used | takes)
                    if tail is not None:
                        return [slot] + tail
            return None

        return search(list(instructions), set())

    def accesses(self, instruction, values):
        """({register address: stage at which it is read}, {register address: stage at which its result is there})."""
        t, reads, writes = self.timings[instruction.timing], {}, {}
        for o in instruction.operands:
            if not o.is_register:
                continue
            pointer = "POST" in instruction.flags and o.field == "rb"
            late = not pointer and (o.kind == "A12" or o.reads and (o.writes or o.field == "ra" and "STORE" in instruction.flags))
            for address in range(values.get(o.field, 32), values.get(o.field, 32) + o.type.count):
                if o.reads:
                    stage = t.late if late else t.read
                    reads[address] = min(stage, reads.get(address, stage))
                if o.writes:
                    if address in writes:
                        raise ValueError("writes a register twice")
                    writes[address] = t.pointer if pointer else t.result
        if "RING" in instruction.flags:
            for base in (56, 60):
                reads[base + values["rc"] - 52] = t.read
        if "CALL" in instruction.flags:
            writes[31] = t.result
        if "LOOP" in instruction.flags:
            writes[48 if instruction.name == "loop0" else 49] = t.result
        reads.pop(0, None)
        writes.pop(0, None)
        return reads, writes

    def packet_error(self, packet):
        """Why a packet, a list of (instruction, values), is illegal; None if it is not."""
        if any("SOLO" in i.flags for i, _ in packet) and len(packet) > 1:
            return "an instruction that must be alone is not"
        if self.assign_slots([i for i, _ in packet]) is None:
            return "no slots for all instructions"
        branches = [i.flags for i, _ in packet if i.flags & {"BRANCH", "CALL"}]
        if len(branches) > 1 and ("COND" not in branches[0] or any("CALL" in b for b in branches)):
            return "two branches of which the first is not conditional, or a call beside a branch"
        written = {}
        for instruction, values in packet:
            reads, writes = self.accesses(instruction, values)
            for address, stage in reads.items():
                if address in written and (stage < 2 or written[address] - stage > self.costs["SOFT_LIMIT"]):
                    return f"{instruction.mnemonic} reads {self.names[address]} too early in the packet that writes it"
            for address, stage in writes.items():
                if address in written:
                    return f"{self.names[address]} is written twice"
                written[address] = stage
        return None


def random_values(instruction, rng):
    values = {}
    for o in instruction.operands:
        if o.is_register:
            values[o.field] = rng.choice(o.type.addresses)
        else:
            values[o.field] = o.type.decode(rng.getrandbits(o.type.bits))
    return values


def check(table):
    """Raises on the first inconsistency."""
    for a, b in itertools.combinations(table.instructions, 2):
        assert a.mask & b.mask & (a.match ^ b.match), f"{a.name} and {b.name} collide"
    rng = random.Random(1)
    for i in table.instructions:
        assert i.timing in table.timings, f"{i.name}: no timing {i.timing}"
        assert i.flags <= FLAGS, f"{i.name}: unknown flag {i.flags - FLAGS}"
        assert (i.op == 4) == ("LOAD" in i.flags) and (i.op == 5) == ("STORE" in i.flags)
        for _ in range(20):
            values = random_values(i, rng)
            found = table.decode(i.encode(values))
            assert found == (i, values), f"{i.name} {values}: decodes as {found and found[0].name}"
        for body in re.sub(r"\[\d+\]", "", i.semantics).split(";"):
            body = re.sub(r"^(.*) if (.*)$", r"if \2: \1", body.strip()) if body.strip().startswith("jump") else body.strip()
            compile(body, i.name, "exec")
    for mnemonic, rows in table.by_mnemonic.items():
        texts = [re.sub(r"(\w+):(\w+)[=*]?", lambda m: "r" if m.group(2) in table.classes else "i", r.text) for r in rows]
        assert len(set(texts)) == len(texts), f"{mnemonic}: two forms are written alike"
    vmax = table.by_name["vmax40"]  # the one instruction whose encoding the paper gives (figure 12)
    assert (vmax.op, vmax.funct, vmax.format) == (1, 0b01001001, "R3")
    assert table.decode(0) is None and table.decode(0x1fffffff) is None, "zeros or ones are an instruction"


def slots_text(slots):
    return " ".join(map(str, slots))


def markdown(table):
    lines = ["# SwiftDSP: all instructions", "",
             "Made by `utils/swiftdsp/isa.py --markdown` from [ISA.def](ISA.def), whose head explains the columns; a test compares.",
             "", f"{len(table.instructions)} instructions.", "", "| timing | slots | read | late | result | pointer |", "|---|---|---|---|---|---|"]
    for t in table.timings.values():
        lines.append(f"| {t.name} | {slots_text(t.slots)} | {t.read} | {t.late} | {t.result} | {t.pointer} |")
    for group in table.groups:
        rows = [i for i in table.instructions if i.group == group]
        if not rows:
            continue
        lines += ["", "## " + group.split(":")[0].rstrip("."), "", group, "", "| assembly | operands | format | op | funct | timing | flags | semantics |",
                  "|---|---|---|---|---|---|---|---|"]
        for i in rows:
            digits = 2 if i.format == "R3" else 1
            operands = i.text.replace("|", "\\|").replace("*", "\\*")
            semantics = i.semantics.replace("|", "\\|")
            lines.append(f"| `{i.syntax()}` | {operands} | {i.format} | {i.op} | {i.funct:0{digits}x} | {i.timing} | "
                         f"{' '.join(sorted(i.flags)).lower()} | `{semantics}` |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="collisions, decodability, names, semantics that parse")
    parser.add_argument("--markdown", action="store_true", help="print the list of instructions")
    parser.add_argument("--table", default=TABLE, help="another table than the project's")
    options = parser.parse_args()
    table = Table(options.table)
    if options.check:
        check(table)
        print(f"{len(table.instructions)} instructions, no collision")
    if options.markdown:
        sys.stdout.write(markdown(table))


if __name__ == "__main__":
    main()
