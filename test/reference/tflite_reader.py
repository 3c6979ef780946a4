# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a .tflite file (a FlatBuffer) without generated code, so that the tests do not share a reader with the front end.

Tables of the format are addressed by field number; numbers, defaults and enum values are those of TensorFlow Lite's
schema. Only files that the front end accepts are read here: nothing is verified.
"""
import struct

import numpy as np

from tflite_operators import OPERATORS, OPTIONS

TENSOR_TYPES = {0: np.float32, 2: np.int32, 3: np.uint8, 4: np.int64, 6: np.bool_, 7: np.int16, 9: np.int8, 13: np.uint8}  # 13: a handle


CUSTOM = 32


def flexbuffer_map(data):
    """A map of numbers, from the end of the data: the root's type and width, then backwards by offsets. {} of anything else."""
    if len(data) < 3 or data[-2] >> 2 != 9:
        return {}
    codes = {1: ("b", "B", None), 2: ("h", "H", "e"), 4: ("i", "I", "f"), 8: ("q", "Q", "d")}

    def unsigned(at, width):
        return struct.unpack_from("<" + codes[width][1], data, at)[0]
    width = 1 << (data[-2] & 3)
    values = len(data) - 2 - data[-1] - unsigned(len(data) - 2 - data[-1], data[-1])
    count = unsigned(values - width, width)
    keys = values - 3 * width - unsigned(values - 3 * width, width)
    key_width = unsigned(values - 2 * width, width)
    result = {}
    for i in range(count):
        at = keys + i * key_width
        start = at - unsigned(at, key_width)
        kind = data[values + count * width + i] >> 2
        code = codes[width][{1: 0, 2: 1, 3: 2}.get(kind, 1)]
        result[data[start:data.index(0, start)].decode()] = struct.unpack_from("<" + code, data, values + i * width)[0]
    return result


class Table:
    """One FlatBuffer table at `position` of `data`."""

    def __init__(self, data, position):
        self.data, self.position = data, position
        self.vtable = position - struct.unpack_from("<i", data, position)[0]
        self.vtable_size = struct.unpack_from("<H", data, self.vtable)[0]

    def field(self, number):
        """Position of a field, or 0 when it is absent."""
        entry = 4 + 2 * number
        offset = struct.unpack_from("<H", self.data, self.vtable + entry)[0] if entry < self.vtable_size else 0
        return self.position + offset if offset else 0

    def value(self, number, code, default=0):
        at = self.field(number)
        return struct.unpack_from("<" + code, self.data, at)[0] if at else default

    def target(self, number):
        at = self.field(number)
        return at + struct.unpack_from("<I", self.data, at)[0] if at else 0

    def table(self, number):
        at = self.target(number)
        return Table(self.data, at) if at else None

    def vector(self, number, code):
        at = self.target(number)
        if not at:
            return []
        count = struct.unpack_from("<I", self.data, at)[0]
        return list(struct.unpack_from(f"<{count}{code}", self.data, at + 4))

    def raw(self, number):
        at = self.target(number)
        return self.data[at + 4:at + 4 + struct.unpack_from("<I", self.data, at)[0]] if at else b""

    def tables(self, number):
        at = self.target(number)
        count = struct.unpack_from("<I", self.data, at)[0] if at else 0
        places = [at + 4 + 4 * i for i in range(count)]
        return [Table(self.data, p + struct.unpack_from("<I", self.data, p)[0]) for p in places]


class Tensor:
    """shape, dtype, scales, zero_points, axis; `data` is an array for a constant, else None."""

    def __init__(self, table, buffers):
        self.shape = tuple(table.vector(0, "i"))
        self.dtype = np.dtype(TENSOR_TYPES[table.value(1, "b")])
        self.variable = table.value(5, "?", False)
        self.name = table.raw(3).decode("utf-8", "replace")
        quantization = table.table(4)
        self.scales = np.array(quantization.vector(2, "f") if quantization else [], np.float32)
        self.zero_points = np.array(quantization.vector(3, "q") if quantization else [], np.int64)
        self.axis = quantization.value(6, "i") if quantization else 0
        raw = buffers[table.value(2, "I")].raw(0)
        self.data = np.frombuffer(raw, self.dtype.newbyteorder("<")).reshape(self.shape) if raw else None

    @property
    def scale(self):
        return self.scales[0]

    @property
    def zero_point(self):
        return int(self.zero_points[0]) if len(self.zero_points) else 0

    @property
    def quantized(self):
        return len(self.scales) > 0

    @property
    def low(self):
        return int(np.iinfo(self.dtype).min)

    @property
    def high(self):
        return int(np.iinfo(self.dtype).max)


class Operator:
    """kind: the builtin operator's name; inputs, outputs: tensor indices (-1: absent); options: by field name."""

    def __init__(self, table, kinds):
        self.kind, self.version = kinds[table.value(0, "I")]
        self.inputs, self.outputs = table.vector(1, "i"), table.vector(2, "i")
        self.intermediates = table.vector(8, "i")
        given = table.table(4)
        self.custom_options = flexbuffer_map(table.raw(5)) if self.kind not in OPERATORS.values() else {}
        self.options = {}
        for number, (name, code, default) in enumerate(OPTIONS.get(self.kind, ())):
            if given and code == "text":
                self.options[name] = given.raw(number)
            else:
                self.options[name] = given.value(number, code, default) if given and code else default


class Model:
    """One subgraph of a file: its first one, or that of a signature."""

    def __init__(self, path, signature=None):
        self.path = path
        with open(path, "rb") as file:
            self.bytes = file.read()
        root = Table(self.bytes, struct.unpack_from("<I", self.bytes, 0)[0])
        kinds = []
        for code in root.tables(1):
            number = max(code.value(0, "b"), code.value(3, "i"))
            name = code.raw(1).decode() if number == CUSTOM else OPERATORS.get(number, f"operator {number}")
            kinds.append((name, code.value(2, "i", 1)))
        self.kinds = sorted({kind for kind, _ in kinds})
        subgraphs = {entry.raw(2).decode(): entry.value(4, "I") for entry in root.tables(7)}
        self.graphs = root.tables(2)
        self.graph = self.graphs[subgraphs[signature] if signature else 0]
        self.buffers = root.tables(4)
        self._operator_kinds = kinds
        self.inputs, self.outputs = self.graph.vector(1, "i"), self.graph.vector(2, "i")

    def tensors(self, graph=None):
        return [Tensor(table, self.buffers) for table in (graph or self.graph).tables(0)]

    def operators(self, graph=None):
        return [Operator(table, self._operator_kinds) for table in (graph or self.graph).tables(3)]

    @property
    def has_state(self):
        return "VAR_HANDLE" in self.kinds or any(tensor.variable for tensor in self.tensors())
