# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How two dumps of a tensor differ, and which operators are at fault."""
from dataclasses import dataclass, field

import numpy

from . import arrays

ON_GRID = 0.01  # steps of the scale: real numbers that are dequantized integers lie no farther from one
AGREEING = ("same", "close")


@dataclass
class Difference:
    """verdict: same; close, within the tolerance; differs; shape, where the numbers of elements differ; missing. largest, mean: of all
    elements, in stored integers, or real where the tensor is."""
    verdict: str
    elements: int = 0
    count: int = 0
    largest: float = 0.0
    mean: float = 0.0
    notes: list = field(default_factory=list)

    @property
    def agrees(self):
        """None where that is not known."""
        return None if self.verdict == "missing" else self.verdict in AGREEING


def stored(tensor, array, notes):
    """The array as numbers that compare: stored integers as int64, where the tensor has such, else float64."""
    if tensor.dtype.kind == "f":
        return array.astype(numpy.float64)
    if array.dtype.kind != "f":
        return array.astype(numpy.int64)
    real = array.astype(numpy.float64)
    with numpy.errstate(all="ignore"):
        steps = real if tensor.scale is None else real / tensor.scale + tensor.zero_point
        is_on_grid = bool((numpy.abs(steps - numpy.rint(steps)) <= ON_GRID).all())
    if tensor.scale is not None:
        notes.append("dequantized" if is_on_grid else "real numbers, rounded to the scale")
    if tensor.dtype.kind in "iu" and not numpy.isnan(steps).any():
        limits = numpy.iinfo(tensor.dtype)
        low, high = (max(float(limits.min), -2.0**53), min(float(limits.max), 2.0**53))
        return numpy.clip(numpy.rint(steps), low, high).astype(numpy.int64)
    return steps


def shapes(tensor, array):
    """The array in the tensor's shape, in all ways that it may be meant; (note, array). Raw bytes have one dimension."""
    if array.size != int(numpy.prod(tensor.shape, dtype=object)):
        return
    rank, given = len(tensor.shape), arrays.without_ones(array.shape)
    is_raw, is_same = array.ndim == 1, given == arrays.without_ones(tensor.shape)
    if is_raw or is_same:
        yield None, array.reshape(tensor.shape)
    for batch in range(2):
        moved = tensor.shape[:batch] + tensor.shape[-1:] + tensor.shape[batch:-1]
        if rank - batch >= 2 and (is_raw or given == arrays.without_ones(moved)):
            yield "channels first, transposed", numpy.moveaxis(array.reshape(moved), batch, -1)
    if not is_raw and not is_same:
        yield f"shape {'x'.join(map(str, array.shape)) or 'scalar'}, taken in the order of its elements", array.reshape(tensor.shape)


def shifted(tensor, array):
    """A byte with or without its sign: the same quantization, 128 apart."""
    yield None, array
    if {tensor.dtype.name, array.dtype.name} == {"int8", "uint8"}:
        offset = 128 if tensor.dtype.name == "int8" else -128
        yield f"{array.dtype.name}, moved by 128", array.astype(numpy.int16) - offset


def judged(tensor, ours, theirs, tolerance, float_tolerance):
    """The Difference of two arrays of numbers in the tensor's shape."""
    with numpy.errstate(all="ignore"):
        is_equal = (ours == theirs) | ((ours != ours) & (theirs != theirs))
        far = numpy.where(is_equal, 0.0, numpy.abs(ours.astype(numpy.float64) - theirs.astype(numpy.float64)))
        far[numpy.isnan(far)] = numpy.inf
    if tensor.dtype.kind == "f":
        finite = numpy.abs(ours[numpy.isfinite(ours)])
        limit = float_tolerance * float(finite.max()) if finite.size else 0.0
    else:
        limit = float(tolerance)
        far = numpy.where(is_equal, 0.0, numpy.maximum(far, 1.0))  # int64 beyond what float64 tells apart
    is_off = ~is_equal & ~(far <= limit)
    count = int(is_off.sum())
    verdict = "differs" if count else "same" if is_equal.all() else "close"
    return Difference(verdict, ours.size, count, float(far.max()) if far.size else 0.0, float(far.mean()) if far.size else 0.0)


def compared(tensor, ours, theirs, tolerance=0, float_tolerance=1e-5):
    """The Difference of two dumps; of several ways to read theirs, the one with the fewest differences counts."""
    first = next(shapes(tensor, ours), None)
    if first is None:
        return Difference("shape", ours.size, notes=["ours: " + "x".join(map(str, ours.shape))])
    own_notes, best = [], None
    own = stored(tensor, first[1], own_notes)
    for moved, array in shapes(tensor, theirs):
        for offset, values in shifted(tensor, array):
            notes = [note for note in (moved, offset) if note]
            found = judged(tensor, own, stored(tensor, values, notes), tolerance, float_tolerance)
            found.notes = notes
            if best is None or found.count < best.count:
                best = found
            if best.count == 0:
                return best
    return best or Difference("shape", theirs.size, notes=["theirs: " + "x".join(map(str, theirs.shape))])


@dataclass
class Fault:
    """An operator whose output differs although nothing that it reads does; unseen: operators between, whose outputs are missing, so
    that the fault may be theirs."""
    operator: int
    tensor: object
    unseen: list


def unseen_makers(network, by_identity, differences, identities):
    """Operators above these tensors as far as nothing is known of what they make; None where a tensor above differs."""
    found, waiting, seen = set(), list(identities), set()
    while waiting:
        identity = waiting.pop()
        tensor = by_identity.get(identity)
        if tensor is None or identity in seen:  # a constant
            continue
        seen.add(identity)
        agrees = differences[identity].agrees
        if agrees is False:
            return None
        if agrees is None and tensor.maker is not None:
            found.add(tensor.maker)
            waiting += network.operators[tensor.maker].inputs
    return sorted(found)


def faults(network, differences):
    """Of all operators, in order; differences: by identity, of every tensor."""
    by_identity, result = {tensor.identity: tensor for tensor in network.tensors}, []
    for tensor in network.tensors:
        if tensor.maker is None or differences[tensor.identity].agrees is not False or any(f.operator == tensor.maker for f in result):
            continue
        unseen = unseen_makers(network, by_identity, differences, network.operators[tensor.maker].inputs)
        if unseen is not None:
            result.append(Fault(tensor.maker, tensor, [number for number in unseen if network.operators[number].number >= 0]))
    return result
