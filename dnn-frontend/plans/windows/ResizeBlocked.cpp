// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR in the depth-blocked layout (hexloom/hvx/resize.h,
// resize_narrow.h).
#include "plans/windows/ResizeWeights.h"
#include "plans/Strides.h"

#include <hexloom/hvx/slack.h>
#include <hexloom/hvx/turns.h>

namespace hexloom {

/// A row of a block from rows of halfwords: straight code of few vectors, else a loop; int8 takes more.
static Cost narrowCost(int Blocks, int InVectors, int OutVectors, DType Type) {
  const Cost Rows = InVectors * (InVectors <= HL_NARROW_STRAIGHT ? cost::ResizeNarrowRowStraight : cost::ResizeNarrowRow);
  const Cost Sign = Type == DType::Int8 ? OutVectors * cost::ResizeNarrowSigned : Cost();
  const Cost Vector = OutVectors > HL_NARROW_STRAIGHT ? cost::ResizeNarrow
                      : Blocks > 1                    ? cost::ResizeNarrowBlocks
                                                      : cost::ResizeNarrowStraight;
  return Rows + Sign + OutVectors * Vector;
}

void planResizeBlocked(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = resizeProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Tensor &In = G.in(O, 0);
  if (!is8Bit(In.Type))
    return Plans.reject(unservedType(In));
  const Nhwc From = asNhwc(In.Dims), To = asNhwc(G.out(O, 0).Dims);
  const double Rows = double(To.N) * To.H * ((To.C + 31) / 32);
  const int OutVectors = (To.W + 3) / 4, InVectors = (From.W + 3) / 4;
  if (!isBilinear(O)) {
    const CostConstant &Vector = OutVectors <= HL_NEAREST_STRAIGHT ? cost::ResizeNearestStraight : cost::ResizeNearest;
    return addBlocked(Plans, O, cost::VectorLayer + Rows * OutVectors * Vector);
  }
  const Directions D(G, O);
  if (!D.exact(In.Type))
    return Plans.reject(
        "the distances are no multiples of a power of two: single precision rounds");
  const Cost Vectors = D.narrow(In.Type) ? narrowCost((To.C + 31) / 32, InVectors, OutVectors, In.Type)
                                         : InVectors * cost::ResizeBlend + OutVectors * cost::ResizeBilinear;
  addBlocked(Plans, O, cost::VectorLayer + Rows * Vectors);
}

static void emitNarrow(const Graph &G, const Op &O, const Directions &D, LayerWriter &W) {
  constexpr int Pixel = 64, Slack = HL_LOAD_SLACK;
  const Tensor &In = G.in(O, 0);
  const int64_t Buffer = (int64_t(asNhwc(In.Dims).W + 3) / 4 * 4 + 1) * Pixel;
  W.body("resize_narrow.h");
  W.structure("hl_resize", "p", resizeFields(G, O));
  W.line(strf("hl_resize_narrow_d32(&p, %d, in0, %s,", D.Rows->Bits + D.Columns->Bits,
              narrowRows(*D.Rows, In.Type, W).c_str()));
  W.line(strf("    %s,", narrowColumns(*D.Columns, In.Type, W).c_str()));
  W.line(strf("    %s, out0, %s);", narrowWeights(*D.Columns, W).c_str(),
              W.scratch(Buffer + Slack).c_str()));
}

void emitResizeBlocked(const Graph &G, const Op &O, LayerWriter &W) {
  const Directions D(G, O);
  if (isBilinear(O) && D.narrow(G.in(O, 0).Type))
    return emitNarrow(G, O, D, W);
  W.body("resize.h");
  W.structure("hl_resize", "p", resizeFields(G, O));
  const DType Type = G.in(O, 0).Type;
  const Nhwc From = asNhwc(G.in(O, 0).Dims);
  if (!isBilinear(O)) {
    W.line(strf("hl_resize_nearest_d32(&p, in0, %s,", nearestTable(G, O, true, 1, W).c_str()));
    W.line(strf("    %s, out0);", nearestTable(G, O, false, 4, W).c_str()));
    return;
  }
  const std::string Rows = tapTable(*D.Rows, Type, 1, "source rows", W);
  const std::string Columns = tapTable(*D.Columns, Type, 4, "source columns", W);
  W.line(strf("hl_resize_bilinear_d32(&p, %d, in0, %s,", D.Rows->Bits + D.Columns->Bits,
              Rows.c_str()));
  W.line(strf("    %s, out0, %s);", Columns.c_str(),
              W.scratch(int64_t(From.W + 3) / 4 * 4 * 128).c_str()));
}

} // namespace hexloom
