// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Placement: buffers that live at the same time never overlap, and memory is reused.
#include "emit/Arena.h"

#include <gtest/gtest.h>

#include <random>

using namespace hexloom;

namespace {

TensorId activation(Graph &G, int32_t Bytes) {
  Tensor T;
  T.Dims = {Bytes};
  return G.addTensor(T);
}

Op unary(OpKind Kind, TensorId In, TensorId Out) {
  Op O;
  O.Kind = Kind;
  O.Inputs = {In};
  O.Outputs = {Out};
  return O;
}

/// A chain input -> t0 -> t1 -> ... -> output; the inner tensors have the given sizes.
Graph chain(const std::vector<int32_t> &Sizes) {
  Graph G;
  TensorId Last = activation(G, 100);
  G.Inputs = {Last};
  for (int32_t Size : Sizes) {
    const TensorId Next = activation(G, Size);
    G.Ops.push_back(unary(OpKind::Relu, Last, Next));
    Last = Next;
  }
  G.Outputs = {Last};
  return G;
}

} // namespace

TEST(Arena, AChainNeedsTheTwoLargestNeighbours) {
  const Graph G = chain({1024, 512, 2048, 256, 128, 100});
  const ArenaPlan Plan = placeArena(G, std::vector<LayerMemory>(G.Ops.size()));
  EXPECT_EQ(Plan.Bytes, 2048 + 512);
  EXPECT_EQ(Plan.Tensors[G.Inputs[0]].Where, Place::Input);
  EXPECT_EQ(Plan.Tensors[G.Outputs[0]].Where, Place::Output);
}

TEST(Arena, RoundsToWholeVectors) {
  const Graph G = chain({1, 129, 100});
  const ArenaPlan Plan = placeArena(G, std::vector<LayerMemory>(G.Ops.size()));
  EXPECT_EQ(Plan.Bytes, 128 + 256);
}

TEST(Arena, ScratchLivesWithItsLayerOnly) {
  const Graph G = chain({1024, 1024, 1024, 100});
  std::vector<LayerMemory> Layers(G.Ops.size());
  Layers[0].ScratchBytes = 1024; // beside t0 alone: the place of t1
  const ArenaPlan Plan = placeArena(G, Layers);
  EXPECT_EQ(Plan.Bytes, 2048);
}

TEST(Arena, AliasesShareOnePlace) {
  Graph G = chain({1024, 1024, 1024, 100});
  std::vector<LayerMemory> Layers(G.Ops.size());
  Layers[1].Aliases = true;
  const ArenaPlan Plan = placeArena(G, Layers);
  EXPECT_TRUE(Plan.Tensors[G.Ops[1].Inputs[0]] == Plan.Tensors[G.Ops[1].Outputs[0]]);
  EXPECT_EQ(Plan.Bytes, 2048);
}

TEST(Arena, AnAliasBetweenTheCallersBuffersStaysApart) {
  Graph G = chain({100});
  const ArenaPlan Plan = placeArena(G, {{0, true}});
  EXPECT_EQ(Plan.Tensors[G.Inputs[0]].Where, Place::Input);
  EXPECT_EQ(Plan.Tensors[G.Outputs[0]].Where, Place::Output);
}

TEST(Arena, RandomGraphsNeverOverlapWhatLivesTogether) {
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    std::mt19937 Random(Seed);
    Graph G;
    G.Inputs = {activation(G, 64)};
    const int Count = 2 + static_cast<int>(Random() % 20);
    for (int I = 0; I < Count; ++I) {
      const auto In = static_cast<TensorId>(Random() % G.Tensors.size());
      const TensorId Out = activation(G, static_cast<int32_t>(Random() % 1000));
      G.Ops.push_back(unary(OpKind::Relu, In, Out));
    }
    G.Outputs = {static_cast<TensorId>(G.Tensors.size() - 1)};
    std::vector<LayerMemory> Layers(G.Ops.size());
    for (LayerMemory &L : Layers)
      L.ScratchBytes = static_cast<int64_t>(Random() % 500);
    const ArenaPlan Plan = placeArena(G, Layers);

    // Replay: who owns each byte when.
    std::vector<int> LastUse(G.Tensors.size(), -1);
    for (size_t I = 0; I < G.Ops.size(); ++I)
      LastUse[G.Ops[I].Inputs[0]] = static_cast<int>(I);
    const auto Overlap = [&](int64_t A, int64_t ABytes, int64_t B, int64_t BBytes) {
      return A < B + BBytes && B < A + ABytes;
    };
    for (size_t I = 0; I < G.Ops.size(); ++I) {
      const TensorId Out = G.Ops[I].Outputs[0];
      const Place &P = Plan.Tensors[Out];
      if (P.Where == Place::Arena) {
        EXPECT_LE(P.Offset + G.Tensors[Out].bytes(), Plan.Bytes);
        EXPECT_EQ(P.Offset % 128, 0);
        EXPECT_FALSE(Overlap(P.Offset, G.Tensors[Out].bytes(), Plan.ScratchOffset[I],
                             Layers[I].ScratchBytes));
      }
      for (size_t T = 0; T < G.Tensors.size(); ++T) {
        const bool Alive = static_cast<TensorId>(T) < Out && LastUse[T] >= static_cast<int>(I);
        if (!Alive || Plan.Tensors[T].Where != Place::Arena)
          continue;
        if (P.Where == Place::Arena) {
          EXPECT_FALSE(Overlap(P.Offset, G.Tensors[Out].bytes(), Plan.Tensors[T].Offset,
                               G.Tensors[T].bytes()))
              << "seed " << Seed << " operator " << I << " tensor " << T;
        }
        EXPECT_FALSE(Overlap(Plan.ScratchOffset[I], Layers[I].ScratchBytes, Plan.Tensors[T].Offset,
                             G.Tensors[T].bytes()))
            << "seed " << Seed << " scratch of " << I << " tensor " << T;
      }
    }
  }
}
