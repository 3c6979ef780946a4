// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Lexer.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace hexloom {

static bool isWord(char C) {
  return std::isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '-' || C == '+' ||
         C == '.';
}

void Lexer::fail(const std::string &What) const {
  throw UserError(strf("%s:%d: ", printable(File).c_str(), Line) + printable(What));
}

bool Lexer::atEnd() {
  skipSpace();
  return At == Text.size();
}

bool Lexer::take(const char *Token) {
  skipSpace();
  const size_t Size = std::strlen(Token);
  if (Text.compare(At, Size, Token) != 0)
    return false;
  if (isWord(Token[Size - 1]) && At + Size < Text.size() && isWord(Text[At + Size]))
    return false; // only a part of a longer word
  At += Size;
  return true;
}

void Lexer::expect(const char *Token) {
  if (!take(Token))
    fail(strf("expected '%s' before '%s'", Token, rest().c_str()));
}

std::string Lexer::word() {
  skipSpace();
  const size_t Begin = At;
  while (At < Text.size() && isWord(Text[At]))
    ++At;
  if (Begin == At)
    fail(strf("expected a word before '%s'", rest().c_str()));
  return Text.substr(Begin, At - Begin);
}

std::string Lexer::string() {
  expect("\"");
  std::string Result;
  while (At < Text.size() && Text[At] != '"' && Text[At] != '\n') {
    const char C = Text[At++];
    Result += C == '\\' ? escape() : C;
  }
  if (At == Text.size() || Text[At] != '"')
    fail("the string has no end");
  ++At;
  return Result;
}

/// What stands behind a backslash.
char Lexer::escape() {
  const char C = At < Text.size() ? Text[At++] : '\0';
  if (C == '"' || C == '\\')
    return C;
  const auto IsHex = [&](size_t Place) {
    return Place < Text.size() && std::isxdigit(static_cast<unsigned char>(Text[Place]));
  };
  if (C != 'x' || !IsHex(At) || !IsHex(At + 1))
    fail("a backslash without \", \\ or xHH behind it");
  At += 2;
  return static_cast<char>(std::strtol(Text.substr(At - 2, 2).c_str(), nullptr, 16));
}

int64_t Lexer::integer() {
  const std::string W = word();
  char *End = nullptr;
  errno = 0;
  const long long Value = std::strtoll(W.c_str(), &End, 10);
  if (*End || errno)
    fail("'" + W + "' is not an integer");
  return Value;
}

int32_t Lexer::integer(int32_t Low, int32_t High) {
  const int64_t Value = integer();
  if (Value < Low || Value > High)
    fail(strf("%lld is out of range", static_cast<long long>(Value)));
  return static_cast<int32_t>(Value);
}

double Lexer::number() {
  const std::string W = word();
  char *End = nullptr;
  const double Value = std::strtod(W.c_str(), &End);
  if (*End)
    fail("'" + W + "' is not a number");
  return Value;
}

std::string Lexer::block() {
  std::string Result;
  skipToLineEnd();
  while (At + 1 < Text.size() && Text[At] == '\n' && Text[At + 1] == ' ') {
    ++Line;
    const size_t Begin = Text.find_first_not_of(' ', At + 1);
    const size_t End = std::min(Text.find('\n', At + 1), Text.size());
    if (Begin < End)
      Result += Text.substr(Begin, End - Begin);
    At = End;
  }
  return Result;
}

void Lexer::skipToLineEnd() {
  while (At < Text.size() && Text[At] != '\n')
    if (Text[At++] != ' ')
      fail("unexpected text behind the head of a data block");
}

void Lexer::skipSpace() {
  for (; At < Text.size(); ++At) {
    if (Text.compare(At, 2, "//") == 0)
      At = std::min(Text.find('\n', At), Text.size());
    if (At == Text.size() || !std::isspace(static_cast<unsigned char>(Text[At])))
      return;
    Line += Text[At] == '\n';
  }
}

std::string Lexer::rest() const {
  return Text.substr(At, std::min(Text.find('\n', At), At + 20) - At);
}

} // namespace hexloom
