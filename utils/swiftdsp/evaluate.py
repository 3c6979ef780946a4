# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A slow and plain model of SwiftDSP: executes the semantics of docs/swiftdsp/ISA.def as they stand, packet by packet, with the
cycles of docs/swiftdsp-isa.md. It shares nothing with utils/swiftdsp-sim but the table; tests compare the two.
"""
import re

M32 = 0xffffffff
FUNCTIONS = {}


def function(f):
    FUNCTIONS[f.__name__] = f
    return f


def signed(bits):
    return lambda x: (x & (1 << bits) - 1 ^ 1 << bits - 1) - (1 << bits - 1)


@function
def clamp(x, low, high):
    return min(max(x, low), high)


for bits in (8, 16, 32):
    FUNCTIONS[f"s{bits}"] = signed(bits)
    FUNCTIONS[f"u{bits}"] = lambda x, bits=bits: x & (1 << bits) - 1
    FUNCTIONS[f"sat{bits}"] = lambda x, bits=bits: clamp(x, -(1 << bits - 1), (1 << bits - 1) - 1)
    FUNCTIONS[f"usat{bits}"] = lambda x, bits=bits: clamp(x, 0, (1 << bits) - 1)
s32, sat32 = FUNCTIONS["s32"], FUNCTIONS["sat32"]


@function
def srdhm(a, b):
    return sat32((a * b + 2**30) >> 31)


@function
def rdiv(x, e):
    """The quotient by 2^e to the nearest, ties away from zero."""
    quotient, rest = divmod(abs(x), 2**e)
    quotient += 2 * rest >= 2**e
    return quotient if x >= 0 else -quotient


@function
def requant(x, m, s):
    s = signed(6)(s)
    return rdiv(srdhm(s32(x * 2**s) if s > 0 else x, m), max(-s, 0))


@function
def rshr(x, e):
    return (2 * x + 2**e) // 2**(e + 1) if e else x


@function
def clz32(x):
    return 32 - x.bit_length()


@function
def ctz32(x):
    return (x & -x).bit_length() - 1 if x else 32


@function
def udiv(a, b):
    return a // b if b else M32


@function
def urem(a, b):
    return a % b if b else a


@function
def sdiv(a, b):
    return (abs(a) // abs(b)) * (1 if (a < 0) == (b < 0) else -1) if b else -1


@function
def srem(a, b):
    return a - b * sdiv(a, b) if b else a


@function
def ring(p, o, b, m):
    if m == 0:
        return p + o
    d = s32(p - b + o)
    return b + (d + m if d < 0 else d - m if d >= m else d)


class VectorRegister:
    def __init__(self, data=0, guard=0):
        self.data, self.guard = data, guard


class View:
    """Lanes of consecutive vector registers: reads the old ones, writes the new ones."""

    def __init__(self, old, new, bits, unsigned, guarded):
        self.old, self.new, self.bits, self.unsigned, self.guarded = old, new, bits, unsigned, guarded
        self.count = 128 // bits

    def __getitem__(self, i):
        register, lane, width = self.old[i // self.count], i % self.count, self.bits
        x = register.data >> lane * self.bits & (1 << self.bits) - 1
        if self.guarded:
            extra = self.bits // 4
            x |= (register.guard >> lane * extra & (1 << extra) - 1) << self.bits
            width += extra
        return x if self.unsigned else signed(width)(x)

    def __setitem__(self, i, value):
        register, lane, extra = self.new[i // self.count], i % self.count, self.bits // 4
        mask, guard_mask = (1 << self.bits) - 1, (1 << extra) - 1
        negative = not self.unsigned and value >> self.bits - 1 & 1
        guard = value >> self.bits if self.guarded else guard_mask if negative else 0
        register.data = register.data & ~(mask << lane * self.bits) | (value & mask) << lane * self.bits
        register.guard = register.guard & ~(guard_mask << lane * extra) | (guard & guard_mask) << lane * extra


class VectorOperand:
    def __init__(self, registers):
        self.old = [VectorRegister(r.data, r.guard) for r in registers]
        for name, bits in (("b", 8), ("h", 16), ("w", 32)):
            setattr(self, name, View(self.old, registers, bits, False, False))
            setattr(self, "u" + name, View(self.old, registers, bits, True, False))
            setattr(self, f"l{bits * 5 // 4}", View(self.old, registers, bits, False, True))
        self.data, self.guard = self.old[0].data, self.old[0].guard


def is_vector(address):
    return 32 <= address < 48


class Model:
    """Registers by address; memory from `base` on. step() runs a packet."""

    def __init__(self, table, base, memory):
        self.table, self.base, self.memory = table, base, memory
        self.r = dict.fromkeys([*range(32), *range(48, 64)], 0)
        self.v = [VectorRegister() for _ in range(16)]
        self.ready, self.earliest, self.cycle, self.packets = {}, 0, 0, 0
        self.loops = [[0, 0], [0, 0]]  # start, end
        self.code = {i.name: self.compile(i.semantics) for i in table.instructions}
        self.output, self.exited = b"", False

    @staticmethod
    def compile(semantics):
        out = []
        for part in semantics.split(";"):
            m = re.match(r"\[(\d+)\] (.*)", part.strip())
            lanes, part = (int(m.group(1)), m.group(2)) if m else (1, part.strip())
            part = re.sub(r"^(jump\(.*\)) if (.*)$", r"if \2: \1", part)
            out.append((lanes, compile(part, semantics, "exec")))
        return out

    def place(self, address, size, vector):
        at = (address & M32) - self.base
        assert 0 <= at and at + size <= len(self.memory), f"access at {address & M32:x}"
        self.crossed |= vector and (address & 63) + size > 64
        return at

    def load(self, address, size):
        at = self.place(address, size, size == 16)
        return int.from_bytes(self.memory[at:at + size], "little")

    def store(self, address, size, value, vector):
        at = self.place(address, size, vector)
        self.stores.append((at, (value & (1 << 8 * size) - 1).to_bytes(size, "little")))

    def jump(self, target):
        if self.target is None:
            self.target = target & M32

    def system(self):
        """What test programs need: write to the console, and exit."""
        if self.r[1] == 1:
            self.exited = True
            return
        assert self.r[1] == 4
        at = self.r[4] - self.base
        self.output += bytes(self.memory[at:at + self.r[5]])
        self.r[1], self.r[2] = self.r[5], 0

    def environment(self, instruction, values, pc, following):
        env = dict(FUNCTIONS, pc=pc, next=following)
        for o in instruction.operands:
            value = values.get(o.field, 32)
            if not o.is_register:
                env[o.field] = value
            elif is_vector(value):
                env[o.field] = VectorOperand(self.v[value - 32:value - 32 + o.type.count])
            else:
                env[o.field] = {50: s32(self.cycle), 51: s32(self.packets)}.get(value, self.r[value])
                if o.type.count == 2:
                    env[o.field + "1"] = self.r[value + 1]
        if "RING" in instruction.flags:
            n = values["rc"] - 52
            env.update(bar=self.r[56 + n], mr=self.r[60 + n])
        vector = instruction.mnemonic in ("vst", "vst4", "vst8", "vst12")
        env.update(load=self.load, store=lambda a, n, x: self.store(a, n, x, vector), jump=self.jump, system=self.system)
        return env

    def execute(self, instruction, values, pc, following):
        env, taken_before = self.environment(instruction, values, pc, following), self.target
        for lanes, code in self.code[instruction.name]:
            for env["i"] in range(lanes):
                exec(code, env)
        if "CALL" in instruction.flags:
            self.r[31] = s32(env["r31"])
        if "LOOP" in instruction.flags:
            k = instruction.name[-1]
            self.r[48 + int(k)] = s32(env["lc" + k])
            self.new_loops[int(k)] = [env["ls" + k], env["le" + k] & M32]
        for o in instruction.operands:
            address = values.get(o.field, 32)
            if o.is_register and o.writes and not is_vector(address) and address != 0:
                self.r[address] = s32(env[o.field])
        if taken_before is None and self.target is not None:
            kind = "INDIRECT" if "INDIRECT" in instruction.flags else "CONDITIONAL" if "COND" in instruction.flags else "DIRECT"
            self.bubbles = self.table.costs["TAKEN_" + kind]

    def step(self, pc, packet):
        """Runs a packet, [(instruction, values)]. Returns the next address and the registers it wrote, as --trace has them."""
        following = pc + 4 * len(packet)
        reads, writes, soft = [], {}, 0
        for instruction, values in packet:
            r, w = self.table.accesses(instruction, values)
            for address, stage in r.items():
                if address in writes:
                    soft = max(soft, writes[address] - stage)
                else:
                    reads.append((address, stage))
            writes.update(w)
        self.cycle = max([self.earliest] + [self.ready.get(a, 0) - stage for a, stage in reads])
        self.target, self.stores, self.crossed, self.bubbles = None, [], False, 0
        old_loops, self.new_loops, counters = self.loops, [list(x) for x in self.loops], [self.r[48], self.r[49]]
        for k, (instruction, values) in enumerate(packet):
            self.execute(instruction, values, pc + 4 * k, following)
        for at, data in self.stores:
            self.memory[at:at + len(data)] = data
        costs = self.table.costs
        divides = any(i.timing == "DIV" for i, _ in packet)
        self.cycle += soft + divides * costs["DIVIDE"] + self.crossed * costs["LINE_CROSSED"]
        for address, stage in writes.items():
            self.ready[address] = self.cycle + stage
        self.earliest, self.packets, self.loops = self.cycle + 1 + self.bubbles, self.packets + 1, self.new_loops
        written = {a: (self.v[a - 32].data, self.v[a - 32].guard) if is_vector(a) else self.r[a] & M32 for a in writes}
        return self.successor(following, old_loops, counters, writes), written

    def successor(self, following, loops, counters, writes):
        if self.target is not None:
            return self.target
        for level in (0, 1):
            if following != loops[level][1]:
                continue
            again = counters[level] & M32 > 1
            if 48 + level not in writes:
                self.r[48 + level] = s32(counters[level] - 1) if again else 0
            if again:
                return loops[level][0]
        return following
