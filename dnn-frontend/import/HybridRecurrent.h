// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hybrid operators with state over time. Each operation is one of the IR, in the order of TensorFlow Lite's kernels. The inputs of all times
// are multiplied at once. What follows one after the other is the body of a loop, or stands by itself where there is one time:
//
//   gates of all times = inputs by their weights + bias
//   WHILE time < times:  gates = those of the time + output state by its weights
//                        next states, of which the first is the time's output
//
// A bidirectional operator is two such sequences (import/Bidirectional.cpp).
#pragma once

#include "import/HybridParts.h"
#include "import/OpReader.h"

#include <memory>

namespace hexloom {

/// The attributes of ADD and SUB without an activation.
inline const Attrs kSum = {{Attr::Activation, std::string("none")}, {Attr::PotScale, false}};

/// One sequence: what a unidirectional operator computes.
struct Direction {
  Op O;                             ///< its kind, inputs and attributes; the outputs behind the first are the next states
  Shape Out;                        ///< of its first output
  bool IsBackward = false;          ///< goes from the last time to the first
  int32_t Passes = 1;               ///< how often it goes through all times
  TensorId Aux = kNoTensor;         ///< a second input of each time
  std::vector<TensorId> AuxWeights; ///< its weights, by gates

  /// Where the states begin among the inputs.
  size_t firstState() const { return O.Kind == OpKind::SequenceRnn ? 4 : 18; }
};

/// What happens at one time: of an LSTM, or of an RNN.
class RecurrentCell {
public:
  virtual ~RecurrentCell() = default;
  StackedWeights OfInput, OfState, OfAux; ///< of all gates
  std::vector<float> Bias;                ///< of all gates; empty: comes later
  bool IsAsymmetric = false;

  /// The next states, of [batches, units], the output first. Gates: what the inputs add to them, [batches, OfInput.Channels].
  virtual std::vector<TensorId> step(OpMaker &M, TensorId Gates, const std::vector<TensorId> &States) const = 0;
};

std::unique_ptr<RecurrentCell> recurrentCell(const OpReader &R, const Direction &D);

/// The order of a sequence's dimensions.
struct SequenceForm {
  SequenceForm(const Shape &Data, bool IsTimeMajor);
  int32_t Times, Batches;
  bool Swaps; ///< batches are the first dimension of what is read and written, and there are several times

  /// The operator that makes what the file's operator writes of what runSequence() returns.
  OpKind lastKind() const { return Swaps ? OpKind::Transpose : OpKind::Reshape; }
  Attrs lastAttrs() const { return Swaps ? Attrs{{Attr::Perm, Ints{1, 0, 2}}} : Attrs{}; }
};

/// The outputs of all times [times, batches, units], or of the only one [batches, units]. Writes the next states.
TensorId runSequence(OpReader &R, const Direction &D);

void importHybridRecurrent(OpReader &R);

} // namespace hexloom
