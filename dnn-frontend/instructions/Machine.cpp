// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instructions/Machine.h"
#include "support/Error.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>
#include <regex>

namespace hexloom {

namespace {

struct Vectors {
  int Bytes;
  const char *Type, *Header;
};

Vectors vectorsOf(Target T) {
  static const Vectors All[] = {
#define TARGET(NAME, TEXT, BODIES, BYTES, TYPE, HEADER, DESCRIPTION) {BYTES, TYPE, HEADER},
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
const char *Machine::vectorType() const { return vectorsOf(Its).Type; }
const char *Machine::header() const { return vectorsOf(Its).Header; }

static std::vector<WordProduct> wordProductsOf(Target T) {
  static const std::regex Form(R"(d\.u?w\[i\] \+= SUM\((\d), a\.(u?)b\[(\d)\*i\+j\] \* b\.(u?)b\[j\]\))");
  std::vector<WordProduct> Found;
  for (const Instruction &I : allInstructions()) {
    std::cmatch Parts;
    if (I.on(T) && std::regex_match(I.Expression, Parts, Form) && Parts[1] == "4" && Parts[3] == "4")
      Found.push_back({&I, 4, Parts[2] == "u", Parts[4] == "u"});
  }
  return Found;
}

/// Every plan of a product asks for them.
const std::vector<WordProduct> &Machine::wordProducts() const {
  static const std::map<Target, std::vector<WordProduct>> All = [] {
    std::map<Target, std::vector<WordProduct>> Of;
    for (Target T : allTargets())
      Of[T] = wordProductsOf(T);
    return Of;
  }();
  return All.at(Its);
}

const Instruction *Machine::find(const char *Expression) const {
  for (const Instruction &I : allInstructions())
    if (!std::strcmp(I.Expression, Expression) && I.on(Its))
      return &I;
  return nullptr;
}

const Instruction *Machine::exchange() const {
  const Instruction *Row = instructionNamed("vshuff.bit");
  return Row->on(Its) ? Row : nullptr;
}

std::string Machine::say(const Instruction &Row, const std::vector<std::string> &Operands) const {
  const InstructionTemplate *How = Row.on(Its);
  HEXLOOM_CHECK(How, std::string("a target without the instruction ") + Row.Name);
  const std::string C = How->C, Letters = Row.AccumulatorBits && std::string(Row.Expression).find("+=") != std::string::npos ? "dabc" : "abc";
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

std::string Machine::say(const char *Expression, const std::vector<std::string> &Operands) const {
  const Instruction *Row = find(Expression);
  HEXLOOM_CHECK(Row, std::string("a target without an instruction for ") + Expression);
  return say(*Row, Operands);
}

} // namespace hexloom
