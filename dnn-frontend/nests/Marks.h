// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A constant's place in printed C is a mark, "\x01 NUMBER : CTYPE \x01" without the blanks, so that layers which differ in nothing else have
// the same text.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace hexloom {

/// Makes the text of a constant from its number and type.
using ConstantText = std::function<std::string(size_t Number, const std::string &CType)>;

struct Mark {
  size_t From, All; ///< where it stands, and how many characters it has
  size_t Number;
  std::string CType;
};

std::string constantMark(size_t Number, const std::string &CType);
/// The first one, from a place on.
std::optional<Mark> markIn(const std::string &Text, size_t From = 0);
/// The text with C in place of its marks.
std::string withMarks(const std::string &Text, const ConstantText &InPlace);

} // namespace hexloom
