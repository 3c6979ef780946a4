// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emit/NestText.h"
#include "nests/Ask.h"
#include "nests/Print.h"
#include "nests/Work.h"
#include "price/Bodies.h"
#include "price/Pipes.h"

#include <algorithm>

namespace hexloom {

/// The price by bodies, and where each is, by lines behind the function's first.
static std::string bodiesText(const Part &All, const LayerWriter &W) {
  Lines Where;
  const auto InPlace = [&](size_t K, const std::string &CType) { return W.constants()[K].cText(CType); };
  const std::string Text = print(W.statements(), W.target(), InPlace, &Where);
  Where[nullptr] = {1, std::count(Text.begin(), Text.end(), '\n')};
  const std::vector<Piece> Pieces = piecesOf(All);
  std::string Told = "  " + text(priceOf(Pieces)) + "\n";
  const auto Range = [&](const void *Of) {
    const auto Found = Where.find(Of);
    return Found == Where.end() ? "none" : std::to_string(Found->second.first) + " to " + std::to_string(Found->second.second);
  };
  for (const Piece &P : Pieces)
    Told += "  lines " + Range(P.Of) + (P.Side ? " with " + Range(P.Side) : "") +
            strf(", %.10g turns, %.10g entries, ", P.Turns, P.Entries) + text(P.Body) + "\n";
  return Told;
}

static std::string arraysText(const LayerWriter &W) {
  const int64_t Vectors = vectorsInArrays(W.statements());
  return Vectors ? strf("  %lld vectors in arrays\n", (long long)Vectors) : "";
}

std::string nestText(const std::string &Function, const Op &O, const LayerWriter &W) {
  const std::string Schedule = text(O.Schedule);
  const Part All = partOf(W.statements(), W.target());
  const std::optional<PipeCycles> Cycles = pipeCycles(All, W.target());
  return Function + " by " + O.Kernel + (Schedule.empty() ? "" : ", " + Schedule) + "\n" + (Cycles ? "  " + text(*Cycles) + "\n" : "") +
         workText(All) + arraysText(W) + (Cycles ? bodiesText(All, W) : "");
}

} // namespace hexloom
