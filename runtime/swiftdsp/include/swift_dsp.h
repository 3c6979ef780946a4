// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* swift_dsp.h - SwiftDSP's vector types and operations (docs/swiftdsp-isa.md).
 *
 * swift_dsp_NAME is the instruction NAME. Above each stands what it computes: [n] means for each i below n; b, h and w are
 * lanes of 8, 16 and 32 bits, ub, uh and uw unsigned, l10, l20 and l40 lanes with their guard bits. Parameters of several
 * registers are several values; `const` ones must be constants. A v64i32 holds the accumulators vr0 to vr11 of a convolution
 * in its first 48 lanes.
 *
 * Guard bits live in registers: with optimization, local variables keep them, spilled ones too. A value in memory loses them,
 * so do elements of a local array or structure unless every index is a constant after unrolling, what is passed to or from a
 * function, and without optimization all. Operations on bytes, halves and words make them the sign of each lane of that width;
 * loads, constants and bitwise operations make them the sign of each word, whatever the type: there swift_dsp_vext10 or
 * swift_dsp_vext20 comes before a guarded operation of 10 or 20 bits.
 *
 * Made from docs/swiftdsp/ISA.def by utils/swiftdsp/tablegen.py --update; a test compares.
 */
#ifndef SWIFT_DSP_H
#define SWIFT_DSP_H

#ifndef __swiftdsp__
#error "swift_dsp.h needs clang --target=swiftdsp"
#endif

typedef char v16i8 __attribute__((vector_size(16)));
typedef short v8i16 __attribute__((vector_size(16)));
typedef int v4i32 __attribute__((vector_size(16)));
typedef int v64i32 __attribute__((vector_size(256)));

/* v16i8 vsplb(int rb): [16] ra.b[i] = rb */
#define swift_dsp_vsplb(rb) __builtin_swift_dsp_vsplb(rb)

/* v8i16 vsplh(int rb): [8] ra.h[i] = rb */
#define swift_dsp_vsplh(rb) __builtin_swift_dsp_vsplh(rb)

/* v4i32 vsplw(int rb): [4] ra.w[i] = rb */
#define swift_dsp_vsplw(rb) __builtin_swift_dsp_vsplw(rb)

/* v16i8 vinsb(v16i8 ra, int rb, const int rc): ra.b[rc] = rb */
#define swift_dsp_vinsb(ra, rb, rc) __builtin_swift_dsp_vinsb(ra, rb, rc)

/* v8i16 vinsh(v8i16 ra, int rb, const int rc): ra.h[rc] = rb */
#define swift_dsp_vinsh(ra, rb, rc) __builtin_swift_dsp_vinsh(ra, rb, rc)

/* v4i32 vinsw(v4i32 ra, int rb, const int rc): ra.w[rc] = rb */
#define swift_dsp_vinsw(ra, rb, rc) __builtin_swift_dsp_vinsw(ra, rb, rc)

/* int vgetb(v16i8 rb, const int rc): ra = rb.b[rc] */
#define swift_dsp_vgetb(rb, rc) __builtin_swift_dsp_vgetb(rb, rc)

/* int vgetub(v16i8 rb, const int rc): ra = rb.ub[rc] */
#define swift_dsp_vgetub(rb, rc) __builtin_swift_dsp_vgetub(rb, rc)

/* int vgeth(v8i16 rb, const int rc): ra = rb.h[rc] */
#define swift_dsp_vgeth(rb, rc) __builtin_swift_dsp_vgeth(rb, rc)

/* int vgetuh(v8i16 rb, const int rc): ra = rb.uh[rc] */
#define swift_dsp_vgetuh(rb, rc) __builtin_swift_dsp_vgetuh(rb, rc)

/* int vgetw(v4i32 rb, const int rc): ra = rb.w[rc] */
#define swift_dsp_vgetw(rb, rc) __builtin_swift_dsp_vgetw(rb, rc)

/* int vgetg(v4i32 rb, const int rc): ra = rb.l40[rc] >> 32 */
#define swift_dsp_vgetg(rb, rc) __builtin_swift_dsp_vgetg(rb, rc)

/* v16i8 vaddb(v16i8 rb, v16i8 rc): [16] ra.b[i] = rb.b[i] + rc.b[i] */
#define swift_dsp_vaddb(rb, rc) __builtin_swift_dsp_vaddb(rb, rc)

/* v16i8 vsubb(v16i8 rb, v16i8 rc): [16] ra.b[i] = rb.b[i] - rc.b[i] */
#define swift_dsp_vsubb(rb, rc) __builtin_swift_dsp_vsubb(rb, rc)

/* v16i8 vqaddb(v16i8 rb, v16i8 rc): [16] ra.b[i] = sat8(rb.b[i] + rc.b[i]) */
#define swift_dsp_vqaddb(rb, rc) __builtin_swift_dsp_vqaddb(rb, rc)

/* v16i8 vqsubb(v16i8 rb, v16i8 rc): [16] ra.b[i] = sat8(rb.b[i] - rc.b[i]) */
#define swift_dsp_vqsubb(rb, rc) __builtin_swift_dsp_vqsubb(rb, rc)

/* v16i8 vqaddub(v16i8 rb, v16i8 rc): [16] ra.b[i] = usat8(rb.ub[i] + rc.ub[i]) */
#define swift_dsp_vqaddub(rb, rc) __builtin_swift_dsp_vqaddub(rb, rc)

/* v16i8 vqsubub(v16i8 rb, v16i8 rc): [16] ra.b[i] = usat8(rb.ub[i] - rc.ub[i]) */
#define swift_dsp_vqsubub(rb, rc) __builtin_swift_dsp_vqsubub(rb, rc)

/* v16i8 vabsb(v16i8 rb): [16] ra.b[i] = abs(rb.b[i]) */
#define swift_dsp_vabsb(rb) __builtin_swift_dsp_vabsb(rb)

/* v16i8 vavgb(v16i8 rb, v16i8 rc): [16] ra.b[i] = rb.b[i] + rc.b[i] + 1 >> 1 */
#define swift_dsp_vavgb(rb, rc) __builtin_swift_dsp_vavgb(rb, rc)

/* v16i8 vminb(v16i8 rb, v16i8 rc): [16] ra.b[i] = min(rb.b[i], rc.b[i]) */
#define swift_dsp_vminb(rb, rc) __builtin_swift_dsp_vminb(rb, rc)

/* v16i8 vmaxb(v16i8 rb, v16i8 rc): [16] ra.b[i] = max(rb.b[i], rc.b[i]) */
#define swift_dsp_vmaxb(rb, rc) __builtin_swift_dsp_vmaxb(rb, rc)

/* v16i8 vminub(v16i8 rb, v16i8 rc): [16] ra.b[i] = min(rb.ub[i], rc.ub[i]) */
#define swift_dsp_vminub(rb, rc) __builtin_swift_dsp_vminub(rb, rc)

/* v16i8 vmaxub(v16i8 rb, v16i8 rc): [16] ra.b[i] = max(rb.ub[i], rc.ub[i]) */
#define swift_dsp_vmaxub(rb, rc) __builtin_swift_dsp_vmaxub(rb, rc)

/* v16i8 veqb(v16i8 rb, v16i8 rc): [16] ra.b[i] = -int(rb.b[i] == rc.b[i]) */
#define swift_dsp_veqb(rb, rc) __builtin_swift_dsp_veqb(rb, rc)

/* v16i8 vgtb(v16i8 rb, v16i8 rc): [16] ra.b[i] = -int(rb.b[i] > rc.b[i]) */
#define swift_dsp_vgtb(rb, rc) __builtin_swift_dsp_vgtb(rb, rc)

/* v16i8 vgtub(v16i8 rb, v16i8 rc): [16] ra.b[i] = -int(rb.ub[i] > rc.ub[i]) */
#define swift_dsp_vgtub(rb, rc) __builtin_swift_dsp_vgtub(rb, rc)

/* v16i8 vmulb(v16i8 rb, v16i8 rc): [16] ra.b[i] = rb.b[i] * rc.b[i] */
#define swift_dsp_vmulb(rb, rc) __builtin_swift_dsp_vmulb(rb, rc)

/* v16i8 vaddbs(v16i8 rb, int rc): [16] ra.b[i] = rb.b[i] + s8(rc) */
#define swift_dsp_vaddbs(rb, rc) __builtin_swift_dsp_vaddbs(rb, rc)

/* v16i8 vsubbs(v16i8 rb, int rc): [16] ra.b[i] = rb.b[i] - s8(rc) */
#define swift_dsp_vsubbs(rb, rc) __builtin_swift_dsp_vsubbs(rb, rc)

/* v16i8 vqaddbs(v16i8 rb, int rc): [16] ra.b[i] = sat8(rb.b[i] + s8(rc)) */
#define swift_dsp_vqaddbs(rb, rc) __builtin_swift_dsp_vqaddbs(rb, rc)

/* v16i8 vqsubbs(v16i8 rb, int rc): [16] ra.b[i] = sat8(rb.b[i] - s8(rc)) */
#define swift_dsp_vqsubbs(rb, rc) __builtin_swift_dsp_vqsubbs(rb, rc)

/* v16i8 vqaddubs(v16i8 rb, int rc): [16] ra.b[i] = usat8(rb.ub[i] + u8(rc)) */
#define swift_dsp_vqaddubs(rb, rc) __builtin_swift_dsp_vqaddubs(rb, rc)

/* v16i8 vqsububs(v16i8 rb, int rc): [16] ra.b[i] = usat8(rb.ub[i] - u8(rc)) */
#define swift_dsp_vqsububs(rb, rc) __builtin_swift_dsp_vqsububs(rb, rc)

/* v16i8 vavgbs(v16i8 rb, int rc): [16] ra.b[i] = rb.b[i] + s8(rc) + 1 >> 1 */
#define swift_dsp_vavgbs(rb, rc) __builtin_swift_dsp_vavgbs(rb, rc)

/* v16i8 vminbs(v16i8 rb, int rc): [16] ra.b[i] = min(rb.b[i], s8(rc)) */
#define swift_dsp_vminbs(rb, rc) __builtin_swift_dsp_vminbs(rb, rc)

/* v16i8 vmaxbs(v16i8 rb, int rc): [16] ra.b[i] = max(rb.b[i], s8(rc)) */
#define swift_dsp_vmaxbs(rb, rc) __builtin_swift_dsp_vmaxbs(rb, rc)

/* v16i8 vminubs(v16i8 rb, int rc): [16] ra.b[i] = min(rb.ub[i], u8(rc)) */
#define swift_dsp_vminubs(rb, rc) __builtin_swift_dsp_vminubs(rb, rc)

/* v16i8 vmaxubs(v16i8 rb, int rc): [16] ra.b[i] = max(rb.ub[i], u8(rc)) */
#define swift_dsp_vmaxubs(rb, rc) __builtin_swift_dsp_vmaxubs(rb, rc)

/* v16i8 veqbs(v16i8 rb, int rc): [16] ra.b[i] = -int(rb.b[i] == s8(rc)) */
#define swift_dsp_veqbs(rb, rc) __builtin_swift_dsp_veqbs(rb, rc)

/* v16i8 vgtbs(v16i8 rb, int rc): [16] ra.b[i] = -int(rb.b[i] > s8(rc)) */
#define swift_dsp_vgtbs(rb, rc) __builtin_swift_dsp_vgtbs(rb, rc)

/* v16i8 vgtubs(v16i8 rb, int rc): [16] ra.b[i] = -int(rb.ub[i] > u8(rc)) */
#define swift_dsp_vgtubs(rb, rc) __builtin_swift_dsp_vgtubs(rb, rc)

/* v16i8 vmulbs(v16i8 rb, int rc): [16] ra.b[i] = rb.b[i] * s8(rc) */
#define swift_dsp_vmulbs(rb, rc) __builtin_swift_dsp_vmulbs(rb, rc)

/* v8i16 vaddh(v8i16 rb, v8i16 rc): [8] ra.h[i] = rb.h[i] + rc.h[i] */
#define swift_dsp_vaddh(rb, rc) __builtin_swift_dsp_vaddh(rb, rc)

/* v8i16 vsubh(v8i16 rb, v8i16 rc): [8] ra.h[i] = rb.h[i] - rc.h[i] */
#define swift_dsp_vsubh(rb, rc) __builtin_swift_dsp_vsubh(rb, rc)

/* v8i16 vqaddh(v8i16 rb, v8i16 rc): [8] ra.h[i] = sat16(rb.h[i] + rc.h[i]) */
#define swift_dsp_vqaddh(rb, rc) __builtin_swift_dsp_vqaddh(rb, rc)

/* v8i16 vqsubh(v8i16 rb, v8i16 rc): [8] ra.h[i] = sat16(rb.h[i] - rc.h[i]) */
#define swift_dsp_vqsubh(rb, rc) __builtin_swift_dsp_vqsubh(rb, rc)

/* v8i16 vqadduh(v8i16 rb, v8i16 rc): [8] ra.h[i] = usat16(rb.uh[i] + rc.uh[i]) */
#define swift_dsp_vqadduh(rb, rc) __builtin_swift_dsp_vqadduh(rb, rc)

/* v8i16 vqsubuh(v8i16 rb, v8i16 rc): [8] ra.h[i] = usat16(rb.uh[i] - rc.uh[i]) */
#define swift_dsp_vqsubuh(rb, rc) __builtin_swift_dsp_vqsubuh(rb, rc)

/* v8i16 vabsh(v8i16 rb): [8] ra.h[i] = abs(rb.h[i]) */
#define swift_dsp_vabsh(rb) __builtin_swift_dsp_vabsh(rb)

/* v8i16 vavgh(v8i16 rb, v8i16 rc): [8] ra.h[i] = rb.h[i] + rc.h[i] + 1 >> 1 */
#define swift_dsp_vavgh(rb, rc) __builtin_swift_dsp_vavgh(rb, rc)

/* v8i16 vminh(v8i16 rb, v8i16 rc): [8] ra.h[i] = min(rb.h[i], rc.h[i]) */
#define swift_dsp_vminh(rb, rc) __builtin_swift_dsp_vminh(rb, rc)

/* v8i16 vmaxh(v8i16 rb, v8i16 rc): [8] ra.h[i] = max(rb.h[i], rc.h[i]) */
#define swift_dsp_vmaxh(rb, rc) __builtin_swift_dsp_vmaxh(rb, rc)

/* v8i16 vminuh(v8i16 rb, v8i16 rc): [8] ra.h[i] = min(rb.uh[i], rc.uh[i]) */
#define swift_dsp_vminuh(rb, rc) __builtin_swift_dsp_vminuh(rb, rc)

/* v8i16 vmaxuh(v8i16 rb, v8i16 rc): [8] ra.h[i] = max(rb.uh[i], rc.uh[i]) */
#define swift_dsp_vmaxuh(rb, rc) __builtin_swift_dsp_vmaxuh(rb, rc)

/* v8i16 veqh(v8i16 rb, v8i16 rc): [8] ra.h[i] = -int(rb.h[i] == rc.h[i]) */
#define swift_dsp_veqh(rb, rc) __builtin_swift_dsp_veqh(rb, rc)

/* v8i16 vgth(v8i16 rb, v8i16 rc): [8] ra.h[i] = -int(rb.h[i] > rc.h[i]) */
#define swift_dsp_vgth(rb, rc) __builtin_swift_dsp_vgth(rb, rc)

/* v8i16 vgtuh(v8i16 rb, v8i16 rc): [8] ra.h[i] = -int(rb.uh[i] > rc.uh[i]) */
#define swift_dsp_vgtuh(rb, rc) __builtin_swift_dsp_vgtuh(rb, rc)

/* v8i16 vmulh(v8i16 rb, v8i16 rc): [8] ra.h[i] = rb.h[i] * rc.h[i] */
#define swift_dsp_vmulh(rb, rc) __builtin_swift_dsp_vmulh(rb, rc)

/* v8i16 vaddhs(v8i16 rb, int rc): [8] ra.h[i] = rb.h[i] + s16(rc) */
#define swift_dsp_vaddhs(rb, rc) __builtin_swift_dsp_vaddhs(rb, rc)

/* v8i16 vsubhs(v8i16 rb, int rc): [8] ra.h[i] = rb.h[i] - s16(rc) */
#define swift_dsp_vsubhs(rb, rc) __builtin_swift_dsp_vsubhs(rb, rc)

/* v8i16 vqaddhs(v8i16 rb, int rc): [8] ra.h[i] = sat16(rb.h[i] + s16(rc)) */
#define swift_dsp_vqaddhs(rb, rc) __builtin_swift_dsp_vqaddhs(rb, rc)

/* v8i16 vqsubhs(v8i16 rb, int rc): [8] ra.h[i] = sat16(rb.h[i] - s16(rc)) */
#define swift_dsp_vqsubhs(rb, rc) __builtin_swift_dsp_vqsubhs(rb, rc)

/* v8i16 vqadduhs(v8i16 rb, int rc): [8] ra.h[i] = usat16(rb.uh[i] + u16(rc)) */
#define swift_dsp_vqadduhs(rb, rc) __builtin_swift_dsp_vqadduhs(rb, rc)

/* v8i16 vqsubuhs(v8i16 rb, int rc): [8] ra.h[i] = usat16(rb.uh[i] - u16(rc)) */
#define swift_dsp_vqsubuhs(rb, rc) __builtin_swift_dsp_vqsubuhs(rb, rc)

/* v8i16 vavghs(v8i16 rb, int rc): [8] ra.h[i] = rb.h[i] + s16(rc) + 1 >> 1 */
#define swift_dsp_vavghs(rb, rc) __builtin_swift_dsp_vavghs(rb, rc)

/* v8i16 vminhs(v8i16 rb, int rc): [8] ra.h[i] = min(rb.h[i], s16(rc)) */
#define swift_dsp_vminhs(rb, rc) __builtin_swift_dsp_vminhs(rb, rc)

/* v8i16 vmaxhs(v8i16 rb, int rc): [8] ra.h[i] = max(rb.h[i], s16(rc)) */
#define swift_dsp_vmaxhs(rb, rc) __builtin_swift_dsp_vmaxhs(rb, rc)

/* v8i16 vminuhs(v8i16 rb, int rc): [8] ra.h[i] = min(rb.uh[i], u16(rc)) */
#define swift_dsp_vminuhs(rb, rc) __builtin_swift_dsp_vminuhs(rb, rc)

/* v8i16 vmaxuhs(v8i16 rb, int rc): [8] ra.h[i] = max(rb.uh[i], u16(rc)) */
#define swift_dsp_vmaxuhs(rb, rc) __builtin_swift_dsp_vmaxuhs(rb, rc)

/* v8i16 veqhs(v8i16 rb, int rc): [8] ra.h[i] = -int(rb.h[i] == s16(rc)) */
#define swift_dsp_veqhs(rb, rc) __builtin_swift_dsp_veqhs(rb, rc)

/* v8i16 vgths(v8i16 rb, int rc): [8] ra.h[i] = -int(rb.h[i] > s16(rc)) */
#define swift_dsp_vgths(rb, rc) __builtin_swift_dsp_vgths(rb, rc)

/* v8i16 vgtuhs(v8i16 rb, int rc): [8] ra.h[i] = -int(rb.uh[i] > u16(rc)) */
#define swift_dsp_vgtuhs(rb, rc) __builtin_swift_dsp_vgtuhs(rb, rc)

/* v8i16 vmulhs(v8i16 rb, int rc): [8] ra.h[i] = rb.h[i] * s16(rc) */
#define swift_dsp_vmulhs(rb, rc) __builtin_swift_dsp_vmulhs(rb, rc)

/* v4i32 vaddw(v4i32 rb, v4i32 rc): [4] ra.w[i] = rb.w[i] + rc.w[i] */
#define swift_dsp_vaddw(rb, rc) __builtin_swift_dsp_vaddw(rb, rc)

/* v4i32 vsubw(v4i32 rb, v4i32 rc): [4] ra.w[i] = rb.w[i] - rc.w[i] */
#define swift_dsp_vsubw(rb, rc) __builtin_swift_dsp_vsubw(rb, rc)

/* v4i32 vqaddw(v4i32 rb, v4i32 rc): [4] ra.w[i] = sat32(rb.w[i] + rc.w[i]) */
#define swift_dsp_vqaddw(rb, rc) __builtin_swift_dsp_vqaddw(rb, rc)

/* v4i32 vqsubw(v4i32 rb, v4i32 rc): [4] ra.w[i] = sat32(rb.w[i] - rc.w[i]) */
#define swift_dsp_vqsubw(rb, rc) __builtin_swift_dsp_vqsubw(rb, rc)

/* v4i32 vqadduw(v4i32 rb, v4i32 rc): [4] ra.w[i] = usat32(rb.uw[i] + rc.uw[i]) */
#define swift_dsp_vqadduw(rb, rc) __builtin_swift_dsp_vqadduw(rb, rc)

/* v4i32 vqsubuw(v4i32 rb, v4i32 rc): [4] ra.w[i] = usat32(rb.uw[i] - rc.uw[i]) */
#define swift_dsp_vqsubuw(rb, rc) __builtin_swift_dsp_vqsubuw(rb, rc)

/* v4i32 vabsw(v4i32 rb): [4] ra.w[i] = abs(rb.w[i]) */
#define swift_dsp_vabsw(rb) __builtin_swift_dsp_vabsw(rb)

/* v4i32 vavgw(v4i32 rb, v4i32 rc): [4] ra.w[i] = rb.w[i] + rc.w[i] + 1 >> 1 */
#define swift_dsp_vavgw(rb, rc) __builtin_swift_dsp_vavgw(rb, rc)

/* v4i32 vminw(v4i32 rb, v4i32 rc): [4] ra.w[i] = min(rb.w[i], rc.w[i]) */
#define swift_dsp_vminw(rb, rc) __builtin_swift_dsp_vminw(rb, rc)

/* v4i32 vmaxw(v4i32 rb, v4i32 rc): [4] ra.w[i] = max(rb.w[i], rc.w[i]) */
#define swift_dsp_vmaxw(rb, rc) __builtin_swift_dsp_vmaxw(rb, rc)

/* v4i32 vminuw(v4i32 rb, v4i32 rc): [4] ra.w[i] = min(rb.uw[i], rc.uw[i]) */
#define swift_dsp_vminuw(rb, rc) __builtin_swift_dsp_vminuw(rb, rc)

/* v4i32 vmaxuw(v4i32 rb, v4i32 rc): [4] ra.w[i] = max(rb.uw[i], rc.uw[i]) */
#define swift_dsp_vmaxuw(rb, rc) __builtin_swift_dsp_vmaxuw(rb, rc)

/* v4i32 veqw(v4i32 rb, v4i32 rc): [4] ra.w[i] = -int(rb.w[i] == rc.w[i]) */
#define swift_dsp_veqw(rb, rc) __builtin_swift_dsp_veqw(rb, rc)

/* v4i32 vgtw(v4i32 rb, v4i32 rc): [4] ra.w[i] = -int(rb.w[i] > rc.w[i]) */
#define swift_dsp_vgtw(rb, rc) __builtin_swift_dsp_vgtw(rb, rc)

/* v4i32 vgtuw(v4i32 rb, v4i32 rc): [4] ra.w[i] = -int(rb.uw[i] > rc.uw[i]) */
#define swift_dsp_vgtuw(rb, rc) __builtin_swift_dsp_vgtuw(rb, rc)

/* v4i32 vmulw(v4i32 rb, v4i32 rc): [4] ra.w[i] = rb.w[i] * rc.w[i] */
#define swift_dsp_vmulw(rb, rc) __builtin_swift_dsp_vmulw(rb, rc)

/* v4i32 vaddws(v4i32 rb, int rc): [4] ra.w[i] = rb.w[i] + s32(rc) */
#define swift_dsp_vaddws(rb, rc) __builtin_swift_dsp_vaddws(rb, rc)

/* v4i32 vsubws(v4i32 rb, int rc): [4] ra.w[i] = rb.w[i] - s32(rc) */
#define swift_dsp_vsubws(rb, rc) __builtin_swift_dsp_vsubws(rb, rc)

/* v4i32 vqaddws(v4i32 rb, int rc): [4] ra.w[i] = sat32(rb.w[i] + s32(rc)) */
#define swift_dsp_vqaddws(rb, rc) __builtin_swift_dsp_vqaddws(rb, rc)

/* v4i32 vqsubws(v4i32 rb, int rc): [4] ra.w[i] = sat32(rb.w[i] - s32(rc)) */
#define swift_dsp_vqsubws(rb, rc) __builtin_swift_dsp_vqsubws(rb, rc)

/* v4i32 vqadduws(v4i32 rb, int rc): [4] ra.w[i] = usat32(rb.uw[i] + u32(rc)) */
#define swift_dsp_vqadduws(rb, rc) __builtin_swift_dsp_vqadduws(rb, rc)

/* v4i32 vqsubuws(v4i32 rb, int rc): [4] ra.w[i] = usat32(rb.uw[i] - u32(rc)) */
#define swift_dsp_vqsubuws(rb, rc) __builtin_swift_dsp_vqsubuws(rb, rc)

/* v4i32 vavgws(v4i32 rb, int rc): [4] ra.w[i] = rb.w[i] + s32(rc) + 1 >> 1 */
#define swift_dsp_vavgws(rb, rc) __builtin_swift_dsp_vavgws(rb, rc)

/* v4i32 vminws(v4i32 rb, int rc): [4] ra.w[i] = min(rb.w[i], s32(rc)) */
#define swift_dsp_vminws(rb, rc) __builtin_swift_dsp_vminws(rb, rc)

/* v4i32 vmaxws(v4i32 rb, int rc): [4] ra.w[i] = max(rb.w[i], s32(rc)) */
#define swift_dsp_vmaxws(rb, rc) __builtin_swift_dsp_vmaxws(rb, rc)

/* v4i32 vminuws(v4i32 rb, int rc): [4] ra.w[i] = min(rb.uw[i], u32(rc)) */
#define swift_dsp_vminuws(rb, rc) __builtin_swift_dsp_vminuws(rb, rc)

/* v4i32 vmaxuws(v4i32 rb, int rc): [4] ra.w[i] = max(rb.uw[i], u32(rc)) */
#define swift_dsp_vmaxuws(rb, rc) __builtin_swift_dsp_vmaxuws(rb, rc)

/* v4i32 veqws(v4i32 rb, int rc): [4] ra.w[i] = -int(rb.w[i] == s32(rc)) */
#define swift_dsp_veqws(rb, rc) __builtin_swift_dsp_veqws(rb, rc)

/* v4i32 vgtws(v4i32 rb, int rc): [4] ra.w[i] = -int(rb.w[i] > s32(rc)) */
#define swift_dsp_vgtws(rb, rc) __builtin_swift_dsp_vgtws(rb, rc)

/* v4i32 vgtuws(v4i32 rb, int rc): [4] ra.w[i] = -int(rb.uw[i] > u32(rc)) */
#define swift_dsp_vgtuws(rb, rc) __builtin_swift_dsp_vgtuws(rb, rc)

/* v4i32 vmulws(v4i32 rb, int rc): [4] ra.w[i] = rb.w[i] * s32(rc) */
#define swift_dsp_vmulws(rb, rc) __builtin_swift_dsp_vmulws(rb, rc)

/* v4i32 vand(v4i32 rb, v4i32 rc): [4] ra.w[i] = rb.w[i] & rc.w[i] */
#define swift_dsp_vand(rb, rc) __builtin_swift_dsp_vand(rb, rc)

/* v4i32 vor(v4i32 rb, v4i32 rc): [4] ra.w[i] = rb.w[i] | rc.w[i] */
#define swift_dsp_vor(rb, rc) __builtin_swift_dsp_vor(rb, rc)

/* v4i32 vxor(v4i32 rb, v4i32 rc): [4] ra.w[i] = rb.w[i] ^ rc.w[i] */
#define swift_dsp_vxor(rb, rc) __builtin_swift_dsp_vxor(rb, rc)

/* v4i32 vandn(v4i32 rb, v4i32 rc): [4] ra.w[i] = rb.w[i] & ~rc.w[i] */
#define swift_dsp_vandn(rb, rc) __builtin_swift_dsp_vandn(rb, rc)

/* v4i32 vsel(v4i32 ra, v4i32 rb, v4i32 rc): [4] ra.w[i] = rb.w[i] & ra.w[i] | rc.w[i] & ~ra.w[i] */
#define swift_dsp_vsel(ra, rb, rc) __builtin_swift_dsp_vsel(ra, rb, rc)

/* v4i32 vsumw(v4i32 rb): x = sum(rb.w[k] for k in range(4)); [4] ra.w[i] = x */
#define swift_dsp_vsumw(rb) __builtin_swift_dsp_vsumw(rb)

/* v4i32 vadd40(v4i32 rb, v4i32 rc): [4] ra.l40[i] = rb.l40[i] + rc.l40[i] */
#define swift_dsp_vadd40(rb, rc) __builtin_swift_dsp_vadd40(rb, rc)

/* v4i32 vsub40(v4i32 rb, v4i32 rc): [4] ra.l40[i] = rb.l40[i] - rc.l40[i] */
#define swift_dsp_vsub40(rb, rc) __builtin_swift_dsp_vsub40(rb, rc)

/* v4i32 vabs40(v4i32 rb): [4] ra.l40[i] = abs(rb.l40[i]) */
#define swift_dsp_vabs40(rb) __builtin_swift_dsp_vabs40(rb)

/* v4i32 vmin40(v4i32 rb, v4i32 rc): [4] ra.l40[i] = min(rb.l40[i], rc.l40[i]) */
#define swift_dsp_vmin40(rb, rc) __builtin_swift_dsp_vmin40(rb, rc)

/* v4i32 vmax40(v4i32 rb, v4i32 rc): [4] ra.l40[i] = max(rb.l40[i], rc.l40[i]) */
#define swift_dsp_vmax40(rb, rc) __builtin_swift_dsp_vmax40(rb, rc)

/* v4i32 vext40(v4i32 rb): [4] ra.l40[i] = rb.w[i] */
#define swift_dsp_vext40(rb) __builtin_swift_dsp_vext40(rb)

/* v4i32 vsat40(v4i32 rb): [4] ra.l40[i] = sat32(rb.l40[i]) */
#define swift_dsp_vsat40(rb) __builtin_swift_dsp_vsat40(rb)

/* v4i32 vgt40(v4i32 rb, v4i32 rc): [4] ra.l40[i] = -int(rb.l40[i] > rc.l40[i]) */
#define swift_dsp_vgt40(rb, rc) __builtin_swift_dsp_vgt40(rb, rc)

/* v8i16 vadd20(v8i16 rb, v8i16 rc): [8] ra.l20[i] = rb.l20[i] + rc.l20[i] */
#define swift_dsp_vadd20(rb, rc) __builtin_swift_dsp_vadd20(rb, rc)

/* v8i16 vsub20(v8i16 rb, v8i16 rc): [8] ra.l20[i] = rb.l20[i] - rc.l20[i] */
#define swift_dsp_vsub20(rb, rc) __builtin_swift_dsp_vsub20(rb, rc)

/* v8i16 vabs20(v8i16 rb): [8] ra.l20[i] = abs(rb.l20[i]) */
#define swift_dsp_vabs20(rb) __builtin_swift_dsp_vabs20(rb)

/* v8i16 vmin20(v8i16 rb, v8i16 rc): [8] ra.l20[i] = min(rb.l20[i], rc.l20[i]) */
#define swift_dsp_vmin20(rb, rc) __builtin_swift_dsp_vmin20(rb, rc)

/* v8i16 vmax20(v8i16 rb, v8i16 rc): [8] ra.l20[i] = max(rb.l20[i], rc.l20[i]) */
#define swift_dsp_vmax20(rb, rc) __builtin_swift_dsp_vmax20(rb, rc)

/* v8i16 vext20(v8i16 rb): [8] ra.l20[i] = rb.h[i] */
#define swift_dsp_vext20(rb) __builtin_swift_dsp_vext20(rb)

/* v8i16 vsat20(v8i16 rb): [8] ra.l20[i] = sat16(rb.l20[i]) */
#define swift_dsp_vsat20(rb) __builtin_swift_dsp_vsat20(rb)

/* v8i16 vgt20(v8i16 rb, v8i16 rc): [8] ra.l20[i] = -int(rb.l20[i] > rc.l20[i]) */
#define swift_dsp_vgt20(rb, rc) __builtin_swift_dsp_vgt20(rb, rc)

/* v16i8 vadd10(v16i8 rb, v16i8 rc): [16] ra.l10[i] = rb.l10[i] + rc.l10[i] */
#define swift_dsp_vadd10(rb, rc) __builtin_swift_dsp_vadd10(rb, rc)

/* v16i8 vsub10(v16i8 rb, v16i8 rc): [16] ra.l10[i] = rb.l10[i] - rc.l10[i] */
#define swift_dsp_vsub10(rb, rc) __builtin_swift_dsp_vsub10(rb, rc)

/* v16i8 vabs10(v16i8 rb): [16] ra.l10[i] = abs(rb.l10[i]) */
#define swift_dsp_vabs10(rb) __builtin_swift_dsp_vabs10(rb)

/* v16i8 vmin10(v16i8 rb, v16i8 rc): [16] ra.l10[i] = min(rb.l10[i], rc.l10[i]) */
#define swift_dsp_vmin10(rb, rc) __builtin_swift_dsp_vmin10(rb, rc)

/* v16i8 vmax10(v16i8 rb, v16i8 rc): [16] ra.l10[i] = max(rb.l10[i], rc.l10[i]) */
#define swift_dsp_vmax10(rb, rc) __builtin_swift_dsp_vmax10(rb, rc)

/* v16i8 vext10(v16i8 rb): [16] ra.l10[i] = rb.b[i] */
#define swift_dsp_vext10(rb) __builtin_swift_dsp_vext10(rb)

/* v16i8 vsat10(v16i8 rb): [16] ra.l10[i] = sat8(rb.l10[i]) */
#define swift_dsp_vsat10(rb) __builtin_swift_dsp_vsat10(rb)

/* v16i8 vgt10(v16i8 rb, v16i8 rc): [16] ra.l10[i] = -int(rb.l10[i] > rc.l10[i]) */
#define swift_dsp_vgt10(rb, rc) __builtin_swift_dsp_vgt10(rb, rc)

/* v4i32 vrsh40(v4i32 rb, int rc): [4] ra.w[i] = sat32(rshr(rb.l40[i], rc & 31)) */
#define swift_dsp_vrsh40(rb, rc) __builtin_swift_dsp_vrsh40(rb, rc)

/* v16i8 vshlb(v16i8 rb, v16i8 rc): [16] ra.b[i] = rb.b[i] << (rc.ub[i] & 7) */
#define swift_dsp_vshlb(rb, rc) __builtin_swift_dsp_vshlb(rb, rc)

/* v16i8 vshrb(v16i8 rb, v16i8 rc): [16] ra.b[i] = rb.ub[i] >> (rc.ub[i] & 7) */
#define swift_dsp_vshrb(rb, rc) __builtin_swift_dsp_vshrb(rb, rc)

/* v16i8 vsrab(v16i8 rb, v16i8 rc): [16] ra.b[i] = rb.b[i] >> (rc.ub[i] & 7) */
#define swift_dsp_vsrab(rb, rc) __builtin_swift_dsp_vsrab(rb, rc)

/* v8i16 vshlh(v8i16 rb, v8i16 rc): [8] ra.h[i] = rb.h[i] << (rc.uh[i] & 15) */
#define swift_dsp_vshlh(rb, rc) __builtin_swift_dsp_vshlh(rb, rc)

/* v8i16 vshrh(v8i16 rb, v8i16 rc): [8] ra.h[i] = rb.uh[i] >> (rc.uh[i] & 15) */
#define swift_dsp_vshrh(rb, rc) __builtin_swift_dsp_vshrh(rb, rc)

/* v8i16 vsrah(v8i16 rb, v8i16 rc): [8] ra.h[i] = rb.h[i] >> (rc.uh[i] & 15) */
#define swift_dsp_vsrah(rb, rc) __builtin_swift_dsp_vsrah(rb, rc)

/* v4i32 vshlw(v4i32 rb, v4i32 rc): [4] ra.w[i] = rb.w[i] << (rc.uw[i] & 31) */
#define swift_dsp_vshlw(rb, rc) __builtin_swift_dsp_vshlw(rb, rc)

/* v4i32 vshrw(v4i32 rb, v4i32 rc): [4] ra.w[i] = rb.uw[i] >> (rc.uw[i] & 31) */
#define swift_dsp_vshrw(rb, rc) __builtin_swift_dsp_vshrw(rb, rc)

/* v4i32 vsraw(v4i32 rb, v4i32 rc): [4] ra.w[i] = rb.w[i] >> (rc.uw[i] & 31) */
#define swift_dsp_vsraw(rb, rc) __builtin_swift_dsp_vsraw(rb, rc)

/* v16i8 vshlbs(v16i8 rb, int rc): [16] ra.b[i] = rb.b[i] << (rc & 7) */
#define swift_dsp_vshlbs(rb, rc) __builtin_swift_dsp_vshlbs(rb, rc)

/* v16i8 vshrbs(v16i8 rb, int rc): [16] ra.b[i] = rb.ub[i] >> (rc & 7) */
#define swift_dsp_vshrbs(rb, rc) __builtin_swift_dsp_vshrbs(rb, rc)

/* v16i8 vsrabs(v16i8 rb, int rc): [16] ra.b[i] = rb.b[i] >> (rc & 7) */
#define swift_dsp_vsrabs(rb, rc) __builtin_swift_dsp_vsrabs(rb, rc)

/* v8i16 vshlhs(v8i16 rb, int rc): [8] ra.h[i] = rb.h[i] << (rc & 15) */
#define swift_dsp_vshlhs(rb, rc) __builtin_swift_dsp_vshlhs(rb, rc)

/* v8i16 vshrhs(v8i16 rb, int rc): [8] ra.h[i] = rb.uh[i] >> (rc & 15) */
#define swift_dsp_vshrhs(rb, rc) __builtin_swift_dsp_vshrhs(rb, rc)

/* v8i16 vsrahs(v8i16 rb, int rc): [8] ra.h[i] = rb.h[i] >> (rc & 15) */
#define swift_dsp_vsrahs(rb, rc) __builtin_swift_dsp_vsrahs(rb, rc)

/* v4i32 vshlws(v4i32 rb, int rc): [4] ra.w[i] = rb.w[i] << (rc & 31) */
#define swift_dsp_vshlws(rb, rc) __builtin_swift_dsp_vshlws(rb, rc)

/* v4i32 vshrws(v4i32 rb, int rc): [4] ra.w[i] = rb.uw[i] >> (rc & 31) */
#define swift_dsp_vshrws(rb, rc) __builtin_swift_dsp_vshrws(rb, rc)

/* v4i32 vsraws(v4i32 rb, int rc): [4] ra.w[i] = rb.w[i] >> (rc & 31) */
#define swift_dsp_vsraws(rb, rc) __builtin_swift_dsp_vsraws(rb, rc)

/* v4i32 vmpyl(v8i16 rb, v8i16 rc): [4] ra.l40[i] = rb.h[i] * rc.h[i] */
#define swift_dsp_vmpyl(rb, rc) __builtin_swift_dsp_vmpyl(rb, rc)

/* v4i32 vmacl(v4i32 ra, v8i16 rb, v8i16 rc): [4] ra.l40[i] = ra.l40[i] + rb.h[i] * rc.h[i] */
#define swift_dsp_vmacl(ra, rb, rc) __builtin_swift_dsp_vmacl(ra, rb, rc)

/* v4i32 vmpyh(v8i16 rb, v8i16 rc): [4] ra.l40[i] = rb.h[i + 4] * rc.h[i + 4] */
#define swift_dsp_vmpyh(rb, rc) __builtin_swift_dsp_vmpyh(rb, rc)

/* v4i32 vmach(v4i32 ra, v8i16 rb, v8i16 rc): [4] ra.l40[i] = ra.l40[i] + rb.h[i + 4] * rc.h[i + 4] */
#define swift_dsp_vmach(ra, rb, rc) __builtin_swift_dsp_vmach(ra, rb, rc)

/* v4i32 vmpylu(v8i16 rb, v8i16 rc): [4] ra.l40[i] = rb.uh[i] * rc.uh[i] */
#define swift_dsp_vmpylu(rb, rc) __builtin_swift_dsp_vmpylu(rb, rc)

/* v4i32 vmaclu(v4i32 ra, v8i16 rb, v8i16 rc): [4] ra.l40[i] = ra.l40[i] + rb.uh[i] * rc.uh[i] */
#define swift_dsp_vmaclu(ra, rb, rc) __builtin_swift_dsp_vmaclu(ra, rb, rc)

/* v4i32 vmpyhu(v8i16 rb, v8i16 rc): [4] ra.l40[i] = rb.uh[i + 4] * rc.uh[i + 4] */
#define swift_dsp_vmpyhu(rb, rc) __builtin_swift_dsp_vmpyhu(rb, rc)

/* v4i32 vmachu(v4i32 ra, v8i16 rb, v8i16 rc): [4] ra.l40[i] = ra.l40[i] + rb.uh[i + 4] * rc.uh[i + 4] */
#define swift_dsp_vmachu(ra, rb, rc) __builtin_swift_dsp_vmachu(ra, rb, rc)

/* v4i32 vmacls(v4i32 ra, v8i16 rb, int rc): [4] ra.l40[i] = ra.l40[i] + rb.h[i] * s16(rc) */
#define swift_dsp_vmacls(ra, rb, rc) __builtin_swift_dsp_vmacls(ra, rb, rc)

/* v4i32 vmachs(v4i32 ra, v8i16 rb, int rc): [4] ra.l40[i] = ra.l40[i] + rb.h[i + 4] * s16(rc) */
#define swift_dsp_vmachs(ra, rb, rc) __builtin_swift_dsp_vmachs(ra, rb, rc)

/* v4i32 vmacw(v4i32 ra, v4i32 rb, v4i32 rc): [4] ra.l40[i] = ra.l40[i] + rb.w[i] * rc.w[i] */
#define swift_dsp_vmacw(ra, rb, rc) __builtin_swift_dsp_vmacw(ra, rb, rc)

/* v4i32 vmulhw(v4i32 rb, v4i32 rc): [4] ra.w[i] = rb.w[i] * rc.w[i] >> 32 */
#define swift_dsp_vmulhw(rb, rc) __builtin_swift_dsp_vmulhw(rb, rc)

/* v4i32 vqmacl(v4i32 ra, v8i16 rb, v8i16 rc): [4] ra.w[i] = sat32(ra.w[i] + 2 * rb.h[i] * rc.h[i]) */
#define swift_dsp_vqmacl(ra, rb, rc) __builtin_swift_dsp_vqmacl(ra, rb, rc)

/* v4i32 vqmach(v4i32 ra, v8i16 rb, v8i16 rc): [4] ra.w[i] = sat32(ra.w[i] + 2 * rb.h[i + 4] * rc.h[i + 4]) */
#define swift_dsp_vqmach(ra, rb, rc) __builtin_swift_dsp_vqmach(ra, rb, rc)

/* v8i16 vqrmach(v8i16 ra, v8i16 rb, v8i16 rc): [8] ra.h[i] = sat16(ra.h[i] + (rb.h[i] * rc.h[i] + 0x4000 >> 15)) */
#define swift_dsp_vqrmach(ra, rb, rc) __builtin_swift_dsp_vqrmach(ra, rb, rc)

/* v4i32 vqrmacw(v4i32 ra, v4i32 rb, v4i32 rc): [4] ra.w[i] = sat32(ra.w[i] + (rb.w[i] * rc.w[i] + 0x40000000 >> 31)) */
#define swift_dsp_vqrmacw(ra, rb, rc) __builtin_swift_dsp_vqrmacw(ra, rb, rc)

/* v4i32 vdotbb(v4i32 ra, v16i8 rb, v16i8 rc): [4] ra.l40[i] = ra.l40[i] + sum(rb.b[4 * i + k] * rc.b[4 * i + k] for k in range(4)) */
#define swift_dsp_vdotbb(ra, rb, rc) __builtin_swift_dsp_vdotbb(ra, rb, rc)

/* v4i32 vdotbbs(v4i32 ra, v16i8 rb, int rc): [4] ra.l40[i] = ra.l40[i] + sum(rb.b[4 * i + k] * s8(rc >> 8 * k) for k in range(4)) */
#define swift_dsp_vdotbbs(ra, rb, rc) __builtin_swift_dsp_vdotbbs(ra, rb, rc)

/* v4i32 vdotbu(v4i32 ra, v16i8 rb, v16i8 rc): [4] ra.l40[i] = ra.l40[i] + sum(rb.b[4 * i + k] * rc.ub[4 * i + k] for k in range(4)) */
#define swift_dsp_vdotbu(ra, rb, rc) __builtin_swift_dsp_vdotbu(ra, rb, rc)

/* v4i32 vdotbus(v4i32 ra, v16i8 rb, int rc): [4] ra.l40[i] = ra.l40[i] + sum(rb.b[4 * i + k] * u8(rc >> 8 * k) for k in range(4)) */
#define swift_dsp_vdotbus(ra, rb, rc) __builtin_swift_dsp_vdotbus(ra, rb, rc)

/* v4i32 vdotub(v4i32 ra, v16i8 rb, v16i8 rc): [4] ra.l40[i] = ra.l40[i] + sum(rb.ub[4 * i + k] * rc.b[4 * i + k] for k in range(4)) */
#define swift_dsp_vdotub(ra, rb, rc) __builtin_swift_dsp_vdotub(ra, rb, rc)

/* v4i32 vdotubs(v4i32 ra, v16i8 rb, int rc): [4] ra.l40[i] = ra.l40[i] + sum(rb.ub[4 * i + k] * s8(rc >> 8 * k) for k in range(4)) */
#define swift_dsp_vdotubs(ra, rb, rc) __builtin_swift_dsp_vdotubs(ra, rb, rc)

/* v4i32 vdotuu(v4i32 ra, v16i8 rb, v16i8 rc): [4] ra.l40[i] = ra.l40[i] + sum(rb.ub[4 * i + k] * rc.ub[4 * i + k] for k in range(4)) */
#define swift_dsp_vdotuu(ra, rb, rc) __builtin_swift_dsp_vdotuu(ra, rb, rc)

/* v4i32 vdotuus(v4i32 ra, v16i8 rb, int rc): [4] ra.l40[i] = ra.l40[i] + sum(rb.ub[4 * i + k] * u8(rc >> 8 * k) for k in range(4)) */
#define swift_dsp_vdotuus(ra, rb, rc) __builtin_swift_dsp_vdotuus(ra, rb, rc)

/* v8i16 vqrdmulh(v8i16 rb, v8i16 rc): [8] ra.h[i] = sat16(rb.h[i] * rc.h[i] + 0x4000 >> 15) */
#define swift_dsp_vqrdmulh(rb, rc) __builtin_swift_dsp_vqrdmulh(rb, rc)

/* v8i16 vqrdmulhs(v8i16 rb, int rc): [8] ra.h[i] = sat16(rb.h[i] * s16(rc) + 0x4000 >> 15) */
#define swift_dsp_vqrdmulhs(rb, rc) __builtin_swift_dsp_vqrdmulhs(rb, rc)

/* v4i32 vqrdmulw(v4i32 rb, v4i32 rc): [4] ra.w[i] = srdhm(rb.w[i], rc.w[i]) */
#define swift_dsp_vqrdmulw(rb, rc) __builtin_swift_dsp_vqrdmulw(rb, rc)

/* v4i32 vqrdmulws(v4i32 rb, int rc): [4] ra.w[i] = srdhm(rb.w[i], rc) */
#define swift_dsp_vqrdmulws(rb, rc) __builtin_swift_dsp_vqrdmulws(rb, rc)

/* v4i32 vrdivw(v4i32 rb, v4i32 rc): [4] ra.w[i] = rdiv(rb.w[i], rc.w[i] & 31) */
#define swift_dsp_vrdivw(rb, rc) __builtin_swift_dsp_vrdivw(rb, rc)

/* v4i32 vrdivws(v4i32 rb, int rc): [4] ra.w[i] = rdiv(rb.w[i], rc & 31) */
#define swift_dsp_vrdivws(rb, rc) __builtin_swift_dsp_vrdivws(rb, rc)

/* v4i32 vrqw(v4i32 rb, v4i32 rc0, v4i32 rc1): [4] ra.w[i] = requant(rb.w[i], rc.w[i], rc.w[i + 4]) */
#define swift_dsp_vrqw(rb, rc0, rc1) __builtin_swift_dsp_vrqw(rb, rc0, rc1)

/* v4i32 vrqws(v4i32 rb, int rc0, int rc1): [4] ra.w[i] = requant(rb.w[i], rc, rc1) */
#define swift_dsp_vrqws(rb, rc0, rc1) __builtin_swift_dsp_vrqws(rb, rc0, rc1)

/* v64i32 vconv1bb(v64i32 acc, v16i8 rb, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.b[i % 12 + k] * rc.b[i // 12 * 4 + k] for k in range(4)) */
#define swift_dsp_vconv1bb(acc, rb, rc) __builtin_swift_dsp_vconv1bb(acc, rb, rc)

/* v64i32 vconv1bu(v64i32 acc, v16i8 rb, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.b[i % 12 + k] * rc.ub[i // 12 * 4 + k] for k in range(4)) */
#define swift_dsp_vconv1bu(acc, rb, rc) __builtin_swift_dsp_vconv1bu(acc, rb, rc)

/* v64i32 vconv1ub(v64i32 acc, v16i8 rb, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.ub[i % 12 + k] * rc.b[i // 12 * 4 + k] for k in range(4)) */
#define swift_dsp_vconv1ub(acc, rb, rc) __builtin_swift_dsp_vconv1ub(acc, rb, rc)

/* v64i32 vconv1uu(v64i32 acc, v16i8 rb, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.ub[i % 12 + k] * rc.ub[i // 12 * 4 + k] for k in range(4)) */
#define swift_dsp_vconv1uu(acc, rb, rc) __builtin_swift_dsp_vconv1uu(acc, rb, rc)

/* v64i32 vconv2bb(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.b[2 * (i % 12) + k] * rc.b[i // 12 * 4 + k] for k in range(4)) */
#define swift_dsp_vconv2bb(acc, rb0, rb1, rc) __builtin_swift_dsp_vconv2bb(acc, rb0, rb1, rc)

/* v64i32 vconv2bu(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.b[2 * (i % 12) + k] * rc.ub[i // 12 * 4 + k] for k in range(4)) */
#define swift_dsp_vconv2bu(acc, rb0, rb1, rc) __builtin_swift_dsp_vconv2bu(acc, rb0, rb1, rc)

/* v64i32 vconv2ub(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.ub[2 * (i % 12) + k] * rc.b[i // 12 * 4 + k] for k in range(4)) */
#define swift_dsp_vconv2ub(acc, rb0, rb1, rc) __builtin_swift_dsp_vconv2ub(acc, rb0, rb1, rc)

/* v64i32 vconv2uu(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.ub[2 * (i % 12) + k] * rc.ub[i // 12 * 4 + k] for k in range(4)) */
#define swift_dsp_vconv2uu(acc, rb0, rb1, rc) __builtin_swift_dsp_vconv2uu(acc, rb0, rb1, rc)

/* v64i32 vconv4bb(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rb2, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.b[4 * (i % 12) + k] * rc.b[i // 12 * 4 + k] for k in range(4)) */
#define swift_dsp_vconv4bb(acc, rb0, rb1, rb2, rc) __builtin_swift_dsp_vconv4bb(acc, rb0, rb1, rb2, rc)

/* v64i32 vconv4bu(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rb2, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.b[4 * (i % 12) + k] * rc.ub[i // 12 * 4 + k] for k in range(4)) */
#define swift_dsp_vconv4bu(acc, rb0, rb1, rb2, rc) __builtin_swift_dsp_vconv4bu(acc, rb0, rb1, rb2, rc)

/* v64i32 vconv4ub(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rb2, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.ub[4 * (i % 12) + k] * rc.b[i // 12 * 4 + k] for k in range(4)) */
#define swift_dsp_vconv4ub(acc, rb0, rb1, rb2, rc) __builtin_swift_dsp_vconv4ub(acc, rb0, rb1, rb2, rc)

/* v64i32 vconv4uu(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rb2, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.ub[4 * (i % 12) + k] * rc.ub[i // 12 * 4 + k] for k in range(4)) */
#define swift_dsp_vconv4uu(acc, rb0, rb1, rb2, rc) __builtin_swift_dsp_vconv4uu(acc, rb0, rb1, rb2, rc)

/* v64i32 vconvlbb(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.b[16 * k + i % 12] * rc.b[i // 12 * 4 + k] for k in range(2)) */
#define swift_dsp_vconvlbb(acc, rb0, rb1, rc) __builtin_swift_dsp_vconvlbb(acc, rb0, rb1, rc)

/* v64i32 vconvlbu(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.b[16 * k + i % 12] * rc.ub[i // 12 * 4 + k] for k in range(2)) */
#define swift_dsp_vconvlbu(acc, rb0, rb1, rc) __builtin_swift_dsp_vconvlbu(acc, rb0, rb1, rc)

/* v64i32 vconvlub(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.ub[16 * k + i % 12] * rc.b[i // 12 * 4 + k] for k in range(2)) */
#define swift_dsp_vconvlub(acc, rb0, rb1, rc) __builtin_swift_dsp_vconvlub(acc, rb0, rb1, rc)

/* v64i32 vconvluu(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.ub[16 * k + i % 12] * rc.ub[i // 12 * 4 + k] for k in range(2)) */
#define swift_dsp_vconvluu(acc, rb0, rb1, rc) __builtin_swift_dsp_vconvluu(acc, rb0, rb1, rc)

/* v64i32 vconvhbb(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.b[16 * k + i % 12] * rc.b[i // 12 * 4 + k + 2] for k in range(2)) */
#define swift_dsp_vconvhbb(acc, rb0, rb1, rc) __builtin_swift_dsp_vconvhbb(acc, rb0, rb1, rc)

/* v64i32 vconvhbu(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.b[16 * k + i % 12] * rc.ub[i // 12 * 4 + k + 2] for k in range(2)) */
#define swift_dsp_vconvhbu(acc, rb0, rb1, rc) __builtin_swift_dsp_vconvhbu(acc, rb0, rb1, rc)

/* v64i32 vconvhub(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.ub[16 * k + i % 12] * rc.b[i // 12 * 4 + k + 2] for k in range(2)) */
#define swift_dsp_vconvhub(acc, rb0, rb1, rc) __builtin_swift_dsp_vconvhub(acc, rb0, rb1, rc)

/* v64i32 vconvhuu(v64i32 acc, v16i8 rb0, v16i8 rb1, v16i8 rc): [48] ra.l40[i] = ra.l40[i] + sum(rb.ub[16 * k + i % 12] * rc.ub[i // 12 * 4 + k + 2] for k in range(2)) */
#define swift_dsp_vconvhuu(acc, rb0, rb1, rc) __builtin_swift_dsp_vconvhuu(acc, rb0, rb1, rc)

/* v8i16 vpkwh(v4i32 rb, v4i32 rc): [8] ra.h[i] = sat16(rb.w[i] if i < 4 else rc.w[i - 4]) */
#define swift_dsp_vpkwh(rb, rc) __builtin_swift_dsp_vpkwh(rb, rc)

/* v8i16 vpkwuh(v4i32 rb, v4i32 rc): [8] ra.uh[i] = usat16(rb.w[i] if i < 4 else rc.w[i - 4]) */
#define swift_dsp_vpkwuh(rb, rc) __builtin_swift_dsp_vpkwuh(rb, rc)

/* v16i8 vpkhb(v8i16 rb, v8i16 rc): [16] ra.b[i] = sat8(rb.h[i] if i < 8 else rc.h[i - 8]) */
#define swift_dsp_vpkhb(rb, rc) __builtin_swift_dsp_vpkhb(rb, rc)

/* v16i8 vpkhub(v8i16 rb, v8i16 rc): [16] ra.ub[i] = usat8(rb.h[i] if i < 8 else rc.h[i - 8]) */
#define swift_dsp_vpkhub(rb, rc) __builtin_swift_dsp_vpkhub(rb, rc)

/* v8i16 vtrwh(v4i32 rb, v4i32 rc): [8] ra.h[i] = rb.w[i] if i < 4 else rc.w[i - 4] */
#define swift_dsp_vtrwh(rb, rc) __builtin_swift_dsp_vtrwh(rb, rc)

/* v16i8 vtrhb(v8i16 rb, v8i16 rc): [16] ra.b[i] = rb.h[i] if i < 8 else rc.h[i - 8] */
#define swift_dsp_vtrhb(rb, rc) __builtin_swift_dsp_vtrhb(rb, rc)

/* v16i8 vpk4b(v4i32 rb0, v4i32 rb1, v4i32 rb2, v4i32 rb3, int rc): [16] ra.b[i] = clamp(rb.w[i] + s16(rc >> 16), s8(rc), s8(rc >> 8)) */
#define swift_dsp_vpk4b(rb0, rb1, rb2, rb3, rc) __builtin_swift_dsp_vpk4b(rb0, rb1, rb2, rb3, rc)

/* v16i8 vpk4ub(v4i32 rb0, v4i32 rb1, v4i32 rb2, v4i32 rb3, int rc): [16] ra.ub[i] = clamp(rb.w[i] + s16(rc >> 16), u8(rc), u8(rc >> 8)) */
#define swift_dsp_vpk4ub(rb0, rb1, rb2, rb3, rc) __builtin_swift_dsp_vpk4ub(rb0, rb1, rb2, rb3, rc)

/* v8i16 vunlbh(v16i8 rb): [8] ra.h[i] = rb.b[i] */
#define swift_dsp_vunlbh(rb) __builtin_swift_dsp_vunlbh(rb)

/* v8i16 vunhbh(v16i8 rb): [8] ra.h[i] = rb.b[i + 8] */
#define swift_dsp_vunhbh(rb) __builtin_swift_dsp_vunhbh(rb)

/* v8i16 vunlubh(v16i8 rb): [8] ra.uh[i] = rb.ub[i] */
#define swift_dsp_vunlubh(rb) __builtin_swift_dsp_vunlubh(rb)

/* v8i16 vunhubh(v16i8 rb): [8] ra.uh[i] = rb.ub[i + 8] */
#define swift_dsp_vunhubh(rb) __builtin_swift_dsp_vunhubh(rb)

/* v4i32 vunlhw(v8i16 rb): [4] ra.w[i] = rb.h[i] */
#define swift_dsp_vunlhw(rb) __builtin_swift_dsp_vunlhw(rb)

/* v4i32 vunhhw(v8i16 rb): [4] ra.w[i] = rb.h[i + 4] */
#define swift_dsp_vunhhw(rb) __builtin_swift_dsp_vunhhw(rb)

/* v4i32 vunluhw(v8i16 rb): [4] ra.uw[i] = rb.uh[i] */
#define swift_dsp_vunluhw(rb) __builtin_swift_dsp_vunluhw(rb)

/* v4i32 vunhuhw(v8i16 rb): [4] ra.uw[i] = rb.uh[i + 4] */
#define swift_dsp_vunhuhw(rb) __builtin_swift_dsp_vunhuhw(rb)

/* v16i8 vperm(v16i8 rb, v16i8 rc): [16] ra.b[i] = rb.b[rc.ub[i] & 15] */
#define swift_dsp_vperm(rb, rc) __builtin_swift_dsp_vperm(rb, rc)

/* v16i8 vperm2(v16i8 ra, v16i8 rb, v16i8 rc): [16] ra.b[i] = rb.b[ra.ub[i] & 15] if ra.ub[i] & 16 == 0 else rc.b[ra.ub[i] & 15] */
#define swift_dsp_vperm2(ra, rb, rc) __builtin_swift_dsp_vperm2(ra, rb, rc)

/* v16i8 vilvlb(v16i8 rb, v16i8 rc): [16] ra.b[i] = (rc if i % 2 else rb).b[i // 2] */
#define swift_dsp_vilvlb(rb, rc) __builtin_swift_dsp_vilvlb(rb, rc)

/* v16i8 vilvhb(v16i8 rb, v16i8 rc): [16] ra.b[i] = (rc if i % 2 else rb).b[i // 2 + 8] */
#define swift_dsp_vilvhb(rb, rc) __builtin_swift_dsp_vilvhb(rb, rc)

/* v16i8 vevb(v16i8 rb, v16i8 rc): [16] ra.b[i] = (rb if i < 8 else rc).b[2 * i % 16] */
#define swift_dsp_vevb(rb, rc) __builtin_swift_dsp_vevb(rb, rc)

/* v16i8 vodb(v16i8 rb, v16i8 rc): [16] ra.b[i] = (rb if i < 8 else rc).b[2 * i % 16 + 1] */
#define swift_dsp_vodb(rb, rc) __builtin_swift_dsp_vodb(rb, rc)

/* v8i16 vilvlh(v8i16 rb, v8i16 rc): [8] ra.h[i] = (rc if i % 2 else rb).h[i // 2] */
#define swift_dsp_vilvlh(rb, rc) __builtin_swift_dsp_vilvlh(rb, rc)

/* v8i16 vilvhh(v8i16 rb, v8i16 rc): [8] ra.h[i] = (rc if i % 2 else rb).h[i // 2 + 4] */
#define swift_dsp_vilvhh(rb, rc) __builtin_swift_dsp_vilvhh(rb, rc)

/* v8i16 vevh(v8i16 rb, v8i16 rc): [8] ra.h[i] = (rb if i < 4 else rc).h[2 * i % 8] */
#define swift_dsp_vevh(rb, rc) __builtin_swift_dsp_vevh(rb, rc)

/* v8i16 vodh(v8i16 rb, v8i16 rc): [8] ra.h[i] = (rb if i < 4 else rc).h[2 * i % 8 + 1] */
#define swift_dsp_vodh(rb, rc) __builtin_swift_dsp_vodh(rb, rc)

/* v4i32 vilvlw(v4i32 rb, v4i32 rc): [4] ra.w[i] = (rc if i % 2 else rb).w[i // 2] */
#define swift_dsp_vilvlw(rb, rc) __builtin_swift_dsp_vilvlw(rb, rc)

/* v4i32 vilvhw(v4i32 rb, v4i32 rc): [4] ra.w[i] = (rc if i % 2 else rb).w[i // 2 + 2] */
#define swift_dsp_vilvhw(rb, rc) __builtin_swift_dsp_vilvhw(rb, rc)

/* v4i32 vevw(v4i32 rb, v4i32 rc): [4] ra.w[i] = (rb if i < 2 else rc).w[2 * i % 4] */
#define swift_dsp_vevw(rb, rc) __builtin_swift_dsp_vevw(rb, rc)

/* v4i32 vodw(v4i32 rb, v4i32 rc): [4] ra.w[i] = (rb if i < 2 else rc).w[2 * i % 4 + 1] */
#define swift_dsp_vodw(rb, rc) __builtin_swift_dsp_vodw(rb, rc)

#endif
