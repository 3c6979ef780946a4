# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ten networks of table IV, with what the paper says of them (None: it does not run there); EVALUATED: the five of figures 8, 9 and 11."""
import collections

from .missing import NotMeasured

Network = collections.namedtuple("Network", "title name mac tflite snpe milliseconds")
NETWORKS = [
    Network("MobileNet-V3", "mobilenet_v3_large_224x224_int8", 0.22e9, 7.5, 6.2, 4.0),
    Network("EfficientNet-b0", "efficientnet_b0_224x224_int8", 0.40e9, 9.1, 9.2, 6.0),
    Network("ResNet-50", "resnet_50_224_int8", 4.1e9, 13.9, 11.6, 7.1),
    Network("FST", "style_transfer_1024x1024_int8", 161e9, 935, 870, 211),
    Network("CycleGAN", "cyclegan_496x496_int8", 186e9, 450, 366, 181),
    Network("WDSR-b", "wdsr_b_540x960_int8", 11.5e9, 400, 137, 66.7),
    Network("EfficientDet-d0", "efficientdet_d0_512x512_int8", 2.6e9, 62.8, None, 26),
    Network("PixOr", "pixor_352x304_int8", 8.8e9, 43, 26.4, 11.7),
    Network("TinyBERT", "tinybert_1x256_int8", 1.4e9, None, None, 12.2),
    Network("Conformer", "conformer_s_1464x80_int8", 5.6e9, None, None, 65),
]
# Too large for every configuration of a figure to be run in minutes: their reduced form is.
LARGEST = {"style_transfer_1024x1024_int8": "style_transfer_128x128_int8", "cyclegan_496x496_int8": "cyclegan_128x128_int8"}
# A picture of two million pixels a run: also on a smaller one where there are many runs.
REDUCED = {"wdsr_b_540x960_int8": "wdsr_b_36x60_int8"}
EVALUATED = [network for network in NETWORKS if network.title in ("EfficientNet-b0", "ResNet-50", "FST", "WDSR-b", "PixOr")]


def shown(network):
    """What a figure runs in place of it."""
    return REDUCED.get(network.name, LARGEST.get(network.name, network.name))


def measured(networks, measure):
    """[measure(network)] of those that were measured, and a sentence about the others."""
    rows, missing = [], []
    for network in networks:
        try:
            rows.append(measure(network))
        except NotMeasured:
            missing.append(network.title)
    if not rows:
        raise NotMeasured("no network of it is kept")
    return rows, f" Not measured: {', '.join(missing)}." if missing else ""
