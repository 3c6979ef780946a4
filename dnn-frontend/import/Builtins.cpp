#include "import/Builtins.h"
#include "import/OpReader.h"
#include "support/Error.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace hexloom {

// The import functions lie in the files Import<Group>.cpp, next to their like.
#define BUILTIN(CODE, KIND, OPTIONS, INPUTS, FUNCTION) void FUNCTION(OpReader &);
#include "import/builtins.def"

namespace {

constexpr std::nullopt_t kConstant = std::nullopt;

std::vector<InputRule> parseInputs(const char *Text) {
  std::vector<InputRule> Result;
  std::istringstream In(Text);
  for (std::string Word; In >> Word;) {
    InputRule Rule;
    Rule.Optional = Word.back() == '?';
    Rule.Repeats = Word.back() == '*';
    Rule.State = Word.back() == '=';
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

const Builtin *findBuiltin(tflite::BuiltinOperator Code) {
  static const std::map<tflite::BuiltinOperator, Builtin> Table = makeTable();
  const auto Found = Table.find(Code);
  return Found == Table.end() ? nullptr : &Found->second;
}

} // namespace hexloom
