# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""by_perturbation.py NETWORK CLASSES --build FOLDER [--covers LIST]: whether each operator has the class that the evaluator of test/reference shows.

Each element of each input is changed, with everything else as it is, for several values. The elements of the outputs that ever change with it are those
that are made of it. CLASSES is what dnn-frontend --dump-classes wrote. LIST is that of --list-classes: each operator that is not opaque must be there.
"""
import argparse
import collections
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../reference"))

import numpy as np  # noqa: E402

import evaluate  # noqa: E402
from tflite_reader import Model  # noqa: E402

ORDER = ["one-to-one", "reorganize", "shuffle", "one-to-many", "many-to-many"]
# Made by the front end itself; a network's shapes are constants.
OURS = {"TABLE", "MOVE", "LAYOUT_CONVERT", "QUANTIZE_ROWS", "PRODUCT_SUMS", "SCALE_SUMS", "BROADCAST_ARGS"}
OTHER_NAMES = {"STRIDED_SLICE", "RESHAPE"}  # of which SLICE, SQUEEZE and EXPAND_DIMS are forms
RANDOM = np.random.default_rng(1)


def drawn(tensor, base):
    """Values of an input; of other bases in other ranges: what clamps, or takes the largest, shows all its sides."""
    if tensor.dtype == np.bool_:
        return RANDOM.uniform(size=tensor.shape) < (0.5, 0.1, 0.9)[base]
    if tensor.dtype != np.float32:
        return RANDOM.integers(0, 4, tensor.shape).astype(tensor.dtype)
    low, high = ((-2, 2), (0.1, 0.9), (1, 5))[base]
    return (np.round(RANDOM.uniform(low, high, tensor.shape) * 32) / 32).astype(np.float32)


def others(tensor, old, equals):
    """Values to change one to, `equals` among them."""
    if tensor.dtype == np.bool_:
        return [not old]
    if tensor.dtype != np.float32:
        return [old + 40, old - 40] if tensor.quantized else [(old + 1) % 4, (old + 2) % 4]
    return [old + np.float32(4.25), old - np.float32(3.5), old * np.float32(0.5), old + np.float32(0.03125)] + list(equals)


def results(model, operator, tensors, values):
    found = evaluate.results_of(model, operator, tensors, values)
    found = found if isinstance(found, list) else [found]
    return [np.asarray(one).astype(tensors[i].dtype).reshape(tensors[i].shape) for i, one in zip(operator.outputs, found)]


class Relation:
    """Pairs (index in the input, number and index of the output)."""

    def __init__(self, shape):
        self.shape, self.pairs = shape, set()

    def add(self, index, before, after):
        for number, (was, now) in enumerate(zip(before, after)):
            for at in zip(*np.nonzero((was != now) & ~((was != was) & (now != now)))):
                self.pairs.add((index, number, tuple(int(i) for i in at)))

    def copies(self, runs):
        """Whether outputs have been equal to what they are made of in all runs (values of the input, outputs)."""
        return all(bool(values[index] == outs[number][at]) for values, outs in runs for index, number, at in self.pairs)

    def mapping(self, shapes, pads):
        made, of = collections.defaultdict(set), collections.defaultdict(set)
        for index, number, at in self.pairs:
            made[index].add((number, at))
            of[number, at].add(index)
        several, often = (any(len(all_) > 1 for all_ in one.values()) for one in (of, made))
        kept = self.keeps(shapes, pads)
        if several or often:
            return "many-to-many" if several else "one-to-many", kept
        return "one-to-one" if kept else "reorganize" if self.in_order(shapes) else "shuffle", kept

    def keeps(self, shapes, pads):
        """Whether each dimension's index follows from that dimension's index in the output."""
        follows = {}
        for index, number, at in self.pairs:
            index = (0,) * (len(at) - len(index)) * pads + index
            if len(index) != len(at):
                return False
            for dimension, (here, there) in enumerate(zip(index, at)):
                if follows.setdefault((number, dimension, there), here) != here:
                    return False
        return True

    def in_order(self, shapes):
        for number, shape in enumerate(shapes):
            ordered = sorted((np.ravel_multi_index(at, shape), np.ravel_multi_index(index, self.shape)) for index, other, at in self.pairs if other == number)
            if any(a[1] >= b[1] for a, b in zip(ordered, ordered[1:])):
                return False
        return True


def class_of(model, operator, tensors):
    varied = sorted({i for i in operator.inputs if i >= 0 and tensors[i].data is None})
    relations, runs = {i: Relation(tensors[i].shape) for i in varied}, {i: [] for i in varied}
    for base in range(3):
        values = {i: tensors[i].data if tensors[i].data is not None else drawn(tensors[i], base) for i in operator.inputs if i >= 0}
        before = results(model, operator, tensors, values)
        for i in varied:
            runs[i].append((values[i].copy(), before))
            for index in np.ndindex(*tensors[i].shape):
                old = values[i][index]
                equals = [values[k][index] for k in varied if k != i and tensors[k].shape == tensors[i].shape]  # what compares shows it there
                for new in others(tensors[i], old, equals):
                    values[i][index] = new
                    relations[i].add(index, before, results(model, operator, tensors, values))
                values[i][index] = old
    if not all(relation.pairs for relation in relations.values()):
        return "nothing changes", "nothing changes"
    shapes = [tensors[i].shape for i in operator.outputs]
    copies = all(relations[i].copies(runs[i]) for i in varied)
    found = [r.mapping(shapes, not copies) for r in relations.values()]
    mapping = max((m for m, _ in found), key=ORDER.index)
    dependent = any(m == "many-to-many" or not kept for m, kept in found)
    return f"{'ILD' if dependent else 'ILI'} & {'fixed' if copies else 'variable'}", mapping


def derived(path):
    """{name: (class, type)}"""
    with open(path, encoding="utf-8") as file:
        lines = [re.match(r"(IL[DI] & \w+) +(\S+) +\w+ '(.*)'$", line) for line in file]
    return {line[3]: (line[1], line[2]) for line in lines if line}


def missing(path, operators):
    with open(path, encoding="utf-8") as file:
        listed = re.findall(r"^([A-Z0-9_]+) +IL[DI] & ", file.read(), re.M)
    return [name for name in listed if name not in {o.kind for o in operators} | OURS | OTHER_NAMES] if listed else ["everything"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network"), parser.add_argument("classes"), parser.add_argument("--build"), parser.add_argument("--covers")
    options = parser.parse_args()
    model = Model(options.network)
    operators = list(model.operators())
    if options.covers:
        lacking = missing(options.covers, operators)
        print("without an instance:", *lacking) if lacking else None
        return bool(lacking)
    tensors, wanted, counts, faults = model.tensors(), derived(options.classes), collections.Counter(), 0
    with np.errstate(all="ignore"):
        for operator in operators:
            name = tensors[operator.outputs[0]].name
            found = class_of(model, operator, tensors)
            counts.update(found)
            if found != wanted.get(name):
                print(f"{operator.kind} {name}: derived {wanted.get(name)}, by the evaluator {found}")
                faults += 1
    kinds = len({o.kind for o in operators})
    mappings = ", ".join(f"{m} {counts[m]}" for m in sorted(ORDER))
    classes = ", ".join(f"{c} {counts[c]}" for c in sorted(c for c in counts if c not in ORDER))
    print(f"{len(operators) - faults} operators as the evaluator has them, of {kinds} kinds: {classes}; {mappings}")
    return faults > 0


if __name__ == "__main__":
    sys.exit(main())
