# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the programs and libraries are that turn a model into a run."""
import os
import shutil
import sys

from . import emulator, processes

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LLVM_ROOT = "/usr/lib/llvm-19"
# Installed, PROJECT is PREFIX/share/hexloom, and what was built lies in PREFIX.
BUILT = os.path.join(PROJECT, "build")
if not os.path.isdir(BUILT):
    BUILT = os.path.dirname(os.path.dirname(PROJECT))
MACHINE = os.path.join(PROJECT, "dnn-frontend", "machine", "hexagon-v66.json")
TARGETS = ("hexagon", "swiftdsp", "portable")


class RunError(Exception):
    """A failure that is told to the user in one message; `stage` is the part of the path that failed."""

    def __init__(self, stage, message):
        super().__init__(message)
        self.stage = stage


def shown(text, lines=False):
    """A path or a message on a terminal: what is not visible, or turns the direction, is '?'. lines: of several lines."""
    return "".join(char if char.isprintable() or lines and char == "\n" else "?" for char in text)


def keep_apart(read, written):
    """Nothing that is read is written over."""
    places = {os.path.realpath(path) for path in read}
    for path in written:
        if os.path.isfile(path) and os.path.realpath(path) in places:
            raise RunError("setup", f"{shown(path)} is read and would be written over")


def status_of(program, run, options):
    """Exit status of run(options); what went wrong is told in one message."""
    processes.end_by_signals()
    try:
        run(options)
        sys.stdout.flush()
    except RunError as error:
        text = shown(str(error), lines=True)
        print(text if error.stage == "front end" else f"{program}: error: {error.stage}: {text}", file=sys.stderr)
        return 1
    except OSError as error:
        print(shown(f"{program}: error: {error.filename or 'standard output'}: {error.strerror}"), file=sys.stderr)
        if not error.filename:  # what is left in the buffer is not written again on exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def first_program(*names):
    for name in names:
        path = shutil.which(name)
        if path:
            return path
    return None


class Tools:
    """build: the build folder. sda_pack: the packetizer's mode, or False for the stock one. clang: the Hexagon compiler,
    build/bin/clang by default; "stock" is Debian's clang-19."""

    def __init__(self, build=None, clang=None, sda_pack="sda"):
        self.build = os.path.abspath(build or os.environ.get("HEXLOOM_BUILD") or BUILT)
        runtime = os.path.join(PROJECT, "runtime")
        self.include = os.path.join(runtime, "include")
        self.host_sources = [os.path.join(runtime, name) for name in ("harness.c", "host/port.c")]
        self.frontend = os.path.join(self.build, "bin", "dnn-frontend")
        self.sda_pack = clang != "stock" and sda_pack
        self.sda_verify = False
        if clang == "stock":
            clang = os.path.join(LLVM_ROOT, "bin", "clang")
        if clang and os.sep in clang:
            clang = os.path.abspath(clang)
        self.clang = clang or os.path.join(self.build, "bin", "clang")
        self.linker = first_program(os.path.join(LLVM_ROOT, "bin", "ld.lld"), "ld.lld-19", os.path.join(self.build, "bin", "ld.lld"))
        self.archiver = first_program(os.path.join(LLVM_ROOT, "bin", "llvm-ar"), "llvm-ar-19", "ar")
        self.size = first_program(os.path.join(LLVM_ROOT, "bin", "llvm-size"), "llvm-size-19", "size")
        self.qemu = first_program(emulator.find(self.build))
        self.simulator = os.path.join(self.build, "bin", "swiftdsp-sim")
        self.cc = os.environ.get("CC") or first_program("cc", "gcc", "clang", os.path.join(LLVM_ROOT, "bin", "clang"))

    def library(self, name):
        return os.path.join(self.build, "lib", name)

    def require(self, target, running=True):
        """Raises RunError unless all that `target` needs is there; running: not only to compile for it."""
        needed, programs = [self.frontend], {}
        needed += [] if target == "portable" else [self.clang]
        if target == "portable":
            programs = {"a C compiler": self.cc}
            needed += [self.library("libhexloom_rt_host.a")] if running else []
        elif running and target == "hexagon":
            needed += [self.library("libhexloom_rt_qemu.a"), self.library("libclang_rt.builtins-hexagon.a")]
            programs = {emulator.find(self.build): self.qemu, "ld.lld-19": self.linker}
        elif running:
            needed += [self.simulator, self.library("libhexloom_rt_swiftdsp.a")]
        programs["llvm-size-19"] = self.size
        for path in needed:
            if not os.path.exists(path) and not shutil.which(path):
                raise RunError("setup", f"{path} is missing: {self.remedy()}")
        for name, path in programs.items():
            if not path:
                raise RunError("setup", f"{name} is missing: {self.remedy()}")

    @staticmethod
    def remedy():
        """What brings what is missing; installed, there is no script that does."""
        if os.path.exists(os.path.join(PROJECT, "utils", "bootstrap.sh")):
            return "run utils/bootstrap.sh"
        return "install it, or Hexloom again with all of its parts"
