# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""alike.py COUNT: the NET lines of a network with so many convolutions of each of three kinds, which differ in their weights only."""
import random
import sys

SHAPE = "1x4x4x16"
draw, outputs = random.Random(1), []
print(f"NET: input x INT8 {SHAPE} 0.05 3")
for i in range(int(sys.argv[1])):
    for kind, shape, out, options in (
            ("CONV_2D", "8x1x1x16", "1x4x4x8", 'Conv2DOptions {"stride_h": 1, "stride_w": 1}'),
            ("CONV_2D", "16x3x3x16", SHAPE, 'Conv2DOptions {"stride_h": 1, "stride_w": 1, "padding": "SAME"}'),
            ("DEPTHWISE_CONV_2D", "1x3x3x16", SHAPE,
             'DepthwiseConv2DOptions {"stride_h": 1, "stride_w": 1, "depth_multiplier": 1, "padding": "SAME"}')):
        name = f"{kind[0]}{shape[2]}_{i}"
        count = 1
        for side in shape.split("x"):
            count *= int(side)
        # The extremes are in all: what is proven of sums depends on them.
        weights = " ".join(map(str, [127, -127] + [draw.randrange(-127, 128) for _ in range(count - 2)]))
        print(f"NET: const w{name} INT8 {shape} 0.003 0 = {weights}")
        print(f"NET: op {kind} x w{name} - -> y{name} INT8 {out} 0.1 -5 ; {options}")
        outputs.append("y" + name)
print("NET: output " + " ".join(outputs))
