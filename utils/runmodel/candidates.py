# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of layers by themselves: a text in which each plan of a layer is an operator of its own. What the layer reads are inputs."""
import math
import re

PLAN = re.compile(r" kernel=\S+(?: schedule=\{[^}]*\})?")
STATEMENT = re.compile(r"(?P<results>(?:%\d+: .*?)) = (?P<kind>[A-Z][A-Z0-9_]*)\((?P<operands>[^)]*)\)")
DECLARED = re.compile(r"%(\d+): (.*?)(?=, %\d+: |$)")


def number_of(line):
    return int(re.search(r"%(\d+)", line)[1])


class Text:
    """The text of a graph whose operators have their plans (ir/Text.h)."""

    def __init__(self, lines):
        self.lines = lines
        self.constants = {}  # of the outermost graph, by their numbers: their lines
        self.values = {}     # what else has a number, with its type
        self.tails = {}      # data and scales, by the number that they are of
        self.scaled = set()  # numbers that have scales there
        self.plain = set()   # numbers of lines with operators that have no regions
        self._read()

    def _read(self):
        depth, tail = 0, None
        for number, line in enumerate(self.lines):
            if line.startswith(" "):
                if tail is not None:
                    tail.append(line)
                continue
            tail = None
            if line.startswith("region {"):
                depth += 1
                self.plain.discard(number - 1)
            elif line.startswith("}"):
                depth -= 1
            elif depth:
                continue
            elif line.startswith(("data ", "scales ")):
                tail = self.tails.setdefault(number_of(line), [])
                tail.append(line)
                if line.startswith("scales "):
                    self.scaled.add(number_of(line))
            elif line.startswith("const "):
                self.constants[number_of(line)] = line
            elif line.startswith(("input ", "state ")):
                kept = re.sub(r" (?:tensor=|name=).*", "", line.split(" ", 1)[1])
                self.values[number_of(line)] = kept.split(": ", 1)[1]
            elif found := STATEMENT.match(line):
                self.plain.add(number)
                self.values.update((int(id), kept) for id, kept in DECLARED.findall(found["results"]))

    def statement(self, number):
        """The operator of a line that can stand alone, or None."""
        found = STATEMENT.match(self.lines[number]) if number in self.plain else None
        if not found or not PLAN.search(self.lines[number]):
            return None
        operands = [int(id) for id in re.findall(r"%(\d+)", found["operands"])]
        results = [int(id) for id, _ in DECLARED.findall(found["results"])]
        known = all(id in self.constants or id in self.values for id in operands)
        reads = any(id in self.values for id in operands)
        return (found, operands, results) if known and reads and not any(id in self.tails for id in results) else None

    def with_plan(self, number, words, place, first):
        """The line with another plan, the number `place` in the file, and results from `first` on."""
        found, _, results = self.statement(number)
        rest = PLAN.sub(lambda _: words, self.lines[number][found.end("results"):], count=1)
        rest = re.sub(r" (?:source|tensor|name)=.*", "", rest) + f" source={place}"
        head = found["results"]
        for step, id in enumerate(results):
            head = re.sub(rf"%{id}:", f"%{first + step}:", head, count=1)
        return head + rest, first + len(results)

    def count_of_results(self, number):
        return len(self.statement(number)[2])

    def bytes_of_results(self, number):
        types = [re.search(r"(\d*)\[([\dx]*)\]", self.values[id]) for id in self.statement(number)[2]]  # i16[1x8], bool[2]
        return sum(int(bits or 8) // 8 * math.prod(int(size) for size in dims.split("x") if size) for bits, dims in (each.groups() for each in types))

    def program(self, candidates):
        """Lines of a program of (line, words of a plan), each operator with its place among them as its number in the file. All results
        are outputs, in this order."""
        operands = sorted({id for number, _ in candidates for id in self.statement(number)[1]})
        inputs = [id for id in operands if id in self.values]
        constants = [id for id in operands if id in self.constants]
        lines = ['graph tuned from "tuned"'] + [f'input %{id}: {self.values[id]} name="in{id}"' for id in inputs]
        lines += [self.constants[id] for id in constants]
        first = begin = max([*self.values, *self.constants]) + 1
        for place, (number, words) in enumerate(candidates):
            line, first = self.with_plan(number, words, place, first)
            lines.append(line)
        lines += [f"output %{id}" for id in range(begin, first)]
        return lines + [line for id in operands for line in self.tails.get(id, ())]

    def name(self, number, place):
        """What the layer at a place of a program is called."""
        return f"op{place:03d}_{self.statement(number)[0]['kind']}"
