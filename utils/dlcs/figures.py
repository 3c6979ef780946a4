# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the two figures show, measured."""
import sys

from . import phases
from .measure import Sum

ONE = ["-mllvm", "-sda-issue-limit=1"]
PLAIN = ["-mllvm", "-sda-pack=off"]
SCALAR = ["-fno-vectorize", "-fno-slp-vectorize"]
PORTABLE = ["--force-plan=CONV_2D=conv2d_portable"]
ON_COPY = ["--force-plan=CONV_2D=conv2d_vconv_copied"]
# Name, options of dnn-frontend, flags of clang; each is what the one before is and one thing more.
STEPS = [
    ("scalar, one instruction a packet", PORTABLE, SCALAR + ONE),
    ("+ eight-slot packets", PORTABLE, SCALAR + PLAIN),
    ("+ soft dependences", PORTABLE, SCALAR),
    ("+ SIMD by the compiler", PORTABLE, []),
    ("+ NCHW and the convolution instruction", ON_COPY, []),
    ("+ planes with margins, no copies", [], []),
]
OBJECTS = {"conv 16x28x28 to 32, pool": "layer_conv_pool_28x28_16_32_int8", "conv 128x14x14 to 256": "layer_conv_3x3_14x14_128_256_int8"}


def say(text):
    print("reproduce-dlcs: " + text, file=sys.stderr, flush=True)


def total(layers):
    result = Sum()
    for _, row in layers:
        result.add(row)
    return result


def thirteen(network):
    """{object: [(step, cycles, packets)]}"""
    result = {}
    for title, name in OBJECTS.items():
        net, rows = network(name), []
        pool = ["--force-plan=MAX_POOL_2D=pool_portable"] if "pool" in name else []
        for step, plans, flags in STEPS:
            say(f"figure 13: {title}: {step}")
            layers = total(net.layers([*plans, *(pool if plans == PORTABLE else [])], flags))
            rows.append((step, layers.cycles, layers.packets))
        result[title] = rows
    return result


def convolutions(net, layers, of_phase, phase):
    """Sum of the phase's convolutions."""
    result, rows = Sum(), dict(layers)
    for name, its in of_phase:
        if its == phase:
            result.add(rows[name])
    return result


def by_hand(library, phase):
    result = Sum()
    for layer in phase:
        row = library.layer(*layer[:7])
        for _ in range(layer[7]):
            result.add(row)
    return result


def fourteen(network, make_library):
    """[{phase, macs, hand, generated, plain: Sum}]"""
    result, library = [], None
    for name, its_phases in phases.NETWORKS.items():
        net = network(name)
        of_phase = phases.of_layers(its_phases, net.summary()["layers"])
        say(f"figure 14: {name}")
        aware = net.layers()
        say(f"figure 14: {name}, plain packets")
        plain = net.layers(flags=PLAIN)
        library = library or make_library()
        for phase, layers in its_phases.items():
            say(f"figure 14: {phase} by hand")
            result.append({"phase": phase, "macs": sum(phases.macs(layer) for layer in layers), "roofline": phases.roofline(layers),
                           "hand": by_hand(library, layers),
                           "generated": convolutions(net, aware, of_phase, phase), "plain": convolutions(net, plain, of_phase, phase),
                           "network": name})
        result.append({"phase": name, "macs": 0, "hand": None, "generated": total(aware), "plain": total(plain), "network": name})
    return result
