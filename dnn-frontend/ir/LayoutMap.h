// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A layout as a map: from the indices of an element to its place in memory and back.
//
// An element's address is a number of digits, each of them some bits, as it were, of a dimension's index (or of the index of
// several dimensions joined): digit = index / Low % (High / Low). With the depth-blocked layout's "N H C/32 W^4 C%32" and
// 1x2x3x40, the digits of (0, 1, 2, 33) are 0, 1, 1, 2, 1, their sizes 1, 2, 2, 4, 32. Everything that is to be known of a layout
// follows from its row in layouts.def: size, strides, padding, conversions (plans/movement/BoxCopies.h).
#pragma once

#include "ir/Graph.h"
#include "maps/IndexMap.h"

namespace hexloom {

/// Dimensions that are counted together, First to Last, row-major.
struct JoinedDims {
  int First, Last;
  bool operator==(const JoinedDims &O) const { return First == O.First && Last == O.Last; }
};

/// The order of a layout, whatever the shape.
struct LayoutOrder {
  struct Digit {
    JoinedDims Dims;
    int64_t Low = 1, High = 0; ///< High 0: all that is left
    int64_t Multiple = 1;      ///< to which the joined index is padded
    int64_t Margin = 0;        ///< places ahead of the first one
    int64_t Alignment = 1;     ///< of the places from one to the next
  };
  std::vector<Digit> Digits; ///< outermost first
  bool Any = false;          ///< "*"

  /// Throws InternalError unless each dimension's digits make up its index.
  static LayoutOrder parse(const std::string &Text);
};

class LayoutMap {
public:
  using Index = std::vector<int64_t>;

  /// The map of a tensor of shape `Dims` in L; requires fits().
  LayoutMap(Layout L, const Shape &Dims);
  LayoutMap(const LayoutOrder &Order, const Shape &Dims);
  static bool fits(Layout L, DType Type, const Shape &Dims);

  /// Places in memory, padding included; multiply by the element's size to have bytes.
  int64_t size() const { return Size; }
  /// Whether some place belongs to no element.
  bool isPadded() const;
  /// Whether one digit is all: elements lie in the order of the dimensions, without gaps.
  bool isRowMajor() const { return Digits.size() == 1; }
  /// The place of the first element: behind all margins.
  int64_t origin() const { return Origin; }
  int64_t addressOf(const Index &I) const; ///< an index for each dimension of the shape
  /// The element at a place below size(); nullopt: padding.
  std::optional<Index> elementAt(int64_t Address) const;

  struct Digit {
    size_t Group;            ///< of groups()
    int64_t Low, High;       ///< digit = index / Low % (High / Low); High 0: index / Low
    int64_t Size, Stride;    ///< number of values, margin included; places from one to the next
    int64_t Margin;          ///< places ahead of the first value
  };
  struct Group {
    JoinedDims Dims;
    int64_t Extent; ///< number of joined indices
  };
  const std::vector<Digit> &digits() const { return Digits; } ///< outermost first
  const std::vector<Group> &groups() const { return Groups; }

  /// The map from the shape's indices to joined ones, by group.
  IndexMap joins() const;

  /// The group that a dimension of the shape belongs to, and joined indices from one of the dimension's to the next.
  size_t groupOf(int Dim) const;
  int64_t stepIn(int Dim) const;
  /// Places between joined indices that are `Step` apart, if no digit is carried.
  int64_t stride(size_t InGroup, int64_t Step) const;
  /// Indices of a group below which digits end: a walk is affine between them. Ascending.
  std::vector<int64_t> bordersOf(size_t InGroup) const;
  /// Places from one index of a dimension to the next, or from block to block where it is in blocks.
  int64_t coarseStride(int Dim) const;

private:
  std::vector<int64_t> Extents; ///< of the order's dimensions
  int Shift = 0;                ///< from the shape's dimensions to them
  int64_t Size = 1, Origin = 0;
  std::vector<Group> Groups;
  std::vector<Digit> Digits;

  int64_t joined(const JoinedDims &D, const Index &I) const;
};

/// The data of a constant, which is row-major, in another layout; padding is 0.
Bytes inLayout(const Tensor &T, Layout L);

} // namespace hexloom
