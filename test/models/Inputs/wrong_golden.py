"""wrong_golden.py FOLDER: networks with golden outputs of which some are wrong, by the evaluator of test/reference, in the form
that run_models.py reads: FOLDER/models/dev/NAME.{tflite,noise.in,noise.out,noise.tensors.json}.

  right    as evaluated
  add      as if ADD gave other values: the first tensor that differs is its output
  out      all intermediate tensors are right, the output file is not
"""
import json
import os
import subprocess
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../reference"))
sys.dont_write_bytecode = True

import evaluate  # noqa: E402
import zoo_inputs  # noqa: E402
from context import EVALUATORS  # noqa: E402
from tflite_reader import Model  # noqa: E402

NETWORK = "graph_many_ends"


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def write_case(folder, name, damage=lambda content: content):
    stem = os.path.join(folder, name)
    subprocess.run(["model-zoo", NETWORK, "-o", stem + ".tflite"], check=True)
    model = Model(stem + ".tflite")
    data = zoo_inputs.make(NETWORK, model)
    values = evaluate.run(model, data)
    write(stem + ".noise.in", data)
    write(stem + ".noise.out", damage(b"".join(values[index].tobytes() for index in model.outputs)))
    tensors = {out: {"crc32": f"{zlib.crc32(values[out].tobytes()):08x}", "bytes": values[out].nbytes}
               for op in model.operators() for out in op.outputs}
    with open(stem + ".noise.tensors.json", "w", encoding="utf-8") as file:
        json.dump({"input": name + ".noise.in", "tensors": tensors}, file)


def main():
    folder = os.path.join(sys.argv[1], "models", "dev")
    os.makedirs(folder)
    write_case(folder, "right")
    write_case(folder, "out", lambda content: bytes([content[0] ^ 1]) + content[1:])
    add = EVALUATORS["ADD"]
    EVALUATORS["ADD"] = lambda c: add(c) ^ 1
    write_case(folder, "add")


main()
