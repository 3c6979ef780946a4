# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""names.py FOLDER INCLUDE: a network whose tensors, signature and custom operator are named by hostile text.

The names hold every byte after every byte (a de Bruijn sequence), and what C, the assembler and terminals give a meaning.
Whatever the names are: the emitted files have visible ASCII only, no trigraph, and what is left of them without strings and
comments is what harmless names give; the program runs and gives the same; every message and report has visible characters
only, and as many lines as with harmless names.
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "Inputs"), os.path.join(HERE, "..", "..", "..", "utils")]
import importlib

net = importlib.import_module("import")
SIZE = 900  # of a name: below what a comment holds

# What means something to somebody: trigraphs, ends of strings, comments and lines, escapes, directives, digraphs, formats;
# C1 controls, marks of direction, separators, tags, byte order, overlong and broken UTF-8.
MEANT = [b'??/"; int injected = 1; //', b'??/\n', b'??=include "/etc/passwd"', b"??'", b"??(", b"??!", b"*/ int injected; /*",
         b"*??/\n/", b"//", b'" int injected; "', b'\\"', b"\\\n", b"\\x41", b"%:include", b"<%%>", b"%s%n", b"#error\n#error",
         b"\r\n", b"\0", b'\\0".incbin "/etc/passwd"', b'"\n.text\n', b"\x1b[2J\x1b]0;title\x07", b"\x9b2J", "\u009b2J".encode(),
         "\u202e\u202d\u2066\u2069\u061c\u200f".encode(), "\u2028\u2029\u0085\u00ad\u200b\ufeff".encode(),
         "\U000e0041\U0001f600".encode(), b"\xe0\x80\xaf\xc0\xaf", b"\xed\xa0\x80\xff\xfe", b"<script>alert(1)</script>&amp;",
         b"dnn-frontend: error: \ndnn-frontend: error: forged", b"\\u202e\\N{DASH}", b"$(id)`id`", b"'\"'\"'"]


def de_bruijn(symbols):
    """Every symbol behind every symbol, once."""
    result = []
    for i, low in enumerate(symbols):
        result.append(low)
        for high in symbols[i + 1:]:
            result += [low, high]
    return bytes(result + [symbols[0]])


def hostile_names():
    # A ';' ends what is used of a name: it stands in names of its own.
    text = de_bruijn([byte for byte in range(256) if byte != ord(";")]) + b" ".join(MEANT)
    step = SIZE - 1
    names = [text[at:at + SIZE].ljust(SIZE, b"x") for at in range(0, len(text), step)]
    return names + [(bytes([byte]) + b";" + bytes([byte]) * 3).ljust(SIZE, b"y") for byte in range(0, 256, 5)]


def placeholder(index):
    return f"@{index:05}".ljust(SIZE, "@")


def network(count, kind="RELU"):
    """A chain of operators; the placeholders become names of the same size in the finished file."""
    n = net.Network()
    n.line(f"input {placeholder(0)} INT8 1x8 0.5 0")
    for index in range(1, count):
        n.line(f"op {kind} {placeholder(index - 1)} -> {placeholder(index)} INT8 1x8 0.5 0")
    n.line(f"output {placeholder(count - 1)}")
    n.line(f"entry {placeholder(count + 1)} input={placeholder(0)}:{placeholder(count)} "
           f"output={placeholder(count - 1)}:{placeholder(count + 2)}")
    model = n.model()
    for code in model["operator_codes"]:
        if code["builtin_code"] == "CUSTOM":
            code["custom_code"] = placeholder(count + 3)
    return model


def write(path, model, names, folder):
    content = net.serialize(model, [], folder)
    for index, name in enumerate(names):
        content = content.replace(placeholder(index).encode(), name)
    with open(path, "wb") as out:
        out.write(content)


def run(*command, status=0):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != status:
        sys.exit(f"{command[0]}: status {done.returncode}: {done.stdout[-2000:]} {done.stderr[-2000:]}")
    return done.stdout + done.stderr


def visible(what, content, others=True):
    """Visible ASCII and, in messages, letters of scripts written from left to right."""
    for match in re.finditer(rb"[^\n -~]+", content):
        text = match[0].decode("ascii" if not others else "utf-8")
        for char in text:
            if not (char.isalpha() or 0xa1 <= ord(char) <= 0x24f) or char == "\u00ad" or ord(char) > 0xd7a3:
                sys.exit(f"{what}: {ascii(text)}")
    return content.count(b"\n")


def bare(source):
    """C without strings and comments."""
    return re.sub(rb'"[^"\n]*"|/\*.*?\*/', b"", source, flags=re.S)


def check_emitted(folder, include, name):
    sources = []
    for suffix in ("c", "h"):
        with open(os.path.join(folder, f"{name}.{suffix}"), "rb") as file:
            sources.append(file.read())
        visible(f"{name}.{suffix}", sources[-1], others=False)
        if b"??" in sources[-1]:
            sys.exit("a trigraph may stand in " + suffix)
    for compiler in ("gcc", "clang-19"):
        for standard in ("-std=c11", "-std=gnu11"):
            run(compiler, standard, "-Wall", "-Wextra", "-Werror", "-Wtrigraphs", "-Wcomment", "-I", include, "-I", folder, "-c",
                os.path.join(folder, name + ".c"), "-o", os.path.join(folder, "object.o"))
    return [bare(source) for source in sources]


def main():
    folder, include = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    hostile = hostile_names()
    count = len(hostile) - 4
    plain = [f"n{index}".encode().ljust(SIZE, b"_") for index in range(len(hostile))]
    for kind in ("RELU", "CUSTOM:x"):
        model = network(count if kind == "RELU" else 3, kind)
        for sort, names in (("hostile", hostile[:count] + hostile[-4:]), ("plain", plain)):
            sub = os.path.join(folder, sort)
            os.makedirs(sub, exist_ok=True)
            write(os.path.join(sub, "net.tflite" if kind == "RELU" else "custom.tflite"), model, names, folder)

    results = {}
    for sort in ("hostile", "plain"):
        sub = os.path.join(folder, sort)
        tflite, custom = os.path.join(sub, "net.tflite"), os.path.join(sub, "custom.tflite")
        c_file = os.path.join(sub, "net.c")
        messages = [
            run("dnn-frontend", tflite, "--target=portable", "-o", c_file, "--explain", "-v", "--print-after=import,select",
                "--dump-plans", os.path.join(sub, "plans.json"), "--dump-dot", os.path.join(sub, "net.dot")),
            run("dnn-frontend", tflite, "--stop-after=import"),
            run("dnn-frontend", tflite, "--signature", "none", status=1),
            run("dnn-frontend", tflite, "--shape", "none=1x8", status=1),
            run("dnn-frontend", tflite, "--force-plan=none=relu", status=2),
            run("dnn-frontend", custom, status=1),
        ]
        for name in ("plans.json", "net.dot"):
            with open(os.path.join(sub, name), "rb") as file:
                messages.append(file.read())
        lines = [visible("message", message) for message in messages]
        summary = run(os.path.join(HERE, "../../../utils/run-model.sh"), tflite, "--target=portable", "--output-dir", sub,
                      "--keep", os.path.join(sub, "kept"))
        summary += run(os.path.join(HERE, "../../../utils/run-model.sh"), tflite, "--output-dir", sub, "--profile", sub)
        lines.append(visible("summary", summary))
        for report in ("profile.txt", "profile.json", "profile.html"):
            with open(os.path.join(sub, report), encoding="utf-8") as file:
                text = file.read()
            if "injected" in text or "<script>alert" in text:
                sys.exit("a name reached " + report)
        with open(os.path.join(sub, "output0.bin"), "rb") as file:
            results[sort] = (lines, check_emitted(sub, include, "net"), file.read())
        run("dnn-frontend", tflite, "--target=portable", "-o", os.path.join(sub, "again.c"))
        with open(os.path.join(sub, "again.hlir"), "wb") as file:
            file.write(messages[1])
        again = run("dnn-frontend", os.path.join(sub, "again.hlir"), "--stop-after=import")
        if again != messages[1]:
            sys.exit("the text form does not print back")
    for index, what in enumerate(("lines of messages", "the emitted code", "the outputs")):
        if results["hostile"][index] != results["plain"][index]:
            sys.exit(f"{what} depend on the names: {results['hostile'][index]}, {results['plain'][index]}"[:3000])


main()
