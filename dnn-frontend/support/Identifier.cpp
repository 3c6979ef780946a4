#include "support/Identifier.h"
#include "support/Files.h"

#include <algorithm>
#include <cctype>

namespace hexloom {

bool isIdentifier(const std::string &S) {
  auto isPart = [](unsigned char C) { return C < 0x80 && (std::isalnum(C) || C == '_'); };
  return !S.empty() && !std::isdigit(static_cast<unsigned char>(S[0])) &&
         std::all_of(S.begin(), S.end(), isPart);
}

static bool isTaken(const std::string &Name) { return Name == "hl" || Name.rfind("hl_", 0) == 0; }

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
