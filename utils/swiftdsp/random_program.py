# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs for SwiftDSP: legal packets of all instructions, branches forward, hardware loops; at the end they write their
memory to the console. Pointers stay in a buffer.
"""
import evaluate
import isa

EXTREMES = [0, 1, -1, 2, 0x7fffffff, -0x80000000, 0x7fff, -0x8000, 0x80, 0x7f, 0xff, 0xffff, 0x40000000, -0x40000000, 31, 32, -31]
BYTES, HALVES = 24, 25  # pointers of any alignment, and of halves
WORDS = (26, 27, 28, 29)
POINTERS = (BYTES, HALVES, *WORDS)
UNALIGNED = {"vld", "vldb", "vldbu", "vldh", "vst", "vst4", "vst8", "vst12"}
BUFFER = 8192
RESET = 24  # packets after which pointers are set again


class Writer:
    """lines: the program; covered: how often each instruction was generated."""

    def __init__(self, table, rng, packets, covered):
        self.table, self.rng, self.covered, self.lines, self.labels = table, rng, covered, [], 0
        self.prologue()
        for k in range(packets):
            if k % RESET == 0:
                self.pointers()
            kind = rng.random()
            if kind < 0.05:
                self.branch()
            elif kind < 0.08:
                self.loop()
            elif kind < 0.10:
                self.constant(f"r{rng.randrange(1, 24)}", self.number())
            else:
                self.emit(self.text(self.random_packet(rng.choice([1, 2, 3, 4, 6, 8]))))
        self.epilogue()

    def emit(self, text):
        self.lines.append(text)

    def number(self):
        return self.rng.choice(EXTREMES) if self.rng.random() < 0.4 else self.rng.randrange(-1 << 31, 1 << 31)

    def address(self, register, offset):
        self.emit(f"li {register}, lo(buffer+{offset})")
        self.emit(f"lih {register}, hi(buffer+{offset})")

    def constant(self, register, value):
        self.emit(f"li {register}, {evaluate.signed(16)(value)}")
        self.emit(f"lih {register}, {value >> 16 & 0xffff}")

    def pointers(self):
        for p in POINTERS:
            odd = self.rng.randrange(16) if p == BYTES else 0
            self.address(f"r{p}", BUFFER // 2 + 16 * self.rng.randrange(-16, 16) + odd)

    def prologue(self):
        self.emit("_start:")
        for r in range(1, 24):
            self.constant(f"r{r}", self.number())
        for k in range(4):  # offsets, and rings around the buffer's middle
            self.emit(f"li r24, {16 * self.rng.randrange(-3, 4)}")
            self.emit(f"mts off{k}, r24")
            self.emit(f"li r24, {self.rng.choice([0, 48, 64, 256])}")
            self.emit(f"mts mr{k}, r24")
            self.address("r25", BUFFER // 2)
            self.emit(f"mts bar{k}, r25")
        self.pointers()
        for v in range(16):
            self.emit(f"{self.rng.choice(['vld', 'vldb', 'vldbu', 'vldh'])} vr{v}, {16 * v}(r{WORDS[0]})")

    def epilogue(self):
        self.emit("{ li v0, 4 ; li a0, 1 ; li a2, %d ; li a1, lo(buffer) }" % BUFFER)
        for text in ("lih a1, hi(buffer)", "sys", "{ li v0, 1 ; li a0, 0 }", "sys", ".data", ".align 64", "buffer:"):
            self.emit(text)
        extremes = (0, 0x80, 0x7f, 0xff, 1)
        data = [self.rng.choice(extremes) if self.rng.random() < 0.3 else self.rng.randrange(256) for _ in range(BUFFER)]
        self.emit(".byte " + ", ".join(map(str, data)))

    def operand(self, instruction, o):
        """The address or immediate of a random operand, such that memory accesses stay in the buffer and aligned."""
        memory = instruction.op in (4, 5)
        if not o.is_register:
            value = o.type.decode(self.rng.getrandbits(o.type.bits))
            return value if not memory or abs(value) < 256 else value // 32 // o.type.scale * o.type.scale
        if memory and o.field == "rb":
            if instruction.mnemonic in UNALIGNED:
                return self.rng.choice(POINTERS)
            return {"b": BYTES, "h": HALVES}.get(instruction.mnemonic.rstrip("u")[-1]) or self.rng.choice(WORDS)
        if o.kind == "SW":
            return self.rng.choice([48, 49])
        choices = o.type.addresses
        if o.kind in ("GR", "GP"):
            choices = [a for a in choices if a < 24 or a == 31 and not o.writes and o.kind == "GR"]
        return self.rng.choice(choices)

    def random_instruction(self):
        ordinary = [i for i in self.table.instructions if i.op != 0]
        if self.rng.random() < 0.3:  # the rarest ones
            least = min(self.covered.get(i.name, 0) for i in ordinary)
            ordinary = [i for i in ordinary if self.covered.get(i.name, 0) == least]
        instruction = self.rng.choice(ordinary)
        return instruction, {o.field: self.operand(instruction, o) for o in instruction.operands if o.field not in instruction.hidden}

    def random_packet(self, size, packet=()):
        packet = list(packet)
        for _ in range(4 * size):
            candidate, at = self.random_instruction(), self.rng.randrange(len(packet) + 1)
            trial = packet[:at] + [candidate] + packet[at:]
            try:
                packet = packet if self.table.packet_error(trial) else trial
            except ValueError:  # the instruction alone is illegal
                continue
            if len(packet) >= size:
                break
        for i, _ in packet:
            self.covered[i.name] = self.covered.get(i.name, 0) + 1
        return packet or self.random_packet(size)

    def text(self, packet, target=None):
        return "{ " + " ; ".join(self.instruction_text(i, v, target) for i, v in packet) + " }"

    def instruction_text(self, instruction, values, target):
        def operand(m):
            if m.group(1) in instruction.hidden:
                return ""
            value = values[m.group(1)]
            if m.group(2) in self.table.classes:
                return self.table.names[value]
            return target if instruction.op == 0 and m.group(1) == "imm" else str(value)

        return (instruction.mnemonic + " " + isa.OPERAND.sub(operand, instruction.text).replace("{} ", "")).strip()

    def label(self):
        self.labels += 1
        return f"l{self.labels}"

    def branch(self):
        """A branch of any kind forward over some packets, sometimes two in the packet."""
        instruction = self.rng.choice([i for i in self.table.instructions if i.flags & {"BRANCH", "CALL"}])
        label, indirect = self.label(), "INDIRECT" in instruction.flags
        values = {o.field: 0 if o.field == "imm" else self.rng.randrange(24) for o in instruction.operands}
        if indirect:
            self.emit(f"li r1, lo({label})")
            self.emit(f"lih r1, hi({label})")
            values["rb"] = 1
        packet = [(instruction, values)]
        if "COND" in instruction.flags and self.rng.random() < 0.3:
            packet.append((self.table.by_name["j"], {"imm": 0}))
        if indirect:  # what else would be in the packet might change r1
            self.covered[instruction.name] = self.covered.get(instruction.name, 0) + 1
        else:
            packet = self.random_packet(self.rng.choice([1, 2, 3, 4]), packet)
        self.emit(self.text(packet, label))
        for _ in range(self.rng.randrange(3)):
            self.emit(self.text(self.random_packet(2)))
        self.emit(label + ":")

    def body(self, packets):
        """Packets of a loop: no pointers that run away, no loop counters."""
        while packets:
            packet = self.random_packet(self.rng.choice([1, 2, 4, 6]))
            if all("POST" not in i.flags and i.mnemonic != "mts" for i, _ in packet):
                self.emit(self.text(packet))
                packets -= 1

    def loop(self):
        """One or two levels of hardware loops, sometimes ending at the same address."""
        inner, outer = self.label(), self.label() if self.rng.random() < 0.5 else None
        for name in ["loop0"] + ["loop1"] * bool(outer):
            self.covered[name] = self.covered.get(name, 0) + 1
        if outer:
            self.emit(f"{{ li r2, {self.rng.randrange(4)} ; loop1 r2, {outer} }}")
            self.body(self.rng.randrange(2))
        self.emit(f"{{ li r1, {self.rng.randrange(5)} ; loop0 r1, {inner} }}")
        self.body(1 + self.rng.randrange(3))
        self.emit(inner + ":")
        if outer:
            self.body(self.rng.randrange(2))
            self.emit(outer + ":")
