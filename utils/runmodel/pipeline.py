# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The stages: translate (front end), compile and link, execute."""
import os
import re
import subprocess
import sys
import time

from . import emulator
from .processes import started
from .tools import RunError

# All targets: no fused multiply-add where the source has two roundings.
COMMON_FLAGS = ["-O2", "-std=gnu11", "-ffp-contract=off", "-fno-math-errno"]
# As in runtime/CMakeLists.txt.
HEXAGON_CPU = "v66"
HEXAGON_FLAGS = ["--target=hexagon-unknown-elf", "-mhvx", "-mhvx-length=128b", "-G0", "-ffreestanding"]
SWIFTDSP_FLAGS = ["--target=swiftdsp"]
# All that the simulator may give: the host's memory is taken when it is touched.
SIMULATOR_OPTIONS = ["--memory=2048"]
# --sanitize: the first fault ends the program, and a warning the compilation.
SANITIZER_FLAGS = ["-O1", "-g1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer",
                   "-Wall", "-Wextra", "-Werror"]
TIME_LIMIT = 1800


def call(stage, command, what, folder=None):
    """Standard output of a command, run in `folder`; its own messages become the error's text."""
    try:
        with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder) as process:
            output, errors = process.communicate(timeout=TIME_LIMIT)
    except OSError as error:
        raise RunError(stage, f"{command[0]}: {error.strerror}")
    except subprocess.TimeoutExpired:
        raise RunError(stage, f"{what} took longer than {TIME_LIMIT} s")
    messages, status = errors.decode(errors="replace").strip(), process.returncode
    if status < 0 or status == 139:
        signal = -status if status < 0 else 11
        hint = ", an access outside of its buffers perhaps" if signal == 11 and stage == "run" else ""
        raise RunError(stage, f"{what} was killed by signal {signal}{hint}" + (": " + messages if messages else ""))
    if status != 0:
        raise RunError(stage, messages or f"{what} failed with status {status}")
    return output.decode(errors="replace"), messages


def translate(tools, model, target, folder, options=(), stem="model"):
    """Runs the front end; FOLDER gets STEM.c, STEM.h and STEM.weights. What --explain says is printed."""
    source = os.path.join(folder, stem + ".c")
    text, notes = call("front end", [tools.frontend, model, "--target=" + target, "-o", source, *options], "dnn-frontend")
    sys.stdout.write(text)
    return notes


def translate_to_run(tools, model, target, folder, options=()):
    """translate(), without what the emulator lacks: of tests and measurements, which are of more than that."""
    translate(tools, model, target, folder, [*options, *(emulator.left_out(tools.qemu) if target == "hexagon" else [])])


def check_sizes(folder, inputs, steps):
    """Files of other sizes than the emitted header tells are refused before anything is compiled."""
    with open(os.path.join(folder, "model.h"), encoding="utf-8", errors="replace") as header:
        sizes = [int(size) for size in re.findall(r"^#define \w+_INPUT\d+_BYTES (\d+)$", header.read(), re.M)]
    if len(inputs) == 1 and len(sizes) > 1:
        sizes = [sum(sizes)]
    elif inputs and len(inputs) != len(sizes):
        raise RunError("input", f"{len(inputs)} files, where the network has {len(sizes)} inputs: as many are needed, or one with all of them")
    for path, size in zip(inputs, sizes):
        found, wanted = os.path.getsize(path), size * steps
        if found != wanted:
            records = f" ({steps} records of {size})" if steps > 1 else ""
            raise RunError("input", f"{path}: holds {found} bytes where the network's input takes {wanted}{records}")


def info_symbol(folder):
    """The emitted NAME_info, by the header's declaration."""
    with open(os.path.join(folder, "model.h"), encoding="utf-8", errors="replace") as header:
        found = re.search(r"extern const hl_model_info (\w+);", header.read())
    if not found:
        raise RunError("compile", "the emitted header declares no hl_model_info")
    return found.group(1)


def packing_flags(tools, target):
    """Of the packetizer: Hexagon's stock one is without options, SwiftDSP has no other than ours."""
    if not tools.sda_pack:
        return ["-mllvm", "-sda-pack=off"] if target == "swiftdsp" else []
    return ["-mllvm", f"-sda-pack={tools.sda_pack}"] + (["-mllvm", "-sda-verify"] if tools.sda_verify else [])


# What tests compile with: emitted C is to have no warnings.
WARNINGS = ("-Wall", "-Wextra", "-Werror")


def compiler_command(tools, target, folder, sanitize=False, cpu=HEXAGON_CPU):
    """The compiler with what a network's C code is compiled with."""
    includes = ["-I", tools.include, "-I", os.path.abspath(folder)]
    if target == "portable":
        return [tools.cc, *COMMON_FLAGS, *(SANITIZER_FLAGS if sanitize else []), *includes]
    machine = ["-m" + cpu, *HEXAGON_FLAGS] if target == "hexagon" else SWIFTDSP_FLAGS
    return [tools.clang, *machine, *COMMON_FLAGS, *packing_flags(tools, target), *includes]


def compile_object(tools, target, folder, stem="model", flags=(), sanitize=False, cpu=HEXAGON_CPU):
    """FOLDER/STEM.c to FOLDER/STEM.o; its path. What the compiler says is told. sanitize: with AddressSanitizer and
    UndefinedBehaviorSanitizer."""
    folder = os.path.abspath(folder)
    source, object_file = os.path.join(folder, stem + ".c"), os.path.join(folder, stem + ".o")
    command = compiler_command(tools, target, folder, sanitize, cpu)
    # The assembler looks for STEM.weights where it runs before it looks elsewhere: not in the user's folder, where another
    # network's may lie.
    _, messages = call("compile", [*command, *flags, "-c", source, "-o", object_file], "the compiler", folder)
    if messages:  # warnings about a custom operator's header, remarks that a --cflag asks for
        print(("\r\033[K" if sys.stderr.isatty() else "") + messages, file=sys.stderr)
    return object_file


def check_emulator(tools, folder):
    """Refuses a network with products that the emulator does not execute, before it is compiled."""
    with open(os.path.join(folder, "model.c"), encoding="utf-8", errors="replace") as source:
        if emulator.WIDE_PRODUCTS_HEADER not in source.read() or emulator.has_wide_products(tools.qemu):
            return
    raise RunError("run", f"{tools.qemu} has no products by a pair of words, which this network takes: run utils/bootstrap.sh, which builds "
                          "an emulator that has them, or give --no-wide-products")


def compile_model(tools, target, folder, flags=(), sanitize=False):
    """model.c to the program FOLDER/model; its path."""
    object_file = compile_object(tools, target, folder, flags=flags, sanitize=sanitize)
    program, symbol = os.path.join(folder, "model"), "--defsym=hl_model=" + info_symbol(folder)
    if target == "hexagon":
        call("link", [tools.linker, "-e", "_start", "--gc-sections", symbol, object_file,
                      tools.library("libhexloom_rt_qemu.a"), tools.library("libclang_rt.builtins-hexagon.a"), "-o",
                      program], "the linker")
        return program
    if target == "swiftdsp":
        call("link", [tools.clang, *SWIFTDSP_FLAGS, "-Wl," + symbol, object_file, tools.library("libhexloom_rt_swiftdsp.a"), "-o",
                      program], "the linker")
        return program
    checks = SANITIZER_FLAGS if sanitize else []
    # The harness takes part in the checks: it marks what lies behind a buffer's last byte.
    runtime = [*COMMON_FLAGS, "-I", tools.include, *tools.host_sources] if sanitize else [tools.library("libhexloom_rt_host.a")]
    call("link", [tools.cc, *checks, object_file, *runtime, "-Wl," + symbol, "-lm", "-o", program], "the linker")
    return program


def section_sizes(tools, object_file):
    """(code, constants) bytes of the model's object file; the constants are weights and tables."""
    text, _ = call("link", [tools.size, "-A", object_file], "llvm-size")
    code = constants = 0
    for name, size in re.findall(r"^(\.\S+)\s+(\d+)\s+\d+$", text, re.M):
        code += int(size) if name.startswith(".text") else 0
        constants += int(size) if name.startswith((".rodata", ".data")) else 0
    return code, constants


def execute(tools, target, program, inputs, prefix, steady=False, fill=None, emulator_options=(), steps=1, slack=0):
    """Runs the program; the summary that it printed, as a dictionary of words by key."""
    machine = {"hexagon": [tools.qemu], "swiftdsp": [tools.simulator, *SIMULATOR_OPTIONS]}
    command = [*machine[target], *emulator_options] if target in machine else []
    command += [program, "--output", prefix] + (["--steady"] if steady else [])
    command += ["--fill", str(fill)] if fill is not None else []
    command += ["--steps", str(steps)] if steps != 1 else []
    command += ["--slack", str(slack)] if slack else []
    text, _ = call("run", command + list(inputs), "the network's program")
    return {line.split()[0]: line.split()[1:] for line in text.splitlines()}


def build_and_run(tools, model, target, folder, prefix, inputs=(), steady=False, frontend_options=(), flags=(),
                  progress=lambda stage: None, profile=None, sanitize=False, steps=1):
    """Everything for one model. The result: the program's summary, sizes and the seconds of each stage. profile: a
    profiling.Profile that records the run and writes its reports."""
    tools.require(target)
    clock, seconds = time.monotonic(), {}

    def done(stage):
        nonlocal clock
        now = time.monotonic()
        seconds[stage], clock = now - clock, now

    progress("front end")
    notes = translate(tools, model, target, folder, frontend_options)
    check_sizes(folder, inputs, steps)
    if target == "hexagon":
        check_emulator(tools, folder)
    done("front_end")
    progress("compile")
    program = compile_model(tools, target, folder, flags, sanitize)
    code, constants = section_sizes(tools, os.path.join(folder, "model.o"))
    done("compile")
    progress("run")
    recording = profile.emulator_options(call, program, folder) if profile else ()
    summary = execute(tools, target, program, inputs, prefix, steady, emulator_options=recording, steps=steps)
    done("run")
    reports = []
    if profile:
        progress("profile")
        reports = profile.write(call, program)
        done("profile")
    numbers = {key: int(words[0]) for key, words in summary.items() if len(words) == 1}
    tensors = {key: words for key, words in summary.items() if len(words) == 3}
    return {"target": target, **numbers, "code_bytes": code, "constant_bytes": constants, "tensors": tensors,
            "seconds": seconds, "notes": notes, "profile": reports}
