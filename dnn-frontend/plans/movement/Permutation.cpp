// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/movement/Permutation.h"
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/movement/Forms.h"
#include "plans/movement/Transposition.h"
#include "support/CText.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>

namespace hexloom {

namespace {

constexpr int64_t kVector = hexagon::kVectorBytes;

/// The innermost loops that a block has, of the outermost of them as many turns as fit and divide all; the others stay. The window
/// begins at the block's lowest byte.
struct Cut {
  StridedCopy Block, Rest;
  int64_t Window = 0;
};

std::optional<Cut> cutOf(const StridedCopy &C) {
  Cut P;
  P.Block.Run = P.Window = C.Run;
  P.Rest = C;
  auto &Loops = P.Rest.Loops;
  int64_t Bytes = C.Run;
  for (bool All = true; All && !Loops.empty();) {
    StridedCopy::Loop &L = Loops.back();
    const int64_t Step = std::abs(L.In), Fit = std::min(kVector / Bytes, Step == 0 ? kVector : (kVector - P.Window) / Step + 1);
    int64_t Turns = std::min(Fit, L.Size);
    while (L.Size % Turns != 0)
      --Turns;
    P.Block.Loops.insert(P.Block.Loops.begin(), {Turns, L.In, L.Out});
    P.Window += (Turns - 1) * Step;
    if (L.In < 0) {
      P.Block.InOffset += (Turns - 1) * Step;
      P.Rest.InOffset -= (Turns - 1) * Step;
    }
    Bytes *= Turns;
    All = Turns == L.Size;
    if (All)
      Loops.pop_back();
    else
      L = {L.Size / Turns, L.In * Turns, L.Out * Turns};
  }
  P.Rest.Run = Bytes;
  if (Loops.empty())
    Loops.push_back({1, kVector, Bytes});
  return Bytes > C.Run && Loops.back().In > 0 ? std::optional(P) : std::nullopt;
}

/// The controls that move a block's bytes, by one instruction or else by two; empty: neither does it.
std::vector<ByteRoute> routesOf(const StridedCopy &Block, int64_t Window, int64_t Size) {
  Bytes From(static_cast<size_t>(Window)), To(static_cast<size_t>(Size));
  for (size_t I = 0; I < From.size(); ++I)
    From[I] = static_cast<uint8_t>(I);
  Block.apply(From.data(), To.data());
  std::vector<int> Places(To.begin(), To.end()), Ascending(To.size());
  for (size_t I = 0; I < To.size(); ++I)
    Ascending[I] = static_cast<int>(I);
  if (const std::optional<ByteRoute> One = routeBytes(Places, Ascending))
    return {*One};
  const auto Two = routeBytesTwice(Places, Ascending);
  return Two ? std::vector<ByteRoute>(Two->begin(), Two->end()) : std::vector<ByteRoute>();
}

} // namespace

bool Permutation::isWhole() const {
  const auto Is = [](const StridedCopy::Loop &L) { return L.In % kVector == 0; };
  return Blocks.Run == kVector && Blocks.InOffset % kVector == 0 && Blocks.OutOffset % kVector == 0 &&
         std::all_of(Blocks.Loops.begin(), Blocks.Loops.end(), Is);
}

OwnLoops Permutation::loops() const {
  const StridedCopy::Loop &Inner = Blocks.Loops.back();
  const int64_t All = Blocks.turns(), Entries = All / Inner.Size;
  const int64_t Careful = isWhole() ? 0 : std::max(ceilDiv(kVector - Window + HL_LOAD_SLACK, Inner.In), ceilDiv(kVector - Blocks.Run, Blocks.Run));
  const std::string Size = with("routes", static_cast<int64_t>(Routes.size()));
  OwnLoops Loops = {{"hl_vpermute" + when(isWhole(), "whole") + Size + when(Blocks.Loops.size() > 1, Blocks.Loops.size() == 2 ? "nested" : "deep"), All, Entries}};
  addCareful(Loops, "hl_vpermute careful" + Size, std::min(Careful, Inner.Size));
  return Loops;
}

std::optional<Permutation> permutationOf(const StridedCopy &C) {
  if (C.Run >= kVector || !fillsOutput(C))
    return std::nullopt;
  const std::optional<Cut> P = cutOf(C);
  if (!P)
    return std::nullopt;
  double Otherwise = runsCost(longestInside(C)).cycles();
  if (const std::optional<Transposition> T = transpositionOf(C))
    Otherwise = std::min(Otherwise, costOf(T->loops()).cycles());
  Permutation Made{P->Rest, P->Window, std::vector<ByteRoute>(1)};
  const auto IsDear = [&] { return Otherwise <= costOf(Made.loops()).cycles(); };
  if (IsDear()) // by one route already
    return std::nullopt;
  Made.Routes = routesOf(P->Block, P->Window, P->Rest.Run);
  return Made.Routes.empty() || IsDear() ? std::nullopt : std::optional(Made);
}

void Permutation::emit(const std::string &Name, const std::string &In, const std::string &Out, LayerWriter &W) const {
  W.body("permute.h");
  Bytes Controls;
  for (const ByteRoute &R : Routes)
    Controls.insert(Controls.end(), R.Control.begin(), R.Control.end());
  const bool Delta = !Routes.front().SmallFirst, Rdelta = Routes.back().SmallFirst;
  const std::string Value =
      braces(std::vector<std::string>{Blocks.cText(), std::to_string(Window), std::to_string(Delta), std::to_string(Rdelta)});
  W.line(strf("static const hl_permute_params %s = %s;", Name.c_str(), Value.c_str()));
  const std::string Control = W.blob(Controls, "uint8_t", "how the bytes of a block move");
  NestBuilder(W).primitive("hl_vpermute", {"&" + Name, Control, int(isWhole()), In, Out}, loops());
}

} // namespace hexloom
