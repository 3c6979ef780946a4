// MEAN, SUM, REDUCE_MAX and REDUCE_MIN by vectors: row-major over any dimensions
// (hexloom/hvx/reduce_rows.h, reduce_columns.h), and over the channels of the depth-blocked layout
// (hexloom/hvx/reduce_channels.h).
#include "plans/windows/Reduce.h"
#include "plans/Strides.h"

#include <hexloom/hvx/slack.h>

namespace hexloom {

namespace {

constexpr int kVectorBytes = 128;

double vectorsOf(int64_t Bytes) { return double((Bytes + kVectorBytes - 1) / kVectorBytes); }

std::string vectorProblem(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  if (const std::string Problem = reduceProblem(G, O); !Problem.empty())
    return Problem;
  if (In.Type == DType::Int64)
    return "64-bit lanes have no vector instructions";
  if (In.Type == DType::Int32 && O.Kind == OpKind::Mean)
    return "means of int32 need 64-bit sums";
  if (In.elements() == 0)
    return "the tensor is empty";
  return "";
}

bool isSum(const Op &O) { return O.Kind == OpKind::Mean || O.Kind == OpKind::Sum; }

bool reducesRows(const ReduceShape &S) {
  return !S.Reduced.empty() && S.Reduced.back().Stride == 1;
}

/// Vectors of outputs by hl_reduce_columns whose last inputs lie so near the tensor's end that loads must not pass them.
double nearTheEnd(const ReduceShape &S, int64_t Bytes) {
  constexpr int64_t kReach = kVectorBytes + HL_LOAD_SLACK; // hl_near
  const int64_t Run = S.Kept.empty() ? 1 : S.Kept.back().Extent;
  const int64_t End = (S.outputs() * S.count() * Bytes + kVectorBytes - 1) / kVectorBytes * kVectorBytes;
  int64_t Reach = 0;
  for (const auto &D : S.Reduced)
    Reach += (D.Extent - 1) * D.Stride * Bytes;
  double Near = 0;
  for (int64_t Row = 0; Row < S.outputs() / Run; ++Row) {
    int64_t At = Reach;
    for (size_t D = S.Kept.size(), Rest = static_cast<size_t>(Row); D-- > 1;) {
      const auto Size = static_cast<size_t>(S.Kept[D - 1].Extent);
      At += static_cast<int64_t>(Rest % Size) * S.Kept[D - 1].Stride * Bytes;
      Rest /= Size;
    }
    for (int64_t C = 0; C < Run * Bytes; C += kVectorBytes)
      Near += At + C + kReach > End;
  }
  return Near;
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
  const double Vectors = vectorsOf(Run * Bytes) * static_cast<double>(S.count() / Run);
  const double Outputs = static_cast<double>(S.outputs());
  Plans.add(O, Layout::RowMajor,
            cost::VectorLayer + Outputs * ((isSum(O) ? cost::ReduceOutput : cost::ReduceOutputBest) + Vectors * cost::ReduceRowVector) +
                vectorsOf(S.outputs() * Bytes) * cost::ReduceJoin);
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
  const bool Sums = isSum(O), AreBytes = Bytes == 1;
  const double Vectors = vectorsOf(Run * Bytes) * static_cast<double>(S.outputs() / Run);
  const double Near = nearTheEnd(S, Bytes), Count = static_cast<double>(S.count());
  const Cost Finish = !Sums ? cost::ReduceColumnBest : AreBytes ? cost::ReduceColumn : cost::ReduceColumn16;
  Cost PerInput = !Sums ? cost::ReduceColumnExtreme : AreBytes ? cost::ReduceColumnSum : cost::ReduceColumnSum16;
  if (Run * Bytes % kVectorBytes)
    PerInput += cost::ReduceColumnTurned;
  Plans.add(O, Layout::RowMajor,
            cost::VectorLayer + Vectors * (Finish + Count * PerInput) + Near * Count * cost::ReduceColumnNear);
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
