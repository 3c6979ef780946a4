#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A small assembler for SwiftDSP, made from docs/swiftdsp/ISA.def alone: tests of the simulator and the document's examples
use it, and it is a second opinion on the LLVM assembler's encodings. Syntax: docs/swiftdsp-isa.md, "Assembly".
"""
import argparse
import os
import re
import struct
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import isa  # noqa: E402

TEXT_BASE = 0x10000
MACHINE = 0x5357


class AssemblyError(Exception):
    pass


def form_pattern(instruction):
    """The instruction's operands as a regular expression with a group for each written operand."""
    text = re.sub(r"\{.*?\} ?", "", instruction.text)
    out, at = "", 0
    for m in isa.OPERAND.finditer(text):
        out += re.escape(text[at:m.start()]).replace(r"\ ", r"\s*")
        operand = next(o for o in instruction.operands if o.field == m.group(1))
        out += f"(?P<{operand.field}>" + (r"[a-z]+\d*" if operand.is_register else r"[^,;]+?") + ")"
        at = m.end()
    return re.compile(out + re.escape(text[at:]) + "$")


class Assembler:
    def __init__(self, table, force=False):
        self.table, self.force = table, force
        self.patterns = {i.name: form_pattern(i) for i in table.instructions}
        self.sections = {"text": bytearray(), "data": bytearray()}
        self.section, self.symbols, self.fixes, self.line = "text", {}, [], 0
        self.globals = set()

    def fail(self, text):
        raise AssemblyError(f"line {self.line}: {text}")

    def value(self, text):
        """An expression: integers, labels, lo(), hi(), + and -."""
        m = re.match(r"(lo|hi)\((.*)\)$", text.strip())
        if m:
            value = self.value(m.group(2))
            return value >> 16 & 0xffff if m.group(1) == "hi" else (value & 0xffff ^ 0x8000) - 0x8000
        total, sign = 0, 1
        for token in re.findall(r"[-+]|[\w.$]+|\S", text):
            if token in "+-":
                sign *= 1 if token == "+" else -1
                continue
            if re.match(r"\d", token):
                term = int(token, 0)
            elif token in self.symbols:
                term = self.addresses[token]
            else:
                self.fail(f"unknown symbol '{token}'")
            total, sign = total + sign * term, 1
        return total

    def parse_instruction(self, text):
        mnemonic, _, rest = text.strip().partition(" ")
        if mnemonic not in self.table.by_mnemonic:
            self.fail(f"unknown instruction '{mnemonic}'")
        for instruction in self.table.by_mnemonic[mnemonic]:
            m = self.patterns[instruction.name].match(rest.strip())
            if m and all(o.field in instruction.hidden or self.fits(o, m.group(o.field)) for o in instruction.operands):
                return instruction, m.groupdict()
        self.fail(f"no form of '{mnemonic}' takes '{rest.strip()}'")

    def fits(self, operand, text):
        address = self.table.registers.get(text)
        return address in operand.type.addresses if operand.is_register else address is None

    def add_packet(self, lines):
        """lines: [(line number, text)]. Encodes at once, labels of immediates later."""
        packet = [(n, *self.parse_instruction(t)) for n, t in lines]
        if len(packet) > 8:
            self.fail("a packet has at most 8 instructions")
        known = [(i, {o.field: self.table.registers[v[o.field]] for o in i.operands if o.is_register and o.field in v}) for _, i, v in packet]
        try:
            error = self.table.packet_error(known)
        except ValueError as e:
            error = str(e)
        if error and not self.force:
            self.fail(f"illegal packet: {error}")
        slots = self.table.assign_slots([i for i, _ in known]) or [self.table.allowed_slots(i)[0] for i, _ in known]
        code = self.sections["text"]
        for k, ((n, instruction, texts), (_, values), slot) in enumerate(zip(packet, known, slots)):
            head = (k == len(packet) - 1) << 31 | slot >> 1 << 29
            self.fixes.append((n, len(code), head, instruction, values, texts))
            code += bytes(4)

    def directive(self, text):
        name, _, rest = text.partition(" ")
        out = self.sections[self.section]
        if name in (".text", ".data"):
            self.section = name[1:]
        elif name == ".global":
            self.globals.add(rest.strip())
        elif name == ".align":
            out += bytes(-len(out) % int(rest, 0))
        elif name == ".space":
            out += bytes(int(rest, 0))
        elif name == ".asciz":
            out += rest.strip()[1:-1].encode().decode("unicode_escape").encode("latin-1") + b"\0"
        elif name == ".code":  # words of text as they are, for tests of illegal ones
            self.sections["text"] += b"".join(int(item, 0).to_bytes(4, "little") for item in rest.split(","))
        elif name in (".word", ".half", ".byte"):
            size = {".word": 4, ".half": 2, ".byte": 1}[name]
            for item in rest.split(","):
                self.fixes.append((self.line, len(out), self.section, size, item.strip(), None))
                out += bytes(size)
        else:
            self.fail(f"unknown directive '{name}'")

    def read(self, text):
        packet = None
        for self.line, line in enumerate(text.splitlines(), 1):
            for part in re.findall(r"[{}]|[^{};]+", line.split("//")[0]):
                part = part.strip()
                label = re.match(r"([\w.$]+):\s*", part)
                if label:
                    self.symbols[label.group(1)] = (self.section, len(self.sections[self.section]))
                    part = part[label.end():]
                if part == "{":
                    packet = []
                elif part == "}":
                    if not packet:
                        self.fail("empty packet")
                    self.add_packet(packet)
                    packet = None
                elif part.startswith("."):
                    self.directive(part)
                elif part and packet is not None:
                    packet.append((self.line, part))
                elif part:
                    self.add_packet([(self.line, part)])
        if packet is not None:
            self.fail("packet is not closed")

    def place(self, text_base=TEXT_BASE):
        self.base = {"text": text_base, "data": text_base + len(self.sections["text"]) + 0xfff & ~0xfff}
        self.addresses = {n: self.base[s] + at for n, (s, at) in self.symbols.items()}
        for fix in self.fixes:
            self.line, at = fix[0], fix[1]
            if fix[5] is None:
                _, _, section, size, text, _ = fix
                value = self.value(text) & (1 << 8 * size) - 1
                self.sections[section][at:at + size] = value.to_bytes(size, "little")
                continue
            _, _, head, instruction, values, texts = fix
            values = dict(values)
            for o in instruction.operands:
                if not o.is_register:
                    values[o.field] = self.value(texts[o.field])
                    if instruction.op == 0 and o.field == "imm":
                        values[o.field] -= self.base["text"] + at
            try:
                word = instruction.encode(values) | head
            except ValueError as error:
                self.fail(str(error))
            self.sections["text"][at:at + 4] = word.to_bytes(4, "little")

    def elf(self):
        """A statically linked executable file: text and data, each with its segment, and the symbols."""
        names, symbols = b"\0", [bytes(16)]
        for name, (section, _) in sorted(self.symbols.items(), key=lambda s: self.addresses[s[0]]):
            kind = 2 if section == "text" and not name.startswith(".") else 0
            symbols.append(struct.pack("<IIIBBH", len(names), self.addresses[name], 0, 0x10 | kind, 0, 1 if section == "text" else 2))
            names += name.encode() + b"\0"
        sections = b"\0.text\0.data\0.symtab\0.strtab\0.shstrtab\0"
        blobs = [bytes(self.sections["text"]), bytes(self.sections["data"]), b"".join(symbols), names, sections]
        at, offsets = 0x1000, []
        for blob in blobs:
            offsets.append(at)
            at += len(blob) + 0xfff & ~0xfff
        entry = self.addresses.get("_start", self.base["text"])
        out = bytearray(b"\x7fELF\1\1\1".ljust(16, b"\0") + struct.pack("<HHIIIIIHHHHHH", 2, MACHINE, 1, entry, 52, at, 0, 52, 32, 2, 40, 6, 5))
        for k, flags in ((0, 5), (1, 6)):
            address = self.base["text" if k == 0 else "data"]
            out += struct.pack("<8I", 1, offsets[k], address, address, len(blobs[k]), len(blobs[k]), flags, 0x1000)
        for offset, blob in zip(offsets, blobs):
            out = out.ljust(offset, b"\0") + blob
        out = out.ljust(at, b"\0") + bytes(40)
        rows = [(1, 1, 6, self.base["text"], 0, 0, 0), (7, 1, 3, self.base["data"], 1, 0, 0), (13, 2, 0, 0, 2, 4, 16), (21, 3, 0, 0, 3, 0, 0), (29, 3, 0, 0, 4, 0, 0)]
        for name, kind, flags, address, k, link, entry_size in rows:
            out += struct.pack("<10I", name, kind, flags, address, offsets[k], len(blobs[k]), link, 1 if kind == 2 else 0, 4, entry_size)
        return bytes(out)


def assemble(text, table=None, force=False):
    assembler = Assembler(table or isa.Table(), force)
    assembler.read(text)
    assembler.place()
    return assembler


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("input", help="assembly file, - for standard input")
    parser.add_argument("-o", "--output", required=True, help="executable ELF file")
    parser.add_argument("--force", action="store_true", help="write illegal packets too (for tests)")
    options = parser.parse_args()
    try:
        text = sys.stdin.read() if options.input == "-" else open(options.input, encoding="utf-8").read()
        code = assemble(text, force=options.force).elf()
    except (AssemblyError, OSError) as error:
        sys.exit(f"asm: {options.input}: {error}")
    with open(options.output, "wb") as file:
        file.write(code)


if __name__ == "__main__":
    main()
