"""one_too_many.py FOLDER: what --sanitize finds. A network's portable code is changed to write one byte behind its output, where
the rules of the buffers leave room for vectors; only the sanitized program may notice."""
import os
import re
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
sys.path.insert(0, os.path.join(ROOT, "utils"))
sys.dont_write_bytecode = True

from runmodel import pipeline  # noqa: E402
from runmodel.tools import RunError, Tools  # noqa: E402


def run(tools, folder, sanitize):
    """"" or the message of the failing run."""
    program = pipeline.compile_model(tools, "portable", folder, sanitize=sanitize)
    try:
        pipeline.execute(tools, "portable", program, [], os.path.join(folder, "out"))
    except RunError as error:
        return str(error)
    return ""


def main():
    folder, tools = sys.argv[1], Tools()
    os.makedirs(folder)
    network, source = os.path.join(folder, "net.tflite"), os.path.join(folder, "model.c")
    subprocess.run(["model-zoo", "hard_swish_int8", "-o", network], check=True)
    pipeline.translate(tools, network, "portable", folder)
    right = [run(tools, folder, sanitize) for sanitize in (False, True)]
    with open(source, encoding="utf-8") as file:
        text = file.read()
    changed, count = re.subn(r"(hl_table8\(.*), 819\);", r"\1, 820);", text)
    with open(source, "w", encoding="utf-8") as file:
        file.write(changed)
    print("right:", right)
    print("changed calls:", count)
    print("unnoticed:", run(tools, folder, False) == "")
    print("found:", "AddressSanitizer" in run(tools, folder, True))


main()
