# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tuned.py COUNT [--seed N] [--keep DIR] [--recipes WRITE-STRUCTURED]: COUNT random networks, tuned. Each plan of a layer must compute the
chosen one's bytes (run-model --tune compares them), and the tuned network those of plain C. Network number N is drawn from seed N alone:
layers with windows, products, pools, sums and what follows them, in a row with branches. --recipes: networks of test/fuzz/structured, too, which
have every operator. A fault is printed with its seed; --keep keeps its network. The last line counts."""
import argparse
import base64
import filecmp
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "utils"))

from plancosts.network import Tensor, elements, type_of  # noqa: E402
from plancosts.operands import padded  # noqa: E402

RUN_MODEL = os.path.join(ROOT, "utils", "run-model.sh")
CHANNELS = (1, 3, 4, 8, 16, 20, 24, 32, 40, 48, 64, 96)
MOST_SECONDS = 300  # of one network; a loop whose end depends on data may have none


class Network:
    def __init__(self, rng):
        self.rng, self.lines, self.ends, self.count = rng, [], [], 0
        self.kind = rng.choice(("i8", "u8"))

    def tensor(self, dims, scale=None, zero=None):
        low = -128 if self.kind == "i8" else 0
        return Tensor(self.kind, dims, (round(self.rng.uniform(0.02, 0.2), 6) if scale is None else scale,),
                      low + self.rng.choice((0, 3, 128, 131, self.rng.randint(0, 255))) if zero is None else zero)

    def number(self):
        self.count += 1
        return self.count - 1

    def constant(self, kind, dims, scales=(), zero=0, axis=0, width=1, most=127):
        number = self.number()
        values = [self.rng.randint(-most, most) for _ in range(elements(dims))]
        data = b"".join(value.to_bytes(width, "little", signed=True) for value in values) if width > 1 else bytes(value & 255 for value in values)
        self.lines.append(f"const %{number}: {type_of(Tensor(kind, dims, scales, zero, axis=axis))} = data")
        packed = base64.b64encode(data).decode()
        self.ends += [f"data %{number} = base64", *("  " + packed[at:at + 96] for at in range(0, len(packed), 96))]
        if len(scales) > 1:
            self.ends += [f"scales %{number} = {len(scales)}", "  " + ", ".join(map(str, scales))]
        return number

    def add(self, operator, operands, result, attributes=""):
        number = self.number()
        words = ", ".join("none" if each is None else f"%{each}" for each in operands)
        self.lines.append(f"%{number}: {type_of(result)} = {operator}({words}){' {' + attributes + '}' if attributes else ''} source={number}")
        return number, result

    def weights(self, dims, outputs, axis):
        """Filters and bias of a layer."""
        scales = (0.01,)
        if self.kind == "i8" and self.rng.random() < 0.7 and outputs > 1:
            scales = tuple(round(self.rng.uniform(0.005, 0.02), 6) for _ in range(outputs))
        zero = 0 if self.kind == "i8" else self.rng.choice((0, 100, 128, 255))
        filters = self.constant(self.kind, dims, scales, zero, axis)
        return filters, self.constant("i32", (outputs,), width=4, most=3000) if self.rng.random() < 0.8 else None

    def window(self, dims):
        """Kernel, stride, padding and the size of the results."""
        kernel = [self.rng.choice([size for size in (1, 1, 2, 3, 3, 5) if size <= most]) for most in dims[1:3]]
        stride, same = self.rng.choice((1, 1, 1, 2)), self.rng.random() < 0.6
        (height, above, below), (width, left, right) = (padded(size, each, stride, same) for size, each in zip(dims[1:3], kernel))
        return kernel, f"stride=[{stride}, {stride}]", f"pads=[{above}, {left}, {below}, {right}]", (height, width)

    def activation(self):
        return f"activation={self.rng.choice(('none', 'none', 'relu', 'relu6'))}"

    def convolution(self, number, value):
        kernel, stride, pads, size = self.window(value.dims)
        outputs = self.rng.choice(CHANNELS)
        filters, bias = self.weights((outputs, *kernel, value.dims[3]), outputs, 0)
        result = self.tensor((1, *size, outputs), scale=round(0.2 * self.rng.uniform(0.5, 2) * elements((*kernel, value.dims[3])) ** 0.5 * value.scales[0], 6))
        return self.add("CONV_2D", [number, filters, bias], result, f"{stride}, dilation=[1, 1], {pads}, {self.activation()}")

    def depthwise(self, number, value):
        kernel, stride, pads, size = self.window(value.dims)
        channels = value.dims[3]
        filters, bias = self.weights((1, *kernel, channels), channels, 3)
        return self.add("DEPTHWISE_CONV_2D", [number, filters, bias], self.tensor((1, *size, channels)),
                        f"{stride}, dilation=[1, 1], {pads}, {self.activation()}, depth_multiplier=1")

    def pool(self, number, value):
        kernel, stride, pads, size = self.window(value.dims)
        return self.add(self.rng.choice(("MAX_POOL_2D", "AVERAGE_POOL_2D")), [number], self.tensor((1, *size, value.dims[3]), value.scales[0], value.zero),
                        f"kernel=[{kernel[0]}, {kernel[1]}], {stride}, {pads}, activation=none")

    def logistic(self, number, value):
        return self.add("LOGISTIC", [number], self.tensor(value.dims, 0.00390625, -128 if self.kind == "i8" else 0))

    def branch(self, number, value):
        """The sum of the value and what a pointwise convolution or a look-up makes of it."""
        if self.rng.random() < 0.5:
            other, of = self.logistic(number, value)
        else:
            filters, bias = self.weights((value.dims[3], 1, 1, value.dims[3]), value.dims[3], 0)
            other, of = self.add("CONV_2D", [number, filters, bias], self.tensor(value.dims),
                                 "stride=[1, 1], dilation=[1, 1], pads=[0, 0, 0, 0], activation=none")
        return self.add("ADD", [other, number], self.tensor(of.dims), f"{self.activation()}, pot_scale=true")

    def head(self, number, value):
        depth, outputs = elements(value.dims), self.rng.choice((1, 10, 33, 100))
        number, value = self.add("RESHAPE", [number], self.tensor((1, depth), value.scales[0], value.zero))
        filters, bias = self.weights((outputs, depth), 1, 0)
        bias = bias if bias is None else self.constant("i32", (outputs,), width=4, most=3000)
        return self.add("FULLY_CONNECTED", [number, filters, bias], self.tensor((1, outputs), 1.0), "activation=none")

    def text(self):
        image = self.tensor((1, self.rng.randint(3, 24), self.rng.randint(3, 24), self.rng.choice(CHANNELS)))
        first = f"input %{self.number()}: {type_of(image)} name=\"x\""
        now = (0, image)
        for _ in range(self.rng.randint(2, 6)):
            now = self.rng.choice((self.convolution, self.convolution, self.depthwise, self.pool, self.logistic, self.branch))(*now)
        if elements(now[1].dims) < 3000 and self.rng.random() < 0.5:
            now = self.head(*now)
        constants = [line for line in self.lines if line.startswith("const")]
        others = [line for line in self.lines if not line.startswith("const")]
        return "\n".join(['graph random from "random"', first, *constants, *others, f"output %{now[0]}", *self.ends]) + "\n"


def drawn(seed, folder):
    path = os.path.join(folder, f"{seed}.hlir")
    with open(path, "w") as out:
        out.write(Network(random.Random(seed)).text())
    return path


def recipes(tool, seed, count, folder):
    """Networks of the structured fuzzer, as files; about one recipe in four is one."""
    place = os.path.join(folder, "recipes")
    os.makedirs(place)
    subprocess.run([tool, str(seed), str(6 * count), place], check=True, stdout=subprocess.DEVNULL)
    for name in sorted(os.listdir(place), key=lambda name: (len(name), name)):
        if name.endswith(".recipe") and count > 0:
            path = os.path.join(folder, f"recipe-{seed}-{name[:-len('.recipe')]}.tflite")
            with open(path, "wb") as out:
                subprocess.run([tool, os.path.join(place, name)], check=True, stdout=out)
            count -= 1
            yield path


def tried(path, folder):
    """(plans measured, None or the fault) of a network."""
    def run(*arguments):
        try:
            done = subprocess.run([RUN_MODEL, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=MOST_SECONDS, cwd=folder)
        except subprocess.TimeoutExpired:
            return "", f"{' '.join(arguments)}: no end in {MOST_SECONDS} s"
        return done.stdout, f"{' '.join(arguments)}: {done.stderr}" if done.returncode else None
    best = os.path.join(folder, "best.hlir")
    told, fault = run(path, "--tune=exhaustive", "--tuned", best)
    if fault:
        return 0, fault
    for arguments in ((best, "--output-dir", "tuned"), (path, "--target=portable", "--output-dir", "plain")):
        fault = fault or run(*arguments)[1]
    if not fault:
        names = [name for name in sorted(os.listdir(os.path.join(folder, "plain"))) if name.endswith(".bin")]
        _, unequal, missing = filecmp.cmpfiles(os.path.join(folder, "plain"), os.path.join(folder, "tuned"), names, shallow=False)
        fault = f"{', '.join(unequal + missing)}: other bytes than plain C's" if unequal or missing else None
    return int(re.search(r"^(\d+) plans measured", told, re.MULTILINE)[1]), fault


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=0, help="of the first network")
    parser.add_argument("--keep", metavar="DIR", help="keep networks with faults")
    parser.add_argument("--recipes", metavar="WRITE-STRUCTURED", help="build/bin/write-structured: its networks instead")
    options = parser.parse_args()
    networks = plans = faults = 0
    with tempfile.TemporaryDirectory() as work:
        paths = (recipes(options.recipes, options.seed, options.count, work) if options.recipes
                 else (drawn(seed, work) for seed in range(options.seed, options.seed + options.count)))
        for path in paths:
            with tempfile.TemporaryDirectory() as folder:
                found, fault = tried(path, folder)
            networks, plans, faults = networks + 1, plans + found, faults + bool(fault)
            if fault:
                print(f"{os.path.basename(path)}: {fault}", flush=True)
                if options.keep:
                    os.makedirs(options.keep, exist_ok=True)
                    os.rename(path, os.path.join(options.keep, os.path.basename(path)))
    print(f"{networks} networks, {plans} plans, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
