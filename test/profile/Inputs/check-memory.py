"""The counts of memory.s, worked out in its comments."""
import json
import sys

report = json.load(open(sys.argv[1]))
expected = {
    # accesses: scalar, vector; bytes; L1 misses; L2 misses: scalar, vector; crossings; write-backs
    "scalar_line": (4, 0, 13, 0, 1, 1, 0, 0, 0),
    "scalar_conflict": (4, 0, 16, 0, 4, 3, 0, 0, 0),
    "vector_aligned": (1, 3, 4, 384, 1, 0, 1, 0, 0),
    "vector_unaligned": (0, 1, 0, 128, 0, 0, 0, 1, 0),
    "write_back": (0, 3, 0, 384, 0, 0, 3, 0, 1),
    "copy_one_packet": (16, 0, 128, 0, 4, 1, 0, 0, 0),
}
keys = ("ScalarAccesses", "VectorAccesses", "ScalarBytes", "VectorBytes", "L1Misses", "ScalarL2Misses",
        "VectorL2Misses", "LineCrossings", "WriteBacks")
bad = 0
for function in report["functions"]:
    want = expected.pop(function["name"], None)
    if want is None:
        continue
    got = tuple(function["memory"][key] for key in keys)
    if want != got:
        bad += 1
        print(function["name"], "expected", dict(zip(keys, want)), "got", dict(zip(keys, got)))
sys.exit(bad != 0 or len(expected) != 0)
