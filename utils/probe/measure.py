# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The measurements. Each repeats something many times and takes differences, so that what is around it cancels."""
import re

from runmodel import emulator

from . import programs
from .timer import Failure, ModelTimer

FEW, MANY = 100, 300
WIDE = "vector multiply by pair of scalars"  # of v65 and later, which not every emulator has


def per_iteration(timer, packets):
    """Cycles of one iteration of a loop of these packets; None when one of them cannot be issued."""
    few, many = (timer.assemble(programs.loop(packets, n)) for n in (FEW, MANY))
    if few is None or many is None:
        return None
    return (timer.cycles(many) - timer.cycles(few)) / (MANY - FEW)


def issue_widths(timer):
    """Instructions of each class a cycle, at best."""
    widths = {}
    for name, instruction in programs.CLASSES.items():
        widths[name] = width(timer, instruction)
    if timer.has_wide_products() and emulator.has_wide_products(emulator.find(timer.build)):
        widths[WIDE] = width(timer, programs.wide_product)
    return widths


def width(timer, instruction):
    best = 0.0
    for n in range(1, 5):
        cycles = per_iteration(timer, [[instruction(i) for i in range(n)]] * 8)
        if cycles:
            best = max(best, 8 * n / cycles)
    return best


def latencies(timer):
    """Cycles from a definition to the first packet that uses it without waiting."""
    out, fill = {}, 20
    for name, (kind, define, use, *_) in programs.DEPENDENCES.items():
        filler = [programs.FILLER[kind]]
        # In loops of vectors the scalar instructions share their packets with vector ones.
        pair = [[define], [use]] if kind == "scalar" else [[define, "v11.w = vadd(v20.w,v21.w)"], [use]]
        near = per_iteration(timer, pair + [filler] * fill)
        far = per_iteration(timer, pair[:1] + [filler] * (fill // 2) + pair[1:] + [filler] * (fill // 2))
        out[name] = 1 + near - far
    return out


def accumulating(timer, number):
    """Cycles of a turn of a loop that keeps so many vectors and loads one."""
    return timer.cycles(timer.compile(programs.registers(number))) / programs.ITERATIONS


def vector_registers(timer):
    """Vectors that a loop can keep without going to memory for them: the live accumulators, and the one that is loaded."""
    before = None
    for n in range(20, 44):
        cycles = accumulating(timer, n)
        # One more addition is a packet an iteration at most; a register that goes to memory and back is more than two.
        if before is not None and cycles - before > 2:
            return (n - 1) + 1
        before = cycles
    raise Failure("no number of accumulators makes the compiler spill")


def control(timer):
    """Cycles of branches, and the fetch window."""
    def jump(text, offset=0, words=1):
        """Cycles of a round with the jump to a packet of so many words at that offset in 64 bytes."""
        target = " ; ".join(f"r{2 + i} = add(r21,r22)" for i in range(words))
        body = ["\t{ loop0(.Lloop,#%d) }", ".Lloop:", "\t{ r1 = ##.Ltarget ; p0 = cmp.eq(r21,#3) }", "\t{ nop }",
                "\t{ nop }", f"\t{{ {text} }}", "\t.p2align 6", f"\t.space {offset}, 0", ".Ltarget:",
                f"\t{{ {target} }}", "\t{ nop ; nop }:endloop0"]
        few, many = (timer.assemble(programs.program("\n".join(body) % n)) for n in (FEW, MANY))
        if few is None or many is None:
            raise Failure("the assembler refuses a jump")
        return (timer.cycles(many) - timer.cycles(few)) / (MANY - FEW)

    direct = jump("jump .Ltarget")
    four = {offset: jump("jump .Ltarget", offset, 4) for offset in range(0, 64, 4)}
    plain = min(four.values())
    split = [offset for offset, cycles in four.items() if cycles > plain]
    facts = {"control.wrong_hint_cycles": jump("if (p0) jump:nt .Ltarget") - direct,
             "control.indirect_jump_cycles": jump("jumpr r1") - direct}
    if split:  # a packet of 16 bytes crosses a window's end from 12 bytes before it on
        facts["control.split_target_cycles"] = max(four.values()) - plain
        facts["control.fetch_window_bytes"] = split[0] + 12
    return facts


class Chase:
    """Memory cycles for each step of a pointer chase, once the caches hold what they can."""

    def __init__(self, timer):
        self.timer, self.program, self.known = timer, timer.compile(programs.CHASE), {}

    def step(self, size, stride):
        if (size, stride) not in self.known:
            few, many = (self.timer.memory_cycles(self.program, [str(size), str(stride), str(n)]) for n in (2, 4))
            self.known[size, stride] = (many - few) / (2 * (size // stride))
        return self.known[size, stride]

    def capacity(self, sizes, stride, base):
        """The largest of the sizes that costs no more than `base`."""
        fitting = [size for size in sizes if self.step(size, stride) <= base]
        return max(fitting) if fitting else 0

    def line(self, size, strides):
        """The stride from which on every step costs the most: each touches a line of its own."""
        costs = {stride: self.step(size, stride) for stride in strides}
        return min(stride for stride, cost in costs.items() if cost >= max(costs.values()) * 0.999)

    def ways(self, way_stride, base):
        """Addresses of one set that stay together."""
        n = 1
        while n < 63 and self.step((n + 1) * way_stride, way_stride) <= base:
            n += 1
        return n


def bandwidth(timer, size):
    """Bytes a cycle that a stream of loads gets which no cache holds."""
    program = timer.compile(programs.STREAM)
    few, many = (timer.memory_cycles(program, [str(size), str(n)], "bandwidth_cycles") for n in (2, 6))
    return round(4 * size / (many - few), 3)


def caches(timer):
    chase = Chase(timer)
    sizes = [1 << n for n in range(10, 24)]
    small = chase.step(1024, 16)
    l1 = chase.capacity(sizes, 16, small)
    l1_line = chase.line(4 * l1, [8, 16, 32, 64, 128, 256])
    l2_cost = chase.step(2 * l1, l1_line)
    l2 = chase.capacity(sizes, 256, l2_cost)
    l2_line = chase.line(4 * l2, [64, 128, 256, 512])
    return {
        "l1d.bytes": l1, "l1d.line_bytes": l1_line, "l1d.ways": chase.ways(l1, small),
        "l2.bytes": l2, "l2.line_bytes": l2_line, "l2.ways": chase.ways(l2, l2_cost),
        "l2.latency_cycles": l2_cost, "ddr.latency_cycles": chase.step(4 * l2, l2_line) - l2_cost,
        "ddr.bytes_per_cycle": bandwidth(timer, 4 * l2),
    }


def expected_latencies(definitions, scalar_clocks):
    """What HexagonPacketTiming.def says about the dependences, by its own formula."""
    clocks = {name: int(value) for name, value in re.findall(r"HEX_TIMING_(?:CLOCK|PARAM)\((\w+), (\d+)", definitions)}
    out = {}
    for name, (kind, _, _, define, use) in programs.DEPENDENCES.items():
        period = clocks["VectorClocksPerPacket"] if kind == "vector" else scalar_clocks
        distance = clocks[define] + 1 - clocks[use] - clocks["ForwardingClocks"]
        out[name] = max(1, -(-distance // period))
    return out


__all__ = ["ModelTimer"]
