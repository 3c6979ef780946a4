# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cycles of bodies (dnn-frontend/price/Bodies.h), measured: the packets that the compiler makes of their lines in emitted layers.

A program of layers is compiled with line tables, which change no packet, and run; each packet with its stalls belongs to the
innermost loop or guard's side, by line, that --dump-nests has. What lies between the lines, such as the head of a loop, belongs to
the packet before."""
import hashlib
import itertools
import json
import math
import os
import re
from dataclasses import dataclass, field

from runmodel.pipeline import call, compile_model, execute
from runmodel.profiling import Profile
from runmodel.tools import PROJECT, RunError

from . import samples
from .cache import kept
from .measure import NESTS, failure, forced, programs

TABLE = os.path.join(PROJECT, "dnn-frontend", "price", "bodies.def")
PIXELS = ("_pixels", "_planes", "_pictures")
OF_PIXELS = ("fully_connected", "many_rows", "pointwise", "first_conv_2d", "conv_2d", "to_few", "few_channels")
ELEMENTWISE = ("add", "sub", "mul", "div", "squared_difference", "maximum", "less", "prelu", "select", "select_broadcast", "add_plain",
               "mul_plain", "less_plain", "cast", "relu", "logistic", "hard_swish", "leaky_relu", "exp", "sqrt", "quantize", "requantize",
               "dequantize", "abs", "neg", "tanh", "narrow_mul", "add_broadcast", "by_channel")
OF_ELEMENTS = ("_hvx", "_vlut", "_vmux")
OF_FORMS = ("requantize", "relu", "leaky_relu", "mul", "squared_difference", "add")  # by their scales
CONVERTED = ("softmax", "l2_normalization", "arg", "mean", "resize_bilinear", "resize_nearest", "fully_connected")
OF_ROWS = ("softmax", "log_softmax")
BY_ROWS = ("softmax16_rows", "softmax_pairs")
OF_BLOCKS = ("_d32",)  # conversions stand beside them
MOVEMENTS = ("transpose", "transpose_few", "concatenation_rescaled", "concatenation", "split", "strided_slice", "pad", "mirror_pad",
             "mirror_pad_few", "tile", "reverse", "depth_to_space", "space_to_depth", "broadcast_to", "gather", "gather_nd")
OF_COPIES = ("move_hvx", "gather", "pad_channels")
# What the table is made of: (makers, words of kernels, seed, operators of each maker).
SEEDS = ("elm", "larch", "acorn", "cherry", "beech", "spruce", "linden", "ash")
RECIPE = [
    *((OF_PIXELS, PIXELS, seed, 2) for seed in SEEDS),
    *((("max_pool", "average_pool"), ("pool_d32",), seed, 5) for seed in ("alder", *SEEDS)),
    *((ELEMENTWISE, OF_ELEMENTS, seed, 2) for seed in SEEDS),
    *((OF_FORMS, OF_ELEMENTS, seed, 4) for seed in SEEDS[:4]),
    *((OF_ROWS, BY_ROWS, seed, 3) for seed in SEEDS[:4]),
    *((CONVERTED, OF_BLOCKS, seed, 2) for seed in SEEDS[:4]),
    *((MOVEMENTS, OF_COPIES, seed, 2) for seed in SEEDS),
    *((("depth_to_space", "space_to_depth", "transpose"), OF_COPIES, seed, 5) for seed in SEEDS[:4]),
]
BYTE_COPIES = ("own loop: 1 hl_copy_runs", "own loop: 1 hl_copy_units")
OWN = "own loop"  # of a primitive (dnn-frontend/nests/Nest.h)
APART = 1.5  # times as often at least are packets of another loop executed
PIECE = re.compile(r"^  lines (\d+ to \d+|none)(?: with (\d+ to \d+|none))?, (\S+) turns, (\S+) entries, (.*)$", re.MULTILINE)
PACKET = re.compile(r" *[\d.]+ +(\d+) +(\d+) +([0-9a-f]+): \{")
ROW = re.compile(r"^BODY\(([\d.]+), ([\d.]+), \"(.*)\"\)$", re.MULTILINE)
ONCE_MORE = 1.25  # a packet that runs more often than a loop is entered, by that factor, is of its turns


@dataclass
class Place:
    """A body in a layer."""
    body: str
    turns: float
    entries: float
    turn: float = 0  # cycles of one
    entry: float = 0


@dataclass
class Lines:
    first: int = 0
    last: int = -1
    packets: list = field(default_factory=list)  # (how often it ran, its cycles in all)

    def cycles(self, often=lambda count: True):
        return sum(cycles for count, cycles in self.packets if often(count))


def packets(tools, folder):
    """{function: [(line of model.c or 0, times, cycles)]} of all packets that ran, in the order of their addresses."""
    profile = Profile(tools, os.path.join(folder, "lines"))
    program = compile_model(tools, "hexagon", folder, flags=["-gline-tables-only"])
    recording = profile.emulator_options(call, program, folder)
    execute(tools, "hexagon", program, (), os.path.join(folder, "out"), emulator_options=recording)
    text, _ = call("profile", [*profile.tool_on_machine, "--annotate", "--top=1000000", program, profile.recording], "packet-profile")
    found, function = [], None
    for line in text.splitlines():
        if head := re.fullmatch(r"(\S+): \d+ packets, \d+ stalls, \d+ cycles", line):
            function = head[1]
        elif packet := PACKET.match(line):
            found.append((function, int(packet[1]), int(packet[1]) + int(packet[2]), packet[3]))
    command = [os.path.join(os.path.dirname(tools.clang), "llvm-symbolizer"), "--obj=" + program, "--output-style=JSON", "--inlines"]
    named, _ = call("profile", [*command, *("0x" + address for *_, address in found)], "llvm-symbolizer")
    by_function = {}
    for (function, times, cycles, _), names in zip(found, json.loads(named), strict=True):
        outermost = names["Symbol"][-1]
        line = outermost["Line"] if outermost["FileName"].endswith("model.c") else 0
        by_function.setdefault(function, []).append((line, times, cycles))
    return by_function


def own_loops(places, found):
    """Those of a primitive, in one line. A packet belongs to the loop that has about as many turns, or to entering the outermost one."""
    outermost = next((place for place in places if place.entries and place.turns > ONCE_MORE * place.entries), None)
    others = [place for place in places if place is not outermost]
    if len(places) > 1 and not any(place.entries for place in places):
        return
    counts = [(place.turns, place) for place in places]
    if outermost:
        counts.append((outermost.entries, None))
    sizes = [[count for count, of in counts if of not in others]] + [[place.turns] for place in others]
    if any(1 / APART < a / b < APART for one, two in itertools.combinations(sizes, 2) for a in one for b in two):
        return  # which is which cannot be told
    often = 0  # the most that a packet of the outermost loop ran
    for times, cycles in found:
        if outermost and not others and times > ONCE_MORE * outermost.entries:
            nearest = outermost
        else:
            nearest = min(counts, key=lambda count: abs(math.log(count[0] / times)))[1]
        if nearest:
            nearest.turn += cycles / nearest.turns
        else:
            outermost.entry += cycles / outermost.entries
        if outermost and nearest is outermost:
            often = max(often, times)
    if often:
        steady(outermost, often)
    yield from places


def steady(place, often):
    """Turns that stand in front of a pipelined loop and behind it count among the others."""
    inside = often * max(1, round(place.turns / often))
    if inside < place.turns:
        more = place.turn * (place.turns / inside - 1)  # of each turn
        place.turn += more
        place.entry = max(0, place.entry - more * place.turns / place.entries)


def split(text, found):
    """Places of one layer's nest, from its part of --dump-nests and its packets: (line behind the function's first, times, cycles)."""
    pieces, ranges = PIECE.findall(text), {"none": Lines()}
    for of, side, *_ in pieces:
        for each in filter(None, (of, side)):
            if each != "none":
                ranges[each] = Lines(*map(int, each.split(" to ")))
    inward = sorted(ranges.values(), key=lambda lines: lines.last - lines.first)
    here = inward[-1]
    for line, times, cycles in found:
        here = next((lines for lines in inward if lines.first <= line <= lines.last), here)
        here.packets.append((times, cycles))
    for of in ranges:
        own = [Place(body, float(turns), float(entries)) for its, _, turns, entries, body in pieces if its == of and body.startswith(OWN)]
        if own:
            yield from own_loops(own, ranges[of].packets)
            continue
        alike = [(side, float(turns), float(entries), body) for its, side, turns, entries, body in pieces if its == of]
        turns, entries = sum(each[1] for each in alike), sum(each[2] for each in alike)
        # A loop of so few turns that they may be written out is one piece.
        has_entry = alike and re.match(r"loop(?! of)", alike[0][3])
        entering = ranges[of].cycles(lambda times: times <= ONCE_MORE * entries) if has_entry else 0
        for side, its_turns, its_entries, body in alike:
            if its_turns:
                own = ranges[side].cycles() if side else 0
                yield Place(body, its_turns, its_entries, (ranges[of].cycles() - entering) / turns + own / its_turns, entering / entries)


def places(tools, folder, nests):
    """Of all layers of FOLDER/model.c that are a function of their own."""
    source = os.path.join(folder, "model.c")
    with open(source) as text:
        first = {found[1]: number for number, line in enumerate(text, 1) if (found := re.match(r"HL_LAYER void (\w+)\(.*\{$", line))}
    with open(source, "rb") as text:
        word = hashlib.file_digest(text, "sha256").hexdigest()[:8]  # lines are no part of what a program is kept by
    ran = kept(tools, folder, "lines-" + word, lambda: packets(tools, folder))
    for text in nests:
        function = text.split(maxsplit=1)[0]
        if function in first and function in ran:
            yield from split(text, [(line - first[function] if line else 0, times, cycles) for line, times, cycles in ran[function]])


def measured(tools, group, drawn, kernels, failures):
    """Places of all that plans of these operators execute."""
    for part, work in programs(tools, group, drawn, failures, kernels):
        try:
            forced(tools, [each[1:] for each in part], work)
            with open(os.path.join(work, NESTS)) as text:
                nests = re.findall(r"^\S.*\n(?:  .*\n|\n)*", text.read(), re.MULTILINE)
            found = list(places(tools, work, nests))
        except RunError as error:
            failures.append(failure(group, part, error))
            continue
        yield from found


def middle(values):
    """The median of (value, weight)."""
    values = sorted(values)
    half = sum(weight for _, weight in values) / 2
    for value, weight in values:
        half -= weight
        if half <= 0:
            return value
    return values[-1][0]


def table(found):
    """{body: (cycles of a turn, of an entry)}: where it has more turns for each entry it shows more of a turn."""
    by_body = {}
    for place in found:
        if " raw" in place.body:  # C that nests do not look into: any
            continue
        by_body.setdefault(place.body, []).append(place)
    rows = {body: (round(middle([(place.turn, place.turns / (place.entries or 1)) for place in each]), 1),
                   round(middle([(place.entry, 1) for place in each]), 1)) for body, each in by_body.items()}
    return {body: row for body, row in rows.items() if not is_misread(body, *row)}


def is_misread(body, turn, entry):
    """Whether packets of a primitive's loop were taken for another's: it takes none, or copies bytes for nothing in each of its turns."""
    return body.startswith(OWN) and not turn and (not entry or body.startswith(BYTE_COPIES))


def read(path):
    with open(path) as text:
        return {body: (float(turn), float(entry)) for turn, entry, body in ROW.findall(text.read())}


def write(rows, path):
    """Puts the rows in place of those that the file has."""
    with open(path) as text:
        head = [line for line in text if not line.startswith(("BODY", "#undef"))]
    with open(path, "w") as out:
        out.writelines(head)
        out.writelines(f"BODY({turn}, {entry}, \"{body}\")\n" for body, (turn, entry) in sorted(rows.items()))
        out.write("#undef BODY\n")


def drawn(maker, seed, count):
    return samples.draw(maker, max(1, round(count * samples.MORE.get(maker, 1))), seed)


def moved(found, rows):
    """(share of the cycles that is in bodies that rows have, and what these take now against the rows): of places."""
    in_all = covered = predicted = 0
    for place in found:
        cycles = place.turns * place.turn + place.entries * place.entry
        in_all += cycles
        if place.body in rows:
            turn, entry = rows[place.body]
            covered += cycles
            predicted += place.turns * turn + place.entries * entry
    return (covered / in_all, covered / predicted) if covered else (0, 1)
