// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/swiftdsp/Planes.h"
#include "ir/LayoutMap.h"

#include <hexloom/model.h>

namespace hexloom {

int64_t ownedBytes(const Tensor &T) { return ceilOf(storageBytes(T.Type, T.Dims, T.Layout), HL_ALIGN) * HL_ALIGN; }

std::string operandProblem(const Graph &G, const Op &O) {
  if (G.in(O, 0).Type != DType::Int8)
    return "serves int8 only";
  if (G.in(O, 0).isConst() || !G.in(O, 1).isConst())
    return "serves a constant filter on activations only";
  return "";
}

PlaneMap planesOf(const Tensor &T) {
  const Nhwc D = asNhwc(T.Dims);
  const LayoutMap Map(Layout::PlanesMargin, {D.N, D.H, D.W, D.C});
  return {Map.coarseStride(1), Map.coarseStride(3), Map.origin()};
}

bool tilesFit(const Tensor &Out, int Width, bool Flat) {
  const Nhwc D = asNhwc(Out.Dims);
  const PlaneMap P = planesOf(Out);
  const int64_t Stored = ceilOf(Width, 4) * 4;
  return Flat ? ceilOf((D.H - 1) * P.Pitch + D.W, 4) * 4 <= P.Plane : (D.H - 1) * P.Pitch + Stored <= P.Plane;
}

void emitMargins(const Tensor &T, const Reaches &Windows, const std::string &Name, int Value, LayerWriter &W) {
  if (Windows.isInside())
    return;
  const Nhwc D = asNhwc(T.Dims);
  const PlaneMap P = planesOf(T);
  W.structure("hl_sd_planes", "margins",
              {field("planes", int64_t(D.N) * D.C), field("height", D.H), field("pitch", P.Pitch), field("plane", P.Plane)});
  W.line(strf("hl_sd_set_margins(&margins, %s, %d);", Name.c_str(), Value));
}

Cost marginCost(const Tensor &T, const Reaches &Windows) {
  if (Windows.isInside())
    return Cost();
  const Nhwc D = asNhwc(T.Dims);
  const PlaneMap P = planesOf(T);
  const double Planes = double(D.N) * D.C, Vectors = double(P.Plane - D.H * P.Pitch) / kVectorBytes;
  return Planes * (swiftdsp_cost::MarginPlane + D.H * swiftdsp_cost::MarginRow + Vectors * swiftdsp_cost::MarginVector);
}

int32_t clampWord(int Zero, const Range &Bounds) {
  return static_cast<int32_t>(uint32_t(Zero) << 16 | uint32_t(Bounds.Max & 255) << 8 | uint32_t(Bounds.Min & 255));
}

std::vector<int32_t> scalePairs(const std::vector<int32_t> &Multipliers, const std::vector<int32_t> &Shifts, size_t Channels) {
  std::vector<int32_t> Pairs(2 * Channels, 0);
  for (size_t C = 0; C < Multipliers.size(); ++C) {
    Pairs[2 * C] = Multipliers[C];
    Pairs[2 * C + 1] = Shifts[C];
  }
  return Pairs;
}

} // namespace hexloom
