// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UNIDIRECTIONAL_SEQUENCE_LSTM of int8 by vrmpy: hexloom/hvx/lstm.h.
#include "plans/products/Convolution.h"
#include "plans/products/RowAxes.h"
#include "plans/recurrent/Lstm.h"
#include "support/Rounding.h"

#include <algorithm>
#include <cstdlib>

namespace hexloom {

namespace {

constexpr int kLanes = 32; ///< outputs of a block

/// A matrix as [block][word][32 outputs][4 bytes], + 128; nothing where there is no weight.
Bytes packed(const Tensor &Weights) {
  const int32_t Outputs = Weights.Dims[0], Depth = Weights.Dims[1], Row = roundUp(Depth, 8);
  Bytes Data(size_t(roundUp(Outputs, kLanes)) * Row);
  for (int32_t O = 0; O < Outputs; ++O)
    for (int32_t D = 0; D < Depth; ++D) {
      const size_t Word = size_t(O / kLanes) * (Row / 4) + D / 4;
      Data[(Word * kLanes + O % kLanes) * 4 + D % 4] =
          static_cast<uint8_t>(Weights.dataAs<int8_t>()[int64_t(O) * Depth + D] + 128);
    }
  return Data;
}

void addMatrix(Fields &F, const std::string &Name, const Tensor &Weights, std::vector<int32_t> Bias,
               LayerWriter &W) {
  Bias.resize(size_t(roundUp(static_cast<int32_t>(Bias.size()), kLanes)));
  F.push_back({Name + ".weights", W.blob(packed(Weights), "HVX_Vector", Weights.Name)});
  F.push_back({Name + ".bias", W.blobOf(Bias, "int32_t", "bias with the zero point")});
}

/// The sum before the zero point must not wrap where the reference's does.
std::string projectionProblem(const Graph &G, const Op &O) {
  const LstmConstants C(G, O);
  if (C.Hidden.Shift > 0)
    return "the hidden values are scaled by 1 or more";
  if (!C.Projection)
    return "";
  const auto IsLarge = [](int32_t Bias) { return std::abs(int64_t(Bias)) > 1 << 30; };
  if (C.ProjectionFactor.Shift > 0 || lstmShape(G, O).Cells > 16384 ||
      std::any_of(C.ProjectionBias.begin(), C.ProjectionBias.end(), IsLarge))
    return "sums of the projection may leave 32 bits";
  return "";
}

struct Sizes {
  int32_t In, State, Hidden, Row;
  int64_t Rows;
  explicit Sizes(const LstmShape &S)
      : In(roundUp(S.Inputs, 8)), State(roundUp(S.Outputs, 8)), Hidden(roundUp(S.Cells, 8)),
        Row(roundUp(S.Cells, 64)), Rows(int64_t(S.Times) * S.Batches) {}
};

} // namespace

static const std::vector<Axis<DType>> &lstmAxes() {
  static const std::vector<Axis<DType>> All = {
      {row_axis::Signed, [](const DType &Type) { return std::vector<std::string>{instructionOf(Type)}; }},
      {row_axis::Vector, [](const DType &) { return std::vector<std::string>{"weights"}; }}};
  return All;
}

Space lstmSpace() { return declaredSpace("lstm_vrmpy", lstmAxes()); }

void planLstmVrmpy(const Graph &G, const Op &O, PlanList &Plans) {
  if (G.in(O, 0).Type != DType::Int8)
    return Plans.reject(std::string("does not serve activations of type ") + text(G.in(O, 0).Type));
  if (const std::string Problem = projectionProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const LstmShape S = lstmShape(G, O);
  const Sizes Z(S);
  constexpr int64_t kMostSums = int64_t(1) << 26;
  if (Z.Rows * Z.Row * 4 > kMostSums)
    return Plans.reject(strf("%lld rows of %d cells: the sums take too much memory",
                             static_cast<long long>(Z.Rows), S.Cells));
  using namespace product_cost;
  const double Gates = G.hasIn(O, 1) ? 4 : 3, Rows = double(Z.Rows),
               Blocks = Gates * roundUp(S.Cells, kLanes) / kLanes,
               Projected = G.hasIn(O, 16) ? roundUp(S.Outputs, kLanes) / double(kLanes) : 0;
  const double InWords = Rows * Blocks * Z.In / 4,
               OwnWords = Rows * (Blocks * Z.State + Projected * Z.Hidden) / 4;
  const Cost Sum = VectorLayer + InWords * PixelWord + OwnWords * (PixelWord + SmallTileWord) +
                   Rows * (Blocks + Projected) * (BlockStart + OutputVector * 3) +
                   Rows * (2 * Gates + 4) * (Z.Row / 64) * OutputVector * 4 + Rows * HelperRow;
  DType Type = DType::Int8;
  Plans.addPoints(lstmAxes(), Type, O, [&](DType, const Schedule &How) { Plans.add(O, Layout::RowMajor, Sum, How); });
}

void emitLstmVrmpy(const Graph &G, const Op &O, LayerWriter &W) {
  const LstmShape S = lstmShape(G, O);
  const Sizes Z(S);
  W.body("lstm.h");
  Fields F;
  for (const auto &[Name, Value] : lstmFields(G, O, W, packed))
    F.push_back({"lstm." + Name, Value});
  for (size_t K = 0; K < 4; ++K) {
    if (!G.hasIn(O, 1 + K))
      continue;
    const LstmConstants C(G, O);
    addMatrix(F, strf("input[%zu]", K), G.in(O, 1 + K), C.InputBias[K], W);
    addMatrix(F, strf("recurrent[%zu]", K), G.in(O, 5 + K), C.RecurrentBias[K], W);
  }
  if (G.hasIn(O, 16))
    addMatrix(F, "projection", G.in(O, 16), LstmConstants(G, O).ProjectionBias, W);
  W.structure("hl_lstm_hvx", "p",
              F + Fields{param("in_bytes", Z.In), param("state_bytes", Z.State),
                         param("hidden_bytes", Z.Hidden), param("row", Z.Row)});
  W.mayOverwrite(18, 1);
  W.mayOverwrite(19, 2);
  const auto Halves = [&](int64_t Count) { return "(int16_t *)" + W.scratch(Count * 2); };
  const std::string In = W.scratch(Z.Rows * Z.In), State = W.scratch(int64_t(S.Batches) * Z.State),
                    Hidden = W.scratch(roundUp(S.Cells, 128)), Sums = Halves(Z.Rows * Z.Row * 4),
                    Words = Halves(roundUp(S.Outputs, 64)), Cells = Halves(int64_t(S.Batches) * Z.Row);
  W.line("const hl_lstm_memory m = {" + In + ", " + State + ", " + Hidden + ", " + Sums + ", " + Words +
         ", " + Cells + "};");
  W.line(strf("hl_lstm_vrmpy(&p, &m, %s, %s, %s, %s, %s, %s);", W.input(0).c_str(), W.input(18).c_str(),
              W.input(19).c_str(), W.output(0).c_str(), W.output(1).c_str(), W.output(2).c_str()));
}

} // namespace hexloom
