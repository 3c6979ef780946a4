# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Command line of utils/device-kit.sh."""
from .processes import silent_until_ready

silent_until_ready()  # before what takes time

import argparse
import os
import re
import shutil
import sys
import tempfile

from . import frontend
from .compile_model import CPUS, POSITION_INDEPENDENT, name_by
from .files import place
from .pipeline import HEXAGON_CPU, call, compile_object, compiler_command, translate
from .tools import PROJECT, RunError, Tools, keep_apart, shown, status_of

DESCRIPTION = """Makes a folder with what a device with a Hexagon DSP needs to run a network: the DSP's library, the network's object,
skeleton and stub for FastRPC, a host's program that reads and writes files, and makefiles. README.md there says how they are used, and
what of it was not run on silicon."""
TEMPLATES = os.path.join(PROJECT, "utils", "device-kit")
RESERVED = ("fastrpc", "kit", "main", "skeleton", "stub")  # names of the kit's own files
MOST_BUFFERS = 254  # a call's word has eight bits for their number, and one buffer holds the lengths


def parse(arguments):
    parser = argparse.ArgumentParser(prog="device-kit.sh", description=DESCRIPTION)
    parser.add_argument("model", metavar="MODEL.tflite")
    parser.add_argument("-o", dest="output", required=True, metavar="DIR", help="made if it is missing")
    parser.add_argument("--name", help="of the network, its library and its functions (default: by MODEL)")
    parser.add_argument("--mcpu", "-mcpu", choices=CPUS, default=HEXAGON_CPU, help="the Hexagon core (default: %(default)s)")
    parser.add_argument("--no-sda-pack", action="store_true", help="compile with the stock packetizer")
    parser.add_argument("--cflag", action="append", default=[], metavar="FLAG", help="given on to the C compiler")
    parser.add_argument("--build", metavar="DIR", help="the build folder (default: $HEXLOOM_BUILD, else build)")
    frontend.add_meaning(parser.add_argument_group("translation (given on to dnn-frontend, whose --help says more)"))
    options = parser.parse_args(arguments)
    if not options.output:
        parser.error("-o: the folder's name is empty")
    options.name = options.name or name_by(options.model)
    if not options.name or re.match("hl(_|$)", options.name, re.I):
        parser.error(f"{shown(options.model)} gives no name for what the network declares: give one with --name")
    if options.name.lower() in RESERVED:
        parser.error(f"'{options.name}' is the name of a part of the kit: give the network another with --name")
    return options


def sizes(header):
    """Bytes of inputs and outputs, of the arena and of the state, as the emitted header has them."""
    with open(header, encoding="utf-8", errors="replace") as file:
        text = file.read()
    found = {word: [int(size) for size in re.findall(rf"^#define \w+_{word}_BYTES (\d+)$", text, re.M)]
             for word in (r"INPUT\d+", r"OUTPUT\d+", "ARENA", "STATE")}
    return found[r"INPUT\d+"], found[r"OUTPUT\d+"], sum(found["ARENA"]), sum(found["STATE"])


def kit_header(name, inputs, outputs, arena, state):
    def array(values):
        return "{" + ", ".join(map(str, values or [0])) + "}"
    values = {"NAME": f'"{name}"', "INFO": f"{name}_info", "INVOKE": f"{name}_skel_handle_invoke",
              "URI": f'"file:///lib{name}_skel.so?{name}_skel_handle_invoke&_modver=1.0&_dom=cdsp"', "NUM_INPUTS": len(inputs),
              "NUM_OUTPUTS": len(outputs), "INPUT_BYTES": array(inputs), "OUTPUT_BYTES": array(outputs), "ARENA_BYTES": arena,
              "STATE_BYTES": state}
    return ("/* Names and sizes of the network that this kit was made from. */\n#ifndef KIT_H\n#define KIT_H\n\n" +
            "".join(f"#define KIT_{key} {value}\n" for key, value in values.items()) + "\n#endif\n")


def interface(name, inputs, outputs):
    """The calls in the vendor's language of interfaces."""
    buffers = [f"in sequence<octet> input{i}" for i in range(len(inputs))] + [f"rout sequence<octet> output{i}" for i in range(len(outputs))]
    listed = ",\n           ".join(buffers)
    return (f'// Every buffer begins at a multiple of 128 bytes, and its length is rounded up to one.\n#include "AEEStdDef.idl"\n#include "remote.idl"\n\n'
            f"interface {name} : remote_handle64 {{\n  long run({listed});\n  long reset(); // a network's state\n}};\n")


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def copied(folder, name, cpu, inputs):
    """The parts that are the same for every network, but for names in README.md."""
    os.makedirs(os.path.join(folder, "include/hexloom"))
    shutil.copyfile(os.path.join(PROJECT, "runtime/include/hexloom/model.h"), os.path.join(folder, "include/hexloom/model.h"))
    for part in ("fastrpc.h", "skeleton.c", "stub.h", "stub.c", "main.c", "Makefile.fastrpc", "Makefile.sdk"):
        shutil.copyfile(os.path.join(TEMPLATES, part), os.path.join(folder, part))
    with open(os.path.join(TEMPLATES, "README.md"), encoding="utf-8") as file:
        text = file.read().replace("NAME", name).replace("@CPU@", cpu)
    write(os.path.join(folder, "README.md"), text.replace("@INPUTS@", " ".join(f"input{i}.bin" for i in range(len(inputs)))))


def link(tools, options, folder, builtins):
    """libNAME_skel.so of the network's object and the skeleton."""
    skeleton, library = os.path.join(folder, "skeleton.o"), f"lib{options.name}_skel.so"
    command = compiler_command(tools, "hexagon", folder, cpu=options.mcpu)
    call("compile", [*command, *POSITION_INDEPENDENT, "-c", os.path.join(folder, "skeleton.c"), "-o", skeleton], "the compiler", folder)
    call("link", [tools.linker, "-shared", "-Bsymbolic", "-soname", library, os.path.join(folder, options.name + ".o"), skeleton, builtins,
                  "-o", os.path.join(folder, library)], "the linker")
    os.remove(skeleton)


def make(tools, options, folder):
    """The kit in `folder`; what is to be said to the user."""
    name, builtins = options.name, tools.library("libclang_rt.builtins-hexagon.a")
    if not tools.linker or not os.path.exists(builtins):
        raise RunError("setup", f"{'ld.lld-19' if not tools.linker else builtins} is missing: {tools.remedy()}")
    notes = translate(tools, options.model, "hexagon", folder, frontend.meaning_arguments(options) + ["--name=" + name], name)
    inputs, outputs, arena, state = sizes(os.path.join(folder, name + ".h"))
    if max(len(inputs), len(outputs)) > MOST_BUFFERS:
        raise RunError("kit", f"the network has {len(inputs)} inputs and {len(outputs)} outputs: a call of FastRPC takes {MOST_BUFFERS} of each")
    compile_object(tools, "hexagon", folder, name, frontend.compiler_flags(options) + POSITION_INDEPENDENT, cpu=options.mcpu)
    for end in (".c", ".weights"):
        os.remove(os.path.join(folder, name + end))
    copied(folder, name, options.mcpu, inputs)
    write(os.path.join(folder, "kit.h"), kit_header(name, inputs, outputs, arena, state))
    write(os.path.join(folder, "kit.mk"), f"NAME = {name}\nCPU = {options.mcpu}\n")
    write(os.path.join(folder, name + ".idl"), interface(name, inputs, outputs))
    shutil.copyfile(builtins, os.path.join(folder, "libbuiltins.a"))
    link(tools, options, folder, builtins)
    return notes


def run(options):
    if not os.path.isfile(options.model):
        raise RunError("setup", f"{options.model}: " + ("not a file" if os.path.exists(options.model) else "no such file"))
    if os.path.lexists(options.output) and not os.path.isdir(options.output):
        raise RunError("setup", f"{shown(options.output)}: not a folder")
    tools = Tools(options.build, None, not options.no_sda_pack and "sda")
    tools.require("hexagon", running=False)
    with tempfile.TemporaryDirectory(prefix="hexloom-") as folder:
        notes = make(tools, options, folder)
        parts = sorted(os.path.relpath(os.path.join(where, name), folder) for where, _, names in os.walk(folder) for name in names)
        wanted = [os.path.join(options.output, part) for part in parts]
        keep_apart([options.model, *frontend.header_files(options)], wanted)
        os.makedirs(os.path.join(options.output, "include/hexloom"), exist_ok=True)
        place([os.path.join(folder, part) for part in parts], wanted)
    if notes:
        print(notes, file=sys.stderr)
    print(f"{options.output}: a kit for {options.name} on Hexagon {options.mcpu}; {os.path.join(options.output, 'README.md')} says how it is used")


if __name__ == "__main__":
    sys.exit(status_of("device-kit", run, parse(sys.argv[1:])))
