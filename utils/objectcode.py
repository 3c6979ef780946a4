# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an object file is to the machine: its code, data and references, whatever names they have."""
import struct

ALLOCATED, WITHOUT_DATA = 0x2, 8  # of sh_flags, sh_type
SYMBOLS, ADDENDS, NO_ADDENDS = 2, 4, 9  # sh_type of tables
RESERVED = 0xFF00  # numbers of sections from here on are none


class Layout:
    """The formats of a class of ELF file, little endian."""

    def __init__(self, is64):
        self.is64 = is64
        self.section_table = struct.Struct("<Q" if is64 else "<I"), 0x28 if is64 else 0x20
        self.count, self.section = 0x3C if is64 else 0x30, struct.Struct("<IIQQQQIIQQ" if is64 else "<10I")
        self.symbol = struct.Struct("<IBBHQQ" if is64 else "<IIIBBH")
        self.relocation = {ADDENDS: struct.Struct("<QQq" if is64 else "<IIi"), NO_ADDENDS: struct.Struct("<QQ" if is64 else "<II")}

    def symbol_fields(self, fields):
        """(name, section, value)"""
        return (fields[0], fields[3], fields[4]) if self.is64 else (fields[0], fields[5], fields[1])

    def reference(self, info):
        """(symbol, type)"""
        return (info >> 32, info & 0xFFFFFFFF) if self.is64 else (info >> 8, info & 0xFF)


def word(data, at):
    return data[at:data.index(b"\0", at)].decode()


def meaning(data):
    """[(bytes or size, [(place, type, addend, target)])] of all sections that are loaded, in order. A target within the file is its
    section, by its place in this list, and the place there; another one is a name."""
    if data[:4] != b"\x7fELF" or data[5] != 1:
        raise ValueError("no object file of a little-endian machine")
    layout = Layout(data[4] == 2)
    pointer, at = layout.section_table
    (first,), (count,) = pointer.unpack_from(data, at), struct.unpack_from("<H", data, layout.count)
    sections = [layout.section.unpack_from(data, first + layout.section.size * number) for number in range(count)]

    def content(section):
        return data[section[4]:section[4] + section[5]]

    loaded = [number for number, section in enumerate(sections) if section[2] & ALLOCATED]
    references = {number: [] for number in loaded}
    for section in sections:
        if section[1] not in layout.relocation or section[7] not in references:
            continue
        symbols = sections[section[6]]
        names, table = content(sections[symbols[6]]), content(symbols)
        for place, info, *addend in layout.relocation[section[1]].iter_unpack(content(section)):
            symbol, kind = layout.reference(info)
            name, owner, value = layout.symbol_fields(layout.symbol.unpack_from(table, layout.symbol.size * symbol))
            inside = 0 < owner < RESERVED
            references[section[7]].append((place, kind, *addend, (loaded.index(owner), value) if inside else word(names, name)))
    return [(section[5] if section[1] == WITHOUT_DATA else content(section), references[number])
            for number, section in enumerate(sections) if number in references]
