// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hybrid (dynamic-range quantized) operators with state over time: float activations, weights of int8.
#include "Singles.h"

#include <cmath>

namespace zoo {

namespace tfl = hexloom::tflite;

namespace {

TensorSpec real(const Shape &S) { return {TensorType::FLOAT32, S, {}}; }

Value reals(Net &N, int32_t Size, double Middle, double Spread) {
  std::vector<float> Values(static_cast<size_t>(Size));
  for (float &V : Values)
    V = static_cast<float>(Middle + Spread * N.random().normal());
  return N.constant(real({Size}), Values);
}

Value weights(Net &N, const Shape &S, float Scale) { return N.random({TensorType::INT8, S, perTensor(Scale, 0)}, -127, 127); }

struct LstmRow {
  const char *Name;
  int32_t Times, Batches, Inputs, Cells, Outputs; ///< no time: LSTM
  bool TimeMajor, Coupled, Peepholes, Normalized, Projected, Asymmetric;
  float CellClip, ProjClip;
};

const LstmRow LstmRows[] = {
    //              T   B   I   C    O    major  coupl. peeph. norm.  proj.  asym.
    {"plain",       5,  1,  12, 20,  20,  true,  false, false, false, false, false, 0, 0},
    {"batch",       3,  3,  33, 40,  40,  false, false, false, false, false, false, 0, 0},
    {"asymmetric",  2,  5,  65, 130, 130, true,  false, false, false, false, true,  0, 0},
    {"one_time",    1,  2,  40, 64,  64,  false, false, false, false, false, false, 0.9f, 0},
    {"coupled",     3,  2,  8,  16,  16,  true,  true,  false, false, false, true,  0, 0},
    {"peepholes",   3,  2,  8,  16,  16,  true,  false, true,  false, false, false, 0, 0},
    {"normalized",  3,  2,  8,  16,  16,  false, false, false, true,  false, false, 0, 0},
    {"projected",   3,  2,  8,  24,  10,  true,  false, false, false, true,  false, 0, 0.3f},
    {"everything",  3,  1,  8,  12,  7,   true,  true,  true,  true,  true,  true,  1.5f, 0.8f},
    {"cell",        0,  3,  20, 32,  12,  true,  false, true,  false, true,  false, 0, 0},
    {"cell_plain",  0,  1,  9,  33,  33,  true,  false, false, false, false, true,  0, 0},
};

template <typename Table> Table lstmOptions(const LstmRow &R) {
  Table O;
  O.fused_activation_function = tfl::ActivationFunctionType::TANH;
  O.cell_clip = R.CellClip;
  O.proj_clip = R.ProjClip;
  O.asymmetric_quantize_inputs = R.Asymmetric;
  return O;
}

/// Weights, peepholes, biases and coefficients of the gates, in the operator's order, behind input `Before`.
void addLstmWeights(Net &N, const LstmRow &R, std::vector<Value> &Inputs, size_t Before) {
  const float Scale = 0.02f / std::sqrt(static_cast<float>(R.Inputs));
  for (size_t Gate = R.Coupled ? 1 : 0; Gate < 4; ++Gate) {
    const float Own = Scale * (1 + 0.1f * static_cast<float>(Gate));
    Inputs[Before + 1 + Gate] = weights(N, {R.Cells, R.Inputs}, Own);
    Inputs[Before + 5 + Gate] = weights(N, {R.Cells, R.Outputs}, Own * 1.5f);
    Inputs[Before + 12 + Gate] = reals(N, R.Cells, 0, 0.3);
    if (R.Normalized)
      Inputs[Before + 20 + Gate] = reals(N, R.Cells, 0.7, 0.2);
  }
  for (size_t Peephole = R.Coupled ? 10 : 9; R.Peepholes && Peephole < 12; ++Peephole)
    Inputs[Before + Peephole] = weights(N, {R.Cells}, 0.005f);
  if (R.Projected) {
    Inputs[Before + 16] = weights(N, {R.Outputs, R.Cells}, 0.01f);
    if (R.ProjClip > 0)
      Inputs[Before + 17] = reals(N, R.Outputs, 0, 0.1);
  }
}

void lstm(Net &N, const LstmRow &R) {
  const Shape In = sequence(R.Times, R.Batches, R.Inputs, R.TimeMajor), Out = sequence(R.Times, R.Batches, R.Outputs, R.TimeMajor);
  std::vector<Value> Inputs(24);
  Inputs[0] = N.input(real(In));
  addLstmWeights(N, R, Inputs, 0);
  Inputs[18] = N.variable(real({R.Batches, R.Outputs}));
  Inputs[19] = N.variable(real({R.Batches, R.Cells}));
  if (R.Times == 0)
    return N.output(N.op1(BuiltinOperator::LSTM, Inputs, real(Out), options(lstmOptions<tfl::LSTMOptionsT>(R))));
  auto O = lstmOptions<tfl::UnidirectionalSequenceLSTMOptionsT>(R);
  O.time_major = R.TimeMajor;
  N.output(N.op1(BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_LSTM, Inputs, real(Out), options(O)));
}

struct RnnRow {
  const char *Name;
  int32_t Times, Batches, Inputs, Units; ///< no time: RNN
  bool TimeMajor, Asymmetric;
  tfl::ActivationFunctionType Activation;
};

const RnnRow RnnRows[] = {
    {"time_major", 4, 2, 10, 35, true, false, tfl::ActivationFunctionType::TANH},
    {"batch_major", 3, 2, 33, 12, false, true, tfl::ActivationFunctionType::RELU},
    {"cell", 0, 3, 16, 16, true, false, tfl::ActivationFunctionType::TANH},
};

void rnn(Net &N, const RnnRow &R) {
  const float Scale = 0.02f / std::sqrt(static_cast<float>(R.Inputs));
  const Value X = N.input(real(sequence(R.Times, R.Batches, R.Inputs, R.TimeMajor))), W = weights(N, {R.Units, R.Inputs}, Scale),
              S = weights(N, {R.Units, R.Units}, Scale * 0.7f), B = reals(N, R.Units, 0, 0.3), State = N.variable(real({R.Batches, R.Units}));
  const TensorSpec Out = real(sequence(R.Times, R.Batches, R.Units, R.TimeMajor));
  if (R.Times == 0)
    return N.output(N.op1(BuiltinOperator::RNN, {X, W, S, B, State}, Out, with<tfl::RNNOptionsT>([&](auto &O) {
                            O.fused_activation_function = R.Activation;
                            O.asymmetric_quantize_inputs = R.Asymmetric;
                          })));
  N.output(N.op1(BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_RNN, {X, W, S, B, State}, Out, with<tfl::SequenceRNNOptionsT>([&](auto &O) {
                   O.fused_activation_function = R.Activation;
                   O.time_major = R.TimeMajor;
                   O.asymmetric_quantize_inputs = R.Asymmetric;
                 })));
}

/// What a second input is to a bidirectional operator.
enum class Second { None, HasWeights, IsReadBackward };

/// Both directions differ in their sizes only.
struct BidirectionalRow {
  const char *Name;
  int32_t Times, Batches, Inputs, Cells, Outputs, CellsBack, OutputsBack; ///< an RNN's cells are its units
  bool TimeMajor, Merges, Coupled, Peepholes, Projected, Asymmetric;
  Second Auxiliary;
  float CellClip, ProjClip;
  tfl::ActivationFunctionType Activation;

  Shape shape(int32_t Units) const { return sequence(Times, Batches, Units, TimeMajor); }
  std::vector<TensorSpec> results() const {
    if (Merges)
      return {real(shape(Outputs + OutputsBack))};
    return {real(shape(Outputs)), real(shape(OutputsBack))};
  }
  LstmRow direction(bool IsBack) const {
    return {Name,    Times,     Batches, Inputs,    IsBack ? CellsBack : Cells, IsBack ? OutputsBack : Outputs, TimeMajor,
            Coupled, Peepholes, false,   Projected, Asymmetric,                 CellClip,                       ProjClip};
  }
};

constexpr auto kTanh = tfl::ActivationFunctionType::TANH, kRelu6 = tfl::ActivationFunctionType::RELU6;

/// LiteRT's kernel takes directions of one size only. Here the last row's differ.
const BidirectionalRow BidirectionalLstmRows[] = {
    //           T  B  I   C   O   C'  O'  major  merges coupl. peeph. proj.  asym.
    {"merged",   4, 2, 12, 20, 20, 20, 20, true,  true,  false, false, false, false, Second::None, 0, 0, kTanh},
    {"apart",    3, 3, 33, 40, 40, 40, 40, false, false, false, false, false, true,  Second::None, 0, 0, kTanh},
    {"cross",    3, 2, 8,  16, 16, 16, 16, true,  true,  true,  true,  false, true,  Second::HasWeights, 0, 0, kTanh},
    {"stacked",  3, 1, 16, 24, 10, 24, 10, false, true,  false, false, true,  false, Second::IsReadBackward, 1.5f, 0.3f, kTanh},
    {"one_time", 1, 2, 10, 8,  8,  6,  6,  false, false, false, false, false, false, Second::None, 0, 0, kTanh},
};

const BidirectionalRow BidirectionalRnnRows[] = {
    {"batch_major", 4, 2, 10, 35, 35, 12, 12, false, true,  false, false, false, false, Second::None, 0, 0, kTanh},
    {"time_major",  3, 2, 33, 12, 12, 20, 20, true,  false, false, false, false, true,  Second::None, 0, 0, kRelu6},
    {"cross",       3, 1, 9,  16, 16, 16, 16, true,  true,  false, false, false, true,  Second::HasWeights, 0, 0, kTanh},
    {"stacked",     2, 3, 16, 16, 16, 8,  8,  true,  false, false, false, false, false, Second::IsReadBackward, 0, 0, kTanh},
    {"stacked_batch_major", 2, 2, 16, 16, 16, 8, 8, false, false, false, false, false, false, Second::IsReadBackward, 0, 0, kTanh},
};

void bidirectionalLstm(Net &N, const BidirectionalRow &R) {
  std::vector<Value> Inputs(48);
  Inputs[0] = N.input(real(R.shape(R.Inputs)));
  if (R.Auxiliary != Second::None)
    Inputs[39] = N.input(real(R.shape(R.Inputs)));
  for (size_t Way = 0; Way < 2; ++Way) {
    const LstmRow Own = R.direction(Way == 1);
    addLstmWeights(N, Own, Inputs, 17 * Way);
    Inputs[35 + 2 * Way] = N.variable(real({R.Batches, Own.Outputs}));
    Inputs[36 + 2 * Way] = N.variable(real({R.Batches, Own.Cells}));
    for (size_t Gate = R.Coupled ? 1 : 0; R.Auxiliary == Second::HasWeights && Gate < 4; ++Gate)
      Inputs[40 + 4 * Way + Gate] = weights(N, {Own.Cells, R.Inputs}, 0.004f);
  }
  auto O = lstmOptions<tfl::BidirectionalSequenceLSTMOptionsT>(R.direction(false));
  O.time_major = R.TimeMajor;
  O.merge_outputs = R.Merges;
  N.outputs(N.op(BuiltinOperator::BIDIRECTIONAL_SEQUENCE_LSTM, Inputs, R.results(), options(O)));
}

void bidirectionalRnn(Net &N, const BidirectionalRow &R) {
  const float Scale = 0.02f / std::sqrt(static_cast<float>(R.Inputs));
  std::vector<Value> Inputs(12);
  Inputs[0] = N.input(real(R.shape(R.Inputs)));
  if (R.Auxiliary != Second::None)
    Inputs[9] = N.input(real(R.shape(R.Inputs)));
  for (size_t Way = 0; Way < 2; ++Way) {
    const int32_t Units = Way ? R.CellsBack : R.Cells;
    Inputs[1 + 4 * Way] = weights(N, {Units, R.Inputs}, Scale);
    Inputs[2 + 4 * Way] = weights(N, {Units, Units}, Scale * 0.7f);
    Inputs[3 + 4 * Way] = reals(N, Units, 0, 0.3);
    Inputs[4 + 4 * Way] = N.variable(real({R.Batches, Units}));
    if (R.Auxiliary == Second::HasWeights)
      Inputs[10 + Way] = weights(N, {Units, R.Inputs}, Scale * 0.9f);
  }
  N.outputs(N.op(BuiltinOperator::BIDIRECTIONAL_SEQUENCE_RNN, Inputs, R.results(), with<tfl::BidirectionalSequenceRNNOptionsT>([&](auto &O) {
                   O.time_major = R.TimeMajor;
                   O.fused_activation_function = R.Activation;
                   O.merge_outputs = R.Merges;
                   O.asymmetric_quantize_inputs = R.Asymmetric;
                 })));
}

} // namespace

void addHybridStateSingles(std::vector<Entry> &Zoo) {
  for (const LstmRow &R : LstmRows)
    Zoo.push_back({std::string("hybrid_lstm_") + R.Name, R.Times ? "UNIDIRECTIONAL_SEQUENCE_LSTM of floats by int8" : "LSTM of floats by int8",
                   [&R](Net &N) { lstm(N, R); }});
  for (const RnnRow &R : RnnRows)
    Zoo.push_back({std::string("hybrid_rnn_") + R.Name, R.Times ? "UNIDIRECTIONAL_SEQUENCE_RNN of floats by int8" : "RNN of floats by int8",
                   [&R](Net &N) { rnn(N, R); }});
  for (const BidirectionalRow &R : BidirectionalLstmRows)
    Zoo.push_back({std::string("hybrid_bidirectional_lstm_") + R.Name, "BIDIRECTIONAL_SEQUENCE_LSTM of floats by int8",
                   [&R](Net &N) { bidirectionalLstm(N, R); }});
  for (const BidirectionalRow &R : BidirectionalRnnRows)
    Zoo.push_back({std::string("hybrid_bidirectional_rnn_") + R.Name, "BIDIRECTIONAL_SEQUENCE_RNN of floats by int8",
                   [&R](Net &N) { bidirectionalRnn(N, R); }});
}

} // namespace zoo
