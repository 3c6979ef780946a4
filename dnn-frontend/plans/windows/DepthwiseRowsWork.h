// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a turn of 128 elements of depthwise convolutions on dense rows has to do, as the text of DepthwiseRowsNest.h does it.
#pragma once

#include "plans/windows/DepthwiseRowsTiling.h"
#include "plans/windows/PacketWork.h"

namespace hexloom {

class DepthwiseRowsWork {
public:
  DepthwiseRowsWork(const DepthwiseRowsTiling &T, const DepthwiseRowsForm &F) : T(T), S(T.S), F(F) {}
  /// `Vectors` times 32 elements of `Made` rows.
  PacketWork turn(int Vectors, int Made, bool IsLooped) const;
  /// The words that come into reach in a turn, those in front of the first among them.
  PacketWork units(bool IsLooped) const;
  /// A vector of a group's input rows made into words in memory.
  PacketWork denseWords(int Group) const;
  /// Vectors of constants that clang loads before the groups of `Made` rows and keeps in memory.
  double hoisted(int Made) const;

private:
  const DepthwiseRowsTiling &T;
  const WindowShape &S;
  const DepthwiseRowsForm F;

  double rowsInside(int Group) const;
  PacketWork unit(double Rows, int Plane, bool IsLooped) const;
  PacketWork words(int Vectors) const;
  double constantsRead(int Made) const;
  PacketWork constants(int Vectors, int Made, bool IsLooped) const;
  PacketWork outputs(int Vectors, int Made) const;
};

} // namespace hexloom
