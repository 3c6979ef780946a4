# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors as numpy has them: what a network's inputs and outputs are, .npy files, real values and quantized ones."""
import json
import math
import os

import numpy

from .pipeline import call
from .tools import RunError

# The IR's names of types (dnn-frontend/ir/types.def).
DTYPES = {"u8": numpy.uint8, "i8": numpy.int8, "i16": numpy.int16, "i32": numpy.int32, "i64": numpy.int64,
          "f32": numpy.float32, "bool": numpy.bool_}


class Tensor:
    """One input or output: name, shape, dtype and, where it is quantized, real = scale * (value - zero_point)."""

    def __init__(self, fields):
        self.name, self.shape, self.dtype = fields["name"], tuple(fields["shape"]), DTYPES[fields["type"]]
        self.scale, self.zero_point = fields.get("scale"), fields.get("zero_point")

    def quantize(self, real):
        """Rounded to the nearest, ties away from zero, as the operator QUANTIZE does; saturated."""
        if self.scale is None:
            raise RunError("input", f"'{self.name}' is not quantized: give its own values")
        if numpy.isnan(real).any():
            raise RunError("input", f"'{self.name}': among the values is one that is no number")
        limits = numpy.iinfo(self.dtype)
        steps = numpy.asarray(real, numpy.float64) / self.scale
        steps = numpy.copysign(numpy.floor(numpy.abs(steps) + 0.5), steps) + self.zero_point
        return numpy.clip(steps, limits.min, limits.max).astype(self.dtype)

    def real(self, values):
        if self.scale is None:
            return numpy.asarray(values, numpy.float64)
        return (numpy.asarray(values, numpy.float64) - self.zero_point) * self.scale

    def text(self):
        return f"{numpy.dtype(self.dtype).name} {'x'.join(map(str, self.shape)) or 'scalar'}"


def network_tensors(tools, model, target, options):
    """(inputs, outputs) of a network, by the front end's own reading of it."""
    text, _ = call("front end", [tools.frontend, model, "--target=" + target, "--summary=json", *options], "dnn-frontend")
    summary = json.loads(text)
    return [Tensor(fields) for fields in summary["inputs"]], [Tensor(fields) for fields in summary["outputs"]]


def without_ones(shape):
    """The shape without leading dimensions of 1, which numpy's owners add and leave out."""
    return shape[1:] and without_ones(shape[1:]) if shape[:1] == (1,) else shape


def header_of(file):
    """(shape, whether the first index runs fastest, type) of a .npy file, which is read up to its data."""
    version = numpy.lib.format.read_magic(file)
    if version == (1, 0):
        return numpy.lib.format.read_array_header_1_0(file)
    if version == (2, 0):
        return numpy.lib.format.read_array_header_2_0(file)
    raise ValueError(f"version {version[0]}.{version[1]}")


def load(path):
    """The array of a .npy file. Nothing in it is executed, and its size is known to be the file's before memory is taken."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise RunError("input", f"{path}: not a file")
    with open(path, "rb") as file:
        if file.read(2) == b"PK":
            raise RunError("input", f"{path}: an archive of several arrays, where one .npy is needed")
        file.seek(0)
        try:
            shape, is_fortran, dtype = header_of(file)
            if dtype.hasobject:
                raise ValueError("Object arrays cannot be loaded: they would be executed")
            if dtype.itemsize == 0 or any(size < 0 for size in shape):
                raise ValueError("elements without bytes, or a negative size")
        except Exception as error:  # whatever numpy's parser raises of a header that somebody made up
            raise RunError("input", f"{path}: no numpy array of numbers ({str(error).partition(chr(10))[0][:200]})")
        wanted = dtype.itemsize * math.prod(shape)
        rest = os.fstat(file.fileno()).st_size - file.tell() - wanted
        if rest < 0:
            raise RunError("input", f"{path}: the array's data ends {-rest} bytes early")
        if rest:
            raise RunError("input", f"{path}: {rest} bytes follow the array: not the file that was meant?")
        try:
            return numpy.fromfile(file, dtype, math.prod(shape)).reshape(shape, order="F" if is_fortran else "C")
        except (MemoryError, ValueError) as error:  # as many dimensions, or as large ones, as numpy does not have
            raise RunError("input", f"{path}: no array that numpy can hold ({str(error)[:200]})")


def read_array(path, tensor):
    """An input from a .npy file: of the tensor's own type, or real numbers, which are quantized."""
    array = load(path)
    if without_ones(array.shape) != without_ones(tensor.shape):
        raise RunError("input", f"{path}: has the shape {'x'.join(map(str, array.shape))}, where '{tensor.name}' is "
                       f"{tensor.text()}")
    if array.dtype == tensor.dtype:
        return array
    if array.dtype.kind == "f" and tensor.dtype == numpy.float32:
        return array.astype(numpy.float32)
    if array.dtype.kind == "f" and tensor.scale is not None:
        return tensor.quantize(array)
    raise RunError("input", f"{path}: holds {array.dtype}, where '{tensor.name}' takes {tensor.text()}" +
                   (" or real numbers" if tensor.scale is not None else ""))


def write_raw(array, path):
    numpy.ascontiguousarray(array).tofile(path)
    return path


def read_outputs(prefix, outputs):
    """The arrays that the network's program has written to PREFIX0.bin, PREFIX1.bin, ..."""
    return [numpy.fromfile(f"{prefix}{i}.bin", tensor.dtype).reshape(tensor.shape) for i, tensor in enumerate(outputs)]


def outputs_to_npy(prefix, arrays):
    """Turns each PREFIXk.bin into PREFIXk.npy."""
    for i, array in enumerate(arrays):
        numpy.save(f"{prefix}{i}.npy", array)
        os.remove(f"{prefix}{i}.bin")
