"""Every operation of swift_dsp.h, compiled and run in the simulator, must compute what the table's expression says, evaluated by
utils/swiftdsp/evaluate.py: on the ends of ranges and on random numbers. Guard bits are what a vector has that comes from memory.

usage: builtins.py BIN FOLDER LEVEL...
"""
import os
import random
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "utils/swiftdsp"))
import evaluate  # noqa: E402
import isa  # noqa: E402
import tablegen  # noqa: E402

CASES = 5
EXTREMES = (0x00, 0x01, 0x7f, 0x80, 0xff)
HEAD = """#include <swift_dsp.h>
#include <swift_dsp_system.h>
typedef v64i32 acc __attribute__((aligned(16)));
extern const char inputs[];
"""


class Case:
    """Inputs of one call, in memory and as the model's registers."""

    def __init__(self, model, instruction, rng, number):
        self.instruction, self.memory, self.arguments, self.values = instruction, b"", [], {}
        self.kinds, free_vector, free_scalar = tablegen.signature(instruction), 44 if instruction.hidden else 32, 2
        parameters = iter(self.kinds[1])
        for o in instruction.operands:
            if not o.is_register:
                next(parameters)
                self.values[o.field] = o.type.decode(rng.getrandbits(o.type.bits))
                self.arguments.append(str(self.values[o.field]))
                continue
            count = o.type.count
            if o.kind in ("GR", "GP"):
                first, free_scalar = free_scalar, free_scalar + 2
            elif o.kind == "A12":
                first = 32
            else:
                first, free_vector = free_vector, free_vector + count
            self.values[o.field] = first
            if not o.reads:
                continue
            for k in range(1 if o.kind == "A12" else count):
                kind, _ = next(parameters)
                self.argument(model, kind, first + k, count, rng, number)

    def argument(self, model, kind, register, count, rng, number):
        size = {"i32": 4, "v64i32": 256}.get(kind, 16)
        data = bytes([EXTREMES[3 + number]] * size) if number < 2 else bytes(
            rng.choice(EXTREMES) if rng.random() < 0.3 else rng.getrandbits(8) for _ in range(size))
        name = {"i32": "int", "v64i32": "acc"}.get(kind, kind)
        self.arguments.append(f"*(const {name} *)(in + {len(self.memory)})")
        self.memory += data.ljust(16, b"\0")
        words = [int.from_bytes(data[i:i + 4], "little", signed=True) for i in range(0, size, 4)]
        if kind == "i32":
            model.r[register] = words[0]
            return
        for n in range(count if kind == "v64i32" else 1):
            lanes = evaluate.VectorOperand([model.v[register - 32 + n]]).w
            for i in range(4):
                lanes[i] = words[4 * n + i]

    def expected(self, model):
        model.target, model.bubbles = None, 0
        model.execute(self.instruction, self.values, 0, 4)
        kind = self.kinds[0][0]
        written = next(o for o in self.instruction.operands if o.writes)
        first = self.values[written.field]
        if kind == "i32":
            return (model.r[first] & 0xffffffff).to_bytes(4, "little").ljust(16, b"\0")
        return b"".join(model.v[first - 32 + n].data.to_bytes(16, "little") for n in range(12 if kind == "v64i32" else 1))

    def call(self, at):
        kind, call = self.kinds[0][0], f"swift_dsp_{self.instruction.name}({', '.join(self.arguments)})"
        if kind == "v64i32":
            return f"{{ acc r = {call}; __builtin_memcpy(out + {at}, &r, 192); }}"
        return f"*({'int' if kind == 'i32' else kind} *)(out + {at}) = {call};"


def write(folder, cases, wants):
    """One function for each call: its registers are its own."""
    functions, main, blob, at = [], [], b"", 0
    for n, (case, want) in enumerate(zip(cases, wants)):
        functions.append(f"__attribute__((noinline)) static void f{n}(const char *in, char *out) {{ {case.call(at)} }}")
        main.append(f"  f{n}(in + {len(blob)}, out);")
        blob += case.memory
        at += len(want)
    body = "\n".join(functions) + f"\nstatic char out[{at}] __attribute__((aligned(64)));\n"
    body += "int main(void) {\n  const char *in = inputs;\n" + "\n".join(main)
    body += f"\n  return swift_dsp_write(1, out, {at}) == {at} ? 0 : 1;\n}}\n"
    with open(os.path.join(folder, "builtins.c"), "w", encoding="ascii") as file:
        file.write(HEAD + body)
    with open(os.path.join(folder, "inputs.c"), "w", encoding="ascii") as file:
        file.write("const unsigned char inputs[] __attribute__((aligned(64))) = {" + ",".join(map(str, blob)) + "};\n")


def differences(cases, wants, got):
    at = 0
    for case, want in zip(cases, wants):
        mine = got[at:at + len(want)]
        at += len(want)
        if mine != want:
            yield f"{case.instruction.name}({', '.join(case.arguments)}) of {case.memory.hex()}: {mine.hex()}, not {want.hex()}"


def main():
    binaries, folder, levels = sys.argv[1], sys.argv[2], sys.argv[3:]
    os.makedirs(folder, exist_ok=True)
    table, rng, cases, wants = isa.Table(), random.Random(1), [], []
    instructions = list(tablegen.vector_instructions(table))
    for instruction in instructions:
        for number in range(CASES):
            model = evaluate.Model(table, 0, bytearray())
            cases.append(Case(model, instruction, rng, number))
            wants.append(cases[-1].expected(model))
    write(folder, cases, wants)
    bad = 0
    for level in levels:
        program = os.path.join(folder, "builtins.elf")
        subprocess.run([os.path.join(binaries, "clang"), "--target=swiftdsp", level, "-Wall", os.path.join(folder, "builtins.c"),
                        os.path.join(folder, "inputs.c"), "-o", program], check=True)
        done = subprocess.run([os.path.join(binaries, "swiftdsp-sim"), program], stdout=subprocess.PIPE, check=True)
        for text in differences(cases, wants, done.stdout):
            print(f"{level}: {text}")
            bad += 1
        print(f"{level}: {len(instructions)} operations, {len(cases)} calls, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
