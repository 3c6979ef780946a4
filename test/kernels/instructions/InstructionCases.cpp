// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// build/bin/instruction-cases [TARGET]: a C program that runs the template of every row of instructions.def for a target (hexagon)
// against the row's expression, on random and extreme operands. With a further argument `canonical` the expressions are not the
// rows' text but what their definitions in canonical form are printed as. Products by a pair of words, which Debian's emulator
// lacks, are a program of their own: the argument `wide`.
#include "instructions/Machine.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <sstream>

using namespace hexloom;

namespace {

bool isElement(const std::string &Text, size_t I) {
  return I + 1 < Text.size() && Text[I] >= 'a' && Text[I] <= 'd' && Text[I + 1] == '.' &&
         (I == 0 || (!std::isalnum(static_cast<unsigned char>(Text[I - 1])) && Text[I - 1] != '_'));
}

/// Elements as numbers of 64 bits.
std::string widened(const std::string &Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I)
    Result += (isElement(Text, I) ? "(int64_t)" : "") + std::string(1, Text[I]);
  return Result;
}

int bytesOfElement(const std::string &Place) { // "d.uh[...": those of an h
  const char Type = Place[Place.find('[') - 1];
  return Type == 'b' ? 1 : Type == 'h' ? 2 : 4;
}

struct Kind {
  const char *Type, *Member;
  int Bytes;
};

Kind kindOf(char Letter, Target T) {
  const Machine M(T);
  const int Bytes = bytesOfKind(Letter, M.vectorBytes());
  switch (Letter) {
  case 'V':
    return {M.vectorType(), "vector", Bytes};
  case 'W':
    return {"HVX_VectorPair", "pair", Bytes};
  case 'A':
    return {"v64i32", "sums", Bytes};
  case 'P':
    return {"const int64_t", "words", Bytes};
  default:
    return {"const int32_t", "word", Bytes};
  }
}

void printRow(const Instruction &I, const std::string &Text, const InstructionTemplate &Template, size_t Number) {
  const std::string Kinds = kindsOf(I.Operands);
  const bool Adds = Text.find(" += ") != std::string::npos;
  const size_t Sign = Text.find(Adds ? " += " : " = ");
  const std::string Place = Text.substr(0, Sign), Value = widened(Text.substr(Sign + (Adds ? 4 : 3)));
  const Kind Result = kindOf(Kinds[0], Template.Target);
  std::printf("/* %s */\nstatic void wanted%zu(operand *to, const operand *from) {\n", I.Name, Number);
  std::printf("  operand d = *to;\n  const operand a = from[0], b = from[1], c = from[2];\n  (void)a, (void)b, (void)c;\n");
  std::printf("  for (int i = 0; i < %d; ++i)\n    %s = %s%s;\n  *to = d;\n}\n", Result.Bytes / bytesOfElement(Place), Place.c_str(),
              Adds ? (widened(Place) + " + ").c_str() : "", Value.c_str());
  std::printf("static void got%zu(operand *to, const operand *from) {\n", Number);
  const auto Declare = [&](char Letter, const char *Name, const std::string &From) {
    const Kind K = kindOf(Letter, Template.Target);
    std::printf("  %s %s = %s.%s;\n", K.Type, Name, From.c_str(), K.Member);
  };
  Declare(Kinds[0], "d", "(*to)");
  std::printf("  (void)d;\n");
  for (size_t K = 1; K < Kinds.size(); ++K)
    Declare(Kinds[K], std::string(1, static_cast<char>('a' + K - 1)).c_str(), "from[" + std::to_string(K - 1) + "]");
  std::printf("  to->%s = (%s)%s;\n}\n", Result.Member, Result.Type, Template.C);
}

} // namespace

int main(int Argc, char **Argv) {
  Target Wanted = Target::Hexagon;
  for (Target T : allTargets())
    if (Argc > 1 && std::string(Argv[1]) == text(T))
      Wanted = T;
  const auto Has = [&](const char *Argument) { return std::find(Argv + 1, Argv + Argc, std::string(Argument)) != Argv + Argc; };
  const bool IsCanonical = Has("canonical"), IsWide = Has("wide");
  size_t Number = 0;
  std::ostringstream Table;
  for (const Instruction &I : allInstructions()) {
    const InstructionTemplate *Template = I.on(Wanted);
    if (!Template || IsWide != (kindsOf(I.Operands).find('P') != std::string::npos))
      continue;
    printRow(I, IsCanonical ? I.Canonical.text() : I.Expression, *Template, Number);
    Table << "  {\"" << I.Name << "\", " << kindOf(kindsOf(I.Operands)[0], Wanted).Bytes << ", wanted" << Number << ", got" << Number << "},\n";
    ++Number;
  }
  std::printf("static const instruction_case cases[] = {\n%s};\n", Table.str().c_str());
  return 0;
}
