# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gcc's execute tests on Hexagon: which there are, how one is compiled and run. See gcc-execute.py."""
import concurrent.futures
import dataclasses
import pathlib
import re
import subprocess
import threading

from runmodel import emulator

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HOST = "/usr/lib/llvm-19/bin/clang"
LEVELS, PACKERS, VECTORS = ("O0", "O1", "O2", "O3", "Os"), ("off", "sda"), ("scalar", "hvx")
# What old C may do, and clang calls an error unless it is told otherwise.
COMMON = ["-w", "-fno-crash-diagnostics", *("-Wno-" + what for what in (
    "implicit-int", "implicit-function-declaration", "int-conversion", "return-mismatch", "return-type", "incompatible-pointer-types",
    "incompatible-function-pointer-types"))]
HEXAGON = ["--target=hexagon-unknown-elf", "-mv66", "-G0", "-nostdlibinc", f"-I{HERE}/include"]
# Options of a test that clang has, too; the others are about gcc's own passes, or name a level.
OPTIONS = re.compile(r"-(f(no-)?(wrapv|inline|common|strict-aliasing|strict-overflow|builtin-\w+|instrument-functions|omit-frame-pointer"
                     r"|non-call-exceptions)|fgnu89-inline|ffast-math|fpic|std=\w+)$")
WITHOUT_SIGNALS = re.compile(r"\{ *dg-additional-options +\"(-DSIGNAL_SUPPRESS)\" +\{ *target +\{ *! *signal")
DIRECTIVE = re.compile(r"\{ *dg-(?:additional-)?options +(?:\"([^\"]*)\"|\{ *\"([^\"]*)\" *\}) *(\{ *target *\S*)?")
# For one compilation, for one run. A program of the tests takes a second at most.
COMPILE_SECONDS, MEMORY, RUN_SECONDS = 60, 4 << 30, 120


@dataclasses.dataclass(frozen=True)
class Test:
    name: str
    sources: tuple
    flags: tuple


@dataclasses.dataclass(frozen=True, order=True)
class Mode:
    level: str
    packer: str
    vectors: str

    def __str__(self):
        return f"{self.level},{self.packer},{self.vectors}"

    def flags(self):
        pack = ["-mllvm", f"-sda-pack={self.packer}", *["-mllvm", "-sda-verify"] * (self.packer != "off")]
        return ["-" + self.level, *pack, *["-mhvx", "-mhvx-length=128b", "-fvectorize"] * (self.vectors == "hvx")]


def options_of(source):
    text = source.read_text(encoding="latin-1")
    found = WITHOUT_SIGNALS.findall(text)
    for plain, braced, target in DIRECTIVE.findall(text):
        if not target or "fpic" in target:
            found += (option for option in (plain or braced).split() if OPTIONS.match(option))
    return found


def tests_in(folder):
    """All of them, by name. A test of the folder builtins has the functions that it replaces in a file of its own."""
    found = []
    for source in sorted(folder.glob("*.c")):
        found.append(Test(source.stem, (source,), tuple(options_of(source))))
    for source in sorted((folder / "ieee").glob("*.c")):
        found.append(Test(f"ieee/{source.stem}", (source,), ("-fno-inline", "-DSIGNAL_SUPPRESS", *options_of(source))))
    builtins = folder / "builtins"
    for source in sorted(builtins.glob("*.c")):
        if not source.stem.endswith("-lib"):
            extra = builtins / f"{source.stem}-lib.c", builtins / "lib/main.c"
            flags = ["-fno-builtin-abs"] if source.stem == "abs-1" else []
            found.append(Test(f"builtins/{source.stem}", (source, *extra), (*flags, *options_of(source))))
    return found


def tool(args, seconds):
    """None, or why it failed."""
    try:
        done = subprocess.run([str(a) for a in args], stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return "takes too long"
    if done.returncode == 0:
        return None
    lines = done.stderr.decode(errors="replace").splitlines()
    told = next((line for line in lines if "error:" in line or "LLVM ERROR" in line), lines[-1] if lines else "")
    return f"status {done.returncode} {told}".strip()


class Runner:
    """Of one build. folder: for what the programs share, and for each program as long as it is there."""

    def __init__(self, build, folder, keep=False):
        self.build, self.folder, self.keep = build, folder, keep
        self.locks, self.lock = {}, threading.Lock()
        self.qemu = emulator.find(build)

    def compiler(self, mode):
        return ["prlimit", f"--cpu={COMPILE_SECONDS}", f"--as={MEMORY}", self.build / "bin/clang", *HEXAGON, *mode.flags()]

    def library(self, mode):
        """The objects of our C library, made once of each way to compile."""
        objects = [self.folder / f"{name}.{mode}.o" for name in ("libc", "print")]
        with self.lock:
            lock = self.locks.setdefault(mode, threading.Lock())
        with lock:
            for made in objects:
                if not made.exists():
                    source = HERE / (made.name.split(".")[0] + ".c")
                    why = tool([*self.compiler(mode), "-w", "-fno-builtin", "-c", source, "-o", made], 10 * COMPILE_SECONDS)
                    if why:
                        raise RuntimeError(f"{source}: {why}")
        return objects

    def on_hexagon(self, test, mode):
        """None, or what went wrong."""
        library, made = self.library(mode), []
        base = self.folder / f"{test.name.replace('/', '.')}.{mode}"
        program = base.with_name(base.name + ".elf")
        try:
            for n, source in enumerate(test.sources):
                made.append(base.with_name(f"{base.name}.{n}.o"))
                why = tool([*self.compiler(mode), *COMMON, *test.flags, "-c", source, "-o", made[-1]], 10 * COMPILE_SECONDS)
                if why:
                    return f"compiler: {why}"
            # Tests bring functions of the C library with them; the first of a name counts.
            why = tool([self.build / "bin/ld.lld", "--threads=1", "-e", "_start", "-z", "muldefs", *made, *library,
                        self.build / "lib/libhexloom_rt_qemu.a", self.build / "lib/libclang_rt.builtins-hexagon.a", "-o", program],
                       RUN_SECONDS)
            if why:
                return f"linker: {why}"
            why = tool([self.qemu, program], RUN_SECONDS)
            return why and f"program: {why}"
        finally:
            if not self.keep:
                for path in (*made, program):
                    path.unlink(missing_ok=True)

    def on_host(self, test, level):
        """The same of the host's clang and C library, with nothing of ours."""
        program = self.folder / f"{test.name.replace('/', '.')}.{level}.host"
        try:
            why = tool([HOST, "-" + level, *COMMON, *test.flags, *test.sources, "-fuse-ld=lld", "-Wl,-z,muldefs", "-lm", "-o", program],
                       10 * COMPILE_SECONDS)
            return why or tool([program], RUN_SECONDS)
        finally:
            program.unlink(missing_ok=True)

    def check(self, test, mode):
        """(outcome, why): passed; failed, which the host does not; unusable: the host fails at this level, too."""
        why = self.on_hexagon(test, mode)
        if not why:
            return "passed", ""
        if self.on_host(test, mode.level):
            return "unusable", why
        return "failed", why


def in_parallel(runner, pairs, jobs):
    """(test, mode, outcome, why) of each pair, in their order."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for (test, mode), (outcome, why) in zip(pairs, pool.map(lambda pair: runner.check(*pair), pairs)):
            yield test, mode, outcome, why
