// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What layers need whose products take a pair of words (pair_words.h); the rest is written by the front end
 * (plans/products/PairNest.h). */
#ifndef HEXLOOM_HVX_PRODUCT_PAIRS_H
#define HEXLOOM_HVX_PRODUCT_PAIRS_H

#include <hexloom/hvx/pair_words.h>
#include <hexloom/hvx/product.h>
#include <hexloom/layer.h>

/* clang 19 as it comes: see HL_PAIR_WORDS. */
#if !__has_builtin(__builtin_HEXAGON_V6_vrmpybub_rtt_acc_128B)
#undef HL_LAYER
#define HL_LAYER static __attribute__((noinline)) HL_PAIR_WORDS
#endif

#endif
