"""The loops of docs/swiftdsp-isa.md on the simulator: their results against plain arithmetic, their cycles against the document's
figures. usage: document_loops.py TOP SIMULATOR WORKDIR
"""
import os
import random
import re
import subprocess
import sys

top, simulator, work = sys.argv[1:]
sys.path.insert(0, os.path.join(top, "utils/swiftdsp"))
import asm  # noqa: E402
import isa  # noqa: E402

table, rng = isa.Table(), random.Random(3)
text = open(os.path.join(top, "docs/swiftdsp-isa.md"), encoding="utf-8").read()
blocks = {b.split(":")[0]: b for b in re.findall(r"```swiftdsp\n(.*?)```", text, re.S)}


def section(block, first, last=None):
    """The packets of a block from one label to the next."""
    lines = blocks[block].splitlines()
    start = next(k for k, line in enumerate(lines) if line.startswith(first + ":"))
    end = next(k for k, line in enumerate(lines) if last and line.startswith(last + ":")) if last else len(lines)
    return "\n".join(lines[start:end])


def run(name, program):
    file = os.path.join(work, name + ".elf")
    with open(file, "wb") as out:
        out.write(asm.assemble(program, table).elf())
    result = subprocess.run([simulator, f"--trace={file}.trace", file], capture_output=True, check=False)
    if result.returncode:
        sys.exit(f"{name}: {result.stderr.decode()}")
    return result.stdout, open(file + ".trace", encoding="ascii").read().splitlines()


def constant(register, value):
    return f"li {register}, lo({value})\n lih {register}, hi({value})\n"


def finish(label, size):
    return (constant("a1", label) + f"{{ li v0, 4 ; li a0, 1 ; li a2, {size} }}\n sys\n {{ li v0, 1 ; li a0, 0 }}\n sys\n .data\n .align 64\n")


def data(label, values, form=".byte"):
    return f"{label}: {form} " + ", ".join(map(str, values)) + "\n"


def signed_bytes(n):
    return [rng.randrange(-128, 128) for _ in range(n)]


def cycles(trace, start, end):
    """Cycles from the first packet at address start or behind to the last one before end."""
    at = [int(line.split()[0]) for line in trace if start <= int(line.split()[1], 16) < end]
    return at[-1] - at[0] + 1


def requantize(x, multiplier, shift):
    """TensorFlow Lite's MultiplyByQuantizedMultiplier for a shift to the right, by exact rational rounding."""
    high = (2 * x * multiplier + 2**31) // 2**32  # to the nearest, ties up
    down = -shift
    quotient, rest = divmod(abs(high), 2**down)
    return (quotient + (2 * rest >= 2**down)) * (1 if high >= 0 else -1)


def check(what, got, want):
    if got != want:
        sys.exit(f"{what}: {got}, not {want}")


def convolution():
    channels, pitch, rows = 16, 32, 3  # no window crosses a line
    plane = pitch * rows
    image, weights = signed_bytes(channels * plane + 64), [[[signed_bytes(3) for _ in range(3)] for _ in range(channels)] for _ in range(4)]
    bias, multipliers, shifts = [rng.randrange(-9000, 9000) for _ in range(4)], [rng.randrange(2**30, 2**31) for _ in range(4)], [-9, -8, -10, -7]
    zero, low, high = -5, -100, 120
    packed = [w for c in range(channels) for ky in range(3) for o in range(4) for w in weights[o][c][ky] + [0]]
    program = "_start:\n" + constant("a0", "image") + constant("a1", "weights") + f"li a2, {channels}\n"
    program += f"li t0, {pitch}\n mts off0, t0\n li t0, {plane - 2 * pitch}\n mts off1, t0\n"
    for o in range(4):
        program += constant("t0", bias[o]) + "".join(f"vsplw vr{3 * o + g}, t0\n" for g in range(3))
    program += blocks["conv3x3"]
    program += "".join(constant(f"r{12 + 2 * o}", multipliers[o]) + f"li r{13 + 2 * o}, {shifts[o]}\n" for o in range(4))
    program += constant("a4", (zero & 0xffff) << 16 | (high & 0xff) << 8 | low & 0xff)
    program += "".join(constant(f"a{o}", f"result+{12 * o}") for o in range(4))
    program += blocks["output"] + "output_end:\n" + finish("result", 48)
    program += data("image", image) + data("weights", packed + [0] * 16) + "result: .space 64\n"
    out, trace = run("convolution", program)
    want = []
    for o in range(4):
        for x in range(12):
            acc = bias[o] + sum(weights[o][c][ky][kx] * image[c * plane + ky * pitch + x + kx]
                                for c in range(channels) for ky in range(3) for kx in range(3))
            want.append(min(max(requantize(acc, multipliers[o], shifts[o]) + zero, low), high) & 0xff)
    check("convolution", list(out), want)
    assembler = asm.assemble(program, table)
    at = assembler.addresses
    check("packets of conv3x3", sum(at["conv3x3"] <= int(t.split()[1], 16) < at["conv3x3_end"] for t in trace), 1 + 3 * channels)
    check("cycles of conv3x3", cycles(trace, at["conv3x3"], at["conv3x3_end"]), 1 + 3 * channels)
    check("cycles of output", cycles(trace, at["output"], at["output_end"]), 11)


def dense():
    turns = 6
    inputs, weights = signed_bytes(8 * turns), [signed_bytes(8 * turns) for _ in range(16)]
    packed = [weights[o][4 * k + j] for k in range(2 * turns) for o in range(16) for j in range(4)]
    program = "_start:\n" + constant("a0", "inputs") + constant("a1", "weights") + f"li a2, {turns}\n"
    program += "".join(f"vsplw vr{v}, zero\n" for v in range(4)) + blocks["dense"] + constant("a0", "result")
    program += "".join(f"vst vr{v}, {16 * v}(a0)\n" for v in range(4)) + finish("result", 64)
    program += data("inputs", inputs + [0] * 16) + ".align 64\n" + data("weights", packed + [0] * 128) + ".align 64\nresult: .space 64\n"
    out, trace = run("dense", program)
    want = [sum(w * x for w, x in zip(weights[o], inputs)) for o in range(16)]
    check("dense", [int.from_bytes(out[4 * o:4 * o + 4], "little", signed=True) for o in range(16)], want)
    at = asm.assemble(program, table).addresses
    check("cycles of dense", cycles(trace, at["dense"], at["dense_end"]), 2 + 5 * turns)


def steady(first, last, want):
    """Cycles a turn of a loop body that the document shows without the loop around it."""
    program = "_start:\n" + "".join(constant(f"a{k}", "buffer") for k in (0, 1, 3)) + "addi a3, a3, 32\n li t0, 64\n mts off0, t0\n"
    program += "li t1, 20\n { loop0 t1, body_end }\n" + section("stride2", first, last) + "\nbody_end:\n { li v0, 1 ; li a0, 0 }\n sys\n"
    program += ".data\n.align 64\nbuffer: .space 16384\n"
    _, trace = run(first, program)
    at = asm.assemble(program, table).addresses
    check(f"cycles of {first}", cycles(trace, at[first], at["body_end"]), 20 * want)


convolution()
dense()
steady("stride2", "pointwise_planes", 3)
steady("pointwise_planes", "pointwise_blocked", 5)
steady("pointwise_blocked", None, 2)
print("the document's loops give what they should, in as many cycles")
