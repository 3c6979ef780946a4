// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "price/Bodies.h"
#include "price/Pipes.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hexloom {

namespace {

// Pieces

constexpr int64_t kFewTurns = 4; ///< which the compiler may write out: a body of its own for each number

std::string headOf(const Part &Loop) {
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
    Mine.Entries = Entries, Mine.Of = P.Of;
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
      else if (const Part &In = P.Inside[Next++]; In.Is == Part::Kind::Loop && (In.IsWrittenOut || In.Turns == 1))
        straight(In, Times * In.Turns, B, Inside);
      else if (In.Is == Part::Kind::Guard || In.Turns > 0) {
        execute(B, In.Is == Part::Kind::Guard ? "guard" : "loop", Times);
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

// The table

/// A name without its form, if that is an output stage's.
std::string family(const std::string &What) { return What.rfind("hl_stage", 0) == 0 ? What.substr(0, What.find(' ')) : What; }

/// What a body executes, and in which order, without numbers.
std::string formOf(const Body &B) {
  std::string Form = B.Head;
  for (const auto &[What, Number] : B.Executes)
    Form += "," + What;
  return Form;
}

/// What has nothing in any pipe takes a cycle.
double boundOf(const Body &B) { return std::max(1.0, fullestPipe(B.Executes)); }

Body bodyOf(const std::string &Text) {
  Body B;
  const size_t Colon = Text.find(':');
  B.Head = Text.substr(0, Colon);
  for (size_t At = Colon; At + 2 < Text.size();) {
    const size_t Number = At + 2, Blank = Text.find(' ', Number), End = std::min(Text.find(',', Blank), Text.size());
    B.Executes.emplace_back(Text.substr(Blank + 1, End - Blank - 1), std::stoll(Text.substr(Number, Blank - Number)));
    At = End;
  }
  return B;
}

struct Cycles {
  double Turn, Entry;
};

class Table {
public:
  Table() {
    std::vector<Body> Read;
    const auto Add = [&](double Turn, double Entry, const char *Text) {
      const Body B = bodyOf(Text);
      Exact[Text] = {Turn, Entry};
      for (const auto &[What, Number] : B.Executes)
        Names.emplace(family(What), Names.size());
      Lines.push_back({B.Head, formOf(B), {}, {Turn / boundOf(B), Entry}});
      Read.push_back(B);
    };
    (void)Add; // of an empty table
#define BODY(TURN, ENTRY, TEXT) Add(TURN, ENTRY, TEXT);
#include "price/bodies.def"
    for (size_t I = 0; I < Lines.size(); ++I)
      Lines[I].Place = placeOf(Read[I]);
  }
  const Cycles *find(const std::string &Text) const {
    const auto Found = Exact.find(Text);
    return Found == Exact.end() ? nullptr : &Found->second;
  }
  /// An estimate by what the nearest bodies take of their bounds, the nearer the more.
  std::optional<Cycles> near(const Body &B) const;

private:
  struct Line {
    std::string Head, Form;
    std::vector<float> Place;
    Cycles OfBound; ///< a turn's in bounds
  };
  std::map<std::string, Cycles> Exact;
  std::map<std::string, size_t> Names;
  std::vector<Line> Lines;

  /// The body's place among others: for each name, how often it is executed. Logarithms make twice and half as far.
  std::vector<float> placeOf(const Body &B) const {
    constexpr double kNone = 0.5; // beside which one is something
    std::map<std::string, int64_t> Sums;
    for (const auto &[What, Number] : B.Executes)
      Sums[family(What)] += Number;
    std::vector<float> Place(Names.size(), std::log2(float(kNone)));
    for (const auto &[Name, Sum] : Sums)
      if (const auto Found = Names.find(Name); Found != Names.end())
        Place[Found->second] = static_cast<float>(std::log2(static_cast<double>(Sum) + kNone));
    return Place;
  }
};

/// How unlike bodies are: the square of the distance between their places, and what else they differ in.
double apart(const std::vector<float> &A, const std::vector<float> &B) {
  float Sum = 0;
  for (size_t I = 0; I < A.size(); ++I)
    Sum += (A[I] - B[I]) * (A[I] - B[I]);
  return Sum;
}

std::optional<Cycles> Table::near(const Body &B) const {
  constexpr size_t kNearest = 3;
  constexpr double kOtherHead = 0.5, kOtherForm = 0.3, kNext = 1e-3;
  const std::vector<float> Place = placeOf(B);
  const std::string Form = formOf(B);
  std::vector<std::pair<double, size_t>> All;
  for (size_t I = 0; I < Lines.size(); ++I)
    if (const Line &Each = Lines[I]; (Each.Head == "once") == !B.isLoop())
      All.emplace_back(apart(Each.Place, Place) + (Each.Head == B.Head ? 0 : kOtherHead) + (Each.Form == Form ? 0 : kOtherForm), I);
  const size_t Count = std::min(All.size(), kNearest);
  std::partial_sort(All.begin(), All.begin() + static_cast<long>(Count), All.end());
  double Weights = 0;
  Cycles Sum = {0, 0};
  for (size_t I = 0; I < Count; ++I) {
    const double Weight = 1 / (kNext + All[I].first);
    const Cycles &Its = Lines[All[I].second].OfBound;
    Weights += Weight, Sum.Turn += Weight * Its.Turn, Sum.Entry += Weight * Its.Entry;
  }
  if (Count == 0)
    return std::nullopt;
  return Cycles{Sum.Turn / Weights * boundOf(B), Sum.Entry / Weights};
}

const Table &table() {
  static const Table Its;
  return Its;
}

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
  return std::to_string(std::llround(P.Cycles)) + " cycles by bodies, " + std::to_string(Percent(P.Found)) + " % of them found";
}

std::vector<Piece> piecesOf(const Part &P) {
  Collector C;
  C.part(P, 1);
  return std::move(C.Pieces);
}

Price priceOf(const std::vector<Piece> &Pieces) {
  Price All;
  for (const Piece &P : Pieces) {
    if (P.Turns == 0)
      continue;
    const Cycles *Found = table().find(text(P.Body));
    const std::optional<Cycles> Near = Found ? *Found : table().near(P.Body);
    const Cycles Its = Near.value_or(Cycles{boundOf(P.Body), 0});
    const double Sum = P.Turns * Its.Turn + P.Entries * Its.Entry;
    All.Cycles += Sum;
    All.Found += Found ? Sum : 0;
  }
  return All;
}

} // namespace hexloom
