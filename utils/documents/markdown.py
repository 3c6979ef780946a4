# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A document in parts: lines of prose, and fenced blocks with the comment above them."""
import os
import re
import subprocess

FENCE = re.compile(r"^```")
MARK = re.compile(r"^<!-- (runs|prints)( with --all)?(?:: (.*))? -->$")


class Block:
    """A fenced block. Kind: "runs", "prints", or None of one that nobody marked. Long: for --all only. Command: what prints it."""

    def __init__(self, kind, long, command, first):
        self.kind, self.long, self.command = kind, bool(long), command
        self.first = first  # index of the line behind the fence
        self.lines = []
        self.new = None  # what its command prints now, where that differs

    @property
    def last(self):
        return self.first + len(self.lines)


class Document:
    """A Markdown file: its lines, its fenced blocks, and its other lines with their numbers."""

    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as file:
            self.lines = file.read().split("\n")
        self.blocks, self.prose = [], []
        block = mark = None
        for number, line in enumerate(self.lines):
            if FENCE.match(line):
                if block is None:
                    block = Block(*(mark or (None, None, None)), number + 1)
                    self.blocks.append(block)
                else:
                    block = None
                mark = None
            elif block is not None:
                block.lines.append(line)
            else:
                if line.strip():
                    found = MARK.match(line)
                    mark = found.groups() if found else None
                self.prose.append((number + 1, line))

    def anchors(self):
        """The names by which links reach this document's headings, as GitHub makes them."""
        names = []
        for _, line in self.prose:
            if line.startswith("#"):
                text = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower())
                names.append(text.replace(" ", "-"))
        return names


def tracked(root):
    """All documents of the repository, relative to root, but what tests read."""
    try:
        listed = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
                                capture_output=True, text=True, check=True).stdout.split("\n")
    except (OSError, subprocess.CalledProcessError):
        listed = [os.path.relpath(os.path.join(folder, name), root) for folder, _, names in os.walk(root)
                  for name in names if name.endswith(".md") and f"{os.sep}build{os.sep}" not in folder]
    return sorted(name for name in listed if name and "/Inputs/" not in name)
