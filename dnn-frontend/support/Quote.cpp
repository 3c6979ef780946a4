// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/Quote.h"
#include "support/Error.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace hexloom {

namespace {

/// Letters and marks without an effect of their own on a terminal, beyond ASCII: Latin, Greek,
/// Cyrillic, kana, Chinese characters, Hangul.
constexpr struct {
  uint32_t First, Last;
} kLetters[] = {{0xa1, 0xac},     {0xae, 0x24f},    {0x391, 0x3a1},   {0x3a3, 0x3c9},
                {0x400, 0x45f},   {0x1e00, 0x1eff}, {0x3041, 0x3096},
                {0x30a1, 0x30fa}, {0x4e00, 0x9fff}, {0xac00, 0xd7a3}};

bool isVisible(unsigned char C) { return C >= ' ' && C <= '~'; }
bool isAlphanumeric(unsigned char C) {
  return (C >= '0' && C <= '9') || (C >= 'A' && C <= 'Z') || (C >= 'a' && C <= 'z');
}
bool isOneOf(char C, const char *List) { return C != 0 && std::strchr(List, C); }

/// Bytes of the harmless character at At, 0 if there is none. UTF-8's sequences of two and three
/// bytes; the ranges leave no room for overlong forms.
size_t harmlessAt(const std::string &Text, size_t At) {
  const auto byte = [&](size_t I) -> uint32_t {
    return At + I < Text.size() ? static_cast<unsigned char>(Text[At + I]) : 0u;
  };
  const auto goesOn = [&](size_t I) { return (byte(I) & 0xc0) == 0x80; };
  if (isVisible(static_cast<unsigned char>(Text[At])))
    return 1;
  size_t Size = 0;
  uint32_t Code = 0;
  if ((byte(0) & 0xe0) == 0xc0 && goesOn(1)) {
    Size = 2;
    Code = (byte(0) & 0x1f) << 6 | (byte(1) & 0x3f);
  } else if ((byte(0) & 0xf0) == 0xe0 && goesOn(1) && goesOn(2)) {
    Size = 3;
    Code = (byte(0) & 0xf) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
  }
  const bool IsOverlong = Size == 3 && Code < 0x800;
  for (const auto &[First, Last] : kLetters)
    if (Code >= First && Code <= Last && !IsOverlong)
      return Size;
  return 0;
}

/// Harmless characters as Keep(first byte) leaves them, the bytes of others as Replace has them.
template <typename Function>
std::string filtered(const std::string &Text, const char *Special, Function Replace) {
  std::string Result;
  for (size_t At = 0; At < Text.size();) {
    const size_t Size = isOneOf(Text[At], Special) ? 0 : harmlessAt(Text, At);
    if (Size == 0)
      Result += Replace(Text[At]);
    else
      Result.append(Text, At, Size);
    At += std::max<size_t>(Size, 1);
  }
  return Result;
}

} // namespace

constexpr size_t kLongest = 1000; ///< of a name in messages and comments

std::string printable(const std::string &Text) {
  return visible(Text.substr(0, kLongest)) + (Text.size() > kLongest ? "..." : "");
}

std::string visible(const std::string &Line) {
  return filtered(Line, "", [](char) { return std::string("?"); });
}

std::string endOf(const std::string &Name, size_t Most) {
  return Name.size() > Most ? "..." + Name.substr(Name.size() - Most) : Name;
}

std::string grouped(double Value) {
  std::string Digits = strf("%.0f", Value);
  const size_t First = Digits[0] == '-' ? 1 : 0;
  for (size_t I = Digits.size(); I > First + 3;)
    Digits.insert(I -= 3, ",");
  return Digits;
}

std::string difference(double Value) { return strf("%+lld", std::llround(Value)); }

std::string quoted(const std::string &Text) {
  return '"' + filtered(Text, "\"\\", [](char C) {
           return isOneOf(C, "\"\\") ? std::string("\\") + C
                                     : strf("\\x%02x", static_cast<unsigned char>(C));
         }) + '"';
}

std::string cString(const std::string &Text) {
  std::string Result = "\"";
  for (char C : Text)
    if (isAlphanumeric(static_cast<unsigned char>(C)) || isOneOf(C, " _-+.,:;/()[]=@#"))
      Result += C;
    else
      Result += strf("\\%03o", static_cast<unsigned char>(C));
  return Result + "\"";
}

std::string cComment(const std::string &Text) {
  std::string Result = Text.substr(0, kLongest);
  for (char &C : Result)
    if (!isAlphanumeric(static_cast<unsigned char>(C)) && !isOneOf(C, " _-+.,:;/()[]=@#'"))
      C = '_';
  return Result + (Text.size() > kLongest ? "..." : "");
}

std::string dotString(const std::string &Text) {
  return '"' + filtered(printable(Text), "\"\\", [](char C) { return std::string("\\") + C; }) +
         '"';
}

std::string htmlText(const std::string &Text) {
  return filtered(printable(Text), "&<>\"'", [](char C) { return strf("&#%d;", C); });
}

std::string fileNameFault(const std::string &Name) {
  const bool HasOthers = filtered(Name, "\"\\?*`/", [](char) { return std::string(1, '\n'); })
                             .find('\n') != std::string::npos;
  return HasOthers ? "'" + printable(Name) + "' cannot stand in an #include of C" : "";
}

} // namespace hexloom
