// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators with state.
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

void importSequenceRnn(OpReader &R) {
  const auto &P = R.options<tflite::SequenceRNNOptions>();
  R.set(Attr::TimeMajor, P.time_major());
  if (P.fused_activation_function() == tflite::ActivationFunctionType::TANH)
    return R.set(Attr::Activation, std::string("tanh"));
  R.setActivation(P.fused_activation_function());
}

void importLstm(OpReader &R) {
  const auto &P = R.options<tflite::UnidirectionalSequenceLSTMOptions>();
  if (P.fused_activation_function() != tflite::ActivationFunctionType::TANH)
    R.fail(strf("unsupported fused activation %d: TANH is required",
                static_cast<int>(P.fused_activation_function())));
  if (P.diagonal_recurrent_tensors())
    R.fail("unsupported diagonal recurrent tensors");
  R.set(Attr::TimeMajor, P.time_major());
  R.set(Attr::CellClip, clip(R, "cell_clip", P.cell_clip()));
  R.set(Attr::ProjClip, clip(R, "proj_clip", P.proj_clip()));
  // Without normalization the gates' sums have a fixed scale.
  const bool IsNormalized = R.hasSourceInput(21);
  const Attr Scales[] = {Attr::InputScale, Attr::ForgetScale, Attr::CellScale, Attr::OutputScale};
  for (size_t Gate = 0; Gate < 4; ++Gate)
    R.set(Scales[Gate],
          IsNormalized ? double(R.intermediate(Gate, "a gate's scale").scale()) : 1.0 / 4096);
  // In an int16 network, the hidden values are quantized as the output state.
  const bool IsByte = R.in(0).Type == DType::Int8;
  const Quant Hidden = IsByte ? R.intermediate(4, "the hidden values") : R.in(18).Quant;
  R.set(Attr::HiddenScale, double(Hidden.scale()));
  R.set(Attr::HiddenZero, int64_t(Hidden.zeroPoint()));
}

} // namespace hexloom
