# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figure 8: use of the processor and of memory."""
from .networks import EVALUATED, measured, shown
from .result import Result, bars
from .setting import CLOCK

SLOTS = 4


def make(lab):
    def row(network):
        run = lab.run(shown(network), memory=True)
        resources, memory, cycles = run["resources"], run["memory"], run["cycles"]
        return [network.title, shown(network), round(resources["Instructions"] / (SLOTS * cycles), 3),
                     round(resources["VectorInstructions"] / cycles, 2), round(resources["VectorMultiplyPipes"] / (2 * cycles), 3),
                     round((memory["ScalarBytes"] + memory["VectorBytes"]) / cycles, 1), round(memory["l2_bytes"] / cycles, 1),
                     round(memory["ddr_bytes"] / cycles, 2), round(memory["ddr_bytes"] / cycles * CLOCK / 1e9, 2)]
    rows, missing = measured(EVALUATED, row)

    def plot(figure):
        groups = [row[0] for row in rows]
        axes = figure.add_subplot(1, 2, 1, title="use of what there is in a cycle")
        bars(axes, groups, {"slots": [row[2] for row in rows], "multiply pipes": [row[4] for row in rows]}, "share")
        axes = figure.add_subplot(1, 2, 2, title="bytes a cycle")
        bars(axes, groups, {"all accesses": [row[5] for row in rows], "at L2": [row[6] for row in rows],
                            "at DDR": [row[7] for row in rows]}, "bytes")
    return Result("figure8", "Figure 8: use of slots and memory",
                  ["network", "run as", "slots", "HVX instructions a cycle", "multiply pipes", "bytes accessed a cycle", "at L2", "at DDR",
                   f"GB/s at DDR, {CLOCK / 1e9:g} GHz"], rows, [
                       "Slots and multiply pipes are shares of what a cycle has: four slots, two multiply pipes. Bytes come from the cache model of "
                       "`utils/packet-profile`. Most of its sizes are assumptions, and it adds nothing to the cycles. The paper gives, by a "
                       "profiler on the chip, what TFLite and SNPE use relative to itself. TFLite has 88 to 93 % of its use of the DSP and 86 to "
                       "93 % of its bandwidth. SNPE has 89 to 95 % and 90 to 94 %. Neither runs here, so only our own use is "
                       "drawn. The largest networks are run on a smaller image." + missing], plot)
