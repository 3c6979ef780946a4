# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LOGISTIC and TANH of floats by the series that docs/explanation/semantics.md promises, to the bit. Where results are quantized again and decide
what comes after, two units in the last place are too much to leave open."""
import numpy as np

from context import f32
from fixed_point import i64

ONE = 1 << 31  # integers in units of 2^-31
LOG_2 = 762123384786  # of 2^-40
SERIES = (53261, 426088, 2982616, 17895697, 89478485, 357913941, 1073741824)  # 1/8! to 1/2!
TANH_SERIES = [f32(float.fromhex(text)) for text in
               ("0x1.226e36p-7", "0x1.664f48p-6", "0x1.ba1ba2p-5", "0x1.111112p-3", "0x1.555556p-2")]


def times(a, b):
    return (a * b) >> 31


def exponential(x):
    """e^x as (mantissa, exponent), mantissa * 2^(exponent - 31), |x| < 128."""
    y = i64(np.trunc(x.astype(np.float64) * 2.0 ** 40))
    n = ((y >> 24) * 47274 + (1 << 30)) >> 31
    r = (y - n * LOG_2) >> 9
    total = np.full(r.shape, SERIES[0], np.int64)
    for term in SERIES[1:]:
        total = term + times(total, r)
    return ONE + r + times(times(total, r), r), n


def over_one_plus(e):
    """1 / (1 + e), e from 0 to 1, by three of Newton's steps."""
    half = (ONE >> 1) + (e >> 1)
    y = 3031741621 - times(2021161081, half)
    for _ in range(3):
        y = (y * (ONE - times(half, y))) >> 30
    return y


def real(mantissa, exponent):
    return np.ldexp(mantissa.astype(np.float64), exponent - 31).astype(f32)


def logistic(x):
    mantissa, exponent = exponential(-np.minimum(np.abs(x), f32(104)))
    over = over_one_plus(mantissa >> np.minimum(-exponent, 62))
    return np.where(x >= 0, real(over, np.zeros_like(exponent)), real(times(mantissa, over), exponent))


def tanh(x):
    square = x * x
    total = TANH_SERIES[0]
    for term in TANH_SERIES[1:]:
        total = term - square * total
    near = x - x * square * total
    mantissa, exponent = exponential(-np.minimum(np.abs(x + x), f32(20)))
    e = mantissa >> np.minimum(-exponent, 62)
    far = np.where(np.abs(x) > 10, f32(1), real(times(ONE - e, over_one_plus(e)), np.zeros_like(exponent)))
    return np.copysign(np.where(np.abs(x) < 0.25, near, far), x)
