# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--database FILE: what tuning has measured, as text. A record is a line of five fields between tabs:

  machine and cycle model, compiler, layer, plan, cycles

A layer is what dnn-frontend --dump-plans calls its key. Programs append their records under a lock, whole lines at a time, so that a run that is killed loses only what was running.
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


def digest(*paths):
    known = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as content:
            known.update(content.read())
    return known.hexdigest()[:16]


def options_by(path, tools, flags=()):
    """Options of dnn-frontend by a file that must be there; none without a file."""
    if not path:
        return []
    if not os.path.exists(path):
        raise RunError("setup", f"{shown(path)}: no such file")
    return Database(path, tools, flags).options()


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

    def options(self):
        """Of dnn-frontend: the layers that are known take their best plans."""
        return ["--database", self.path, "--database-for", ",".join(self.place)]

    def cycles(self, layer, words):
        """Of a plan of a layer, or None."""
        return self.known.get(layer, {}).get(words.strip()) if layer else None

    def keep(self, records):
        """Appends (layer, words of a plan, cycles), but those of layers that have no key."""
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
