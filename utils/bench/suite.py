# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds and measures: a kernel or a network, by one compiler, is packets and stalls."""
import json
import os
import re
import shutil
import subprocess
import tempfile

from runmodel import emulator

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KERNELS = os.path.join(ROOT, "utils", "bench", "kernels")
COMMON_FLAGS = ["-fno-math-errno", "-ffp-contract=off", "-std=gnu11", "-O2"]
TIME_LIMIT = 600


class Failure(Exception):
    """One measurement could not be made; the text says why."""


class Hexagon:
    """How programs for it are compiled, linked and measured."""

    name, groups = "hexagon", ("hvx", "scalar")
    # The flags of every Hexagon program of ours, as in runtime/CMakeLists.txt.
    flags = ["--target=hexagon-unknown-elf", "-mv66", "-mhvx", "-mhvx-length=128b", "-G0", "-ffreestanding", *COMMON_FLAGS]
    # Networks of the project's own zoo (build/bin/model-zoo): one for each kind.
    networks = ("mobilenet_v1_025_96_uint8", "mobilenet_v2_035_96_int8", "resnet_8_int8", "conv_transformer_int8")

    def left_out(self, build):
        """The front end's options for what the emulator lacks."""
        return emulator.left_out(emulator.find(build))

    def link(self, build, object_file, program, symbol=None):
        library = os.path.join(build, "lib")
        model = ["--gc-sections", "--defsym=hl_model=" + symbol] if symbol else []
        run([os.path.join(build, "bin", "ld.lld"), "-e", "_start", *model, object_file, os.path.join(library, "libhexloom_rt_qemu.a"),
             os.path.join(library, "libclang_rt.builtins-hexagon.a"), "-o", program], "linker")

    def profile(self, build, program, machine, check, arguments=()):
        """The JSON report of a run. `check` names what a status other than 0 means."""
        with tempfile.TemporaryDirectory() as folder:
            report, recording, layers = (os.path.join(folder, name) for name in ("report", "recording", "layers"))
            tool = os.path.join(build, "bin", "packet-profile")
            with open(layers, "w") as out:
                out.write(run([tool, "--layer-map", program], "layer map"))
            plugin = os.path.join(build, "lib", "libpacket-profile.so") + f",out={recording},map={layers}"
            run([emulator.find(build), "-plugin", plugin, program, *arguments], check)
            run([tool, program, recording, "--json", report] + (["--machine", machine] if machine else []), "packet-profile")
            with open(report) as text:
                return json.load(text)


class SwiftDSP:
    """The same on its simulator; `machine` is for Hexagon."""

    name, groups = "swiftdsp", ("scalar",)
    flags = ["--target=swiftdsp", *COMMON_FLAGS]
    networks = ("mobilenet_v1_025_96_int8", "resnet_8_int8")

    def left_out(self, build):
        return []

    def link(self, build, object_file, program, symbol=None):
        model = ["-Wl,--defsym=hl_model=" + symbol, os.path.join(build, "lib", "libhexloom_rt_swiftdsp.a")] if symbol else []
        run([os.path.join(build, "bin", "clang"), "--target=swiftdsp", object_file, *model, "-o", program], "linker")

    def profile(self, build, program, machine, check, arguments=()):
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report")
            run([os.path.join(build, "bin", "swiftdsp-sim"), "--profile=" + report, program, *arguments], check)
            with open(report) as text:
                return json.load(text)


HEXAGON = Hexagon()
TARGETS = {target.name: target for target in (HEXAGON, SwiftDSP())}
FLAGS, NETWORKS = HEXAGON.flags, HEXAGON.networks


class Compiler:
    """A column of the table. The first one is what the others are compared with."""

    def __init__(self, name, command, text, target=HEXAGON):
        self.target, self.name, self.command, self.text = target, name, command, text

    def problem(self):
        """Why it cannot be measured: it is not there, or does not know Hexagon or its options. None if it can."""
        if not shutil.which(self.command[0]):
            return "not installed"
        try:
            # Not into /dev/null: a compiler that fails removes its output, and root may remove a device.
            with tempfile.TemporaryDirectory() as folder:
                run([*self.command, *self.target.flags, "-x", "c", "-c", os.devnull, "-o", os.path.join(folder, "probe.o")], "compiler")
        except Failure as failure:
            return str(failure)
        return None


def compilers(build, places, target=HEXAGON):
    """Every column there can be for a target. `places`: paths of compilers by their column's name, instead of the usual ones."""
    ours = os.path.join(build, "bin", "clang")
    newer = shutil.which("clang-22") or "/usr/lib/llvm-22/bin/clang"
    modes = {"off": "our clang with the stock packetizer", "soft-to-hard": "every soft dependence taken as hard",
             "soft-to-none": "soft dependences taken for free", "sda": "soft-dependence-aware packing",
             "optimal": "provably best packing where the limit allows"}
    ours_in_modes = [Compiler(mode, [ours, "-mllvm", "-sda-pack=" + mode], text, target) for mode, text in modes.items()]
    if target.name == "swiftdsp":
        return ours_in_modes
    return [Compiler("stock", [places.get("stock", "/usr/lib/llvm-19/bin/clang")], "Debian's clang 19"),
            Compiler("clang-22", [places.get("clang-22", newer)], "clang 22"),
            *ours_in_modes]


def techniques():
    """The packetizer's techniques, in the order in which -sda-techniques adds them to the published algorithm."""
    with open(os.path.join(ROOT, "llvm", "include", "llvm", "CodeGen", "SDA", "SDATechniques.def")) as table:
        return re.findall(r'^SDA_TECHNIQUE\(\w+, "([\w-]+)"', table.read(), re.M)


def run(command, what):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIME_LIMIT)
    except OSError as error:
        raise Failure(f"{what}: {command[0]}: {error.strerror}")
    except subprocess.TimeoutExpired:
        raise Failure(f"{what}: took longer than {TIME_LIMIT} s")
    if done.returncode != 0:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise Failure(f"{what}: status {done.returncode}" + (": " + lines[0] if lines else ""))
    return done.stdout.decode(errors="replace")


def kernels(pattern, target=HEXAGON):
    """(group, name, file) of the suite's kernels, those whose name contains one of the words of `pattern` if it is set."""
    found = []
    for group in target.groups:
        for entry in sorted(os.listdir(os.path.join(KERNELS, group))):
            name, kind = os.path.splitext(entry)
            if kind == ".c" and (not pattern or any(word in name for word in pattern)):
                found.append((group, name, os.path.join(KERNELS, group, entry)))
    return found


def measure_kernel(build, compiler, name, source, folder, machine):
    """(packets, stalls) of the kernel and all it calls."""
    object_file, program = os.path.join(folder, name + ".o"), os.path.join(folder, name)
    target = compiler.target
    run([*compiler.command, *target.flags, "-I", KERNELS, "-c", source, "-o", object_file], "compiler")
    target.link(build, object_file, program)
    report = target.profile(build, program, machine, "wrong result or crash")
    for row in report["layers"]:
        if row["name"] == "op000_" + name:
            return row["packets"], row["stalls"]
    raise Failure("the kernel did not run")


class Network:
    """A network of the zoo, translated once: compilers differ in what they make of the C."""

    def __init__(self, build, name, folder, target=HEXAGON):
        self.build, self.name, self.target, self.folder = build, name, target, os.path.join(folder, name)
        os.makedirs(self.folder)
        tool = lambda program: os.path.join(build, "bin", program)
        file, self.source = self.folder + ".tflite", os.path.join(self.folder, "model.c")
        run([tool("model-zoo"), name, "-o", file], "model-zoo")
        run([tool("dnn-frontend"), file, "--target=" + target.name, *target.left_out(build), "-o", self.source], "dnn-frontend")
        with open(os.path.join(self.folder, "model.h")) as header:
            self.symbol = re.search(r"extern const hl_model_info (\w+);", header.read()).group(1)
        self.outputs = None
        self.measured = {}  # by machine and object file: compilers may agree

    def measure(self, compiler, machine):
        """(packets, stalls) of the network; its outputs must be those that the first compiler's code gave."""
        object_file, program = (os.path.join(self.folder, name) for name in ("model.o", "model"))
        include = ["-I", os.path.join(ROOT, "runtime", "include"), "-I", self.folder]
        target = compiler.target
        run([*compiler.command, *target.flags, *include, "-c", self.source, "-o", object_file], "compiler")
        with open(object_file, "rb") as file:
            code = (machine, file.read())
        if code not in self.measured:
            self.measured[code] = self.run(object_file, program, machine)
        return self.measured[code]

    def run(self, object_file, program, machine):
        target = self.target
        target.link(self.build, object_file, program, self.symbol)
        prefix = os.path.join(self.folder, "output")
        report = target.profile(self.build, program, machine, "crash", ["--output", prefix])
        outputs = []
        while os.path.exists(f"{prefix}{len(outputs)}.bin"):
            with open(f"{prefix}{len(outputs)}.bin", "rb") as file:
                outputs.append(file.read())
        if self.outputs is None:
            self.outputs = outputs
        if outputs != self.outputs:
            raise Failure("other outputs than by the first compiler")
        return report["network"]["packets"], report["network"]["stalls"]


def networks(pattern, target=HEXAGON):
    return [name for name in target.networks if not pattern or any(word in name for word in pattern)]
