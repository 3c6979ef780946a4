// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Products by the two words of a scalar pair, which came with v65: 256 in an instruction. LLVM has builtins for them, and
 * no names as for the others (hvx_hexagon_protos.h); these follow its rules. What they compute is in
 * docs/explanation/emulator.md.
 *
 * A function that uses them is an HL_PAIR_WORDS one: clang 19 as it comes has these builtins where exactly v65's vectors
 * are asked for. */
#ifndef HEXLOOM_HVX_PAIR_WORDS_H
#define HEXLOOM_HVX_PAIR_WORDS_H

#include <hexloom/hvx/target.h> // first: it says what is missing

#ifndef HL_PAIR_WORDS
#define HL_PAIR_WORDS __attribute__((target("hvxv65")))
#endif

/* Vdd.uw = vrmpy(Vu.ub, Rtt.ub), Vxx.uw += vrmpy(Vu.ub, Rtt.ub) */
#define Q6_Wuw_vrmpy_VubPub(VU, RTT) __builtin_HEXAGON_V6_vrmpyub_rtt_128B(VU, RTT)
#define Q6_Wuw_vrmpyacc_WuwVubPub(VXX, VU, RTT) __builtin_HEXAGON_V6_vrmpyub_rtt_acc_128B(VXX, VU, RTT)
/* Vdd.w = vrmpy(Vu.b, Rtt.ub), Vxx.w += vrmpy(Vu.b, Rtt.ub) */
#define Q6_Ww_vrmpy_VbPub(VU, RTT) __builtin_HEXAGON_V6_vrmpybub_rtt_128B(VU, RTT)
#define Q6_Ww_vrmpyacc_WwVbPub(VXX, VU, RTT) __builtin_HEXAGON_V6_vrmpybub_rtt_acc_128B(VXX, VU, RTT)

#endif
