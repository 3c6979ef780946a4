# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Windows of one channel by the instructions that GCD2 names beside vrmpy."""
from .result import Result

VECTORS = 32 * 16  # of 128 results
SUMS = {"vrmpy": "32 bits, any weights", "vmpa": "16 bits, weights of 128 in sum", "vtmpy": "16 bits, weights of 128 in sum"}


def make(lab):
    measured = lab.kernels("windows.c")
    rows = [[name, measured[name]["cycles"], round(measured[name]["cycles"] / VECTORS, 2), sums] for name, sums in SUMS.items()]
    return Result("windows", "Depthwise 3x3 by instruction", ["instruction", "cycles", "cycles for 128 results", "sums"], rows, [
        "The paper names `vtmpy` among the instructions, but has no such measurement. The layer has 32 channels of 16 rows of 128 pixels, and "
        "stride 1. Each kernel is checked against plain sums. `vrmpy` works on blocks of 32 channels; its cycles include making words of "
        "four rows. `vmpa` and `vtmpy` work on planes of one channel. All three instructions fill the multipliers alike, in six packets for "
        "128 results. `vmpa` has two weights; `vtmpy` has two and a third that is one. All that `vmpa` and `vtmpy` save is the narrowing of sums. "
        "They need windows whose nine weights are 128 in sum at most, so that 16 bits are proven to hold the sums. But 8-bit filters with "
        "scales for each channel have a weight of 127 in every window."],
        None)
