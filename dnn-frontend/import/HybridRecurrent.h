// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hybrid operators with state over time. Each operation is one of the IR, in the order of TensorFlow Lite's kernels. The inputs of all times
// are multiplied at once. What follows one after the other is the body of a loop, or stands by itself where there is one time:
//
//   gates of all times = inputs by their weights + bias
//   WHILE time < times:  gates = those of the time + output state by its weights
//                        next states, of which the first is the time's output
#pragma once

#include "import/HybridParts.h"
#include "import/OpReader.h"

namespace hexloom {

/// What happens at one time: of an LSTM, or of an RNN.
class RecurrentCell {
public:
  virtual ~RecurrentCell() = default;
  StackedWeights OfInput, OfState; ///< of all gates
  std::vector<float> Bias;         ///< of all gates; empty: comes later
  bool IsAsymmetric = false;

  /// The next states, of [batches, units], the output first. Gates: what the input adds to them, [batches, OfInput.Channels].
  virtual std::vector<TensorId> step(OpMaker &M, TensorId Gates, const std::vector<TensorId> &States) const = 0;
};

/// Replaces the operator, whose last inputs and outputs are its states.
void importRecurrent(OpReader &R, const RecurrentCell &Cell, bool IsTimeMajor);

void importHybridLstm(OpReader &R);
void importHybridRnn(OpReader &R);

} // namespace hexloom
