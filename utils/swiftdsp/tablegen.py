#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What LLVM needs of SwiftDSP's table (docs/swiftdsp/ISA.def): the instructions for TableGen, the intrinsics of the vector
instructions, clang's builtins, and the header that names these for users. --check compares the files in the tree with the table, --update writes them.
"""
import argparse
import os
import re
import sys

from isa import TOP, Table

INSTRUCTIONS = "llvm/lib/Target/SwiftDSP/SwiftDSPInstrTable.td"
INTRINSICS = "llvm/include/llvm/IR/IntrinsicsXSwift.td"
IMMEDIATES = "llvm/include/llvm/IR/IntrinsicsXSwift.def"
BUILTINS = "clang/include/clang/Basic/BuiltinsSwiftDSP.def"
SCHEDULE = "llvm/lib/Target/SwiftDSP/SwiftDSPSchedule.td"
TIMING = "llvm/lib/Target/SwiftDSP/MCTargetDesc/SwiftDSPTiming.def"
MADE = "Made from docs/swiftdsp/ISA.def by utils/swiftdsp/tablegen.py --update; a test compares."
LANES = {"b": "v16i8", "ub": "v16i8", "l10": "v16i8", "h": "v8i16", "uh": "v8i16", "l20": "v8i16",
         "w": "v4i32", "uw": "v4i32", "l40": "v4i32", "data": "v4i32"}
C_TYPES = {"v64i32": "V64i", "v16i8": "V16c", "v8i16": "V8s", "v4i32": "V4i", "i32": "i"}


def record(instruction):
    """The name of an instruction's record: capitals, since some mnemonics are words of C++."""
    return instruction.name.upper()


def operand_class(instruction, operand):
    """The operand's TableGen class: a register class, or an immediate (a target of a branch is one of its own)."""
    if operand.is_register:
        return operand.kind
    if "CALL" in instruction.flags:
        return "CallTarget"
    if instruction.flags & {"BRANCH", "LOOP"}:
        return f"Target{operand.type.bits}"
    sign = "S" if operand.type.signed else "U"
    return f"{sign}{operand.type.bits}" + (f"x{operand.type.scale}" if operand.type.scale > 1 else "")


def assembly(instruction):
    """As in the table, each operand as $field."""
    text = re.sub(r"\{.*?\} ?", "", instruction.text)
    text = re.sub(r"(ra|rb|rc|imm):(\w+)[=*]?", r"$\1", text)
    return (instruction.mnemonic + ("\\t" + text if text else "")).strip()


def definition(instruction):
    """One instruction as a record."""
    outs, ins, ties, sets = [], [], [], []
    visible = [o for o in instruction.operands if o.field not in instruction.hidden]
    for o in visible:
        kind = operand_class(instruction, o)
        if o.reads and o.writes:
            outs.append(f"{kind}:${o.field}_out")
            ties.append(f"${o.field}_out = ${o.field}")
        elif o.writes:
            outs.append(f"{kind}:${o.field}")
        if o.reads:
            ins.append(f"{kind}:${o.field}")
    fields = {"R3": ("ra", "rb", "rc"), "R2I": ("ra", "rb", "imm"), "RI": ("ra", "imm"), "I": ("imm",), "A": ("ra", "rb", "imm")}
    used = {o.field for o in visible}
    for field in fields[instruction.format]:
        if field in instruction.hidden:
            sets.append(f"let {field} = 32;")
        elif field not in used:
            sets.append(f"let {field} = 0;")
    if ties:
        sets.append('let Constraints = "' + ", ".join(ties) + '";')
    for flag, names in (("COMM", ("isCommutable",)), ("BRANCH", ("isBranch", "isTerminator")), ("CALL", ("isCall",)),
                        ("BARRIER", ("isBarrier",)), ("INDIRECT", ("isIndirectBranch",)), ("LOAD", ("mayLoad",)),
                        ("STORE", ("mayStore",)), ("SOLO", ("hasSideEffects",)), ("CHEAP", ("isAsCheapAsAMove",))):
        # LLVM would exchange the first two operands that are read: the accumulator and a factor.
        if flag == "COMM" and ties:
            continue
        if flag in instruction.flags and not (flag == "INDIRECT" and "CALL" in instruction.flags) \
                and not (flag == "BARRIER" and "SOLO" in instruction.flags):
            sets += [f"let {name} = 1;" for name in names]
    if "CALL" in instruction.flags:
        sets.append("let Defs = [R31];")
    if "LOOP" in instruction.flags:
        # The loop begins with the packet behind it: nothing of its block may follow.
        sets += [f"let Defs = [LC{instruction.name[-1]}];", "let hasSideEffects = 1;", "let isTerminator = 1;"]
    if instruction.hidden:
        registers = ", ".join(f"VR{i}" for i in range(12))
        sets += [f"let Defs = [{registers}];", f"let Uses = [{registers}];"]
    if "RING" in instruction.flags:
        sets.append("let Uses = [BAR0, BAR1, BAR2, BAR3, MR0, MR1, MR2, MR3];")
    if instruction.flags & {"POST"}:
        sets.append("let IsPost = 1;")
    if "BOTH" in instruction.flags:
        sets.append("let TakesBothVectorSlots = 1;")
    funct = "" if instruction.format == "A" else f", {instruction.funct:#x}"
    body = " {\n  " + "\n  ".join(sets) + "\n}" if sets else ";"
    return (f"def {record(instruction)} : {instruction.format}<{instruction.op}{funct}, (outs {', '.join(outs)}), "
            f"(ins {', '.join(ins)}), \"{assembly(instruction)}\", IIC_{instruction.timing}>{body}").replace("(outs )", "(outs)").replace(
                "(ins )", "(ins)")


def vector_instructions(table):
    """The instructions that get an intrinsic: pure functions of registers that touch a vector register."""
    for i in table.instructions:
        registers = [o for o in i.operands if o.is_register]
        if i.flags & {"LOAD", "STORE", "BRANCH", "CALL"} or not any(o.kind[0] in "VA" for o in registers) or i.name == "vmov":
            continue
        yield i


def operand_type(instruction, operand):
    """The LLVM type of one register of an operand, by the view that the semantics have of it."""
    if operand.kind in ("GR", "GP") or not operand.is_register:
        return "i32"
    views = re.findall(rf"\b{operand.field}\.(\w+)\b", instruction.semantics)
    if not views:
        views = re.findall(rf"\b{operand.field}\b[^.]*?\)\.(\w+)", instruction.semantics)
    return LANES[views[0]]


def signature(instruction):
    """(results, [(type, immediate bits or None)]): a register that is read and written is both; several registers are several
    values."""
    results, parameters = [], []
    for o in instruction.operands:
        if o.kind == "A12":
            # vr0 to vr11 are the first 48 lanes of one value; LLVM has no type for just these.
            results.append("v64i32")
            parameters.append(("v64i32", None))
            continue
        kind, count = operand_type(instruction, o), o.type.count if o.is_register else 1
        if o.writes:
            results += [kind] * count
        if o.reads:
            parameters += [(kind, None if o.is_register else o.type)] * count
    return results, parameters


def instructions_td(table):
    lines = [f"//===- SwiftDSPInstrTable.td - All instructions --------------*- tablegen -*-===//", "//", f"// {MADE}",
             "// Formats, operands and timing classes are in SwiftDSPInstrFormats.td and SwiftDSPSchedule.td.", "//",
             "//===----------------------------------------------------------------------===//"]
    group = None
    for i in table.instructions:
        if i.group != group:
            group = i.group
            lines += ["", "// " + group]
        lines.append(definition(i))
    return "\n".join(lines) + "\n"


def intrinsics_td(table):
    lines = ["//==- IntrinsicsXSwift.td - SwiftDSP's intrinsics ------------*- tablegen -*-==//", "//",
             "// llvm.xswift.NAME is the instruction NAME of docs/swiftdsp-isa.md; clang's __builtin_swift_dsp_NAME becomes it.",
             "// The prefix must stay the last one in order: the numbers of all other intrinsics would move.", "//", f"// {MADE}", "//",
             "//===----------------------------------------------------------------------===//", "",
             'let TargetPrefix = "xswift" in {', "",
             "class SwiftDSPIntrinsic<string name, list<LLVMType> results, list<LLVMType> parameters,",
             "                        list<IntrinsicProperty> properties = []>",
             "    : DefaultAttrsIntrinsic<results, parameters, !listconcat([IntrNoMem], properties)>,",
             "      ClangBuiltin<\"__builtin_swift_dsp_\" # name>;", ""]
    for i in vector_instructions(table):
        results, parameters = signature(i)
        properties = [f"ImmArg<ArgIndex<{n}>>" for n, (_, immediate) in enumerate(parameters) if immediate]
        kinds = lambda types: "[" + ", ".join(f"llvm_{t}_ty" for t in types) + "]"
        lines.append(f"def int_xswift_{i.name} : SwiftDSPIntrinsic<\"{i.name}\", {kinds(results)}, {kinds(t for t, _ in parameters)}"
                     + (f", [{', '.join(properties)}]" if properties else "") + ">;")
    return "\n".join(lines + ["", "}"]) + "\n"


def immediates_def(table):
    lines = ["//===- IntrinsicsXSwift.def - Constants of SwiftDSP's intrinsics -*- C++ -*-===//", "//",
             "// IMMEDIATE(name, argument, low, high): this argument of llvm.xswift.NAME and of clang's",
             "// __builtin_swift_dsp_NAME, counted from 0, is a constant from low to high.", "//", f"// {MADE}", "//",
             "//===----------------------------------------------------------------------===//", ""]
    for i in vector_instructions(table):
        for n, (_, immediate) in enumerate(signature(i)[1]):
            if immediate:
                low, high = immediate.range()
                lines.append(f"IMMEDIATE({i.name}, {n}, {low}, {high})")
    return "\n".join(lines + ["", "#undef IMMEDIATE"]) + "\n"


def builtins_def(table):
    lines = ["//===--- BuiltinsSwiftDSP.def - SwiftDSP's builtins -------------*- C++ -*-===//", "//",
             "// BUILTIN(name, type, attributes), in the notation of clang/Basic/Builtins.def. Each is one intrinsic of",
             "// llvm/IR/IntrinsicsXSwift.td, which names it.", "//", f"// {MADE}", "//",
             "//===----------------------------------------------------------------------===//", ""]
    for i in vector_instructions(table):
        results, parameters = signature(i)
        text = C_TYPES[results[0]] + "".join(("I" if immediate else "") + C_TYPES[t] for t, immediate in parameters)
        lines.append(f'BUILTIN(__builtin_swift_dsp_{i.name}, "{text}", "nc")')
    return "\n".join(lines + ["", "#undef BUILTIN"]) + "\n"


HEADER = "runtime/swiftdsp/include/swift_dsp.h"


def header_h(table):
    """A macro for each builtin, since some arguments must be constants; above it, its types and meaning."""
    lines = ["/* swift_dsp.h - SwiftDSP's vector types and operations (docs/swiftdsp-isa.md).", " *",
             " * swift_dsp_NAME is the instruction NAME. Above each stands what it computes: [n] means for each i below n; b, h and w are",
             " * lanes of 8, 16 and 32 bits, ub, uh and uw unsigned, l10, l20 and l40 lanes with their guard bits. Parameters of several",
             " * registers are several values; `const` ones must be constants. A v64i32 holds the accumulators vr0 to vr11 of a convolution",
             " * in its first 48 lanes.", " *",
             " * Guard bits live in registers: with optimization, local variables keep them, spilled ones too. A value in memory loses them,",
             " * so do elements of a local array or structure unless every index is a constant after unrolling, what is passed to or from a",
             " * function, and without optimization all. Operations on bytes, halves and words make them the sign of each lane of that width;",
             " * loads, constants and bitwise operations make them the sign of each word, whatever the type: there swift_dsp_vext10 or",
             " * swift_dsp_vext20 comes before a guarded operation of 10 or 20 bits.", " *",
             f" * {MADE}", " */", "#ifndef SWIFT_DSP_H", "#define SWIFT_DSP_H", "",
             "#ifndef __swiftdsp__", '#error "swift_dsp.h needs clang --target=swiftdsp"', "#endif", ""]
    for name, element, size in (("v16i8", "char", 16), ("v8i16", "short", 16), ("v4i32", "int", 16), ("v64i32", "int", 256)):
        lines.append(f"typedef {element} {name} __attribute__((vector_size({size})));")
    for i in vector_instructions(table):
        results, parameters = signature(i)
        names = []
        for o in i.operands:
            if o.kind == "A12":
                names.append("acc")
            elif o.reads:
                count = o.type.count if o.is_register else 1
                names += [o.field] if count == 1 else [f"{o.field}{n}" for n in range(count)]
        typed = ", ".join(("const " if immediate else "") + ("int" if kind == "i32" else kind) + " " + name
                          for name, (kind, immediate) in zip(names, parameters, strict=True))
        result = "int" if results[0] == "i32" else results[0]
        arguments = ", ".join(names)
        lines += ["", f"/* {result} {i.name}({typed}): {i.semantics} */",
                  f"#define swift_dsp_{i.name}({arguments}) __builtin_swift_dsp_{i.name}({arguments})"]
    return "\n".join([*lines, "", "#endif", ""])


PATTERNS = "llvm/lib/Target/SwiftDSP/SwiftDSPIntrinsicPatterns.td"


def pattern(instruction):
    """An intrinsic as its instruction; several registers of an operand are several values. None: vconv, whose accumulators are
    fixed registers, is selected by code."""
    if instruction.hidden:
        return None
    results, _ = signature(instruction)
    source, target = [], []
    for o in instruction.operands:
        if not o.reads:
            continue
        kind = operand_type(instruction, o)
        if not o.is_register:
            name = operand_class(instruction, o)
            source.append(f"(i32 timm:${o.field})")
            target.append(f"timm:${o.field}")
        elif o.type.count == 1:
            source.append(f"({kind} {o.kind}:${o.field})")
            target.append(f"${o.field}")
        else:
            part = "GR" if o.kind == "GP" else "VR"
            index = "gsub" if o.kind == "GP" else "sub"
            names = [f"{part}:${o.field}{n}" for n in range(o.type.count)]
            source += [f"({kind} {name})" for name in names]
            target.append(f"(REG_SEQUENCE {o.kind}, " + ", ".join(f"{name}, {index}{n}" for n, name in enumerate(names)) + ")")
    return (f"def : Pat<({results[0]} (int_xswift_{instruction.name} {', '.join(source)})),\n"
            f"          ({record(instruction)} {', '.join(target)})>;")


def patterns_td(table):
    lines = ["//===- SwiftDSPIntrinsicPatterns.td - Intrinsics as instructions -*- tablegen -*-===//", "//", f"// {MADE}", "//",
             "//===----------------------------------------------------------------------===//", ""]
    return "\n".join(lines + [text for i in vector_instructions(table) for text in [pattern(i)] if text]) + "\n"


def schedule_td(table):
    lines = ["//===- SwiftDSPSchedule.td - Slots ---------------------------*- tablegen -*-===//", "//", f"// {MADE}",
             "// A timing class takes one of its slots for a cycle: what the DFA asks. What operands wait for is in SwiftDSPTiming.def,",
             "// since it depends on what an operand is for, not on its position.", "//",
             "//===----------------------------------------------------------------------===//", "",
             *(f"def SLOT{n} : FuncUnit;" for n in range(8)), "",
             "/// The number is the row of SwiftDSPTiming.def.", "class Timing<bits<4> number> : InstrItinClass {",
             "  bits<4> Number = number;", "}", ""]
    lines += [f"def IIC_{name} : Timing<{n}>;" for n, name in enumerate(table.timings)]
    lines += ["def IIC_PSEUDO : Timing<15>;", "", "def SwiftDSPItineraries : ProcessorItineraries<",
              "  [" + ", ".join(f"SLOT{n}" for n in range(8)) + "], [/*ByPass*/], ["]
    both = {i.timing for i in table.instructions if "BOTH" in i.flags}
    rows = []
    for name, timing in table.timings.items():
        slots = [f"SLOT{n}" for n in timing.slots]
        stages = ", ".join(f"InstrStage<1, [{s}]{', 0' if s != slots[-1] else ''}>" for s in slots) if name in both \
            else f"InstrStage<1, [{', '.join(slots)}]>"
        rows.append(f"  InstrItinData<IIC_{name}, [{stages}]>")
    return "\n".join(lines) + "\n" + ",\n".join(rows) + "\n]>;\n"


def timing_def(table):
    lines = ["//===- SwiftDSPTiming.def - Stages and costs --------------------*- C++ -*-===//", "//", f"// {MADE}", "//",
             "// TIMING(name, slots, read, late, result, pointer): slots as a mask; stages at which operands are read (`late`: the old value of a written",
             "// operand, a store's data), and at which the result and a changed pointer are there.",
             "// COST(name, cycles): bubbles and penalties that belong to no operand.", "//",
             "//===----------------------------------------------------------------------===//", "",
             "#ifndef TIMING", "#define TIMING(...)", "#endif", "#ifndef COST", "#define COST(...)", "#endif", ""]
    lines += [f"TIMING({t.name}, {sum(1 << s for s in t.slots):#04x}, {t.read}, {t.late}, {t.result}, {t.pointer})"
              for t in table.timings.values()]
    lines += [""] + [f"COST({name}, {value})" for name, value in table.costs.items()]
    return "\n".join(lines + ["", "#undef TIMING", "#undef COST"]) + "\n"


FILES = {SCHEDULE: schedule_td, PATTERNS: patterns_td, TIMING: timing_def, INSTRUCTIONS: instructions_td, INTRINSICS: intrinsics_td,
         IMMEDIATES: immediates_def, BUILTINS: builtins_def, HEADER: header_h}


LICENCE = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"


def licensed(text):
    """With the line of the licence: behind LLVM's title line, else first."""
    if text.startswith("//==="):
        return text.replace("\n", "\n" + LICENCE, 1)
    return LICENCE + ("//\n" if text.startswith("//") else "") + text


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="status 1 if a file differs from what the table says")
    parser.add_argument("--update", action="store_true", help="write the files")
    options = parser.parse_args()
    table, stale = Table(), []
    for path, make in FILES.items():
        full, text = os.path.join(TOP, path), licensed(make(table))
        if os.path.exists(full) and open(full, encoding="ascii").read() == text:
            continue  # an unchanged file keeps its time: most of LLVM is compiled anew behind some of them
        if options.update:
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="ascii") as file:
                file.write(text)
        else:
            stale.append(path)
    for path in stale:
        print(f"{path} is not what docs/swiftdsp/ISA.def says: run utils/swiftdsp/tablegen.py --update", file=sys.stderr)
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
