#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the networks of the zoo on all targets and compares every output, byte for byte, with the evaluator's; what comes of float
exponentials and their kin may be two units in the last place away, but is the same on all targets.

Prints each failure and last `N passed, N failed`, a network on one target being one test. Needs nothing outside of the
project and its build folder.
"""
import argparse
import concurrent.futures
import fnmatch
import os
import shutil
import subprocess
import sys
import tempfile
import traceback

TEST = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(os.path.dirname(TEST), "utils"), os.path.join(TEST, "models")]
sys.dont_write_bytecode = True

import numpy as np  # noqa: E402

import evaluate  # noqa: E402
import zoo_inputs  # noqa: E402
from run_models import by_step, difference, draw, read, say_step  # noqa: E402
from runmodel import pipeline  # noqa: E402
from runmodel.tools import TARGETS, RunError, Tools  # noqa: E402
from tflite_reader import Model  # noqa: E402

# A network that leaves its batch open runs with this one; each image must come out as it does alone.
# Runs of a network with state, one after the other.
STEPS = 3
DYNAMIC_BATCH = {"graph_dynamic_batch": 4}
# Networks with several entries; each is compiled and run.
SIGNATURES = {"graph_two_signatures": ("encode", "decode")}

# Float functions that are promised to two units in the last place (docs/explanation/semantics.md).
TRANSCENDENTAL = {"ELU", "EXP", "GELU", "LOG", "LOGISTIC", "LOG_SOFTMAX", "POW", "SOFTMAX", "TANH"}
ULPS = 2


def expected(model, data, batch):
    """Bytes of all outputs, images of an open batch evaluated one by one."""
    if not batch:
        return evaluate.outputs(model, data)
    size = len(data) // batch
    return b"".join(evaluate.outputs(model, data[i * size:(i + 1) * size]) for i in range(batch))


def steps_between(got, wanted):
    """How many single-precision numbers lie between each two, bytes of float32; one of the other sign is far, zeros, too."""
    return np.abs(np.subtract(*(np.frombuffer(data, np.uint32).astype(np.int64) for data in (got, wanted))))


def rounded(got, wanted, model):
    """got, with floats of a model with transcendental functions as wanted where they are close enough."""
    if len(got) != len(wanted) or not any(op.kind in TRANSCENDENTAL for op in model.operators()):
        return got
    outputs = [model.tensors()[i] for i in model.outputs]
    sizes = [tensor.dtype.itemsize * int(np.prod(tensor.shape)) for tensor in outputs]
    result, start = b"", 0
    for tensor, size in list(zip(outputs, sizes)) * (len(got) // max(1, sum(sizes))):  # step by step
        ours, theirs = got[start:start + size], wanted[start:start + size]
        close = tensor.dtype == np.float32 and (steps_between(ours, theirs) <= ULPS).all()
        result, start = result + (theirs if close else ours), start + size
    return result + got[start:]


def run_target(tools, target, model, inputs, options, folder, sanitize):
    """Bytes of all outputs."""
    os.makedirs(folder)
    pipeline.translate_to_run(tools, model.path, target, folder, options)
    program = pipeline.compile_model(tools, target, folder, pipeline.WARNINGS, sanitize=sanitize)
    prefix = os.path.join(folder, "out")
    steps = STEPS if model.has_state else 1
    pipeline.execute(tools, target, program, [inputs], prefix, steady=True, steps=steps)
    return by_step([read(f"{prefix}{i}.bin") for i in range(len(model.outputs))], steps)


def run_network(tools, targets, path, root, sanitize):
    """[(target, error or None)]"""
    name = os.path.basename(path)[:-len(".tflite")]
    return [result for key in SIGNATURES.get(name, (None,))
            for result in run_entry(tools, targets, path, root, name, key, sanitize)]


def run_entry(tools, targets, path, root, name, signature, sanitize):
    """[(target, error or None)] of one signature; None: the first subgraph"""
    batch = DYNAMIC_BATCH.get(name)
    model = Model(path, signature)
    options = [f"--signature={signature}"] if signature else []
    if batch:
        image = model.tensors()[model.inputs[0]]
        options.append(f"--shape={image.name}=" + "x".join(map(str, (batch, *image.shape[1:]))))
    folder = os.path.join(root, name)
    os.makedirs(folder)
    data = b"".join(zoo_inputs.make(name + str(step) * (step > 0), model, batch) for step in range(STEPS if model.has_state else 1))
    inputs = os.path.join(folder, "inputs.bin")
    with open(inputs, "wb") as file:
        file.write(data)
    try:
        wanted = expected(model, data, batch)
    except Exception:  # the other networks are still worth running
        return [(target, "the evaluator failed: " + traceback.format_exc(limit=-1)) for target in targets]
    results, first = [], None
    for target in targets:
        try:
            got = run_target(tools, target, model, inputs, options, os.path.join(folder, target), sanitize)
            error = difference(rounded(got, wanted, model), wanted)
            if not error and first not in (None, got):
                error = "another target's outputs: " + difference(got, first)
            first = first or got
        except RunError as failure:
            error = f"{failure.stage}: {failure}"
        results.append((target, f"{signature}: {error}" if error and signature else error))
    shutil.rmtree(folder, ignore_errors=True)
    return results


def published(tools):
    """The networks of GCD2's table IV and blocks of those of SmartMem's table 7, reduced; --all leaves them out."""
    listed = subprocess.run([os.path.join(tools.build, "bin", "model-zoo"), "--list"], check=True, capture_output=True, text=True).stdout
    return [line.split()[0] for line in listed.splitlines() if ", reduced to " in line]


def write_networks(tools, options, root):
    zoo = os.path.join(tools.build, "bin", "model-zoo")
    if not options.published:
        return subprocess.run([zoo, "--all", "-o", root], check=True)
    for name in published(tools):
        subprocess.run([zoo, name, "-o", os.path.join(root, name + ".tflite")], check=True)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("pattern", nargs="*", help="globs of network names (default: all)")
    parser.add_argument("--target", action="append", choices=TARGETS, help="default: all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--build")
    parser.add_argument("--clang", help="as of run-model.sh")
    parser.add_argument("--sda-pack", default="sda", metavar="MODE", help="the packetizer's mode (sda, off, optimal, ...)")
    parser.add_argument("--sanitize", action="store_true", help="the portable target alone, as of run-model.sh")
    parser.add_argument("--sample", action="store_true", help="one network of each operator, drawn by name")
    parser.add_argument("--draw", type=int, metavar="N", help="N networks, drawn by name, with one of each operator and type")
    parser.add_argument("--published", action="store_true", help="published networks and blocks, reduced, instead")
    options = parser.parse_args()
    if options.sanitize and options.target not in (None, ["portable"]):
        parser.error("--sanitize goes with --target=portable")
    return options


def main():
    options = parse()
    tools = Tools(options.build, options.clang, options.sda_pack)
    tools.sda_verify = True
    targets = ["portable"] if options.sanitize else options.target or list(TARGETS)
    for target in targets:
        tools.require(target)
    root = tempfile.mkdtemp(prefix="hexloom-zoo-")
    passed = failed = 0
    try:
        write_networks(tools, options, root)
        names = sorted(name[:-len(".tflite")] for name in os.listdir(root))
        chosen = [n for n in names if not options.pattern or any(fnmatch.fnmatchcase(n, p) for p in options.pattern)]
        paths = sorted((os.path.join(root, n + ".tflite") for n in chosen), key=lambda p: -os.path.getsize(p))
        if options.sample or options.draw:
            stems = draw([p[:-len(".tflite")] for p in paths], options.draw or 0, by_type=bool(options.draw))
            paths = [stem + ".tflite" for stem in stems]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            jobs = {pool.submit(run_network, tools, targets, path, root, options.sanitize): path for path in paths}
            for done, job in enumerate(concurrent.futures.as_completed(jobs), 1):
                say_step(done, len(paths))
                for target, error in job.result():
                    passed, failed = passed + (not error), failed + bool(error)
                    if error:
                        print(f"FAIL {os.path.basename(jobs[job])} {target}: {error}", flush=True)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    print(f"ran {len(paths)} of {len(names)} networks of the zoo on {' and '.join(targets)}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RunError as error:
        print(f"run_zoo: error: {error}", file=sys.stderr)
        sys.exit(1)
