# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Command line of utils/run-model.sh."""
from .processes import silent_until_ready

silent_until_ready()  # before what takes time

import argparse
import contextlib
import fcntl
import json
import math
import os
import re
import sys
import tempfile

from . import frontend
from .database import Database, options_by
from .files import place
from .meaning import Meaning
from .pipeline import build_and_run, call
from .profiling import REPORTS, Profile, SimulatorProfile
from .progress import Progress, told_rounds
from .tools import RunError, Tools, keep_apart, shown, status_of
from .tune import HOPELESS, tune
from .tuning_report import report

DESCRIPTION = """Compiles a quantized .tflite network, runs it under qemu-hexagon, on SwiftDSP's simulator or on this machine, writes each
output tensor as raw bytes (output0.bin, output1.bin, ... in the output folder) and prints a summary."""


def with_word_of_tune(arguments):
    """--tune alone is --tune=likely. Another word behind it may be the network."""
    result = []
    for place, word in enumerate(arguments):
        follows = arguments[place + 1] if place + 1 < len(arguments) else ""
        takes = follows in HOPELESS or follows.isdecimal()
        result.append("--tune=likely" if word == "--tune" and not takes else word)
    return result


def parse(arguments):
    parser = argparse.ArgumentParser(prog="run-model.sh", description=DESCRIPTION)
    parser.add_argument("model", metavar="MODEL.tflite")
    group = parser.add_argument_group("input and output")
    group.add_argument("--input", action="append", default=[], metavar="FILE",
                       help="raw bytes, or a numpy array where the name ends in .npy (real numbers are quantized): once "
                            "for each graph input in order, or once for all of them one after the other (raw bytes only); "
                            "without it a deterministic input is made")
    group.add_argument("--image", action="append", default=[], metavar="FILE",
                       help="a picture (PNG, JPEG, BMP), scaled to the input: once for each graph input, in place of --input")
    group.add_argument("--mean", type=float, help="with --image: (byte - MEAN) / STD is quantized as the input is")
    group.add_argument("--std", type=float, help="(without both, bytes take the whole range of an 8-bit input)")
    group.add_argument("--labels", metavar="FILE", help="a class for each line: print the five best with probabilities")
    group.add_argument("--draw", metavar="FILE", help="with --image: draw the classes of pixels, or frames around detections, those of YOLO's and SSD's heads included, over the picture")
    group.add_argument("--steps", type=int, default=1, metavar="N",
                       help="run N times in a row, a state passing from each run to the next: every input file holds N "
                            "records one after the other, and so will every output file")
    group.add_argument("--output-dir", default=".", metavar="DIR", help="made if it is missing (default: here)")
    group.add_argument("--npy", action="store_true", help="write output0.npy, ... in place of raw bytes")
    group.add_argument("--json", action="store_true", help="the summary as JSON")
    frontend.add_options(parser, "hexagon: HVX code under qemu-hexagon; swiftdsp: on its simulator; portable: plain C on "
                         "this machine")
    group = parser.add_argument_group("compiler")
    group.add_argument("--clang", metavar="PATH",
                       help="another compiler than build/bin/clang; 'stock' is Debian's clang-19, which has no "
                            "-sda-pack")
    group.add_argument("--no-sda-pack", action="store_true", help="compile with the stock packetizer")
    group.add_argument("--cflag", action="append", default=[], metavar="FLAG", help="given on to the C compiler")
    group.add_argument("--sanitize", action="store_true", help="with --target=portable: compile with AddressSanitizer and "
                       "UndefinedBehaviorSanitizer; any fault ends the run")
    group.add_argument("--build", metavar="DIR", help="the build folder (default: $HEXLOOM_BUILD, else build)")
    group = parser.add_argument_group("inspection")
    group.add_argument("--keep", metavar="DIR", help="keep model.c, model.h, model.weights, model.o and the program there")
    group.add_argument("--dump-tensors", metavar="DIR", help="write every tensor between the operators as NAME.npy there, stored integers "
                       "in the network's own shape, and tensors.json, which lists them; utils/compare.py reads both. They come from "
                       "another program than the deployed one: one that keeps every tensor and fuses nothing away. It computes the same "
                       "numbers, and its outputs are compared with the deployed program's")
    group.add_argument("--summary", action="store_true", help="instead of running: inputs, outputs and layers with their plans")
    group.add_argument("--steady", action="store_true", help="run twice and count the second inference")
    group.add_argument("--profile", metavar="DIR", help="record the run's packets (all inferences of it) and write "
                       "profile.txt, profile.json and profile.html there: packets, stalls and cycles by layer")
    group.add_argument("--profile-memory", action="store_true", help="with --profile: simulate the caches too")
    group.add_argument("--tune", metavar="WHICH",
                       help="instead: measure the plans that serve a layer in the layouts that were chosen (tiles, unrollings, orders of "
                       "loops, output stages, kernels), say what the choice by modelled cycles costs over the best, and what the network "
                       "takes by the best; likely, where no word is given: those whose modelled cycles are near the least; exhaustive: "
                       "but for hopeless ones all; a number: at most so many, which a search finds; the name of a layer, as op010: its "
                       "plans; Ctrl-C keeps what is measured by then")
    group.add_argument("--database", metavar="FILE", help="what tuning measured, as text: with --tune what it has is not measured again, and "
                       "what is measured is added, while that lasts; without it, layers that it has take the best plans that it has")
    group.add_argument("--tuned", metavar="FILE", help="with --tune: the network's text with the best plans, for dnn-frontend")
    options = frontend.parse(parser, with_word_of_tune(arguments))
    for option in ("output_dir", "keep", "profile", "tuned", "database", "labels", "draw", "report", "dump_tensors"):
        if getattr(options, option) == "":
            parser.error(f"--{option.replace('_', '-')}: the name is empty")
    if not 1 <= options.steps <= 1000000:
        parser.error("--steps takes a number from 1 to 1000000")
    if options.steps > 1 and (options.image or options.npy or options.labels or options.draw
                              or any(path.endswith(".npy") for path in options.input)):
        parser.error("--steps goes with raw bytes only")
    if options.dump_tensors and (options.steps > 1 or options.steady or options.summary or options.tune):
        parser.error("--dump-tensors is of one run: it goes without --steps, --steady, --summary and --tune")
    if options.profile and options.target == "portable":
        parser.error("--profile goes with --target=hexagon or swiftdsp")
    if options.clang == "stock" and options.target == "swiftdsp":
        parser.error("--clang=stock knows no SwiftDSP")
    if options.sanitize and options.target != "portable":
        parser.error("--sanitize goes with --target=portable")
    if options.image and options.input:
        parser.error("--image and --input exclude each other")
    if not options.image and (options.draw or options.mean is not None or options.std is not None):
        parser.error("--draw, --mean and --std go with --image")
    if options.std == 0 or not all(math.isfinite(number or 0) for number in (options.mean, options.std)):
        parser.error("--mean and --std are finite numbers, and --std is not 0")
    if options.summary and (options.tune or options.profile or options.input or options.image or options.npy):
        parser.error("--summary runs nothing: it goes without --tune, --profile, --input, --image and --npy")
    if options.database and (options.target != "hexagon" or options.summary or options.dump_tensors):
        parser.error("--database goes with --target=hexagon and without --summary and --dump-tensors")
    if options.tune == "" or options.tune == "0":
        parser.error("--tune takes likely, exhaustive, a number of plans or a layer's name")
    if options.tuned and not options.tune:
        parser.error("--tuned goes with --tune")
    if options.tune and (options.target != "hexagon" or options.profile or options.input or options.image):
        parser.error("--tune goes with --target=hexagon and without --profile, --input and --image")
    if options.profile_memory and (not options.profile or options.target != "hexagon"):
        parser.error("--profile-memory goes with --profile and --target=hexagon")
    return options


def table(options, result):
    """Rows (name, value) of the summary."""
    where = {"hexagon": "hexagon (qemu-hexagon, v66, HVX 128 bytes)", "portable": "portable (this machine)",
             "swiftdsp": "swiftdsp (its simulator)"}
    yield "model", options.model
    yield "target", where[options.target]
    for name, (dtype, dims, size) in result["tensors"].items():
        path = ""
        if name.startswith("output"):
            path = " -> " + os.path.join(options.output_dir, name + (".npy" if options.npy else ".bin"))
        yield name, f"{dtype} {dims}, {size} bytes{path}"
    if "packets" in result:
        runs = f"{options.steps} inferences" if options.steps > 1 else "second inference" if options.steady else ""
        yield "packets", f"{result['packets']:,}" + (f" ({runs})" if runs else "")
        vector = f" ({result['vector_instructions']:,} HVX)" if "vector_instructions" in result else ""
        yield "instructions", f"{result['instructions']:,}{vector}"
    if "cycles" in result:
        yield "cycles", f"{result['cycles']:,}"
    yield "arena", f"{result['arena_bytes']:,} bytes"
    if "state_bytes" in result:
        yield "state", f"{result['state_bytes']:,} bytes"
    yield "code", f"{result['code_bytes']:,} bytes"
    yield "constants", f"{result['constant_bytes']:,} bytes"
    if "dumped_tensors" in result:
        yield "tensors", f"{result['dumped_tensors']} -> {options.dump_tensors}"
    if result["profile"]:
        yield "profile", ", ".join(result["profile"])
    yield from (("class", line) for line in result.get("classes", ()))
    yield from (("pixels", f"{100 * share:6.2f} %  {name}") for share, name in result.get("pixels", ()))
    for score, name, box in result.get("boxes", ()):
        yield "box", f"{100 * score:6.2f} %  {name}  from {box[0]:.3f}, {box[1]:.3f} to {box[2]:.3f}, {box[3]:.3f}"
    yield "time", ", ".join(f"{stage.replace('_', ' ')} {value:.2f} s" for stage, value in result["seconds"].items())


def run_tuning(options, tools, folder):
    progress = told_rounds("run-model", shown(os.path.basename(options.model)))
    try:
        tuning = tune(tools, options.model, frontend.all_arguments(options), folder, progress,
                      options.tune, len(os.sched_getaffinity(0)),
                      Database(options.database, tools, options.cflag) if options.database else None,
                      flags=frontend.compiler_flags(options), frontend_options=frontend.custom_arguments(options))
    finally:
        progress("")
    if options.tuned:
        with open(options.tuned, "w") as out:
            out.write("\n".join(tuning.best_text()) + "\n")
    for line in report(tuning):
        print(line)
    if options.tuned:
        print(f"the network with the best plans: {shown(options.tuned)}")
    if tuning.ended:
        raise tuning.ended


def written_files(options):
    """Those of them that are there already."""
    folder = options.output_dir if os.path.isdir(options.output_dir) else None
    outputs = [name for name in os.listdir(folder) if re.fullmatch(r"output\d+\.(bin|npy)", name)] if folder and not options.tune else []
    kept = [os.path.join(options.keep, "model" + end) for end in ("", ".c", ".h", ".weights", ".o")] if options.keep else []
    reports = [os.path.join(options.profile, name) for name in REPORTS] if options.profile else []
    return [os.path.join(options.output_dir, name) for name in outputs] + kept + reports + [
        path for path in (options.draw, options.tuned, options.report) if path]


@contextlib.contextmanager
def work_folder(keep):
    """The folder of what lies between: `keep`, which one run at a time may use, or one that goes again."""
    if not keep:
        with tempfile.TemporaryDirectory(prefix="hexloom-", ignore_cleanup_errors=True) as folder:
            yield folder
        return
    os.makedirs(keep, exist_ok=True)
    number = os.open(keep, os.O_RDONLY | os.O_DIRECTORY)
    try:
        lock(number, keep)
        yield keep
    finally:
        os.close(number)


def lock(number, folder):
    """A file system without locks is taken as it is."""
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise RunError("setup", f"{shown(folder)} is used by another run: give each its own folder with --keep")
    except OSError:
        pass


@contextlib.contextmanager
def output_folder(path):
    """Made if it is missing, and removed again where nothing came into it."""
    is_new = not os.path.isdir(path)
    try:
        os.makedirs(path, exist_ok=True)
        yield
    finally:
        if is_new:
            with contextlib.suppress(OSError):  # not made after all, or not empty
                os.rmdir(path)


def try_writing(options):
    """What could not be written in the end is told before the work."""
    folders = {os.path.dirname(path) or "." for path in (options.draw, options.tuned, options.report) if path}
    results = [path for path in (options.output_dir, options.dump_tensors) if path and not options.tune]
    for folder in {*results, *folders}:
        try:
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            raise RunError("setup", f"cannot write into {shown(folder)}: {error.strerror}")
    for path in written_files(options):
        if os.path.isdir(path) or os.path.exists(path) and not os.access(path, os.W_OK):
            raise RunError("setup", f"cannot write {shown(path)}" + (": it is a directory" if os.path.isdir(path) else ""))


def run(options):
    for path in read_files(options):
        if not os.path.isfile(path):
            raise RunError("setup", f"{path}: " + ("not a file" if os.path.exists(path) else "no such file"))
    database = [options.database] if options.database else []
    keep_apart([*read_files(options), *frontend.header_files(options), *database], written_files(options))
    tools = Tools(options.build, options.clang, not options.no_sda_pack and "sda")
    if options.target == "hexagon" and options.clang == "stock":
        print("run-model: note: compiled by Debian's clang-19 without -sda-pack, as asked", file=sys.stderr)
    if options.summary:
        return summarize(options, tools)
    with work_folder(options.keep) as folder:
        if options.tune:
            try_writing(options)
            run_tuning(options, tools, folder)
            return
        with output_folder(options.output_dir), output_folder(options.dump_tensors or options.output_dir):
            try_writing(options)
            run_once(options, tools, folder)


def summarize(options, tools):
    tools.require(options.target, running=False)
    form = "--summary=json" if options.json else "--summary"
    text, notes = call("front end", [tools.frontend, options.model, "--target=" + options.target, form, *frontend.all_arguments(options)],
                       "dnn-frontend")
    print(text, end="")
    if notes:
        print(notes, file=sys.stderr)


def read_files(options):
    return [options.model, *options.input, *options.image, *([options.labels] if options.labels else [])]


def dump_of(options, tools, folder):
    """None where no tensors are asked for, so that numpy is not needed."""
    if not options.dump_tensors:
        return None
    from .dump import Dump
    return Dump(tools, options, folder, frontend.meaning_arguments(options), [*read_files(options), *frontend.header_files(options)])


def run_once(options, tools, folder):
    profile = None
    if options.profile:
        on_simulator = options.target == "swiftdsp"
        profile = SimulatorProfile(tools, options.profile) if on_simulator else Profile(tools, options.profile, options.profile_memory)
        profile.summary = os.path.join(folder, "summary.json")
    progress = Progress("run-model", shown(os.path.basename(options.model)))
    try:
        with tempfile.TemporaryDirectory(dir=folder) as outputs:
            prefix = os.path.join(outputs, "output")
            meaning, flags = Meaning(tools, options), frontend.compiler_flags(options)
            inputs, dump = meaning.inputs(folder), dump_of(options, tools, outputs)
            by_database = options_by(options.database, tools, options.cflag)
            model, arguments = options.model, [*frontend.all_arguments(options), *by_database]
            if profile:
                arguments = [*arguments, "--dump-summary=" + profile.summary]
            result = build_and_run(tools, model, options.target, folder, prefix, inputs, options.steady, arguments, flags, progress, profile,
                                   options.sanitize, options.steps)
            if profile and options.report:
                measured = os.path.join(options.profile, "profile.json")
                call("front end", [tools.frontend, model, "--target=" + options.target, *frontend.choice_arguments(options), *by_database,
                                   "--report=" + options.report, "--profile=" + measured], "dnn-frontend")
            dumped = dump.make(inputs, prefix, frontend.custom_arguments(options), flags, progress) if dump else []
            if dump:
                result["dumped_tensors"] = len(dump.tensors)
            meaning.interpret(prefix, result)
            made = sorted(name for name in os.listdir(outputs) if name.startswith("output"))
            place([*(os.path.join(outputs, name) for name in made), *dumped],
                  [*(os.path.join(options.output_dir, name) for name in made), *(dump.paths if dump else [])])
    finally:
        progress.close()
    tell(options, result)


def tell(options, result):
    if result["notes"]:
        print(result["notes"], file=sys.stderr)
    if options.json:
        print(json.dumps({"model": options.model, **result}, indent=2))
    else:
        for name, value in table(options, result):
            print(f"{name:<14}{shown(str(value))}")


sys.exit(status_of("run-model", run, parse(sys.argv[1:])))
