// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/Sources.h"
#include "ir/BoxCompose.h"

#include <algorithm>

namespace hexloom {

bool keepsBytes(const Graph &G, const Op &M) {
  for (size_t I = 0; I < M.Inputs.size(); ++I)
    if (rescales(G, M, I))
      return false;
  return !M.Attrs.count(Attr::Activation) || M.s(Attr::Activation) == "none";
}

std::optional<Sources> sourcesOf(const Graph &G, const Op &M, size_t Output) {
  const auto IsEmpty = [&](TensorId Id) { return Id == kNoTensor || G.Tensors[Id].elements() == 0; };
  if (!isMovement(M.Kind) || !M.Kernel.empty() || IsEmpty(M.Outputs[Output]) || std::any_of(M.Inputs.begin(), M.Inputs.end(), IsEmpty) ||
      !keepsBytes(G, M))
    return std::nullopt;
  const std::optional<BoxMovement> Boxes = boxesOf(G, M);
  if (!Boxes || Boxes->Fills)
    return std::nullopt;
  Sources All;
  for (const BoxMovement::Piece &P : Boxes->Pieces)
    if (P.Output == Output && P.Box.elements() > 0)
      All.push_back({M.Inputs[P.Input], P.Box});
  return All;
}

std::optional<Sources> replaced(const Sources &All, TensorId Id, const Sources &By, Budget &Purse) {
  constexpr int64_t kStepsOfBox = 2000;
  Sources Result;
  if (!Purse.tryWork(kStepsOfBox * static_cast<int64_t>(All.size() * By.size())))
    return std::nullopt;
  for (const Source &S : All) {
    if (S.From != Id) {
      Result.push_back(S);
      continue;
    }
    for (const Source &First : By) {
      std::vector<Box> Boxes;
      if (Result.size() > kMostBoxes || !composeBoxes(First.Box, S.Box, kMostBoxes, Boxes))
        return std::nullopt;
      for (Box &B : Boxes) {
        joinLoops(B);
        Result.push_back({First.From, std::move(B)});
      }
    }
  }
  return Result;
}

std::vector<ChannelTurn> channelsOf(const Box &B) {
  constexpr int64_t kMostTurns = 1 << 16;
  const int Last = static_cast<int>(B.OutFirst.size()) - 1;
  std::vector<Box::Loop> Inner;
  int64_t Turns = 1;
  for (const Box::Loop &L : B.Loops)
    if (L.Out.Axis == Last || (L.Out.Axis < 0 && L.Size > 1))
      Inner.push_back(L), Turns *= L.Size;
  std::vector<ChannelTurn> All;
  if (Turns > kMostTurns)
    return All;
  for (int64_t Turn = 0; Turn < Turns; ++Turn) {
    ChannelTurn One{B.OutFirst[static_cast<size_t>(Last)], B.InFirst};
    int64_t Rest = Turn;
    for (const Box::Loop &L : Inner) {
      One.Out += Rest % L.Size * (L.Out.Axis < 0 ? 0 : L.Out.Step);
      if (L.In.Axis >= 0)
        One.In[static_cast<size_t>(L.In.Axis)] += Rest % L.Size * L.In.Step;
      Rest /= L.Size;
    }
    All.push_back(std::move(One));
  }
  return All;
}

const Box::Loop *wholeLoop(const Box &B, int Axis, int64_t Size) {
  const Box::Loop *Found = nullptr;
  for (const Box::Loop &L : B.Loops)
    if (L.Out.Axis == Axis && L.Size > 1) {
      if (Found || L.Size != Size || L.Out.Step != 1)
        return nullptr;
      Found = &L;
    }
  return B.OutFirst[static_cast<size_t>(Axis)] == 0 ? Found : nullptr;
}

} // namespace hexloom
