"""Every instruction and many packets of SwiftDSP's table through llvm-mc, both ways, against the independent assembler.

  roundtrip.py ROOT words|packets|refused    ROOT: the repository; the tools come from the PATH

words: each instruction with several operands. packets: legal ones, by the slots' bits. Both must have the same words from both
assemblers, and the disassembly assembled once more must give the same bytes. refused: what the table calls illegal llvm-mc
calls illegal, line by line.
"""
import random
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, sys.argv[1] + "/utils/swiftdsp")
import asm  # noqa: E402
import isa  # noqa: E402

TABLE, RNG = isa.Table(), random.Random(19)


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def text_section(path):
    """The bytes of .text of a 32-bit ELF file."""
    data = open(path, "rb").read()
    (start,) = struct.unpack_from("<I", data, 32)
    size, count, names = struct.unpack_from("<HHH", data, 46)
    rows = [struct.unpack_from("<10I", data, start + size * k) for k in range(count)]
    name = lambda row: data[rows[names][4] + row[0]:].split(b"\0")[0]
    row = next(r for r in rows if name(r) == b".text")
    return data[row[4]:row[4] + row[5]]


def write(instruction, values, at):
    """As in assembly; a branch at address `at` names its target by its distance from the label start."""
    def operand(m):
        o = next(o for o in instruction.operands if o.field == m.group(1))
        value = values[o.field]
        if o.is_register:
            return TABLE.names[value]
        if instruction.op == 0 and o.field == "imm":
            return f"start{at + value:+d}"
        return str(value)

    text = re.sub(r"\{.*?\} ?", "", instruction.text)
    return (instruction.mnemonic + " " + isa.OPERAND.sub(operand, text)).strip()


def sample(instruction):
    values = isa.random_values(instruction, RNG)
    return {f: v for f, v in values.items() if f not in instruction.hidden}


def packet_of(size):
    return [(i, sample(i)) for i in RNG.choices(TABLE.instructions, k=size)]


def error_of(packet):
    try:
        return TABLE.packet_error(packet)
    except ValueError as error:
        return str(error)


def assemble(source, output):
    return run("llvm-mc", "--triple=swiftdsp", "--filetype=obj", "-o", output, "-", text=source)


def lines_of(packets):
    at, lines = 0, []
    for packet in packets:
        parts = [write(i, v, at + 4 * n) for n, (i, v) in enumerate(packet)]
        lines.append("{ " + " ; ".join(parts) + " }" if len(parts) > 1 else parts[0])
        at += 4 * len(parts)
    return lines


def compare(packets, folder):
    source = "start:\n" + "\n".join(lines_of(packets)) + "\n"
    done = assemble(source, folder + "/a.o")
    if done.returncode:
        sys.exit("llvm-mc refuses what the table allows:\n" + done.stderr[:3000])
    ours, other = text_section(folder + "/a.o"), bytes(asm.assemble(source, TABLE).sections["text"])
    at = 0
    for packet, line in zip(packets, source.splitlines()[1:]):
        end = at + 4 * len(packet)
        if ours[at:end] != other[at:end]:
            sys.exit(f"{line}\n  llvm-mc {ours[at:end].hex()}\n  asm.py  {other[at:end].hex()}")
        at = end
    assert len(ours) == len(other) == at
    hexadecimal = " ".join(f"{byte:#04x}" for byte in ours)
    listing = run("llvm-mc", "--triple=swiftdsp", "--disassemble", text=hexadecimal)
    if listing.stderr:
        sys.exit("the disassembler says:\n" + listing.stderr[:3000])
    # Targets are distances here, as they are in assembly without a label.
    done = assemble(listing.stdout, folder + "/b.o")
    if done.returncode:
        sys.exit("the disassembly does not assemble:\n" + done.stderr[:3000])
    back = text_section(folder + "/b.o")
    for at in range(0, len(ours), 4):
        if ours[at:at + 4] != back[at:at + 4]:
            sys.exit(f"at {at:#x}: {ours[at:at + 4].hex()} comes back as {back[at:at + 4].hex()}")
    print(f"{len(packets)} lines, {len(ours) // 4} words agree")


def refused(folder):
    packets = [p for p in (packet_of(RNG.choice((2, 2, 3, 4, 9))) for _ in range(600)) if error_of(p)]
    lines = lines_of(packets)
    done = assemble("start:\n" + "\n".join(lines) + "\n", folder + "/a.o")
    reported = {int(n) for n in re.findall(r"^<stdin>:(\d+):\d+: error: ", done.stderr, re.M)}
    for number, (packet, line) in enumerate(zip(packets, lines), 2):
        if number not in reported:
            sys.exit(f"llvm-mc accepts {line}\n  the table: {error_of(packet)}")
    print(f"{len(packets)} illegal packets refused")


def main():
    with tempfile.TemporaryDirectory() as folder:
        if sys.argv[2] == "words":
            alone = [[(i, sample(i))] for i in TABLE.instructions for _ in range(8)]
            compare([p for p in alone if not error_of(p)], folder)
        elif sys.argv[2] == "packets":
            drawn = (packet_of(RNG.choice((2, 3, 4, 5))) for _ in range(4000))
            compare([p for p in drawn if not error_of(p)], folder)
        else:
            refused(folder)


main()
