# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What documents name must exist: links, files, options."""
import functools
import os
import re
import subprocess

from . import markdown

LINK = re.compile(r"\]\(([^()\s]+)\)")
CODE = re.compile(r"`([^`]+)`")
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z0-9-]+|-sda-[a-z-]+)")
TOP = ("llvm", "clang", "lld", "dnn-frontend", "runtime", "test", "utils", "docs", "cmake")
PATH = re.compile(rf"^(?:\./)?(?:{'|'.join(TOP)})/[\w./+-]+$")


@functools.lru_cache(maxsize=None)
def _words(root):
    """All words of the repository's text that is no document; a word may have hyphens in it."""
    names = subprocess.run(["git", "-C", root, "ls-files", ":!*.md", ":!*.svg", ":!*.csv", ":!docs/*", ":!*/Inputs/*"],
                           capture_output=True, text=True, check=True).stdout.split("\n")
    words = set()
    for name in filter(None, names):
        with open(os.path.join(root, name), encoding="utf-8", errors="replace") as file:
            words.update(re.findall(r"[a-z][a-z0-9-]+", file.read()))
    return words


def _option_exists(root, option, others):
    name = option.lstrip("-")
    # An option's parser may add "no-" or a first part by itself.
    return option in others or name in _words(root) or name.removeprefix("no-") in _words(root)


def _broken_link(root, document, target):
    if re.match(r"[a-z]+:", target):
        return None
    path, _, anchor = target.partition("#")
    file = os.path.normpath(os.path.join(os.path.dirname(document.path), path)) if path else document.path
    if not os.path.exists(file):
        return f"no file {path}"
    if anchor and file.endswith(".md") and anchor not in markdown.Document(file).anchors():
        return f"no heading '{anchor}' in {os.path.relpath(file, root)}"
    return None


def _paths(code):
    """Files of the repository that a piece of code names by their path."""
    for word in code.split():
        word = word.rstrip(".,:;")
        if PATH.match(word) and not re.search(r"\.\.\.|/(NAME|FILE|KIND)", word):
            yield word.removeprefix("./")


def faults(root, document, others):
    """Lines `FILE:LINE: what is wrong`. others: options of programs that are not ours."""
    name = os.path.relpath(document.path, root)
    for line, text in document.prose:
        for target in LINK.findall(CODE.sub("", text)):
            if (why := _broken_link(root, document, target)):
                yield f"{name}:{line}: a link to {target}: {why}"
        for code in CODE.findall(text):
            for path in _paths(code):
                # A file is named without its ending where there are several, or by its folder.
                whole = os.path.join(root, path)
                folder, base = os.path.split(whole.rstrip("/"))
                if not os.path.exists(whole) and not (os.path.isdir(folder) and any(
                        other.startswith(base + ".") for other in os.listdir(folder))):
                    yield f"{name}:{line}: there is no {path}"
            for option in OPTION.findall(code):
                if not _option_exists(root, option, others):
                    yield f"{name}:{line}: no program of ours has {option}"
