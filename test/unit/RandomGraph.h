// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What tests of passes on random graphs share: drawing numbers, and the outputs' bytes by the evaluator.
#pragma once

#include "ir/Evaluate.h"
#include "ir/Text.h"
#include "ir/Verifier.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

namespace hexloom {

class RandomNumbers {
public:
  explicit RandomNumbers(unsigned Seed) : Random(Seed) {}

protected:
  std::mt19937 Random;

  /// Both included.
  int from(int Least, int Greatest) { return Least + static_cast<int>(Random() % static_cast<unsigned>(Greatest - Least + 1)); }
};

class RandomGraph : protected RandomNumbers {
public:
  using RandomNumbers::RandomNumbers;

protected:
  Graph G;

  TensorId tensor(DType Type, const Shape &Dims, const Quant &Q, bool IsConst = false) {
    Tensor T;
    T.Name = "t" + std::to_string(G.Tensors.size());
    T.Type = Type;
    T.Dims = Dims;
    T.Quant = Q;
    if (IsConst) {
      Bytes Data;
      for (int64_t I = 0; I < T.bytes(); ++I)
        Data.push_back(static_cast<uint8_t>(Random()));
      T.Data = std::make_shared<const Bytes>(std::move(Data));
    }
    return G.addTensor(std::move(T));
  }
  TensorId op(OpKind Kind, std::vector<TensorId> Inputs, TensorId Out, std::map<Attr, AttrValue> Attrs) {
    G.Ops.push_back({Kind, std::move(Inputs), {Out}, std::move(Attrs), "o" + std::to_string(G.Ops.size()), -1, "", {}, {}});
    return Out;
  }
};

/// The bytes of each output where the inputs' bytes are numbered.
inline std::vector<Bytes> outputsOf(Graph G) {
  Budget Purse = Budget::endless();
  for (size_t K = 0; K < G.Inputs.size(); ++K) {
    Bytes All(static_cast<size_t>(G.Tensors[G.Inputs[K]].bytes()));
    for (size_t I = 0; I < All.size(); ++I)
      All[I] = static_cast<uint8_t>(I * 7 + I / 251 + 3 * K);
    G.Tensors[G.Inputs[K]].Data = std::make_shared<Bytes>(std::move(All));
  }
  for (const Op &O : G.Ops) {
    const auto Results = evaluate(G, O, Purse);
    EXPECT_TRUE(Results) << describe(G, O);
    for (size_t K = 0; Results && K < O.Outputs.size(); ++K)
      G.Tensors[O.Outputs[K]].Data = std::make_shared<Bytes>((*Results)[K]);
  }
  std::vector<Bytes> Outputs;
  for (TensorId Id : G.Outputs)
    Outputs.push_back(G.Tensors[Id].Data ? *G.Tensors[Id].Data : Bytes());
  return Outputs;
}

} // namespace hexloom
