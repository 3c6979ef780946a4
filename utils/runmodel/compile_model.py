# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Command line of utils/compile-model.sh."""
from .processes import silent_until_ready

silent_until_ready()  # before what takes time

import argparse
import os
import re
import shlex
import shutil
import sys
import tempfile

from . import frontend
from .database import options_by
from .files import place
from .pipeline import HEXAGON_CPU, HEXAGON_FLAGS, SWIFTDSP_FLAGS, call, compile_object, section_sizes, translate
from .tools import RunError, Tools, keep_apart, shown, status_of

DESCRIPTION = """Compiles a quantized .tflite network to an object file, a static library or, for this machine, a shared library, with
the header that declares NAME_run beside it. Weights are inside."""
CPUS = ("v65", "v66", "v67", "v68", "v69", "v71", "v73")
KINDS = (".o", ".a", ".so")
POSITION_INDEPENDENT = ["-fPIC"]


def parse(arguments):
    parser = argparse.ArgumentParser(prog="compile-model.sh", description=DESCRIPTION)
    parser.add_argument("model", metavar="MODEL.tflite")
    parser.add_argument("-o", dest="output", required=True, metavar="FILE", help="NAME.o, libNAME.a or libNAME.so; its kind "
                        "is by its end")
    parser.add_argument("--name", help="prefix of what the network declares, and the header's name (default: by FILE)")
    frontend.add_options(parser, "hexagon: HVX code; swiftdsp: SwiftDSP's; portable: plain C for this machine")
    parser.add_argument("--database", metavar="FILE", help="what tuning measured (utils/run-model.sh --tune --database FILE): layers that it has "
                        "take the best plans that it has")
    group = parser.add_argument_group("compiler")
    group.add_argument("--mcpu", "-mcpu", choices=CPUS, default=HEXAGON_CPU,
                       help="the Hexagon core, also as clang has it, -mcpu=v68 (default: %(default)s)")
    group.add_argument("--no-sda-pack", action="store_true", help="compile with the stock packetizer")
    group.add_argument("--cflag", action="append", default=[], metavar="FLAG", help="given on to the C compiler")
    group.add_argument("--build", metavar="DIR", help="the build folder (default: $HEXLOOM_BUILD, else build)")
    options = frontend.parse(parser, arguments)
    if not options.output:
        parser.error("-o: a file's name is empty")
    options.kind = os.path.splitext(options.output)[1]
    if options.kind not in KINDS:
        parser.error(f"-o: {shown(options.output)} ends in none of " + ", ".join(KINDS))
    if not options.name:
        options.name = name_by(options.output)
        if not options.name or re.match("hl(_|$)", options.name, re.I):
            parser.error(f"-o: {shown(options.output)} gives no prefix for what the network declares: give one with --name")
    if options.kind == ".so" and options.target != "portable":
        parser.error("-o: a shared library goes with --target=portable")
    if options.report == "":
        parser.error("--report: the name is empty")
    if options.database == "":
        parser.error("--database: the name is empty")
    if options.database and (options.target != "hexagon" or options.mcpu != HEXAGON_CPU):
        parser.error(f"--database goes with --target=hexagon and --mcpu={HEXAGON_CPU}")
    if options.mcpu != HEXAGON_CPU and options.target != "hexagon":
        parser.error("--mcpu goes with --target=hexagon")
    return options


def name_by(output):
    """libcats-2.a gives cats_2; nothing where no letter or digit is left."""
    stem = re.sub("^lib", "", os.path.splitext(os.path.basename(output))[0]) or "model"
    return re.sub("^([0-9])", r"_\1", re.sub("[^A-Za-z0-9_]", "_", stem).lstrip("_"))


def combine(tools, options, object_file, path):
    """The object file as what was asked for."""
    if options.kind == ".o":
        shutil.copyfile(object_file, path)
    elif options.kind == ".a":
        call("archive", [tools.archiver, "rcsD", path, object_file], "the archiver")
    else:
        call("link", [tools.cc, "-shared", object_file, "-lm", "-Wl,-soname," + os.path.basename(options.output), "-o", path],
             "the linker")


def check_header(output, header, made):
    """A header that is there before the library is another one's, and stays what it is."""
    if os.path.isfile(header) and not os.path.exists(output):
        with open(header, "rb") as old, open(made, "rb") as new:
            if old.read() != new.read():
                raise RunError("output", f"{shown(header)} is there already and declares another network: give this one a name "
                               "of its own with --name, or remove that header")


def linking(tools, options, header):
    """The command that makes a program of the library and its user's C; for Hexagon one for the emulator."""
    include = ["-I", str(tools.include)] + (["-I", os.path.dirname(header)] if os.path.dirname(header) else [])
    library = options.output if os.path.dirname(options.output) else "./" + options.output
    command = {
        "hexagon": [tools.clang, "-m" + options.mcpu, *HEXAGON_FLAGS, "-O2", "-nostdlib", "-fuse-ld=lld", "-Wl,-e,_start", *include,
                    "user.c", library, tools.library("libhexloom_rt_qemu.a"), tools.library("libclang_rt.builtins-hexagon.a")],
        "swiftdsp": [tools.clang, *SWIFTDSP_FLAGS, "-O2", *include, "user.c", library],
        "portable": [tools.cc, "-O2", *include, "user.c", library, "-lm"],
    }[options.target]
    if options.kind == ".so":
        command.append("-Wl,-rpath," + os.path.abspath(os.path.dirname(options.output)))
    return shlex.join([*command, "-o", "user"])


def run(options):
    if not os.path.isfile(options.model):
        raise RunError("setup", f"{options.model}: " + ("not a file" if os.path.exists(options.model) else "no such file"))
    tools = Tools(options.build, None, not options.no_sda_pack and "sda")
    tools.require(options.target, running=False)
    name = options.name
    header = os.path.join(os.path.dirname(options.output), name + ".h")
    database = [options.database] if options.database else []
    keep_apart([options.model, *frontend.header_files(options), *database], [options.output, header, *([options.report] if options.report else [])])
    if options.report and os.path.realpath(options.report) in (os.path.realpath(options.output), os.path.realpath(header)):
        raise RunError("setup", f"{shown(options.report)} is the file of --report and one of the library's")
    with tempfile.TemporaryDirectory(prefix="hexloom-") as folder:
        flags = frontend.compiler_flags(options) + (POSITION_INDEPENDENT if options.target == "portable" else [])
        arguments = [*frontend.all_arguments(options), *options_by(options.database, tools, options.cflag), "--name=" + name]
        notes = translate(tools, options.model, options.target, folder, arguments, name)
        object_file = compile_object(tools, options.target, folder, name, flags, cpu=options.mcpu)
        code, constants = section_sizes(tools, object_file)
        made = os.path.join(folder, "made")
        combine(tools, options, object_file, made)
        check_header(options.output, header, os.path.join(folder, name + ".h"))
        place([made, os.path.join(folder, name + ".h")], [options.output, header])
    if notes:
        print(notes, file=sys.stderr)
    print(f"{options.output}: {code:,} bytes of code, {constants:,} of constants; {header} declares {name}_run")
    where = " (for the emulator)" if options.target == "hexagon" else ""
    print(f"a program with it{where}: {linking(tools, options, header)}")


if __name__ == "__main__":
    sys.exit(status_of("compile-model", run, parse(sys.argv[1:])))
