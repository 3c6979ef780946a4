"""Random programs on the simulator and on the model (utils/swiftdsp/evaluate.py): both must agree in every packet's cycle and in
every register that it writes, and in every byte of memory at the end. All instructions but brk occur.

usage: random_programs.py TOP SIMULATOR WORKDIR [--programs N] [--packets N] [--seed N]
"""
import argparse
import os
import random
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("top")
parser.add_argument("simulator")
parser.add_argument("work")
parser.add_argument("--programs", type=int, default=4)
parser.add_argument("--packets", type=int, default=600)
parser.add_argument("--seed", type=int, default=1)
options = parser.parse_args()
sys.path.insert(0, os.path.join(options.top, "utils/swiftdsp"))
import asm  # noqa: E402
import evaluate  # noqa: E402
import isa  # noqa: E402
import random_program  # noqa: E402

table = isa.Table()
covered = {}


def packets_of(assembler):
    """{address: packet} as assembled, decoded again."""
    code, base, out, packet = assembler.sections["text"], assembler.base["text"], {}, []
    start = base
    for at in range(0, len(code), 4):
        word = int.from_bytes(code[at:at + 4], "little")
        packet.append(table.decode(word & 0x1fffffff))
        if word >> 31:
            out[start], packet, start = packet, [], base + at + 4
    return out


def parse_trace(line):
    """(cycle, address, {register: value}) of a line of --trace; a vector is (data, guard)."""
    head, _, rest = line.rpartition(" }")
    registers = {}
    for item in rest.split():
        name, _, value = item.partition("=")
        numbers = [int(part.replace(".", ""), 16) for part in value.split(":")]
        registers[table.registers[name]] = tuple(numbers) if len(numbers) == 2 else numbers[0]
    cycle, address = head.split()[:2]
    return int(cycle), int(address, 16), registers


def run(seed):
    rng = random.Random(seed)
    base = os.path.join(options.work, f"random{seed}")
    text = "\n".join(random_program.Writer(table, rng, options.packets, covered).lines) + "\n"
    with open(base + ".s", "w", encoding="ascii") as file:
        file.write(text)
    assembler = asm.assemble(text, table)
    with open(base + ".elf", "wb") as file:
        file.write(assembler.elf())
    command = [options.simulator, f"--trace={base}.trace", "--max-packets=1000000", base + ".elf"]
    result = subprocess.run(command, capture_output=True, check=False)
    if result.returncode:
        sys.exit(f"{base}.s: status {result.returncode}: {result.stderr.decode()}")
    packets = packets_of(assembler)
    model = evaluate.Model(table, assembler.base["data"], bytearray(assembler.sections["data"]))
    pc, steps = assembler.addresses["_start"], 0
    with open(base + ".trace", encoding="ascii") as trace:
        for line in trace:
            at = pc
            pc, written = model.step(pc, packets[pc])
            cycle, address, registers = parse_trace(line)
            if (cycle, address, registers) != (model.cycle, at, written):
                differ = {table.names[a]: (registers.get(a), v) for a, v in written.items() if registers.get(a) != v}
                sys.exit(f"{base}.s: packet {steps}: {line}model: cycle {model.cycle}, address {at:x}; (simulator, model): {differ}")
            steps += 1
    model.step(pc, packets[pc])  # the call of exit, which --trace does not print
    if not model.exited or result.stdout != model.output or not model.output:
        sys.exit(f"{base}.s: the end or the memory differs")
    return steps


total = sum(run(options.seed + k) for k in range(options.programs))
missing = [i.name for i in table.instructions if i.name not in covered and "SOLO" not in i.flags]
if missing:
    sys.exit(f"never generated: {' '.join(missing)}")
print(f"{total} packets agree; every instruction ran, the rarest was written {min(covered.values())} times")
