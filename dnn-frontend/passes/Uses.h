// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who makes and who reads each tensor: what the fusing passes look at.
#pragma once

#include "ir/Graph.h"

#include <algorithm>

namespace hexloom {

class Uses {
public:
  explicit Uses(const Graph &G) : Readers(G.Tensors.size()), Producers(G.Tensors.size(), -1) {
    for (size_t I = 0; I < G.Ops.size(); ++I) {
      for (TensorId Id : G.Ops[I].Inputs)
        if (Id != kNoTensor)
          ++Readers[Id];
      for (TensorId Id : G.Ops[I].Outputs)
        Producers[Id] = static_cast<int>(I);
    }
    for (TensorId Id : G.Outputs)
      ++Readers[Id];
  }
  /// Reads by operators and graph outputs.
  int readers(TensorId Id) const { return Readers.at(Id); }
  /// Index of the operator that writes it, or -1: a constant or graph input.
  int producer(TensorId Id) const { return Producers.at(Id); }

  /// The operator reads its inputs no longer, or reads them from now on.
  void stopsReading(const Op &O) { count(O, -1); }
  void beginsToRead(const Op &O) { count(O, 1); }

private:
  std::vector<int> Readers, Producers;

  void count(const Op &O, int By) {
    for (TensorId Id : O.Inputs)
      if (Id != kNoTensor)
        Readers[Id] += By;
  }
};

inline bool isGraphOutput(const Graph &G, TensorId Id) {
  return std::find(G.Outputs.begin(), G.Outputs.end(), Id) != G.Outputs.end();
}

/// Every read of From, graph outputs included, becomes a read of To.
inline void replaceReads(Graph &G, TensorId From, TensorId To) {
  for (Op &O : G.Ops)
    std::replace(O.Inputs.begin(), O.Inputs.end(), From, To);
  std::replace(G.Outputs.begin(), G.Outputs.end(), From, To);
}

} // namespace hexloom
