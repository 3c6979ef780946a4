# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles a network or a kernel for SwiftDSP in some way and runs it on the simulator: the layers' packets, cycles and slots."""
import json
import os

from runmodel import pipeline
from runmodel.pipeline import call

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KERNELS = os.path.join(ROOT, "utils", "dlcs", "kernels")
FLAGS = ["--target=swiftdsp", "-O2", "-std=gnu11", "-ffp-contract=off", "-fno-math-errno"]


class Sum:
    """Packets, stalls, instructions, slots of some layers."""

    def __init__(self):
        self.packets = self.cycles = self.instructions = 0
        self.slots = [0] * 8

    def add(self, row):
        self.packets += row["packets"]
        self.cycles += row["cycles"]
        self.slots = [a + b for a, b in zip(self.slots, row["slots"])]
        self.instructions += row["resources"]["Instructions"]
        return self


def report(tools, program, arguments, folder):
    path = os.path.join(folder, "report.json")
    call("run", [tools.simulator, "--memory=2048", "--profile=" + path, program, *arguments], "the simulator")
    with open(path, encoding="utf-8") as file:
        return json.load(file)


class Network:
    """A network of the zoo: translated with some plans and passes, compiled with some flags."""

    def __init__(self, tools, name, folder):
        self.tools, self.name, self.folder = tools, name, os.path.join(folder, name)
        os.makedirs(self.folder, exist_ok=True)
        self.file = os.path.join(self.folder, "net.tflite")
        call("model", [os.path.join(tools.build, "bin", "model-zoo"), name, "-o", self.file], "model-zoo")
        self.wanted = None

    def summary(self):
        text, _ = call("front end", [self.tools.frontend, self.file, "--target=swiftdsp", "--summary=json"], "dnn-frontend")
        return json.loads(text)

    def outputs(self):
        prefix, data = os.path.join(self.folder, "out"), []
        while os.path.exists(f"{prefix}{len(data)}.bin"):
            with open(f"{prefix}{len(data)}.bin", "rb") as file:
                data.append(file.read())
        return data

    def expect(self):
        """The portable target's outputs, which all others must equal."""
        pipeline.translate(self.tools, self.file, "portable", self.folder)
        program = pipeline.compile_model(self.tools, "portable", self.folder)
        pipeline.execute(self.tools, "portable", program, [], os.path.join(self.folder, "out"))
        self.wanted = self.outputs()

    def layers(self, plans=(), flags=()):
        """[(name, row of the report)] of the layers, in order, and what surrounds them as "driver"."""
        if self.wanted is None:
            self.expect()
        pipeline.translate(self.tools, self.file, "swiftdsp", self.folder, list(plans))
        program = pipeline.compile_model(self.tools, "swiftdsp", self.folder, list(flags))
        rows = report(self.tools, program, ["--output", os.path.join(self.folder, "out")], self.folder)["layers"]
        if self.outputs() != self.wanted:
            raise SystemExit(f"reproduce-dlcs: error: {self.name} with {' '.join(plans)} {' '.join(flags)}: other outputs than the portable "
                             "target's")
        return [(row["name"], row) for row in rows if row["name"].startswith("op") or row["name"] == "(network driver)"]


class Library:
    """The hand-written kernels."""

    def __init__(self, tools, folder, flags=()):
        self.tools, self.folder = tools, folder
        self.program = os.path.join(folder, "layer")
        call("compile", [tools.clang, *FLAGS, *flags, "-I", tools.include, os.path.join(KERNELS, "layer.c"), "-o", self.program],
             "the compiler")

    def layer(self, *shape):
        """Of one layer: kind, height, width, depth, output depth, kernel, stride. It checks its own outputs."""
        rows = report(self.tools, self.program, [str(word) for word in shape], self.folder)["layers"]
        return next(row for row in rows if row["name"] == "op000_layer")
