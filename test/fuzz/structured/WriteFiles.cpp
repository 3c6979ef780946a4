// write-structured SEED COUNT FOLDER: random recipes until COUNT of them are networks that the front end takes and that are
// quick to run; writes N.recipe, netN.c, netN.h and netN.weights of the portable target. write-structured RECIPE: the .tflite
// file on standard output. What it prints at the end: how many it tried.
#include "../Compile.h"
#include "Mutate.h"
#include "import/Import.h"
#include "support/Error.h"
#include "support/Files.h"

#include <cstdio>
#include <cstdlib>

using namespace hexloom;

namespace {

constexpr double kMostCycles = 3e6; // of a run
constexpr int64_t kMostBytes = 1 << 22;

/// Indices that come at run time are the caller's responsibility.
bool readsIndices(const Graph &G) {
  for (const Op &O : G.Ops)
    if ((O.Kind == OpKind::Gather || O.Kind == OpKind::GatherNd) && !G.in(O, 1).isConst())
      return true;
  return false;
}

bool isSmall(const Graph &G) {
  int64_t Bytes = 0;
  for (const Tensor &T : G.Tensors)
    Bytes += T.bytes();
  return Bytes <= kMostBytes;
}

bool tryOne(const fuzz::Recipe &R, const std::string &Base, int Number) {
  const std::string Name = strf("net%d", Number), Path = Base + "/" + Name;
  try {
    const Compiled C = compileInMemory(Name + ".tflite", fuzz::build(R), false, Target::Portable);
    if (C.Cycles > kMostCycles || !isSmall(C.G) || readsIndices(C.G) || C.G.Ops.empty())
      return false;
    const EmittedFiles F = emitC(C.G, {Target::Portable, Name + ".h", Name + ".weights"});
    const std::string Text = fuzz::print(R);
    writeFiles({{Path + ".recipe", Text.data(), Text.size()},
                {Path + ".c", F.Source.data(), F.Source.size()},
                {Path + ".h", F.Header.data(), F.Header.size()},
                {Path + ".weights", F.Weights.data(), F.Weights.size()}});
    return true;
  } catch (const UserError &) {
    return false;
  }
}

int writeMany(uint64_t Seed, int Count, const std::string &Folder) {
  Random Draw(Seed);
  unsigned long long Tried = 0;
  fuzz::Recipe R;
  for (int Number = 0; Number < Count;) {
    if (Draw.below(6) == 0 || R.Ops.size() > 4)
      R = {};
    const fuzz::Recipe Before = R;
    fuzz::mutate(R, Draw);
    ++Tried;
    if (R.Ops.empty() || !tryOne(R, Folder, Number))
      R = Draw.below(3) ? Before : R;
    else
      ++Number;
  }
  std::printf("%llu recipes, %d networks\n", Tried, Count);
  return 0;
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc == 4)
    return writeMany(std::strtoull(Argv[1], nullptr, 10), std::atoi(Argv[2]), Argv[3]);
  if (Argc != 2) {
    std::fprintf(stderr, "usage: write-structured SEED COUNT FOLDER | write-structured RECIPE\n");
    return 2;
  }
  const Bytes Text = readFile(Argv[1]);
  const Bytes Model = fuzz::build(fuzz::parseRecipe(std::string(Text.begin(), Text.end())));
  std::fwrite(Model.data(), 1, Model.size(), stdout);
  return 0;
}
