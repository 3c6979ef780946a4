# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A map of numbers as a flexbuffer, the form of TFLite_Detection_PostProcess's options. Every part is 32 bits wide."""
import struct

INT, FLOAT, MAP, BOOL = 1, 3, 9, 26
WIDTH = 4
TWO_BITS = 2  # the logarithm of the width, in the lower bits of a type


def value(number):
    """(bytes, type)"""
    if isinstance(number, bool):
        return struct.pack("<I", number), BOOL
    if isinstance(number, int):
        return struct.pack("<i", number), INT
    return struct.pack("<f", number), FLOAT


def encode(fields):
    """Offsets count backwards from where they stand. Keys are in the order of their bytes."""
    keys = sorted(fields)
    data, places = b"", []
    for key in keys:
        places.append(len(data))
        data += key.encode() + b"\0"
    data += bytes(-len(data) % WIDTH) + struct.pack("<I", len(keys))
    first_key = len(data)
    for place in places:
        data += struct.pack("<I", len(data) - place)
    data += struct.pack("<3I", len(data) - first_key, WIDTH, len(keys))
    first_value = len(data)
    values = [value(fields[key]) for key in keys]
    data += b"".join(content for content, _ in values) + bytes(kind << 2 | TWO_BITS for _, kind in values)
    data += bytes(-len(data) % WIDTH)
    return data + struct.pack("<I", len(data) - first_value) + bytes([MAP << 2 | TWO_BITS, WIDTH])
