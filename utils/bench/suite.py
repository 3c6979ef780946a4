"""Builds and measures: a kernel or a network, by one compiler, is packets and stalls."""
import json
import os
import re
import shutil
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KERNELS = os.path.join(ROOT, "utils", "bench", "kernels")
GROUPS = ("hvx", "scalar")
# Of the project's own zoo (build/bin/model-zoo): one for each kind of network.
NETWORKS = ("mobilenet_v1_025_96_uint8", "mobilenet_v2_035_96_int8", "resnet_8_int8", "conv_transformer_int8")

# The flags of every Hexagon program of ours, as in runtime/CMakeLists.txt.
FLAGS = ["--target=hexagon-unknown-elf", "-mv66", "-mhvx", "-mhvx-length=128b", "-G0", "-ffreestanding",
         "-fno-math-errno", "-ffp-contract=off", "-std=gnu11", "-O2"]
TIME_LIMIT = 600


class Failure(Exception):
    """One measurement could not be made; the text says why."""


class Compiler:
    """A column of the table. The first one is what the others are compared with."""

    def __init__(self, name, command, text):
        self.name, self.command, self.text = name, command, text

    def problem(self):
        """Why it cannot be measured: it is not there, or does not know Hexagon or its options. None if it can."""
        if not shutil.which(self.command[0]):
            return "not installed"
        try:
            # Not into /dev/null: a compiler that fails removes its output, and root may remove a device.
            with tempfile.TemporaryDirectory() as folder:
                run([*self.command, *FLAGS, "-x", "c", "-c", os.devnull, "-o", os.path.join(folder, "probe.o")], "compiler")
        except Failure as failure:
            return str(failure)
        return None


def compilers(build, places):
    """Every column there can be. `places`: paths of compilers by their column's name, instead of the usual ones."""
    ours = os.path.join(build, "bin", "clang")
    newer = shutil.which("clang-22") or "/usr/lib/llvm-22/bin/clang"
    modes = {"off": "our clang with the stock packetizer", "soft-to-hard": "every soft dependence taken as hard",
             "soft-to-none": "soft dependences taken for free", "sda": "soft-dependence-aware packing",
             "optimal": "provably best packing where the limit allows"}
    return [Compiler("stock", [places.get("stock", "/usr/lib/llvm-19/bin/clang")], "Debian's clang 19"),
            Compiler("clang-22", [places.get("clang-22", newer)], "clang 22"),
            *[Compiler(mode, [ours, "-mllvm", "-sda-pack=" + mode], text) for mode, text in modes.items()]]


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


def kernels(pattern):
    """(group, name, file) of the suite's kernels, those whose name contains one of the words of `pattern` if it is set."""
    found = []
    for group in GROUPS:
        for entry in sorted(os.listdir(os.path.join(KERNELS, group))):
            name, kind = os.path.splitext(entry)
            if kind == ".c" and (not pattern or any(word in name for word in pattern)):
                found.append((group, name, os.path.join(KERNELS, group, entry)))
    return found


def profile(build, program, machine, check, arguments=()):
    """The JSON report of a run. `check` names what a status other than 0 means."""
    with tempfile.TemporaryDirectory() as folder:
        report, recording, layers = (os.path.join(folder, name) for name in ("report", "recording", "layers"))
        tool = os.path.join(build, "bin", "packet-profile")
        with open(layers, "w") as out:
            out.write(run([tool, "--layer-map", program], "layer map"))
        plugin = os.path.join(build, "lib", "libpacket-profile.so") + f",out={recording},map={layers}"
        run(["qemu-hexagon", "-plugin", plugin, program, *arguments], check)
        run([tool, program, recording, "--json", report] + (["--machine", machine] if machine else []), "packet-profile")
        with open(report) as text:
            return json.load(text)


def measure_kernel(build, compiler, name, source, folder, machine):
    """(packets, stalls) of the kernel and all it calls."""
    library = os.path.join(build, "lib")
    object_file, program = os.path.join(folder, name + ".o"), os.path.join(folder, name)
    run([*compiler.command, *FLAGS, "-I", KERNELS, "-c", source, "-o", object_file], "compiler")
    run([os.path.join(build, "bin", "ld.lld"), "-e", "_start", object_file,
         os.path.join(library, "libhexloom_rt_qemu.a"), os.path.join(library, "libclang_rt.builtins-hexagon.a"), "-o",
         program], "linker")
    report = profile(build, program, machine, "wrong result or crash")
    for row in report["layers"]:
        if row["name"] == "op000_" + name:
            return row["packets"], row["stalls"]
    raise Failure("the kernel did not run")


class Network:
    """A network of the zoo, translated once: compilers differ in what they make of the C."""

    def __init__(self, build, name, folder):
        self.build, self.name, self.folder = build, name, os.path.join(folder, name)
        os.makedirs(self.folder)
        tool = lambda program: os.path.join(build, "bin", program)
        file, self.source = self.folder + ".tflite", os.path.join(self.folder, "model.c")
        run([tool("model-zoo"), name, "-o", file], "model-zoo")
        run([tool("dnn-frontend"), file, "-o", self.source], "dnn-frontend")
        with open(os.path.join(self.folder, "model.h")) as header:
            self.symbol = re.search(r"extern const hl_model_info (\w+);", header.read()).group(1)
        self.outputs = None

    def measure(self, compiler, machine):
        """(packets, stalls) of the network; its outputs must be those that the first compiler's code gave."""
        object_file, program = (os.path.join(self.folder, name) for name in ("model.o", "model"))
        library = os.path.join(self.build, "lib")
        include = ["-I", os.path.join(ROOT, "runtime", "include"), "-I", self.folder]
        run([*compiler.command, *FLAGS, *include, "-c", self.source, "-o", object_file], "compiler")
        run([os.path.join(self.build, "bin", "ld.lld"), "-e", "_start", "--gc-sections",
             "--defsym=hl_model=" + self.symbol, object_file, os.path.join(library, "libhexloom_rt_qemu.a"),
             os.path.join(library, "libclang_rt.builtins-hexagon.a"), "-o", program], "linker")
        prefix = os.path.join(self.folder, "output")
        report = profile(self.build, program, machine, "crash", ["--output", prefix])
        outputs = []
        while os.path.exists(f"{prefix}{len(outputs)}.bin"):
            with open(f"{prefix}{len(outputs)}.bin", "rb") as file:
                outputs.append(file.read())
        if self.outputs is None:
            self.outputs = outputs
        if outputs != self.outputs:
            raise Failure("other outputs than by the first compiler")
        return report["network"]["packets"], report["network"]["stalls"]


def networks(pattern):
    return [name for name in NETWORKS if not pattern or any(word in name for word in pattern)]
