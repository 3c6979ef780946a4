# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LOGISTIC and TANH of floats by the series that docs/explanation/semantics.md promises, to the bit. Where results are quantized again and decide
what comes after, two units in the last place are too much to leave open."""
import numpy as np

from context import f32
from fixed_point import i64

ONE = 1 << 31  # integers in units of 2^-31
LOG_2 = 762123384786  # of 2^-40
SERIES = (53261, 426088, 2982616, 17895697, 89478485, 357913941, 1073741824)  # 1/8! to 1/2!
TANH_SERIES = (19033653, 46964369, 115895943, 286331153, 715827883)  # 1382/155925, 62/2835, 17/315, 2/15, 1/3


def times(a, b):
    return (a * b) >> 31


def of_numbers(function):
    """A result that is no number is always the same one."""
    def applied(x):
        x = np.asarray(x, f32)
        return np.where(np.isnan(x), f32(np.nan), function(np.where(np.isnan(x), f32(0), x))).astype(f32)
    return applied


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


@of_numbers
def logistic(x):
    mantissa, exponent = exponential(-np.minimum(np.abs(x), f32(104)))
    over = over_one_plus(mantissa >> np.minimum(-exponent, 62))
    return np.where(x >= 0, real(over, np.zeros_like(exponent)), real(times(mantissa, over), exponent))


def tanh_near_0(x):
    """x - x z (1/3 - z (2/15 - ...)), z being x squared, x from 2^-13 to 2^-2."""
    whole, exponent = np.frexp(x)
    whole = i64(np.ldexp(whole.astype(np.float64), 31))
    z = times(whole >> -exponent, whole >> -exponent)
    total = np.full(z.shape, TANH_SERIES[0], np.int64)
    for term in TANH_SERIES[1:]:
        total = term - times(total, z)
    return real(whole - times(whole, times(total, z)), exponent)


@of_numbers
def tanh(x):
    size = np.abs(x)
    mantissa, exponent = exponential(-np.clip(2 * size, f32(0.5), f32(20)))
    e = mantissa >> -exponent
    far = np.where(size > 10, f32(1), real(times(ONE - e, over_one_plus(e)), np.zeros_like(exponent)))
    near = np.where(size < f32(2.0 ** -13), size, tanh_near_0(np.clip(size, f32(2.0 ** -13), f32(0.25))))
    return np.copysign(np.where(size < 0.25, near, far), x)
