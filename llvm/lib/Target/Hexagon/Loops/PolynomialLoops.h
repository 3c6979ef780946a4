//===- PolynomialLoops.h - Loops that multiply polynomials --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_LIB_TARGET_HEXAGON_LOOPS_POLYNOMIALLOOPS_H
#define LLVM_LIB_TARGET_HEXAGON_LOOPS_POLYNOMIALLOOPS_H

namespace llvm {

class Loop;
class ScalarEvolution;

/// Values that a loop of 4 to 32 turns makes bit by bit, as products of polynomials over GF(2) or
/// remainders of such (checksums), become one or two pmpyw ahead of it. The loop itself stays as it
/// is. Returns whether anything changed.
bool computePolynomialsAhead(Loop &L, ScalarEvolution &SE);

} // namespace llvm

#endif
