# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs that must print the same wherever they run: on Hexagon, packed in any mode, or on SwiftDSP, and on the host.

A script makes the programs (csmith.py, random-loops.py and their like); compiling, running and counting is here.
The host is a 32-bit one, so that the sizes of C's types agree; where its kernel runs no such programs, qemu-i386 does.
-sda-verify is on for every compilation. Where Debian's clang, which has neither our packetizer nor our patches, gives the same wrong
result or fails, too, the fault is not the project's: it is told, and does not count as a failure (but for what the patches mend: random
calls and turns). SwiftDSP's back end is the project's own: every difference counts.
Options that users have are drawn for about half of the programs, see flags.py.
A clang of another version (Debian's clang-22, if installed) is a second opinion where the host runs no such programs. It compiles them
without optimization and packets, where it has few faults.
"""
import argparse
import concurrent.futures
import errno
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import threading

from runmodel import emulator

from . import flags as drawing

HERE = pathlib.Path(__file__).resolve().parent
LLVM = "/usr/lib/llvm-19/bin"
COMMON = ["-w", "-fno-crash-diagnostics", "-ffreestanding", "-fno-builtin", "-fno-pic", f"-I{HERE}/include",
          "-I/usr/include/csmith"]
HEXAGON = ["--target=hexagon-unknown-elf", "-mv66", "-mhvx", "-mhvx-length=128b", "-G0", "-fno-math-errno"]
HOST = ["--target=i386-unknown-linux", "-msse2", "-malign-double", "-O0"]
SWIFTDSP = ["--target=swiftdsp", "-mllvm", "-verify-machineinstrs"]
DEFAULT = "default"  # SwiftDSP's mode when nothing is said
UNPACKED = "unpacked"
STOCK, STOCK_UNPACKED = "stock", "stock-unpacked"  # by Debian's clang
OTHER = "other"  # by a clang of another version, see --other-clang
OTHER_CLANG = "/usr/lib/llvm-22/bin/clang"
# Not -mno-packets, with which LLVM schedules otherwise and so makes another program. A jump on a new value needs its packet.
WITHOUT_PACKETS = ["-mllvm", "-disable-packetizer", "-mllvm", "-disable-nvjump"]
# For a compilation: a pass that does not end, or takes all of the memory, is a fault like another.
CPU_SECONDS, MEMORY = 90, 4 << 30
REPORTED = 50  # programs from one line of progress to the next
MODES = ("off", "soft-to-hard", "soft-to-none", "sda", "optimal")
PIC = "-fPIC"
POSITIONS = ("drawn", "fixed", "independent")  # of the code: -fno-pic, or -fPIC as a C library's objects are compiled


class Difference(Exception):
    """A program that could not be compiled or run; the text is the command and what it said."""

    def __init__(self, text, status=1):
        super().__init__(text)
        self.status = status


def tool(args, seconds=120, **options):
    done = subprocess.run([str(a) for a in args], capture_output=True, timeout=seconds, **options)
    if done.returncode:
        said = done.stderr.decode(errors="replace")[-2000:]
        raise Difference(f"{' '.join(map(str, args))}\nstatus {done.returncode}: {said}", done.returncode)
    return done.stdout


def run_32_bit(binary):
    """By qemu-i386 where the kernel runs no 32-bit programs. What takes longer than a few seconds is another program's turn."""
    try:
        return subprocess.run([binary], capture_output=True, timeout=5)
    except OSError as refused:
        if refused.errno != errno.ENOEXEC:
            raise
    return subprocess.run(["qemu-i386", binary], capture_output=True, timeout=5)


class Unusable(Exception):
    """A program that the host tells nothing about: its compiler crashes, it does not end there, or its behaviour is undefined."""


class Suite:
    """name: the script's. make(seed, path): writes the program there. flags: the compiler's, on both sides. host_flags,
    hexagon_flags: those for one alone. on_host: whether the host can run the programs; the same code without packets is the reference
    otherwise. suffix: of a program's name, which tells the language. forgives: faults do not count that Debian's clang has, too."""

    def __init__(self, name, make, flags=(), host_flags=(), hexagon_flags=(), on_host=True, levels="O1,O2,O3", suffix=".c", forgives=True):
        self.name, self.make, self.flags = name, make, list(flags)
        self.host_flags, self.hexagon_flags = list(host_flags), list(hexagon_flags)
        self.on_host, self.levels, self.suffix, self.forgives = on_host, levels, suffix, forgives
        self.folder, self.lock = None, threading.Lock()  # of what all programs share

    def support(self, compiler, name):
        """The object of what programs call, made once of each way to compile."""
        made = self.folder / f"support.{name}.o"
        with self.lock:
            if not made.exists():
                tool([*compiler, "-c", HERE / "support.c", "-o", made], seconds=CPU_SECONDS)
        return made

    def run_on_host(self, program, folder, options):
        compiler = [f"{LLVM}/clang", *HOST, *COMMON, *self.flags, *self.host_flags]
        made = folder / "program.host.o"
        try:
            tool([*compiler, *drawing.words(options.drawn, host=True), "-c", program, "-o", made])
        except Difference as problem:
            if problem.status > 128:  # the host's clang crashes; a wrong program would be an error of it
                raise Unusable("does not compile")
            raise
        tool([f"{LLVM}/ld.lld", "-m", "elf_i386", "-e", "_start", made, self.support(compiler, "host"), "-o", folder / "host"])
        try:
            done = run_32_bit(folder / "host")
        except subprocess.TimeoutExpired:
            raise Unusable("does not end")
        if done.returncode == -signal.SIGILL:  # a sanitizer's trap
            raise Unusable("undefined behaviour")
        if done.returncode:
            raise Difference(f"{folder / 'host'}: status {done.returncode}")
        return done.stdout

    def run_on_hexagon(self, program, folder, options, level, mode):
        level = "O0" if mode == OTHER else level
        # A length of vectors without any is an error.
        target = [flag for flag in HEXAGON if not (flag.startswith("-mhvx") and "-mno-hvx" in options.cflag)]
        flags = [*target, *COMMON, *self.flags, *self.hexagon_flags, *options.cflag, *("-" + f for f in level.split("+"))]
        if mode in (UNPACKED, STOCK_UNPACKED, OTHER):
            flags += WITHOUT_PACKETS
        elif mode not in ("off", STOCK):
            flags += ["-mllvm", f"-sda-pack={mode}", "-mllvm", "-sda-verify"]
        made = folder / f"program.{level}.{mode}.o"
        clang = {STOCK: LLVM + "/clang", STOCK_UNPACKED: LLVM + "/clang", OTHER: options.other_clang}.get(mode, options.build / "bin/clang")
        compiler = ["prlimit", f"--cpu={CPU_SECONDS}", f"--as={MEMORY}", clang, *flags]
        drawn = drawing.words(options.drawn)
        tool([*compiler, *drawn, "-c", program, "-o", made], seconds=20 * CPU_SECONDS)
        builtins = options.build / "lib/libclang_rt.builtins-hexagon.a"
        binary = folder / f"hexagon.{level}.{mode}"
        linker = ["-e", "_start", *for_linker([*flags, *drawn])]
        tool([options.build / "bin/ld.lld", *linker, made, self.support(compiler, f"{level}.{mode}{PIC * (PIC in flags)}"), builtins, "-o", binary])
        return tool([emulator.find(options.build), binary], seconds=120)

    def run_on_swiftdsp(self, program, folder, options, level, mode):
        flags = [*SWIFTDSP, *COMMON, *self.flags, *options.cflag, *("-" + f for f in level.split("+"))]
        if mode != DEFAULT:
            flags += ["-mllvm", f"-sda-pack={mode}"]
        if mode != "off":
            flags += ["-mllvm", "-sda-verify"]
        made, compiler = folder / f"program.{level}.{mode}.o", [options.build / "bin/clang", *flags]
        tool([*compiler, *drawing.words(options.drawn), "-c", program, "-o", made], seconds=CPU_SECONDS)
        binary = folder / f"swiftdsp.{level}.{mode}"
        linked = made, self.support(compiler, f"{level}.{mode}")
        tool([options.build / "bin/clang", "--target=swiftdsp", "-nostartfiles", *linked, "-o", binary])
        return tool([options.build / "bin/swiftdsp-sim", binary], seconds=120)

    def check_mode(self, program, folder, options, level, mode, expected):
        """(outcome, text) of one way to compile; expected: what the host printed, or None."""
        def run(mode):
            try:
                on_target = self.run_on_swiftdsp if options.target == "swiftdsp" else self.run_on_hexagon
                return on_target(program, folder, options, level, mode)
            except (Difference, subprocess.TimeoutExpired) as problem:
                return problem

        got = run(mode)
        if got == expected:
            return "passed", ""
        if options.target == "swiftdsp" or not self.forgives:
            return "failed", f"host {shown(expected)}, {options.target} {shown(got)}"
        if expected is None:
            expected = run(UNPACKED)
            other = run(OTHER) if options.other_clang else got
            if got == expected == other:
                return "passed", ""
            if got == expected:
                return ("upstream" if isinstance(other, Exception) else "failed"), f"{options.other_clang} {shown(other)}, {mode} {shown(got)}"
        same = any(got == stock or (isinstance(got, Exception) and isinstance(stock, Exception))
                   for stock in map(run, (STOCK, STOCK_UNPACKED)))
        reference = "host" if self.on_host else UNPACKED
        return ("upstream" if same else "failed"), f"{reference} {shown(expected)}, {mode} {shown(got)}"

    def drawn(self, options, seed):
        """The options of one program with the compiler's that are drawn by its seed."""
        met = {drawing.HOST: self.on_host, drawing.ANY_CORE: self.on_host, drawing.DEFINED: "-fwrapv" not in self.flags,
               drawing.COUNTS: not self.forgives}
        has = {need for need, is_met in met.items() if is_met}
        rows = drawing.drawn(seed, options.target, has) if options.flags is None else options.flags
        return argparse.Namespace(**{**vars(options), "drawn": rows})

    def check(self, seed, options):
        """(outcome, text) of one seed."""
        options = self.drawn(positioned(options, seed), seed)
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(options.keep or temporary) / (str(seed) if options.keep else "")
            folder.mkdir(parents=True, exist_ok=True)
            program = folder / f"program{self.suffix}"
            try:
                self.make(seed, program)
            except subprocess.TimeoutExpired:
                return "skipped", ""
            expected = None
            if self.on_host:
                try:
                    expected = self.run_on_host(program, folder, options)
                except Unusable:
                    return "skipped", ""
            notes = []
            levels = options.levels.split(",")
            for level in [random.Random(f"level of {seed}").choice(levels)] if options.draw else levels:
                for mode in options.modes.split(","):
                    outcome, text = self.check_mode(program, folder, options, level, mode, expected)
                    if outcome == "passed":
                        continue
                    text = f"seed {seed} -{level} {mode}: {text}\n  {self.again(seed, options, level, mode)}"
                    if outcome == "failed":
                        return outcome, text
                    notes.append(text.replace(": ", " (not the project's fault): ", 1))
            return ("upstream", "\n".join(notes)) if notes else ("passed", "")

    def again(self, seed, options, level, mode):
        flags = "".join(f" --cflag={flag}" for flag in options.cflag if flag != PIC)
        flags += f" --flags='{drawing.as_text(options.drawn) or drawing.NONE}'"
        flags += f" --position {'independent' if PIC in options.cflag else 'fixed'}" if options.target == "hexagon" else ""
        flags += "".join(f" --option={option}" for option in getattr(options, "option", []))
        flags += f" --kinds {options.kinds}" if hasattr(options, "kinds") else ""
        flags += f" --other-clang {options.other_clang}" if options.other_clang not in (None, OTHER_CLANG) else ""
        flags += f" --target {options.target}" if options.target != "hexagon" else ""
        return f"again: utils/{self.name}.py --first {seed} --seeds 1 --levels {level} --modes {mode}{flags} --keep DIR"

    def main(self, description, extend=lambda parser: None, started=lambda options: None):
        options = parse(description, self.levels, extend)
        started(options)
        count = {"passed": 0, "failed": 0, "upstream": 0, "skipped": 0}
        with tempfile.TemporaryDirectory() as shared, concurrent.futures.ThreadPoolExecutor(options.j) as pool:
            self.folder = pathlib.Path(shared)
            seed = options.first
            while (missing := options.seeds - sum(count.values()) + count["skipped"]) > 0:
                for outcome, text in pool.map(lambda s: self.check(s, options), range(seed, seed + missing)):
                    count[outcome] += 1
                    if text:
                        print(text, flush=True)
                    done = sum(count.values()) - count["skipped"]
                    if done % REPORTED == 0 and outcome != "skipped" and done < options.seeds:
                        print(f"{self.name}: {done} of {options.seeds}, {count['failed']} failed", flush=True)
                seed += missing
        print(f"{self.name}: {count['passed']} passed, {count['failed']} failed, {count['upstream']} wrong by a fault of"
              f" upstream's, {count['skipped']} unusable")
        return 1 if count["failed"] else 0


def shown(result):
    return f"fails: {result}" if isinstance(result, Exception) else repr(result)


def for_linker(flags):
    """The compiler's options that the linker has to be told where it compiles."""
    if "-flto" not in flags:
        return []
    passed = [word for before, flag in zip(flags, flags[1:]) if before == "-mllvm" for word in ("-mllvm", flag)]
    level = [flag for flag in flags if flag in ("-O0", "-O1", "-O2", "-O3")][-1:]
    return [*passed, *(f"--lto-{flag[1:]}" for flag in level)]


def positioned(options, seed):
    """The options of one program: its code's position is drawn by its seed, if so asked."""
    drawn = options.position == "drawn" and random.Random(f"position of {seed}").random() < 0.5
    independent = options.target == "hexagon" and (drawn or options.position == "independent")
    return argparse.Namespace(**{**vars(options), "cflag": options.cflag + [PIC] * independent})


def parse(description, levels, extend):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parent.parent / "build")
    parser.add_argument("--seeds", type=int, default=30, metavar="N")
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--target", choices=("hexagon", "swiftdsp"), default="hexagon")
    parser.add_argument("--levels", default=levels,
                        help="of optimization (default: %(default)s); O3+funroll-loops is -O3 -funroll-loops")
    parser.add_argument("--draw", action="store_true", help="one of the levels for each program, drawn by its seed")
    parser.add_argument("--modes", help=f"of the packetizer (default: sda for Hexagon; SwiftDSP's own): {','.join(MODES)}")
    parser.add_argument("--position", choices=POSITIONS, default="drawn",
                        help="of the code: -fno-pic, -fPIC, or one of them for each program, drawn by its seed (default)")
    parser.add_argument("--flags", default=drawing.DRAWN, metavar="WHICH",
                        help="of the compiler, in addition: drawn for each program by its seed (default), none, or those of a message")
    parser.add_argument("--other-clang", metavar="PATH", default=OTHER_CLANG if os.path.exists(OTHER_CLANG) else None,
                        help="another clang, asked where the host runs no such programs (default: Debian's clang-22, if installed)")
    parser.add_argument("--cflag", action="append", default=[], help="one more of the compiler's, for the target")
    parser.add_argument("-j", type=int, default=os.cpu_count(), metavar="N")
    parser.add_argument("--keep", metavar="DIR", help="leave programs and objects there")
    extend(parser)
    options = parser.parse_args()
    options.modes = options.modes or (DEFAULT if options.target == "swiftdsp" else "sda")
    try:
        options.flags = None if options.flags == drawing.DRAWN else drawing.given(options.flags.removeprefix(drawing.NONE))
    except ValueError as wrong:
        parser.error(str(wrong))
    unknown = [mode for mode in options.modes.split(",") if mode not in (*MODES, DEFAULT)]
    if unknown:
        parser.error(f"no mode named '{unknown[0]}': {', '.join(MODES)}")
    return options
