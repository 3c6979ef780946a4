// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "price/Bodies.h"
#include "price/Table.h"
#include "support/Rounding.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

namespace {

constexpr int64_t kFewTurns = 4; ///< which the compiler may write out: a body of its own for each number

/// The head of a primitive's own loop.
std::string headOf(int64_t Turns, int64_t Entries) {
  const int64_t Each = ceilDiv(Turns, std::max<int64_t>(Entries, 1));
  return Each <= kFewTurns ? "own loop of " + std::to_string(Each) : "own loop";
}

std::string headOf(const Part &Loop) {
  if (Loop.OwnEntries)
    return headOf(Loop.Turns, *Loop.OwnEntries);
  return "loop" + (Loop.Turns <= kFewTurns ? " of " + std::to_string(Loop.Turns) : "") +
         (Loop.Unrolled > 1 ? " by " + std::to_string(Loop.Unrolled) : "");
}

class Collector {
public:
  std::vector<Piece> Pieces;

  void part(const Part &P, double Entries) {
    const bool IsLoop = P.Is == Part::Kind::Loop;
    Piece Mine;
    Mine.Body.Head = IsLoop ? headOf(P) : "once";
    Mine.Turns = IsLoop ? Entries * static_cast<double>(P.Turns) : Entries;
    Mine.Entries = Entries * static_cast<double>(P.OwnEntries.value_or(1)), Mine.Of = P.Of;
    std::vector<Within> Inside;
    straight(P, 1, Mine.Body, Inside);
    finish(std::move(Mine), Inside);
  }

private:
  /// A loop or a guard in a piece, so often in its turn.
  struct Within {
    const Part *Its;
    int64_t Times;
  };

  static void execute(Body &B, const std::string &What, int64_t Times) {
    const auto Found = std::find_if(B.Executes.begin(), B.Executes.end(), [&](const auto &Each) { return Each.first == What; });
    if (Found == B.Executes.end())
      B.Executes.emplace_back(What, Times);
    else
      Found->second += Times;
  }
  /// What a part executes itself, so often.
  static void straight(const Part &P, int64_t Times, Body &B, std::vector<Within> &Inside) {
    size_t Next = 0;
    for (const std::string &What : P.Order)
      if (!What.empty())
        execute(B, What, P.Own.at(What) * Times);
      else if (const Part &In = P.Inside[Next++]; In.Is == Part::Kind::Loop && !In.OwnEntries && (In.IsWrittenOut || In.Turns == 1))
        straight(In, Times * In.Turns, B, Inside);
      else if (In.Is == Part::Kind::Guard || In.Turns > 0) {
        execute(B, In.Is == Part::Kind::Guard ? "guard" : In.OwnEntries ? "own loop" : "loop", Times);
        Inside.push_back({&In, Times});
      }
  }
  /// What a piece has within it, entered so often: a loop, or the sides of a guard.
  void enter(const Part &In, double Entries) {
    if (In.Is == Part::Kind::Loop)
      return part(In, Entries);
    for (const Part &Side : In.Inside)
      part(Side, Entries * shareOf(Side, In));
  }
  /// Ends a piece. The first guard, if it is executed once in a turn, makes two pieces of it. The sides of other guards are pieces of their
  /// own.
  void finish(Piece P, const std::vector<Within> &Inside) {
    const Part *First = nullptr;
    for (const auto &[Its, Times] : Inside)
      if (Its->Is == Part::Kind::Guard && Times == 1 && !First)
        First = Its;
      else
        enter(*Its, P.Turns * static_cast<double>(Times));
    if (!First)
      return Pieces.push_back(std::move(P));
    for (const Part &Side : First->Inside) {
      Piece With = P;
      const double Share = shareOf(Side, *First);
      With.Turns *= Share, With.Entries *= Share;
      With.Side = Side.Of;
      std::vector<Within> Further;
      straight(Side, 1, With.Body, Further);
      for (const auto &[Its, Times] : Further)
        enter(*Its, With.Turns * static_cast<double>(Times));
      Pieces.push_back(std::move(With));
    }
  }
  /// In how many of the guard's turns the side is executed, from 0 to 1. If that is not known, the first side always is.
  static double shareOf(const Part &Side, const Part &Guard) { return Side.Share.value_or(&Side == &Guard.Inside[0]); }
};

} // namespace

std::string text(const Body &B) {
  std::string Text = B.Head + ":";
  const char *Between = " ";
  for (const auto &[What, Number] : B.Executes) {
    Text += Between + std::to_string(Number) + " " + What;
    Between = ", ";
  }
  return Text;
}

std::string text(const Price &P) {
  const auto Percent = [&](double Of) { return std::llround(P.Cycles > 0 ? 100 * Of / P.Cycles : 0); };
  return std::to_string(std::llround(P.Cycles)) + " cycles by bodies, " + std::to_string(Percent(P.Found)) + " % of them found" +
         (P.Cycles > 0 && P.Found == 0 ? ", so a guess" : "");
}

std::vector<Piece> piecesOf(const Part &P) {
  Collector C;
  C.part(P, 1);
  return std::move(C.Pieces);
}

Price priceOf(const OwnLoops &Loops) {
  std::vector<Piece> Pieces;
  for (const OwnLoop &L : Loops)
    if (L.Turns > 0)
      Pieces.push_back({{{{L.What, 1}}, headOf(L.Turns, L.Entries)}, static_cast<double>(L.Turns), static_cast<double>(L.Entries)});
  Piece Around;
  Around.Turns = Around.Entries = 1;
  if (!Pieces.empty())
    Around.Body.Executes = {{"own loop", static_cast<int64_t>(Pieces.size())}};
  Pieces.push_back(std::move(Around));
  return priceOf(Pieces);
}

Price priceOf(const std::vector<Piece> &Pieces) {
  Price All;
  for (const Piece &P : Pieces) {
    if (P.Turns == 0)
      continue;
    const BodyCycles Its = cyclesOf(P.Body);
    const double Sum = P.Turns * Its.Turn + P.Entries * Its.Entry;
    All.Cycles += Sum;
    All.Found += Its.IsMeasured ? Sum : 0;
  }
  return All;
}

} // namespace hexloom
