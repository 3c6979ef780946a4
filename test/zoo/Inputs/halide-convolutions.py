"""halide-convolutions.py UTILS BUILD FOLDER: small convolutions by Halide, each with every tiling; they check themselves."""
import os
import sys

sys.path.insert(0, sys.argv[1])
from reproduction.convolutions import Conv  # noqa: E402
from reproduction.halide import TILINGS, Halide, fits  # noqa: E402

CONVOLUTIONS = Conv(7, 2, 26, 3, 64), Conv(1, 1, 9, 64, 128), Conv(3, 1, 10, 64, 64), Conv(3, 2, 18, 128, 128)
build, folder = sys.argv[2:]
os.makedirs(folder, exist_ok=True)
for conv in CONVOLUTIONS:
    right = []
    for tiling in filter(lambda tiling: fits(conv, tiling), TILINGS):
        totals = Halide().measure(build, folder, conv, tiling)
        assert 0 < totals["packets"] < totals["cycles"], totals
        right.append("x".join(map(str, tiling)))
    print(f"{conv.kernel}x{conv.kernel}, stride {conv.stride}, {conv.depth} to {conv.channels}: right with tiles of", *right)
