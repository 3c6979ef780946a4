# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Convolutions as Halide 14 compiles them, where it is installed: libhalide14-0-dev, or unpacked at HEXLOOM_HALIDE."""
import os
import tempfile

from bench import suite
from .measure import HERE, digest

PACKAGE = "libhalide14-0-dev"
SOURCES = os.path.join(HERE, "kernels", "halide")
FILES = ("convolution.cpp", "run.c")
# Positions, and vectors of 32 channels, that are summed at once: the fastest counts.
TILINGS = ((8, 2), (7, 2), (4, 4), (7, 4))


def fits(conv, tiling):
    return conv.channels % (32 * tiling[1]) == 0


class Halide:
    """As it is installed under a prefix; what HEXLOOM_HALIDE names must be there."""

    def __init__(self, prefix="/usr"):
        named = os.environ.get("HEXLOOM_HALIDE")
        prefix = named or prefix
        self.include = os.path.join(prefix, "include", "halide14")
        self.library = os.path.join(prefix, "lib", "x86_64-linux-gnu")
        self.there = os.path.exists(os.path.join(self.include, "Halide.h"))
        if named and not self.there:
            raise suite.Failure(f"HEXLOOM_HALIDE: {self.include}/Halide.h is not there")

    def run(self, lab, conv):
        """The profile's totals with the best tiling, and "tiling"."""
        best = None
        with tempfile.TemporaryDirectory() as folder:
            for tiling in TILINGS:
                if fits(conv, tiling):
                    key = ["halide", [digest(os.path.join(SOURCES, name)) for name in FILES], list(conv), list(tiling), lab.timing]
                    totals = lab.kept(key, lambda: self.measure(lab.tools.build, folder, conv, tiling))
                    if best is None or totals["cycles"] < best["cycles"]:
                        best = totals | {"tiling": tiling}
        return best

    def measure(self, build, folder, conv, tiling):
        binary = lambda name: os.path.join(build, "bin", name)
        library = lambda name: os.path.join(build, "lib", name)
        harness, halide, program = (os.path.join(folder, name) for name in ("run.o", "convolution.o", "program"))
        out, depth = conv.size // conv.stride, (conv.depth + 3) // 4 * 4
        shape = {"WINDOW": conv.kernel, "STRIDE": conv.stride, "OUT_SIZE": out, "DEPTH": depth, "CHANNELS": conv.channels}
        suite.run([self.writer(folder), *map(str, [*shape.values(), *tiling]), halide], "Halide")
        suite.run([binary("clang"), *suite.HEXAGON.flags, "-I", suite.KERNELS, "-isystem", os.path.join(SOURCES, "freestanding"),
                   "-isystem", self.include, *(f"-D{name}={value}" for name, value in shape.items()),
                   "-c", os.path.join(SOURCES, "run.c"), "-o", harness], "compiler")
        # Halide's object has more of its runtime than is called, which calls what is not here.
        suite.run([binary("ld.lld"), "-e", "_start", "--gc-sections", harness, halide, library("libhexloom_rt_qemu.a"),
                   library("libclang_rt.builtins-hexagon.a"), "-o", program], "linker")
        report = suite.HEXAGON.profile(build, program, "", "Halide's convolution: wrong result or crash")
        return next({key: row[key] for key in ("packets", "stalls", "cycles")} for row in report["layers"]
                    if row["name"] == "op000_halide")

    def writer(self, folder):
        """The program that writes objects, compiled when the first one is asked for."""
        program = os.path.join(folder, "writer")
        if not os.path.exists(program):
            suite.run(["g++", "-std=c++17", "-isystem", self.include, os.path.join(SOURCES, "convolution.cpp"), "-L", self.library,
                       "-Wl,-rpath," + self.library, "-lHalide14", "-o", program], "compiler")
        return program
