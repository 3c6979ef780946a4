// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR, row-major (hexloom/hvx/resize_rows.h).
#include "plans/windows/ResizeWeights.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

namespace {

constexpr int kVector = hexagon::kVectorBytes, kSlack = 4 * kVector; // what loads and stores behind a row's end touch

int64_t vectorsOf(int64_t Bytes) { return (Bytes + kVector - 1) / kVector; }

/// hl_vresize_tap with the upper source's weight in units of 2^-31.
std::string fineTaps(const Graph &G, const Op &O, bool Rows, LayerWriter &W) {
  const Nhwc In = asNhwc(G.in(O, 0).Dims), Out = asNhwc(G.out(O, 0).Dims);
  std::vector<int32_t> Table;
  for (const ResizeTap &T : bilinearTapsFloat(Rows ? In.H : In.W, Rows ? Out.H : Out.W,
                                              O.b(Attr::AlignCorners), O.b(Attr::HalfPixel))) {
    const double Distance = T.Lower == T.Upper ? 0 : double(T.Distance);
    Table.insert(Table.end(), {T.Lower, T.Upper, static_cast<int32_t>(std::ldexp(Distance, 31))});
  }
  return W.blobOf(Table, "hl_vresize_tap",
                  Rows ? "source rows, weights of 31 bits" : "source columns, weights of 31 bits");
}

} // namespace

void planResizeRows(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = resizeProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Tensor &In = G.in(O, 0);
  const Nhwc To = asNhwc(G.out(O, 0).Dims);
  if (G.out(O, 0).elements() == 0)
    return Plans.reject("the tensor is empty");
  const int64_t Bytes = bytesOf(In.Type), Pixels = int64_t(To.N) * To.H * To.W;
  const double PixelVectors = double(Pixels) * double(vectorsOf(To.C * Bytes));
  if (!isBilinear(O)) {
    const int Height = asNhwc(In.Dims).H, Own = std::min(Height, To.H); // the other rows equal the one before
    const double Row = double(vectorsOf(To.W * To.C * Bytes)), Again = double(To.N) * (To.H - Own);
    return Plans.add(O, Layout::RowMajor,
                     cost::VectorLayer + PixelVectors * Own / To.H * (To.C * Bytes % kVector ? cost::ResizeRowsCopy : cost::ResizeRowsCopyWhole) +
                         Again * (cost::ResizeRowsAgain + Row * cost::ResizeRowsAgainVector));
  }
  const Nhwc From = asNhwc(In.Dims);
  const double Words = double(Pixels) * double(vectorsOf(int64_t(To.C) * 4)), Rows = double(To.N) * To.H;
  const double InVectors = Rows * double(vectorsOf(int64_t(From.W) * From.C * Bytes));
  const bool Floats = In.Type == DType::UInt8 && !Directions(G, O).exact(In.Type), Halves = In.Type == DType::Int16;
  const bool Aligned = To.C % 32 == 0 || To.C < 32; // words of pixels lie in whole vectors, or are one
  const Cost Across = Floats ? Words * cost::ResizeRowsFine
                      : Halves ? Words * (Aligned ? cost::ResizeRowsHalves : cost::ResizeRowsHalvesTurned)
                               : Words * (Aligned ? cost::ResizeRowsAcross : cost::ResizeRowsAcrossTurned) + PixelVectors * cost::ResizeRowsPixel;
  Plans.add(O, Layout::RowMajor, cost::VectorLayer + Rows * cost::ResizeRowsRow + InVectors * (Halves ? cost::ResizeRowsHalvesBlend : cost::ResizeRowsBlend) + Across);
}

void emitResizeRows(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("resize_rows.h");
  W.structure("hl_resize", "p", resizeFields(G, O));
  if (!isBilinear(O)) {
    W.line(strf("hl_resize_nearest_rows(&p, %s, %s,", W.input(0).c_str(),
                nearestTable(G, O, true, 1, W).c_str()));
    W.line(strf("    %s, out0);", nearestTable(G, O, false, 1, W).c_str()));
    return;
  }
  const DType Type = G.in(O, 0).Type;
  const Nhwc From = asNhwc(G.in(O, 0).Dims), To = asNhwc(G.out(O, 0).Dims);
  const Directions D(G, O);
  const bool Exact = D.exact(Type);
  const char *Mode = Type == DType::Int16 ? "HALVES" : Exact ? "BYTES" : "FLOATS";
  const int64_t FlagsAt = vectorsOf(int64_t(From.W) * From.C * 4) * kVector + 2 * kSlack;
  const std::string Scratch = W.scratch(FlagsAt + (Exact ? 0 : int64_t(To.W) * To.C + kSlack));
  W.line(strf("hl_resize_bilinear_rows(&p, HL_BILINEAR_%s, %d, %s,", Mode,
              Exact ? D.Rows->Bits + D.Columns->Bits : 0, W.input(0).c_str()));
  W.line(strf(
      "    %s,",
      (Exact ? tapTable(*D.Rows, Type, 1, "source rows", W) : fineTaps(G, O, true, W)).c_str()));
  W.line(strf("    %s,", (Exact ? tapTable(*D.Columns, Type, 1, "source columns", W)
                                : fineTaps(G, O, false, W))
                             .c_str()));
  W.line(strf("    out0, %s, %lld,", Scratch.c_str(), static_cast<long long>(FlagsAt)));
  W.line(strf("    %s,", Exact ? "0" : sourceTaps(G, O, true, W).c_str()));
  W.line(strf("    %s);", Exact ? "0" : sourceTaps(G, O, false, W).c_str()));
}

} // namespace hexloom
