// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators with state.
#include "import/Bidirectional.h"
#include "import/OpReader.h"
#include "support/Error.h"

#include <cmath>

namespace hexloom {

namespace {

/// The real bound of a clip; none where it is 0 or below, as the kernels read it.
double clip(const OpReader &R, const char *What, float Value) {
  if (!std::isfinite(Value))
    R.fail(strf("%s is %g", What, static_cast<double>(Value)));
  return Value > 0 ? Value : 0;
}

} // namespace

/// The fused activation is of no account: the integer kernels do not look at it.
void importSvdf(OpReader &R) { R.set(Attr::Rank, int64_t(R.options<tflite::SVDFOptions>().rank())); }

static void setRnnActivation(OpReader &R, tflite::ActivationFunctionType A) {
  if (A == tflite::ActivationFunctionType::TANH)
    return R.set(Attr::Activation, std::string("tanh"));
  R.setActivation(A);
}

void importSequenceRnn(OpReader &R) {
  const auto &P = R.options<tflite::SequenceRNNOptions>();
  R.requireRank(0, 3);
  R.set(Attr::TimeMajor, P.time_major());
  setRnnActivation(R, P.fused_activation_function());
}

/// RNN has one time: the input has no dimension for it.
void importRnn(OpReader &R) {
  R.requireRank(0, 2);
  R.set(Attr::TimeMajor, true);
  setRnnActivation(R, R.options<tflite::RNNOptions>().fused_activation_function());
}

template <typename Options> static void setLstm(OpReader &R, const Options &P) {
  if (P.fused_activation_function() != tflite::ActivationFunctionType::TANH)
    R.fail(strf("unsupported fused activation %d: TANH is required",
                static_cast<int>(P.fused_activation_function())));
  R.set(Attr::CellClip, clip(R, "cell_clip", P.cell_clip()));
  R.set(Attr::ProjClip, clip(R, "proj_clip", P.proj_clip()));
}

static void setLstmScales(OpReader &R) {
  const Attr Scales[] = {Attr::InputScale, Attr::ForgetScale, Attr::CellScale, Attr::OutputScale};
  if (R.in(0).Type == DType::Float32) { // hybrid: there are none
    for (Attr A : Scales)
      R.set(A, 1.0);
    R.set(Attr::HiddenScale, 1.0);
    return R.set(Attr::HiddenZero, int64_t(0));
  }
  // Without normalization the gates' sums have a fixed scale.
  const bool IsNormalized = R.hasSourceInput(21);
  for (size_t Gate = 0; Gate < 4; ++Gate)
    R.set(Scales[Gate],
          IsNormalized ? double(R.intermediate(Gate, "a gate's scale").scale()) : 1.0 / 4096);
  // In an int16 network, the hidden values are quantized as the output state.
  const bool IsByte = R.in(0).Type == DType::Int8;
  const Quant Hidden = IsByte ? R.intermediate(4, "the hidden values") : R.in(18).Quant;
  R.set(Attr::HiddenScale, double(Hidden.scale()));
  R.set(Attr::HiddenZero, int64_t(Hidden.zeroPoint()));
}

void importSequenceLstm(OpReader &R) {
  const auto &P = R.options<tflite::UnidirectionalSequenceLSTMOptions>();
  if (P.diagonal_recurrent_tensors())
    R.fail("unsupported diagonal recurrent tensors");
  R.requireRank(0, 3);
  R.set(Attr::TimeMajor, P.time_major());
  setLstm(R, P);
  setLstmScales(R);
}

/// LSTM has one time: the input has no dimension for it.
void importLstm(OpReader &R) {
  const auto &P = R.options<tflite::LSTMOptions>();
  if (P.kernel_type() != tflite::LSTMKernelType::FULL)
    R.fail("unsupported kernel type: FULL is required");
  R.requireRank(0, 2);
  R.set(Attr::TimeMajor, true);
  setLstm(R, P);
  setLstmScales(R);
}

void importBidirectionalLstm(OpReader &R) {
  const auto &P = R.options<tflite::BidirectionalSequenceLSTMOptions>();
  R.set(Attr::TimeMajor, P.time_major());
  setLstm(R, P);
  setLstmScales(R);
  importBidirectional(R, OpKind::UnidirectionalSequenceLstm, P.merge_outputs());
}

void importBidirectionalRnn(OpReader &R) {
  const auto &P = R.options<tflite::BidirectionalSequenceRNNOptions>();
  R.set(Attr::TimeMajor, P.time_major());
  setRnnActivation(R, P.fused_activation_function());
  importBidirectional(R, OpKind::SequenceRnn, P.merge_outputs());
}

} // namespace hexloom
