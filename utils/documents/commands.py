# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what documents say can be run, in a scratch folder for each document, one command after the other."""
import difflib
import os
import subprocess
import tempfile

LIMIT = 600  # seconds


def _link_all(root, build, folder):
    """The repository's own top level can be named in the folder as documents do."""
    for name in os.listdir(root):
        if not name.startswith(".") and name != "build":
            os.symlink(os.path.join(root, name), os.path.join(folder, name))
    os.symlink(build, os.path.join(folder, "build"))


def _run(command, folder):
    """Status and what was printed."""
    done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT)
    return done.returncode, done.stdout


class Runner:
    """Runs a document's blocks. With update, blocks get what their commands print now."""

    def __init__(self, root, build, everything, update):
        self.root, self.build, self.everything, self.update = root, build, everything, update
        self.count = 0

    def faults(self, document):
        blocks = [b for b in document.blocks if b.kind and (self.everything or not b.long)]
        if not blocks:
            return
        name = os.path.relpath(document.path, self.root)
        with tempfile.TemporaryDirectory(prefix="documents-") as folder:
            _link_all(self.root, self.build, folder)
            for block in blocks:
                self.count += 1
                prints = block.kind == "prints"
                status, text = _run(block.command if prints else "\n".join(block.lines), folder)
                if status:
                    yield f"{name}:{block.first + 1}: status {status}: {text.strip()[-2000:]}"
                elif prints and text.rstrip("\n").split("\n") != block.lines:
                    block.new = text.rstrip("\n").split("\n")
                    if not self.update:
                        differ = "\n".join(difflib.unified_diff(block.lines, block.new, "document", "printed", lineterm="", n=0))
                        yield f"{name}:{block.first + 1}: `{block.command}` prints something else (utils/documents.py --update):\n{differ}"
        if self.update:
            _write(document)


def _write(document):
    """Puts what was printed into the document, from its end, so that places stay."""
    changed = [b for b in document.blocks if b.new is not None]
    for block in reversed(changed):
        document.lines[block.first:block.last] = block.new
    if changed:
        with open(document.path, "w", encoding="utf-8") as file:
            file.write("\n".join(document.lines))
