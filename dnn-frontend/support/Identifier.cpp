// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// Functions of C's library: compilers take calls of them for their own (C11 7.1.3; mem... and str... with 7.31.13).
static bool isLibrarys(const std::string &S) {
  static const std::set<std::string> Others = {"abort", "abs",  "atexit", "atof", "atoi",  "atol",  "bsearch", "calloc", "div",     "exit",   "free",
                                               "getenv", "labs", "ldiv",   "llabs", "lldiv", "malloc", "printf",  "putchar", "puts",    "qsort",  "rand",
                                               "realloc", "signal", "srand", "system", "time", "clock", "raise", "remove", "rename"};
  static const std::set<std::string> Math = {
      "acos",  "asin",  "atan",  "atan2",  "cos",  "sin",   "tan",    "cosh",   "sinh",      "tanh",  "acosh",  "asinh",  "atanh",     "exp",        "exp2",
      "expm1", "frexp", "ilogb", "ldexp",  "log",  "log10", "log1p",  "log2",   "logb",      "modf",  "scalbn", "scalbln", "cbrt",      "fabs",       "hypot",
      "pow",   "sqrt",  "erf",   "erfc",   "gamma", "lgamma", "tgamma", "ceil",  "floor",     "rint",  "lrint",  "llrint", "nearbyint", "round",      "lround",
      "llround", "trunc", "fmod", "remainder", "remquo", "copysign", "nan", "nextafter", "nexttoward", "fdim", "fmax", "fmin", "fma"};
  const bool IsPlain = S.size() > 3 && std::islower(static_cast<unsigned char>(S[3]));
  const char Last = S.empty() ? 0 : S.back();
  return Others.count(S) || Math.count(S) || ((Last == 'f' || Last == 'l') && Math.count(S.substr(0, S.size() - 1))) ||
         (IsPlain && (S.rfind("mem", 0) == 0 || S.rfind("str", 0) == 0));
}

bool isFunctionName(const std::string &S) {
  static const std::set<std::string> Others = {
      "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float", "for", "goto",
      "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch",
      "typedef", "union", "unsigned", "void", "volatile", "while", "_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic",
      "_Imaginary", "_Noreturn", "_Static_assert", "_Thread_local", "asm", "typeof", "main", "size_t", "ptrdiff_t", "int8_t", "uint8_t",
      "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "W"};
  return isIdentifier(S) && !isTaken(S) && S.rfind("HL_", 0) != 0 && !Others.count(S) && S.rfind("__", 0) != 0 && !isParameter(S) &&
         !isLibrarys(S);
}

/// Whether a prefix is taken, in any case of letters: macros begin with the prefix in capitals.
static bool isTakenPrefix(std::string Name) {
  std::transform(Name.begin(), Name.end(), Name.begin(), [](unsigned char C) { return std::tolower(C); });
  return isTaken(Name);
}

std::string prefixFault(const std::string &Name) {
  if (!isIdentifier(Name))
    return "'" + Name + "' is no C identifier";
  return isTakenPrefix(Name) ? "'" + Name + "': names with hl_ belong to the runtime" : "";
}

std::string identifierFrom(const std::string &Path) {
  std::string Name = lastPart(Path);
  Name.resize(std::min(Name.rfind('.'), Name.size()));
  for (char &C : Name)
    if (!isIdentifier(std::string("_") + C))
      C = '_';
  return isIdentifier(Name) && !isTakenPrefix(Name) ? Name : "net_" + Name;
}

} // namespace hexloom
