// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/Value.h"
#include "nests/Marks.h"

#include <algorithm>
#include <cctype>

namespace hexloom {

static bool isName(const std::string &Text, size_t From) {
  return From < Text.size() && !std::isdigit(static_cast<unsigned char>(Text[From])) &&
         std::all_of(Text.begin() + static_cast<long>(From), Text.end(),
                     [](char C) { return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '.'; });
}

Value::Value(Kind K, std::vector<Value> Of, std::string Text, int64_t Number, const hexloom::Instruction *Row)
    : Its(std::make_shared<const Node>(Node{K, std::move(Text), Number, Row, std::move(Of)})) {}

Value::Value(int64_t Number) : Value(Kind::Number, {}, "", Number) {}

static Value read(const std::string &Text) {
  if (isName(Text, 0))
    return {Value::Kind::Name, {}, Text};
  if (Text[0] == '&' && isName(Text, 1))
    return addressOf(Value(Value::Kind::Name, {}, Text.substr(1)));
  if (std::isdigit(static_cast<unsigned char>(Text[0])) && isName("_" + Text, 0))
    return {Value::Kind::Number, {}, Text, std::stoll(Text, nullptr, 0)};
  if (const std::optional<Mark> M = markIn(Text); M && M->All == Text.size())
    return {Value::Kind::Constant, {}, M->CType, static_cast<int64_t>(M->Number)};
  return {Value::Kind::Text, {}, Text};
}

Value::Value(const std::string &Text) : Value(read(Text)) {}

Value shifted(const Value &Pointer, int64_t By) { return By < 0 ? Pointer - Value(-By) : Pointer + Value(By); }
Value moved(const Value &Pointer, int64_t By) { return By == 0 ? Pointer : shifted(Pointer, By); }

} // namespace hexloom
