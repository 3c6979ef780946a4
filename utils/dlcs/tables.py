"""CSV files, dlcs.md and plots of what figures.py measured."""
import csv
import os

from .phases import NETWORKS

# What the paper's text says of its figures; the bars themselves carry no numbers.
PAPER_13 = {"+ SIMD by the compiler": "about 1.1", "+ planes with margins, no copies": "up to 2.7 (simplification and layout)"}
PAPER_14 = {"R5": "1.5", "M4": "3.0"}


def write_csv(folder, name, header, rows):
    with open(os.path.join(folder, name), "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def markdown(header, rows):
    def text(cell):
        return f"{cell:,}" if isinstance(cell, int) else cell

    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(map(text, row)) + " |" for row in rows]) + "\n"


def thirteen(folder, measured):
    header = ["object", "step", "cycles", "packets", "faster than the step before", "the paper"]
    rows = []
    for title, steps in measured.items():
        for i, (step, cycles, packets) in enumerate(steps):
            gain = f"{steps[i - 1][1] / cycles:.2f}" if i else ""
            rows.append([title, step, cycles, packets, gain, PAPER_13.get(step, "")])
    write_csv(folder, "dlcs-figure13.csv", header, rows)
    plot(folder, "dlcs-figure13.png", "Speed-up of each optimization over the one before",
         {title: [(step, steps[i][1] / cycles) for i, (step, cycles, _) in enumerate(steps[1:])] for title, steps in measured.items()})
    return markdown(header, rows)


def rates(row):
    """MAC a packet, what the machine could do, and how much of it that is."""
    if not row["hand"]:
        return "", "", ""
    rate = row["macs"] / row["generated"].packets
    return f"{rate:.1f}", f"{row['roofline']:.1f}", f"{100 * rate / row['roofline']:.0f} %"


def fourteen(folder, measured):
    header = ["phase", "MAC", "by hand, cycles", "generated, cycles", "faster", "the paper", "plain packets, cycles", "SDA faster",
              "MAC a packet", "roofline", "share", "instructions a packet"] + [f"slot {i}" for i in range(8)]
    rows = []
    for row in measured:
        generated, plain, hand = row["generated"], row["plain"], row["hand"]
        rows.append([row["phase"], row["macs"] or "", hand.cycles if hand else "", generated.cycles,
                     f"{hand.cycles / generated.cycles:.2f}" if hand else "", PAPER_14.get(row["phase"], "1.5 to 3.0" if hand else ""),
                     plain.cycles, f"{plain.cycles / generated.cycles:.2f}",
                     *rates(row), f"{generated.instructions / generated.packets:.2f}"]
                    + [f"{100 * n / generated.packets:.0f} %" for n in generated.slots])
    write_csv(folder, "dlcs-figure14.csv", header, rows)
    plot(folder, "dlcs-figure14.png", "Generated code against hand-written kernels",
         {name: [(row["phase"], row["hand"].cycles / row["generated"].cycles) for row in measured if row["hand"] and row["network"] == name]
          for name in NETWORKS})
    return markdown(header, rows)


def plot(folder, name, title, groups):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(groups), figsize=(6 * len(groups), 4), squeeze=False)
    for axis, (group, bars) in zip(axes[0], groups.items()):
        axis.barh([label for label, _ in bars][::-1], [value for _, value in bars][::-1])
        for place, (_, value) in enumerate(bars[::-1]):
            axis.text(value, place, f" {value:.2f}", va="center")
        axis.set_title(group)
        axis.axvline(1, color="black", linewidth=0.8)
        if max(value for _, value in bars) > 10:
            axis.set_xscale("log")
        axis.margins(x=0.15)
    figure.suptitle(title)
    figure.tight_layout()
    figure.savefig(os.path.join(folder, name), metadata={"Software": None})
    pyplot.close(figure)


TEXT = """# The SwiftDSP paper's figures 13 and 14

"A Deep Learning Compiler for Vector Processor", section 4, redrawn by `utils/reproduce-dlcs.sh` on this project's SwiftDSP:
cycles of `build/bin/swiftdsp-sim`, every output byte equal to the portable target's. The paper gives the bars of its figures
without numbers and describes its machine in part ([swiftdsp-isa.md](../swiftdsp-isa.md) says what is ours), so that only
directions and the few values of its text can be compared.

## Figure 13: each optimization over the one before

{thirteen}
![figure 13](dlcs-figure13.png)

Where it differs: the paper's layout step is a better order of data for a vector processor's loads; here the layout is also what
makes the convolution instruction possible, whose 192 products a packet no other step can come near, so that this one step has
most of the gain; its measure is figure 14. What the paper calls SIMD is its smallest step; here it is clang's vectorizer, which takes
the scalar kernels' sums over input channels, sixteen bytes at a time, unpacked to halves and multiplied by `vmac`. With 128 channels
that is nearly all of the time, with 16 it is a vector for each tap, whose lanes are added up each time.

## Figure 14: generated code against hand-written kernels

Phases are the stages of one resolution (`utils/dlcs/phases.py`), their convolutions only; the hand-written library
(`utils/dlcs/kernels`) uses the same instructions and takes sizes when it runs. The last row of each network is all of it.

{fourteen}
![figure 14](dlcs-figure14.png)

- The roofline is that of [swiftdsp-isa.md](../swiftdsp-isa.md), "Peak and roofline", for each layer's window, in useful
  products a packet; R2 has 3x3 convolutions with stride 1 alone.
- Below 60 % are two phases at the networks' beginnings, where few products belong to an output, so that the output stage weighs
  more: R1 is a 7x7 convolution with stride 2 of three channels, M1 a 3x3 with stride 2 of three, a depthwise layer and a 1x1 of 32.
- Plain packets are those of `-sda-pack=off`.
- Where it differs: the paper's hand-optimized libraries are not described. Ours already uses the convolution instruction and
  the output stage in full; what is left for the compiler is what it knows of the sizes (offsets instead of pointers, tiles over
  the ends of rows) and that planes with margins need no padded copy.
"""


def write(folder, parts):
    texts = {"13": thirteen, "14": fourteen}
    made = {key: texts[key](folder, part) for key, part in parts.items()}
    if len(made) == 2:
        with open(os.path.join(folder, "dlcs.md"), "w", encoding="utf-8") as file:
            file.write(TEXT.format(thirteen=made["13"], fourteen=made["14"]))
