// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SOFTMAX and LOG_SOFTMAX of bytes by look-ups (hexloom/hvx/softmax.h, softmax_packed.h,
// softmax_d32.h).
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/Strides.h"
#include "plans/windows/Softmax.h"
#include "support/Rounding.h"

#include <hexloom/portable/softmax.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace hexloom {

namespace {

constexpr int kSegment = 32;   // entries of one vlut32
constexpr int64_t kVector = hexagon::kVectorBytes, kGroup = 32; // bytes of a vector; rows that are its words
constexpr int64_t kFours = 16; // of pixels that are a group of softmax_d32

/// Fewer elements than this cannot make a sum of exponentials wrap.
constexpr int64_t kDepthThatWraps = 4096;

struct RowTables {
  std::vector<int32_t> Words, ExpQ12;
  std::array<int, 3> ExpSegments; ///< of the bytes of ExpQ12, up to the last that is not zero
  std::array<int, 4> WordSegments;
  int Segments; ///< of outputs that are not the type's minimum
};

int segmentsUntil(int64_t Entries) { return static_cast<int>(ceilDiv(Entries, kSegment)); }

/// Segments up to the last entry of which `Counts` holds.
template <typename Predicate> int segmentsOf(const std::vector<int32_t> &Table, Predicate Counts) {
  const auto End = std::find_if(Table.rbegin(), Table.rend(), Counts);
  return segmentsUntil(Table.rend() - End);
}

int segmentsOfByte(const std::vector<int32_t> &Table, int Byte) {
  return segmentsOf(Table, [=](int32_t V) { return (static_cast<uint32_t>(V) >> (8 * Byte) & 255) != 0; });
}

/// The larger the sum, the smaller the outputs. The least sum is the maximum's own exponential; a 256th more than an entry covers
/// what approximated reciprocals differ by.
int softmaxSegments(const RowTables &T, DType OutType) {
  const hl_type Type = OutType == DType::Int16 ? HL_INT16 : HL_UINT8;
  const hl_softmax_scale Largest = hl_softmax_scale_of(T.ExpQ12[0], Type);
  return segmentsOf(T.Words, [&](int32_t Exp) {
    const auto More = static_cast<int32_t>(std::min<int64_t>(int64_t(Exp) + Exp / 256, INT32_MAX));
    return hl_rdivpot(hl_srdhm(Largest.reciprocal, More), Largest.shift) != 0;
  });
}

/// With a logarithm of the sum of 0 or more, 255 steps of a 16th below the maximum are the last; two steps more cover its error.
int logSoftmaxSegments(const RowTables &T) {
  return segmentsOf(T.Words, [](int32_t Scaled) { return Scaled != 0 && roundedShift(Scaled, 31 - 5 - 4) > -258; });
}

RowTables rowTables(const Graph &G, const Op &O) {
  const double Scale = G.in(O, 0).Quant.scale();
  const bool Wraps = rowShape(G.in(O, 0)).Depth >= kDepthThatWraps;
  RowTables T;
  if (isLog(O)) {
    LogSoftmaxTables Log = logSoftmaxTables(Scale);
    T.Words = Log.Scaled;
    T.ExpQ12 = Log.ExpQ12;
    T.Segments = segmentsUntil(std::min(-Log.DiffMin, 255) + 1);
    if (!Wraps)
      T.Segments = std::max(1, std::min(T.Segments, logSoftmaxSegments(T)));
    T.WordSegments.fill(segmentsUntil(256)); // no entry is zero
  } else {
    T.Words = softmaxExpTable(Scale, O.f(Attr::Beta));
    for (int32_t Exp : T.Words)
      T.ExpQ12.push_back(roundedShift(Exp, 12));
    T.Segments = Wraps ? segmentsOf(T.Words, [](int32_t Exp) { return Exp != 0; })
                       : softmaxSegments(T, G.out(O, 0).Type);
    for (int K = 0; K < 4; ++K)
      T.WordSegments[K] = std::min(T.Segments, segmentsOfByte(T.Words, K));
  }
  for (int K = 0; K < 3; ++K)
    T.ExpSegments[K] = segmentsOfByte(T.ExpQ12, K);
  return T;
}

template <typename Numbers> int sumOf(const Numbers &N) { return std::accumulate(N.begin(), N.end(), 0); }

template <typename Numbers> std::string listOf(const Numbers &N) {
  std::string List;
  for (int Number : N)
    List += (List.empty() ? "{" : ", ") + std::to_string(Number);
  return List + "}";
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
  const RowTables T = rowTables(G, O);
  const bool IsLog = isLog(O), Widens = G.out(O, 0).Type != In.Type;
  const double Vectors = double(ceilDiv(S.Depth, kVector)), Lookups = sumOf(T.ExpSegments) + T.Segments * (Widens ? 2 : 1);
  const Cost Row = (IsLog ? cost::LogSoftmaxRow : cost::SoftmaxRow) +
                   T.Segments * (IsLog ? cost::LogSoftmaxOutputs : cost::SoftmaxOutputs) +
                   Vectors * (cost::SoftmaxVector + Lookups * cost::SoftmaxLookup);
  Plans.add(O, Layout::RowMajor,
            cost::VectorLayer + double(ceilDiv(S.Rows, kGroup)) * cost::SoftmaxGroup + double(S.Rows) * Row);
}

/// Bytes of a row's slot in a vector.
static int64_t slotOf(int64_t Depth) {
  int64_t Slot = 4;
  while (Slot < Depth)
    Slot *= 2;
  return Slot;
}

void planSoftmaxPacked(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O, false); !Problem.empty())
    return Plans.reject(Problem);
  if (isLog(O))
    return Plans.reject("it computes no logarithms");
  const RowShape S = rowShape(G.in(O, 0));
  if (S.Depth > kVector / 2)
    return Plans.reject("a row is longer than half a vector");
  const RowTables T = rowTables(G, O);
  const int64_t Fit = kVector / slotOf(S.Depth);
  const double Vectors = double(ceilDiv(S.Rows, Fit)), Lookups = sumOf(T.ExpSegments) + sumOf(T.WordSegments);
  double Moves = 0; // to slots and back
  for (int64_t Rows = Fit; Rows > 1 && slotOf(S.Depth) > S.Depth; Rows /= 2)
    ++Moves;
  Plans.add(O, Layout::RowMajor,
            cost::VectorLayer + double(ceilDiv(S.Rows, kGroup)) * cost::SoftmaxPackedGroup +
                Vectors * (cost::SoftmaxPackedVector + Moves * cost::SoftmaxPackedMove + Lookups * cost::SoftmaxLookup));
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
              {"exp_segments", listOf(T.ExpSegments)},
              field("segments", T.Segments),
              {"word_segments", listOf(T.WordSegments)}};
  if (isLog(O)) {
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

void emitSoftmaxPacked(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("softmax_packed.h");
  const RowShape S = rowShape(G.in(O, 0));
  const std::string Tables = emitTables(G, O, S.Rows, S.Depth, W);
  W.line(strf("hl_softmax_packed(&p, %s, %s, out0);", W.input(0).c_str(), Tables.c_str()));
}

void planSoftmaxBlocked(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O, false); !Problem.empty())
    return Plans.reject(Problem);
  const Tensor &In = G.in(O, 0);
  if (!fitsBlocks(In))
    return Plans.reject("the input's rank is above 4");
  const bool IsLog = isLog(O);
  const RowTables T = rowTables(G, O);
  const Nhwc D = asNhwc(In.Dims);
  const int64_t Fours = int64_t(D.N) * D.H * ceilDiv(D.W, 4), Blocks = ceilDiv(D.C, 32);
  // One block's outputs come from words, those of more from tables of pixels (hexloom/hvx/softmax_d32.h).
  const bool IsOne = Blocks == 1;
  const double Lookups = double(Blocks) * sumOf(T.ExpSegments) + (IsOne ? sumOf(T.WordSegments) : 4.0 * T.Segments * double(ceilDiv(Blocks, 4)));
  const Cost Outputs = IsOne ? (IsLog ? cost::LogSoftmaxWords : cost::SoftmaxWords)
                             : 4.0 * T.Segments * (IsLog ? cost::LogSoftmaxOutputs : cost::SoftmaxOutputs);
  Cost All = cost::VectorLayer + double(Fours) * (Outputs + double(Blocks) * cost::SoftmaxPixelsVector + Lookups * cost::SoftmaxLookup);
  if (IsLog)
    All += double(ceilDiv(Fours, kFours)) * cost::LogSoftmaxPixelsGroup;
  addBlocked(Plans, O, All);
}

void emitSoftmaxBlocked(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("softmax_d32.h");
  const Nhwc D = asNhwc(G.in(O, 0).Dims);
  const std::string Tables = emitTables(G, O, int64_t(D.N) * D.H, D.C, W);
  W.line(strf("hl_softmax_d32(&p, %d, in0, %s, out0);", D.W, Tables.c_str()));
}

static OwnLoops pairLoops(const Tensor &In) { return {{"hl_softmax_pairs", (In.elements() + 127) / 128, 0}}; }

void planSoftmaxPairs(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O, false); !Problem.empty())
    return Plans.reject(Problem);
  if (rowShape(G.in(O, 0)).Depth != 2)
    return Plans.reject("the rows are not of two elements");
  Plans.add(O, Layout::RowMajor, costOf(pairLoops(G.in(O, 0))));
}

void emitSoftmaxPairs(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("softmax.h");
  const Tensor &In = G.in(O, 0);
  const SoftmaxPairs P = isLog(O)
                             ? logSoftmaxPairs(In.Type, In.Quant.scale())
                             : softmaxPairs(In.Type, In.Quant.scale(), O.f(Attr::Beta));
  const std::string From = W.input(0), Winner = W.blob(P.Winner, "uint8_t", "the larger element, by distance"),
                    Loser = W.blob(P.Loser, "uint8_t", "the smaller element, by distance");
  const OwnLoops Loops = pairLoops(In);
  NestBuilder(W).primitive("hl_softmax_pairs", {hlType(In.Type), From, Winner, Loser, "out0", Loops[0].Turns}, Loops);
}

} // namespace hexloom
