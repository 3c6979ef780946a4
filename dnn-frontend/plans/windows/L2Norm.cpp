// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// L2_NORMALIZATION, portable and by vectors (hexloom/hvx/l2norm.h).
#include "plans/windows/Softmax.h"
#include "plans/Strides.h"

namespace hexloom {

static std::string problemOf(const Graph &G, const Op &O) {
  return is8Bit(G.in(O, 0).Type) ? "" : unservedType(G.in(O, 0));
}

void planL2NormPortable(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const RowShape S = rowShape(G.in(O, 0));
  const auto Rows = static_cast<double>(S.Rows), Depth = static_cast<double>(S.Depth);
  const Cost Row = cost::ScalarRow + Depth * cost::ScalarFunction;
  Plans.add(O, Layout::RowMajor, Rows * Row);
}

static void emitParameters(const Graph &G, const Op &O, int64_t Rows, int64_t Depth,
                           LayerWriter &W) {
  const Tensor &In = G.in(O, 0);
  W.structure("hl_l2norm", "p",
              {{"type", hlType(In.Type)},
               field("rows", Rows),
               field("depth", Depth),
               field("in_zero", In.Quant.zeroPoint())});
}

static void emitRows(const Graph &G, const Op &O, LayerWriter &W, const char *Function) {
  const RowShape S = rowShape(G.in(O, 0));
  emitParameters(G, O, S.Rows, S.Depth, W);
  W.line(strf("%s(&p, %s, out0);", Function, W.input(0).c_str()));
}

void emitL2NormPortable(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/l2norm.h");
  emitRows(G, O, W, "hl_l2norm_portable");
}

void planL2NormVector(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Tensor &In = G.in(O, 0);
  if (In.elements() == 0)
    return Plans.reject("the tensor is empty");
  const RowShape S = rowShape(In);
  const double RowVectors = double(S.Rows) * double((S.Depth + 127) / 128);
  Plans.add(O, Layout::RowMajor,
            cost::VectorLayer + double(S.Rows) * cost::L2NormRow + RowVectors * cost::L2NormVector);
  if (!fitsBlocks(In))
    return;
  const Nhwc D = asNhwc(In.Dims);
  const double Fours = double(D.N) * D.H * ((D.W + 3) / 4), Vectors = Fours * ((D.C + 31) / 32);
  addBlocked(Plans, O,
             cost::VectorLayer + Fours * cost::L2NormPixels + Vectors * cost::L2NormVector);
}

void emitL2NormVector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("l2norm.h");
  if (G.in(O, 0).Layout == Layout::RowMajor)
    return emitRows(G, O, W, "hl_l2norm_rows");
  const Nhwc D = asNhwc(G.in(O, 0).Dims);
  emitParameters(G, O, int64_t(D.N) * D.H, D.C, W);
  W.line(strf("hl_l2norm_d32(&p, %d, in0, out0);", D.W));
}

} // namespace hexloom
