#include "support/Identifier.h"
#include "support/Files.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace hexloom {

bool isIdentifier(const std::string &S) {
  auto isPart = [](unsigned char C) { return C < 0x80 && (std::isalnum(C) || C == '_'); };
  return !S.empty() && !std::isdigit(static_cast<unsigned char>(S[0])) &&
         std::all_of(S.begin(), S.end(), isPart);
}

/// in0, out12: a layer's own.
static bool isParameter(const std::string &S) {
  const size_t Letters = S.rfind("in", 0) == 0 ? 2 : S.rfind("out", 0) == 0 ? 3 : S.size();
  return Letters < S.size() && std::all_of(S.begin() + static_cast<long>(Letters), S.end(), [](unsigned char C) { return std::isdigit(C); });
}

static bool isTaken(const std::string &Name) { return Name == "hl" || Name.rfind("hl_", 0) == 0; }

bool isFunctionName(const std::string &S) {
  static const std::set<std::string> Others = {
      "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for", "goto",
      "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch",
      "typedef", "union", "unsigned", "void", "volatile", "while", "_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic",
      "_Imaginary", "_Noreturn", "_Static_assert", "_Thread_local", "asm", "typeof", "main", "size_t", "ptrdiff_t", "int8_t", "uint8_t",
      "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "W"};
  return isIdentifier(S) && !isTaken(S) && S.rfind("HL_", 0) != 0 && !Others.count(S) && S.rfind("__", 0) != 0 && !isParameter(S);
}

std::string prefixFault(const std::string &Name) {
  if (!isIdentifier(Name))
    return "'" + Name + "' is no C identifier";
  return isTaken(Name) ? "'" + Name + "': names with hl_ belong to the runtime" : "";
}

std::string identifierFrom(const std::string &Path) {
  std::string Name = lastPart(Path);
  Name.resize(std::min(Name.rfind('.'), Name.size()));
  for (char &C : Name)
    if (!isIdentifier(std::string("_") + C))
      C = '_';
  return isIdentifier(Name) && !isTaken(Name) ? Name : "net_" + Name;
}

} // namespace hexloom
