#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows that a change of the packetizer's sources changes no code.

    utils/code-diff.py record FOLDER     before the change: keeps the assembly of all inputs in FOLDER
    utils/code-diff.py compare FOLDER    after it: compiles them again, names those that differ, status 1 if any do

Inputs are the kernels of utils/bench, networks of the model zoo and LLVM's own tests for Hexagon (code generation of
each file for v66 with HVX of the length that it names, or of 128 bytes; what fails has to fail again). All are compiled
with -sda-pack, without address randomisation. `diff` on FOLDER/NAME.s and FOLDER/NAME.new shows a difference.
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NETWORKS = ["resnet_8_int8", "conv_transformer_int8", "mobilenet_v1_025_96_uint8"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["record", "compare"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("words", nargs="*", metavar="WORD", help="only inputs whose name contains a WORD")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build", help="build folder (default: build)")
    parser.add_argument("--bin", type=pathlib.Path, help="folder of clang and llc (default: BUILD/bin)")
    parser.add_argument("--mode", default="sda", help="of -sda-pack (default: sda)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th of LLVM's tests")
    parser.add_argument("--only", choices=["kernels", "networks", "llvm"], action="append", help="only such inputs")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    return parser.parse_intermixed_args()


def network_sources(build, folder):
    """Yields the C files of the networks, which the front end writes."""
    for name in NETWORKS:
        source, network = folder / f"{name}.c", folder / f"{name}.tflite"
        if not source.exists():
            subprocess.run([build / "bin/model-zoo", name, "-o", network], check=True, stdout=subprocess.DEVNULL)
            subprocess.run([build / "bin/dnn-frontend", network, "-o", source], check=True, stdout=subprocess.DEVNULL)
        yield name, source


def commands(args):
    """Yields name and command of each input; the commands print assembly."""
    tools = args.bin
    pack = f"-sda-pack={args.mode}"
    clang = [tools / "clang", "--target=hexagon-unknown-elf", "-mv66", "-mhvx", "-mhvx-length=128b", "-G0",
             "-ffreestanding", "-O2", "-S", "-w", "-resource-dir", "/usr/lib/llvm-19/lib/clang/19", "-mllvm", pack, "-o", "-"]
    wanted = args.only or ["kernels", "networks", "llvm"]
    if "kernels" in wanted:
        for source in sorted((ROOT / "utils/bench/kernels").glob("*/*.c")):
            yield f"kernel-{source.stem}", clang + ["-I", ROOT / "runtime/include", "-I", source.parent.parent, source]
    if "networks" in wanted:
        for name, source in network_sources(args.build, args.folder):
            # Nothing is assembled, so the weights' size that the source checks is not known.
            yield f"network-{name}", clang + ["-fno-integrated-as", "-I", ROOT / "runtime/include", source]
    if "llvm" in wanted:
        llc = [tools / "llc", "-mtriple=hexagon", "-mcpu=hexagonv66", pack, "-o", "-"]
        suite = args.build / "llvm-src/llvm/test/CodeGen/Hexagon"
        for test in sorted(suite.rglob("*.ll"))[:: args.every]:
            length = "64b" if "+hvx-length64b" in test.read_text(errors="replace") else "128b"
            yield ("llvm-" + "+".join(test.relative_to(suite).with_suffix("").parts),
                   llc + [f"-mattr=+hvxv66,+hvx-length{length}", test])


def run(command, folder):
    """Assembly and status; messages are left out, since they name addresses."""
    done = subprocess.run(["setarch", "-R", *map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          cwd=folder, timeout=1800)
    return done.stdout + f"# status {0 if done.returncode == 0 else 1}\n".encode()


def main():
    args = arguments()
    args.folder = args.folder.resolve()
    args.folder.mkdir(parents=True, exist_ok=True)
    args.build = args.build.resolve()
    args.bin = args.bin.resolve() if args.bin else args.build / "bin"
    different = []

    def one(item):
        name, command = item
        text = run(command, args.folder)
        old = args.folder / f"{name}.s"
        if args.what == "record":
            if not name.startswith("llvm-") and not text.endswith(b"# status 0\n"):
                sys.exit(f"code-diff: error: {name} does not compile: {' '.join(map(str, command))}")
            old.write_bytes(text)
        elif not old.exists() or old.read_bytes() != text:
            (args.folder / f"{name}.new").write_bytes(text)
            different.append(name)

    work = [item for item in commands(args) if not args.words or any(word in item[0] for word in args.words)]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        list(pool.map(one, work))
    if args.what == "record":
        print(f"code-diff: recorded {len(work)} inputs in {args.folder}")
        return 0
    for name in sorted(different):
        print(f"code-diff: {name} differs")
    print(f"code-diff: {len(work) - len(different)} of {len(work)} inputs give the same code")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
