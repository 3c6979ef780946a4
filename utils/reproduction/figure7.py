"""Figure 7: eight convolutions of ResNet-50, against compilers that know less."""
from .convolutions import CONVOLUTIONS, name
from .result import Result, bars

STOCK = "stock"
# Plain C is run with this much of the image's height and width, and its counts scaled by the products.
PART = 0.25


def make(lab):
    rows = []
    for title, conv in list(CONVOLUTIONS.items())[:8]:
        ours, tensors = lab.run(name(conv)), lab.run(name(conv), pack="off")
        small = name(conv, PART)
        products = [sum(layer["mac"] for layer in lab.summary(network)) for network in (name(conv), small)]
        plain = lab.run(small, pack="off", clang=STOCK, code="portable")
        scale = products[0] / products[1]
        rows.append([title, round(plain["cycles"] * scale), tensors["cycles"], ours["cycles"],
                     round(tensors["cycles"] / ours["cycles"], 3), round(plain["cycles"] * scale / ours["cycles"], 1),
                     round(plain["packets"] * scale), tensors["packets"], ours["packets"],
                     round(1 - ours["packets"] / tensors["packets"], 3)])

    def plot(figure):
        groups = [f"C{number}" for number in range(len(rows))]
        axes = figure.add_subplot(1, 2, 1, title="cycles, relative to our layouts alone")
        bars(axes, groups, {"layouts alone": [1] * len(rows), "and our packets": [row[3] / row[2] for row in rows]}, "")
        axes = figure.add_subplot(1, 2, 2, title="packets, relative to our layouts alone")
        bars(axes, groups, {"layouts alone": [1] * len(rows), "and our packets": [row[8] / row[7] for row in rows]}, "")
    least, most = min(row[5] for row in rows), max(row[5] for row in rows)
    packing = min(row[4] for row in rows), max(row[4] for row in rows)
    return Result("figure7", "Figure 7: convolutions of ResNet-50",
                  ["convolution", "plain C, clang 19: cycles", "layouts alone (the paper's GCDb): cycles", "cycles", "by packing",
                   "plain C / ours", "plain C: packets", "layouts alone: packets", "packets", "fewer packets by packing"], rows, [
                       f"Plain C by clang 19 for the same core, which vectorizes what it can, needs {least:g} to {most:g} times the "
                       f"cycles (measured at {PART:g} of the height and width, scaled by products). Packing alone brings "
                       f"{packing[0]:g} to {packing[1]:g} times over the stock packetizer of LLVM 19 on the same code. The paper: up "
                       "to 3.8 times over Halide, 2.7 over TVM and 3.3 over RAKE without its packing, up to 4.5, 3.4 and 4.0 with it; "
                       "25, 19 and 21 % fewer packets. TVM and RAKE are no packages of Debian. " + lab.halide], plot)
