# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Table IV: the ten networks."""
from .missing import NotMeasured
from .networks import NETWORKS
from .result import Result, bars
from .setting import CLOCK

SLOW = 64  # MAC a cycle, of 256
SHARE = 0.05  # of a network's cycles: a layer that takes less is not spoken of


def make(lab):
    rows, failures, layers = [], [], {}
    for network in NETWORKS:
        modelled = layers[network.title] = lab.summary(network.name)
        mac = sum(layer["mac"] for layer in modelled)
        planned = sum(layer["cycles"] for layer in modelled)
        try:
            run = lab.run(network.name, memory=True)
            same = lab.run(network.name, target="portable")["outputs"] == run["outputs"]
            cycles, packets, equal = run["cycles"], run["packets"], "yes" if same else "NO"
        except NotMeasured:
            cycles, packets, equal = round(planned), "", "not run"
        if equal == "NO":
            failures.append(network.title)
        ms = cycles / CLOCK * 1e3
        rows.append([network.title, round(mac / 1e9, 3), network.mac / 1e9, packets, cycles, round(planned), round(ms, 2),
                     network.milliseconds, round(ms / network.milliseconds, 2), network.tflite or "", network.snpe or "",
                     round(mac / cycles, 1), equal])
    if failures:
        raise ValueError("other bytes than those of the portable target: " + ", ".join(failures))

    def plot(figure):
        axes = figure.add_subplot(title=f"milliseconds, here at {CLOCK / 1e9:g} GHz", yscale="log")
        bars(axes, [row[0] for row in rows], {"here": [row[6] for row in rows], "paper": [row[7] for row in rows]}, "ms")
    behind = max(rows, key=lambda row: row[8])
    ahead = min(rows, key=lambda row: row[8])
    last = [row[0] for row in sorted(rows, key=lambda row: -row[8])[:2]]
    return Result("table4", "Table IV: the ten networks",
                  ["network", "GMAC", "paper", "packets", "cycles", "cycles by the plans", "ms", "paper: ms", "ms here / paper",
                   "paper: TFLite, ms", "paper: SNPE, ms", "MAC a cycle", "same bytes as the portable target"], rows, [
                       f"Cycles are packets and stalls of one thread at {CLOCK / 1e9:g} GHz, without waiting for memory. Bytes are compared "
                       "with those of the portable target on the same input. The paper's chip runs several threads of HVX; the "
                       "milliseconds here are of one. ResNet-50 in 7.1 ms takes 577 thousand million products a second. That is more than "
                       "one thread with 256 products a cycle makes at 2 GHz. "
                       f"Relative to the paper's time, {ahead[0]} takes least ({ahead[8]:g} times it) and {behind[0]} most ({behind[8]:g} "
                       "times it). WDSR-b's image is large and has few channels. Its 3, 12, 13 and 16 channels fill at most half of a "
                       "block of 32, and waste less in planes of four. "
                       f"{' '.join(slow(name, layers[name]) for name in last)} TFLite and SNPE need the vendor's chip and are not "
                       f"run. By the paper's own times of SNPE, {nearer(rows)}.", *not_run(rows)], plot)


def nearer(rows):
    """The networks that take less here than SNPE took in the paper."""
    theirs = [row for row in rows if row[10]]
    less = [row[0] for row in theirs if row[6] < row[10]]
    return f"{len(less)} of the {len(theirs)} networks that SNPE ran take less here ({', '.join(less) or 'none'})"


def slow(title, layers):
    """Where the cycles of a network are that is far behind."""
    cycles = sum(layer["cycles"] for layer in layers)
    products = [layer for layer in layers if layer["mac"]]
    text = f"By the plans, layers with products take {100 * sum(layer['cycles'] for layer in products) / cycles:.1f} % of {title}'s cycles."
    few = [layer for layer in products if layer["mac"] < SLOW * layer["cycles"] and layer["cycles"] > SHARE * cycles]
    if not few:
        return text
    worst = max(few, key=lambda layer: layer["cycles"])
    rest = [layer for layer in products if layer is not worst]
    others = sum(layer["mac"] for layer in rest) / max(sum(layer["cycles"] for layer in rest), 1)
    return (f"{text} One of them, to {worst['shape'][-1]} channels at {'x'.join(map(str, worst['shape'][1:-1]))}, takes "
            f"{100 * worst['cycles'] / cycles:.1f} % alone: it makes {worst['mac'] / worst['cycles']:.1f} MAC a cycle, the others {others:.0f}.")


def not_run(rows):
    if all(row[-1] == "yes" for row in rows):
        return []
    return ["", "Rows marked `not run` have the cycles of the plans alone. `--largest` runs the largest networks, too."]
