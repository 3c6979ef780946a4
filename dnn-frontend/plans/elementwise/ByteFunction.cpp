// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/ByteFunction.h"
#include "ir/Quantize.h"
#include "plans/elementwise/HardSwish.h"
#include "plans/elementwise/RealFunctions.h"
#include "plans/elementwise/Rescale.h"
#include "support/Error.h"

#include <hexloom/portable/fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace hexloom {

namespace {

bool isByte(DType Type) { return bytesOf(Type) == 1; }

int32_t valueOf(DType Type, int Pattern) { return Type == DType::Int8 ? static_cast<int8_t>(Pattern) : Pattern; }

template <typename Function> Bytes tabulate(DType InType, Function Value) {
  Bytes Table(256);
  for (int Pattern = 0; Pattern < 256; ++Pattern)
    Table[Pattern] = static_cast<uint8_t>(Value(valueOf(InType, Pattern)));
  return Table;
}

/// In float, as PopulateLookupTable (kernels/activations.cc) and LUTPopulate (kernels/internal/common.h) do.
Bytes tabulateReal(const Tensor &In, const Tensor &Out, const RealFunction &F) {
  const Range R = typeRange(Out.Type);
  const float Inverse = 1.0f / Out.Quant.scale();
  return tabulate(In.Type, [&](int32_t X) {
    const float Real = In.Quant.scale() * static_cast<float>(X - In.Quant.zeroPoint());
    const float Rescaled = std::round(F(Real) * Inverse) + static_cast<float>(Out.Quant.zeroPoint());
    if (std::isnan(Rescaled)) // of an infinite value, from scales that no network has
      return R.Min;
    return static_cast<int32_t>(std::clamp(Rescaled, static_cast<float>(R.Min), static_cast<float>(R.Max)));
  });
}

/// kernels/elementwise.cc: float root, quotient rounded towards zero.
Bytes tabulateSqrt(const Tensor &In, const Tensor &Out) {
  const Range R = typeRange(Out.Type);
  return tabulate(In.Type, [&](int32_t X) {
    const float Real = In.Quant.scale() * static_cast<float>(X - In.Quant.zeroPoint());
    const float Root = std::sqrt(std::max(Real, 0.0f)) / Out.Quant.scale();
    const float Limited = std::min(Root, 65536.0f);
    return std::clamp(static_cast<int32_t>(Limited) + Out.Quant.zeroPoint(), R.Min, R.Max);
  });
}

/// kernels/elementwise.cc: an integer Newton iteration; inputs at and below zero give the largest value.
Bytes tabulateRsqrt(const Tensor &In, const Tensor &Out) {
  constexpr int kExtraBits = 20;
  const Range R = typeRange(Out.Type);
  const Multiplier Scale = quantizeMultiplier(1.0 / (std::sqrt(In.Quant.scale()) * Out.Quant.scale()));
  return tabulate(In.Type, [&](int32_t Pattern) {
    const int32_t X = Pattern - In.Quant.zeroPoint();
    if (X <= 0)
      return R.Max;
    int32_t Root;
    int RightShift;
    hl_inverse_sqrt(X, &Root, &RightShift);
    const int32_t Wide = hl_requantize(1, Root, kExtraBits - RightShift);
    return shiftedInto(R, hl_requantize(Wide, Scale.Value, Scale.Shift - kExtraBits), Out.Quant.zeroPoint());
  });
}

Bytes tabulateCast(DType From, DType To) {
  return tabulate(From, [&](int32_t X) { return From == DType::Bool || To == DType::Bool ? X != 0 : X; });
}

bool hasScales(const Tensor &T) { return T.Type != DType::Bool && T.Quant.present() && !T.Quant.perChannel(); }

} // namespace

std::optional<Bytes> byteTable(const Graph &G, const Op &O) {
  if (O.Inputs.size() != 1)
    return std::nullopt;
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (!isByte(In.Type) || !isByte(Out.Type))
    return std::nullopt;
  if (O.Kind == OpKind::Cast)
    return tabulateCast(In.Type, Out.Type);
  if (O.Kind == OpKind::Neg) // kernels/neg.cc: of the stored value, -128 staying what it is
    return tabulate(In.Type, [](int32_t X) { return -X; });
  if (O.Kind == OpKind::LogicalNot)
    return tabulate(In.Type, [](int32_t X) { return X == 0; });
  if (!hasScales(In) || !hasScales(Out))
    return std::nullopt;
  if (const std::optional<Rescale> R = rescaleOf(G, O))
    return tabulate(In.Type, *R);
  if (O.Kind == OpKind::HardSwish) {
    const HardSwish F(In, Out);
    return F.defined() ? std::optional(tabulate(In.Type, F)) : std::nullopt;
  }
  if (O.Kind == OpKind::Sqrt)
    return tabulateSqrt(In, Out);
  if (O.Kind == OpKind::Rsqrt)
    return tabulateRsqrt(In, Out);
  if (const RealFunction F = realFunctionOf(G, O))
    return tabulateReal(In, Out, F);
  return std::nullopt;
}

std::string byteTableFault(const Graph &G, const Op &O) {
  if (O.Kind == OpKind::HardSwish && isByte(G.in(O, 0).Type) && hasScales(G.in(O, 0)) && hasScales(G.out(O, 0)))
    return strf("the output's scale %g is not above 1/128 of the input's, %g: TensorFlow Lite refuses that, too",
                G.out(O, 0).Quant.scale(), G.in(O, 0).Quant.scale());
  return "not a function from byte to byte";
}

std::optional<std::vector<uint32_t>> dequantizeTable(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  if (O.Kind != OpKind::Dequantize || !isByte(In.Type) || !hasScales(In) || G.out(O, 0).Type != DType::Float32)
    return std::nullopt;
  std::vector<uint32_t> Table(256);
  for (int Pattern = 0; Pattern < 256; ++Pattern) {
    const float Real = In.Quant.scale() * static_cast<float>(valueOf(In.Type, Pattern) - In.Quant.zeroPoint());
    std::memcpy(&Table[Pattern], &Real, sizeof Real);
  }
  return Table;
}

} // namespace hexloom
