# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Deterministic inputs for networks of the zoo, drawn so that no kernel meets what C leaves undefined."""
import zlib

import numpy as np


REDUCTIONS = {"MEAN", "SUM", "REDUCE_MAX", "REDUCE_MIN"}
# Operators whose integers are indices: the largest; and those that take any.
INDEXED = {"EMBEDDING_LOOKUP": 5, "ONE_HOT": 7, "BROADCAST_ARGS": 9, "DYNAMIC_UPDATE_SLICE": 6}
TOLERANT = {"ONE_HOT", "DYNAMIC_UPDATE_SLICE"}


def values(generator, kinds, tensor, shape):
    """An array of tensor's type."""
    if tensor.dtype == np.bool_:
        return generator.randint(0, 2, shape).astype(np.bool_)
    if tensor.dtype == np.float32:
        # a conversion to an integer type must not leave that type's range
        low, high = (0, 100) if "CAST" in kinds else (-1.2, 1.2)
        return generator.uniform(low, high, shape).astype(np.float32)
    if tensor.dtype in (np.int32, np.int64):
        for kind in set(kinds) & set(INDEXED):
            return generator.randint(-1 if kind in TOLERANT else 0, INDEXED[kind] + 1, shape).astype(tensor.dtype)
        limit = 200 if "POW" in kinds else 30000
        if tensor.dtype == np.int64 and kinds and set(kinds) <= REDUCTIONS:
            limit = 1 << 45  # more than 32 bits hold
        return generator.randint(-limit, limit, shape).astype(tensor.dtype)
    return generator.randint(tensor.low, tensor.high + 1, shape).astype(tensor.dtype)


def make(name, model, batch=None):
    """All graph inputs one after the other; `batch` replaces each first dimension."""
    generator = np.random.RandomState(zlib.crc32(name.encode()))
    tensors, parts = model.tensors(), []
    for index in model.inputs:
        shape = tensors[index].shape
        shape = (batch, *shape[1:]) if batch else shape
        parts.append(values(generator, model.kinds, tensors[index], shape).tobytes())
    return b"".join(parts)
