// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MEAN, SUM, REDUCE_MAX and REDUCE_MIN by vectors: row-major over any dimensions
// (hexloom/hvx/reduce_rows.h, reduce_columns.h), and over the channels of the depth-blocked layout
// (hexloom/hvx/reduce_channels.h).
#include "plans/windows/Reduce.h"
#include "plans/RowEnds.h"
#include "plans/Strides.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>
#include <hexloom/hvx/turns.h>

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kVectorBytes = hexagon::kVectorBytes;

double vectorsOf(int64_t Bytes) { return double((Bytes + kVectorBytes - 1) / kVectorBytes); }

std::string vectorProblem(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  if (const std::string Problem = reduceProblem(G, O); !Problem.empty())
    return Problem;
  if (In.Type == DType::Int64)
    return "64-bit lanes have no vector instructions";
  if (reductionOf(G, O) == HL_REDUCE_MEAN)
    return "means of int32 need 64-bit sums";
  if (In.elements() == 0)
    return "the tensor is empty";
  return "";
}


/// The innermost reduced dimensions; where nothing but single elements is reduced, one of these.
ReduceShape::Run innermost(const ReduceShape &S) { return S.Reduced.empty() ? ReduceShape::Run{1, 0} : S.Reduced.back(); }

bool reducesRows(const ReduceShape &S) { return innermost(S).Stride == 1; }

/// What hl_reduce_columns does for all vectors of outputs.
struct ColumnCounts {
  double Vectors = 0, Parts = 0, Across = 0; ///< of outputs; not whole; these in two vectors of the result
  double Far = 0, Careful = 0;               ///< inputs loaded plainly and with care
};

ColumnCounts columnCounts(const ReduceShape &S, int64_t Bytes) {
  constexpr int64_t kReach = kVectorBytes + HL_LOAD_SLACK; // hl_near
  const int64_t Run = (S.Kept.empty() ? 1 : S.Kept.back().Extent) * Bytes, Rest = Run % kVectorBytes;
  const int64_t End = roundUp(S.outputs() * S.count() * Bytes, kVectorBytes);
  const int64_t Inputs = innermost(S).Extent, Step = innermost(S).Stride * Bytes, Runs = S.count() / Inputs;
  int64_t Reach = 0;
  for (const auto &D : S.Reduced)
    Reach += (D.Extent - 1) * D.Stride * Bytes;
  const int64_t Rows = S.outputs() * Bytes / Run, Vectors = ceilDiv(Run, kVectorBytes);
  const auto Begin = [&](int64_t Row) {
    int64_t At = 0;
    for (size_t D = S.Kept.size(); D-- > 1; Row /= S.Kept[D - 1].Extent)
      At += Row % S.Kept[D - 1].Extent * S.Kept[D - 1].Stride * Bytes;
    return At;
  };
  ColumnCounts N;
  N.Vectors = double(Rows) * double(Vectors);
  N.Far = double(Runs) * double(Inputs) * N.Vectors;
  const auto RoomOf = [&](int64_t Row, int64_t Vector) { return End - Begin(Row) - Vector * kVectorBytes - kReach; };
  // Vectors near the tensor's end are the last ones of the last rows.
  for (int64_t Row = Rows; Row-- > 0 && RoomOf(Row, Vectors - 1) < Reach;)
    for (int64_t Vector = Vectors; Vector-- > 0 && RoomOf(Row, Vector) < Reach;) {
      const int64_t Room = RoomOf(Row, Vector), Far = Room < 0 || Inputs <= HL_COLUMN_STRAIGHT ? 0 : std::min(Room / Step + 1, Inputs);
      N.Careful += double(Runs) * double(Inputs - Far);
    }
  N.Far -= N.Careful;
  N.Parts = Rest ? double(Rows) : 0;
  N.Across = endsAcross(Rows, Run);
  return N;
}

void emitReduce(const Graph &G, const Op &O, LayerWriter &W, const char *Name) {
  W.body(strf("%s.h", Name));
  W.structure("hl_reduce", "p", reduceFields(G, O));
  W.line(strf("hl_%s(&p, %s, out0);", Name, W.input(0).c_str()));
}

} // namespace

void planReduceRows(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = vectorProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const ReduceShape S = reduceShape(G, O);
  if (!reducesRows(S))
    return Plans.reject("the innermost dimension is kept");
  const int64_t Bytes = bytesOf(G.in(O, 0).Type), Run = S.Reduced.back().Extent;
  constexpr int64_t kGroup = HL_REDUCE_GROUP, kReach = kVectorBytes + HL_LOAD_SLACK; // hl_near
  const int64_t Row = Run * Bytes, All = S.outputs() * S.count() * Bytes, Room = roundUp(All, kVectorBytes) - kReach;
  const bool InOrder = S.count() == Run && S.Kept.size() <= 1 && Row <= HL_REDUCE_STRAIGHT; // hl_reduce_in_order
  // Groups of eight outputs in straight code; the others are loaded with care.
  const int64_t Groups = InOrder && Room > 0 ? std::min(S.outputs() / kGroup, Room / (kGroup * Row)) : 0;
  const auto Straight = static_cast<double>(Groups * kGroup), Careful = static_cast<double>(S.outputs() - Groups * kGroup),
             Runs = static_cast<double>(S.count() / Run), Whole = static_cast<double>(Row / kVectorBytes);
  const double HasPart = Row % kVectorBytes != 0;
  const Cost Join = isSum(O) && Bytes == 1 ? cost::ReduceJoin : cost::ReduceJoinFew;
  Plans.add(O, Layout::RowMajor,
            cost::VectorLayer + double(Groups) * cost::ReduceGroup +
                Straight * (Whole * cost::ReduceRowVector + HasPart * cost::ReduceRowPart) +
                Careful * (cost::ReduceOutput + Runs * (Whole + HasPart) * cost::ReduceRowCareful) +
                vectorsOf(S.outputs() * Bytes) * Join);
}

void emitReduceRows(const Graph &G, const Op &O, LayerWriter &W) {
  emitReduce(G, O, W, "reduce_rows");
}

void planReduceColumns(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = vectorProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const ReduceShape S = reduceShape(G, O);
  if (reducesRows(S))
    return Plans.reject("the innermost dimension is reduced");
  const int64_t Bytes = bytesOf(G.in(O, 0).Type), Run = S.Kept.empty() ? 1 : S.Kept.back().Extent;
  const bool Sums = isSum(O), IsLoop = innermost(S).Extent > HL_COLUMN_STRAIGHT;
  const ColumnCounts N = columnCounts(S, Bytes);
  // Whether a vector is near the tensor's end is known of one that is no loop's.
  const double Chosen = S.outputs() > Run ? N.Vectors : Run * Bytes >= 2 * kVectorBytes ? double(Run * Bytes / kVectorBytes) : 0;
  const Cost Finish = !Sums ? Cost() : Cost(Bytes == 1 ? cost::ReduceColumn : cost::ReduceColumn16);
  const Cost Inputs = IsLoop ? N.Far * (Sums ? cost::ReduceColumnSum : cost::ReduceColumnExtreme) + N.Careful * cost::ReduceColumnCareful
                             : N.Far * cost::ReduceColumnStraight + N.Careful * cost::ReduceColumnStraightCareful;
  Plans.add(O, Layout::RowMajor,
            cost::VectorLayer + N.Vectors * Finish + Chosen * cost::ReduceColumnChosen + Inputs + N.Parts * cost::ReduceColumnPart +
                N.Across * cost::ReduceStoreAcross);
}

void emitReduceColumns(const Graph &G, const Op &O, LayerWriter &W) {
  emitReduce(G, O, W, "reduce_columns");
}

void planReduceChannels(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = vectorProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Tensor &In = G.in(O, 0);
  const std::vector<int64_t> &Axes = O.ints(Attr::Axes);
  if (!is8Bit(In.Type) || In.rank() > 4)
    return Plans.reject(unservedType(In));
  if (Axes.size() != 1 || Axes[0] != In.rank() - 1)
    return Plans.reject("other dimensions than the channels are reduced");
  const Nhwc D = asNhwc(In.Dims);
  const double Rows = double(D.N) * D.H, Vectors = double((D.W + 3) / 4) * ((D.C + 31) / 32);
  const double Joins = vectorsOf(D.W);
  for (Layout L : blockedLayouts())
    Plans.add({L}, {Layout::RowMajor},
              cost::VectorLayer +
                  Rows * (Vectors * cost::ReduceChannelVector + Joins * cost::ReduceJoin));
}

void emitReduceChannels(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("reduce_channels.h");
  const Nhwc D = asNhwc(G.in(O, 0).Dims);
  W.structure("hl_reduce", "p", reduceFields(G, O));
  W.line(strf("hl_reduce_channels_d32(&p, %d, %d, in0, out0);", D.N * D.H, D.W));
}

} // namespace hexloom
