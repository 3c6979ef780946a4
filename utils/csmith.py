#!/usr/bin/env python3
"""Random C programs, compiled for Hexagon with the SDA packetizer and for the host: their checksums must be equal.

usage: csmith.py [--build DIR] [--seeds N] [--first SEED] [--levels O1,O2,O3] [--modes sda,...] [-j N] [--keep DIR]

csmith makes one program for each seed. The host is a 32-bit one, so that the sizes of C's types agree; a program that
does not end in time there is replaced by the next seed. -sda-verify is on for every compilation. Status 1 and the
command to repeat it for every difference.
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent / "csmith"
LLVM = "/usr/lib/llvm-19/bin"
COMMON = ["-w", "-ffreestanding", "-fno-builtin", "-fno-pic", f"-I{HERE}/include",
          "-I/usr/include/csmith"]
HEXAGON = ["--target=hexagon-unknown-elf", "-mv66", "-mhvx", "-mhvx-length=128b", "-G0", "-fno-math-errno"]
HOST = ["--target=i386-unknown-linux", "-msse2", "-malign-double", "-O0"]
CSMITH = ["csmith", "--no-float", "--concise", "--max-funcs", "6", "--max-block-depth", "4"]


class Difference(Exception):
    pass


def tool(args, seconds=120, **options):
    done = subprocess.run([str(a) for a in args], capture_output=True, timeout=seconds, **options)
    if done.returncode:
        raise Difference(f"{' '.join(map(str, args))}\n{done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout


def on_host(program, folder):
    objects = []
    for source in (program, HERE / "support.c"):
        objects.append(folder / (source.stem + ".host.o"))
        tool([f"{LLVM}/clang", *HOST, *COMMON, "-c", source, "-o", objects[-1]])
    tool([f"{LLVM}/ld.lld", "-m", "elf_i386", "-e", "_start", *objects, "-o", folder / "host"])
    return tool([folder / "host"], seconds=5)


def on_hexagon(program, folder, build, level, mode):
    flags = [*HEXAGON, *COMMON, f"-{level}"]
    if mode != "off":
        flags += ["-mllvm", f"-sda-pack={mode}", "-mllvm", "-sda-verify"]
    objects = []
    for source in (program, HERE / "support.c"):
        objects.append(folder / f"{source.stem}.{level}.{mode}.o")
        tool([build / "bin/clang", *flags, "-c", source, "-o", objects[-1]], seconds=600)
    builtins = build / "lib/libclang_rt.builtins-hexagon.a"
    binary = folder / f"hexagon.{level}.{mode}"
    tool([build / "bin/ld.lld", "-e", "_start", *objects, builtins, "-o", binary])
    return tool(["qemu-hexagon", binary], seconds=120)


def check(seed, options):
    """Returns (outcome, text) for one seed."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary) / (str(seed) if options.keep else "")
        folder.mkdir(parents=True, exist_ok=True)
        program = folder / "program.c"
        program.write_bytes(tool([*CSMITH, "--seed", seed], cwd=folder))
        try:
            expected = on_host(program, folder)
        except subprocess.TimeoutExpired:
            return "skipped", ""
        for level in options.levels.split(","):
            for mode in options.modes.split(","):
                try:
                    got = on_hexagon(program, folder, options.build, level, mode)
                except (Difference, subprocess.TimeoutExpired) as problem:
                    return "failed", f"seed {seed} -{level} {mode}: {problem}"
                if got != expected:
                    return "failed", f"seed {seed} -{level} {mode}: host {expected!r}, Hexagon {got!r}"
        return "passed", ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parent.parent / "build")
    parser.add_argument("--seeds", type=int, default=30)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--levels", default="O1,O2,O3")
    parser.add_argument("--modes", default="sda")
    parser.add_argument("-j", type=int, default=2)
    parser.add_argument("--keep", help="leave programs and objects in this folder")
    options = parser.parse_args()
    count = {"passed": 0, "failed": 0, "skipped": 0}
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        seed = options.first
        while count["passed"] + count["failed"] < options.seeds:
            wanted = options.seeds - count["passed"] - count["failed"]
            seeds = range(seed, seed + wanted)
            seed += wanted
            for outcome, text in pool.map(lambda s: check(s, options), seeds):
                count[outcome] += 1
                if text:
                    print(text, flush=True)
    print(f"csmith: {count['passed']} passed, {count['failed']} failed, {count['skipped']} programs did not end")
    return 1 if count["failed"] else 0


sys.exit(main())
