// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words and punctuation of the IR's text form.
#pragma once

#include <cstdint>
#include <string>

namespace hexloom {

/// Reads one text from its beginning to its end. What does not fit throws UserError "net.hlir:12:
/// ...". Blanks, line ends and comments between tokens are skipped.
class Lexer {
public:
  /// Reads `Text`, which messages call `File`. Both strings have to outlive the lexer.
  Lexer(const std::string &Text, const std::string &File) : Text(Text), File(File) {}

  const std::string &file() const { return File; }
  size_t size() const { return Text.size(); } ///< in bytes

  [[noreturn]] void fail(const std::string &What) const;

  bool atEnd();
  /// Goes past the token if it comes next.
  bool take(const char *Token);
  void expect(const char *Token);
  /// Calls F before each entry of a list, which may be empty; entries are separated by commas.
  template <typename Function> void list(const char *Open, const char *Close, Function F) {
    expect(Open);
    if (take(Close))
      return;
    do
      F();
    while (take(","));
    expect(Close);
  }

  /// Letters, digits and the characters that numbers and kernel names hold.
  std::string word();
  /// Takes a string in double quotes, in which \" \\ and \xHH stand for characters.
  std::string string();
  int64_t integer();
  int32_t integer(int32_t Low, int32_t High);
  double number();
  /// The indented lines that follow this one, one behind the other.
  std::string block();

private:
  char escape();
  void skipToLineEnd();
  void skipSpace();
  std::string rest() const;

  const std::string &Text, &File;
  size_t At = 0;
  int Line = 1;
};

} // namespace hexloom
