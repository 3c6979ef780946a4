# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts sentences by words, and comments that begin without a subject."""
import os
import re
import subprocess

LONG = 35  # words
MOST_WORDS, MOST_LONG = 20, 0.02  # on average; of the sentences
MARKS = re.compile(r"<!--.*?-->|`[^`]*`|\[([^\]]*)\]\([^)]*\)|[*_#>|]")
END = re.compile(r"(?<=[.!?])[\"')]*\s+(?=[A-Z`*\[(\"'0-9-])|(?<=:)\s*$")
NO_SUBJECT = re.compile(r"^\s*(?:///?|/\*+|#|;+|\*)\s*(?:Of|The same|Likewise|As before|Such)\b")
PREVIOUS = re.compile(r"^\s*(?:///?|#|;+|\*)\s*\S")


def _word_lists(document):
    """A paragraph or list item as one text. Tables and headings are not prose."""
    paragraph = []
    for _, line in document.prose + [(0, "")]:
        text = line.strip()
        item = re.match(r"^(?:[-*]|\d+\.)\s+", text)
        if not text or item or text.startswith(("|", "#", "<!--")) or line.startswith("    "):
            if paragraph:
                yield " ".join(paragraph)
            paragraph = []
        if text and not text.startswith(("|", "#", "<!--")) and not line.startswith("    "):
            paragraph.append(text[item.end():] if item else text)


def sentences(document):
    """The words of each sentence; a piece of code counts as one word."""
    for text in _word_lists(document):
        plain = MARKS.sub(lambda found: found.group(1) or (" Code " if found.group(0).startswith("`") else " "), text)
        for sentence in END.split(plain):
            words = re.findall(r"\w[\w.,'/+-]*", sentence or "")
            if words:
                yield words


class Count:
    """Sentences, words and long sentences, added up."""

    def __init__(self):
        self.sentences = self.words = self.long = 0

    def add(self, words):
        self.sentences += 1
        self.words += len(words)
        self.long += len(words) > LONG

    def is_within_bounds(self):
        return self.words <= MOST_WORDS * self.sentences and self.long <= MOST_LONG * self.sentences

    def __str__(self):
        mean = self.words / max(1, self.sentences)
        return f"{self.sentences:5} sentences, {mean:4.1f} words on average, {100 * self.long / max(1, self.sentences):4.1f} % above {LONG}"


def comments_without_subject(root):
    """FILE:LINE of comments whose first words need another sentence."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "*.h", "*.cpp", "*.c", "*.def", "*.py", "*.sh", "*.td", "*.test", "*.txt"],
                            capture_output=True, text=True, check=True).stdout.split("\n")
    for name in filter(None, listed):
        before = ""
        with open(os.path.join(root, name), encoding="utf-8", errors="replace") as file:
            for number, line in enumerate(file, 1):
                if NO_SUBJECT.match(line) and not PREVIOUS.match(before):
                    yield f"{name}:{number}: {line.strip()}"
                before = line
