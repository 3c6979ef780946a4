// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// eliminate-dead-code: drops operators none of whose results is read or is an output of the graph,
// and tensors that nothing names any more.
//
//   %1 = RELU(%0)                      %1 = RELU(%0)
//   %2 = ABS(%1)                 ->    output %1
//   output %1
//
// Requires: nothing. Changes: tensor ids. Graph inputs stay, read or not: they are part of the
// program's interface.
#include "passes/Passes.h"

#include <algorithm>

namespace hexloom {

int64_t eliminateDeadCode(Graph &G, Budget &) {
  std::vector<bool> Live(G.Tensors.size());
  for (TensorId Id : G.Outputs)
    Live[Id] = true;
  std::vector<Op> Kept;
  for (auto O = G.Ops.rbegin(); O != G.Ops.rend(); ++O) {
    if (std::none_of(O->Outputs.begin(), O->Outputs.end(), [&](TensorId Id) { return Live[Id]; }))
      continue;
    for (TensorId Id : O->Inputs)
      if (Id != kNoTensor)
        Live[Id] = true;
    Kept.push_back(std::move(*O));
  }
  std::reverse(Kept.begin(), Kept.end());
  const int64_t Dropped = static_cast<int64_t>(G.Ops.size() - Kept.size());
  G.Ops = std::move(Kept);
  dropUnusedTensors(G);
  return Dropped;
}

} // namespace hexloom
