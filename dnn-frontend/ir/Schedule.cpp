// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Schedule.h"

#include <algorithm>
#include <initializer_list>

namespace hexloom {

std::string text(WordsIn W) { return W == WordsIn::Unset ? "" : W == WordsIn::Registers ? "registers" : "memory"; }
std::string text(PixelWalk W) { return W == PixelWalk::Unset ? "" : W == PixelWalk::Flat ? "flat" : "rows"; }

namespace {

constexpr size_t kMostDigits = 6;

std::string fieldText(const std::string &Word) { return Word; }
std::string fieldText(VectorOperand V) {
  return V == VectorOperand::Unset ? "" : V == VectorOperand::Weights ? "weights" : "activations";
}
std::string fieldText(WordsIn W) { return text(W); }
std::string fieldText(PixelWalk W) { return text(W); }
std::string fieldText(int32_t Count) { return Count ? std::to_string(Count) : ""; }
std::string fieldText(const std::vector<int32_t> &Sizes) {
  std::string Text;
  for (int32_t Size : Sizes)
    Text += (Text.empty() ? "" : "x") + std::to_string(Size);
  return Text;
}

/// Letters, digits and what joins them: words of the IR's text form.
bool parseField(const std::string &Text, std::string &Word) {
  Word = Text;
  return !Text.empty() && std::all_of(Text.begin(), Text.end(), [](unsigned char C) {
    return (C >= '0' && C <= '9') || (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_' || C == '-' || C == '+' ||
           C == '.';
  });
}
template <typename T> bool parseOneOf(std::initializer_list<T> All, const std::string &Text, T &Value) {
  for (T Each : All)
    if (Text == fieldText(Each)) {
      Value = Each;
      return true;
    }
  return false;
}
bool parseField(const std::string &Text, VectorOperand &V) {
  return parseOneOf({VectorOperand::Activations, VectorOperand::Weights}, Text, V);
}
bool parseField(const std::string &Text, WordsIn &W) { return parseOneOf({WordsIn::Registers, WordsIn::Memory}, Text, W); }
bool parseField(const std::string &Text, PixelWalk &W) { return parseOneOf({PixelWalk::Flat, PixelWalk::Rows}, Text, W); }
bool parseField(const std::string &Text, int32_t &Count) {
  if (Text.empty() || Text.size() > kMostDigits || Text.find_first_not_of("0123456789") != std::string::npos)
    return false;
  Count = std::stoi(Text);
  return Count > 0;
}
bool parseField(const std::string &Text, std::vector<int32_t> &Sizes) {
  Sizes.clear();
  for (size_t Begin = 0; Begin <= Text.size();) {
    const size_t End = std::min(Text.find('x', Begin), Text.size());
    if (!parseField(Text.substr(Begin, End - Begin), Sizes.emplace_back()))
      return false;
    Begin = End + 1;
  }
  return true;
}

} // namespace

std::vector<std::pair<std::string, std::string>> Schedule::fields() const {
  std::vector<std::pair<std::string, std::string>> Set;
#define FIELD(MEMBER, TEXT, DESCRIPTION) Set.emplace_back(TEXT, fieldText(MEMBER));
#include "ir/schedule.def"
  Set.erase(std::remove_if(Set.begin(), Set.end(), [](const auto &F) { return F.second.empty(); }), Set.end());
  return Set;
}

static constexpr const char *kTexts[] = {
#define FIELD(MEMBER, TEXT, DESCRIPTION) TEXT,
#include "ir/schedule.def"
};

const char *text(ScheduleField F) { return kTexts[static_cast<size_t>(F)]; }

std::optional<ScheduleField> parseScheduleField(const std::string &Name) {
  const auto Found = std::find(std::begin(kTexts), std::end(kTexts), Name);
  return Found == std::end(kTexts) ? std::nullopt : std::optional(ScheduleField(Found - std::begin(kTexts)));
}

static bool isSet(const std::string &Word) { return !Word.empty(); }
static bool isSet(const std::vector<int32_t> &Sizes) { return !Sizes.empty(); }
template <typename T> static bool isSet(T Value) { return Value != T(); }

bool Schedule::sets(ScheduleField F) const {
  switch (F) {
#define FIELD(MEMBER, TEXT, DESCRIPTION)                                                                                     \
  case ScheduleField::MEMBER:                                                                                                \
    return isSet(MEMBER);
#include "ir/schedule.def"
  }
  return false;
}

std::string Schedule::get(ScheduleField F) const {
  switch (F) {
#define FIELD(MEMBER, TEXT, DESCRIPTION)                                                                                     \
  case ScheduleField::MEMBER:                                                                                                \
    return fieldText(MEMBER);
#include "ir/schedule.def"
  }
  return "";
}

bool Schedule::set(ScheduleField F, const std::string &Value) {
  switch (F) {
#define FIELD(MEMBER, TEXT, DESCRIPTION)                                                                                     \
  case ScheduleField::MEMBER:                                                                                                \
    if (Value.empty())                                                                                                       \
      MEMBER = {};                                                                                                           \
    return Value.empty() || parseField(Value, MEMBER);
#include "ir/schedule.def"
  }
  return false;
}

std::string Schedule::set(const std::string &Name, const std::string &Value) {
  std::string Names;
#define FIELD(MEMBER, TEXT, DESCRIPTION)                                                                                     \
  if (Name == TEXT)                                                                                                          \
    return parseField(Value, MEMBER) ? "" : "'" + Value + "' is no value of '" + Name + "', " + DESCRIPTION;                 \
  Names += (Names.empty() ? "" : ", ") + std::string(TEXT);
#include "ir/schedule.def"
  return "a schedule has no field '" + Name + "'; its fields: " + Names;
}

bool Schedule::satisfies(const Schedule &Wanted) const {
  const auto Mine = fields();
  Schedule Others = Wanted;
  Others.Stage.clear();
  Others.Instruction.clear();
  for (const auto &Field : Others.fields())
    if (std::find(Mine.begin(), Mine.end(), Field) == Mine.end())
      return false;
  const bool Named = Wanted.Instruction.empty() || Instruction == Wanted.Instruction ||
                     Instruction.rfind(Wanted.Instruction + ".", 0) == 0;
  return Named && answersStage(Stage, Wanted.Stage);
}

std::string text(const Schedule &S) {
  std::string Text;
  for (const auto &[Name, Value] : S.fields())
    Text += (Text.empty() ? "" : " ") + Name + "=" + Value;
  return Text;
}

bool answersStage(const std::string &Stage, const std::string &Wanted) {
  return Wanted.empty() || Stage == Wanted || Stage.rfind(Wanted + "-", 0) == 0;
}

} // namespace hexloom
