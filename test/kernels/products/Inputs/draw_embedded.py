# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""draw_embedded.py SEED [KIND]...: NET lines (test/frontend/Inputs/import.py) of sums of products with random shapes, two of each kind: conv,
groups, depthwise, transposed, pool, dense; of int8 and uint8."""
import random
import sys

KINDS = ["conv", "groups", "depthwise", "transposed", "pool", "dense"]


def numbers(draw, low, high, count):
    """Neighbouring numbers, so that no two places are alike."""
    least = draw.randint(low, low + (high - low) // 3)
    return f"{least}..{draw.randint(high - (high - low) // 3, high)}*{count}"


def sides(draw, padding, transposed):
    """Input, kernel, stride and output of a dimension."""
    kernel, stride = draw.randint(1, 6), draw.randint(1, 3)
    size = draw.randint(kernel, kernel + 9)
    if transposed:
        return size, kernel, stride, size * stride if padding == "SAME" else (size - 1) * stride + max(kernel, stride)
    return size, kernel, stride, -(-size // stride) if padding == "SAME" else (size - kernel) // stride + 1


def operator(draw, kind, name, unsigned):
    """The lines of an operator."""
    bytes_, low, high, zero = ("UINT8", 0, 255, draw.randint(0, 255)) if unsigned else ("INT8", -127, 127, draw.randint(-128, 127))
    filter_zero = draw.choice([0, 128, 255]) if unsigned else 0
    scale, out_zero = draw.choice([0.3, 1.1, 2.7]), draw.randint(0, 100)
    padding = draw.choice(["SAME", "VALID"])
    activation = draw.choice(["NONE", "NONE", "RELU", "RELU6"])
    height, width = sides(draw, padding, kind == "transposed"), sides(draw, padding, kind == "transposed")
    batches, channels, outputs = draw.randint(1, 2), draw.choice([1, 2, 3, 5, 8]), draw.choice([1, 3, 4, 6, 16, 17])
    if kind == "dense":
        rows, depth = draw.randint(1, 9), draw.randint(1, 40)
        return [f"input {name}i {bytes_} {rows}x{depth} 0.05 {zero}",
                f"const {name}w {bytes_} {outputs}x{depth} 0.02 {filter_zero} = {numbers(draw, low, high, outputs * depth)}",
                f"op FULLY_CONNECTED {name}i {name}w - -> {name}o {bytes_} {rows}x{outputs} {scale} {out_zero} ; "
                f'FullyConnectedOptions {{"fused_activation_function": "{activation}"}}']
    groups = draw.choice([2, 3, 4]) if kind == "groups" else 1
    if kind in ("groups", "pool"):
        channels, outputs = channels * groups, outputs * groups
    if kind == "pool":
        outputs, padding = channels, "VALID"
        height, width = sides(draw, padding, False), sides(draw, padding, False)
    if kind == "depthwise":
        outputs = channels * draw.choice([1, 2, 4, 5])
    window = f'"padding": "{padding}", "stride_h": {height[2]}, "stride_w": {width[2]}, "fused_activation_function": "{activation}"'
    options = {"transposed": f'TransposeConvOptions {{"padding": "{padding}", "stride_h": {height[2]}, "stride_w": {width[2]}}}',
               "depthwise": f'DepthwiseConv2DOptions {{{window}, "depth_multiplier": {outputs // channels}}}',
               "pool": f'Pool2DOptions {{{window}, "filter_height": {height[1]}, "filter_width": {width[1]}}}'}.get(kind, f"Conv2DOptions {{{window}}}")
    out = f"{name}o {bytes_} {batches}x{height[3]}x{width[3]}x{outputs}"
    lines = [f"input {name}i {bytes_} {batches}x{height[0]}x{width[0]}x{channels} 0.05 {zero}"]
    if kind == "pool":
        return lines + [f"op AVERAGE_POOL_2D {name}i -> {out} 0.05 {zero} ; {options}"]
    shape = (1, height[1], width[1], outputs) if kind == "depthwise" else (outputs, height[1], width[1], channels // groups)
    count = shape[0] * shape[1] * shape[2] * shape[3]
    lines.append(f"const {name}w {bytes_} {'x'.join(map(str, shape))} 0.02 {filter_zero} = {numbers(draw, low, high, count)}")
    if kind == "transposed":
        lines.append(f"const {name}s INT32 4 0.0 0 = {batches} {height[3]} {width[3]} {outputs}")
        return lines + [f"op TRANSPOSE_CONV {name}s {name}w {name}i - -> {out} {scale} {out_zero} ; {options}"]
    lines.append(f"const {name}b INT32 {outputs} 0.001 0 = {numbers(draw, -5000, 5000, outputs)}")
    code = "DEPTHWISE_CONV_2D" if kind == "depthwise" else "CONV_2D"
    return lines + [f"op {code} {name}i {name}w {name}b -> {out} {scale} {out_zero} ; {options}"]


def main():
    draw = random.Random(int(sys.argv[1]))
    for kind in sys.argv[2:] or KINDS:
        for number in range(2):
            name = f"{kind}{number}"
            for line in operator(draw, kind, name, number == 1) + [f"output {name}o"]:
                print("NET:", line)


main()
