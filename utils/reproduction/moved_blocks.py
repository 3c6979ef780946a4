# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Blocks in which elements are moved, with the passes that eliminate movements and without them (tables 1 and 7 of the paper, by block)."""
from . import networks
from .result import Result

# Title, network, operators of its file that are movements count as such when they copy.
BLOCKS = [("Swin pair, stage 1", "swin_pair_56x56_int8"), ("ViT-S block", "vit_block_224x224_int8"),
          ("ConvNeXt block, NCHW", "convnext_nchw_56x56_int8"), ("ShuffleNet units", "shuffle_units_28x28_int8"),
          ("ShuffleNet V2", "shufflenet_v2_224x224_int8"), ("space-to-depth stem", "space_to_depth_stem_224x224_int8"),
          ("Focus stem", "focus_stem_224x224_int8"), ("pixel-unshuffle stem", "unshuffle_stem_224x224_int8")]
PASSES = ("hoist-functions", "reorder-elementwise", "compose-movements", "merge-movements", "permute-channels", "absorb-movements")
MOVEMENTS = {"TRANSPOSE", "STRIDED_SLICE", "SPLIT", "CONCATENATION", "PAD", "SPACE_TO_DEPTH", "DEPTH_TO_SPACE", "PACK", "UNPACK", "RESHAPE", "MOVE"}
CALL = 40  # packets: a layer of no more is a view, for which nothing is done


class Shares:
    """Of one run: layers that do something, packets, and those of movements and of conversions of layouts."""

    def __init__(self, run):
        layers = [row for row in run["layers"] if row["name"].startswith("op") and row["packets"] > CALL]
        kinds = [row["name"].split("_", 1)[1] for row in layers]
        self.layers = len(layers)
        self.packets = sum(row["packets"] for row in layers)
        self.moved = sum(row["packets"] for row, kind in zip(layers, kinds) if kind in MOVEMENTS)
        self.converted = sum(row["packets"] for row, kind in zip(layers, kinds) if kind == "LAYOUT_CONVERT")
        self.outputs = run["outputs"]

    def percent(self):
        return [round(100 * part / self.packets, 1) for part in (self.moved, self.converted)]


def row(lab, title, network):
    without, all_of_them = (Shares(lab.run(network, options=options)) for options in (["--no-" + each for each in PASSES], []))
    if without.outputs != all_of_them.outputs:
        raise ValueError(f"{network}: the passes change its results")
    return [title, without.layers, all_of_them.layers, without.packets, all_of_them.packets, round(without.packets / all_of_them.packets, 2),
            *without.percent(), *all_of_them.percent()]


def make(lab):
    rows, missing = networks.measured([networks.Network(title, name, 0, None, None, None) for title, name in BLOCKS],
                                      lambda block: row(lab, block.title, block.name))
    return Result("moved_blocks", "Movements eliminated, by block", [
        "block", "layers without", "layers", "packets without", "packets", "speed-up", "movements without, %", "conversions without, %",
        "movements, %", "conversions, %"], rows, [
        "Both have the same bytes as results. Without: " + ", ".join(f"`--no-{each}`" for each in PASSES) + ". Layers are those that execute "
        "something; a view is none." + missing, "",
        "Movements are the paper's explicit transformations (table 1), conversions between layouts its implicit ones. In both columns the layouts "
        "are chosen for the whole graph, so what the paper gains by choosing layouts is in both."])
