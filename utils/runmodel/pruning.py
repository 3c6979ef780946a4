# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plans that the machine's facts exclude before anything is compiled (Romou, table 1). What a plan executes is read from its nest, as
dnn-frontend --dump-nests writes it."""
import json
import os
import re
from dataclasses import dataclass

from .pipeline import call
from .tools import MACHINE

HEAD = re.compile(r"^\w*?_(op\d+[a-z]*_\w+) by ")
LOOP = re.compile(r"^( +)loop [^,]*, (\d+) of \d+ turns(, written out)?(?:: ([^;]*))?")
ACCESS = re.compile(r"^(\d+) (?:load|store) (unaligned )?(\w+)$")
VECTOR_LOADS = re.compile(r"^(\d+) hl_load_u$")
SIZES = {"uint64_t": 8, "int64_t": 8, "uint32_t": 4, "int32_t": 4, "float": 4, "uint16_t": 2, "int16_t": 2, "uint8_t": 1, "int8_t": 1}


@dataclass
class Facts:
    """products: multiplications of vectors in all; vectors: in arrays that live together; scalar_bytes, vector_bytes: what the largest turn
    of an innermost loop reads and writes; bytewise: accesses of one byte in all; wide: of vectors and words."""
    products: int = 0
    vectors: int = 0
    scalar_bytes: int = 0
    vector_bytes: int = 0
    bytewise: int = 0
    wide: int = 0


PLANS_AT_A_TIME = 200  # of which the front end tells the nests
# Two multiplications of vectors in a packet are the most; a packet takes a cycle at least.
PRODUCTS_OF_A_PACKET = 2
# What excludes a plan, by its facts, those of the machine, and the fewest cycles that are known of the layer. Each is a row of the paper's
# table; work groups, warps and buffers are not there. Loops that the loop hardware does not carry have their price in the bodies.
RULES = {
    "more vectors in arrays than registers": lambda plan, machine, best: plan.vectors > machine["vector.registers"],
    "a turn's scalars over the first level": lambda plan, machine, best: plan.scalar_bytes > machine["l1d.bytes"],
    "a turn's vectors over the second level": lambda plan, machine, best: plan.vector_bytes > machine["l2.bytes"],
    "more accesses of bytes than of vectors and words": lambda plan, machine, best: plan.bytewise > plan.wide,
    "products alone take longer than the best": lambda plan, machine, best: plan.products / PRODUCTS_OF_A_PACKET > best,
}


def reason_against(plan, its_machine, best):
    """Of the first rule that excludes the plan, or None."""
    return next((reason for reason, excludes in RULES.items() if excludes(plan, its_machine, best)), None)


def accesses(items, vector):
    """(bytes by vectors, bytes by scalars, accesses of a byte, others) of "2 load vector, 3 store uint8_t"."""
    wide = narrow = bytewise = others = 0
    for item in items.split(", ") if items else ():
        if found := VECTOR_LOADS.match(item):
            wide, others = wide + int(found[1]) * vector, others + int(found[1])
        elif found := ACCESS.match(item):
            times, size = int(found[1]), vector if found[3] == "vector" else SIZES.get(found[3], 4)
            wide, narrow = wide + times * size * (size == vector), narrow + times * size * (size != vector)
            bytewise, others = bytewise + times * (size == 1), others + times * (size != 1)
    return wide, narrow, bytewise, others


def facts_of(lines, vector):
    """Of one nest's lines, the first of which is its head."""
    known, around = Facts(), []  # around: [indentation, bytes by vectors, by scalars] of the loops that turn
    for line in lines[1:]:
        if found := re.match(r"  (\d+) vectors in arrays", line):
            known.vectors = int(found[1])
        elif found := re.match(r"  in all: (.*)", line):
            items = re.sub(r"(\d+) to \d+ ", r"\1 ", found[1])
            _, _, known.bytewise, known.wide = accesses(items, vector)
            known.products = sum(int(times) for times in re.findall(r"(\d+) v\w*mpy[\w.]*(?:,|$)", items))
        elif found := LOOP.match(line):
            indentation, turns = len(found[1]), int(found[2])
            while around and around[-1][0] >= indentation:
                around.pop()
            wide, narrow, _, _ = accesses(found[4], vector)
            if found[3] and around:  # straight code of the loop around
                around[-1][1] += turns * wide
                around[-1][2] += turns * narrow
            elif turns > 1:
                around.append([indentation, wide, narrow])
            if around:
                known.vector_bytes, known.scalar_bytes = max(known.vector_bytes, around[-1][1]), max(known.scalar_bytes, around[-1][2])
    return known


def facts_by_layer(nests):
    """Of a text of nests, by the layers' names."""
    vector = machine()["vector.bytes"]
    return {head[1]: facts_of(part.splitlines(), vector) for part in re.split(r"\n(?=\w)", nests) if (head := HEAD.match(part))}


def facts_of_program(tools, lines, folder, options):
    """Of a program of candidates (candidates.Text.program), by the layers' names."""
    text, nests = os.path.join(folder, "plans.hlir"), os.path.join(folder, "plans.nests")
    with open(text, "w") as out:
        out.write("\n".join(lines) + "\n")
    call("front end", [tools.frontend, text, "--target=hexagon", "--dump-nests", nests, *options], "dnn-frontend")
    with open(nests) as told:
        return facts_by_layer(told.read())


def machine():
    with open(MACHINE) as file:
        return {name: fact["value"] for name, fact in json.load(file)["facts"].items()}
