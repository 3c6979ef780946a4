// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/elementwise/AddWords.h"
#include "expr/Operators.h"
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/elementwise/VectorOperand.h"

#include <algorithm>
#include <numeric>

namespace hexloom {

namespace {

constexpr int64_t kVector = hexagon::kVectorBytes;
constexpr int64_t kWords = 4; ///< vectors of words for one of bytes

int64_t vectorsOf(const Tensor &T) { return (T.elements() + kVector - 1) / kVector; }

/// Whether no vector meets more than two rows of so many bytes.
bool meetTwoRows(int64_t Depth) { return kVector - std::gcd(kVector, Depth) <= Depth; }

/// Whether words of a row serve all four bytes of a lane.
bool hasWordsOfRows(const Tensor &Operand, const Tensor &Out) {
  const int64_t Depth = rowDepth(Operand, Out);
  return Depth > 0 && Depth % 4 == 0 && meetTwoRows(Depth);
}

/// Whether a repeating constant's words are made by the front end: it is small, because its words take four times as much, and none of its
/// vectors stays in a register while it meets many others.
bool hasConstantWords(const Tensor &Operand, const Tensor &Out) {
  constexpr int64_t kMostPeriod = 64;
  const OperandForm F = formOf(Operand, Out);
  return Operand.isConst() && F.Form == OperandForm::Periodic && F.Period <= kMostPeriod && vectorsOf(Out) / F.Period < F.Period;
}

/// The words of each vector: elements 4i, 4i + 2, 4i + 1 and 4i + 3.
std::vector<int32_t> constantWords(const Tensor &T, int64_t Period, const LinearAdd &L, int Input) {
  constexpr int kOrder[kWords] = {0, 2, 1, 3};
  const int64_t Lanes = kVector / kWords;
  std::vector<int32_t> Words;
  for (int64_t Vector = 0; Vector < Period; ++Vector)
    for (int First : kOrder)
      for (int64_t Lane = 0; Lane < Lanes; ++Lane) {
        const int64_t I = (Vector * kVector + kWords * Lane + First) % T.elements();
        const int Value = T.Type == DType::Int8 ? T.dataAs<int8_t>()[I] : T.dataAs<uint8_t>()[I];
        Words.push_back(static_cast<int32_t>(L.Factors[Input] * Value + L.Constant));
      }
  return Words;
}

} // namespace

int wordsInput(const Graph &G, const Op &O) {
  const Tensor &Out = G.out(O, 0);
  if (!combines(O, Combines::Sum))
    return -1;
  for (int I = 0; I < 2; ++I)
    if (formOf(G.in(O, 1 - I), Out).Form == OperandForm::Full && is8Bit(Out.Type) &&
        (hasWordsOfRows(G.in(O, I), Out) || hasConstantWords(G.in(O, I), Out)))
      return I;
  return -1;
}

int64_t wordsBytes(const Graph &G, const Op &O) {
  const int I = wordsInput(G, O);
  return I >= 0 && hasConstantWords(G.in(O, I), G.out(O, 0)) ? formOf(G.in(O, I), G.out(O, 0)).Period * kWords * kVector : 0;
}

static OwnLoops wordsLoops(const Graph &G, const Op &O) {
  return {{wordsBytes(G, O) > 0 ? "hl_vadd_periods" : "hl_vadd_rows", vectorsOf(G.out(O, 0))}};
}

Cost wordsCost(const Graph &G, const Op &O) { return costOf(wordsLoops(G, O)); }

void emitWords(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("add_words.h");
  const Tensor &Out = G.out(O, 0);
  const int Held = wordsInput(G, O);
  const Tensor &Operand = G.in(O, Held);
  const std::string From = W.input(1 - Held), To = W.output(0);
  NestBuilder N(W);
  if (hasConstantWords(Operand, Out)) {
    const int64_t Period = formOf(Operand, Out).Period;
    const auto L = linearAddOf(arithmeticOf(G, O), W.purse());
    HEXLOOM_CHECK(L && L->canHold(), "the plan has words that emission does not find");
    const std::string Words = W.blobOf(constantWords(Operand, Period, *L, Held), "int32_t", "sums' part of '" + Operand.Name + "'");
    return N.primitive("hl_vadd_periods", {"&p", From, Words, To, vectorsOf(Out), Period}, wordsLoops(G, O));
  }
  const int64_t Rows = Operand.elements();
  const std::string Words = W.scratch((Rows + kVector - 1) / kVector * kWords * kVector + kVector);
  N.primitive("hl_vadd_rows", {"&p", From, W.input(Held), Words, To, Rows, rowDepth(Operand, Out)}, wordsLoops(G, O));
}

} // namespace hexloom
