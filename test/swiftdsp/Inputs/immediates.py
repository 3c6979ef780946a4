"""Every builtin with a constant operand, as docs/swiftdsp/ISA.def has it: clang takes the least and the greatest value that the field
can hold, and refuses those beside them and what is no constant; llc refuses the same of the intrinsics.

usage: immediates.py BIN FOLDER
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "utils/swiftdsp"))
import isa  # noqa: E402
import tablegen  # noqa: E402

IR_TYPES = {"i32": "i32", "v16i8": "<16 x i8>", "v8i16": "<8 x i16>", "v4i32": "<4 x i32>"}
C_HEAD = "#include <swift_dsp.h>\nextern int n; extern v16i8 V16; extern v8i16 V8; extern v4i32 V4;\n"
C_VALUES = {"i32": "n", "v16i8": "V16", "v8i16": "V8", "v4i32": "V4"}


def constants():
    """(instruction, results, parameters, which parameter, least, greatest value)."""
    for instruction in tablegen.vector_instructions(isa.Table()):
        results, parameters = tablegen.signature(instruction)
        for at, (_, field) in enumerate(parameters):
            if field:
                values = [field.decode(n) for n in range(1 << field.bits)]
                yield instruction.name, results, parameters, at, min(values), max(values)


def c_function(number, case, value):
    name, results, parameters, at, _, _ = case
    arguments = [str(value) if i == at else C_VALUES[kind] for i, (kind, _) in enumerate(parameters)]
    result = "int" if results[0] == "i32" else results[0]
    return f"{result} f{number}(void) {{ return __builtin_swift_dsp_{name}({', '.join(arguments)}); }}\n"


def ir_module(case, value):
    name, results, parameters, at, _, _ = case
    result, kinds = IR_TYPES[results[0]], [IR_TYPES[kind] for kind, _ in parameters]
    declared = ", ".join(kind + (" immarg" if i == at else "") for i, kind in enumerate(kinds))
    passed = ", ".join(f"{kind} {value if i == at else f'%{i}'}" for i, kind in enumerate(kinds))
    return (f"declare {result} @llvm.xswift.{name}({declared})\n"
            f"define {result} @f({', '.join(f'{kind} %{i}' for i, kind in enumerate(kinds))}) {{\n"
            f"  %r = call {result} @llvm.xswift.{name}({passed})\n  ret {result} %r\n}}\n")


def run(command, path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
    done = subprocess.run([*command, path, "-o", path + ".o"], stderr=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stderr


def c_faults(clang, folder, cases):
    """What clang says of all calls of a file, by line, against what it must say."""
    calls, wanted = [], {}
    for case in cases:
        name, _, _, _, low, high = case
        for value in (low, high, low - 1, high + 1, "n"):
            calls.append(c_function(len(calls), case, value))
            line = len(calls) + C_HEAD.count("\n")
            if value == "n":
                wanted[line] = f"argument to '__builtin_swift_dsp_{name}' must be a constant integer"
            elif not low <= value <= high:
                wanted[line] = f"argument value {value} is outside the valid range [{low}, {high}]"
    status, said = run([clang, "--target=swiftdsp", "-ferror-limit=0", "-c"], os.path.join(folder, "calls.c"), C_HEAD + "".join(calls))
    got = {int(line): text for line, text in re.findall(r"calls\.c:(\d+):\d+: error: (.*)", said)}
    if status != 1:
        yield f"clang ended with status {status}"
    for line in sorted(wanted.keys() | got.keys()):
        if wanted.get(line) != got.get(line):
            yield f"{calls[line - 1 - C_HEAD.count(chr(10))].strip()}: {got.get(line)}, not {wanted.get(line)}"


def ir_faults(llc, folder, case):
    name, _, _, _, low, high = case
    for value in (low, high, low - 1, high + 1):
        status, said = run([llc, "--mtriple=swiftdsp", "--filetype=obj"], os.path.join(folder, "call.ll"), ir_module(case, value))
        want = "" if low <= value <= high else f"the constant of llvm.xswift.{name} is {value}, it must be from {low} to {high}"
        if status != (1 if want else 0) or want not in said:
            yield f"llvm.xswift.{name} with {value}: status {status}, {said}"


def main():
    binaries, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    cases = list(constants())
    faults = list(c_faults(os.path.join(binaries, "clang"), folder, cases))
    for case in cases:
        faults += ir_faults(os.path.join(binaries, "llc"), folder, case)
    print("\n".join([*faults, f"{len(cases)} constant operands, {len(faults)} wrong"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
