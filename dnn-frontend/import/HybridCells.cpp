// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cells of hybrid LSTMs and RNNs (import/HybridRecurrent.h).
#include "import/HybridRecurrent.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <optional>

namespace hexloom {

namespace {

const Attrs kPlain = {{Attr::Activation, std::string("none")}};

/// Weights of floats: int8, constant, with one scale and the zero point 0.
const Tensor &weightsOf(const OpReader &R, TensorId Id) {
  const Tensor &W = R.graph().Tensors.at(Id);
  const std::string Name = "weights '" + printable(W.Name) + "' of float activations ";
  if (!W.isConst())
    R.fail(Name + "are not a constant");
  if (W.Quant.Scales.size() != 1 || W.Quant.zeroPoint() != 0)
    R.fail(Name + "need one scale and the zero point 0");
  return W;
}

std::vector<float> realsOf(const OpReader &R, TensorId Id) {
  const Tensor &T = R.graph().Tensors.at(Id);
  if (!T.isConst())
    R.fail("'" + printable(T.Name) + "' is not a constant");
  return {T.dataAs<float>(), T.dataAs<float>() + T.elements()};
}

bool isAsymmetric(const OpReader &R) {
  switch (R.code()) {
  case tflite::BuiltinOperator::LSTM:
    return R.options<tflite::LSTMOptions>().asymmetric_quantize_inputs();
  case tflite::BuiltinOperator::RNN:
    return R.options<tflite::RNNOptions>().asymmetric_quantize_inputs();
  case tflite::BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_RNN:
    return R.options<tflite::SequenceRNNOptions>().asymmetric_quantize_inputs();
  case tflite::BuiltinOperator::BIDIRECTIONAL_SEQUENCE_LSTM:
    return R.options<tflite::BidirectionalSequenceLSTMOptions>().asymmetric_quantize_inputs();
  case tflite::BuiltinOperator::BIDIRECTIONAL_SEQUENCE_RNN:
    return R.options<tflite::BidirectionalSequenceRNNOptions>().asymmetric_quantize_inputs();
  default:
    return R.options<tflite::UnidirectionalSequenceLSTMOptions>().asymmetric_quantize_inputs();
  }
}

/// Elementwise operations on floats of one shape, some of them by constants that repeat.
class Reals {
public:
  Reals(OpMaker &M, Shape S) : M(M), S(std::move(S)) {}
  TensorId add(TensorId A, TensorId B) { return M.made(OpKind::Add, {A, B}, DType::Float32, S, kSum); }
  TensorId subtract(TensorId A, TensorId B) { return M.made(OpKind::Sub, {A, B}, DType::Float32, S, kSum); }
  TensorId multiply(TensorId A, TensorId B) { return M.made(OpKind::Mul, {A, B}, DType::Float32, S, kPlain); }
  TensorId of(OpKind Kind, TensorId A) { return M.made(Kind, {A}, DType::Float32, S); }
  TensorId number(float Value) { return M.constant(DType::Float32, {1}, std::vector<float>{Value}); }
  TensorId row(const std::vector<float> &Values) { return M.constant(DType::Float32, {static_cast<int32_t>(Values.size())}, Values); }
  TensorId clipped(TensorId A, float Bound) {
    if (!(Bound > 0))
      return A;
    A = M.made(OpKind::Minimum, {A, number(Bound)}, DType::Float32, S);
    return M.made(OpKind::Maximum, {A, number(-Bound)}, DType::Float32, S);
  }
  /// Each row less its mean, divided by its standard deviation.
  TensorId normalized(TensorId A) {
    Reals One(M, {S[0], 1});
    const TensorId Count = number(static_cast<float>(S[1]));
    const auto mean = [&](TensorId Of) {
      const TensorId Sum = M.made(OpKind::Sum, {Of}, DType::Float32, One.S, {{Attr::Axes, Ints{1}}, {Attr::KeepDims, true}});
      return M.made(OpKind::Div, {Sum, Count}, DType::Float32, One.S, kPlain);
    };
    const TensorId Apart = subtract(A, mean(A));
    const TensorId Variance = One.add(mean(multiply(Apart, Apart)), number(1e-8f));
    return multiply(Apart, One.of(OpKind::Rsqrt, Variance));
  }

private:
  OpMaker &M;
  const Shape S;
};

/// Gates in the file's order: input (unless it is what the forget gate leaves), forget, cell, output.
class LstmCell : public RecurrentCell {
public:
  LstmCell(const OpReader &R, const Direction &D)
      : Batches(R.graph().in(D.O, 18).Dims[0]), Cells(R.graph().in(D.O, 19).Dims[1]), CellClip(static_cast<float>(D.O.f(Attr::CellClip))),
        ProjClip(static_cast<float>(D.O.f(Attr::ProjClip))) {
    const auto has = [&](size_t Slot) { return D.O.Inputs[Slot] != kNoTensor; };
    IsAsymmetric = isAsymmetric(R);
    for (size_t Gate = has(1) ? kInput : kForget; Gate <= kOutput; ++Gate) {
      OfInput.add(weightsOf(R, D.O.Inputs[1 + Gate]));
      OfState.add(weightsOf(R, D.O.Inputs[5 + Gate]));
      if (!D.AuxWeights.empty())
        OfAux.add(weightsOf(R, D.AuxWeights[Gate]));
      GateBias[Gate] = realsOf(R, D.O.Inputs[12 + Gate]);
      if (has(20 + Gate))
        Norm[Gate] = realsOf(R, D.O.Inputs[20 + Gate]);
      else
        Bias.insert(Bias.end(), GateBias[Gate].begin(), GateBias[Gate].end());
    }
    for (size_t Gate : {kInput, kForget, kOutput})
      if (const size_t Slot = Gate == kOutput ? 11 : 9 + Gate; has(Slot))
        Peephole[Gate] = recovered(weightsOf(R, D.O.Inputs[Slot]));
    if (has(16)) {
      Projection.emplace().add(weightsOf(R, D.O.Inputs[16]));
      if (has(17))
        ProjectionBias = realsOf(R, D.O.Inputs[17]);
    }
  }

  std::vector<TensorId> step(OpMaker &M, TensorId Gates, const std::vector<TensorId> &States) const override {
    Reals F(M, {Batches, Cells});
    const TensorId ByState = denseProduct(M, States[0], OfState, kNoTensor, IsAsymmetric);
    std::vector<TensorId> G = split(M, Reals(M, {Batches, OfState.Channels}).add(Gates, ByState));
    const TensorId Forget = gate(F, kForget, G[kForget], States[1]);
    const TensorId Add = G[kInput] == kNoTensor ? F.subtract(F.number(1), Forget) : gate(F, kInput, G[kInput], States[1]);
    const TensorId New = gate(F, kCell, G[kCell], kNoTensor);
    const TensorId Cell = F.clipped(F.add(F.multiply(Forget, States[1]), F.multiply(New, Add)), CellClip);
    TensorId Result = F.multiply(gate(F, kOutput, G[kOutput], Cell), F.of(OpKind::Tanh, Cell));
    if (Projection) {
      const TensorId B = ProjectionBias.empty() ? kNoTensor : F.row(ProjectionBias);
      Result = Reals(M, {Batches, Projection->Channels}).clipped(denseProduct(M, Result, *Projection, B, IsAsymmetric), ProjClip);
    }
    return {Result, Cell};
  }

private:
  static constexpr size_t kInput = 0, kForget = 1, kCell = 2, kOutput = 3;
  const int32_t Batches, Cells;
  const float CellClip, ProjClip;
  std::vector<float> GateBias[4], Norm[4], Peephole[4], ProjectionBias; ///< empty: none
  std::optional<StackedWeights> Projection;

  static std::vector<float> recovered(const Tensor &W) {
    std::vector<float> Values;
    for (int64_t I = 0; I < W.elements(); ++I)
      Values.push_back(W.Quant.scale() * static_cast<float>(W.dataAs<int8_t>()[I]));
    return Values;
  }

  /// By gates, with none of the input gate where there is none.
  std::vector<TensorId> split(OpMaker &M, TensorId Gates) const {
    std::vector<TensorId> Parts;
    for (int32_t Done = 0; Done < OfInput.Channels; Done += Cells)
      Parts.push_back(M.activation(DType::Float32, {Batches, Cells}));
    M.op(OpKind::Split, {Gates}, Parts, {{Attr::Axis, int64_t(1)}});
    Parts.insert(Parts.begin(), 4 - Parts.size(), kNoTensor);
    return Parts;
  }

  /// Cell: the state that the gate sees through its peephole.
  TensorId gate(Reals &F, size_t Gate, TensorId Sum, TensorId Cell) const {
    if (!Peephole[Gate].empty())
      Sum = F.add(Sum, F.multiply(F.row(Peephole[Gate]), Cell));
    if (!Norm[Gate].empty())
      Sum = F.add(F.multiply(F.row(Norm[Gate]), F.normalized(Sum)), F.row(GateBias[Gate]));
    return F.of(Gate == kCell ? OpKind::Tanh : OpKind::Logistic, Sum);
  }
};

class RnnCell : public RecurrentCell {
public:
  RnnCell(const OpReader &R, const Direction &D) : Batches(R.graph().in(D.O, 4).Dims[0]), Activation(D.O.s(Attr::Activation)) {
    IsAsymmetric = isAsymmetric(R);
    OfInput.add(weightsOf(R, D.O.Inputs[1]));
    OfState.add(weightsOf(R, D.O.Inputs[2]));
    for (TensorId Id : D.AuxWeights)
      OfAux.add(weightsOf(R, Id));
    Bias = realsOf(R, D.O.Inputs[3]);
  }

  std::vector<TensorId> step(OpMaker &M, TensorId Gates, const std::vector<TensorId> &States) const override {
    Reals F(M, {Batches, OfInput.Channels});
    const TensorId ByState = denseProduct(M, States[0], OfState, kNoTensor, IsAsymmetric);
    if (Activation == "tanh")
      return {F.of(OpKind::Tanh, F.add(Gates, ByState))};
    return {M.made(OpKind::Add, {Gates, ByState}, DType::Float32, {Batches, OfInput.Channels},
                   {{Attr::Activation, Activation}, {Attr::PotScale, false}})};
  }

private:
  const int32_t Batches;
  const std::string Activation;
};

} // namespace

std::unique_ptr<RecurrentCell> recurrentCell(const OpReader &R, const Direction &D) {
  if (D.O.Kind == OpKind::SequenceRnn)
    return std::make_unique<RnnCell>(R, D);
  return std::make_unique<LstmCell>(R, D);
}

} // namespace hexloom
