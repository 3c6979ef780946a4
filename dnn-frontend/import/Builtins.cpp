// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Builtins.h"
#include "import/OpReader.h"
#include "support/Error.h"
#include "support/Identifier.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace hexloom {

// The import functions lie in the files Import<Group>.cpp, next to their like.
#define BUILTIN(CODE, KIND, OPTIONS, INPUTS, FUNCTION) void FUNCTION(OpReader &);
#include "import/builtins.def"
#define BUILTIN(CODE, KIND, OPTIONS, INPUTS, FUNCTION)
#define CUSTOM(NAME, KIND, INPUTS, FUNCTION) void FUNCTION(OpReader &);
#include "import/builtins.def"
void importCustom(OpReader &);

namespace {

constexpr std::nullopt_t kConstant = std::nullopt, kSeveral = std::nullopt;

std::vector<InputRule> parseInputs(const char *Text) {
  std::vector<InputRule> Result;
  std::istringstream In(Text);
  for (std::string Word; In >> Word;) {
    InputRule Rule;
    const auto marked = [&](char Mark) { return Word.find(Mark) != std::string::npos; };
    Rule.Optional = marked('?');
    Rule.Repeats = marked('*');
    Rule.State = marked('=');
    Rule.Real = marked('~');
    Rule.Hybrid = marked('%');
    if (Word[0] != 'p')
      Rule.Slot = std::stoi(Word);
    Result.push_back(Rule);
  }
  return Result;
}

std::map<tflite::BuiltinOperator, Builtin> makeTable() {
  std::map<tflite::BuiltinOperator, Builtin> Table;
#define BUILTIN(CODE, KIND, OPTIONS, INPUTS, FUNCTION)                                             \
  Table[tflite::BuiltinOperator::CODE] = {tflite::BuiltinOperator::CODE, KIND,                     \
                                          tflite::BuiltinOptions::OPTIONS, parseInputs(INPUTS),    \
                                          FUNCTION};
#include "import/builtins.def"
  return Table;
}

} // namespace

size_t Builtin::slots() const {
  return std::count_if(Inputs.begin(), Inputs.end(),
                       [](const InputRule &R) { return R.Slot >= 0; });
}

bool Builtin::hasHybrid() const {
  return std::any_of(Inputs.begin(), Inputs.end(), [](const InputRule &R) { return R.Hybrid; });
}

bool Builtin::isHybrid(const Types &Operands, const Types &Results) const {
  const auto Is = [](const std::optional<DType> &Type, DType Wanted) { return !Type || *Type == Wanted; };
  for (const InputRule &R : Inputs) {
    if (R.Slot < 0)
      continue;
    // A broken file's operator may have fewer inputs than the builtin.
    const auto Given = static_cast<size_t>(R.Slot) < Operands.size() ? Operands[R.Slot] : std::nullopt;
    if (!Is(Given, R.Hybrid ? DType::Int8 : DType::Float32) || !(R.Optional || Given))
      return false;
  }
  return hasHybrid() && std::all_of(Results.begin(), Results.end(), [&](const auto &Type) { return Type && Is(Type, DType::Float32); });
}

namespace {

const std::map<std::string, Builtin> &customTable() {
  static const std::map<std::string, Builtin> Table = {
#define BUILTIN(CODE, KIND, OPTIONS, INPUTS, FUNCTION)
#define CUSTOM(NAME, KIND, INPUTS, FUNCTION)                                                       \
  {NAME, {tflite::BuiltinOperator::CUSTOM, KIND, tflite::BuiltinOptions::NONE, parseInputs(INPUTS), FUNCTION}},
#include "import/builtins.def"
  };
  return Table;
}

} // namespace

/// The user's function comes first: it may compute better what is known here, too.
const Builtin *findCustom(const std::string &Name, const CustomHeaders &Headers) {
  static const Builtin Users = {tflite::BuiltinOperator::CUSTOM, OpKind::Custom, tflite::BuiltinOptions::NONE,
                                parseInputs("0*"), importCustom};
  if (Headers.count(Name))
    return &Users;
  const auto Found = customTable().find(Name);
  return Found == customTable().end() ? nullptr : &Found->second;
}

std::string customFunction(const std::string &Name) {
  std::string Function = Name;
  for (char &C : Function)
    if (!isIdentifier("_" + std::string(1, C)))
      C = '_';
  Function = isIdentifier(Function) ? Function : "_" + Function;
  return isFunctionName(Function) ? Function : "custom_" + Function;
}

std::vector<const Builtin *> allBuiltins() {
  std::vector<const Builtin *> Rows;
#define BUILTIN(CODE, KIND, OPTIONS, INPUTS, FUNCTION) Rows.push_back(findBuiltin(tflite::BuiltinOperator::CODE));
#include "import/builtins.def"
  return Rows;
}

std::vector<std::pair<std::string, const Builtin *>> allCustoms() {
  std::vector<std::pair<std::string, const Builtin *>> Rows;
  for (const auto &[Name, Row] : customTable())
    Rows.push_back({Name, &Row});
  return Rows;
}

const Builtin *findBuiltin(tflite::BuiltinOperator Code) {
  static const std::map<tflite::BuiltinOperator, Builtin> Table = makeTable();
  const auto Found = Table.find(Code);
  return Found == Table.end() ? nullptr : &Found->second;
}

} // namespace hexloom
