// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions (CAST, QUANTIZE, DEQUANTIZE) and integer arithmetic on constants.
#include "ir/Evaluate.h"
#include "ir/Quantize.h"

#include <hexloom/portable/plain.h>
#include <hexloom/portable/requantize.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace hexloom {

int64_t integerAt(const Tensor &T, int64_t I) {
  switch (T.Type) {
  case DType::Int8:
    return T.dataAs<int8_t>()[I];
  case DType::Int16:
    return T.dataAs<int16_t>()[I];
  case DType::Int32:
    return T.dataAs<int32_t>()[I];
  case DType::Int64:
    return T.dataAs<int64_t>()[I];
  default:
    return (*T.Data)[I];
  }
}

namespace {

bool isInteger(DType Type) { return Type != DType::Float32; }

/// The low bytes of Value: what a C cast to the narrower type keeps.
void appendInteger(Bytes &Data, DType Type, int64_t Value) {
  const uint8_t *Begin = reinterpret_cast<const uint8_t *>(&Value);
  Data.insert(Data.end(), Begin, Begin + bytesOf(Type));
}
void appendFloat(Bytes &Data, float Value) {
  const uint8_t *Begin = reinterpret_cast<const uint8_t *>(&Value);
  Data.insert(Data.end(), Begin, Begin + sizeof(Value));
}

Bytes castIntegers(const Tensor &In, const Tensor &Out) {
  Bytes Result;
  for (int64_t I = 0; I < In.elements(); ++I) {
    const int64_t Value = integerAt(In, I);
    if (Out.Type == DType::Float32)
      appendFloat(Result, static_cast<float>(Value));
    else
      appendInteger(Result, Out.Type, Out.Type == DType::Bool ? Value != 0 : Value);
  }
  return Result;
}

Bytes dequantize(const Tensor &In) {
  Bytes Result;
  for (int64_t I = 0; I < In.elements(); ++I)
    appendFloat(Result, static_cast<float>(double(In.Quant.scale()) *
                                           double(integerAt(In, I) - In.Quant.zeroPoint())));
  return Result;
}

/// TFLite's AffineQuantize: division and rounding in single precision, half away from zero.
Bytes quantizeFloats(const Tensor &In, const Tensor &Out) {
  const Range R = typeRange(Out.Type);
  Bytes Result;
  for (int64_t I = 0; I < In.elements(); ++I) {
    const double Rounded = std::round(In.dataAs<float>()[I] / Out.Quant.scale());
    const double Value = Rounded + Out.Quant.zeroPoint();
    appendInteger(Result, Out.Type,
                  static_cast<int64_t>(std::min<double>(R.Max, std::max<double>(R.Min, Value))));
  }
  return Result;
}

/// TFLite's Requantize: the double quotient of the scales as a 31-bit multiplier.
Bytes requantize(const Tensor &In, const Tensor &Out) {
  const Range R = typeRange(Out.Type);
  const Multiplier M = quantizeMultiplier(double(In.Quant.scale()) / double(Out.Quant.scale()));
  Bytes Result;
  for (int64_t I = 0; I < In.elements(); ++I) {
    const int32_t Centred = static_cast<int32_t>(integerAt(In, I) - In.Quant.zeroPoint());
    const int64_t Value = int64_t(hl_requantize(Centred, M.Value, M.Shift)) + Out.Quant.zeroPoint();
    appendInteger(Result, Out.Type, std::min<int64_t>(R.Max, std::max<int64_t>(R.Min, Value)));
  }
  return Result;
}

std::optional<int64_t> valueOf() { return std::nullopt; }
template <typename T> std::optional<int64_t> valueOf(T Value) { return Value; }

/// The operator's expression of integers, as the emitted program computes it; nullopt: it has none.
template <typename T> std::optional<int64_t> combined(OpKind Kind, T x, T y) {
  switch (Kind) {
#define ELEMENTWISE(KIND, GROUP, INTEGERS, REALS, EFFORT)                                                                    \
  case OpKind::KIND:                                                                                                         \
    return valueOf(INTEGERS);
#include "expr/operators.def"
  default:
    return std::nullopt;
  }
}

/// Element of T that element I of a tensor of shape S reads by broadcasting.
int64_t broadcastIndex(const Shape &From, const Shape &S, int64_t I) {
  int64_t Result = 0, Step = 1;
  for (size_t D = 0; D < S.size(); ++D) { // from the last dimension
    const int32_t Dim = S[S.size() - 1 - D];
    if (D < From.size()) {
      const int32_t Own = From[From.size() - 1 - D];
      Result += Own == 1 ? 0 : I % Dim * Step;
      Step *= Own;
    }
    I /= Dim;
  }
  return Result;
}

/// int32, int64 and truth values only: quantized types carry scales.
std::optional<Bytes> integerArithmetic(const Graph &G, const Op &O) {
  const Tensor &A = G.in(O, 0), &B = G.in(O, O.Inputs.size() > 1), &Out = G.out(O, 0);
  const auto IsPlain = [](const Tensor &T) { return T.Type == DType::Int32 || T.Type == DType::Int64 || T.Type == DType::Bool; };
  if (!combined(O.Kind, 1, 1) || !IsPlain(A) || !IsPlain(B) || !IsPlain(Out) ||
      (O.Attrs.count(Attr::Activation) && O.s(Attr::Activation) != "none"))
    return std::nullopt;
  Bytes Result;
  for (int64_t I = 0; I < Out.elements(); ++I) {
    const int64_t X = integerAt(A, broadcastIndex(A.Dims, Out.Dims, I)), Y = integerAt(B, broadcastIndex(B.Dims, Out.Dims, I));
    appendInteger(Result, Out.Type, *(A.Type == DType::Int64 ? combined(O.Kind, X, Y) : combined(O.Kind, int32_t(X), int32_t(Y))));
  }
  return Result;
}

/// The shape that two shapes are broadcast to. Dimensions are counted from the last one.
Bytes broadcastArgs(const Graph &G, const Op &O) {
  const Tensor &A = G.in(O, 0), &B = G.in(O, 1);
  const int64_t Rank = G.out(O, 0).elements();
  const auto at = [&](const Tensor &T, int64_t D) {
    const int64_t I = D - (Rank - T.elements());
    return I < 0 ? 1 : integerAt(T, I);
  };
  Bytes Result;
  for (int64_t D = 0; D < Rank; ++D)
    appendInteger(Result, G.out(O, 0).Type, at(A, D) == 1 ? at(B, D) : at(A, D));
  return Result;
}

} // namespace

std::optional<Bytes> evaluateArithmetic(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  switch (O.Kind) {
  case OpKind::Cast:
    return isInteger(In.Type) ? std::optional<Bytes>(castIntegers(In, Out)) : std::nullopt;
  case OpKind::Dequantize:
    return dequantize(In);
  case OpKind::Quantize:
    if (In.Type == DType::Int32 || Out.Type == DType::Int32)
      return std::nullopt;
    return In.Type == DType::Float32 ? quantizeFloats(In, Out) : requantize(In, Out);
  case OpKind::BroadcastArgs:
    return broadcastArgs(G, O);
  default:
    return integerArithmetic(G, O);
  }
}

} // namespace hexloom
