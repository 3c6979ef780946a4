// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/ByteFunction.h"
#include "expr/Operators.h"
#include "ir/Quantize.h"
#include "plans/elementwise/Arithmetic.h"
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

constexpr size_t kBytes = 256;

bool isByte(DType Type) { return bytesOf(Type) == 1; }

int32_t valueOf(DType Type, int Pattern) { return Type == DType::Int8 ? static_cast<int8_t>(Pattern) : Pattern; }

template <typename Function> Bytes tabulate(DType InType, Function Value) {
  Bytes Table(kBytes);
  for (size_t Pattern = 0; Pattern < kBytes; ++Pattern)
    Table[Pattern] = static_cast<uint8_t>(Value(valueOf(InType, static_cast<int>(Pattern))));
  return Table;
}

Bytes identityTable() {
  return tabulate(DType::UInt8, [](int32_t X) { return X; });
}

/// The table of a real function, in float as PopulateLookupTable (kernels/activations.cc) and LUTPopulate (kernels/internal/common.h)
/// compute it.
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

bool hasScales(const Tensor &T) { return T.Type != DType::Bool && T.Quant.present() && !T.Quant.perChannel(); }

std::optional<Bytes> tabulateHardSwish(const Tensor &In, const Tensor &Out) {
  const HardSwish F(In, Out);
  return F.defined() ? std::optional(tabulate(In.Type, F)) : std::nullopt;
}

/// kernels/neg.cc: of the stored value, -128 staying what it is.
Bytes tabulateNeg(const Tensor &In, const Tensor &) {
  return tabulate(In.Type, [](int32_t X) { return -X; });
}

Bytes tabulateNot(const Tensor &In, const Tensor &) {
  return tabulate(In.Type, [](int32_t X) { return X == 0; });
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

Bytes tabulateCast(const Tensor &In, const Tensor &Out) {
  const bool IsTruth = In.Type == DType::Bool || Out.Type == DType::Bool;
  return tabulate(In.Type, [&](int32_t X) { return IsTruth ? X != 0 : X; });
}

/// portable/binary.h
int32_t resultOf(Combines How, const Arithmetic &P, const std::array<int32_t, 2> &Bytes) {
  std::array<int32_t, 2> X = {Bytes[0] - P.Zero[0], Bytes[1] - P.Zero[1]};
  if (How != Combines::Product)
    for (int K = 0; K < 2; ++K)
      X[K] = hl_requantize(X[K] * (1 << P.LeftShift), P.Input[K].Value, P.Input[K].Shift);
  const int32_t Sum = How == Combines::Product  ? X[0] * X[1]
                      : How == Combines::Square ? (X[0] - X[1]) * (X[0] - X[1])
                                                : hl_wrap_add(X[0], X[1]);
  return shiftedInto(P.Bounds, hl_requantize(Sum, P.Output.Value, P.Output.Shift), P.Zero[2]);
}

/// The table of an operator with two inputs of bytes, which have these values each. Nullopt for others.
std::optional<Bytes> tabulateArithmetic(const Graph &G, const Op &O, const std::array<Bytes, 2> &Inputs) {
  const DType Type = G.in(O, 0).Type;
  const Scaled *S = scaledOf(O.Kind);
  if (!S || S->How == Combines::Quotient || !is8Bit(Type) || !whyNotArithmetic(G, O).empty())
    return std::nullopt;
  const Arithmetic P = arithmeticOf(G, O);
  Bytes Table(kBytes);
  for (size_t I = 0; I < kBytes; ++I)
    Table[I] = static_cast<uint8_t>(resultOf(S->How, P, {valueOf(Type, Inputs[0][I]), valueOf(Type, Inputs[1][I])}));
  return Table;
}

/// The table of an operator with two inputs, one of which is a constant of one element.
std::optional<Bytes> tabulateByConstant(const Graph &G, const Op &O) {
  const size_t I = tableInput(G, O);
  const Tensor &In = G.in(O, I), &Constant = G.in(O, 1 - I);
  if (!Constant.isConst() || Constant.elements() != 1 || In.isConst() || In.Dims != G.out(O, 0).Dims || !is8Bit(In.Type))
    return std::nullopt;
  const Bytes Other(kBytes, Constant.Data->front());
  return tabulateArithmetic(G, O, I == 0 ? std::array{identityTable(), Other} : std::array{Other, identityTable()});
}

} // namespace

size_t tableInput(const Graph &G, const Op &O) { return O.Inputs.size() == 2 && G.in(O, 0).isConst() ? 1 : 0; }

std::optional<Bytes> byteTable(const Graph &G, const Op &O) {
  if (O.Inputs.size() == 2)
    return tabulateByConstant(G, O);
  if (O.Inputs.size() != 1)
    return std::nullopt;
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (!isByte(In.Type) || !isByte(Out.Type))
    return std::nullopt;
  if (O.Kind == OpKind::Table)
    return Bytes(O.ints(Attr::Values).begin(), O.ints(Attr::Values).end());
  switch (O.Kind) {
#define BYTES(KIND, FUNCTION)                                                                                                \
  case OpKind::KIND:                                                                                                         \
    return FUNCTION(In, Out);
#include "expr/operators.def"
  default:
    break;
  }
  if (!hasScales(In) || !hasScales(Out))
    return std::nullopt;
  if (const std::optional<Rescale> R = rescaleOf(G, O))
    return tabulate(In.Type, *R);
  if (const RealFunction F = realFunctionOf(G, O))
    return tabulateReal(In, Out, F);
  return std::nullopt;
}

std::optional<Bytes> byteTableOfBoth(const Graph &G, const Op &O, const std::array<std::optional<Bytes>, 2> &Functions) {
  const Shape &Dims = G.out(O, 0).Dims;
  if (O.Inputs.size() != 2 || G.in(O, 0).Dims != Dims || G.in(O, 1).Dims != Dims)
    return std::nullopt;
  return tabulateArithmetic(G, O, {Functions[0].value_or(identityTable()), Functions[1].value_or(identityTable())});
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
