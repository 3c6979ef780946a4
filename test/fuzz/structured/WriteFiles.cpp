// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// write-structured SEED COUNT FOLDER: COUNT random recipes; of those that are networks which the front end takes and which are
// quick to run, it writes netN.recipe, netN.c, netN.h and netN.weights of the portable target. It prints how many of each.
// write-structured RECIPE FOLDER: the same of the one recipe. write-structured RECIPE: the .tflite file on standard output.
#include "../Compile.h"
#include "Mutate.h"
#include "import/Import.h"
#include "support/Error.h"
#include "support/Files.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace hexloom;

namespace {

constexpr double kMostCycles = 3e6; // of a run
constexpr int64_t kMostBytes = 1 << 22;

int64_t bytesOf(const Graph &G) {
  int64_t Bytes = 0;
  for (const Tensor &T : G.Tensors)
    Bytes += T.bytes();
  for (const Op &O : G.Ops)
    for (const Graph &Region : O.Regions)
      Bytes += bytesOf(Region);
  return Bytes;
}

bool tryOne(const fuzz::Recipe &R, const std::string &Base, int Number) {
  const std::string Name = strf("net%d", Number), Path = Base + "/" + Name;
  try {
    const Bytes Model = fuzz::build(R);
    const Compiled C = compileInMemory(Name + ".tflite", Model, false, Target::Portable);
    if (C.Cycles > kMostCycles || bytesOf(C.G) > kMostBytes || C.G.Ops.empty())
      return false;
    Compilation Shared(Name, Model.size());
    const EmittedFiles F = emitC(C.G, {Target::Portable, Name + ".h", Name + ".weights"}, Shared);
    const std::string Text = fuzz::print(R);
    writeFiles({{Path + ".recipe", Text.data(), Text.size()},
                {Path + ".c", F.Source},
                {Path + ".h", F.Header.data(), F.Header.size()},
                {Path + ".weights", F.Weights.data(), F.Weights.size()}});
    return true;
  } catch (const UserError &) {
    return false;
  } catch (...) {
    std::fputs(("a fault of the front end:\n" + fuzz::print(R)).c_str(), stderr);
    throw;
  }
}

int writeMany(uint64_t Seed, int Count, const std::string &Folder) {
  Random Draw(Seed);
  int Networks = 0;
  fuzz::Recipe R;
  for (int Tried = 0; Tried < Count; ++Tried) {
    if (Draw.below(6) == 0 || R.Ops.size() > 4)
      R = {};
    const fuzz::Recipe Before = R;
    fuzz::mutate(R, Draw);
    if (!R.Ops.empty() && tryOne(R, Folder, Networks))
      ++Networks;
    else
      R = Draw.below(3) ? Before : R;
  }
  std::printf("%d recipes, %d networks\n", Count, Networks);
  return 0;
}

fuzz::Recipe readRecipe(const char *Path) {
  const Bytes Text = readFile(Path);
  return fuzz::parseRecipe(std::string(Text.begin(), Text.end()));
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc == 4)
    return writeMany(std::strtoull(Argv[1], nullptr, 10), std::atoi(Argv[2]), Argv[3]);
  if (Argc == 3) {
    const int Networks = tryOne(readRecipe(Argv[1]), Argv[2], 0);
    std::printf("1 recipes, %d networks\n", Networks);
    return 0;
  }
  if (Argc != 2) {
    std::fprintf(stderr, "usage: write-structured SEED COUNT FOLDER | write-structured RECIPE [FOLDER]\n");
    return 2;
  }
  const Bytes Model = fuzz::build(readRecipe(Argv[1]));
  std::fwrite(Model.data(), 1, Model.size(), stdout);
  return 0;
}
