# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""shuffled.py NAME [TYPE]: the NET lines of a network of 256 input elements in which movements reorder channels."""
import random
import sys

draw = random.Random(7)
TYPE = sys.argv[2] if len(sys.argv) > 2 else "INT8"
SIDE, ZERO = 4, {"INT8": -7, "UINT8": 121}[TYPE]
names = {}


def say(text):
    print("NET: " + text)


def fresh(stem):
    names[stem] = names.get(stem, 0) + 1
    return f"{stem}{names[stem]}"


def activation(name, *shape, scale=0.05):
    return f"{name} {TYPE} {'x'.join(map(str, shape))} {scale} {ZERO}"


def filter_of(stem, shape, axis):
    """Weights: a scale for each channel in INT8, a zero point in UINT8."""
    name, size = fresh("w" + stem), 1
    for side in shape:
        size *= side
    signed = TYPE == "INT8"
    scales = ",".join(f"0.0{draw.randrange(10, 40)}" for _ in range(shape[axis])) if signed else "0.02"
    numbers = " ".join(str(draw.randrange(-127, 128) if signed else draw.randrange(256)) for _ in range(size))
    say(f"const {name} {TYPE} {'x'.join(map(str, shape))} {scales} {0 if signed else 157} axis={axis} = {numbers}")
    return name


def bias(count):
    name = fresh("b")
    say(f"const {name} INT32 {count} = " + " ".join(str(draw.randrange(-4000, 4000)) for _ in range(count)))
    return name


def conv(x, inputs, outputs, groups=1):
    y = fresh("conv")
    w, b = filter_of("c", [outputs, 1, 1, inputs // groups], 0), bias(outputs)
    say(f"op CONV_2D {x} {w} {b} -> {activation(y, 1, SIDE, SIDE, outputs)} ; " 'Conv2DOptions {"stride_h": 1, "stride_w": 1}')
    return y


def depthwise(x, channels, multiplier=1):
    y = fresh("depthwise")
    w, b = filter_of("d", [1, 3, 3, channels * multiplier], 3), bias(channels * multiplier)
    say(f"op DEPTHWISE_CONV_2D {x} {w} {b} -> {activation(y, 1, SIDE, SIDE, channels * multiplier)} ; DepthwiseConv2DOptions "
        '{"stride_h": 1, "stride_w": 1, "depth_multiplier": %d, "padding": "SAME"}' % multiplier)
    return y


def ints(values):
    name = fresh("i")
    say(f"const {name} INT32 {len(values)} = " + " ".join(map(str, values)))
    return name


def reshape(x, *shape):
    y = fresh("reshape")
    say(f"op RESHAPE {x} {ints(shape)} -> {activation(y, *shape)}")
    return y


def shuffle(x, channels, groups=2):
    x, y = reshape(x, 1, SIDE, SIDE, groups, channels // groups), fresh("transpose")
    say(f"op TRANSPOSE {x} {ints([0, 1, 2, 4, 3])} -> {activation(y, 1, SIDE, SIDE, channels // groups, groups)}")
    return reshape(y, 1, SIDE, SIDE, channels)


def part(x, first, size):
    y = fresh("slice")
    say(f"op SLICE {x} {ints([0, 0, 0, first])} {ints([1, SIDE, SIDE, size])} -> {activation(y, 1, SIDE, SIDE, size)}")
    return y


def join(parts, channels):
    y = fresh("join")
    say(f"op CONCATENATION {' '.join(parts)} -> {activation(y, 1, SIDE, SIDE, channels)} ; " 'ConcatenationOptions {"axis": 3}')
    return y


def by_channel(x, channels):
    """ADD and PRELU by constants of a number for each channel."""
    say(f"const {fresh('by')} {TYPE} {channels} 0.02 3 = " + " ".join(str(draw.randrange(0, 127)) for _ in range(channels)))
    y, z = fresh("add"), fresh("prelu")
    say(f"op ADD {x} by{names['by']} -> {activation(y, 1, SIDE, SIDE, channels)} ; AddOptions {{}}")
    say(f"const {fresh('alpha')} {TYPE} 1x1x{channels} 0.01 9 = " + " ".join(str(draw.randrange(0, 127)) for _ in range(channels)))
    say(f"op PRELU {y} alpha{names['alpha']} -> {activation(z, 1, SIDE, SIDE, channels)}")
    return z


def gate(x, channels):
    """A factor for each channel, of the mean of its pixels."""
    mean, small, back, factor, y = (fresh(stem) for stem in ("mean", "small", "back", "factor", "mul"))
    say(f"op MEAN {x} {ints([1, 2])} -> {activation(mean, 1, 1, 1, channels)} ; " 'ReducerOptions {"keep_dims": true}')
    for name, source, outputs, inputs in ((small, mean, 4, channels), (back, small, channels, 4)):
        w, b = filter_of("g", [outputs, 1, 1, inputs], 0), bias(outputs)
        say(f"op CONV_2D {source} {w} {b} -> {activation(name, 1, 1, 1, outputs)} ; " 'Conv2DOptions {"stride_h": 1, "stride_w": 1}')
    say(f"op LOGISTIC {back} -> {factor} {TYPE} 1x1x1x{channels} 0.00390625 {-128 if TYPE == 'INT8' else 0}")
    say(f"op MUL {x} {factor} -> {activation(y, 1, SIDE, SIDE, channels)} ; MulOptions {{}}")
    return y


def softmax(x, channels):
    y = fresh("softmax")
    say(f"op SOFTMAX {x} -> {y} {TYPE} 1x{SIDE}x{SIDE}x{channels} 0.00390625 {-128 if TYPE == 'INT8' else 0} ; " 'SoftmaxOptions {"beta": 1.0}')
    return y


def units():
    """ShuffleNet V2: half of the channels pass each unit. Halves of 29 and quarters; 58 are two blocks of 32, with gaps."""
    passes, y = conv("x", 16, 58), conv("x", 16, 58)
    for _ in range(3):
        both = shuffle(join([passes, y], 116), 116)
        passes, y = part(both, 0, 58), conv(depthwise(conv(part(both, 58, 58), 58, 58), 58), 58, 58)
    return [conv(shuffle(join([passes, y], 116), 116), 116, 24)]


def chain():
    """One permutation, through what keeps channels apart."""
    first = conv("x", 16, 48)
    one, other = shuffle(first, 48, 4), shuffle(conv("x", 16, 48), 48, 4)
    total = fresh("add")
    say(f"op ADD {by_channel(one, 48)} {other} -> {activation(total, 1, SIDE, SIDE, 48)} ; AddOptions {{}}")
    return [conv(gate(depthwise(total, 48), 48), 48, 16), conv(first, 48, 16)]


def kept():
    """Nobody's weights take these permutations: of a grouped convolution, of what somebody else reads, of the graph's input."""
    grouped, read = conv("x", 16, 48, groups=2), conv("x", 16, 48)
    return [softmax(shuffle(grouped, 48), 48), softmax(read, 48), softmax(shuffle(read, 48), 48), depthwise(shuffle("x", 16), 16, 2)]


def shifted():
    """A slice of channels that a movement of pixels made, as attention's relative shift is."""
    x = fresh("reshape")
    say(f"op RESHAPE {conv('x', 16, 45)} {ints([1, 12, 15, 4])} -> {activation(x, 1, 12, 15, 4)}")
    y, z = fresh("slice"), fresh("slice")
    say(f"op SLICE {x} {ints([0, 0, 0, 1])} {ints([1, 12, 15, 3])} -> {activation(y, 1, 12, 15, 3)}")
    w = filter_of("c", [8, 1, 1, 3], 0)
    say(f"op CONV_2D {y} {w} - -> {activation(z, 1, 12, 15, 8)} ; " 'Conv2DOptions {"stride_h": 1, "stride_w": 1}')
    return [z, units()[0]]


say("input " + activation("x", 1, SIDE, SIDE, 16))
say("output " + " ".join({each.__name__: each for each in (units, chain, kept, shifted)}[sys.argv[1]]()))
