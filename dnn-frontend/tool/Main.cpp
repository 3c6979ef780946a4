#include "import/Import.h"
#include "ir/Text.h"
#include "support/Error.h"
#include <cstdio>
using namespace hexloom;
int main(int argc, char **argv) {
  try {
    for (int I = 1; I < argc; ++I)
      std::fputs(print(importTflite(argv[I], {}), Constants::Elided).c_str(), stdout);
  } catch (const UserError &E) {
    std::fprintf(stderr, "dnn-frontend: error: %s\n", E.what());
    return 1;
  }
  return 0;
}
