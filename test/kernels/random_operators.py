#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates, compiles, links and runs random operators of one family; see RandomOps.h.

  random_operators.py --family NAME --build DIR --root DIR --folder DIR [--count N] [--seed N] [--kind N [--kernels TEXT]]
                      [--clang PATH] [--flag FLAG]...

--family: products, windows, movement, elementwise or layouts (build/bin/random-NAME). --kind: the number of an operator, see main() of the family's maker; all
by default. --kernels: those whose names have that in them, wide products too (products). Exit status 0: everything agrees.
"""
import argparse
import concurrent.futures
import glob
import os
import shutil
import subprocess
import sys

HEXAGON = ["--target=hexagon-unknown-elf", "-mv66", "-mhvx", "-mhvx-length=128b", "-G0", "-ffreestanding", "-O2", "-std=gnu11",
           "-ffp-contract=off", "-fno-math-errno"]

TIME_LIMIT = 300  # seconds for the program, which takes a few


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--family", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--root", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--count", default="24")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--kind")
    parser.add_argument("--kernels")
    parser.add_argument("--clang")
    parser.add_argument("--flag", action="append", default=[])
    options = parser.parse_args()

    folder = options.folder
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    clang = options.clang or os.path.join(options.build, "bin", "clang")
    generate = [os.path.join(options.build, "bin", "random-" + options.family), folder, options.count, options.seed]
    chosen = [options.kind or "-1", options.kernels] if options.kernels else [options.kind] if options.kind else []
    subprocess.run(generate + chosen, check=True)

    includes = ["-I", os.path.join(options.root, "runtime", "include"), "-I", folder, "-I",
                os.path.dirname(os.path.abspath(__file__))]

    def compile_one(source):
        subprocess.run([clang, *HEXAGON, *options.flag, *includes, "-c", source, "-o", source[:-1] + "o"], check=True)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(compile_one, sorted(glob.glob(os.path.join(folder, "*.c")))))
    program = os.path.join(folder, "program")
    libraries = [os.path.join(options.build, "lib", name)
                 for name in ("libhexloom_rt_qemu.a", "libclang_rt.builtins-hexagon.a")]
    subprocess.run(["ld.lld-19", "-e", "_start", "--gc-sections", *sorted(glob.glob(os.path.join(folder, "*.o"))), *libraries,
                    "-o", program], check=True)
    try:
        return subprocess.run(["qemu-hexagon", program], stderr=subprocess.DEVNULL, timeout=TIME_LIMIT).returncode
    except subprocess.TimeoutExpired:
        sys.exit(f"random_operators: {program} does not end")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(f"random_operators: {error.cmd[0]} failed with status {error.returncode}")
