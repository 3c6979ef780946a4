# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dump_tensors.py write NAME FOLDER: FOLDER/NAME.tflite of the model zoo, and NAME.in, its deterministic inputs.
dump_tensors.py check NAME FOLDER DUMP: what --dump-tensors wrote into DUMP is, tensor by tensor, what the evaluator of
test/reference computes; every tensor of the file that an operator makes is there.
dump_tensors.py parts NAME FOLDER MOST: tensors of programs with so many outputs each are the evaluator's, too.
dump_tensors.py count NAME TENSORS: as many of a network would be dumped.
dump_tensors.py names: names of tensors that cannot be names of files."""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
sys.path[:0] = [os.path.join(ROOT, "utils"), os.path.join(ROOT, "test/reference")]
sys.dont_write_bytecode = True

import numpy  # noqa: E402

import evaluate  # noqa: E402
import zoo_inputs  # noqa: E402
from runmodel import dump, network  # noqa: E402
from runmodel.tools import Tools  # noqa: E402
from tflite_reader import Model  # noqa: E402


def write(name, folder):
    path = os.path.join(folder, name)
    subprocess.run(["model-zoo", name, "-o", path + ".tflite"], check=True)
    with open(path + ".in", "wb") as file:
        file.write(zoo_inputs.make(name, Model(path + ".tflite")))


def evaluated(name, folder):
    model = Model(os.path.join(folder, name + ".tflite"))
    with open(os.path.join(folder, name + ".in"), "rb") as file:
        return model, evaluate.run(model, file.read())


def check(name, folder, dumped):
    model, values = evaluated(name, folder)
    with open(os.path.join(dumped, dump.INDEX), encoding="utf-8") as file:
        rows = json.load(file)["tensors"]
    tensors = model.tensors()
    made = {out: op for op in model.operators() for out in op.outputs}
    by_name = {row["name"]: row for row in rows}
    assert [row["order"] for row in rows] == list(range(len(rows))), rows
    assert len({row["file"] for row in rows}) == len(rows)
    assert len(rows) == len(made) + len(model.inputs), f"{len(rows)} tensors"
    for index in [*model.inputs, *made]:
        row, wanted = by_name[tensors[index].name], values[index]
        maker = index in made and next(number for number, op in enumerate(model.operators()) if index in op.outputs)
        assert row["operator"] == ({"number": maker, "kind": made[index].kind} if index in made else None), row
        got = numpy.load(os.path.join(dumped, row["file"]), allow_pickle=False)
        assert got.dtype == wanted.dtype and got.shape == wanted.shape == tuple(row["shape"]), (row, wanted.shape)
        assert got.tobytes() == wanted.tobytes(), f"{row['name']}: other values than the evaluator's"
        if tensors[index].quantized:
            assert numpy.float32(row["scale"]) == tensors[index].scale and row["zero_point"] == tensors[index].zero_point, row
    print(f"{len(rows)} tensors of {name} are the evaluator's")


def parts(name, folder, most):
    model, values = evaluated(name, folder)
    tools, most = Tools(), int(most)
    with tempfile.TemporaryDirectory() as work:
        graph = network.read(tools, os.path.join(folder, name + ".tflite"), work)
        tensors = dump.wanted(graph)
        inputs = [os.path.join(folder, name + ".in")]
        files = dump.execute(tools, "portable", graph, tensors, work, inputs, most=most)
        programs = sorted({os.path.dirname(path) for path in files})
        assert len(programs) == -(-len(tensors) // (most - graph.states)) > 1
        for tensor, path in zip(tensors, files):
            with open(path, "rb") as file:
                assert file.read() == values[tensor.index].tobytes(), tensor
        operators = []
        for program in programs:
            with open(os.path.join(program, "kept.hlir"), encoding="utf-8") as text:
                operators.append(sum(line.startswith("%") for line in text))
    print(f"{len(files)} tensors of {name} in programs of {operators} operators")


def count(name, wanted):
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "net.tflite")
        subprocess.run(["model-zoo", name, "-o", path], check=True)
        found = len(dump.wanted(network.read(Tools(), path, work)))
    assert found == int(wanted), f"{name}: {found} tensors"
    print(f"{found} tensors of {name}")


def names():
    def tensor(name):
        return network.Tensor(0, name, 0, numpy.dtype(numpy.int8), (1,), None, None)
    given = ["a/b;c", "a_b_c", "A_B_C", "", "../../etc/passwd", ".hidden", "tensors", "x" * 300, "x" * 300, "-rf", "Straße\n\x1b[2J", "Output0"]
    made = dump.file_names([tensor(name) for name in given])
    assert made == ["a_b_c.npy", "a_b_c-2.npy", "A_B_C-3.npy", "tensor.npy", "_.._etc_passwd.npy", "hidden.npy", "tensors-2.npy",
                    "x" * 100 + ".npy", "x" * 100 + "-2.npy", "rf.npy", "Stra_e___2J.npy", "Output0-2.npy"], made
    line = r'%7: i8[2x3] scale=0.5 zero=-3, %8: f32[] = SPLIT(%1, none, %2) {axis=0} source=4 tensor=[5, -1] name=["a = ADD(%9) source=1", "\"\\\xff\x0a"]'
    text = 'graph g from "x"\ninput %1: i8[4] scale=[1, 2] zero=0 axis=0 tensor=0 name="i"\n' + line + "\noutput %7\noutput %1\n"
    graph = network.parsed(text)
    assert [(t.identity, t.name, t.index, t.shape, t.scale, t.zero_point, t.maker) for t in graph.tensors] == [
        (1, "i", 0, (4,), None, 0, None), (7, "a = ADD(%9) source=1", 5, (2, 3), 0.5, -3, 0), (8, '"\\\ufffd\n', -1, (), None, None, 0)], graph.tensors
    assert graph.operators == [network.Operator("SPLIT", 4, [1, 2])] and graph.outputs == [7, 1]
    assert graph.with_outputs([8])[0] == 'graph g from "x"\ninput %1: i8[4] scale=[1, 2] zero=0 axis=0 tensor=0 name="i"\n' + line + "\noutput %8\n"
    outer, inner = "%1: i8[4] scale=1 zero=0 = RELU(%0) source=0", "%1: bool[1] = LESS(%0, %0)"
    loop = ["%2: i8[4] scale=1 zero=0 = WHILE(%1) source=1", "region {", "input %0: i8[4]", inner, "output %1", "}", "output %2"]
    text = "\n".join(['graph g from "x"', "input %0: i8[4] scale=1 zero=0 tensor=0", outer, *loop, ""])
    assert "input %1: i8[4] scale=1 zero=0\n" in network.parsed(text).with_outputs([2], {1: "file"})[0], "a region's tensor"
    print("names are names")


{"write": write, "check": check, "parts": parts, "count": count, "names": names}[sys.argv[1]](*sys.argv[2:])
