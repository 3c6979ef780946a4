// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pools and reductions on constants, by the portable kernels themselves.
#include "ir/Evaluate.h"
#include "ir/Families.h"
#include "ir/Reduction.h"

#include <hexloom/portable/pool.h>

#include <algorithm>

namespace hexloom {

namespace {

/// Whether the operator is a pool that is evaluated here.
bool isPool(OpKind Kind) { return Kind == OpKind::AveragePool2D || Kind == OpKind::MaxPool2D; }

bool isQuantized(const Tensor &T) { return is8Bit(T.Type) || T.Type == DType::Int16; }

/// Whether each window of one dimension has an element of the image.
bool reachImage(int In, int Out, int Kernel, int Stride, int Pad) {
  for (int I = 0; I < Out; ++I)
    if (I * Stride - Pad >= In || I * Stride - Pad + Kernel <= 0)
      return false;
  return true;
}

std::optional<Bytes> pool(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (!isQuantized(In) || In.Type != Out.Type)
    return std::nullopt;
  const auto At = [&](Attr A, size_t I) { return static_cast<int32_t>(O.ints(A)[I]); };
  const Nhwc From = asNhwc(In.Dims), To = asNhwc(Out.Dims);
  const Range Bounds = activationRange(Out, O.s(Attr::Activation));
  const hl_pool P = {hlTypeOf(In.Type),    From.N,               From.H,
                     From.W,               From.C,               To.H,
                     To.W,                 At(Attr::Kernel, 0),  At(Attr::Kernel, 1),
                     At(Attr::Stride, 0),  At(Attr::Stride, 1),  At(Attr::Pads, 0),
                     At(Attr::Pads, 1),    Bounds.Min,           Bounds.Max};
  if (!reachImage(From.H, To.H, P.kernel_height, P.stride_height, P.pad_top) ||
      !reachImage(From.W, To.W, P.kernel_width, P.stride_width, P.pad_left))
    return std::nullopt;
  Bytes Result(Out.bytes());
  hl_pool_portable(&P, In.Data->data(), Result.data(), O.Kind == OpKind::AveragePool2D);
  return Result;
}

void setRuns(const std::vector<ReduceShape::Run> &Runs, int32_t (&Extents)[HL_REDUCE_DIMS], int32_t (&Strides)[HL_REDUCE_DIMS]) {
  std::fill_n(Extents, HL_REDUCE_DIMS, 1);
  std::fill_n(Strides, HL_REDUCE_DIMS, 0);
  for (size_t I = 0, First = HL_REDUCE_DIMS - Runs.size(); I < Runs.size(); ++I) {
    Extents[First + I] = static_cast<int32_t>(Runs[I].Extent);
    Strides[First + I] = static_cast<int32_t>(Runs[I].Stride);
  }
}

std::optional<Bytes> reduce(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const ReduceShape S = reduceShape(G, O);
  if (In.Type == DType::Float32 || In.Type != Out.Type || S.Kept.size() > HL_REDUCE_DIMS || S.Reduced.size() > HL_REDUCE_DIMS)
    return std::nullopt;
  hl_reduce P = {};
  P.type = hlTypeOf(In.Type);
  P.kind = reductionOf(G, O);
  setRuns(S.Kept, P.kept, P.kept_strides);
  setRuns(S.Reduced, P.reduced, P.reduced_strides);
  P.count = static_cast<int32_t>(S.count());
  if (makesZeros(G, O))
    return Bytes(Out.bytes());
  if (P.kind == HL_REDUCE_SCALED_SUM || P.kind == HL_REDUCE_SCALED_PROD) {
    if (!In.Quant.present() || !Out.Quant.present())
      return std::nullopt;
    const Multiplier M = scaledMultiplier(G, O);
    if (hasWideFactors(G, O))
      return std::nullopt;
    P.in_zero = In.Quant.zeroPoint();
    P.out_zero = Out.Quant.zeroPoint();
    P.multiplier = M.Value;
    P.shift = M.Shift;
  }
  Bytes Result(Out.bytes());
  hl_reduce_portable(&P, In.Data->data(), Result.data());
  return Result;
}

} // namespace

int64_t windowSteps(const Graph &G, const Op &O) {
  constexpr int64_t kStepsPerElement = 5;
  if (familyOf(O.Kind) == Family::Reduction)
    return kStepsPerElement * G.in(O, 0).elements();
  if (!isPool(O.Kind))
    return 0;
  int64_t Taps, Steps;
  return __builtin_mul_overflow(O.ints(Attr::Kernel)[0], O.ints(Attr::Kernel)[1], &Taps) ||
                 __builtin_mul_overflow(Taps * kStepsPerElement, G.out(O, 0).elements(), &Steps)
             ? INT64_MAX
             : Steps;
}

std::optional<Bytes> evaluateWindow(const Graph &G, const Op &O) {
  if (familyOf(O.Kind) == Family::Reduction)
    return reduce(G, O);
  return isPool(O.Kind) ? pool(G, O) : std::nullopt;
}

} // namespace hexloom
