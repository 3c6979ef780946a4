// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fold-constants: an operator whose inputs are all constants is evaluated, its results become
// constants.
//
//   const %1: i8[2x3] = [1, 2, 3, 4, 5, 6]               const %2: i8[3x2] = [1, 4, 2, 5, 3, 6]
//   %2: i8[3x2] = TRANSPOSE(%1) {perm=[1, 0]}      ->    %3: i8[3x2] = MAXIMUM(%0, %2)
//   %3: i8[3x2] = MAXIMUM(%0, %2)
//
// What ir/Evaluate.h evaluates is folded; the rest stays and is computed on the device. Requires:
// row-major tensors. Changes: nothing but the folded operators; results may be larger than what
// they are computed from (TILE).
#include "ir/Evaluate.h"
#include "ir/Shapes.h"
#include "passes/Passes.h"

#include <algorithm>
#include <set>

namespace hexloom {

int64_t foldConstants(Graph &G, Budget &Purse) {
  std::vector<Op> Kept;
  std::set<TensorId> New;
  for (Op &O : G.Ops) {
    // Values that the import did not know, indices for one, are the file's fault if they do not fit.
    if (std::any_of(O.Inputs.begin(), O.Inputs.end(), [&](TensorId Id) { return New.count(Id) != 0; }))
      checkShapes(G, O, Purse);
    std::optional<std::vector<Bytes>> Results = evaluate(G, O, Purse);
    if (!Results)
      Kept.push_back(std::move(O));
    else
      for (size_t I = 0; I < Results->size(); ++I) {
        G.Tensors[O.Outputs[I]].Data = std::make_shared<Bytes>(std::move((*Results)[I]));
        New.insert(O.Outputs[I]);
      }
  }
  const int64_t Folded = static_cast<int64_t>(G.Ops.size() - Kept.size());
  G.Ops = std::move(Kept);
  return Folded;
}

} // namespace hexloom
