# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of utils/documents.py."""
import argparse
import os

from . import commands, markdown, names, prose

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
# Options in documents that belong to programs of others.
OTHERS = frozenset({"--gc-sections", "--fsys-tarfile", "--prefix", "--install", "--mcpu", "--mattr"})

PAGE, FIRST_PAGE_LINES, FOLDER_PAGE_LINES = "README.md", 150, 120


def _parse(arguments):
    parser = argparse.ArgumentParser(
        prog="documents.py", description="""Checks the documents: links, files and options that they name exist, commands in them run, and what they
        say is printed is printed.""",
        epilog="""A fenced block below the line `<!-- runs -->` is run, in a scratch folder for each document in which the repository's folders can be
        named. Below `<!-- prints: COMMAND -->` it must be what COMMAND prints. `runs with --all` and `prints with --all` take long. Status 1 and a line
        for each fault.""")
    parser.add_argument("files", nargs="*", metavar="FILE", help="default: all documents of the repository")
    parser.add_argument("--update", action="store_true", help="write what commands print into the documents")
    parser.add_argument("--no-commands", action="store_true", help="run nothing")
    parser.add_argument("--all", action="store_true", default=bool(os.environ.get("HEXLOOM_ALL")), help="run what takes long, too")
    parser.add_argument("--prose", action="store_true", help="instead: count sentences by words, comments without a subject, and lines of README.md files; status 1 if they are "
                        "too many")
    parser.add_argument("--build", default=os.environ.get("HEXLOOM_BUILD") or os.path.join(ROOT, "build"), metavar="DIR")
    return parser.parse_args(arguments)


def _count(documents):
    """Prints what --prose says; returns whether all of it is within the bounds."""
    total, too_long = prose.Count(), []
    for document in documents:
        count = prose.Count()
        for words in prose.sentences(document):
            count.add(words)
            total.add(words)
        name = os.path.relpath(document.path, ROOT)
        print(f"{count}  {len(document.lines):4} lines  {name}")
        most = FIRST_PAGE_LINES if name == PAGE else FOLDER_PAGE_LINES
        if os.path.basename(name) == PAGE and len(document.lines) > most:
            too_long.append(f"{name} has more than {most} lines")
    print(f"{total}  in all")
    comments = list(prose.comments_without_subject(ROOT))
    print("\n".join(comments + [f"{len(comments)} comments without a subject"] + too_long))
    return total.is_within_bounds() and not comments and not too_long


def main(arguments):
    options = _parse(arguments)
    files = options.files or [os.path.join(ROOT, name) for name in markdown.tracked(ROOT)]
    try:
        documents = [markdown.Document(os.path.abspath(file)) for file in files]
    except OSError as error:
        print(f"documents: error: {error.filename}: {error.strerror}")
        return 1
    if options.prose:
        return 0 if _count(documents) else 1
    runner = commands.Runner(ROOT, os.path.realpath(options.build), options.all, options.update)
    faults = 0
    for document in documents:
        found = list(names.faults(ROOT, document, OTHERS))
        if not options.no_commands:
            found += runner.faults(document)
        for fault in found:
            print(fault)
        faults += len(found)
    print(f"{len(documents)} documents, {runner.count} blocks run, {faults} faults")
    return 1 if faults else 0
