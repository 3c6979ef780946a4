#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_coverage.py FOLDER: every operator in every type that the front end's signatures accept occurs in a network of the
zoo. Compared are the operator, the type of its first data input and of its first output."""
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True

from tflite_reader import Model  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TYPE_NAMES = {"uint8": "u8", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "float32": "f32", "bool": "bool"}
# Made by selection, or of several operators by the importer.
OURS = {"LayoutConvert", "QuantizeRows", "ProductSums", "ScaleSums", "Move", "Table"}
# Known when the file is read, or replaced by others.
CONSTANTS = {"IF", "WHILE", "SHAPE", "RANK", "RANGE", "ZEROS_LIKE", "WHERE"}
# What the importer makes disappear.
HANDLES = {"VAR_HANDLE", "READ_VARIABLE", "ASSIGN_VARIABLE", "CALL_ONCE"}


def rows(path, macro):
    with open(os.path.join(ROOT, "dnn-frontend", path), encoding="utf-8") as file:
        for line in file:
            if line.startswith(macro + "("):
                yield [a or b for a, b in re.findall(r'"([^"]*)"|([\w:]+)', line[len(macro):])], line


def kind_of(name, operator):
    """Ours, or TensorFlow Lite's operator where several of ours compute it."""
    return name if operator == "kSeveral" else operator


def accepted():
    """{(operator, type of the first input, type of the first output)}"""
    for _, line in rows("ir/ops.def", "TYPES"):
        operator, signature, types = re.match(r'TYPES\((\w+), "([^"]*)", "([^"]*)"\)', line).groups()
        if operator in OURS:
            continue
        before, after = (re.split(r"[:?*]", side.split()[0])[0] for side in signature.split("->"))
        if operator == "SelectV2":  # the mask comes first
            before = "bool"
        for t in types.split() or [""]:
            yield operator, before if before != "T" else t, after if after != "T" else t
    for _, line in rows("import/builtins.def", "BUILTIN"):
        if "%" in line:  # products of floats by int8 weights
            yield kind_of(*re.match(r"BUILTIN\((\w+), (?:OpKind::)?(\w+)", line).groups()), "f32", "f32"


def importers():
    """{TensorFlow Lite's operator: (ours, index of its first data input)}"""
    result = {}
    for _, line in rows("import/builtins.def", "BUILTIN"):
        name, operator, inputs = re.match(r'BUILTIN\((\w+), (?:OpKind::)?(\w+), \w+, "([^"]*)"', line).groups()
        places = [place.rstrip("?*=~%") for place in inputs.split()]
        if "0" in places:
            result[name] = kind_of(name, operator), places.index("0")
    for _, line in rows("import/builtins.def", "CUSTOM"):
        name, operator, inputs = re.match(r'CUSTOM\("(\w+)", OpKind::(\w+), "([^"]*)"', line).groups()
        places = [place.rstrip("~") for place in inputs.split()]
        result[name] = operator, places.index("0")
    return result


def dequantized():
    """Operators whose inputs may be bytes that the importer dequantizes."""
    return {line.split('"')[1] for _, line in rows("import/builtins.def", "CUSTOM") if "~" in line}


def present(folder):
    subprocess.run(["model-zoo", "--all", "-o", folder], check=True)
    known, real = importers(), dequantized()
    for name in sorted(os.listdir(folder)):
        model = Model(os.path.join(folder, name))
        tensors = model.tensors()
        for operator in model.operators():
            if operator.kind in HANDLES | CONSTANTS:
                continue
            ours, first = known[operator.kind]
            types = [TYPE_NAMES[tensors[i].dtype.name] for i in (operator.inputs[first], operator.outputs[0])]
            if operator.kind in real and types[0] in ("u8", "i8"):
                types[0] = "f32"  # dequantized on import
            yield (ours, *types)


def main():
    folder = sys.argv[1]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    wanted, found = set(accepted()), set(present(folder))
    missing = sorted(wanted - found)
    for row in missing:
        print("not in the zoo: {} {} -> {}".format(*row))
    strange = sorted(found - wanted)
    for row in strange:
        print("in the zoo but not accepted: {} {} -> {}".format(*row))
    print(f"{len(wanted)} rows accepted, {len(wanted & found)} of them in the zoo")
    return 1 if missing or strange or not wanted else 0


sys.exit(main())
