# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Command line of utils/compare.py."""
import argparse
import json
import math
import os
import tempfile

from . import differences, folders, frontend, network
from .differences import Difference
from .tools import RunError, Tools, shown, status_of

STATUS_DIFFERENT = 3
NAME_WIDTH = 36

DESCRIPTION = """Compares two dumps of a network's tensors, layer by layer: which differ, in how many elements, by how much. Names the
first operator at fault: the first whose inputs agree and whose output differs."""
EXAMPLE = """dumps:
  A folder holds a file for each tensor: .npy, or raw bytes as .bin or .raw. Missing ones are allowed.
  Where it holds tensors.json of run-model.sh --dump-tensors, that says which file is which tensor.
  Elsewhere the names do (block1/conv:0 is block1_conv.npy); or --by index: the last number in a file's name
  is the tensor's in the .tflite file; or --by order: the files, t9 before t10, are the tensors in order.

what is known of other runtimes:
  Real numbers are quantized with the tensor's scale, be they dequantized integers or not. Tensors with the
  channels first are transposed. Bytes of the other signedness are moved by 128. Each is said in the row.
  A largest difference of 1 is what a runtime shows that rounds once where TensorFlow Lite's reference
  kernels round twice; that is said, too.

status: 0 everything agrees, 1 a file is faulty, 2 the command line is, 3 something differs or no tensor is in both

example, against TensorFlow Lite in Python: dump.py is
import numpy, tensorflow as tf
net = tf.lite.Interpreter("net.tflite", experimental_preserve_all_tensors=True)
net.allocate_tensors()
net.set_tensor(net.get_input_details()[0]["index"], numpy.load("image.npy"))
net.invoke()
for tensor in net.get_tensor_details():
    numpy.save("theirs/%d.npy" % tensor["index"], net.get_tensor(tensor["index"]))

and these commands show where the two differ:
  utils/run-model.sh net.tflite --input image.npy --dump-tensors ours
  mkdir theirs && python3 dump.py
  utils/compare.py net.tflite --ours ours --theirs theirs --by index
"""


def parse(arguments):
    parser = argparse.ArgumentParser(prog="compare.py", description=DESCRIPTION, epilog=EXAMPLE,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", metavar="MODEL.tflite")
    parser.add_argument("--ours", required=True, metavar="DIR", help="what run-model.sh --dump-tensors wrote")
    parser.add_argument("--theirs", required=True, metavar="DIR", help="another runtime's dump")
    parser.add_argument("--by", choices=folders.WAYS, help="which of their files is which tensor (default: by tensors.json, else by name)")
    parser.add_argument("--tolerance", type=int, default=0, metavar="STEPS", help="stored integers agree up to this difference (default: 0)")
    parser.add_argument("--float-tolerance", type=float, default=1e-5, metavar="PART",
                        help="real numbers agree up to this part of the tensor's largest (default: %(default)g)")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    parser.add_argument("--build", metavar="DIR", help="the build folder (default: $HEXLOOM_BUILD, else build)")
    frontend.add_meaning(parser.add_argument_group("what the network is (as run-model.sh was told)"))
    options = parser.parse_args(arguments)
    if options.tolerance < 0 or not 0 <= options.float_tolerance < math.inf:
        parser.error("--tolerance and --float-tolerance are numbers from 0 on")
    return options


def read_network(options):
    if not os.path.isfile(options.model):
        raise RunError("setup", f"{options.model}: " + ("not a file" if os.path.exists(options.model) else "no such file"))
    tools = Tools(options.build)
    if not os.path.exists(tools.frontend):
        raise RunError("setup", f"{tools.frontend} is missing: {tools.remedy()}")
    with tempfile.TemporaryDirectory(prefix="hexloom-") as folder:
        return network.read(tools, options.model, folder, frontend.meaning_arguments(options))


def differences_of(options, graph):
    """{identity: Difference} of every tensor."""
    ours, theirs = folders.files_of(options.ours, graph, None), folders.files_of(options.theirs, graph, options.by)
    result = {}
    for tensor in graph.tensors:
        missing = [name for name, files in (("ours", ours), ("theirs", theirs)) if tensor.identity not in files]
        if missing:
            result[tensor.identity] = Difference("missing", notes=["in " + " and ".join(missing)])
        else:
            arrays = [folders.read(files[tensor.identity], tensor) for files in (ours, theirs)]
            result[tensor.identity] = differences.compared(tensor, *arrays, options.tolerance, options.float_tolerance)
    return result


def amount(tensor, value):
    """A largest or mean difference as text."""
    if not math.isfinite(value):
        return "not finite"
    return f"{value:,.0f}" if tensor.dtype.kind != "f" and value == int(value) else f"{value:.3g}"


def verdict(tensor, found):
    text = {"same": "same", "close": "within the tolerance", "missing": "missing", "shape": "another number of elements"}.get(found.verdict)
    if text is None:
        share = 100 * found.count / found.elements
        text = f"{found.count:,} of {found.elements:,} differ ({share:.2g} %)"
    if found.largest:
        text += f", largest {amount(tensor, found.largest)}, mean {found.mean:.3g}"
    return "; ".join([text, *found.notes])


def row(graph, tensor, found):
    name = tensor.name if len(tensor.name) <= NAME_WIDTH else "..." + tensor.name[3 - NAME_WIDTH:]
    maker = graph.operators[tensor.maker].text() if tensor.maker is not None else "(input)"
    shape = "x".join(map(str, tensor.shape)) or "scalar"
    return shown(f"{name:<{NAME_WIDTH}}  {maker:<26}  {tensor.dtype.name} {shape:<16}  {verdict(tensor, found)}")


def is_rounding(shared, graph, found):
    """Whether all that differs is stored integers that are 1 apart."""
    off = [tensor for tensor in shared if not found[tensor.identity].agrees]
    return bool(off) and all(tensor.dtype.kind in "iu" and found[tensor.identity].largest == 1 for tensor in off)


def told(graph, tensors, found, faults):
    """What follows from the rows, in sentences."""
    shared = [tensor for tensor in tensors if found[tensor.identity].agrees is not None]
    off = [tensor for tensor in shared if not found[tensor.identity].agrees]
    yield f"{len(shared) - len(off)} of {len(tensors)} tensors agree, {len(off)} differ, {len(tensors) - len(shared)} missing"
    for tensor in off:
        if tensor.maker is None:
            yield f"input '{tensor.name}' differs already: give both runtimes the same input"
    if faults:
        first = faults[0]
        yield f"first operator at fault: {graph.operators[first.operator].text()} '{first.tensor.name}': its inputs agree, its output differs"
        if first.unseen:
            yield ("  or one before it, whose output is missing: " + ", ".join(graph.operators[number].text() for number in first.unseen))
        if len(faults) > 1:
            kinds = sorted({graph.operators[fault.operator].kind for fault in faults[1:]})
            yield f"further operators whose inputs agree and whose output differs: {len(faults) - 1} ({', '.join(kinds)})"
    if is_rounding(shared, graph, found):
        yield ("no difference is larger than 1: this is what a runtime shows that rounds once where TensorFlow Lite's reference kernels "
               "round twice; --tolerance 1 lets it pass")


def finite(value):
    return value if math.isfinite(value) else None


def as_json(graph, tensors, found, faults):
    def operator(number):
        return {"number": graph.operators[number].number, "kind": graph.operators[number].kind}
    rows = []
    for tensor in tensors:
        each = found[tensor.identity]
        rows.append({"name": tensor.name, "index": tensor.index, "type": tensor.dtype.name, "shape": list(tensor.shape),
                     "operator": operator(tensor.maker) if tensor.maker is not None else None, "verdict": each.verdict,
                     "elements": each.elements, "differing": each.count, "largest": finite(each.largest), "mean": finite(each.mean),
                     "notes": each.notes})
    return {"tensors": rows, "summary": list(told(graph, tensors, found, faults)),
            "faults": [{"operator": operator(fault.operator), "tensor": fault.tensor.name, "unseen": [operator(n) for n in fault.unseen]}
                       for fault in faults]}


def run(options):
    graph = read_network(options)
    found = differences_of(options, graph)
    tensors = [tensor for tensor in graph.tensors if tensor.index >= 0 or found[tensor.identity].agrees is not None]
    faults = differences.faults(graph, found)
    if options.json:
        print(json.dumps({"model": options.model, **as_json(graph, tensors, found, faults)}, indent=1))
    else:
        for tensor in tensors:
            print(row(graph, tensor, found[tensor.identity]))
        for line in told(graph, tensors, found, faults):
            print(shown(line))
    verdicts = {each.agrees for each in found.values()}
    options.is_same = False not in verdicts and True in verdicts


def main(arguments):
    options = parse(arguments)
    return status_of("compare", run, options) or (0 if options.is_same else STATUS_DIFFERENT)
