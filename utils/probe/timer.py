# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds micro-benchmarks and tells how long their measured part takes."""
import json
import os
import re
import subprocess

from bench.suite import FLAGS, HEXAGON, KERNELS, Failure, run
from runmodel import emulator

MEASURED = "kernel_op000_probe"


def core_of(machine):
    """The core that a description is named after; usually v66."""
    found = re.search(r"v\d\d", os.path.basename(machine))
    return found[0] if found else "v66"


class ModelTimer:
    """The modelled machine: the program runs under the emulator and the cycle model prices it. A timer of a real machine
    has the same two methods; its program would read the cycle counter (UPCYCLE) around the measured function, and the
    differences between two repetition counts would be taken in the same way."""

    def __init__(self, build, machine, folder):
        self.build, self.machine, self.folder, self.count = build, machine, folder, 0
        self.core = core_of(machine)
        tool = os.path.join(build, "bin", "packet-profile")
        self.caches = run([tool, "--plugin-arguments", "--machine", machine], "packet-profile").strip()

    def has_wide_products(self):
        """Whether the core has them. The assembler takes what later cores have, too."""
        return self.core >= "v65"

    def cycles(self, program):
        """Compute cycles of the measured function."""
        report = HEXAGON.profile(self.build, program, self.machine, "micro-benchmark")
        return self.measured(report)["cycles"]

    def memory_cycles(self, program, arguments, bound="latency_cycles"):
        """Cycles that the measured function waits for memory: for every miss in full, or ("bandwidth_cycles") for the
        transfers alone, as code does that has enough accesses under way. A real machine needs no such choice: the program
        decides what it waits for."""
        recording, report, layers = (os.path.join(self.folder, name) for name in ("recording", "report", "layers"))
        tool = os.path.join(self.build, "bin", "packet-profile")
        with open(layers, "w") as out:
            out.write(run([tool, "--layer-map", program], "layer map"))
        plugin = os.path.join(self.build, "lib", "libpacket-profile.so")
        run([emulator.find(self.build), "-plugin", f"{plugin},out={recording},map={layers},{self.caches}", program, *arguments],
            "micro-benchmark")
        run([tool, program, recording, "--machine", self.machine, "--json", report], "packet-profile")
        with open(report) as text:
            return self.measured(json.load(text))["memory"][bound]

    @staticmethod
    def measured(report):
        return next(row for row in report["layers"] if row["name"] == "op000_probe")

    def path(self, ending):
        self.count += 1
        return os.path.join(self.folder, f"probe{self.count}{ending}")

    def assemble(self, source):
        """A program of assembler text, or None when the assembler refuses it: no such packet can be issued."""
        text, object_file, program = self.path(".s"), self.path(".o"), self.path("")
        with open(text, "w") as out:
            out.write(source)
        assembler = os.path.join(self.build, "bin", "llvm-mc")
        done = subprocess.run([assembler, "-triple=hexagon-unknown-elf", f"-mcpu=hexagon{self.core}",
                               f"-mattr=+hvx{self.core},+hvx-length128b", "-filetype=obj", text, "-o", object_file],
                              stderr=subprocess.DEVNULL)
        if done.returncode != 0:
            return None
        run([os.path.join(self.build, "bin", "ld.lld"), "-e", "_start", object_file, "-o", program], "linker")
        return program

    def compile(self, source):
        text, object_file, program = self.path(".c"), self.path(".o"), self.path("")
        with open(text, "w") as out:
            out.write(source)
        library = os.path.join(self.build, "lib")
        run(["/usr/lib/llvm-19/bin/clang", *FLAGS, "-I", KERNELS, "-c", text, "-o", object_file], "compiler")
        run([os.path.join(self.build, "bin", "ld.lld"), "-e", "_start", object_file,
             os.path.join(library, "libhexloom_rt_qemu.a"), os.path.join(library, "libclang_rt.builtins-hexagon.a"),
             "-o", program], "linker")
        return program


__all__ = ["Failure", "MEASURED", "ModelTimer"]
