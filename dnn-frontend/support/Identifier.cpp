#include "support/Identifier.h"
#include "support/Files.h"

#include <algorithm>
#include <cctype>

namespace hexloom {

bool isIdentifier(const std::string &S) {
  auto isPart = [](unsigned char C) { return C < 0x80 && (std::isalnum(C) || C == '_'); };
  return !S.empty() && !std::isdigit(static_cast<unsigned char>(S[0])) && std::all_of(S.begin(), S.end(), isPart);
}

std::string identifierFrom(const std::string &Path) {
  std::string Name = lastPart(Path);
  Name.resize(std::min(Name.rfind('.'), Name.size()));
  for (char &C : Name)
    if (!isIdentifier(std::string("_") + C))
      C = '_';
  return isIdentifier(Name) ? Name : "net_" + Name;
}

} // namespace hexloom
