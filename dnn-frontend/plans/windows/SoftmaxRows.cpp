// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SOFTMAX and LOG_SOFTMAX of bytes by look-ups (hexloom/hvx/softmax.h, softmax_d32.h).
#include "plans/windows/Softmax.h"
#include "plans/Strides.h"

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kSegment = 32; // entries of one vlut32

struct RowTables {
  std::vector<int32_t> Words, ExpQ12;
  int Segments;
};

RowTables rowTables(const Graph &G, const Op &O) {
  const double Scale = G.in(O, 0).Quant.scale();
  RowTables T;
  if (O.Kind == OpKind::LogSoftmax) {
    LogSoftmaxTables Log = logSoftmaxTables(Scale);
    T.Words = Log.Scaled;
    T.ExpQ12 = Log.ExpQ12;
    T.Segments = std::min(-Log.DiffMin, 255) / kSegment + 1;
    return T;
  }
  T.Words = softmaxExpTable(Scale, O.f(Attr::Beta));
  for (int32_t Exp : T.Words)
    T.ExpQ12.push_back(roundedShift(Exp, 12));
  const auto Zero = [](int32_t Exp) { return Exp == 0; };
  const auto End = std::find_if_not(T.Words.rbegin(), T.Words.rend(), Zero);
  T.Segments = static_cast<int>((T.Words.rend() - End + kSegment - 1) / kSegment);
  return T;
}

/// hl_softmax_tables: the words, then the three bytes of the exponentials with 12 integer bits.
Bytes packTables(const RowTables &T) {
  Bytes Packed;
  for (int32_t Word : T.Words)
    for (int Shift = 0; Shift < 32; Shift += 8)
      Packed.push_back(static_cast<uint8_t>(static_cast<uint32_t>(Word) >> Shift));
  for (int Shift = 0; Shift < 24; Shift += 8)
    for (int32_t Exp : T.ExpQ12)
      Packed.push_back(static_cast<uint8_t>(static_cast<uint32_t>(Exp) >> Shift));
  return Packed;
}

} // namespace

static std::string problemOf(const Graph &G, const Op &O, bool Widens) {
  const Tensor &In = G.in(O, 0);
  if (const std::string Problem = softmaxProblem(G, O); !Problem.empty())
    return Problem;
  if (!is8Bit(In.Type) || (G.out(O, 0).Type != In.Type && !Widens))
    return unservedType(In) + " to " + text(G.out(O, 0).Type);
  if (In.elements() == 0)
    return "the tensor is empty";
  return "";
}

void planSoftmaxRows(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O, true); !Problem.empty())
    return Plans.reject(Problem);
  const Tensor &In = G.in(O, 0);
  const RowShape S = rowShape(In);
  const int Segments = rowTables(G, O).Segments;
  const double Vectors = static_cast<double>((S.Depth + 127) / 128);
  const bool IsLog = O.Kind == OpKind::LogSoftmax;
  const Cost Start = IsLog ? cost::LogSoftmaxRow : cost::SoftmaxRow;
  const Cost Row = Start + Vectors * ((IsLog ? cost::LogSoftmaxVector : cost::SoftmaxVector) +
                              Segments * cost::SoftmaxLookup);
  Plans.add(O, Layout::RowMajor, cost::VectorLayer + static_cast<double>(S.Rows) * Row);
}

/// hl_softmax_rows for `Rows` rows; the name of the tables.
static std::string emitTables(const Graph &G, const Op &O, int64_t Rows, int64_t Depth,
                              LayerWriter &W) {
  const Tensor &In = G.in(O, 0);
  const RowTables T = rowTables(G, O);
  Fields F = {{"type", hlType(In.Type)},
              {"out_type", hlType(G.out(O, 0).Type)},
              field("rows", Rows),
              field("depth", Depth),
              field("segments", T.Segments)};
  if (O.Kind == OpKind::LogSoftmax) {
    const LogSoftmaxTables Log = logSoftmaxTables(In.Quant.scale());
    F = F + Fields{field("logarithm", 1), field("diff_min", Log.DiffMin),
                   field("limit_multiplier", Log.Limit.Value),
                   field("limit_shift", Log.Limit.Shift)};
  }
  W.structure("hl_softmax_rows", "p", F);
  return W.blob(packTables(T), "hl_softmax_tables", "exponentials by distance from the maximum");
}

void emitSoftmaxRows(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("softmax.h");
  const RowShape S = rowShape(G.in(O, 0));
  const std::string Tables = emitTables(G, O, S.Rows, S.Depth, W);
  W.line(strf("hl_softmax_by_tables(&p, %s, %s, out0);", W.input(0).c_str(), Tables.c_str()));
}

void planSoftmaxBlocked(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O, false); !Problem.empty())
    return Plans.reject(Problem);
  const Tensor &In = G.in(O, 0);
  if (!fitsBlocks(In))
    return Plans.reject("the input's rank is above 4");
  const bool IsLog = O.Kind == OpKind::LogSoftmax;
  const Nhwc D = asNhwc(In.Dims);
  const double Fours = double(D.N) * D.H * ((D.W + 3) / 4), Vectors = Fours * ((D.C + 31) / 32);
  addBlocked(Plans, O,
             cost::VectorLayer +
                 Fours * (IsLog ? cost::LogSoftmaxPixels : cost::SoftmaxPixels) +
                 Vectors * (IsLog ? cost::LogSoftmaxPixelsVector : cost::SoftmaxPixelsVector));
}

void emitSoftmaxBlocked(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("softmax_d32.h");
  const Nhwc D = asNhwc(G.in(O, 0).Dims);
  const std::string Tables = emitTables(G, O, int64_t(D.N) * D.H, D.C, W);
  W.line(strf("hl_softmax_d32(&p, %d, in0, %s, out0);", D.W, Tables.c_str()));
}

void planSoftmaxPairs(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O, false); !Problem.empty())
    return Plans.reject(Problem);
  if (rowShape(G.in(O, 0)).Depth != 2)
    return Plans.reject("the rows are not of two elements");
  const auto Vectors = static_cast<double>((G.in(O, 0).elements() + 127) / 128);
  Plans.add(O, Layout::RowMajor, cost::VectorLayer + Vectors * cost::SoftmaxPairs);
}

void emitSoftmaxPairs(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("softmax.h");
  const Tensor &In = G.in(O, 0);
  const SoftmaxPairs P = O.Kind == OpKind::LogSoftmax
                             ? logSoftmaxPairs(In.Type, In.Quant.scale())
                             : softmaxPairs(In.Type, In.Quant.scale(), O.f(Attr::Beta));
  W.line(strf("hl_softmax_pairs(%s, %s,", hlType(In.Type), W.input(0).c_str()));
  W.line(strf("    %s,", W.blob(P.Winner, "uint8_t", "the larger element, by distance").c_str()));
  W.line(strf("    %s,", W.blob(P.Loser, "uint8_t", "the smaller element, by distance").c_str()));
  W.line(strf("    out0, %lld);", static_cast<long long>((In.elements() + 127) / 128)));
}

} // namespace hexloom
