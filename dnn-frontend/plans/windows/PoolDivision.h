// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Averages of bytes: how many elements a window has, and the division by that number in 16-bit factors, proven for every sum.
#pragma once

#include "plans/windows/Window.h"

#include <optional>
#include <set>
#include <vector>

namespace hexloom {

/// Elements of a window in one dimension that lie in the image: of outputs in row `Y`, in column `X`.
int rowsOf(const WindowShape &S, int Y);
int columnsOf(const WindowShape &S, int X);

/// The numbers of elements that windows have in the image. Throws Overflow if windows have too many sizes.
std::set<int> countsOf(const WindowShape &S);
/// Whether averages of so many signed bytes can lie half between two integers. Averages below zero are rounded down there.
bool hasHalves(DType Type, const std::vector<int> &Counts);

/// quotient = (n << Prescale) * reciprocal(count) >> (16 + Shift), in 16-bit factors.
struct Division {
  int Prescale, Shift;
  int64_t reciprocal(int Count) const;
  /// Whether every dividend up to 255 * Count + Count / 2 is divided exactly.
  bool exactFor(int Count) const;
};

std::optional<Division> findDivision(const std::set<int> &Counts);

/// Elements of the windows of four pixels of a row of outputs whose windows have so many rows.
std::vector<int> countsOfFour(const WindowShape &S, int Rows, int FirstX);

/// hl_pool_divisor of four pixels by their windows' elements, behind others.
void addDivisor(const Division &D, const std::vector<int> &Counts, std::vector<uint16_t> &Table);

} // namespace hexloom
