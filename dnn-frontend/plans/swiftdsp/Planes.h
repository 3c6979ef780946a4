// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What SwiftDSP's kernels share: costs, planes with margins (ir/layouts.def: nchw1), the output stage.
#pragma once

#include "ir/Quantize.h"
#include "machine/Processor.h"
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "support/CText.h"

namespace hexloom {

/// Modelled cycles (costs.def).
namespace swiftdsp_cost {
#define COST(NAME, CYCLES, UNIT) extern const CostConstant NAME;
#include "plans/swiftdsp/costs.def"
} // namespace swiftdsp_cost

constexpr int kTilePixels = 12, kTileChannels = 4, kVectorBytes = swiftdsp::kVectorBytes;

inline int64_t ceilOf(int64_t A, int64_t B) { return (A + B - 1) / B; }

/// Bytes from a tensor's first one on that a kernel may touch (nests/LayerWriter.h).
int64_t ownedBytes(const Tensor &T);

/// Why an operator with a filter is not one of int8 activations by constant weights; empty if it is.
std::string operandProblem(const Graph &G, const Op &O);

/// Bytes from a row, a plane to the next, and to the first pixel.
struct PlaneMap {
  int64_t Pitch, Plane, First;
};
PlaneMap planesOf(const Tensor &T);

/// A window's geometry along one dimension.
struct Reach {
  int In, Out, Kernel, Stride, Pad;
  /// Whether no window leaves the image by more than the margin of a pixel.
  bool inMargins() const { return Pad <= 1 && (Out - 1) * Stride + Kernel - Pad - In <= 1; }
  bool isInside() const { return Pad == 0 && (Out - 1) * Stride + Kernel <= In; }
};
/// Along both.
struct Reaches {
  Reach Rows, Columns;
  template <typename Shape>
  explicit Reaches(const Shape &S)
      : Rows{S.In.H, S.Out.H, S.KernelH, S.StrideH, S.PadTop}, Columns{S.In.W, S.Out.W, S.KernelW, S.StrideW, S.PadLeft} {}
  bool inMargins() const { return Rows.inMargins() && Columns.inMargins(); }
  /// What an input's margins hold decides nothing then.
  bool isInside() const { return Rows.isInside() && Columns.isInside(); }
};

/// Whether tiles of `Width` columns of a tensor's rows (all rows in one if `Flat`), stored to multiples of four, stay ahead of the
/// next plane's first pixel.
bool tilesFit(const Tensor &Out, int Width, bool Flat);

/// What writes the margins of a tensor that windows reach, and its cost.
void emitMargins(const Tensor &T, const Reaches &Windows, const std::string &Name, int Value, LayerWriter &W);
Cost marginCost(const Tensor &T, const Reaches &Windows);

/// Zero point and bounds as vpk4b takes them.
int32_t clampWord(int Zero, const Range &Bounds);

/// Multiplier and shift of each channel in turn.
std::vector<int32_t> scalePairs(const std::vector<int32_t> &Multipliers, const std::vector<int32_t> &Shifts, size_t Channels);

} // namespace hexloom
