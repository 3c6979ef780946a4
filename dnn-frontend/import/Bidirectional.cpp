// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Bidirectional.h"
#include "import/HybridRecurrent.h"
#include "ir/Shapes.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

/// Where a bidirectional operator has what a unidirectional one has. Steps lead from the forward direction to the backward one.
struct Places {
  size_t Inputs;                     ///< of the unidirectional operator
  size_t Weights, WeightsStep;       ///< how many there are behind input 0, biases among them
  size_t States, State, StateStep;   ///< how many there are; the first one
  size_t Aux, AuxWeights, AuxGates;  ///< a second input; its first weights; gates, each with weights of its own
};

constexpr Places kLstm = {24, 17, 17, 2, 35, 2, 39, 40, 4}, kRnn = {5, 3, 4, 1, 4, 4, 9, 10, 1};

class Bidirectional {
public:
  Bidirectional(OpReader &R, OpKind Kind, bool Merges)
      : R(R), Kind(Kind), Merges(Merges), P(Kind == OpKind::SequenceRnn ? kRnn : kLstm), From(R.op().Inputs), To(R.op().Outputs), M(R.maker()) {}

  void run() {
    checkOperands();
    Direction Ways[] = {direction(0), direction(1)};
    const SequenceForm F(R.in(0).Dims, R.op().b(Attr::TimeMajor));
    Shape Both = Ways[0].Out;
    Both.back() += Ways[1].Out.back();
    if (Merges)
      R.setShape(0, Both);
    for (size_t I = 0; !Merges && I < 2; ++I)
      R.setShape(I, Ways[I].Out);
    std::vector<TensorId> Results;
    for (Direction &Way : Ways) {
      if (Kind == OpKind::SequenceRnn && R.op().b(Attr::TimeMajor))
        Way.Passes = passes(F);
      Results.push_back(runSequence(R, Way));
    }
    if (Merges)
      Results = {joined(Results, Both.back())};
    for (size_t I = 0; I < Results.size(); ++I)
      M.op(F.lastKind(), {Results[I]}, {To[I]}, F.lastAttrs());
  }

private:
  OpReader &R;
  const OpKind Kind;
  const bool Merges;
  const Places P;
  const std::vector<TensorId> From, To;
  OpMaker M;

  bool has(size_t I) const { return From[I] != kNoTensor; }
  bool hasAuxWeights() const {
    return std::any_of(From.begin() + static_cast<std::ptrdiff_t>(P.AuxWeights), From.end(), [](TensorId Id) { return Id != kNoTensor; });
  }

  void checkOperands() const {
    const size_t Results = Merges ? 1 : 2, States = 2 * P.States;
    if (To.size() != Results + States)
      R.fail(strf("has %zu outputs where %zu %s required", To.size() - States, Results, Merges ? "is" : "are"));
    if (R.in(0).rank() != 3)
      R.fail(strf("input 0 has rank %d where 3 is required", R.in(0).rank()));
    if (!has(P.Aux) && hasAuxWeights())
      R.fail("has weights of an auxiliary input, which is absent");
    // TensorFlow Lite's kernels take rows of the auxiliary input at steps of the other one's size.
    if (has(P.Aux) && R.in(P.Aux).Dims != R.in(0).Dims)
      R.fail(strf("the auxiliary input has shape %s where %s is required", text(R.in(P.Aux).Dims).c_str(), text(R.in(0).Dims).c_str()));
  }

  /// Without weights of its own, the auxiliary input is what the backward direction reads. The RNN's kernel does so over a sequence that is
  /// time-major only.
  TensorId read(size_t D) const {
    const bool IsOther = D == 1 && has(P.Aux) && !hasAuxWeights();
    return From[IsOther && (Kind != OpKind::SequenceRnn || R.op().b(Attr::TimeMajor)) ? P.Aux : 0];
  }

  Direction direction(size_t D) {
    Direction Way;
    Way.O = {Kind, std::vector<TensorId>(P.Inputs, kNoTensor), {To[0]}, R.op().Attrs, R.op().Name + (D ? ", backward" : ", forward"),
             R.op().SourceIndex, "", {}, {}};
    Way.IsBackward = D == 1;
    Way.O.Inputs[0] = read(D);
    for (size_t I = 0; I < P.Weights; ++I)
      Way.O.Inputs[1 + I] = From[1 + D * P.WeightsStep + I];
    for (size_t I = 0; I < P.States; ++I) {
      Way.O.Inputs[1 + P.Weights + I] = From[P.State + D * P.StateStep + I];
      Way.O.Outputs.push_back(To[(Merges ? 1 : 2) + D * P.States + I]);
    }
    Way.Out = inferShapes(M.graph(), Way.O, M.purse()).at(0);
    if (hasAuxWeights())
      takeAuxiliary(Way, P.AuxWeights + D * P.AuxGates);
    return Way;
  }

  /// First: the input that holds the first gate's weights.
  void takeAuxiliary(Direction &Way, size_t First) const {
    Way.Aux = From[P.Aux];
    for (size_t Gate = 0; Gate < P.AuxGates; ++Gate) {
      const TensorId Own = Way.O.Inputs[1 + Gate], Id = From[First + Gate];
      if ((Own == kNoTensor) != (Id == kNoTensor))
        R.fail(strf("input %zu, weights of the auxiliary input: some are there and some are absent", First + Gate));
      if (Id != kNoTensor && R.in(First + Gate).Dims != M.at(Own).Dims)
        R.fail(strf("input %zu, weights of the auxiliary input, has shape %s where %s is required", First + Gate,
                    text(R.in(First + Gate).Dims).c_str(), text(M.at(Own).Dims).c_str()));
      Way.AuxWeights.push_back(Id);
    }
  }

  /// TensorFlow Lite's kernel of this form goes through a sequence that is time-major as many times as it has times, and keeps the state.
  int32_t passes(const SequenceForm &F) const {
    if (int64_t(F.Times) * F.Times > INT32_MAX)
      R.fail(strf("%d times, each of which is computed as often, as TensorFlow Lite does", F.Times));
    return F.Times;
  }

  TensorId joined(const std::vector<TensorId> &Parts, int32_t Units) {
    Shape S = M.at(Parts[0]).Dims;
    S.back() = Units;
    return M.made(OpKind::Concatenation, Parts, DType::Float32, S,
                  {{Attr::Axis, static_cast<int64_t>(S.size()) - 1}, {Attr::Activation, std::string("none")}});
  }
};

} // namespace

void importBidirectional(OpReader &R, OpKind Kind, bool Merges) { Bidirectional(R, Kind, Merges).run(); }

} // namespace hexloom
