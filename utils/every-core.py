#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels and networks for every core that LLVM 19 knows: compiled with -sda-pack and -sda-verify, assembled, linked, run.

usage: every-core.py [NAME]... [--build DIR] [--cores v60,v62,...] [--mode sda] [-j N] [--networks] [--keep DIR]

The compiler writes assembly and the assembler reads it: a packet that the core does not have is an error there. What runs is what
qemu-hexagon has (7.2: up to v67; from 8.1 on, by HEXLOOM_QEMU: v68 and later, too); the code for other cores is linked, and the last line but one
says which these are. A kernel's program checks itself; a network's outputs must be the same bytes on every core that runs. Kernels of HVX intrinsics that came with v65 are left out for the cores before. Cores before v66 get a network's portable C.
NAME: some kernels or networks of the zoo (default: all kernels; --networks: a network of each kind of the bench as well).
--keep leaves the files in DIR/CORE/NAME. Status 1 if anything fails.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "utils")]
from bench import suite  # noqa: E402
from runmodel import emulator  # noqa: E402

CORES = ("v60", "v62", "v65", "v66", "v67", "v68", "v69", "v71", "v73")
# What qemu-hexagon says of a program for a core that it does not have.
UNKNOWN = "unable to find CPU model"
MISSING = re.compile(r"call to undeclared function '(Q6_\w+)'")


def number(core):
    return int(core[1:])


class Build:
    def __init__(self, options):
        self.options = options
        self.not_run = set()

    def tool(self, name):
        return str(self.options.build / "bin" / name)

    def flags(self, core):
        return ["-m" + core if flag == "-mv66" else flag for flag in suite.FLAGS]

    def program(self, core, source, folder, *flags):
        """C to a program, by way of assembly; its path."""
        assembly, object_file, program = (str(folder / ("program" + end)) for end in (".s", ".o", ""))
        # Weights are included by the assembler, from the folder that it runs in.
        here = ["env", "-C", str(folder), self.tool("clang"), *self.flags(core)]
        pack = ["-mllvm", "-sda-pack=" + self.options.mode, "-mllvm", "-sda-verify"]
        # The assembler is to look at inline assembly, not the compiler: sizes of labels are not known there.
        suite.run([*here, *pack, *flags, "-fno-integrated-as", "-S", str(source), "-o", assembly], "compiler")
        suite.run([*here, "-c", assembly, "-o", object_file], "assembler")
        return object_file, program

    def link(self, object_file, program, *flags):
        library = self.options.build / "lib"
        suite.run([self.tool("ld.lld"), "-e", "_start", "--gc-sections", *flags, object_file, str(library / "libhexloom_rt_qemu.a"),
                   str(library / "libclang_rt.builtins-hexagon.a"), "-o", program], "linker")

    def execute(self, core, *command):
        """Whether the emulator has the core."""
        try:
            suite.run([emulator.find(self.options.build), *command], "wrong result or crash")
        except suite.Failure as failure:
            if UNKNOWN not in str(failure):
                raise
            self.not_run.add(core)
            return False
        return True

    def kernel(self, source, core, folder):
        """The reason why the core cannot have it, or None."""
        include = ["-I", suite.KERNELS]
        if number(core) < 65:
            try:
                suite.run([self.tool("clang"), *self.flags(core), *include, "-fsyntax-only", source], "compiler")
            except suite.Failure as failure:
                if found := MISSING.search(str(failure)):
                    return f"no {found.group(1)}"
                raise
        object_file, program = self.program(core, source, folder, *include)
        self.link(object_file, program)
        self.execute(core, program)
        return None

    def network(self, file, core, folder):
        """Outputs, or None where the core is not emulated."""
        target = "hexagon" if number(core) >= 66 else "portable"
        suite.run([self.tool("dnn-frontend"), str(file), "--target=" + target, *emulator.left_out(emulator.find(self.options.build)),
                   "-o", str(folder / "model.c")], "dnn-frontend")
        symbol = re.search(r"extern const hl_model_info (\w+);", (folder / "model.h").read_text()).group(1)
        object_file, program = self.program(core, folder / "model.c", folder, "-I", str(ROOT / "runtime" / "include"), "-I", str(folder))
        self.link(object_file, program, "--defsym=hl_model=" + symbol)
        if not self.execute(core, program, "--output", str(folder / "output")):
            return None
        return [path.read_bytes() for path in sorted(folder.glob("output*.bin"))]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path(os.environ.get("HEXLOOM_BUILD", ROOT / "build")))
    parser.add_argument("--cores", default=",".join(CORES))
    parser.add_argument("--mode", default="sda")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--networks", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    options.build, options.cores = options.build.resolve(), options.cores.split(",")
    if wrong := [core for core in options.cores if core not in CORES]:
        parser.error(f"--cores: {', '.join(wrong)} is none of {', '.join(CORES)}")
    return options


def main():
    options = arguments()
    build = Build(options)
    kernels = {name: source for _, name, source in suite.kernels([])}
    names = options.names or [*kernels, *(suite.NETWORKS if options.networks else ())]
    passed = failed = 0
    left_out, outputs = {}, {}
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        top, results = (options.keep or pathlib.Path(temporary)).resolve(), []
        for name in names:
            what, make = kernels.get(name), build.kernel
            if not what:
                what, make = pathlib.Path(temporary) / (name + ".tflite"), build.network
                suite.run([build.tool("model-zoo"), name, "-o", str(what)], "model-zoo")
            for core in options.cores:
                folder = top / core / name
                folder.mkdir(parents=True, exist_ok=True)
                results.append((name, core, pool.submit(make, what, core, folder)))
        for name, core, result in results:
            try:
                got = result.result()
                if name in kernels and got:
                    left_out.setdefault(core, []).append(f"{name} ({got})")
                    continue
                if name not in kernels and core not in build.not_run and (not got or outputs.setdefault(name, (core, got))[1] != got):
                    raise suite.Failure(f"other outputs than for {outputs[name][0]}" if got else "no outputs")
                passed += 1
            except suite.Failure as failure:
                failed += 1
                print(f"every-core: {core} {name}: {failure}", flush=True)
    for core, which in left_out.items():
        print(f"every-core: left out for {core}: {', '.join(which)}")
    if build.not_run:
        version = suite.run([emulator.find(options.build), "--version"], "emulator").split()[2]
        print(f"every-core: not run, only linked: {', '.join(core for core in CORES if core in build.not_run)}: "
              f"qemu-hexagon {version} does not have them")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


try:
    sys.exit(main())
except suite.Failure as failure:
    sys.exit(f"every-core: error: {failure}")
