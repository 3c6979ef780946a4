// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instructions/Machine.h"
#include "machine/Processor.h"
#include "support/Error.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace hexloom {

namespace {

struct Vectors {
  int Bytes, Registers;
  const char *Type, *Header;
};

Vectors vectorsOf(Target T) {
  static const Vectors All[] = {
#define TARGET(NAME, TEXT, BODIES, BYTES, REGISTERS, TYPE, HEADER, DESCRIPTION) {BYTES, REGISTERS, TYPE, HEADER},
#include "instructions/targets.def"
  };
  return All[static_cast<size_t>(T)];
}

bool isWord(const std::string &Text, size_t I) {
  return I < Text.size() && (std::isalnum(static_cast<unsigned char>(Text[I])) || Text[I] == '_');
}

/// Names, numbers and calls stay as they are.
std::string inParentheses(const std::string &C) {
  const bool IsSimple = std::all_of(C.begin(), C.end(), [](char Each) {
    return std::isalnum(static_cast<unsigned char>(Each)) || Each == '_' || Each == '[' || Each == ']' || Each == '.';
  });
  return IsSimple ? C : "(" + C + ")";
}

} // namespace

int Machine::vectorBytes() const { return vectorsOf(Its).Bytes; }
int Machine::vectorRegisters() const { return vectorsOf(Its).Registers; }
const char *Machine::vectorType() const { return vectorsOf(Its).Type; }
const char *Machine::header() const { return vectorsOf(Its).Header; }

const char *text(computes::Pattern Pattern) {
  static const char *const Texts[] = {
#define COMPUTES(NAME, OPERANDS, EXPRESSION) EXPRESSION,
#include "instructions/computes.def"
  };
  return Texts[Pattern];
}

/// Whether E is a byte of that operand at `Times` * i + Offset.
static bool isByteAt(const Expr &E, int64_t Operand, int64_t Times, int64_t Offset) {
  IndexMap::Sum Place{Offset};
  if (Times)
    Place.Terms.push_back({0, Times});
  return E.Kind == ExprKind::Element && E.Value == Operand && E.Type.Bits == 8 && E.Place == Place;
}

std::optional<WordProduct> wordProductBy(const Instruction &Row) {
  const Definition &D = Row.Canonical;
  const IndexMap::Sum InOrder{0, {{0}}};
  if (D.Result.Type.Bits != 32 || !(D.Result.Place == InOrder) || D.Body.Kind != ExprKind::Add)
    return std::nullopt;
  std::vector<const Expr *> Products;
  for (const Expr &Each : D.Body.Operands)
    if (!(Each == D.Result))
      Products.push_back(&Each);
  const auto Terms = static_cast<int64_t>(Products.size());
  if (Products.size() + 1 != D.Body.Operands.size() || Terms * 8 != D.Result.Type.Bits)
    return std::nullopt;
  for (int64_t Term = 0; Term < Terms; ++Term) { // in order, as they are sorted
    const Expr &P = *Products[static_cast<size_t>(Term)], &First = *Products[0];
    if (P.Kind != ExprKind::Multiply || P.Operands.size() != 2 || !isByteAt(P.Operands[0], 1, Terms, Term) ||
        !isByteAt(P.Operands[1], 2, 0, Term) || !(P.Operands[0].Type == First.Operands[0].Type) ||
        !(P.Operands[1].Type == First.Operands[1].Type))
      return std::nullopt;
  }
  return WordProduct{&Row, static_cast<int>(Terms), !Products[0]->Operands[0].Type.IsSigned, !Products[0]->Operands[1].Type.IsSigned};
}

namespace {

/// What plans ask a target for, again and again.
struct Answers {
  std::vector<WordProduct> WordProducts;
  std::vector<const Instruction *> ByPattern;
};

Answers answersOf(Target T) {
  Answers Of;
  for (const Instruction &I : allInstructions())
    if (const std::optional<WordProduct> Product = I.on(T) ? wordProductBy(I) : std::nullopt)
      Of.WordProducts.push_back(*Product);
  const auto Find = [&](const char *Operands, const char *Expression) {
    const Instruction *Row = nullptr;
    if (const int Vector = Machine(T).vectorBytes()) {
      const Definition Wanted = definitionOf(Operands, Expression, Vector).canonical();
      for (const Instruction &I : allInstructions())
        Row = !Row && I.on(T) && I.Canonical == Wanted ? &I : Row;
    }
    Of.ByPattern.push_back(Row);
  };
#define COMPUTES(NAME, OPERANDS, EXPRESSION) Find(OPERANDS, EXPRESSION);
#include "instructions/computes.def"
  return Of;
}

const Answers &answers(Target T) {
  static std::map<Target, Answers> Known;
  const auto [At, IsNew] = Known.try_emplace(T);
  if (IsNew)
    At->second = answersOf(T);
  return At->second;
}

} // namespace

const std::vector<WordProduct> &Machine::wordProducts() const { return answers(Its).WordProducts; }

const Instruction *Machine::find(computes::Pattern Pattern) const { return answers(Its).ByPattern[Pattern]; }

std::string Machine::say(const Instruction &Row, const std::vector<std::string> &Operands) const {
  const InstructionTemplate *How = Row.on(Its);
  HEXLOOM_CHECK(How, std::string("a target without the instruction ") + Row.Name);
  const std::string C = How->C, Letters = Row.Computes.readsResult() ? "dabc" : "abc";
  std::string Said;
  for (size_t I = 0; I < C.size(); ++I) {
    const size_t Number = Letters.find(C[I]);
    const bool IsOperand = Number != std::string::npos && !isWord(C, I + 1) && (I == 0 || !isWord(C, I - 1));
    if (IsOperand)
      Said += inParentheses(Operands.at(Number));
    else
      Said += C[I];
  }
  return Said;
}

std::string Machine::say(computes::Pattern Pattern, const std::vector<std::string> &Operands) const {
  const Instruction *Row = find(Pattern);
  HEXLOOM_CHECK(Row, std::string("a target without an instruction for ") + text(Pattern));
  return say(*Row, Operands);
}

} // namespace hexloom
