// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mutator.h"

#include <cctype>
#include <string>

namespace hexloom {

namespace {

/// Words of the grammar, numbers at which checks break, and marks.
const char Vocabulary[] =
    "0 -1 1 3 255 256 -128 65536 2147483647 -2147483648 9223372036854775807 -9223372036854775808 "
    "99999999999999999999 1e300 -1e-300 nan inf 0x0x0 1x2x3 u8 i8 i16 i32 i64 f32 bool none data "
    "base64 scales const input output graph scale zero axis layout d32 rm kernel source tensor "
    "name op as true false relu same ADD CONV_2D SPLIT CONCATENATION LAYOUT_CONVERT stride axes "
    "perm size activation % [ ] ( ) { } , = : \" \\ // \n";

std::vector<std::string> split(const std::string &Text) {
  std::vector<std::string> Words;
  for (size_t Begin = 0; Begin < Text.size();) {
    const size_t End = std::min(Text.find(' ', Begin), Text.size());
    Words.push_back(Text.substr(Begin, End - Begin));
    Begin = End + 1;
  }
  return Words;
}

struct Piece {
  size_t Begin, End;
};

/// The word or the mark around a place.
Piece pieceAt(const std::string &Text, size_t At) {
  const auto IsWord = [&](size_t I) {
    return std::isalnum(static_cast<unsigned char>(Text[I])) || Text[I] == '_' || Text[I] == '-';
  };
  Piece P{At, At + 1};
  if (!IsWord(At))
    return P;
  while (P.Begin > 0 && IsWord(P.Begin - 1))
    --P.Begin;
  while (P.End < Text.size() && IsWord(P.End))
    ++P.End;
  return P;
}

Piece lineAt(const std::string &Text, size_t At) {
  const size_t Before = At == 0 ? std::string::npos : Text.rfind('\n', At - 1),
               Behind = Text.find('\n', At);
  return {Before == std::string::npos ? 0 : Before + 1,
          Behind == std::string::npos ? Text.size() : Behind + 1};
}

std::string textOf(const std::string &Text, const Piece &P) {
  return Text.substr(P.Begin, P.End - P.Begin);
}

} // namespace

void changeText(Bytes &Content, Random &R) {
  std::string Text(Content.begin(), Content.end());
  const size_t At = R.below(Text.size()), Other = R.below(Text.size());
  const Piece P = pieceAt(Text, At), Line = lineAt(Text, At);
  switch (R.below(9)) {
  case 0: // a piece left out
    Text.erase(P.Begin, P.End - P.Begin);
    break;
  case 1: // doubled
    Text.insert(P.End, textOf(Text, P));
    break;
  case 2: // a line left out
    Text.erase(Line.Begin, Line.End - Line.Begin);
    break;
  case 3: // a line elsewhere as well
    Text.insert(lineAt(Text, Other).Begin, textOf(Text, Line));
    break;
  case 4: // the text's own word in another place
    Text.replace(P.Begin, P.End - P.Begin, textOf(Text, pieceAt(Text, Other)));
    break;
  case 5: // a digit
    for (size_t I = At; I < Text.size(); ++I)
      if (std::isdigit(static_cast<unsigned char>(Text[I]))) {
        Text[I] = static_cast<char>('0' + R.below(10));
        break;
      }
    break;
  default: { // a word of the grammar in its place
    static const std::vector<std::string> Words = split(Vocabulary);
    Text.replace(P.Begin, P.End - P.Begin, Words[R.below(Words.size())]);
  }
  }
  Content.assign(Text.begin(), Text.end());
}

} // namespace hexloom
