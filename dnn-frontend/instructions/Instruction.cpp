// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instructions/Instruction.h"
#include "instructions/Machine.h"
#include "support/Error.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace hexloom {

namespace {

enum class Row {
#define INSTRUCTION(ID, NAME, OPERANDS, EXPRESSION, BITS, DESCRIPTION) ID,
#define TEMPLATE(ID, TARGET, RESOURCES, C)
#include "instructions/instructions.def"
};

std::vector<Instruction> readTable() {
  std::vector<Instruction> Rows;
#define INSTRUCTION(ID, NAME, OPERANDS, EXPRESSION, BITS, DESCRIPTION)                                                       \
  Rows.push_back({NAME, OPERANDS, EXPRESSION, BITS, DESCRIPTION, {}, {}, {}});
#define TEMPLATE(ID, TARGET, RESOURCES, C)                                                                                   \
  Rows.at(static_cast<size_t>(Row::ID)).Templates.push_back({Target::TARGET, parseResources(RESOURCES), C});
#include "instructions/instructions.def"
  for (Instruction &I : Rows) { // all of its targets have vectors of one size
    HEXLOOM_CHECK(!I.Templates.empty(), std::string("an instruction of no target: ") + I.Name);
    I.Computes = definitionOf(I.Operands, I.Expression, Machine(I.Templates[0].Target).vectorBytes());
    I.Canonical = I.Computes.canonical();
  }
  return Rows;
}

/// Whether `Name` is `Word` or goes on behind it with a type.
bool isOrBegins(const std::string &Name, const std::string &Word) {
  return Name == Word || Name.rfind(Word + ".", 0) == 0;
}

} // namespace

std::string kindsOf(const std::string &Operands) {
  std::string Kinds;
  std::copy_if(Operands.begin(), Operands.end(), std::back_inserter(Kinds), [](char C) { return C != ' ' && C != '='; });
  return Kinds;
}

int bytesOfKind(char Kind, int VectorBytes) {
  switch (Kind) {
  case 'V':
    return VectorBytes;
  case 'W':
    return 2 * VectorBytes;
  case 'A':
    return 12 * VectorBytes;
  case 'R':
    return 4;
  case 'P':
    return 8;
  }
  throw UserError(strf("no kind of operand: '%c'", Kind));
}

Definition definitionOf(const std::string &Operands, const std::string &Expression, int VectorBytes) {
  std::vector<int64_t> Bytes;
  for (char Kind : kindsOf(Operands))
    Bytes.push_back(bytesOfKind(Kind, VectorBytes));
  return parseDefinition(Expression, Bytes, VectorBytes);
}

const char *text(Target T) {
  static const char *const Names[] = {
#define TARGET(NAME, TEXT, BODIES, BYTES, REGISTERS, TYPE, HEADER, DESCRIPTION) TEXT,
#include "instructions/targets.def"
  };
  return Names[static_cast<size_t>(T)];
}

const char *bodiesOf(Target T) {
  static const char *const Folders[] = {
#define TARGET(NAME, TEXT, BODIES, BYTES, REGISTERS, TYPE, HEADER, DESCRIPTION) BODIES,
#include "instructions/targets.def"
  };
  return Folders[static_cast<size_t>(T)];
}

const std::vector<Target> &allTargets() {
  static const std::vector<Target> All = {
#define TARGET(NAME, TEXT, BODIES, BYTES, REGISTERS, TYPE, HEADER, DESCRIPTION) Target::NAME,
#include "instructions/targets.def"
  };
  return All;
}

const InstructionTemplate *Instruction::on(Target T) const {
  for (const InstructionTemplate &Each : Templates)
    if (Each.Target == T)
      return &Each;
  return nullptr;
}

const std::vector<Instruction> &allInstructions() {
  static const std::vector<Instruction> All = readTable();
  return All;
}

const Instruction *instructionNamed(const std::string &Name) {
  static const std::map<std::string, const Instruction *> ByName = [] {
    std::map<std::string, const Instruction *> Rows;
    for (const Instruction &I : allInstructions())
      Rows.emplace(I.Name, &I);
    return Rows;
  }();
  const auto Found = ByName.find(Name);
  return Found == ByName.end() ? nullptr : Found->second;
}

static bool multiplies(const Expr &E) {
  return E.Kind == ExprKind::Multiply || std::any_of(E.Operands.begin(), E.Operands.end(), multiplies);
}

/// Whether a list's word stands for the row.
static bool isWordOf(const std::string &Word, const Instruction &I) {
  if (Word == "word-products")
    return wordProductBy(I).has_value();
  return Word == "products" ? multiplies(I.Computes.Body) : isOrBegins(I.Name, Word);
}

static std::vector<std::string> wordsOf(const std::string &List) {
  constexpr const char *kBetween = ", /";
  std::vector<std::string> Words;
  for (size_t Begin = List.find_first_not_of(kBetween); Begin != std::string::npos;) {
    const size_t End = std::min(List.find_first_of(kBetween, Begin), List.size());
    Words.push_back(List.substr(Begin, End - Begin));
    Begin = List.find_first_not_of(kBetween, End);
  }
  return Words;
}

std::string missingInstruction(const std::string &List, Target T) {
  const auto &All = allInstructions();
  for (const std::string &Word : wordsOf(List)) {
    const bool IsPlain = Word == "scalar" || Word == "none";
    if (!IsPlain && std::none_of(All.begin(), All.end(), [&](const Instruction &I) { return I.on(T) && isWordOf(Word, I); }))
      return Word;
  }
  return "";
}

bool namesInstruction(const std::string &List, const Instruction &Row) {
  const std::vector<std::string> Words = wordsOf(List);
  return std::any_of(Words.begin(), Words.end(), [&](const std::string &Word) { return isWordOf(Word, Row); });
}

} // namespace hexloom
