// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Priced.h"
#include "embed/Operators.h"
#include "import/Import.h"
#include "ir/LayerNumbers.h"
#include "support/Files.h"
#include "support/Quote.h"
#include "support/Rounding.h"

#include <algorithm>
#include <cstdio>

namespace hexloom {

std::vector<Priced> priced(const std::vector<DimensionMap> &Maps, const ScalarInstruction &I, const ScalarOperator &O, double LeastUse) {
  std::vector<Priced> All;
  for (const DimensionMap &M : Maps) {
    EmbeddingPrice P = priceOf(M, I, O);
    const int64_t Cost = P.Instructions + ceilDiv(P.Packed[1], I.products());
    if (P.Use >= LeastUse)
      All.push_back({M, std::move(P), Cost});
  }
  std::sort(All.begin(), All.end(), [](const Priced &X, const Priced &Y) { return std::tie(X.Cost, X.Map) < std::tie(Y.Cost, Y.Map); });
  return All;
}

const char *paddingOf(const EmbeddingPrice &P) { return P.Pads ? "whole" : P.Use < 1 ? "ends" : "none"; }

void printNetwork(const std::string &Path, const ScalarInstruction &I, const SearchOptions &Options) {
  Bytes Content = readFile(Path);
  Budget Purse(printable(lastPart(Path)), Content.size());
  const Graph G = importTflite(lastPart(Path), std::move(Content), {}, Purse);
  const std::vector<std::string> Numbers = layerNumbers(G);
  std::printf("%-24s %14s  %5s  %-7s  embedding\n", "layer", "instructions", "use", "padding");
  for (size_t L = 0; L < G.Ops.size(); ++L) {
    const std::optional<ScalarOperator> O = scalarsOf(G, G.Ops[L]);
    if (!O)
      continue;
    const std::string Name = layerName(Numbers[L], text(G.Ops[L].Kind));
    const std::vector<Priced> All = priced(findEmbeddings(I, *O, Options).Maps, I, *O, Options.LeastUse);
    if (All.empty())
      std::printf("%-24s %14s\n", Name.c_str(), "none");
    else
      std::printf("%-24s %14s  %5.3f  %-7s  %s\n", Name.c_str(), grouped(static_cast<double>(All[0].Price.Instructions)).c_str(), All[0].Price.Use,
                  paddingOf(All[0].Price), text(All[0].Map, *O).c_str());
  }
}

} // namespace hexloom
