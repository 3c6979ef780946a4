// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Networks with state: an LSTM or SVDF each, and variables behind handles.
#include "Singles.h"

#include <cmath>

namespace zoo {

namespace tfl = hexloom::tflite;

namespace {

struct LstmRow {
  const char *Name;
  int32_t Times, Batches, Inputs, Cells, Outputs; ///< no time: LSTM
  bool TimeMajor, Coupled, Peepholes, Normalized, Projected;
  int CellPower;
  float CellClip, ProjClip;
};

const LstmRow LstmRows[] = {
    {"plain", 5, 1, 12, 20, 20, true, false, false, false, false, -11, 0, 0},
    {"batch", 3, 3, 33, 40, 40, false, false, false, false, false, -12, 0, 0},
    {"wide", 2, 5, 65, 130, 130, true, false, false, false, false, -11, 0, 0},
    {"long", 12, 1, 40, 64, 64, true, false, false, false, false, -10, 0.9f, 0},
    {"coupled", 3, 2, 8, 16, 16, true, true, false, false, false, -15, 0, 0},
    {"peepholes", 3, 2, 8, 16, 16, true, false, true, false, false, -9, 0, 0},
    {"normalized", 3, 2, 8, 16, 16, false, false, false, true, false, -11, 0, 0},
    {"projected", 3, 2, 8, 24, 10, true, false, false, false, true, -11, 0, 0.3f},
    {"everything", 3, 1, 8, 12, 12, true, true, true, true, true, -12, 1.5f, 0.8f},
    {"cell", 0, 2, 8, 24, 10, true, true, false, false, true, -11, 0.9f, 0.3f},
};

Value weights(Net &N, const Shape &S, float Scale, bool Present) {
  return Present ? N.random({TensorType::INT8, S, perTensor(Scale, 0)}, -127, 127) : Value();
}

/// Weights, peepholes, biases and coefficients of the gates, in the operator's order.
void lstm(Net &N, const LstmRow &R, TensorType T) {
  const bool IsByte = T == TensorType::INT8;
  const float InScale = IsByte ? 0.0235f : 0.0001f, StateScale = IsByte ? 0.0078125f : 1.0f / 32768;
  const float Scale = 0.02f / std::sqrt(static_cast<float>(R.Inputs));
  const int Zero = IsByte ? -7 : 0, StateZero = IsByte ? 5 : 0;
  const Shape In = sequence(R.Times, R.Batches, R.Inputs, R.TimeMajor);
  Shape Out = In;
  Out.back() = R.Outputs;
  const TensorType Wide = IsByte ? TensorType::INT32 : TensorType::INT64;
  const auto Halves = [&](bool Present, float S, int Low, int High) {
    return Present ? N.random({TensorType::INT16, {R.Cells}, perTensor(S, 0)}, Low, High) : Value();
  };
  std::vector<Value> Inputs(24);
  Inputs[0] = N.input({T, In, perTensor(InScale, Zero)});
  for (size_t Gate = 0; Gate < 4; ++Gate) {
    const bool Present = Gate != 0 || !R.Coupled;
    const float Own = Scale * (1 + 0.1f * static_cast<float>(Gate));
    Inputs[1 + Gate] = weights(N, {R.Cells, R.Inputs}, Own, Present);
    Inputs[5 + Gate] = weights(N, {R.Cells, R.Outputs}, Own * 1.5f, Present);
    if (Present)
      Inputs[12 + Gate] = N.random({Wide, {R.Cells}, perTensor(Own * InScale, 0)}, -3000, 3000);
    Inputs[20 + Gate] = Halves(R.Normalized && Present, 1.0f / 32768, 8000, 32767);
  }
  Inputs[9] = Halves(R.Peepholes && !R.Coupled, 0.00002f, -32767, 32767);
  Inputs[10] = Halves(R.Peepholes, 0.00003f, -32767, 32767);
  Inputs[11] = Halves(R.Peepholes, 0.00001f, -32767, 32767);
  Inputs[16] = weights(N, {R.Outputs, R.Cells}, 0.01f, R.Projected);
  if (R.Projected)
    Inputs[17] = N.random({TensorType::INT32, {R.Outputs}, {}}, -500, 500);
  Inputs[18] = N.variable({T, {R.Batches, R.Outputs}, perTensor(StateScale, StateZero)});
  Inputs[19] = N.variable({TensorType::INT16, {R.Batches, R.Cells}, perTensor(std::ldexp(1.0f, R.CellPower), 0)});
  const auto set = [&](auto &O) {
    O.fused_activation_function = tfl::ActivationFunctionType::TANH;
    O.cell_clip = R.CellClip;
    O.proj_clip = R.ProjClip;
  };
  const TensorSpec Result = {T, Out, perTensor(StateScale, StateZero)};
  if (R.Times == 0)
    N.output(N.op1(BuiltinOperator::LSTM, Inputs, Result, with<tfl::LSTMOptionsT>(set)));
  else
    N.output(N.op1(BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_LSTM, Inputs, Result, with<tfl::UnidirectionalSequenceLSTMOptionsT>([&](auto &O) {
                     set(O);
                     O.time_major = R.TimeMajor;
                   })));
  std::vector<TensorSpec> Inner(4, {TensorType::INT16, {0}, perTensor(1.0f / 4096, 0)});
  Inner.push_back({T, {0}, R.Projected ? perTensor(1.0f / 127, -9) : perTensor(StateScale, StateZero)});
  N.intermediates(Inner);
}

void svdf(Net &N, int32_t Batches, int32_t Inputs, int32_t Units, int32_t Rank, int32_t Memory, TensorType State) {
  const int32_t Filters = Units * Rank;
  const bool IsByte = State == TensorType::INT8;
  const float Scale = IsByte ? 0.3f : 0.002f, Times = IsByte ? 0.01f : 0.00003f;
  const Value X = N.input({TensorType::INT8, {Batches, Inputs}, perTensor(0.03f, 5)});
  const Value W = N.random({TensorType::INT8, {Filters, Inputs}, perTensor(0.02f, 0)}, -127, 127);
  const Value T = N.random({State, {Filters, Memory}, perTensor(Times, 0)}, IsByte ? -127 : -9000, IsByte ? 127 : 9000);
  const Value B = Rank > 1 ? N.random({TensorType::INT32, {Units}, perTensor(Scale * Times, 0)}, -9000, 9000) : Value();
  const Value S = N.variable({State, {Batches, Memory * Filters}, perTensor(Scale, IsByte ? -3 : 0)});
  tfl::SVDFOptionsT O;
  O.rank = Rank;
  O.fused_activation_function = tfl::ActivationFunctionType::RELU;
  const TensorSpec Result = {TensorType::INT8, {Batches, Units}, perTensor(0.2f, -20)};
  N.output(N.op1(BuiltinOperator::SVDF, {X, W, T, B, S}, Result, options(O)));
}

Value handle(Net &N, const std::string &Name) {
  tfl::VarHandleOptionsT O;
  O.shared_name = Name;
  return N.op1(BuiltinOperator::VAR_HANDLE, {}, {TensorType::RESOURCE, {}, {}}, options(O));
}

tfl::AddOptionsT plainAdd() {
  tfl::AddOptionsT O;
  O.pot_scale_int16 = false;
  return O;
}

/// Two variables that change places at every step, one of them grown by the input, and one that is only read.
void swapped(Net &N) {
  const TensorSpec T = {TensorType::INT8, {3, 50}, perTensor(0.05f, -9)};
  const Value X = N.input({TensorType::INT8, {3, 50}, perTensor(0.02f, 4)});
  tfl::CallOnceOptionsT Once;
  Once.init_subgraph_index = 1;
  N.op(BuiltinOperator::CALL_ONCE, {}, {}, options(Once));
  const Value A = handle(N, "a"), B = handle(N, "b"), C = handle(N, "c");
  const Value OldA = N.op1(BuiltinOperator::READ_VARIABLE, {A}, T), OldB = N.op1(BuiltinOperator::READ_VARIABLE, {B}, T),
              OnlyC = N.op1(BuiltinOperator::READ_VARIABLE, {C}, T);
  N.op(BuiltinOperator::ASSIGN_VARIABLE, {A, OldB}, {});
  const Value Sum = N.op1(BuiltinOperator::ADD, {OldA, X}, T, options(plainAdd()));
  N.op(BuiltinOperator::ASSIGN_VARIABLE, {B, Sum}, {});
  const Value NewA = N.op1(BuiltinOperator::READ_VARIABLE, {A}, T); // what B was
  N.outputs({OldA, NewA, N.op1(BuiltinOperator::ADD, {Sum, OnlyC}, T, options(plainAdd()))});
  N.beginSubgraph("initialize");
  for (const char *Name : {"a", "c"}) {
    const Value V = handle(N, Name);
    N.op(BuiltinOperator::ASSIGN_VARIABLE, {V, N.random(T, -128, 127)}, {});
  }
}

} // namespace

void addStateSingles(std::vector<Entry> &Zoo) {
  for (const LstmRow &R : LstmRows) {
    const bool IsPlain = !R.Coupled && !R.Peepholes && !R.Normalized && !R.Projected;
    for (TensorType T : {TensorType::INT8, TensorType::INT16})
      if (T == TensorType::INT8 || IsPlain)
        Zoo.push_back({std::string("lstm_") + R.Name + "_" + text(T), "UNIDIRECTIONAL_SEQUENCE_LSTM, " + std::string(R.Name),
                       [&R, T](Net &N) { lstm(N, R, T); }});
  }
  for (TensorType T : {TensorType::INT8, TensorType::INT16}) {
    const std::string Suffix = std::string("_") + text(T);
    Zoo.push_back({"svdf_rank1" + Suffix, "SVDF of one filter a unit", [T](Net &N) { svdf(N, 1, 40, 33, 1, 8, T); }});
    Zoo.push_back({"svdf_rank2" + Suffix, "SVDF of two filters a unit", [T](Net &N) { svdf(N, 3, 9, 5, 2, 3, T); }});
    Zoo.push_back({"svdf_memory1" + Suffix, "SVDF that remembers nothing", [T](Net &N) { svdf(N, 2, 130, 7, 3, 1, T); }});
  }
  Zoo.push_back({"variables_swapped", "three variables behind handles, two of which change places", swapped});
}

} // namespace zoo
