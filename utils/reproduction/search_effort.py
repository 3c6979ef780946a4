# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figure 8: nodes until the strict mapping of the 1x16x16 GEMM is found, by the operator's layout, its channels and the strategy."""
import re

from .difference import HOST_TIME
from .embedding import SOLVED, number, said
from .result import Result

LAYOUTS = {"NCHW": "n.k.y.x.c.ky.kx", "NHWC": "n.y.x.k.ky.kx.c", "HWNC": "y.x.n.k.ky.kx.c"}
CHANNELS = (16, 32, 64, 128, 256, 512)
# Without the order of lanes and terms, which the paper does not have in this figure.
PROPAGATION = {"forced and ordered": [], "forced": ["--all-orders"], "checked": ["--all-orders", "--checks-only"]}
BOUND = ["--bound", "16"]
ASSETS = re.compile(r"found by \d+ orders, ([\d,]+) nodes")


def between(numbers):
    return f"{min(numbers)} to {max(numbers)}" if min(numbers) < max(numbers) else str(numbers[0])


def make(lab):
    rows = []
    for propagation, options in PROPAGATION.items():
        for layout, order in LAYOUTS.items():
            for channels in CHANNELS:
                problem = ["--operator", f"conv 28x28x{channels}, 3x3 pad 1, {channels}", "--instruction", "vta.gemm", "--strict", "--first",
                           "activations", "--solver", "gecode", *options]
                plain = [said(lab, *problem, "--only-first", "--order", order, *bound) for bound in ([], BOUND)]
                assets = [said(lab, *problem, "--assets", *bound) for bound in ([], BOUND)]
                rows.append([propagation, layout, channels, *(number(SOLVED.search(text).group(3)) for text, _ in plain),
                             *(number(ASSETS.search(text).group(1)) for text, _ in assets), round(plain[0][1], 3)])
    forced, checked = ([row[3] for row in rows if row[0] == propagation] for propagation in ("forced", "checked"))
    return Result("search_effort", "Nodes until the strict mapping is found (figure 8)", [
        "rectangles", "layout", "channels", "nodes", "nodes with B", "with A", "with A and B", HOST_TIME], rows, [
            "B bounds all coordinates by 16. A searches in twelve orders of the axes, all at the same pace, and counts the nodes of all. A layout is the order "
            "in which axes are branched on; A has orders of its own.", "",
            f"The paper's nodes grow with the channels, up to A and B together. Here they do not: {between(forced)} for all layouts, and {between(checked)} "
            "where rectangles only check what is assigned. Each coordinate has a variable of its own, so edges bound it as soon as "
            "one of two nodes is known. Strategy A then pays for twelve searches, and saves none."])
