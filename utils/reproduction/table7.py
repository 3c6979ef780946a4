# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Table 7: operators of whole networks before and after the front end's passes, beside the paper's."""
from typing import NamedTuple

from . import networks
from .missing import NotMeasured
from .moved_blocks import MOVEMENTS
from .result import Result


class Row(NamedTuple):
    """Operators by the paper: before, after DNNFusion, after SmartMem."""
    title: str
    name: str
    paper: int
    dnnfusion: int
    smartmem: int


NETWORKS = [
    Row("AutoFormer", "autoformer_v2_tiny_int8", 546, 197, 148), Row("BiFormer", "biformer_small_int8", 2042, 602, 474),
    Row("CrossFormer", "crossformer_small_int8", 505, 196, 155), Row("CSwin", "cswin_small_int8", 3863, 933, 604),
    Row("EfficientViT", "efficientvit_b3_int8", 536, 113, 101), Row("FlattenFormer", "flatten_pvt_medium_int8", 2016, 665, 403),
    Row("SMTFormer", "smt_small_int8", 1406, 469, 332), Row("Swin", "swin_tiny_int8", 765, 207, 158), Row("ViT", "vit_base_int8", 444, 168, 112),
    Row("Conformer", "conformer_s_1464x80_int8", 665, 219, 163), Row("SD-TextEncoder", "sd_text_encoder_int8", 674, 101, 84),
    Row("SD-UNet", "sd_unet_int8", 1962, 436, 322), Row("SD-VAEDecoder", "sd_vae_decoder_int8", 287, 103, 95),
    Row("Pythia", "pythia_1b_int8", 1853, 525, 355), Row("ConvNeXt", "convnext_tiny_int8", 292, 96, 81),
    Row("RegNet", "regnety_032_int8", 282, 122, 122), Row("ResNeXt", "resnext_50_int8", 122, 55, 55), Row("YOLOv8", "yolov8n_int8", 233, 75, 68)]
LARGEST = {"sd_unet_int8", "pythia_1b_int8"}  # a gigabyte of weights
VIEW = "reshape_alias"  # a kernel for which nothing is done
# TensorFlow Lite's; a RESHAPE is a view before any pass.
MOVED = MOVEMENTS - {"RESHAPE", "MOVE"} | {"SLICE", "PADV2"}


def counted(lab, name):
    """{operator: number, and "operators"} of the file."""
    return lab.kept(["counts", lab.front_end, name], lambda: {
        word: int(number) for word, number in map(str.split, lab.say([lab.binary("model-zoo"), "--count", name]).splitlines())})


def row(lab, network):
    if network.name in LARGEST and not lab.largest:
        raise NotMeasured(network.name + " is compiled with --largest only")
    before = counted(lab, network.name)
    movements = sum(number for kind, number in before.items() if kind in MOVED)
    layers = [layer for layer in lab.summary(network.name) if layer["kernel"] != VIEW]
    converted = sum(layer["operator"] == "LAYOUT_CONVERT" for layer in layers)
    moved = sum(layer["operator"] in MOVEMENTS for layer in layers)
    left = len(layers) - converted
    return [network.title, network.paper, before["operators"], network.dnnfusion, network.smartmem, left, round(before["operators"] / left, 2), movements,
            moved, converted]


def make(lab):
    rows, missing = networks.measured(NETWORKS, lambda network: row(lab, network))
    return Result("table7", "Table 7: operators of whole networks", [
        "network", "paper: operators", "operators of the file", "paper: DNNFusion", "paper: SmartMem", "layers left", "fewer by", "movements of the file",
        "movements left", "besides: conversions of layouts"], rows, [
        "Operators of the file are TensorFlow Lite's, as `model-zoo --count` says; `test/zoo/smartmem.csv` explains what is more than 5 % from "
        "the paper's. Layers left are those that execute something after the front end's passes. A normalization is still its nine operators "
        "here, one group in the paper. Movements of the file are without `RESHAPE`, which is a view." + missing])
