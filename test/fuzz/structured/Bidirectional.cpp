// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// BIDIRECTIONAL_SEQUENCE_LSTM and BIDIRECTIONAL_SEQUENCE_RNN: weights of two directions, each with a state, and a second input.
#include "Mutate.h"

namespace hexloom::fuzz {

namespace {

using tflite::BuiltinOperator;
using tflite::TensorType;

class Generator {
public:
  Generator(GraphRecipe &R, BuiltinOperator Code, Random &Draw) : R(R), Draw(Draw) {
    O.Code = Code;
    setFields(O, Draw);
    O.Fields["merge_outputs"] = below(2);
    O.Fields["time_major"] = below(2);
    Times = 1 + below(4), Batches = 1 + below(3), Inputs = 1 + below(40);
  }

  void run() {
    const bool IsLstm = O.Code == BuiltinOperator::BIDIRECTIONAL_SEQUENCE_LSTM;
    O.Inputs.assign(IsLstm ? 48 : 12, -1);
    const int Second = below(3); // absent, with weights of its own, read backward
    O.Inputs[0] = input();
    if (Second > 0)
      O.Inputs[IsLstm ? 39 : 9] = input();
    const int32_t Units[] = {1 + below(20), 1 + below(20)};
    for (size_t Way = 0; Way < 2; ++Way)
      IsLstm ? lstm(Way, Units[Way], Second == 1) : rnn(Way, Units[Way], Second == 1);
    if (IsLstm)
      O.Fields["fused_activation_function"] = 4;
    const bool Merges = O.Fields["merge_outputs"] != 0;
    for (int I = 0; I < (Merges ? 1 : 2); ++I) {
      TensorRecipe T = real(sequence(Merges ? Units[0] + Units[1] : Units[I]));
      T.Open = below(4) == 0;
      O.Outputs.push_back(add(std::move(T)));
      R.Outputs.push_back(O.Outputs.back());
    }
    R.Ops.push_back(std::move(O));
  }

private:
  GraphRecipe &R;
  Random &Draw;
  OpRecipe O;
  int32_t Times, Batches, Inputs;

  int32_t below(uint64_t N) { return static_cast<int32_t>(Draw.below(N)); }
  int32_t add(TensorRecipe T) {
    R.Tensors.push_back(std::move(T));
    return static_cast<int32_t>(R.Tensors.size() - 1);
  }
  static TensorRecipe real(std::vector<int32_t> Shape) {
    TensorRecipe T;
    T.Type = TensorType::FLOAT32;
    T.Shape = std::move(Shape);
    return T;
  }
  std::vector<int32_t> sequence(int32_t Last) {
    return O.Fields["time_major"] != 0 ? std::vector<int32_t>{Times, Batches, Last} : std::vector<int32_t>{Batches, Times, Last};
  }
  int32_t input() {
    R.Inputs.push_back(add(real(sequence(Inputs))));
    return R.Inputs.back();
  }
  int32_t constant(TensorRecipe T) {
    T.Fill = Draw.next() >> 40;
    return add(std::move(T));
  }
  int32_t weights(std::vector<int32_t> Shape) {
    TensorRecipe T = real(std::move(Shape));
    T.Type = TensorType::INT8;
    T.Scales = {0.004f * static_cast<float>(1 + below(4))};
    T.Zeros = {0};
    return constant(std::move(T));
  }
  int32_t state(int32_t Units) {
    TensorRecipe T = real({Batches, Units});
    T.Variable = true;
    return add(std::move(T));
  }

  void lstm(size_t Way, int32_t Cells, bool HasSecond) {
    const bool IsCoupled = below(2), HasPeepholes = below(2);
    const size_t First = 17 * Way;
    for (size_t Gate = IsCoupled; Gate < 4; ++Gate) {
      O.Inputs[First + 1 + Gate] = weights({Cells, Inputs});
      O.Inputs[First + 5 + Gate] = weights({Cells, Cells});
      O.Inputs[First + 12 + Gate] = constant(real({Cells}));
      if (HasSecond)
        O.Inputs[40 + 4 * Way + Gate] = weights({Cells, Inputs});
      if (HasPeepholes && Gate != 2)
        O.Inputs[First + 9 + (Gate == 3 ? 2 : Gate)] = weights({Cells});
    }
    if (below(2))
      O.Inputs[First + 16] = weights({Cells, Cells});
    O.Inputs[35 + 2 * Way] = state(Cells);
    O.Inputs[36 + 2 * Way] = state(Cells);
  }

  void rnn(size_t Way, int32_t Units, bool HasSecond) {
    const size_t First = 4 * Way;
    O.Inputs[First + 1] = weights({Units, Inputs});
    O.Inputs[First + 2] = weights({Units, Units});
    O.Inputs[First + 3] = constant(real({Units}));
    O.Inputs[First + 4] = state(Units);
    if (HasSecond)
      O.Inputs[10 + Way] = weights({Units, Inputs});
  }
};

} // namespace

void addBidirectional(GraphRecipe &R, BuiltinOperator Code, Random &Draw) { Generator(R, Code, Draw).run(); }

} // namespace hexloom::fuzz
