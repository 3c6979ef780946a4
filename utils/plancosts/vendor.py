# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Eight layers of usual networks, each compiled by itself, measured twice.

alone: the layer by the plan that costs least, in the layouts that are best for it. Conversions into
       and out of these are left out, as between layers of a network that agree on a layout.
whole: the whole operator, input and output row-major, by the plan that selection takes for this
       graph; conversions included.

The vendor's figures are packets of the whole operator with packing and requantization, of the
vendor's hand-written library on the same emulator (uint8, not bit-exact); measured once. Its kernels for
V60 multiply by a word; those for V66 have products by a pair of words and by the Z register, and their
depthwise node is measured with the defect mended that has it plan anew for every inference.
"""
import argparse
import json
import math
import os
import random
import sys
import tempfile

from runmodel import emulator
from runmodel.tools import RunError, Tools

from . import single
from .measure import plans_of, write_network

# (operator, kernel, height and width, channels in, channels out, the vendor's packets by its kernels for each of CORES)
CORES = ("V60", "V66")
LAYERS = (
    ("CONV_2D", 3, 56, 64, 64, (535_889, 294_875)),
    ("CONV_2D", 3, 14, 256, 256, (545_659, 350_889)),
    ("CONV_2D", 1, 112, 32, 64, (370_901, 286_979)),
    ("CONV_2D", 1, 56, 128, 128, (295_612, 170_618)),
    ("CONV_2D", 1, 28, 256, 256, (258_416, 139_845)),
    ("CONV_2D", 1, 14, 512, 512, (273_264, 156_008)),
    ("DEPTHWISE_CONV_2D", 3, 56, 128, 128, (116_209, 115_449)),
    ("DEPTHWISE_CONV_2D", 3, 14, 512, 512, (40_916, 42_706)),
)
# Type and zero point of the weights.
KINDS = {"uint8": ("u8", 131), "uint8-zero": ("u8", 0), "int8": ("i8", 0)}
SPREAD = 20  # of the weights


def sample_of(layer, kind, zero):
    operator, kernel, size, inputs, outputs, _ = layer
    rng = random.Random(f"{layer} {kind} {zero}")
    low, high = (-128, 127) if kind == "i8" else (0, 255)

    def weight():
        value = min(high, max(low, round(rng.gauss(zero, SPREAD))))
        return abs(value) if zero == 0 and kind == "u8" else value

    shape = single.Layer(operator, kernel, (size, size), inputs, outputs)
    return single.sample_of(shape, kind, zero, rng, weight, SPREAD)


def words_of(plan):
    return f"{plan['layouts']}, {plan.get('stage', '')}"


def measure_alone(tools, _layer, sample, folder, options):
    """(packets, stalls, plan) of the layer, conversions left out."""
    plan = min(plans_of(tools, [sample], folder, options=options)[0], key=lambda each: each["cycles"])
    return *single.alone(tools, sample, plan, folder), words_of(plan)


def measure_whole(tools, layer, sample, folder, options):
    """(packets, stalls, plan) of the graph that has the layer alone, conversions included."""
    model, dump = os.path.join(folder, "whole.hlir"), os.path.join(folder, "whole.json")
    write_network([sample], model)
    found = single.profiled(tools, model, ["--dump-plans", dump, *options], folder)
    with open(dump) as text:
        planned = next(each for each in json.load(text)["layers"] if each["operator"] == layer[0])
    taken = next(plan for plan in planned["plans"] if plan.get("taken"))
    return sum(each["packets"] for each in found), sum(each["stalls"] for each in found), words_of(taken)


WAYS = {"alone": measure_alone, "whole": measure_whole}


def name_of(layer):
    operator, kernel, size, inputs, outputs, _ = layer
    if operator != "CONV_2D":
        return f"depthwise {kernel}x{kernel}, {size}x{size}x{outputs}"
    return f"{kernel}x{kernel}, {size}x{size}, {inputs} to {outputs}"


def main():
    parser = argparse.ArgumentParser(prog="vendor-layers.sh", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND",
                        help=f"{', '.join(KINDS)} (default: all)")
    parser.add_argument("--worst", metavar="RATIO", type=float,
                        help="status 1 if a layer takes more than that of the vendor's packets for V60, alone or whole")
    parser.add_argument("--only", metavar="TEXT", default="", help="layers whose name has it")
    parser.add_argument("--no-wide-products", action="store_true", help="without products by a pair of words, which V60 does not have")
    arguments = parser.parse_args()
    for kind in arguments.kinds:
        if kind not in KINDS:
            parser.error(f"no such kind: {kind}")
    tools, ratios = Tools(), {(way, core): [] for way in WAYS for core in CORES}
    options = ["--no-wide-products"] if arguments.no_wide_products else emulator.left_out(tools.qemu)
    vendors = " ".join(f"{core:>8} {'ratio':>6}" for core in CORES)
    print(f"{'layer':28} {'kind':10} {'':5} {'packets':>9} {'stalls':>7} {vendors}  layouts, stage")
    for kind in arguments.kinds or KINDS:
        for layer in LAYERS:
            if arguments.only not in name_of(layer):
                continue
            for way, measure in WAYS.items():
                with tempfile.TemporaryDirectory(prefix="vendor-layers-") as folder:
                    packets, stalls, plan = measure(tools, layer, sample_of(layer, *KINDS[kind]), folder, options)
                beside = ""
                for core, vendor in zip(CORES, layer[5]):
                    ratios[way, core].append(packets / vendor)
                    beside += f" {vendor:8,} {packets / vendor:6.3f}"
                print(f"{name_of(layer):28} {kind:10} {way:5} {packets:9,} {stalls:7,}{beside}  {plan}", flush=True)
    for (way, core), each in ratios.items():
        if each:
            print(f"{way}, of {core}: geometric mean {math.exp(sum(map(math.log, each)) / len(each)):.3f}, worst {max(each):.3f}")
    if arguments.worst is not None and max((each for way in WAYS for each in ratios[way, CORES[0]]), default=math.inf) > arguments.worst:
        raise RunError("bound", f"a layer takes more than {arguments.worst:g} of the vendor's packets")


if __name__ == "__main__":
    try:
        main()
    except RunError as error:
        sys.exit(f"vendor-layers: {error.stage}: {error}")
