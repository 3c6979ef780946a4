# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Folders of tensors that a runtime has dumped: .npy, or raw bytes as .bin or .raw. Which file is which tensor is said by tensors.json
(dump.py), by the files' names, by the numbers in them, or by their order."""
import json
import os
import re

import numpy

from .arrays import load
from .dump import INDEX
from .tools import RunError, shown

SUFFIXES = (".npy", ".bin", ".raw")
WAYS = ("name", "index", "order")
LARGEST_INDEX = 1 << 26  # bytes


def fail(message):
    raise RunError("input", message)


def listed_by_index(folder):
    """[(tensor's name, file)] of the folder's tensors.json."""
    path = os.path.join(folder, INDEX)
    if not os.path.isfile(path) or os.path.getsize(path) > LARGEST_INDEX:
        fail(f"{path}: no list of tensors")
    try:
        with open(path, encoding="utf-8") as file:
            rows = [(row["name"], row["file"]) for row in json.load(file)["tensors"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        fail(f"{path}: no list of tensors as --dump-tensors writes it")
    for name, file in rows:
        if not isinstance(name, str) or not isinstance(file, str) or file != os.path.basename(file) or not file.endswith(SUFFIXES):
            fail(f"{path}: {file!r} is no file of tensors in this folder")
    return rows


def by_listed_names(network, rows):
    """Of tensors with the same name, the first is the first."""
    files, result = {}, {}
    for name, file in rows:
        files.setdefault(name, []).append(file)
    for tensor in network.tensors:
        if files.get(tensor.name):
            result[tensor.identity] = files[tensor.name].pop(0)
    return result


def plain(name):
    """A name without what differs between the ways to make a file's name of it."""
    return re.sub("[^a-z0-9]+", "_", re.sub(r":\d+$", "", name).lower()).strip("_")


def by_names(network, files):
    named, result = {}, {}
    for file in files:
        named.setdefault(plain(os.path.splitext(file)[0]), []).append(file)
    names = [plain(tensor.name) for tensor in network.tensors]
    for tensor, name in zip(network.tensors, names):
        if len(named.get(name, ())) == 1 and names.count(name) == 1:
            result[tensor.identity] = named[name][0]
    return result


def natural(name):
    """Key of an order in which t10 comes behind t9."""
    return [(int(word), "") if word[0] in "0123456789" else (-1, word) for word in re.findall(r"[0-9]+|[^0-9]+", name)]


def by_indices(network, files):
    """The last number in a file's name is the tensor's in the .tflite file."""
    numbers, result = {}, {}
    for file in files:
        found = re.findall(r"[0-9]+", os.path.splitext(file)[0])
        if found:
            if int(found[-1]) in numbers:
                fail(f"{numbers[int(found[-1])]} and {file} have the same number {int(found[-1])}")
            numbers[int(found[-1])] = file
    for tensor in network.tensors:
        if tensor.index in numbers:
            result.setdefault(tensor.identity, numbers.pop(tensor.index))
    return result


def by_order(folder, network, files):
    tensors = [tensor for tensor in network.tensors if tensor.index >= 0]
    made = [tensor for tensor in tensors if tensor.maker is not None]
    for each in (tensors, made):
        if len(each) == len(files):
            return {tensor.identity: file for tensor, file in zip(each, sorted(files, key=natural))}
    fail(f"{folder}: {len(files)} files, where the network has {len(made)} tensors that operators make, {len(tensors)} with its inputs: "
         "--by order needs as many")


def files_of(folder, network, way):
    """{identity of a tensor: path}; way: of WAYS, or None for tensors.json where there is one, else the names."""
    if not os.path.isdir(folder):
        fail(f"{folder}: no such folder")
    files = sorted(name for name in os.listdir(folder) if name.endswith(SUFFIXES))
    if way is None and os.path.lexists(os.path.join(folder, INDEX)):
        found = by_listed_names(network, listed_by_index(folder))
    elif way == "order":
        found = by_order(folder, network, files)
    else:
        found = (by_indices if way == "index" else by_names)(network, files)
    if not found:
        fail(f"{folder}: {len(files)} files of tensors ({', '.join(SUFFIXES)}), and none is known by its {way or 'name'}: another --by helps "
             f"perhaps ({', '.join(WAYS)})")
    return {identity: os.path.join(folder, name) for identity, name in found.items()}


def read(path, tensor):
    """The array of a file. Raw bytes have no shape: they are stored integers, or real numbers of 4 bytes where the size is that of these."""
    if not os.path.isfile(path):
        fail(f"{path}: " + ("not a file" if os.path.lexists(path) else "no such file"))
    if path.endswith(".npy"):
        array = load(path)
        if array.dtype.kind not in "biuf":
            fail(f"{path}: holds {array.dtype}, where numbers are needed")
        return array
    size, elements = os.path.getsize(path), tensor.bytes // tensor.dtype.itemsize
    for dtype in (tensor.dtype, numpy.dtype(numpy.float32)):
        if size == elements * dtype.itemsize:
            return numpy.fromfile(path, dtype)
    fail(f"{path}: holds {size} bytes, where '{shown(tensor.name)}' has {tensor.bytes} as {tensor.dtype.name}, {4 * elements} as real numbers")
