# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""promise.py FOLDER [NAME...]: whatever the file, dnn-frontend ends within 10 s of a processor and 1 s for each MB, in 256 MB
and 20 times the file, with C or with a message. The limits are the system's own (setrlimit): what exceeds them is killed.

Each case is a small file that asks for much: sizes that overflow, work or memory out of proportion to its bytes.
"""
import importlib
import os
import random
import re
import resource
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Inputs"))
net = importlib.import_module("import")
BASE = 64 << 20  # address space of the program itself: code, libraries, stack


def network(*lines):
    n = net.Network()
    for line in lines:
        n.line(line)
    return n.model()


def window(kind, table, shape, kernel, out, **options):
    fields = ", ".join(f'"{key}": {value}' for key, value in options.items())
    count = 1
    for side in kernel.split("x"):
        count *= int(side)
    return network(f"input x INT8 {shape} 0.5 0", f"const w INT8 {kernel} 0.5 0 = 1*{count}",
                   f"op {kind} x w - -> y INT8 {out} 0.5 0 ; {table} {{{fields}}}", "output y")


def transposed(stride):
    return network("input x INT8 1x2x2x1 0.5 0", "const w INT8 1x1x1x1 0.5 0 = 1", f"const s INT32 4 = 1 {stride + 1} {stride + 1} 1",
                   f"op TRANSPOSE_CONV s w x -> y INT8 1x{stride + 1}x{stride + 1}x1 0.5 0 ; TransposeConvOptions "
                   f'{{"padding": "VALID", "stride_h": {stride}, "stride_w": {stride}}}', "output y")


def space_to_batch(block):
    return network(f"input x INT8 1x{block}x{block}x1 0.5 0", f"const b INT32 2 = {block} {block}", "const p INT32 2x2 = 0*4",
                   f"op SPACE_TO_BATCH_ND x b p -> y INT8 {block * block}x1x1x1 0.5 0", "output y")


def resize(kind, side, rows):
    return network(f"input x UINT8 1x{side}x1x1 0.5 0", f"const s INT32 2 = {rows} 1",
                   f"op RESIZE_{kind} x s -> y UINT8 1x{rows}x1x1 0.5 0", "output y")


def pool(side, kernel, shape_width=None):
    width = shape_width or side
    return network(f"input x INT8 1x{side}x{width}x1 0.5 0", 'op AVERAGE_POOL_2D x -> y INT8 1x1x1x1 0.5 0 ; Pool2DOptions {"padding": '
                   f'"VALID", "stride_h": 1, "stride_w": 1, "filter_height": {kernel}, "filter_width": {min(kernel, width)}}}',
                   "output y")


def fold(count, size):
    lines = ["const c INT8 1 0.5 0 = 3", f"input x INT8 {size} 0.5 0"]
    for i in range(count):
        lines += [f"const s{i} INT32 1 = {size - i}", f"op BROADCAST_TO c s{i} -> b{i} INT8 {size - i} 0.5 0"]
    return network(*lines, "op RELU x -> y INT8 %d 0.5 0" % size, "output y " + " ".join(f"b{i}" for i in range(count)))


def repeat(elements):
    return network(f"input x INT8 1x{elements // 2}x2x1 0.5 0", "const c INT8 2x1 0.5 0 = 1 2",
                   f"op ADD x c -> y INT8 1x{elements // 2}x2x1 0.5 0 ; AddOptions {{}}", "output y")


def chain(count, kind, options=""):
    lines = ["input t0 INT8 1x8 0.5 0"]
    lines += [f"op {kind} t{i} -> t{i + 1} INT8 1x8 0.5 0{options}" for i in range(count)]
    return network(*lines, f"output t{count}")


def woven(count, reach):
    """Each operator reads two tensors of some way back: selection has no narrow place to cut."""
    draw = random.Random(1)
    lines = ["input t0 INT8 1x8x8x32 0.5 0"]
    for i in range(count):
        a, b = (draw.randrange(max(0, i - reach), i + 1) for _ in range(2))
        lines.append(f"op ADD t{a} t{b} -> t{i + 1} INT8 1x8x8x32 0.5 0 ; AddOptions {{}}")
    return network(*lines, f"output t{count}")


def star(count):
    """All operators read one tensor."""
    lines = ["input x INT8 1x4x4x32 0.5 0"] + [f"op LOGISTIC x -> t{i} INT8 1x4x4x32 0.00390625 -128" for i in range(count)]
    return network(*lines, "output " + " ".join(f"t{i}" for i in range(count)))


def scaled(count):
    """Sums of the same two tensors, each to another scale: each a search of its own."""
    draw = random.Random(1)
    lines = ["input x INT8 1x4x4x32 0.5 3", "input y INT8 1x4x4x32 0.3 1"]
    lines += [f"op ADD x y -> z{i} INT8 1x4x4x32 {0.4 + draw.random():.6f} {draw.randrange(-20, 20)} ; AddOptions {{}}" for i in range(count)]
    return network(*lines, "output " + " ".join(f"z{i}" for i in range(count)))


def one_name(count, size):
    """All results share one long name: the file has it once, and offsets that point there."""
    long = "n" * size
    lines = [f"input {long} INT8 1x8 0.5 0"] + [f"op ABS {long} -> @{i:06} INT8 1x8 0.5 0" for i in range(count)]
    model = network(*lines, "output " + " ".join(f"@{i:06}" for i in range(count)))

    def patch(content):
        at = content.find(long.encode()) - 4
        others = {m.start() - 4 for m in re.finditer(rb"@\d{6}", content)}
        patched = bytearray(content)
        for place in range(0, at, 4):
            if place + struct.unpack_from("<I", content, place)[0] in others:
                struct.pack_into("<I", patched, place, at - place)
        assert patched != content
        return bytes(patched)
    return model, patch


def joined(count):
    lines = ["input x INT8 1x%d 0.5 0" % count]
    lines.append("op SPLIT a x -> " + " ,, ".join(f"p{i} INT8 1x1 0.5 0" for i in range(count)) +
                 f' ; SplitOptions {{"num_splits": {count}}}')
    lines.insert(0, "const a INT32 scalar = 1")
    lines.append("op CONCATENATION " + " ".join(f"p{count - 1 - i}" for i in range(count)) +
                 f' -> y INT8 1x{count} 0.5 0 ; ConcatenationOptions {{"axis": 1}}')
    return network(*lines, "output y")


def gathered(count, operands):
    """One concatenation of many results, some of them several times."""
    lines = ["input x INT8 1x4x4x32 0.5 0"] + [f"op LOGISTIC x -> t{i} INT8 1x4x4x32 0.00390625 -128" for i in range(count)]
    lines.append("op CONCATENATION " + " ".join(f"t{i % count}" for i in range(operands)) +
                 f' -> y INT8 1x4x4x{32 * operands} 0.00390625 -128 ; ConcatenationOptions {{"axis": 3}}')
    return network(*lines, "output y")


def shared(count, size, kind):
    """Operators that share one constant, each reading it anew."""
    lines = [f"input x INT8 1x1x1x{size} 0.5 0"]
    if kind == "gather":
        lines += [f"const i INT32 {size * 16} = 1*{size * 16}"]
        lines += [f'op GATHER x i -> y{k} INT8 1x1x1x{size * 16} 0.5 0 ; GatherOptions {{"axis": 3}}' for k in range(count)]
    else:
        lines += [f"const w INT8 {size}x1x1x{size} 0.5 0 = 1*{size * size}"]
        lines += [f'op CONV_2D x w - -> y{k} INT8 1x1x1x{size} 0.{5 + k % 4} 0 ; Conv2DOptions {{"stride_h": 1, "stride_w": 1}}'
                  for k in range(count)]
    return network(*lines, "output " + " ".join(f"y{k}" for k in range(count)))


def convolutions(count, shapes):
    """Their code is generated: of few shapes much that is equal, of many much that is not."""
    lines, made = [], 0
    for side in range(8, 8 + shapes):
        for depth in range(4, 4 * shapes + 4, 4):
            lines += [f"input x{side}_{depth} INT8 1x{side}x{side + 1}x{depth} 0.5 0", f"const w{side}_{depth} INT8 24x1x1x{depth} 0.5 0 = 1*{24 * depth}"]
            for _ in range(count // shapes ** 2):
                lines.append(f"op CONV_2D x{side}_{depth} w{side}_{depth} - -> y{made} INT8 1x{side}x{side + 1}x24 0.5 0 ; "
                             'Conv2DOptions {"stride_h": 1, "stride_w": 1}')
                made += 1
    return network(*lines, "output " + " ".join(f"y{i}" for i in range(made)))


def channels(count, kind):
    """Each with sums of its own; their steps cost many times their bytes."""
    if kind == "fully-connected":
        return network("input x INT8 1x1 0.05 3", f"const w INT8 {count}x1 0.003 0 = 127*{count}",
                       f"op FULLY_CONNECTED x w - -> y INT8 1x{count} 0.000376471 7 ; FullyConnectedOptions {{}}", "output y")
    draw = random.Random(1)
    lines = [f"input x INT8 1x1x1x{count} 0.05 3"]
    for i in range(200):
        bias = " ".join(str(draw.randrange(-20000, 20000)) for _ in range(count))
        lines += [f"const w{i} INT8 1x1x1x{count} 0.003 0 = 127*{count}", f"const b{i} INT32 {count} = {bias}",
                  f"op DEPTHWISE_CONV_2D x w{i} b{i} -> y{i} INT8 1x1x1x{count} 0.000{370000 + 41 * i} 7 ; DepthwiseConv2DOptions "
                  '{"stride_h": 1, "stride_w": 1, "depth_multiplier": 1}']
    return network(*lines, "output " + " ".join(f"y{i}" for i in range(200)))


def alike(count, options, shape, operator, *constants):
    """Operators with little in the file and many rows in their tensors."""
    lines = [f"input x INT8 {shape} 0.5 0", *constants]
    lines += [f"op {operator.replace('Y', f'y{i}')} 0.5 0" + (options and " ; " + options) for i in range(count)]
    return network(*lines, "output " + " ".join(f"y{i}" for i in range(count)))


def indices(count, shape, axis, out):
    lines = [f"input x INT8 {shape} 0.5 0", f"const a INT32 scalar = {axis}"]
    lines += [f"op ARG_MAX x a -> y{i} INT32 {out} ; ArgMaxOptions {{}}" for i in range(count)]
    return network(*lines, "output " + " ".join(f"y{i}" for i in range(count)))


def grouped(groups):
    return network(f"input x INT8 1x4x4x{groups} 0.5 0", f"const w INT8 {groups}x1x1x1 0.5 0 = 1*{groups}",
                   f"op CONV_2D x w - -> y INT8 1x4x4x{groups} 0.5 0 ; Conv2DOptions {{\"stride_h\": 1, \"stride_w\": 1}}", "output y")


def sliced(begin, size):
    return network("input x INT8 4 0.5 0", f"const b INT64 1 = {begin}", f"const s INT64 1 = {size}",
                   "op SLICE x b s -> y INT8 4 0.5 0", "output y")


def strided(begin, end, stride, options="{}"):
    return network("input x INT8 4 0.5 0", f"const b INT64 1 = {begin}", f"const e INT64 1 = {end}", f"const s INT64 1 = {stride}",
                   f"op STRIDED_SLICE x b e s -> y INT8 4 0.5 0 ; StridedSliceOptions {options}", "output y")


def branches(count, size, *body):
    """The same branch, with its large constant, again and again."""
    lines = ["input c BOOL 1", "input i INT32 1", f"input x INT8 1x1x1x{size} 0.5 0"]
    lines += [f'op IF c i x -> y{k} INT8 1 0.5 0 ; IfOptions {{"then_subgraph_index": 1, "else_subgraph_index": 1}}' for k in range(count)]
    lines += ["output " + " ".join(f"y{k}" for k in range(count)), "subgraph", "input at INT32 1", f"input z INT8 1x1x1x{size} 0.5 0"]
    return network(*lines, *body, "op GATHER large at -> result INT8 1 0.5 0 ; GatherOptions {}", "output result")


def depthwise_branch(channels):
    return ["const first INT32 4 = 0*4", "const one INT32 4 = 1*4", f"const w INT8 1x1x1x{channels} 0.5 0 = 1*{channels}",
            f"const flat INT32 1 = {channels}", "op SLICE z first one -> narrow INT8 1x1x1x1 0.5 0",
            f"op DEPTHWISE_CONV_2D narrow w - -> wide INT8 1x1x1x{channels} 0.5 0 ; DepthwiseConv2DOptions "
            f'{{"stride_h": 1, "stride_w": 1, "depth_multiplier": {channels}}}', f"op RESHAPE wide flat -> large INT8 {channels} 0.5 0"]


def loops(count, size):
    """The same body, with its large constant, again and again."""
    lines = ["input n INT32 1"]
    lines += [f'op WHILE n -> m{k} INT32 1 ; WhileOptions {{"cond_subgraph_index": 1, "body_subgraph_index": 2}}' for k in range(count)]
    lines += ["output " + " ".join(f"m{k}" for k in range(count)), "subgraph", "input a INT32 1", "const most INT32 1 = 9",
              "op LESS a most -> on BOOL 1", "output on", "subgraph", "input b INT32 1", f"const large INT32 {size} = 1*{size}"]
    return network(*lines, "op GATHER large b -> next INT32 1 ; GatherOptions {}", "output next")


BIG, LEAST = 2 ** 31 - 1, -2 ** 63
CASES = {
    "transpose-conv-strides": lambda: transposed(40000),
    "transpose-conv-phases": lambda: transposed(4096),
    "space-to-batch": lambda: space_to_batch(46340),
    "space-to-batch-64": lambda: space_to_batch(64),
    "resize-rows": lambda: resize("BILINEAR", 4, BIG),
    "resize-nearest-rows": lambda: resize("NEAREST_NEIGHBOR", 4, BIG),
    "resize-accepted": lambda: resize("BILINEAR", 2 ** 20, 2 ** 20 - 1),
    "resize-input": lambda: resize("BILINEAR", 2097152, 3),
    "fully-connected": lambda: network("input x INT8 1x1 0.5 0", "input w INT8 1000000000x1 0.5 0",
                                       "op FULLY_CONNECTED x w - -> y INT8 1x1000000000 0.5 0 ; FullyConnectedOptions {}", "output y"),
    "average-pool": lambda: pool(30000, 30000),
    "average-pool-column": lambda: pool(60000, 60000, 1),
    "folds": lambda: fold(300, 16 << 20),
    "folds-small": lambda: fold(1000, 1 << 18),
    "repeat": lambda: repeat(300000000),
    "stride": lambda: window("CONV_2D", "Conv2DOptions", "1x8x8x4", "4x1x1x4", "1x1x1x4", padding='"VALID"', stride_h=BIG, stride_w=BIG),
    "dilation": lambda: window("CONV_2D", "Conv2DOptions", "1x8x8x4", "4x3x3x4", "1x8x8x4", padding='"SAME"', stride_h=1, stride_w=1,
                               dilation_h_factor=1100000000, dilation_w_factor=1100000000),
    "dilation-depthwise": lambda: window("DEPTHWISE_CONV_2D", "DepthwiseConv2DOptions", "1x8x8x4", "1x3x3x4", "1x8x8x4", padding='"SAME"',
                                         stride_h=1, stride_w=1, depth_multiplier=1, dilation_h_factor=65536, dilation_w_factor=BIG),
    "slice-begin": lambda: sliced(LEAST, 1),
    "slice-size": lambda: sliced(1, LEAST),
    "stride-least": lambda: strided(0, 4, LEAST),
    "slice-offset": lambda: strided(3, 2 ** 63 - 1, 1, '{"offset": true}'),
    "relus": lambda: chain(16384, "RELU"),
    "reshapes": lambda: chain(16384, "RESHAPE", ' ; ReshapeOptions {"new_shape": [1, 8]}'),
    "functions": lambda: chain(16384, "ABS"),
    "too-many": lambda: chain(16385, "RELU"),
    "woven": lambda: woven(4000, 40),
    "sums": lambda: woven(16384, 1),
    "explained": lambda: woven(4000, 1),
    "scaled": lambda: scaled(16000),
    "scaled-explained": lambda: scaled(16000),
    "one-name": lambda: one_name(16000, 3100),
    "one-name-reported": lambda: one_name(16000, 600),
    "star": lambda: star(4096),
    "split-and-join": lambda: joined(32766),
    "split-too-much": lambda: joined(32767),
    "concatenation": lambda: gathered(16000, 20000),
    "one-filter": lambda: shared(2000, 128, "conv"),
    "one-index": lambda: shared(3000, 1024, "gather"),
    "convolutions": lambda: convolutions(16000, 2),
    "convolutions-dumped": lambda: convolutions(6000, 2),
    "shapes": lambda: convolutions(5000, 40),
    "reductions": lambda: alike(1000, "ReducerOptions {}", "100000000x2x3", "REDUCE_MAX x a -> Y INT8 100000000x3", "const a INT32 1 = 1"),
    "reductions-of-rows": lambda: alike(1000, "ReducerOptions {}", "100000000x3x2", "SUM x a -> Y INT8 100000000x3", "const a INT32 1 = 2"),
    "indices": lambda: indices(1000, "100000000x2x3", 1, "100000000x3"),
    "indices-of-channels": lambda: indices(1000, "1x100000000x2x3", 3, "1x100000000x2"),
    "planes": lambda: alike(1000, 'Conv2DOptions {"stride_h": 1, "stride_w": 1}', "1x8000x8000x1",
                            "CONV_2D x w - -> Y INT8 1x8000x8000x1", "const w INT8 1x3x3x1 0.5 0 = 1*9"),
    "columns": lambda: alike(1000, 'Conv2DOptions {"stride_h": 1, "stride_w": 1}', "1x1000000x1x1",
                             "CONV_2D x w - -> Y INT8 1x1000000x1x1", "const w INT8 1x3x3x1 0.5 0 = 1*9"),
    "columns-of-depthwise": lambda: alike(1000, 'DepthwiseConv2DOptions {"stride_h": 1, "stride_w": 1, "depth_multiplier": 1}',
                                          "1x1000000x1x3", "DEPTHWISE_CONV_2D x w - -> Y INT8 1x1000000x1x3", "const w INT8 1x3x3x3 0.5 0 = 1*27"),
    "columns-of-pools": lambda: alike(1000, 'Pool2DOptions {"stride_h": 1, "stride_w": 1, "filter_height": 3, "filter_width": 3}',
                                      "1x1000000x1x3", "MAX_POOL_2D x -> Y INT8 1x1000000x1x3"),
    "groups": lambda: grouped(10007),
    "channels": lambda: channels(200000, "fully-connected"),
    "channels-of-many": lambda: channels(2048, "depthwise"),
    "branches": lambda: branches(1000, 4, "const large INT8 1000000 0.5 0 = 1*1000000"),
    "branches-of-depthwise": lambda: branches(1000, 4, *depthwise_branch(200000)),
    "loops": lambda: loops(1000, 250000),
    "blocks": lambda: alike(1000, "", "1x64x64x1", "SPACE_TO_BATCH_ND x b p -> Y INT8 4096x1x1x1",
                            "const b INT32 2 = 64 64", "const p INT32 2x2 = 0*4"),
}


# utils/check.sh --all: every case, and plain C, too, whose plans are among those of Hexagon. Else every second case, without the two
# that take longest.
TARGETS = ("hexagon", "portable") if os.environ.get("HEXLOOM_ALL") else ("hexagon",)

LONGEST = ("shapes", "convolutions")

# What looks inside keeps the promise, too.
OPTIONS = {"explained": ["--explain=ADD"], "convolutions-dumped": ["--dump-plans", "plans.json"],
           "scaled-explained": ["--explain"], "one-name-reported": ["--report=report.html"]}


def limited(cpu, memory):
    def apply():
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    return apply


def check(name, folder):
    path = os.path.join(folder, name + ".tflite")
    made = CASES[name]()
    model, patch = made if isinstance(made, tuple) else (made, bytes)
    content = patch(net.serialize(model, [], folder))
    with open(path, "wb") as file:
        file.write(content)
    megabytes = len(content) / 1e6
    faults = []
    for target in TARGETS:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(["dnn-frontend", os.path.abspath(path), "--target=" + target, *OPTIONS.get(name, []), "-o", os.path.abspath(os.path.join(folder, "net.c"))],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=folder,
                              preexec_fn=limited(10 + int(megabytes), BASE + int(256e6 + 20 * len(content))))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        message = done.stderr.decode().strip()
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        said = message.splitlines()[0][:150] if message else "C"
        print(f"{name:24} {target:9} {len(content):9} bytes {seconds:6.2f} s  {said}", flush=True)
        good = done.returncode == 0 or done.returncode == 1 and message.startswith("dnn-frontend: error: ")
        if not good or "out of memory" in message or len(message) > 20000:
            faults.append(f"{name} for {target}: status {done.returncode}: {message[:500]}")
        for suffix in ("c", "h", "weights"):
            if os.path.exists(os.path.join(folder, "net." + suffix)):
                os.remove(os.path.join(folder, "net." + suffix))
    os.remove(path)
    return faults


def main():
    folder, *names = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    names = names or (list(CASES) if os.environ.get("HEXLOOM_ALL") else [name for name in list(CASES)[::2] if name not in LONGEST])
    faults = [fault for name in names for fault in check(name, folder)]
    for fault in faults:
        print("FAILED:", fault)
    print(f"{len(names)} files, {len(faults)} broken promises")
    return bool(faults)


sys.exit(main())
