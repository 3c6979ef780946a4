"""import.py TEST [EDIT]... [-- OPTION...]: runs dnn-frontend on a network that the test describes.
import.py TEST [EDIT]... --write FILE: only writes the .tflite file.

The lines of TEST that contain "NET:" are the network, in this form:

    input NAME TYPE SHAPE [SCALES [ZEROS]] [axis=N] [signature=SHAPE]
    const NAME TYPE SHAPE [SCALES [ZEROS]] [axis=N] = VALUE[*COUNT]...    VALUE: LEAST..MOST for integers between, without an order
    variable NAME TYPE SHAPE [SCALES [ZEROS]]
    op KIND NAME... -> [NAME TYPE SHAPE [SCALES [ZEROS]] [,, NAME TYPE ...]] [; OPTIONS {"field": value, ...}]
    intermediates NAME...          of the operator before, described as variables that nobody uses
    output NAME...
    subgraph                       what follows belongs to the next subgraph
    entry KEY input=NAME:ALIAS... output=NAME:ALIAS...

A custom operator's KIND is CUSTOM:NAME; its options are bytes, [1, 2], or numbers by name, {"field": value}.
TYPE is TFLite's; SHAPE is 1x2x3 or "scalar"; SCALES and ZEROS are separated by commas; the name "-" is an absent input.
An EDIT changes the flatbuffer's JSON form before it is made: subgraphs[0].tensors[1].buffer=99 sets a value (JSON),
subgraphs[0].operators[0].builtin_options=delete removes one; bytes[8]=255 changes the finished file, bytes[:20] cuts it
off. The file is net.tflite in a folder of its own. When dnn-frontend fails, nothing else may be in that folder.
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True

import flexbuffer  # noqa: E402

SCHEMA = os.path.join(os.path.dirname(__file__), "../../../dnn-frontend/import/tflite.fbs")
FORMATS = {"UINT8": "B", "INT8": "b", "INT16": "h", "INT32": "i", "INT64": "q", "FLOAT32": "f", "BOOL": "B", "FLOAT16": "e"}


def shape_of(text):
    return [] if text == "scalar" else [int(dim) for dim in text.split("x")]


def unordered(least, most, count):
    """Integers between, the same on every machine."""
    return [least + ((place + 1) * 2654435761 % 2 ** 32 >> 9) % (most - least + 1) for place in range(count)]


class Network:
    def __init__(self):
        self.tensors, self.buffers, self.operators, self.codes = [], [{}], [], []
        self.index = {"-": -1}
        self.inputs, self.outputs, self.signatures, self.graphs = [], [], [], []

    def tensor(self, words, data=None):
        name, kind, shape, *rest = words
        keywords = dict(word.split("=") for word in rest if "=" in word)
        numbers = [word for word in rest if "=" not in word]
        tensor = {"name": name, "type": kind, "shape": shape_of(shape), "has_rank": True, "buffer": 0}
        if numbers:
            scales = [float(word) for word in numbers[0].split(",")]
            zeros = [int(word) for word in (numbers[1] if len(numbers) > 1 else "0").split(",")]
            zeros = zeros * len(scales) if len(zeros) == 1 else zeros
            tensor["quantization"] = {"scale": scales, "zero_point": zeros, "quantized_dimension": int(keywords.get("axis", 0))}
        if "signature" in keywords:
            tensor["shape_signature"] = shape_of(keywords["signature"])
        if data is not None:
            number = float if kind.startswith("FLOAT") else int
            values = []
            for word in data.split():
                value, _, count = word.partition("*")
                least, _, most = value.partition("..")
                values += unordered(int(least), int(most), int(count)) if most else [number(value)] * int(count or 1)
            tensor["buffer"] = len(self.buffers)
            self.buffers.append({"data": list(struct.pack(f"<{len(values)}{FORMATS[kind]}", *values))})
        self.index[name] = len(self.tensors)
        self.tensors.append(tensor)
        return self.index[name]

    def op(self, text):
        head, _, options = text.partition(";")
        left, _, right = head.partition("->")
        kind, *inputs = left.split()
        code = {"builtin_code": kind}
        if kind.startswith("CUSTOM:"):
            code = {"builtin_code": "CUSTOM", "custom_code": kind.split(":")[1]}
        self.codes.append(code)
        operator = {"opcode_index": len(self.codes) - 1, "inputs": [self.index[name] for name in inputs]}
        operator["outputs"] = [self.tensor(words.split()) for words in right.split(",,") if words.strip()]
        if options.strip() and "custom_code" in code:
            own = json.loads(options)
            operator["custom_options"] = own if isinstance(own, list) else list(flexbuffer.encode(own))
        elif options.strip():
            table, _, fields = options.strip().partition(" ")
            operator["builtin_options_type"], operator["builtin_options"] = table, json.loads(fields)
        self.operators.append(operator)

    def line(self, text):
        kind, _, rest = text.strip().partition(" ")
        if kind == "input":
            self.inputs.append(self.tensor(rest.split()))
        elif kind == "const":
            declaration, _, data = rest.partition(" =")
            self.tensor(declaration.split(), data)
        elif kind == "variable":
            self.tensors[self.tensor(rest.split())]["is_variable"] = True
        elif kind == "op":
            self.op(rest)
        elif kind == "intermediates":
            self.operators[-1]["intermediates"] = [self.index[name] for name in rest.split()]
        elif kind == "subgraph":
            self.end_graph()
        elif kind == "output":
            self.outputs += [self.index[name] for name in rest.split()]
        elif kind == "entry":
            self.entry(rest.split())
        else:
            raise SystemExit(f"NET line begins with {kind}")

    def entry(self, words):
        maps = {"input": [], "output": []}
        for word in words[1:]:
            key, _, value = word.partition("=")
            name, _, alias = value.partition(":")
            maps[key].append({"name": alias, "tensor_index": self.index[name]})
        self.signatures.append({"signature_key": words[0], "inputs": maps["input"], "outputs": maps["output"]})

    def end_graph(self):
        self.graphs.append({"tensors": self.tensors, "inputs": self.inputs, "outputs": self.outputs,
                            "operators": self.operators})
        self.tensors, self.inputs, self.outputs, self.operators, self.index = [], [], [], [], {"-": -1}

    def model(self):
        self.end_graph()
        return {"version": 3, "operator_codes": self.codes, "subgraphs": self.graphs, "buffers": self.buffers,
                "signature_defs": self.signatures}


def edit(model, text):
    path, _, value = text.partition("=")
    keys = [int(key) if key.isdigit() else key for key in re.findall(r"[^.\[\]]+", path)]
    for key in keys[:-1]:
        model = model[key]
    if value == "delete":
        del model[keys[-1]]
    elif isinstance(model, list) and keys[-1] == len(model):
        model.append(json.loads(value))
    else:
        model[keys[-1]] = json.loads(value)


def edit_bytes(content, text):
    cut = re.fullmatch(r"bytes\[:(\d+)\]", text)
    if cut:
        return content[:int(cut[1])]
    index, value = re.fullmatch(r"bytes\[(\d+)\]=(\d+)", text).groups()
    return content[:int(index)] + bytes([int(value)]) + content[int(index) + 1:]


def read_network(path):
    network = Network()
    with open(path) as test:
        for line in test:
            if "NET:" in line:
                network.line(line.partition("NET:")[2])
    return network.model()


def serialize(model, edits, folder):
    """The .tflite file's bytes."""
    for text in edits:
        if not text.startswith("bytes"):
            edit(model, text)
    source, binary = os.path.join(folder, "net.json"), os.path.join(folder, "net.tflite")
    with open(source, "w") as file:
        json.dump(model, file)
    subprocess.run(["flatc", "-b", "--unknown-json", "-o", folder, os.path.abspath(SCHEMA), source], check=True)
    with open(binary, "rb") as file:
        content = file.read()
    os.remove(source)
    os.remove(binary)
    for text in edits:
        if text.startswith("bytes"):
            content = edit_bytes(content, text)
    return content


def compile_in(folder, content, options):
    """dnn-frontend's exit status, or 99 when it fails and leaves a file behind."""
    with open(os.path.join(folder, "net.tflite"), "wb") as file:
        file.write(content)
    status = subprocess.run(["dnn-frontend", "net.tflite", *options], cwd=folder).returncode
    left = sorted(set(os.listdir(folder)) - {"net.tflite"})
    if status and left:
        print("left behind:", left)
        return 99
    return status


def main():
    path, *rest = sys.argv[1:]
    split = min((rest.index(word) for word in ("--", "--write") if word in rest), default=len(rest))
    edits, mode, options = rest[:split], rest[split:split + 1], rest[split + 1:]
    with tempfile.TemporaryDirectory() as folder:
        content = serialize(read_network(path), edits, folder)
        if mode != ["--write"]:
            return compile_in(folder, content, options)
    with open(options[0], "wb") as file:
        file.write(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
