"""Eight layers of usual networks, each compiled by itself, measured twice.

alone: the layer by the plan that costs least, in the layouts that are best for it. Conversions into
       and out of these are left out, as between layers of a network that agree on a layout.
whole: the whole operator, input and output row-major, by the plan that selection takes for this
       graph; conversions included.

The vendor's figures are packets of the whole operator with packing and requantization, of the
vendor's hand-written library on the same emulator (uint8, not bit-exact); measured once.
"""
import argparse
import json
import math
import os
import random
import sys
import tempfile

from runmodel.pipeline import build_and_run
from runmodel.profiling import Profile
from runmodel.tools import RunError, Tools

from .measure import forcing, plans_of, write_network
from .network import Sample, Tensor, elements
from .operands import padded, words

# (operator, kernel, height and width, channels in, channels out, the vendor's packets)
LAYERS = (
    ("CONV_2D", 3, 56, 64, 64, 535_889),
    ("CONV_2D", 3, 14, 256, 256, 545_659),
    ("CONV_2D", 1, 112, 32, 64, 370_901),
    ("CONV_2D", 1, 56, 128, 128, 295_612),
    ("CONV_2D", 1, 28, 256, 256, 258_416),
    ("CONV_2D", 1, 14, 512, 512, 273_264),
    ("DEPTHWISE_CONV_2D", 3, 56, 128, 128, 116_209),
    ("DEPTHWISE_CONV_2D", 3, 14, 512, 512, 40_916),
)
# Type and zero point of the weights.
KINDS = {"uint8": ("u8", 131), "uint8-zero": ("u8", 0), "int8": ("i8", 0)}
SPREAD, SCALES = 20, (0.02, 0.01)  # of the weights; of inputs and weights


def sample_of(layer, kind, zero):
    """Sums lie around the middle of the results' range, whose codes span eight of their deviations."""
    operator, kernel, size, inputs, outputs, _ = layer
    rng = random.Random(f"{layer} {kind} {zero}")
    depthwise = operator != "CONV_2D"
    dims = (1, kernel, kernel, outputs) if depthwise else (outputs, kernel, kernel, inputs)
    depth = kernel * kernel * (1 if depthwise else inputs)
    middle = 0 if kind == "i8" else 128
    low, high = (-128, 127) if kind == "i8" else (0, 255)
    values = [min(high, max(low, round(rng.gauss(zero, SPREAD)))) for _ in range(elements(dims))]
    if zero == 0 and kind == "u8":
        values = [abs(value) for value in values]
    scales = (SCALES[1],)
    if kind == "i8":
        scales = tuple(round(SCALES[1] * rng.uniform(0.7, 1.4), 7) for _ in range(outputs))
    filters = Tensor(kind, dims, scales, zero, bytes(value & 255 for value in values),
                     3 if depthwise else 0)
    deviation = 74 * SPREAD * math.sqrt(depth)
    out_scale = round(SCALES[0] * SCALES[1] * 8 * deviation / 255, 7)
    _, before, after = padded(size, kernel, 1, True)
    attributes = {"stride": [1, 1], "dilation": [1, 1], "pads": [before, before, after, after],
                  "activation": "none"}
    if depthwise:
        attributes["depth_multiplier"] = 1
    bias = words("i32", [rng.randint(-2000, 2000) for _ in range(outputs)])
    image = Tensor(kind, (1, size, size, inputs), (SCALES[0],), middle)
    result = Tensor(kind, (1, size, size, outputs), (out_scale,), middle)
    return Sample(operator, [image, filters, bias], [result], attributes)


def profiled(tools, model, options, folder):
    """The layers of profile.json; a conversion is one of its own. The rest reads and writes the program's files."""
    profile = Profile(tools, os.path.join(folder, "profile"))
    os.makedirs(os.path.join(folder, "work"), exist_ok=True)
    build_and_run(tools, model, "hexagon", os.path.join(folder, "work"),
                  os.path.join(folder, "out"), frontend_options=options, profile=profile)
    with open(os.path.join(folder, "profile", "profile.json")) as text:
        return [each for each in json.load(text)["layers"] if each["name"].startswith("op")]


def words_of(plan):
    return f"{plan['layouts']}, {plan.get('stage', '')}"


def measure_alone(tools, layer, sample, folder):
    """(packets, stalls, plan) of the layer, conversions left out."""
    plan = min(plans_of(tools, [sample], folder)[0], key=lambda each: each["cycles"])
    model, options, _ = forcing([(sample, plan)], os.path.join(folder, "work"))
    found = next(each for each in profiled(tools, model, options, folder)
                 if each["name"].endswith("_" + layer[0]))
    return found["packets"], found["stalls"], words_of(plan)


def measure_whole(tools, layer, sample, folder):
    """(packets, stalls, plan) of the graph that has the layer alone, conversions included."""
    model, dump = os.path.join(folder, "whole.hlir"), os.path.join(folder, "whole.json")
    write_network([sample], model)
    layers = profiled(tools, model, ["--dump-plans", dump], folder)
    with open(dump) as text:
        planned = next(each for each in json.load(text)["layers"] if each["operator"] == layer[0])
    taken = next(plan for plan in planned["plans"] if plan.get("taken"))
    return sum(each["packets"] for each in layers), sum(each["stalls"] for each in layers), words_of(taken)


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
                        help="status 1 if a layer takes more than that of the vendor's packets, alone or whole")
    parser.add_argument("--only", metavar="TEXT", default="", help="layers whose name has it")
    arguments = parser.parse_args()
    for kind in arguments.kinds:
        if kind not in KINDS:
            parser.error(f"no such kind: {kind}")
    tools, ratios = Tools(), {way: [] for way in WAYS}
    print(f"{'layer':28} {'kind':10} {'':5} {'packets':>9} {'stalls':>7} {'vendor':>8} {'ratio':>6}  layouts, stage")
    for kind in arguments.kinds or KINDS:
        for layer in LAYERS:
            if arguments.only not in name_of(layer):
                continue
            for way, measure in WAYS.items():
                with tempfile.TemporaryDirectory(prefix="vendor-layers-") as folder:
                    packets, stalls, plan = measure(tools, layer, sample_of(layer, *KINDS[kind]), folder)
                ratios[way].append(packets / layer[5])
                print(f"{name_of(layer):28} {kind:10} {way:5} {packets:9,} {stalls:7,} {layer[5]:8,} "
                      f"{ratios[way][-1]:6.3f}  {plan}", flush=True)
    for way, each in ratios.items():
        if each:
            print(f"{way}: geometric mean {math.exp(sum(map(math.log, each)) / len(each)):.3f}, worst {max(each):.3f}")
    if arguments.worst is not None and max(sum(ratios.values(), []), default=math.inf) > arguments.worst:
        raise RunError("bound", f"a layer takes more than {arguments.worst:g} of the vendor's packets")


if __name__ == "__main__":
    try:
        main()
    except RunError as error:
        sys.exit(f"vendor-layers: {error.stage}: {error}")
