# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pairs of operators by their classes (tables 4 to 6 of SmartMem) in networks and blocks of the zoo, before the passes and after them."""
import collections
import os
import re

from .moved_blocks import BLOCKS
from .result import Result

NETWORKS = ["mobilenet_v2_100_224_int8", "mobilenet_v3_large_224x224_int8", "efficientnet_b0_224x224_int8", "efficientdet_d0_128x128_int8",
            "resnet_18_224_int8", "pixor_48x32_int8", "wdsr_b_36x60_int8", "cyclegan_24x24_int8", "tinybert_1x256_int8", "conformer_s_96x80_int8",
            "conv_transformer_int8"]
CLASS = r"(IL[DI] & \w+)"
# What --list-classes says of a pair: SmartMem's action, and what our passes do.
SAID = re.compile(rf"^{CLASS} +{CLASS} +(keep both|try fuse|eliminate \w+) +(?:{CLASS}|none) +(?:search \w+|no search) +([\w ]+): ", re.M)
COUNTED = re.compile(rf"^{CLASS} +{CLASS} +(\d+) +(\d+) ", re.M)


def counting(front_end, network):
    """The command whose output counts() reads."""
    return [front_end, network, "--stop-after=embed-windows", "-o", os.devnull, "--dump-classes", "-"]


def counts(text):
    """{(first, second): (before, after)} of a network."""
    return {match.groups()[:2]: tuple(map(int, match.groups()[2:])) for match in COUNTED.finditer(text)}


def make(lab):
    names = [name for _, name in BLOCKS] + NETWORKS
    total = collections.Counter()
    for name in names:
        for pair, (before, after) in counts(lab.say(counting(lab.binary("dnn-frontend"), lab.network(name)))).items():
            total.update({(pair, "before"): before, (pair, "after"): after, (pair, "networks"): 1})
    said = [match.groups() for match in SAID.finditer(lab.say([lab.binary("dnn-frontend"), "--list-classes"]))]
    rows = [[first, second, action, ours, total[(first, second), "before"], total[(first, second), "after"], total[(first, second), "networks"]]
            for first, second, action, _, ours in said]
    reached = sum(row[-1] > 0 for row in rows)
    return Result("pairs", "Pairs of operators, before the passes and after them", [
        "first", "second", "the paper", "our passes", "before", "after", "networks"], rows, [
        f"Of {len(rows)} kinds of pairs, {reached} occur in {len(names)} networks and blocks of the zoo, which `utils/reproduction/pairs.py` names. A pair is "
        "an operator and another one that reads what it makes. Its classes are derived from what both read. `dnn-frontend --list-classes` says which passes "
        "act on which pair. There can be more pairs behind the passes, because passes make operators, too."])
