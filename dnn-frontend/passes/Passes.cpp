#include "passes/Passes.h"

namespace hexloom {

const std::vector<Pass> &allPasses() {
  static const std::vector<Pass> Rows = {
#define PASS(NAME, FUNCTION, DESCRIPTION, STATISTIC) {NAME, DESCRIPTION, STATISTIC, FUNCTION},
#include "passes/passes.def"
  };
  return Rows;
}

} // namespace hexloom
