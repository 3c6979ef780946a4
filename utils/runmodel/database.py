# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--database FILE: what tuning has measured, as text. A record is a line of five fields between tabs:

  machine and cycle model, compiler, layer, plan, cycles

A layer is its operator with types, shapes, layouts and attributes, and what is known of its quantization: one scale or many, a zero point
of 0 or another. Programs append their records under a lock, whole lines at a time, so that a run that is killed loses only what was running.
A last line without an end is such a rest. A file is checked before use, and a plan of it is taken only if the front end offers it."""
import contextlib
import fcntl
import hashlib
import os
import re

from .pipeline import call
from .tools import MACHINE, RunError, shown

HEADER = "hexloom tuning 1"
MOST_BYTES, MOST_FIELD, MOST_CYCLES = 64 << 20, 8192, 1 << 50
QUANTIZED = re.compile(r" (scale|zero)=(\[[^\]]*\]|\S+)")


def digest(*paths):
    known = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as content:
            known.update(content.read())
    return known.hexdigest()[:16]


def class_of(declaration):
    """A value's declaration without its numbers: u8[1x8] scale zero=0 layout=d32."""
    def word(found):
        name, number = found.groups()
        if name == "scale":
            return " scales" if number.startswith("[") else " scale"
        return " zero=0" if number == "0" else " zero"
    return QUANTIZED.sub(word, re.sub(r" (?:= .*|tensor=.*|name=.*)", "", declaration))


def layer_of(text, number):
    """A layer's field, or None where it cannot stand alone; text: of candidates.Text."""
    known = text.statement(number)
    if not known:
        return None
    found, operands, results = known

    def side(ids):
        declared = [text.values.get(id) or text.constants[id].split(": ", 1)[1] for id in ids]
        return ", ".join(class_of(each) + (" scales" if id in text.scaled else "") for id, each in zip(ids, declared))
    rest = re.sub(r" kernel=.*", "", text.lines[number][found.end():])
    field = f"{found['kind']}({side(operands)}){rest} -> {side(results)}"
    return field if len(field) <= MOST_FIELD and "\t" not in field else None


class Database:
    """The records of a file that are of this machine and compiler: known[layer][plan] is its cycles. The file may be missing."""

    def __init__(self, path, tools, flags=()):
        self.path, self.known = path, {}
        timing, _ = call("profile", [os.path.join(tools.build, "bin", "packet-profile"), "--machine=" + MACHINE, "--timing-digest"],
                         "packet-profile")
        headers = [os.path.join(folder, name) for folder, _, names in sorted(os.walk(tools.include)) for name in sorted(names)]
        made = hashlib.sha256(repr((digest(tools.clang), digest(tools.frontend), digest(*headers), tools.sda_pack, list(flags))).encode())
        self.place = [f"{os.path.basename(MACHINE)} {timing.strip()}", made.hexdigest()[:16]]
        if os.path.exists(path):
            self.read()

    def read(self):
        try:
            with open(self.path, "rb") as file:
                fcntl.flock(file, fcntl.LOCK_SH)
                content = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise RunError("database", f"{shown(self.path)}: {error.strerror}")
        if len(content) > MOST_BYTES:
            raise RunError("database", f"{shown(self.path)}: more than {MOST_BYTES:,} bytes")
        try:
            lines = content.decode("ascii").split("\n")[:-1]
        except UnicodeDecodeError:
            raise RunError("database", f"{shown(self.path)}: not a text of ASCII")
        if content and lines[:1] != [HEADER]:
            raise RunError("database", f"{shown(self.path)}:1: '{HEADER}' is not its first line")
        for number, line in enumerate(lines[1:], 2):
            self.add(number, line.split("\t"))

    def add(self, number, fields):
        is_record = len(fields) == 5 and all(0 < len(field) <= MOST_FIELD and field.isprintable() for field in fields)
        if not is_record or not re.fullmatch(r"\d{1,16}", fields[4]) or int(fields[4]) > MOST_CYCLES:
            raise RunError("database", f"{shown(self.path)}:{number}: no record of machine, compiler, layer, plan and cycles")
        if fields[:2] == self.place:
            self.known.setdefault(fields[2], {})[fields[3]] = int(fields[4])

    def cycles(self, layer, words):
        """Of a plan of a layer, or None."""
        return self.known.get(layer, {}).get(words.strip()) if layer else None

    def keep(self, records):
        """Appends (layer, words of a plan, cycles), but those of layers that have no field."""
        lines = []
        for layer, words, cycles in records:
            if layer and self.cycles(layer, words) is None and len(words) <= MOST_FIELD:
                self.known.setdefault(layer, {})[words.strip()] = cycles
                lines.append("\t".join([*self.place, layer, words.strip(), str(cycles)]) + "\n")
        if not lines:
            return
        try:
            with self.locked() as file:
                file.write("".join(lines).encode())
        except OSError as error:
            raise RunError("database", f"{shown(self.path)}: {error.strerror}")

    @contextlib.contextmanager
    def locked(self):
        """The file at its end, which is the end of a line; there is room for records."""
        with open(self.path, "a+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            size = file.seek(0, os.SEEK_END)
            if size > MOST_BYTES // 2:
                raise RunError("database", f"{shown(self.path)}: {size:,} bytes, it takes no further records")
            file.seek(max(0, size - 2 * MOST_FIELD * 5))
            rest = file.read()
            if rest and not rest.endswith(b"\n"):
                file.truncate(size - len(rest) + rest.rfind(b"\n") + 1)
            if file.seek(0, os.SEEK_END) == 0:
                file.write((HEADER + "\n").encode())
            yield file
            file.flush()
