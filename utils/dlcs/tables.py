# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""CSV files, dlcs.md and plots of what figures.py measured."""
import os

from reproduction.difference import csv_text
from reproduction.result import made_of, put

from .phases import NETWORKS

# What the paper's text says of its figures; the bars themselves carry no numbers.
PAPER_13 = {"+ SIMD by the compiler": "about 1.1", "+ planes with margins, no copies": "up to 2.7 (simplification and layout)"}
PAPER_14 = {"R5": "1.5", "M4": "3.0"}


def markdown(header, rows):
    def text(cell):
        return f"{cell:,}" if isinstance(cell, int) else cell

    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(map(text, row)) + " |" for row in rows]) + "\n"


def thirteen(measured):
    """Header and rows of figure 13."""
    header = ["object", "step", "cycles", "packets", "faster than the step before", "the paper"]
    rows = []
    for title, steps in measured.items():
        for i, (step, cycles, packets) in enumerate(steps):
            gain = f"{steps[i - 1][1] / cycles:.2f}" if i else ""
            rows.append([title, step, cycles, packets, gain, PAPER_13.get(step, "")])
    return header, rows


def plot_thirteen(folder, measured):
    plot(folder, "dlcs-figure13.png", "Speed-up of each optimization over the one before",
         {title: [(step, steps[i][1] / cycles) for i, (step, cycles, _) in enumerate(steps[1:])] for title, steps in measured.items()})


def rates(row):
    """MAC a packet, what the machine could do, and how much of it that is."""
    if not row["hand"]:
        return "", "", ""
    rate = row["macs"] / row["generated"].packets
    return f"{rate:.1f}", f"{row['roofline']:.1f}", f"{100 * rate / row['roofline']:.0f} %"


def stalls(row):
    """Their share of the cycles."""
    return f"{100 * (row.cycles - row.packets) / row.cycles:.0f} %" if row else ""


def at_best(row):
    """How much faster than the kernels by hand packets at the roofline would be, without a stall."""
    return row["hand"].cycles * row["roofline"] / row["macs"]


def ratio(row):
    return row["hand"].cycles / row["generated"].cycles


def fourteen(measured):
    """Header and rows of figure 14."""
    header = ["phase", "MAC", "by hand, cycles", "by hand, stalls", "generated, cycles", "generated, stalls", "faster", "the paper", "at best",
              "plain packets, cycles", "SDA faster", "MAC a packet", "roofline", "share", "instructions a packet"]
    header += [f"slot {i}" for i in range(8)]
    rows = []
    for row in measured:
        generated, plain, hand = row["generated"], row["plain"], row["hand"]
        rows.append([row["phase"], row["macs"] or "", hand.cycles if hand else "", stalls(hand), generated.cycles, stalls(generated),
                     f"{ratio(row):.2f}" if hand else "", PAPER_14.get(row["phase"], "1.5 to 3.0" if hand else ""),
                     f"{at_best(row):.2f}" if hand else "", plain.cycles, f"{plain.cycles / generated.cycles:.2f}",
                     *rates(row), f"{generated.instructions / generated.packets:.2f}"]
                    + [f"{100 * n / generated.packets:.0f} %" for n in generated.slots])
    return header, rows


def plot_fourteen(folder, measured):
    plot(folder, "dlcs-figure14.png", "Generated code against hand-written kernels",
         {name: [(row["phase"], ratio(row)) for row in measured if row["hand"] and row["network"] == name]
          for name in NETWORKS})


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

`utils/reproduce-dlcs.sh` redraws section 4 of "A Deep Learning Compiler for Vector Processor" on this project's SwiftDSP. Cycles are
those of `build/bin/swiftdsp-sim`. Every output byte equals the portable target's. The paper gives the bars of its figures without
numbers, and describes its machine in part. [swiftdsp-isa.md](../swiftdsp-isa.md) says what is ours. So only directions and the few
values of the paper's text can be compared.

## Figure 13: each optimization over the one before

{thirteen}
![figure 13](dlcs-figure13.png)

Where it differs from the paper:

- *Layout.* The paper's layout step is a better order of data for a vector processor's loads. Here the layout also makes the convolution
  instruction possible. No other step comes near its 192 products a packet, so this one step has most of the gain. Its measure is
  figure 14.
- *SIMD.* The paper's smallest step is what it calls SIMD. Here it is clang's vectorizer, which takes the scalar kernels' sums over input
  channels. It takes sixteen bytes at a time, unpacked to halves and multiplied by `vmac`. With 128 channels that is nearly all of the
  time. With 16 channels it is a vector for each tap, whose lanes are added up each time.

## Figure 14: generated code against hand-written kernels

Phases are the stages of one resolution (`utils/dlcs/phases.py`), their convolutions only. The hand-written library
(`utils/dlcs/kernels`) uses the same instructions and takes sizes when it runs. The last row of each network is all of it.

{fourteen}
![figure 14](dlcs-figure14.png)

What the columns are:

- *Roofline* is that of [swiftdsp-isa.md](../swiftdsp-isa.md), "Peak and roofline", for each layer's window, in useful products a
  packet. R2 has 3x3 convolutions with stride 1 alone.
- *Share* is how much of the roofline the generated code reaches. The stalls come on top.
- *At best* is what packets at the roofline without a stall would be.
- *Plain packets* are those of `-sda-pack=off`.

The share is below 60 % in two phases at the networks' beginnings. Few products belong to an output there, so that the output stage
weighs more. R1 is a 7x7 convolution with stride 2 of three channels. M1 is a 3x3 with stride 2 of three channels, a depthwise layer and
a 1x1 of 32.

Where it differs from the paper:

- The paper's text has 1.5 in R5, 3.0 in M4 and more than 2.0 in most phases. It compares with hand-optimized libraries that it does not
  describe.
- Here R1 to R5 are {R} times faster and M1 to M5 {M}. Our library is C with intrinsics, by the same compiler. It has the convolution
  instruction and the output stage in full, as the generated code has. So less is left to gain: R2 would be {R2_best} at best.

What is lost in R1 to R5, by their profiles (`utils/run-model.sh --profile`):

- Nine tenths of the stalls are loads of windows that cross a line of 64 bytes, since a window begins at any pixel. The library has them
  as well.
- Loops of 3x3 convolutions with stride 1 take 12 or 13 packets for 12 `vconv`.
- A third of R1's packets is the output stage.
- In R5, tiles go over the ends of rows and so over margins. 49 of 60 pixels are outputs.

What is gained in R1 to R5:

- The library pads a copy of its input. The copy takes 15 % of its cycles in R2, 8 % in R5, 4 % in R1.
- The library begins a tile of twelve pixels with each row. Rows of 14 and of 7 fill 58 % of their tiles, rows of 56 fill 93 %.

M4 is {M4} instead of 3.0; without any stall it would be {M4_free}:

- Nine tenths of M4 are 1x1 convolutions, which are 2.2 times faster. A tile takes 16 channels in 10 packets, as the roofline says. The
  library, which is told a plane's size when it runs, takes 8 channels.
- Depthwise layers are 4.8 times faster. Half of the library's time there is the padded copy.
- Planes begin at multiples of 64 bytes, so that two loads of a packet cross a line together. Before they did, M4 was 2.31.
"""


def facts(measured):
    """What the sentences on figure 14 say in numbers."""
    phases = {row["phase"]: row for row in measured if row["hand"]}
    ranges = {letter: [ratio(row) for name, row in phases.items() if name[0] == letter] for letter in "RM"}
    m4 = phases["M4"]
    return {"R": f"{min(ranges['R']):.1f} to {max(ranges['R']):.1f}", "M": f"{min(ranges['M']):.1f} to {max(ranges['M']):.1f}",
            "R2_best": f"{at_best(phases['R2']):.2f}", "M4": f"{ratio(m4):.2f}",
            "M4_free": f"{m4['hand'].cycles / m4['generated'].packets:.2f}"}


TABLES = {"13": thirteen, "14": fourteen}
PLOTS = {"13": plot_thirteen, "14": plot_fourteen}


def csv_path(folder, figure):
    return os.path.join(folder, f"dlcs-figure{figure}.csv")


def as_csv(figure, measured):
    return csv_text(*TABLES[figure](measured))


def write(folder, parts):
    """parts: what was measured, by figure."""
    for figure, measured in parts.items():
        put(csv_path(folder, figure), as_csv(figure, measured))
        PLOTS[figure](folder, measured)
    if len(parts) == len(TABLES):
        tables = {name: markdown(*TABLES[figure](parts[figure])) for name, figure in (("thirteen", "13"), ("fourteen", "14"))}
        text = TEXT.format(**tables, **facts(parts["14"]))
        put(os.path.join(folder, "dlcs.md"), text + "".join("\n" + line + "\n" for line in made_of()))
