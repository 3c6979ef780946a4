// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/Marks.h"

namespace hexloom {

/// The character around a mark. No text of C has it.
static const std::string kMark = "\x01";

std::string constantMark(size_t Number, const std::string &CType) { return kMark + std::to_string(Number) + ":" + CType + kMark; }

std::optional<Mark> markIn(const std::string &Text, size_t From) {
  const size_t First = Text.find(kMark, From);
  if (First == std::string::npos)
    return std::nullopt;
  const size_t Colon = Text.find(':', First), End = Text.find(kMark, First + 1);
  return Mark{First, End + 1 - First, std::stoul(Text.substr(First + 1, Colon - First - 1)), Text.substr(Colon + 1, End - Colon - 1)};
}

std::string withMarks(const std::string &Text, const ConstantText &InPlace) {
  std::string All;
  size_t At = 0;
  while (const std::optional<Mark> M = markIn(Text, At)) {
    All.append(Text, At, M->From - At);
    All += InPlace(M->Number, M->CType);
    At = M->From + M->All;
  }
  return All.append(Text, At);
}

} // namespace hexloom
