// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators, reductions, and those along one axis.
#include "import/OpReader.h"
#include "support/Error.h"

#include <cmath>

namespace hexloom {

namespace {

void setFinite(OpReader &R, Attr A, float Value) {
  if (!std::isfinite(Value))
    R.fail(strf("%s is %g", text(A), Value));
  R.set(A, double(Value));
}

template <typename Options> void setSum(OpReader &R, const Options &P) {
  R.setActivation(P.fused_activation_function());
  R.set(Attr::PotScale, P.pot_scale_int16());
}

} // namespace

/// Operators without attributes whose shapes follow from the inputs.
void importPlain(OpReader &) {}

void importAdd(OpReader &R) { setSum(R, R.options<tflite::AddOptions>()); }
void importSub(OpReader &R) { setSum(R, R.options<tflite::SubOptions>()); }
void importMul(OpReader &R) {
  R.setActivation(R.options<tflite::MulOptions>().fused_activation_function());
}
void importDiv(OpReader &R) {
  R.setActivation(R.options<tflite::DivOptions>().fused_activation_function());
}

/// The older SELECT takes equal shapes, a scalar condition, or one condition for each index of the
/// first dimension; the first two are cases of SELECT_V2.
void importSelect(OpReader &R) {
  const bool IsScalar = R.in(0).elements() == 1;
  if (R.in(1).Dims != R.in(2).Dims || (!IsScalar && R.in(0).Dims != R.in(1).Dims))
    R.fail(strf("unsupported shapes %s, %s, %s", text(R.in(0).Dims).c_str(),
                text(R.in(1).Dims).c_str(), text(R.in(2).Dims).c_str()));
}

void importLeakyRelu(OpReader &R) {
  setFinite(R, Attr::Alpha, R.options<tflite::LeakyReluOptions>().alpha());
}
void importGelu(OpReader &R) {
  R.set(Attr::Approximate, R.options<tflite::GeluOptions>().approximate());
}
void importSoftmax(OpReader &R) {
  setFinite(R, Attr::Beta, R.options<tflite::SoftmaxOptions>().beta());
}

void importL2Normalization(OpReader &R) {
  R.setActivation(R.options<tflite::L2NormOptions>().fused_activation_function());
}

void importReduction(OpReader &R) {
  R.set(Attr::Axes, R.axes(R.param(1, "axes"), R.in(0).rank()));
  R.set(Attr::KeepDims, R.options<tflite::ReducerOptions>().keep_dims());
}

void importArg(OpReader &R) { R.set(Attr::Axis, R.axis(R.scalarParam(1, "axis"), R.in(0).rank())); }

} // namespace hexloom
