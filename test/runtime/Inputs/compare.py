# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare.py FOLDER: what utils/compare.py says of dumps that are made here of a network's right tensors, by the evaluator of
test/reference: each scenario changes some of them as another runtime might, or breaks a file."""
import contextlib
import io
import json
import os
import shutil
import struct
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
sys.path[:0] = [os.path.join(ROOT, "utils"), os.path.join(ROOT, "test/reference")]
sys.dont_write_bytecode = True

import numpy  # noqa: E402

import evaluate  # noqa: E402
import zoo_inputs  # noqa: E402
from runmodel import compare  # noqa: E402
from tflite_reader import Model  # noqa: E402


class Case:
    """A network with its right tensors, {name: array}; `ours` is what --dump-tensors would have written."""

    def __init__(self, name):
        self.path = name + ".tflite"
        subprocess.run(["model-zoo", name, "-o", self.path], check=True)
        self.model = Model(self.path)
        self.tensors = self.model.tensors()
        values = evaluate.run(self.model, zoo_inputs.make(name, self.model))
        made = [out for op in self.model.operators() for out in op.outputs]
        self.indices = [*self.model.inputs, *made]
        self.values = {self.tensors[index].name: values[index] for index in self.indices}
        self.ours = name + ".ours"
        rows = [{"name": each, "file": f"f{i}.npy"} for i, each in enumerate(self.values)]
        self.write(self.ours, {f"f{i}.npy": array for i, array in enumerate(self.values.values())})
        with open(os.path.join(self.ours, "tensors.json"), "w", encoding="utf-8") as file:
            json.dump({"tensors": rows}, file)

    def real(self, name):
        tensor = next(each for each in self.tensors if each.name == name)
        return ((self.values[name].astype(numpy.float32) - tensor.zero_point) * tensor.scale).astype(numpy.float32)

    @staticmethod
    def write(folder, files):
        """files: arrays for .npy and raw files, bytes for what is broken."""
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        for name, content in files.items():
            path = os.path.join(folder, name)
            if isinstance(content, bytes):
                with open(path, "wb") as file:
                    file.write(content)
            elif name.endswith(".npy"):
                numpy.save(path, content)
            else:
                content.tofile(path)

    def compare(self, files, *options):
        """(status, the summary's lines, rows by name)"""
        self.write("theirs", files)
        return self.run("theirs", *options)

    def run(self, theirs, *options):
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            status = compare.main([self.path, "--ours", self.ours, "--theirs", theirs, "--json", *options])
        if status == 1:
            return status, [], {}
        result = json.loads(text.getvalue(), parse_constant=lambda word: sys.exit(f"not JSON: {word}"))
        return status, result["summary"], {row["name"]: row for row in result["tensors"]}

    def named(self, **changed):
        return {name + ".npy": changed.get(name, array) for name, array in self.values.items()}

    def error(self, files, message, *options):
        text = io.StringIO()
        with contextlib.redirect_stderr(text):
            status, _, _ = self.compare(files, *options)
        assert status == 1 and message in text.getvalue() and text.getvalue().count("\n") == 1, (message, status, text.getvalue())


def agreement(case):
    status, summary, rows = case.compare(case.named())
    assert status == 0 and summary == ["10 of 10 tensors agree, 0 differ, 0 missing"], summary
    assert all(row["verdict"] == "same" and not row["notes"] and row["largest"] == 0 for row in rows.values())
    assert case.run(case.ours)[0] == 0
    raw = {f"t{i}.bin": array for i, array in enumerate(case.values.values())}
    assert len(raw) > 9 and case.compare(raw, "--by", "order")[0] == 0
    del raw["t0.bin"], raw["t1.bin"]  # the inputs
    assert case.compare(raw, "--by", "order")[0] == 0
    assert case.compare({f"dump_{i:03}.raw": case.values[case.tensors[i].name] for i in case.indices}, "--by", "index")[0] == 0


def forms(case):
    """What other runtimes' tensors look like."""
    values = case.values
    status, _, rows = case.compare(case.named(tensor4=values["tensor4"].transpose(0, 3, 1, 2), tensor7=case.real("tensor7"),
                                              tensor8=case.real("tensor8")[0].transpose(2, 0, 1), tensor12=values["tensor12"][0],
                                              tensor9=(values["tensor9"].astype(numpy.int16) + 128).astype(numpy.uint8),
                                              tensor10=numpy.asfortranarray(values["tensor10"]).astype(">i4")))
    assert status == 0, rows
    notes = {name: row["notes"] for name, row in rows.items() if row["notes"]}
    assert notes == {"tensor4": ["channels first, transposed"], "tensor7": ["dequantized"], "tensor9": ["uint8, moved by 128"],
                     "tensor8": ["channels first, transposed", "dequantized"]}, notes
    status, _, rows = case.compare({"tensor4.bin": values["tensor4"].transpose(0, 3, 1, 2).copy(), "tensor7.bin": case.real("tensor7")})
    assert status == 0 and rows["tensor4"]["notes"] == ["channels first, transposed"] and rows["tensor7"]["notes"] == ["dequantized"]
    status, _, rows = case.compare({"tensor8.npy": case.real("tensor8") + numpy.float32(0.02)})
    assert status == 0 and rows["tensor8"]["notes"] == ["real numbers, rounded to the scale"], rows["tensor8"]


def by_one(array, places=1):
    changed = array.copy()
    flat = changed.reshape(-1)
    flat[:places] = numpy.where(flat[:places] < 100, flat[:places] + 1, flat[:places] - 1)
    return changed


def blame(case):
    values = case.values
    status, summary, rows = case.compare(case.named(tensor8=by_one(values["tensor8"], 5), tensor16=by_one(values["tensor16"])))
    assert status == 3 and summary[0] == "8 of 10 tensors agree, 2 differ, 0 missing", summary
    assert summary[1] == "first operator at fault: #2 ADD 'tensor8': its inputs agree, its output differs", summary
    assert summary[2] == "further operators whose inputs agree and whose output differs: 1 (SOFTMAX)", summary
    assert "rounds once" in summary[3]
    row = rows["tensor8"]
    assert (row["differing"], row["largest"], row["elements"]) == (5, 1, 1920) and abs(row["mean"] - 5 / 1920) < 1e-12, row
    assert case.compare(case.named(tensor8=by_one(values["tensor8"], 5)), "--tolerance", "1")[0] == 0

    far = values["tensor4"].copy()
    far[0, 0, 0, 0] = 100 if far[0, 0, 0, 0] < 0 else -100
    _, summary, _ = case.compare(case.named(tensor4=far, tensor8=by_one(values["tensor8"])))
    assert summary[1:] == ["first operator at fault: #0 CONV_2D 'tensor4': its inputs agree, its output differs"], summary

    # Where a tensor between is missing, all operators on the way can be at fault, and no others.
    _, summary, rows = case.compare({name: array for name, array in case.named(tensor12=by_one(values["tensor12"])).items()
                                     if name not in ("tensor10.npy", "tensor16.npy")})
    assert summary[0] == "7 of 10 tensors agree, 1 differ, 2 missing" and rows["tensor10"]["notes"] == ["in theirs"], summary
    assert summary[1].startswith("first operator at fault: #5 RESHAPE 'tensor12'"), summary
    assert summary[2] == "  or one before it, whose output is missing: #4 AVERAGE_POOL_2D", summary
    _, summary, _ = case.compare({name: array for name, array in case.named(tensor8=far[..., :16], tensor12=by_one(values["tensor12"])).items()
                                  if name != "tensor10.npy"})
    assert [line for line in summary if "at fault" in line] == [
        "first operator at fault: #2 ADD 'tensor8': its inputs agree, its output differs"] and "further" not in str(summary), summary

    _, summary, _ = case.compare(case.named(tensor0=by_one(values["tensor0"]), tensor4=by_one(values["tensor4"])))
    assert summary[1] == "input 'tensor0' differs already: give both runtimes the same input" and "at fault" not in str(summary), summary
    status, summary, rows = case.compare(case.named(tensor9=values["tensor9"][:, :3]))
    assert status == 3 and rows["tensor9"]["verdict"] == "shape" and "rounds once" not in str(summary), rows["tensor9"]


def floats(case):
    mean = case.values["tensor3"]
    status, _, rows = case.compare(case.named(tensor3=mean * numpy.float32(1 + 3e-6)))
    assert status == 0 and rows["tensor3"]["verdict"] == "close", rows["tensor3"]
    status, summary, rows = case.compare(case.named(tensor3=mean * numpy.float32(1 + 3e-6)), "--float-tolerance", "0")
    assert status == 3 and "#1 MEAN" in summary[1] and "rounds once" not in str(summary), summary
    wrong = mean.copy()
    wrong[0, 0], wrong[0, 1] = numpy.nan, numpy.inf
    status, _, rows = case.compare(case.named(tensor3=wrong))
    assert status == 3 and rows["tensor3"]["differing"] == 2 and rows["tensor3"]["largest"] is None, rows["tensor3"]
    _, _, rows = case.compare(case.named(tensor0=numpy.full((1, 4, 4, 24), numpy.nan)))
    assert rows["tensor0"]["differing"] == 384, rows["tensor0"]


def npy(header, data=b"", version=1):
    head = header.encode() + b"\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(head)) + head + data


def hostile(case):
    right = case.named()
    good = "{'descr': '|i1', 'fortran_order': False, 'shape': (%s)}"
    for content, message in (
            (b"", "tensor8.npy: no numpy array of numbers"),
            (b"\x93NUMPY\x01", "no numpy array of numbers"),
            (b"PK\x03\x04", "an archive of several arrays"),
            (npy(good % "1, 12, 10, 16,", b"\0" * 1919), "the array's data ends 1 bytes early"),
            (npy(good % "1, 12, 10, 16,", b"\0" * 1921), "1 bytes follow the array"),
            (npy(good % "1 << 62, 4,"), "no numpy array of numbers"),
            (npy(good % "4611686018427387904, 4,"), "bytes early"),
            (npy(good % "-1, -4,", b"\0" * 4), "a negative size"),
            (npy(good % "0, 4611686018427387904, 4,"), "no array that numpy can hold"),
            (npy(good % ("1," * 40), b"\0"), "no array that numpy can hold"),
            (npy((good % "4611686018427387904,").replace("|i1", "<U0")), "elements without bytes"),
            (npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", b"cos\nsystem\n(S'touch taken'\ntR."), "Object arrays cannot be loaded"),
            (npy("{'descr': [('a', '|O')], 'fortran_order': False, 'shape': (1,)}", b"\0" * 8), "Object arrays cannot be loaded"),
            (npy("{'descr': '<U4', 'fortran_order': False, 'shape': (1,)}", b"a\0\0\0" * 4), "holds <U4"),
            (npy("__import__('os').system('touch taken')"), "no numpy array of numbers"),
            (npy("(" * 5000 + ")" * 5000), "no numpy array of numbers"),
            (npy(good % "1, 12, 10, 16,", b"\0" * 1920, 3), "no numpy array of numbers")):
        case.error({**right, "tensor8.npy": content}, message)
    assert not os.path.exists("taken")
    del right["tensor8.npy"]
    case.error({**right, "tensor8.bin": b"\0" * 1919}, "holds 1919 bytes, where 'tensor8' has 1920 as int8, 7680 as real numbers")
    case.error({"else.npy": b""}, "none is known by its name")
    case.error({"t1.bin": b"", "u1.bin": b""}, "t1.bin and u1.bin have the same number 1", "--by", "index")
    case.error({"t1.bin": b""}, "1 files, where the network has 8 tensors that operators make, 10 with its inputs", "--by", "order")
    case.error({"\u00b21.bin": b""}, "1 files, where the network has", "--by", "order")
    for rows in ("[]", "7", "{", "[" * 100000, '{"tensors": [{"name": "tensor8", "file": "../tensor8.npy"}]}',
                 '{"tensors": [{"name": 8, "file": "tensor8.npy"}]}', '{"tensors": [{"name": "tensor8", "file": "tensors.json"}]}', "\xff"):
        case.error({**right, "tensors.json": rows.encode("latin-1")}, "tensors.json: ")
    case.error({"tensors.json": b'{"tensors": [{"name": "tensor8", "file": "gone.npy"}]}'}, "gone.npy: no such file")
    case.write("theirs", {})
    os.mkfifo("theirs/tensor8.npy")
    text = io.StringIO()
    with contextlib.redirect_stderr(text):
        assert case.run("theirs")[0] == 1 and case.run("nowhere")[0] == 1
    assert "tensor8.npy: not a file" in text.getvalue() and "nowhere: no such folder" in text.getvalue(), text.getvalue()


def command_line(case):
    """The script itself, and its table."""
    case.write("theirs", case.named(tensor8=by_one(case.values["tensor8"], 5)))
    script = [os.path.join(ROOT, "utils/compare.py"), case.path, "--ours", case.ours, "--theirs", "theirs"]
    done = subprocess.run(script, capture_output=True, text=True)
    line = next(line for line in done.stdout.splitlines() if line.startswith("tensor8 "))
    assert done.returncode == 3 and line.split(None, 1)[1].split("  ")[0] == "#2 ADD", done
    assert line.endswith("int8 1x12x10x16        5 of 1,920 differ (0.26 %), largest 1, mean 0.0026"), line
    assert subprocess.run([*script, "--by", "magic"], capture_output=True).returncode == 2
    done = subprocess.run([*script[:1], "none.tflite", *script[2:]], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "compare: error: setup: none.tflite: no such file\n"), done
    with open("broken.tflite", "wb") as file:
        file.write(b"TFL3" * 10)
    done = subprocess.run([*script[:1], "broken.tflite", *script[2:]], capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith("dnn-frontend: error: broken.tflite"), done


def main():
    os.chdir(sys.argv[1])
    ends = Case("graph_many_ends")
    for scenario in (agreement, forms, blame, hostile, command_line):
        scenario(ends)
        print(scenario.__name__)
    floats(Case("graph_float_island"))
    print("floats")


main()
