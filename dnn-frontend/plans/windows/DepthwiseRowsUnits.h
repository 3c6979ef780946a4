// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of words of depthwise convolutions on dense rows: which bytes of an input row make them.
//
// Words of a column are those of all channels of the output, so a channel's is there once for each of its outputs. For a stride the
// columns of each remainder by it lie in a plane of their own. A plane begins with its first column that is in the image: the words of
// column X of it begin at word X * channels, those of pads are in front of word 0, at negative places, and behind the last.
#pragma once

#include "machine/Processor.h"
#include "nests/ByteRoute.h"
#include "plans/windows/Depthwise.h"

namespace hexloom {

struct RowPlane {
  int First;        ///< column of the image that is its first one
  int Ahead;        ///< columns of pads in front of that, of the plane
  int64_t Elements; ///< of the image
};

/// Bytes of a row that are loaded together and go to those from First to End of a vector.
struct UnitLoad {
  int64_t Offset; ///< in the row
  int First, End; ///< multiples of an element's bytes
  int Bytes;      ///< of the load that are asked for, from its first on
  int Route;      ///< of DepthwiseRowsUnits::routes(), or -1: they lie as they are wanted
};

/// A unit is a vector of a plane's elements, as it is interleaved with those of the other rows to words.
class DepthwiseRowsUnits {
public:
  static constexpr int kVector = hexagon::kVectorBytes, kLanes = hexagon::kVectorLanes;
  enum class Kind { Outside, Whole, Clipped };

  DepthwiseRowsUnits(const WindowShape &S, int ElementBytes);

  int planes() const { return static_cast<int>(Planes.size()); } ///< the stride, or fewer
  const RowPlane &plane(int I) const { return Planes[static_cast<size_t>(I)]; }
  int elements() const { return kVector / ElementBytes; } ///< of a unit
  int period() const { return Period; }                   ///< units after which loads are the same, further on
  int64_t units(int Plane) const { return ceilDiv(plane(Plane).Elements, int64_t(elements())); } ///< that the image reaches
  Kind kindOf(int Plane, int64_t Unit) const;
  /// The loads that make a unit; none if it lies outside the image.
  std::vector<UnitLoad> loads(int Plane, int64_t Unit) const;
  /// Bytes of a unit that are elements of the image. Requires that it does not lie outside.
  int inside(int Plane, int64_t Unit) const;
  const std::vector<ByteRoute> &routes() const { return Routes; }

  /// The word with which the windows' column `Kx` begins in its plane, for output column 0; and its plane.
  int tap(int Kx) const;
  int planeOf(int Kx) const { return Kx * S.DilationW % S.StrideW; }
  /// Words in front of word 0 that windows read, a multiple of 32; words behind an output's that its window reads.
  int margin() const { return Margin; }
  int reach(int Plane) const { return Reaches[static_cast<size_t>(Plane)]; }
  bool isRead(int Plane) const { return reach(Plane) >= 0; }

private:
  const WindowShape S;
  const int ElementBytes, Multiplier;
  std::vector<RowPlane> Planes;
  std::vector<int> Reaches;
  int Margin = 0, Period = 1;
  std::vector<ByteRoute> Routes;
  std::vector<std::vector<UnitLoad>> Patterns; ///< of a period's units, for a plane whose first column is the image's

  bool isDense() const { return S.StrideW == 1 && Multiplier == 1; }
  int64_t source(int64_t Element) const;
  std::optional<ByteRoute> routeOf(int64_t Unit, int First, int End) const;
  int endOf(int64_t Unit, int First) const;
  bool isStraight(int64_t Unit, int First, int End) const;
  int numberOf(const ByteRoute &Route);
  void find(int64_t Unit);
};

} // namespace hexloom
