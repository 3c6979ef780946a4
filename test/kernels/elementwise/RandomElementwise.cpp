// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a Hexagon program that compares the vector kernels of elementwise operators with the
// portable ones on random operators: those on words and int16, DIV and SELECT_V2; arithmetic of bytes in rows.
//
//   RandomElementwise FOLDER COUNT [SEED [OPERATOR]]
#include "../RandomOps.h"

#include <algorithm>
#include <cmath>

using namespace hexloom;

namespace {

DType oneOfTypes(const std::vector<DType> &Types) {
  return Types[uniform(0, static_cast<int>(Types.size()) - 1)];
}
DType byteType() { return oneOfTypes({DType::Int8, DType::UInt8}); }
Shape anyShape() {
  return {oneOf({1, 2}), uniform(1, 4), uniform(1, 9), oneOf({1, 3, 8, 24, 32, 40, 70})};
}

Tensor plain(DType Type, const Shape &Dims) {
  Tensor T;
  T.Name = "t";
  T.Type = Type;
  T.Dims = Dims;
  return T;
}

/// The shape itself, or one that broadcasts to it.
Shape operandOf(Shape S) {
  if (uniform(0, 2) == 0)
    return Shape(S.size(), 1);
  for (int32_t &Dim : S)
    if (uniform(0, 3) == 0)
      Dim = 1;
  return S;
}

/// Shapes of a pair of operands; at least one has the result's shape.
std::pair<Shape, Shape> operandsOf(const Shape &S) {
  const Shape Other = uniform(0, 1) ? S : operandOf(S);
  return uniform(0, 1) ? std::make_pair(S, Other) : std::make_pair(Other, S);
}

Graph randomCast() {
  const std::vector<DType> Integers = {DType::Int8,  DType::UInt8, DType::Bool,
                                       DType::Int16, DType::Int32, DType::Int64};
  const DType From = oneOfTypes(Integers);
  const DType To =
      From != DType::Int64 && uniform(0, 3) == 0 ? DType::Float32 : oneOfTypes(Integers);
  const Shape S = anyShape();
  return withOp(OpKind::Cast, {plain(From, S)}, plain(To, S));
}

Graph randomDiv() {
  const DType T = byteType();
  const Shape S = anyShape();
  const auto [A, B] = operandsOf(S);
  const auto Scale = static_cast<float>(std::pow(10, real(-4, 1)));
  Graph G = withOp(OpKind::Div, {activation(T, A, 0.02f), activation(T, B, real(0.005, 0.1))},
                   activation(T, S, Scale));
  G.Ops[0].Attrs[Attr::Activation] = std::string(randomActivation());
  return G;
}

Graph randomRescale() {
  const DType Narrow = oneOfTypes({DType::Int8, DType::UInt8, DType::Int16});
  const bool FromWords = Narrow != DType::UInt8 && uniform(0, 1);
  const Shape S = anyShape();
  const float Fine = static_cast<float>(std::pow(2, real(-26, -18)));
  Tensor Words = activation(DType::Int32, S, Fine),
         Other = activation(Narrow, S, FromWords ? Fine * 65536 * 64 : 0.02f);
  return FromWords ? withOp(OpKind::Quantize, {Words}, Other)
                   : withOp(OpKind::Quantize, {Other}, Words);
}

Graph randomDequantize16() {
  const Shape S = anyShape();
  return withOp(OpKind::Dequantize,
                {activation(DType::Int16, S, static_cast<float>(std::pow(2, real(-40, 20))))},
                plain(DType::Float32, S));
}

Graph randomSigmoid16() {
  const Shape S = anyShape();
  const float Scale = uniform(0, 2) ? static_cast<float>(std::pow(2, real(-16, -8)))
                                    : std::ldexp(1.0f, uniform(-14, -10));
  return withOp(uniform(0, 1) ? OpKind::Logistic : OpKind::Tanh,
                {activation(DType::Int16, S, Scale)}, activation(DType::Int16, S, 1.0f / 32768));
}

Graph randomExp16() {
  const Shape S = anyShape();
  return withOp(OpKind::Exp,
                {activation(DType::Int16, S, static_cast<float>(std::pow(2, real(-16, -12))))},
                activation(DType::Int16, S, static_cast<float>(std::pow(2, real(-14, -8)))));
}

Graph randomComparison() {
  const OpKind Kind = OpKind(static_cast<int>(OpKind::Equal) + uniform(0, 5));
  const bool Equality = Kind == OpKind::Equal || Kind == OpKind::NotEqual;
  const DType T = oneOfTypes(Equality ? std::vector<DType>{DType::Int32, DType::Int16, DType::Bool}
                                      : std::vector<DType>{DType::Int32, DType::Int16});
  const Shape S = anyShape();
  const auto [A, B] = operandsOf(S);
  const auto Make = [&](const Shape &Dims) {
    return T == DType::Int16 ? activation(T, Dims, 0.01f) : plain(T, Dims);
  };
  return withOp(Kind, {Make(A), Make(B)}, plain(DType::Bool, S));
}

Graph randomSelect() {
  const DType T =
      oneOfTypes({DType::Int8, DType::Int16, DType::Int32, DType::Float32, DType::Bool});
  const Shape S = anyShape();
  const auto Operand = [&] { return uniform(0, 1) ? S : operandOf(S); };
  return withOp(OpKind::SelectV2, {plain(DType::Bool, S), plain(T, Operand()), plain(T, Operand())},
                plain(T, S));
}

Graph randomArithmetic32() {
  const OpKind Kind = std::vector<OpKind>{OpKind::Add, OpKind::Sub, OpKind::Mul,
                                          OpKind::SquaredDifference}[uniform(0, 3)];
  const Shape S = anyShape();
  const auto [A, B] = operandsOf(S);
  Graph G = withOp(Kind, {plain(DType::Int32, A), plain(DType::Int32, B)}, plain(DType::Int32, S));
  if (Kind != OpKind::SquaredDifference)
    G.Ops[0].Attrs[Attr::Activation] =
        std::string(uniform(0, 3) ? randomActivation() : "relu_n1_to_1");
  if (Kind == OpKind::Add || Kind == OpKind::Sub)
    G.Ops[0].Attrs[Attr::PotScale] = false;
  return G;
}

Graph randomSign() {
  const Shape S = anyShape();
  if (uniform(0, 2) == 0)
    return withOp(OpKind::Neg, {activation(DType::Int16, S, 0.5f)},
                  activation(DType::Int16, S, 0.5f));
  return withOp(uniform(0, 1) ? OpKind::Abs : OpKind::Neg, {plain(DType::Int32, S)},
                plain(DType::Int32, S));
}

/// ADD, SUB, MUL and SQUARED_DIFFERENCE of rows: with a value for each row, one for each column, one for all, or rows.
Graph randomRows() {
  const OpKind Kind = std::vector<OpKind>{OpKind::Add, OpKind::Sub, OpKind::Mul, OpKind::Mul, OpKind::SquaredDifference}[uniform(0, 4)];
  const DType T = Kind == OpKind::SquaredDifference ? DType::Int8 : byteType();
  const int32_t Depth = oneOf({1, 3, 8, 9, 10, 16, 31, 32, 33, 49, 64, 96, 100, 120, 124, 127, 128, 129, 192, 255, 256, 300, 312, 384, 768, 1024});
  const int32_t Rows = oneOf({1, 2, 3, uniform(1, 20), std::max(1, 9000 / Depth), std::max(1, 9000 / Depth)});
  const Shape S = {1, Rows, Depth};
  const Shape Other = std::vector<Shape>{{1, Rows, 1}, {Rows, 1}, {1, Rows, 1}, {1, 1, Depth}, {1, 1, Depth}, {1, 1, 1}, {1, 1, 1}, S}[uniform(0, 7)];
  const float Scale = static_cast<float>(std::pow(10, real(-3, 0))), Ratio = uniform(0, 3) ? real(0.05, 2) : std::pow(2, real(-12, 12));
  const float Range = Kind == OpKind::Mul                ? Scale * Scale * Ratio * 64
                      : Kind == OpKind::SquaredDifference ? Scale * Scale * std::max(1.0f, Ratio * Ratio) * 128
                                                          : Scale * std::max(1.0f, Ratio);
  const float Out = Range * static_cast<float>(std::pow(2, uniform(0, 3) ? real(-4, 4) : real(-24, 24)));
  Tensor A = activation(T, S, Scale), B = activation(T, Other, Scale * Ratio);
  for (Tensor *Operand : {&A, &B})
    if (uniform(0, 3) == 0)
      Operand->Quant.ZeroPoints = {T == DType::Int8 ? oneOf({-128, 0, 127}) : oneOf({0, 128, 255})};
  if (Other.back() == 1 && Other[Other.size() - 2] == Rows && uniform(0, 2) == 0)
    A.Dims = {1, 1, Depth};
  if ((B.elements() == 1 || Other == Shape{1, 1, Depth}) && uniform(0, 2)) { // a function of a byte, or of a byte and its column
    Bytes Values(B.elements());
    std::generate(Values.begin(), Values.end(), [] { return static_cast<uint8_t>(uniform(0, 255)); });
    fill(B, Values);
  }
  if (uniform(0, 1))
    std::swap(A, B);
  Graph G = withOp(Kind, {A, B}, activation(T, S, Out));
  if (Kind != OpKind::SquaredDifference)
    G.Ops[0].Attrs[Attr::Activation] = std::string(randomActivation());
  if (Kind == OpKind::Add || Kind == OpKind::Sub)
    G.Ops[0].Attrs[Attr::PotScale] = false;
  return G;
}

/// ADD, SUB, MUL and SQUARED_DIFFERENCE of an image by a constant of its shape or of one that is repeated to it.
Graph randomRepeated() {
  const OpKind Kind = std::vector<OpKind>{OpKind::Add, OpKind::Sub, OpKind::Mul, OpKind::SquaredDifference}[uniform(0, 3)];
  const DType T = Kind == OpKind::SquaredDifference ? DType::Int8 : byteType();
  const Shape S = {oneOf({1, 2, 5}), uniform(1, 4), uniform(1, 9), oneOf({3, 24, 32, 49, 70})};
  Tensor A = activation(T, S, 0.03f), B = activation(T, operandOf(S), 0.05f);
  if (uniform(0, 2)) // what all images have
    B.Dims = {1, S[1], S[2], S[3]};
  Bytes Values(B.elements());
  std::generate(Values.begin(), Values.end(), [] { return static_cast<uint8_t>(uniform(0, 255)); });
  fill(B, Values);
  if (uniform(0, 1))
    std::swap(A, B);
  Graph G = withOp(Kind, {A, B}, activation(T, S, 0.06f));
  if (Kind != OpKind::SquaredDifference)
    G.Ops[0].Attrs[Attr::Activation] = std::string(randomActivation());
  if (Kind == OpKind::Add || Kind == OpKind::Sub)
    G.Ops[0].Attrs[Attr::PotScale] = false;
  return G;
}

Graph randomOperator(int Kind) {
  static Graph (*const Makers[])() = {randomCast,         randomDiv,       randomRescale,
                                      randomDequantize16, randomSigmoid16, randomExp16,
                                      randomComparison,   randomSelect,    randomArithmetic32,
                                      randomCast,         randomSelect,    randomSign,
                                      randomRows,         randomRepeated};
  return Makers[Kind]();
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 3)
    return std::fprintf(stderr, "usage: RandomElementwise FOLDER COUNT [SEED [OPERATOR]]\n"), 2;
  Random.seed(Argc > 3 ? std::atoi(Argv[3]) : 1);
  Writer W(Argv[1]);
  for (int I = 0; I < std::atoi(Argv[2]); ++I)
    W.add(randomOperator(Argc > 4 ? std::atoi(Argv[4]) : I % 14));
  W.finish();
  std::printf("%d variants\n", W.variants());
  return 0;
}
