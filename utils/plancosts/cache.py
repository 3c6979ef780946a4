# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measured programs, kept below the build folder by what was compiled and by what: a change of one
kernel measures anew the programs that have it, and a second run none."""
import functools
import hashlib
import json
import os

from runmodel.pipeline import call, compile_model, compiler_command, execute
from runmodel.profiling import Profile
from runmodel.tools import MACHINE

FOLDER = "plan-costs"


def digest(path):
    with open(path, "rb") as data:
        return hashlib.file_digest(data, "sha256").digest()


@functools.lru_cache(maxsize=None)
def digest_of_tools(tools):
    word = hashlib.sha256()
    for path in (tools.clang, MACHINE, os.path.join(tools.build, "bin", "packet-profile"),
                 os.path.join(tools.build, "lib", "libpacket-profile.so"),
                 tools.library("libhexloom_rt_qemu.a"),
                 tools.library("libclang_rt.builtins-hexagon.a")):
        word.update(digest(path))
    return word.digest()


def key(tools, folder):
    """Of FOLDER/model.c with its headers and weights, of the tools and of the cycle model."""
    source = os.path.join(folder, "model.c")
    command = compiler_command(tools, "hexagon", folder)
    text, _ = call("compile", [*command, "-E", "-P", source], "the compiler", folder)
    word = hashlib.sha256(text.encode())
    word.update(digest(os.path.join(folder, "model.weights")))
    word.update(digest_of_tools(tools))
    word.update(" ".join(each for each in command if each[0] == "-").encode())
    return word.hexdigest()[:32]


def profiled(tools, folder):
    """Compiles and runs FOLDER/model.c: {layer: cycles}"""
    profile = Profile(tools, os.path.join(folder, "profile"))
    program = compile_model(tools, "hexagon", folder)
    recording = profile.emulator_options(call, program, folder)
    execute(tools, "hexagon", program, (), os.path.join(folder, "out"), emulator_options=recording)
    profile.write(call, program)
    with open(os.path.join(folder, "profile", "profile.json")) as text:
        found = {layer["name"]: layer["cycles"] for layer in json.load(text)["layers"]}
    # A function of many layers (dnn-frontend/emit/Functions.h) tells nothing of each.
    return {name: cycles for name, cycles in found.items() if name.startswith("op") and not name.endswith("_more")}


def kept(tools, folder, what, make):
    """What `make` gives of the program in FOLDER, or gave in an earlier run."""
    place = os.path.join(tools.build, FOLDER)
    path = os.path.join(place, f"{key(tools, folder)}{what}.json")
    if os.path.exists(path):
        with open(path) as text:
            return json.load(text)
    found = make()
    os.makedirs(place, exist_ok=True)
    with open(f"{path}.{os.getpid()}", "w") as out:
        json.dump(found, out)
    os.replace(f"{path}.{os.getpid()}", path)
    return found


def cycles_by_layer(tools, folder):
    return kept(tools, folder, "", lambda: profiled(tools, folder))
