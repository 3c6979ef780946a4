# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cycles (packets and operand stalls) of one layer, conversions left out, by each given plan.

The layer is said as in the tables of docs/measurements/kernels.md:
  "3x3, 64x64, 1 to 8, uint8"                      a convolution with padding
  "3x3, 48x160 to 46x158, 1 to 4, int8"            one without
  "3x3 of stride 2, 7x7, 64 to 32, int8"
  "depthwise 3x3, 30x40, 8, int8"
  "max pool 3x3 of stride 2, 65x65, 32, uint8"
  "average pool 3x3, 56x56, 32, int8"
  "fully connected, 2 rows, 1024 to 100, int8"
  "batch matmul, 4 x 128x64 by 64x128, int8"       "..., transposed, int8": the second operand is stored so
Its weights are random, the same each time: any of int8, with scales by channel, or of uint8 with a zero point of 128. Of the plans
that a PLAN leaves open all are measured, and the one that takes the fewest cycles is printed.
"""
import argparse
import random
import re
import sys
import tempfile

from runmodel.tools import RunError, Tools

from .single import Layer, Product, alone, plans_by, sample_of

TYPES = {"int8": ("i8", 0, (-127, 127)), "uint8": ("u8", 128, (0, 255))}
OPERATORS = {"": "CONV_2D", "depthwise ": "DEPTHWISE_CONV_2D", "max pool ": "MAX_POOL_2D", "average pool ": "AVERAGE_POOL_2D"}
WINDOWS = re.compile(r"(?P<kind>|depthwise |max pool |average pool )(?P<kernel>\d+)x(?P=kernel)(?: of stride (?P<stride>\d+))?, "
                     r"(?P<height>\d+)x(?P<width>\d+)(?P<less> to \d+x\d+)?, (?P<inputs>\d+)(?: to (?P<outputs>\d+))?, (?P<type>u?int8)")
DENSE = re.compile(r"fully connected, (?P<rows>\d+) rows?, (?P<inputs>\d+) to (?P<outputs>\d+), (?P<type>u?int8)")

MATRICES = re.compile(r"batch matmul, (?P<batches>\d+) x (?P<rows>\d+)x(?P<depth>\d+) by (?P=depth)x(?P<columns>\d+)"
                      r"(?P<turned>, transposed)?, (?P<type>int8)")


def layer_of(text):
    """(layer, type)"""
    if any(form.fullmatch(text) for form in (DENSE, WINDOWS, MATRICES)) and re.search(r"(?<!\d)0+(?!\d)", text):
        raise RunError("layer", f"'{text}': sizes, strides and channels are 1 or more")
    if found := DENSE.fullmatch(text):
        rows, inputs, outputs = (int(found[name]) for name in ("rows", "inputs", "outputs"))
        return Layer("FULLY_CONNECTED", 1, (1, rows), inputs, outputs), found["type"]
    if found := MATRICES.fullmatch(text):
        return Product(*(int(found[name]) for name in ("batches", "rows", "depth", "columns")), bool(found["turned"])), found["type"]
    found = WINDOWS.fullmatch(text)
    if not found:
        raise RunError("layer", f"'{text}' is said in no form of --help")
    operator, inputs = OPERATORS[found["kind"]], int(found["inputs"])
    if (operator == "CONV_2D") != bool(found["outputs"]):
        wanted = "from how many channels to how many" if operator == "CONV_2D" else "it has one number of channels"
        raise RunError("layer", f"'{text}': {wanted}")
    layer = Layer(operator, int(found["kernel"]), (int(found["height"]), int(found["width"])), inputs, int(found["outputs"] or inputs),
                  int(found["stride"] or 1), not found["less"])
    size = "x".join(map(str, layer.results()[0]))
    if found["less"] and found["less"] != f" to {size}":
        raise RunError("layer", f"'{text}': without padding the results are {size}")
    return layer, found["type"]


def answers(plan, layouts, fields):
    """Whether a plan is one of those that are asked for; of instruction and stage first words will do."""
    def is_so(name, value):
        has = str(plan["schedule"].get(name, ""))
        return has == value or (name == "instruction" and has.startswith(value + ".")) or (name == "stage" and has.startswith(value + "-"))
    own = re.findall(r"\w+", plan["layouts"])
    return (not layouts or own == re.findall(r"\w+", layouts)) and all(is_so(*field) for field in fields)


def asked(text):
    """(kernel, layouts, fields) of KERNEL[:LAYOUTS][:FIELD=VALUE]..."""
    kernel, *parts = text.split(":")
    given = [part.partition("=")[0] if "=" in part else "" for part in parts]
    if "" in parts or len(set(given)) < len(given):
        raise RunError("plan", f"'{text}': a part is empty, or given twice")
    return kernel, next((part for part in parts if "=" not in part), ""), [part.split("=", 1) for part in parts if "=" in part]


def said(plan):
    return " ".join([plan["kernel"], plan["layouts"], *(f"{name}={value}" for name, value in plan["schedule"].items())])


def measured(tools, sample, text):
    """(packets, stalls, words) of the fastest of the plans that answer the text."""
    kernel, layouts, fields = asked(text)
    with tempfile.TemporaryDirectory(prefix="layer-cycles-") as folder:
        plans = [plan for plan in plans_by(tools, sample, folder, kernel) if answers(plan, layouts, fields)]
        # As in the front end: what stands aside by a field is taken only where that is asked for, and nothing else is what was.
        usual = [plan for plan in plans if "aside" not in plan]
        wanted = usual or [plan for plan in plans if plan["aside"] in dict(fields)]
        found = [(*alone(tools, sample, plan, folder), said(plan)) for plan in wanted]
    if not found:
        raise RunError("plan", f"the layer has no plan {text}")
    return min(found, key=lambda each: each[0] + each[1])


def main():
    parser = argparse.ArgumentParser(prog="layer-cycles.sh", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("layer", metavar="LAYER")
    parser.add_argument("plans", metavar="KERNEL[:LAYOUTS][:FIELD=VALUE]...", nargs="+")
    options = parser.parse_args()
    layer, name = layer_of(options.layer)
    kind, zero, (low, high) = TYPES[name]
    rng = random.Random(options.layer)
    sample = sample_of(layer, kind, zero, rng, lambda: rng.randint(low, high), (high - low) / 12 ** 0.5)
    tools = Tools()
    for text in options.plans:
        packets, stalls, words = measured(tools, sample, text)
        print(f"{packets + stalls:9,} cycles, {stalls:,} of them stalls: {words}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except RunError as error:
        sys.exit(f"layer-cycles: {error.stage}: {error}")
