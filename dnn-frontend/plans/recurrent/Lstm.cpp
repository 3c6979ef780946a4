// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UNIDIRECTIONAL_SEQUENCE_LSTM.
#include "plans/recurrent/Lstm.h"
#include "ir/Shapes.h"
#include "plans/elementwise/SixteenBit.h"
#include "plans/products/Products.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hexloom {

namespace {

// Inputs of the operator, by gate.
constexpr size_t kWeights = 1, kRecurrent = 5, kPeephole = 8, kBias = 12, kNorm = 20;
constexpr size_t kProjection = 16, kProjectionBias = 17, kOutputState = 18, kCellState = 19;
constexpr Attr kScales[] = {Attr::InputScale, Attr::ForgetScale, Attr::CellScale, Attr::OutputScale};

bool isByte(const Graph &G, const Op &O) { return G.in(O, 0).Type == DType::Int8; }

/// Whether gate K has a peephole. The cell gate, which stands between the others, has none.
bool hasPeephole(const Graph &G, const Op &O, size_t K) {
  return K != 2 && G.hasIn(O, K == 3 ? 11 : kPeephole + 1 + K);
}
size_t peepholeOf(size_t K) { return K == 3 ? 11 : kPeephole + 1 + K; }

/// Integer bits of the cell state, which has 16 in all.
int cellBits(const Graph &G, const Op &O) {
  return 15 + powerOfTwo(G.in(O, kCellState).Quant.scale()).value();
}

int64_t quantizedClip(double Real, float Scale, DType Type) {
  const Range R = typeRange(Type);
  return static_cast<int64_t>(
      std::clamp(static_cast<float>(Real) / Scale, float(R.Min), float(R.Max)));
}

/// The reference keeps the quotient in float, and for int16 in double.
Multiplier hiddenFactor(const Graph &G, const Op &O) {
  const float Scale = static_cast<float>(O.f(Attr::HiddenScale));
  const double Real = std::ldexp(1.0, -15) / double(Scale) * std::ldexp(1.0, -15);
  return quantizeMultiplier(isByte(G, O) ? double(static_cast<float>(Real))
                                         : std::ldexp(1.0, -30) / double(Scale));
}

} // namespace

LstmShape lstmShape(const Graph &G, const Op &O) {
  const Shape In = withTimes(G.in(O, 0).Dims);
  const bool TimeMajor = O.b(Attr::TimeMajor);
  return {In[TimeMajor ? 0 : 1], In[TimeMajor ? 1 : 0], In[2], G.in(O, kWeights + 3).Dims[0],
          G.in(O, kRecurrent + 3).Dims[1]};
}

LstmFactors lstmFactors(const Graph &G, const Op &O, size_t K) {
  const float Gate = static_cast<float>(O.f(kScales[K]));
  const auto Product = [&](const Tensor &X, const Tensor &W) {
    const float Scales = W.Quant.scale() * X.Quant.scale();
    return quantizeMultiplier(isByte(G, O) ? double(Scales / Gate) : double(Scales) / double(Gate));
  };
  LstmFactors F;
  F.Input = Product(G.in(O, 0), G.in(O, kWeights + K));
  F.Recurrent = Product(G.in(O, kOutputState), G.in(O, kRecurrent + K));
  if (hasPeephole(G, O, K))
    F.Peephole = quantizeMultiplier(static_cast<float>(
        std::ldexp(1.0, cellBits(G, O) - 15) * G.in(O, peepholeOf(K)).Quant.scale() / Gate));
  if (G.hasIn(O, kNorm + K)) {
    F.Norm = quantizeMultiplier(G.in(O, kNorm + K).Quant.scale());
    constexpr int NormPlaces = 12; // that hl_lstm_normalize adds
    F.Norm.Shift = std::min(F.Norm.Shift, kMostShift - NormPlaces);
  }
  return F;
}

std::vector<int32_t> biasWithZero(const Tensor &Weights, const Tensor *Bias, int64_t Zero) {
  const int32_t Rows = Weights.Dims[0], Depth = Weights.Dims[1];
  std::vector<int32_t> Result;
  for (int32_t R = 0; R < Rows; ++R) {
    int64_t Sum = 0;
    for (int32_t D = 0; D < Depth; ++D)
      Sum += Weights.dataAs<int8_t>()[int64_t(R) * Depth + D];
    Result.push_back(static_cast<int32_t>(static_cast<uint32_t>(Sum * Zero) +
                                          (Bias ? uint32_t(Bias->dataAs<int32_t>()[R]) : 0)));
  }
  return Result;
}

LstmConstants::LstmConstants(const Graph &G, const Op &O) : Hidden(hiddenFactor(G, O)) {
  const int64_t InZero = G.in(O, 0).Quant.zeroPoint(), StateZero = G.in(O, kOutputState).Quant.zeroPoint();
  for (size_t K = 0; K < 4; ++K) {
    if (!G.hasIn(O, kWeights + K))
      continue;
    const Tensor *Bias = G.hasIn(O, kNorm + K) ? nullptr : &G.in(O, kBias + K); // else behind normalization
    InputBias[K] = biasWithZero(G.in(O, kWeights + K), Bias, -InZero);
    RecurrentBias[K] = biasWithZero(G.in(O, kRecurrent + K), nullptr, -StateZero);
  }
  Projection = G.hasIn(O, kProjection);
  if (!Projection)
    return;
  const Tensor &Weights = G.in(O, kProjection);
  const Tensor *Bias = G.hasIn(O, kProjectionBias) ? &G.in(O, kProjectionBias) : nullptr;
  const float Scale = static_cast<float>(O.f(Attr::HiddenScale));
  ProjectionBias = biasWithZero(Weights, Bias, O.i(Attr::HiddenZero));
  ProjectionFactor =
      quantizeMultiplier(Weights.Quant.scale() * Scale / G.in(O, kOutputState).Quant.scale());
}

/// The fields of gate K: weights, biases and factors, as far as it has them.
static Fields gateFields(const Graph &G, const Op &O, size_t K, const LstmConstants *C, LayerWriter &W,
                         Bytes (*Pack)(const Tensor &)) {
  if (!G.hasIn(O, kWeights + K))
    return {};
  const std::string Gate = strf("gate[%zu].", K);
  Fields F;
  const auto Add = [&](const char *Name, const std::string &Value) {
    F.push_back({Gate + Name, Value});
  };
  const LstmFactors M = lstmFactors(G, O, K);
  const bool IsNormalized = G.hasIn(O, kNorm + K);
  for (const auto &[Name, I] : {std::pair("input", kWeights + K), std::pair("recurrent", kRecurrent + K)})
    Add(Name, W.blob(Pack(G.in(O, I)), "int8_t", G.in(O, I).Name));
  Add("input_factor", cText(M.Input));
  Add("recurrent_factor", cText(M.Recurrent));
  if (C) {
    Add("input_bias", W.blobOf(C->InputBias[K], "int32_t", "bias with the input's zero point"));
    Add("recurrent_bias", W.blobOf(C->RecurrentBias[K], "int32_t", "the state's zero point"));
  } else {
    Add("wide_bias", W.input(kBias + K));
  }
  if (hasPeephole(G, O, K)) {
    Add("peephole", W.input(peepholeOf(K)));
    Add("peephole_factor", cText(M.Peephole));
  }
  if (IsNormalized) {
    const float Scale = G.in(O, kNorm + K).Quant.scale();
    Add("norm", W.input(kNorm + K));
    Add("norm_bias", W.input(kBias + K));
    Add("norm_factor", cText(M.Norm));
    Add("least_variance",
        std::to_string(std::max(1, static_cast<int32_t>(std::min(10000 * Scale, 2e9f)))));
  }
  return F;
}

Fields lstmFields(const Graph &G, const Op &O, LayerWriter &W, Bytes (*Pack)(const Tensor &)) {
  const LstmShape S = lstmShape(G, O);
  const Tensor &State = G.in(O, kOutputState), &Cell = G.in(O, kCellState);
  const bool IsByte = isByte(G, O);
  const std::optional<LstmConstants> C = IsByte ? std::optional<LstmConstants>(std::in_place, G, O) : std::nullopt;
  Fields F = {{"type", hlType(G.in(O, 0).Type)},
              param("times", S.Times),
              param("batches", S.Batches),
              param("inputs", S.Inputs),
              param("cells", S.Cells),
              param("outputs", S.Outputs),
              {"time_major", cBool(O.b(Attr::TimeMajor))},
              param("cell_bits", cellBits(G, O)),
              param("cell_clip", quantizedClip(O.f(Attr::CellClip), Cell.Quant.scale(), Cell.Type)),
              {"hidden", cText(hiddenFactor(G, O))},
              // The reference subtracts it from what is projected, and takes that back in the bias.
              param("hidden_zero", (G.hasIn(O, kProjection) ? -1 : 1) * O.i(Attr::HiddenZero)),
              param("state_zero", State.Quant.zeroPoint())};
  for (size_t K = 0; K < 4; ++K)
    F = F + gateFields(G, O, K, C ? &*C : nullptr, W, Pack);
  if (!IsByte) {
    const double CellScale = Cell.Quant.scale();
    F = F + Fields{{"keep", cText(quantizeMultiplier(std::ldexp(1.0, -15)))},
                   {"renew", cText(quantizeMultiplier(std::ldexp(1.0, -30) / CellScale))},
                   {"sigmoid", W.blobOf(sigmoidSamples(), "uint16_t", "sigmoid")}};
  }
  if (C && C->Projection)
    F = F + Fields{{"projection", W.blob(Pack(G.in(O, kProjection)), "int8_t", G.in(O, kProjection).Name)},
                   {"projection_bias", W.blobOf(C->ProjectionBias, "int32_t", "bias with the hidden zero point")},
                   {"projection_factor", cText(C->ProjectionFactor)},
                   param("projection_clip", quantizedClip(O.f(Attr::ProjClip), G.out(O, 0).Quant.scale(),
                                                          G.out(O, 0).Type))};
  return F;
}

void planLstmPortable(const Graph &G, const Op &O, PlanList &Plans) {
  const LstmShape S = lstmShape(G, O);
  if (!isByte(G, O))
    for (size_t K = 0; K < 4; ++K)
      for (const Multiplier &M : {lstmFactors(G, O, K).Input, lstmFactors(G, O, K).Recurrent})
        if (M.Shift > 7)
          return Plans.reject("64-bit sums are scaled by 128 or more");
  const double Rows = double(S.Times) * S.Batches, Gates = G.hasIn(O, kWeights) ? 4 : 3,
               Projection = G.hasIn(O, kProjection) ? double(S.Outputs) * S.Cells : 0;
  const double Macs = Rows * (Gates * S.Cells * (double(S.Inputs) + S.Outputs) + Projection);
  Plans.add(O, Layout::RowMajor,
            Macs * product_cost::ScalarMac +
                Rows * S.Cells * 2 * (Gates + 3) * product_cost::ScalarOutput);
}

void emitLstmPortable(const Graph &G, const Op &O, LayerWriter &W) {
  const LstmShape S = lstmShape(G, O);
  W.include("hexloom/portable/lstm.h");
  W.structure("hl_lstm", "p", lstmFields(G, O, W, [](const Tensor &T) { return *T.Data; }));
  W.mayOverwrite(kOutputState, 1);
  W.mayOverwrite(kCellState, 2);
  const std::string Gates = W.scratch(int64_t(4) * S.Cells * 2), Hidden = W.scratch(int64_t(S.Cells) * 2);
  W.line(strf("hl_lstm_portable(&p, %s, %s, %s, %s, %s, %s, (int16_t *)%s, %s);", W.input(0).c_str(),
              W.input(kOutputState).c_str(), W.input(kCellState).c_str(), W.output(0).c_str(),
              W.output(1).c_str(), W.output(2).c_str(), Gates.c_str(), Hidden.c_str()));
}

} // namespace hexloom
