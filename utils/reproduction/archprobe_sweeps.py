# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ArchProbe's figures 5 and 6 of the modelled machine: cycles by the vectors that a loop keeps, and of an access by what is walked over."""
import tempfile

from probe import measure
from probe.timer import ModelTimer

from .archprobe import described
from .measure import digest
from .result import Result

MACHINE = "hexagon-v66"
KEPT = range(20, 41, 2)
SIZES = [1 << bits for bits in range(12, 23)]
STRIDES = (16, 32, 64, 128)


def registers(timer):
    return [measure.accumulating(timer, number) for number in KEPT]


def accesses(timer):
    """[stride][size]"""
    chase = measure.Chase(timer)
    return [[chase.step(size, stride) for size in SIZES] for stride in STRIDES]


def sweeps(lab):
    with tempfile.TemporaryDirectory() as folder:
        timer = ModelTimer(lab.tools.build, described(MACHINE), folder)
        return [registers(timer), accesses(timer)]


def make(lab):
    kept, walked = lab.kept(["archprobe sweeps", digest(described(MACHINE)), lab.tools_digest("packet-profile"), lab.timing, list(KEPT), SIZES, STRIDES],
                            lambda: sweeps(lab))

    def draw(figure):
        left, right = figure.subplots(1, 2)
        left.plot([number + 1 for number in KEPT], kept, marker=".")
        left.set(title="vectors at hand", xlabel="vectors that a loop keeps and loads", ylabel="cycles of a turn", ylim=0)
        for stride, marker, cycles in zip(STRIDES, "o^sx", walked):
            right.plot([size >> 10 for size in SIZES], cycles, marker=marker, markersize=4, label=f"{stride} bytes apart")
        right.set_xscale("log", base=2)
        right.set(title="accesses that wait for each other", xlabel="walked over, KB", ylabel="waited for memory, cycles")
        right.legend()

    rows = [["turn that keeps and loads vectors", number + 1, "", cycles] for number, cycles in zip(KEPT, kept)]
    rows += [["access", size, stride, step] for stride, cycles in zip(STRIDES, walked) for size, step in zip(SIZES, cycles)]
    return Result("archprobe_sweeps", "Registers and caches of the v66 model (figures 5 and 6)", ["of a", "vectors, or bytes walked over", "bytes apart", "cycles"], rows, [
        "A vector beyond the registers goes to memory and back in each turn. A walk costs more where a cache no longer holds it, and most where each "
        "step touches a line of its own: 32 bytes of the first cache, 128 of the second.", "",
        "The paper's phone has 181 registers for each of 384 threads, and 1 KB of texture cache in lines of 32 bytes."], draw)
