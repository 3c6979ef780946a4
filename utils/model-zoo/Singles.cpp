// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators and functions along an axis, one operator a network. Shapes are odd on purpose: tails of vectors,
// broadcasting in the middle. Types are those of dnn-frontend/ir/ops.def; test/reference checks that none is missing.
#include "Singles.h"

#include <cmath>

namespace zoo {

namespace {

const std::vector<TensorType> Numbers = {TensorType::UINT8, TensorType::INT8, TensorType::INT16, TensorType::INT32,
                                         TensorType::INT64};

template <typename... More> std::vector<TensorType> joined(std::vector<TensorType> Types, More... Others) {
  Types.insert(Types.end(), {Others...});
  return Types;
}
std::vector<TensorType> andReal(const std::vector<TensorType> &Types) { return joined(Types, TensorType::FLOAT32); }

const Shape Odd = {1, 7, 9, 13}, Broad = {1, 7, 1, 13};

bool contains(const std::vector<TensorType> &Types, TensorType T) {
  return std::find(Types.begin(), Types.end(), T) != Types.end();
}

struct BinaryRow {
  const char *Name;
  BuiltinOperator Code;
  std::vector<TensorType> Types;
  std::function<BuiltinOptionsUnion()> Options;
  float OutputScale; ///< relative to the inputs' 0.05 and 0.04
  bool SameScales;   ///< the kernel does not rescale
};

BuiltinOptionsUnion none() { return {}; }

template <typename Table> BuiltinOptionsUnion activated() {
  Table T;
  T.fused_activation_function = ActivationFunctionType::RELU6;
  return options(T);
}
template <typename Table> BuiltinOptionsUnion plainOptions() { return options(Table()); }

/// Constants of either sign, none of them zero.
Value divisors(Net &N, const TensorSpec &T) {
  if (!contains(Quantized, T.Type))
    return N.random(T, 1, 9);
  const int Zero = static_cast<int>(T.Quantization.ZeroPoints[0]);
  std::vector<uint8_t> Data;
  for (int64_t I = 0; I < elementsOf(T.Dims); ++I) {
    const int V = N.random().between(lowest(T.Type), highest(T.Type));
    Data.push_back(static_cast<uint8_t>(V == Zero ? Zero + 1 : V));
  }
  return N.constant(T, Data);
}

void addBinary(std::vector<Entry> &Zoo, const BinaryRow &R, bool Fused) {
  for (TensorType T : R.Types) {
    const std::string Name = std::string(R.Name) + (Fused ? "_relu6_" : "_") + text(T);
    Zoo.push_back({Name, "elementwise with broadcasting", [R, T](Net &N) {
                     const bool Integers = !contains(Quantized, T);
                     const TensorSpec A = quantized(T, Odd, 0.05f, 3), B = quantized(T, Broad, R.SameScales ? 0.05f : 0.04f, R.SameScales ? 3 : -9);
                     const Value X = N.input(A);
                     const Value Y = T == TensorType::FLOAT32       ? N.input(B)
                                     : R.Code == BuiltinOperator::DIV ? divisors(N, B)
                                     : Integers             ? N.random(B, 1, 3) // powers of 8-bit numbers fit 32 bits
                                                            : N.input(B);
                     N.output(N.op1(R.Code, {X, Y}, quantized(T, Odd, R.OutputScale, R.SameScales ? 3 : 5), R.Options()));
                   }});
  }
}

void addComparison(std::vector<Entry> &Zoo, const char *Name, BuiltinOperator Code, bool Booleans) {
  std::vector<TensorType> Types = andReal(Numbers);
  if (Booleans)
    Types.push_back(TensorType::BOOL);
  for (TensorType T : Types)
    for (bool Same : {true, false}) {
      if (!Same && !contains(Bytes8, T)) // only the kernels of 8 bits rescale
        continue;
      Zoo.push_back({std::string(Name) + (Same ? "_" : "_rescaled_") + text(T), "comparison with broadcasting",
                     [Code, T, Same](Net &N) {
                       const Value X = N.input(quantized(T, Odd, 0.05f, 3));
                       const Value Y = N.input(quantized(T, Broad, Same ? 0.05f : 0.07f, Same ? 3 : -11));
                       N.output(N.op1(Code, {X, Y}, {TensorType::BOOL, Odd, {}}));
                     }});
    }
}

struct UnaryRow {
  const char *Name;
  BuiltinOperator Code;
  std::vector<TensorType> Types;
  float InputScale;  ///< for 8 bits; int16 takes 1/256 of it
  int InputZero;     ///< relative to the middle of the range
  float OutputScale; ///< as InputScale
  int OutputZero;
  std::function<BuiltinOptionsUnion()> Options;
};

float scaleFor(TensorType T, float Scale) { return T == TensorType::INT16 ? Scale / 256 : Scale; }

void addUnary(std::vector<Entry> &Zoo, const UnaryRow &R) {
  for (TensorType T : R.Types)
    Zoo.push_back({std::string(R.Name) + "_" + text(T), "elementwise", [R, T](Net &N) {
                     const Value X = N.input(quantized(T, Odd, scaleFor(T, R.InputScale), R.InputZero));
                     N.output(N.op1(R.Code, {X}, quantized(T, Odd, scaleFor(T, R.OutputScale), R.OutputZero), R.Options()));
                   }});
}

BuiltinOptionsUnion leaky() {
  hexloom::tflite::LeakyReluOptionsT T;
  T.alpha = 0.17f;
  return options(T);
}
BuiltinOptionsUnion gelu(bool Approximate) {
  hexloom::tflite::GeluOptionsT T;
  T.approximate = Approximate;
  return options(T);
}
BuiltinOptionsUnion softmax() {
  hexloom::tflite::SoftmaxOptionsT T;
  T.beta = 0.9f;
  return options(T);
}

/// Adds a network of one operator with one input, and another type or shape of output.
void addOne(std::vector<Entry> &Zoo, const std::string &Name, const char *Description, BuiltinOperator Code, TensorSpec In,
            TensorSpec Out, std::function<BuiltinOptionsUnion()> Options = none) {
  Zoo.push_back({Name, Description, [=](Net &N) { N.output(N.op1(Code, {N.input(In)}, Out, Options())); }});
}

void addConversions(std::vector<Entry> &Zoo) {
  for (TensorType From : Everything)
    for (TensorType To : Everything)
      addOne(Zoo, std::string("cast_") + text(From) + "_" + text(To), "conversion of the numbers", BuiltinOperator::CAST,
             {From, Odd, {}}, {To, Odd, {}});
  for (TensorType T : Quantized) {
    addOne(Zoo, std::string("dequantize_") + text(T), "to real numbers", BuiltinOperator::DEQUANTIZE,
           quantized(T, Odd, 0.031f, 4), {TensorType::FLOAT32, Odd, {}});
    addOne(Zoo, std::string("quantize_float32_") + text(T), "of real numbers", BuiltinOperator::QUANTIZE,
           {TensorType::FLOAT32, Odd, {}}, quantized(T, Odd, scaleFor(T, 0.007f), 4));
  }
  const std::pair<TensorType, std::vector<TensorType>> Rescaled[] = {
      {TensorType::UINT8, Quantized},
      {TensorType::INT8, {TensorType::UINT8, TensorType::INT8, TensorType::INT16, TensorType::INT32}},
      {TensorType::INT16, {TensorType::INT8, TensorType::INT16, TensorType::INT32}},
      {TensorType::INT32, {TensorType::INT8, TensorType::INT16}}};
  for (const auto &[From, Targets] : Rescaled)
    for (TensorType To : Targets) {
      TensorSpec In = quantized(From, Odd, scaleFor(From, 0.031f), 4), Out = quantized(To, Odd, scaleFor(To, 0.043f), -6);
      for (TensorSpec *S : {&In, &Out})
        if (S->Type == TensorType::INT32)
          S->Quantization = perTensor(0.05f, 0);
      addOne(Zoo, std::string("quantize_") + text(From) + "_" + text(To), "to another scale", BuiltinOperator::QUANTIZE, In, Out);
    }
  // Softmax of bytes into int16 has the least value as its zero point.
  for (TensorType To : {TensorType::INT8, TensorType::INT32})
    addOne(Zoo, std::string("quantize_int16_zero_") + text(To), "of values above zero", BuiltinOperator::QUANTIZE,
           {TensorType::INT16, Odd, perTensor(1.0f / 65536, -32768)},
           {To, Odd, To == TensorType::INT8 ? perTensor(1.0f / 256, -128) : perTensor(1.0f / 65536, 0)});
}

void addAlongAxis(std::vector<Entry> &Zoo) {
  const Shape Rows = {3, 5, 37};
  const auto Probability = [](TensorType T) {
    return T == TensorType::FLOAT32 ? Quantization()
           : T == TensorType::INT16 ? perTensor(1.0f / 32768, 0)
                                    : perTensor(1.0f / 256, lowest(T));
  };
  const TensorSpec Real = {TensorType::FLOAT32, Rows, {}};
  addOne(Zoo, "log_softmax_float32", "logarithms of probabilities", BuiltinOperator::LOG_SOFTMAX, Real, Real);
  addOne(Zoo, "l2_normalization_float32", "rows of length 1", BuiltinOperator::L2_NORMALIZATION, Real, Real,
         plainOptions<hexloom::tflite::L2NormOptionsT>);
  for (TensorType T : andReal(Quantized))
    addOne(Zoo, std::string("softmax_") + text(T), "probabilities", BuiltinOperator::SOFTMAX,
           quantized(T, Rows, scaleFor(T, 0.06f), 7), {T, Rows, Probability(T)}, softmax);
  for (TensorType T : Bytes8) {
    addOne(Zoo, std::string("softmax_") + text(T) + "_int16", "probabilities of 16 bits", BuiltinOperator::SOFTMAX,
           quantized(T, Rows, 0.06f, 7), {TensorType::INT16, Rows, perTensor(1.0f / 65536, -32768)}, softmax);
    addOne(Zoo, std::string("log_softmax_") + text(T), "logarithms of probabilities", BuiltinOperator::LOG_SOFTMAX,
           quantized(T, Rows, 0.06f, 7), {T, Rows, perTensor(16.0f / 256, highest(T))});
    addOne(Zoo, std::string("l2_normalization_") + text(T), "rows of length 1", BuiltinOperator::L2_NORMALIZATION,
           quantized(T, Rows, 0.06f, 7), {T, Rows, perTensor(1.0f / 128, T == TensorType::UINT8 ? 128 : 0)},
           plainOptions<hexloom::tflite::L2NormOptionsT>);
  }
}

} // namespace

TensorSpec quantized(TensorType T, const Shape &S, float Scale, int ZeroPoint) {
  switch (T) {
  case TensorType::UINT8:
    return {T, S, perTensor(Scale, 128 + ZeroPoint)};
  case TensorType::INT8:
    return {T, S, perTensor(Scale, ZeroPoint)};
  case TensorType::INT16:
    return {T, S, perTensor(Scale, 0)};
  default:
    return {T, S, {}};
  }
}

void addElementwiseSingles(std::vector<Entry> &Zoo) {
  using Op = BuiltinOperator;
  namespace tfl = hexloom::tflite;
  const std::vector<TensorType> Divided = {TensorType::UINT8, TensorType::INT8, TensorType::INT32};
  const std::vector<TensorType> Squared = {TensorType::INT8, TensorType::INT32};
  const BinaryRow Binary[] = {
      {"add", Op::ADD, andReal(Numbers), plainOptions<tfl::AddOptionsT>, 0.07f, false},
      {"sub", Op::SUB, andReal(Numbers), plainOptions<tfl::SubOptionsT>, 0.07f, false},
      {"mul", Op::MUL, andReal(Numbers), plainOptions<tfl::MulOptionsT>, 0.11f, false},
      {"div", Op::DIV, andReal(Divided), plainOptions<tfl::DivOptionsT>, 0.09f, false},
      {"squared_difference", Op::SQUARED_DIFFERENCE, andReal(Squared), none, 0.21f, false},
      {"pow", Op::POW, andReal({TensorType::INT32}), none, 1, false},
      {"maximum", Op::MAXIMUM, andReal(Numbers), none, 0.05f, true},
      {"minimum", Op::MINIMUM, andReal(Numbers), none, 0.05f, true},
  };
  for (const BinaryRow &R : Binary)
    addBinary(Zoo, R, false);
  addBinary(Zoo, {"add", Op::ADD, andReal(Numbers), activated<tfl::AddOptionsT>, 0.04f, false}, true);
  addBinary(Zoo, {"sub", Op::SUB, andReal(Numbers), activated<tfl::SubOptionsT>, 0.04f, false}, true);
  addBinary(Zoo, {"mul", Op::MUL, andReal(Numbers), activated<tfl::MulOptionsT>, 0.04f, false}, true);
  addBinary(Zoo, {"div", Op::DIV, andReal(Divided), activated<tfl::DivOptionsT>, 0.04f, false}, true);

  addComparison(Zoo, "equal", Op::EQUAL, true);
  addComparison(Zoo, "not_equal", Op::NOT_EQUAL, true);
  addComparison(Zoo, "greater", Op::GREATER, false);
  addComparison(Zoo, "greater_equal", Op::GREATER_EQUAL, false);
  addComparison(Zoo, "less", Op::LESS, false);
  addComparison(Zoo, "less_equal", Op::LESS_EQUAL, false);

  const UnaryRow Unary[] = {
      {"relu", Op::RELU, andReal(Quantized), 0.05f, 9, 0.03f, -50, none},
      {"relu6", Op::RELU6, andReal(Quantized), 0.08f, 9, 0.03f, -100, none},
      {"relu_n1_to_1", Op::RELU_N1_TO_1, andReal(Bytes8), 0.02f, 9, 0.01f, -3, none},
      {"relu_0_to_1", Op::RELU_0_TO_1, andReal(Bytes8), 0.02f, 9, 0.005f, -100, none},
      {"leaky_relu", Op::LEAKY_RELU, andReal(Quantized), 0.05f, 9, 0.04f, -60, leaky},
      {"elu", Op::ELU, {TensorType::INT8, TensorType::FLOAT32}, 0.04f, 9, 0.03f, -40, none},
      {"hard_swish", Op::HARD_SWISH, andReal(Bytes8), 0.06f, 5, 0.04f, -90, none},
      {"logistic", Op::LOGISTIC, andReal(Bytes8), 0.07f, 5, 1.0f / 256, -128, none},
      {"tanh", Op::TANH, andReal(Bytes8), 0.03f, 5, 1.0f / 128, 0, none},
      {"logistic", Op::LOGISTIC, {TensorType::INT16}, 0.06f, 0, 1.0f / 128, 0, none},
      {"tanh", Op::TANH, {TensorType::INT16}, 0.03f, 0, 1.0f / 128, 0, none},
      {"gelu", Op::GELU, andReal(Bytes8), 0.05f, 5, 0.03f, -70, [] { return gelu(false); }},
      {"gelu_tanh", Op::GELU, andReal(Bytes8), 0.05f, 5, 0.03f, -70, [] { return gelu(true); }},
      {"exp", Op::EXP, {TensorType::INT8, TensorType::INT16, TensorType::FLOAT32}, 0.01f, 20, 0.02f, -100, none},
      {"log", Op::LOG, {TensorType::INT8, TensorType::INT16, TensorType::FLOAT32}, 0.02f, -128, 0.02f, 60, none},
      {"sqrt", Op::SQRT, {TensorType::INT8, TensorType::FLOAT32}, 0.013f, -128, 0.007f, -128, none},
      {"rsqrt", Op::RSQRT, {TensorType::INT8, TensorType::INT16, TensorType::FLOAT32}, 0.02f, -128, 0.03f, -128, none},
      {"abs", Op::ABS, {TensorType::INT8, TensorType::INT16, TensorType::INT32, TensorType::FLOAT32}, 0.05f, 9, 0.04f, -60, none},
      {"neg", Op::NEG, {TensorType::INT8, TensorType::INT16, TensorType::INT32, TensorType::INT64, TensorType::FLOAT32}, 1, 0, 1, 0, none},
  };
  for (const UnaryRow &R : Unary)
    addUnary(Zoo, R);
  addConversions(Zoo);
  addAlongAxis(Zoo);

  for (const char *Name : {"logical_and", "logical_or"})
    Zoo.push_back({Name, "elementwise with broadcasting", [Name](Net &N) {
                     const Value X = N.input({TensorType::BOOL, Odd, {}}), Y = N.input({TensorType::BOOL, Broad, {}});
                     const Op Code = Name == std::string("logical_or") ? Op::LOGICAL_OR : Op::LOGICAL_AND;
                     N.output(N.op1(Code, {X, Y}, {TensorType::BOOL, Odd, {}}));
                   }});
  addOne(Zoo, "logical_not", "elementwise", Op::LOGICAL_NOT, {TensorType::BOOL, Odd, {}}, {TensorType::BOOL, Odd, {}});
  for (TensorType T : Everything)
    Zoo.push_back({std::string("select_v2_") + text(T), "choice by a mask, with broadcasting", [T](Net &N) {
                     const Value Mask = N.input({TensorType::BOOL, Broad, {}});
                     const Value X = N.input(quantized(T, Odd, 0.05f, 3)), Y = N.input(quantized(T, {13}, 0.05f, 3));
                     N.output(N.op1(Op::SELECT_V2, {Mask, X, Y}, quantized(T, Odd, 0.05f, 3)));
                   }});
  Zoo.push_back({"prelu_float32", "a slope for each channel", [](Net &N) {
                   const Value X = N.input({TensorType::FLOAT32, Odd, {}}), Slope = N.input({TensorType::FLOAT32, {1, 1, 13}, {}});
                   N.output(N.op1(Op::PRELU, {X, Slope}, {TensorType::FLOAT32, Odd, {}}));
                 }});
  for (TensorType T : Bytes8)
    Zoo.push_back({std::string("prelu_") + text(T), "a slope for each channel", [T](Net &N) {
                     const Value X = N.input(quantized(T, Odd, 0.05f, 9));
                     const Value Slope = N.random(quantized(T, {1, 1, 13}, 0.004f, 11), lowest(T), highest(T));
                     N.output(N.op1(Op::PRELU, {X, Slope}, quantized(T, Odd, 0.04f, -20)));
                   }});
}

} // namespace zoo
