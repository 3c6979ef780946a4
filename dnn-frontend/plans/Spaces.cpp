// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/Spaces.h"

#include <sstream>

namespace hexloom {

#define SPACE(FUNCTION) Space FUNCTION();
#include "plans/spaces.def"

const std::vector<Space> &allSpaces() {
  static const std::vector<Space> All = {
#define SPACE(FUNCTION) FUNCTION(),
#include "plans/spaces.def"
  };
  return All;
}

/// By the kernels' numbers.
static std::vector<const Space *> spacesOfKernels() {
  std::vector<const Space *> All(allKernels().size());
  for (const Space &S : allSpaces()) {
    std::istringstream Names(S.Kernels);
    for (std::string Name; std::getline(Names, Name, ',');) {
      const Space *&Its = All[static_cast<size_t>(&kernelNamed(Name) - allKernels().data())];
      HEXLOOM_CHECK(!Its, "two spaces of the kernel " + Name);
      Its = &S;
    }
  }
  return All;
}

const Space *spaceOf(const Kernel &K) {
  static const std::vector<const Space *> All = spacesOfKernels();
  return All[static_cast<size_t>(&K - allKernels().data())];
}

} // namespace hexloom
