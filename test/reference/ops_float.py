# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Float operators: each step rounded to single precision in the order of TensorFlow Lite's reference kernels; exp, log, tanh and
their kin in double precision, rounded once."""
import math

import numpy as np

from context import evaluates_floats, f32
from ops_products import pads
from ops_windows import axes_of, float_positions
from tflite_operators import ACTIVATIONS

MOST = np.finfo(np.float32).max
NAN = np.float32(np.nan)
BOUNDS = {"NONE": (-MOST, MOST), "RELU": (f32(0), MOST), "RELU6": (f32(0), f32(6)), "RELU_N1_TO_1": (f32(-1), f32(1))}


def real(values):
    """No number is always the same one."""
    values = np.asarray(values, f32)
    return np.where(np.isnan(values), NAN, values)


def bounded(values, low, high):
    values = np.where(values < low, low, values)
    return real(np.where(high < values, high, values))


def activated(c, values):
    return bounded(values, *BOUNDS[ACTIVATIONS[c.options.get("activation", 0)]])


def wide(function):
    """The function in double precision, rounded to single once."""
    def applied(x):
        with np.errstate(all="ignore"):
            return real(function(np.asarray(x, np.float64)).astype(f32))
    return applied


exp, log = wide(np.exp), wide(np.log)
BINARY = {"ADD": np.add, "SUB": np.subtract, "MUL": np.multiply, "DIV": np.divide}


@evaluates_floats(*BINARY)
def arithmetic(c):
    with np.errstate(all="ignore"):
        return activated(c, BINARY[c.kind](c.values[0], c.values[1]))


@evaluates_floats("FLOOR_DIV")
def floor_div(c):
    with np.errstate(all="ignore"):
        return real(np.floor(c.values[0].astype(np.float64) / c.values[1].astype(np.float64)).astype(f32))


@evaluates_floats("FLOOR_MOD")
def floor_mod(c):
    with np.errstate(all="ignore"):
        x, y = np.broadcast_arrays(c.values[0], c.values[1])
        rest = np.fmod(x, y)
        return real(np.where((rest != 0) & ((y < 0) != (rest < 0)), rest + y, rest))


@evaluates_floats("MAXIMUM")
def maximum(c):
    return real(np.where(c.values[0] > c.values[1], c.values[0], c.values[1]))


@evaluates_floats("MINIMUM")
def minimum(c):
    return real(np.where(c.values[0] < c.values[1], c.values[0], c.values[1]))


@evaluates_floats("SQUARED_DIFFERENCE")
def squared_difference(c):
    difference = c.values[0] - c.values[1]
    return real(difference * difference)


@evaluates_floats("PRELU")
def prelu(c):
    return real(np.where(c.values[0] >= 0, c.values[0], c.values[0] * c.values[1]))


COMPARISONS = {"EQUAL": np.equal, "NOT_EQUAL": np.not_equal, "GREATER": np.greater, "GREATER_EQUAL": np.greater_equal,
               "LESS": np.less, "LESS_EQUAL": np.less_equal}


@evaluates_floats(*COMPARISONS)
def compare(c):
    return COMPARISONS[c.kind](c.values[0], c.values[1])


@evaluates_floats("ADD_N")
def add_n(c):
    total = np.zeros(c.out.shape, f32)
    for values in c.values:
        total = total + values
    return real(total)


def root(x):
    with np.errstate(all="ignore"):
        return np.sqrt(x)


def rsqrt(x):
    with np.errstate(all="ignore"):
        return f32(1) / np.sqrt(x)


def half_to_even(x):
    """From the floor: what rounds up to zero becomes -1 + 1, which is +0."""
    with np.errstate(all="ignore"):
        floor = np.floor(x)
        above = x - floor
        return np.where((above < 0.5) | ((above == 0.5) & (np.fmod(floor, f32(2)) == 0)), floor, floor + f32(1))


UNARY = {
    "RELU": lambda x: np.where(x < 0, f32(0), x),
    "RELU6": lambda x: bounded(x, f32(0), f32(6)),
    "RELU_N1_TO_1": lambda x: bounded(x, f32(-1), f32(1)),
    "RELU_0_TO_1": lambda x: bounded(x, f32(0), f32(1)),
    "ELU": lambda x: np.where(x >= 0, x, wide(np.expm1)(x)),
    "HARD_SWISH": lambda x: x * bounded(x + f32(3), f32(0), f32(6)) / f32(6),
    "LOGISTIC": wide(lambda x: 1 / (1 + np.exp(-x))),
    "TANH": wide(np.tanh),
    "EXP": exp,
    "LOG": log,
    "SQRT": root,
    "RSQRT": rsqrt,
    "ABS": np.abs,
    "NEG": np.negative,
    "SIGN": lambda x: np.where(x > 0, f32(1), np.where(x < 0, f32(-1), f32(0))),
    "CEIL": np.ceil,
    "FLOOR": np.floor,
    "ROUND": half_to_even,
    "SQUARE": lambda x: x * x,
}


@evaluates_floats(*UNARY)
def unary(c):
    return real(UNARY[c.kind](c.values[0]))


def normal_below(x):
    """The chance that a normally distributed number is below x: scaled, no digit is lost where x is far below 0."""
    return np.vectorize(lambda v: math.erfc(-v * math.sqrt(0.5)) / 2, otypes=[np.float64])(x)


def tanh_below(x):
    return 1 / (1 + np.exp(-math.sqrt(8 / math.pi) * (x + 0.044715 * x * x * x)))


@evaluates_floats("GELU")
def gelu(c):
    below = tanh_below if c.options["approximate"] else normal_below
    return wide(lambda x: x * below(x))(c.values[0])


@evaluates_floats("POW")
def power(c):
    with np.errstate(all="ignore"):
        return real(np.power(c.values[0].astype(np.float64), c.values[1].astype(np.float64)).astype(f32))


@evaluates_floats("LEAKY_RELU")
def leaky_relu(c):
    return real(np.where(c.values[0] > 0, c.values[0], c.values[0] * f32(c.options["alpha"])))


def sums(values):
    """Along the last axis, one after the other."""
    zero = np.zeros((*values.shape[:-1], 1), f32)
    return np.add.accumulate(np.concatenate([zero, values.astype(f32)], -1), -1, f32)[..., -1:]


def rows_max(x):
    return x.max(-1, keepdims=True)


@evaluates_floats("SOFTMAX")
def softmax(c):
    x = c.values[0]
    powers = exp((x - rows_max(x)) * f32(c.options["beta"]))
    return real(powers / sums(powers))


@evaluates_floats("LOG_SOFTMAX")
def log_softmax(c):
    x = c.values[0]
    from_top = x - rows_max(x)
    return real(from_top - log(sums(exp(from_top))))


@evaluates_floats("L2_NORMALIZATION")
def l2_normalization(c):
    x = c.values[0]
    return real(x / np.maximum(np.sqrt(sums(x * x)), f32(1e-6)))


@evaluates_floats("ARG_MAX", "ARG_MIN")
def arg(c):
    """The first element as long as none compares better: nothing does with what is no number."""
    x = np.moveaxis(c.values[0], c.numbers(1)[0], 0)
    best, at = x[0], np.zeros(x.shape[1:], np.int64)
    for i in range(1, len(x)):
        better = x[i] > best if c.kind == "ARG_MAX" else x[i] < best
        best, at = np.where(better, x[i], best), np.where(better, i, at)
    return at


def extreme(values, largest):
    """Along the last axis, of what compares better than the least (or greatest) number."""
    best = np.full(values.shape[:-1], -MOST if largest else MOST, f32)
    for x in np.moveaxis(values, -1, 0):
        best = np.where(x > best if largest else x < best, x, best)
    return real(best)


def reduced_last(c):
    """The reduced axes as one, behind the others."""
    axes = axes_of(c)
    x = c.values[0]
    kept = [axis for axis in range(x.ndim) if axis not in axes]
    return x.transpose(kept + list(axes)).reshape([x.shape[axis] for axis in kept] + [-1])


@evaluates_floats("SUM", "MEAN")
def sum_or_mean(c):
    x = reduced_last(c)
    total = sums(x)[..., 0]
    return real(total / f32(x.shape[-1]) if c.kind == "MEAN" else total).reshape(c.out.shape)


@evaluates_floats("REDUCE_MAX")
def reduce_max(c):
    return extreme(reduced_last(c), True).reshape(c.out.shape)


@evaluates_floats("REDUCE_MIN")
def reduce_min(c):
    return extreme(reduced_last(c), False).reshape(c.out.shape)


@evaluates_floats("REDUCE_PROD")
def reduce_prod(c):
    return real(np.multiply.accumulate(reduced_last(c), -1, f32)[..., -1]).reshape(c.out.shape)


@evaluates_floats("CUMSUM")
def cumsum(c):
    x = np.moveaxis(c.values[0], c.numbers(1)[0], -1)
    x = x[..., ::-1] if c.options["reverse"] else x
    before = np.add.accumulate(np.concatenate([np.zeros((*x.shape[:-1], 1), f32), x], -1), -1, f32)
    result = before[..., :-1] if c.options["exclusive"] else before[..., 1:]
    result = result[..., ::-1] if c.options["reverse"] else result
    return real(np.moveaxis(result, -1, c.numbers(1)[0]))


@evaluates_floats("AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D")
def pool(c):
    x, shape = c.values[0], c.out.shape
    window = (c.options["filter_h"], c.options["filter_w"])
    top, left = pads(c, x.shape, shape, window)
    result = np.zeros(shape, f32)
    for oy in range(shape[1]):
        for ox in range(shape[2]):
            y0, x0 = oy * c.options["stride_h"] - top, ox * c.options["stride_w"] - left
            seen = x[:, max(y0, 0):max(y0 + window[0], 0), max(x0, 0):max(x0 + window[1], 0)]
            seen = np.moveaxis(seen.reshape(seen.shape[0], -1, seen.shape[3]), 1, -1)
            if c.kind == "MAX_POOL_2D":
                result[:, oy, ox] = extreme(seen, True)
                continue
            mean = sums(seen * seen if c.kind == "L2_POOL_2D" else seen)[..., 0] / f32(seen.shape[-1])
            result[:, oy, ox] = np.sqrt(mean) if c.kind == "L2_POOL_2D" else mean
    return activated(c, result)


@evaluates_floats("RESIZE_BILINEAR")
def resize_bilinear(c):
    x, shape = c.values[0], c.out.shape
    options = c.options["align_corners"], c.options["half_pixel"]
    result = np.zeros(shape, f32)
    columns = list(float_positions(x.shape[2], shape[2], *options))
    for oy, (at_y, y0, y1) in enumerate(float_positions(x.shape[1], shape[1], *options)):
        for ox, (at_x, x0, x1) in enumerate(columns):
            fy, fx = f32(at_y - f32(y0)), f32(at_x - f32(x0))
            gy, gx = f32(1) - fy, f32(1) - fx
            total = x[:, y0, x0] * gy * gx
            total = total + x[:, y1, x0] * fy * gx
            total = total + x[:, y0, x1] * gy * fx
            result[:, oy, ox] = total + x[:, y1, x1] * fy * fx + f32(0)  # the rounding of floats: -0 becomes +0
    return real(result)


@evaluates_floats("CONV_3D")
def conv_3d(c):
    x, kernel, shape = c.values[0], c.values[1], c.out.shape
    steps = [c.options["stride_" + d] for d in "dhw"]
    spread = [c.options["dilation_" + d] for d in "dhw"]
    before = [0, 0, 0]
    if c.options["padding"] == 0:
        before = [max(0, (shape[1 + d] - 1) * steps[d] + (kernel.shape[d] - 1) * spread[d] + 1 - x.shape[1 + d]) // 2 for d in range(3)]
    result = np.zeros(shape, f32)
    for place in np.ndindex(*shape[1:4]):
        total = np.zeros((shape[0], shape[4]), f32)
        for tap in np.ndindex(*kernel.shape[:3]):
            at = [place[d] * steps[d] - before[d] + tap[d] * spread[d] for d in range(3)]
            if all(0 <= at[d] < x.shape[1 + d] for d in range(3)):
                for channel in range(x.shape[4]):
                    total = total + x[(slice(None), *at, channel)][:, None] * kernel[(*tap, channel)]
        result[(slice(None), *place)] = total + (c.values[2] if c.has(2) else f32(0))
    return activated(c, result)


def corners_of(c, options):
    """ymin, xmin, ymax, xmax of each box."""
    y, x, h, w = (c.values[0][0, :, i].astype(np.float64) / f32(options[key]) for i, key in enumerate(("y_scale", "x_scale", "h_scale", "w_scale")))
    ay, ax, ah, aw = (c.values[2][:, i].astype(np.float64) for i in range(4))
    middle = (y * ah + ay).astype(f32), (x * aw + ax).astype(f32)
    half = (0.5 * np.exp(h) * ah).astype(f32), (0.5 * np.exp(w) * aw).astype(f32)
    return np.stack([middle[0] - half[0], middle[1] - half[1], middle[0] + half[0], middle[1] + half[1]], -1)


def overlap(a, b):
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)]
    if min(areas) <= 0:
        return f32(0)
    height = max(min(a[2], b[2]) - max(a[0], b[0]), f32(0))
    width = max(min(a[3], b[3]) - max(a[1], b[1]), f32(0))
    return height * width / (areas[0] + areas[1] - height * width)


def chosen(corners, scores, most, options):
    """Boxes by falling scores without those that overlap one before."""
    order = [i for i in np.argsort(-scores, kind="stable") if scores[i] >= f32(options["nms_score_threshold"])]
    kept = []
    for i in order:
        if len(kept) < most and all(not overlap(corners[k], corners[i]) > f32(options["nms_iou_threshold"]) for k in kept):
            kept.append(i)
    return kept


@evaluates_floats("TFLite_Detection_PostProcess")
def detection(c):
    options = c.custom_options
    for i, tensor in enumerate(c.ins):
        if tensor.dtype != f32:  # bytes are dequantized within
            c.values[i] = (c.values[i].astype(f32) - f32(tensor.zero_point)) * f32(tensor.scale)
    corners, scores = corners_of(c, options), c.values[1][0][:, -options["num_classes"]:]
    most, found = options["max_detections"], []
    if options["use_regular_nms"]:
        for k in range(scores.shape[1]):
            for box in chosen(corners, scores[:, k], min(options["detections_per_class"], most), options):
                found.append((box, k))
        found = sorted(found, key=lambda item: -scores[item])[:most]
        count = len(found)
    else:
        boxes = chosen(corners, scores.max(1), most, options)
        count = len(boxes)
        found = [(box, k) for box in boxes for k in np.argsort(-scores[box], kind="stable")[:options["max_classes_per_detection"]]]
    results = [np.zeros(out.shape, f32) for out in c.outs]
    for i, (box, k) in enumerate(found):
        results[0][0, i], results[1][0, i], results[2][0, i] = corners[box], k, scores[box, k]
    results[3][...] = count
    return results
