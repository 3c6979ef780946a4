// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "price/Pipes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>

namespace hexloom {

namespace {

/// What a packet takes at most, and what is asked of it: of Hexagon, HVX Programmer's Reference Manual, "VLIW packing rules".
struct Needs {
  double Multiply = 0, Shift = 0, Permute = 0, Vector = 0, Loads = 0, Stores = 0, Accesses = 0, Slots = 0;

  static double Needs::*const All[8];
  void add(const Needs &More, double Times) {
    for (double Needs::*Each : All)
      this->*Each += Times * (More.*Each);
  }
};
double Needs::*const Needs::All[8] = {&Needs::Multiply, &Needs::Shift,  &Needs::Permute,  &Needs::Vector,
                                     &Needs::Loads,    &Needs::Stores, &Needs::Accesses, &Needs::Slots};
constexpr Needs kPacket = {2, 1, 1, 4, 1, 1, 2, 4};

double cyclesOf(const Needs &N) {
  double Most = 0;
  for (double Needs::*Each : Needs::All)
    Most = std::max(Most, N.*Each / (kPacket.*Each));
  return Most;
}

/// An instruction by the ways in which it fits into a packet: what it takes of each kind of pipes whichever the way.
Needs needsOf(const Resource &R) {
  const auto Least = [&](std::initializer_list<Pipe> Kind) {
    int Least = R.Ways.empty() ? 0 : static_cast<int>(Kind.size());
    for (const hexloom::Pipes &Way : R.Ways)
      Least = std::min(Least, static_cast<int>(std::count_if(Kind.begin(), Kind.end(), [&](Pipe P) { return Way.has(P); })));
    return Least;
  };
  Needs N;
  N.Multiply = Least({Pipe::Multiply0, Pipe::Multiply1});
  N.Shift = Least({Pipe::Shift}), N.Permute = Least({Pipe::Permute});
  N.Vector = Least({Pipe::Multiply0, Pipe::Multiply1, Pipe::Shift, Pipe::Permute});
  N.Slots = 1;
  return N;
}

/// The resource of a letter of primitives.def.
const Resource &resourceOf(char C) {
  static const std::map<char, const char *> Names = {{'M', "mpy2"}, {'m', "mpy"}, {'s', "shift"}, {'p', "permute"}, {'a', "alu"}, {'b', "alu2"}};
  return resourceNamed(Names.at(C));
}

Needs primitive(const char *Vectors, int Loads, int Stores, int Scalar) {
  Needs N;
  for (const char *C = Vectors; *C; ++C)
    if (*C != ' ')
      N.add(needsOf(resourceOf(*C)), 1);
  N.Loads = Loads, N.Stores = Stores;
  N.Accesses = Loads + Stores + Scalar;
  N.Slots += Loads + Stores + Scalar;
  return N;
}

/// A row of the instruction table, by its resources; null: by what it reads from memory, which its primitive says.
std::optional<Needs> needsOf(const InstructionTemplate &How) {
  Needs N;
  for (const Resource *Each : How.Needs) {
    if (std::any_of(Each->Ways.begin(), Each->Ways.end(), [](const hexloom::Pipes &Way) { return Way.has(Pipe::Load); }))
      return std::nullopt;
    if (!Each->Ways.empty()) // else it is no instruction
      N.add(needsOf(*Each), 1);
  }
  return N;
}

const std::map<std::string, Needs> &known() {
  static const std::map<std::string, Needs> All = [] {
    std::map<std::string, Needs> Known = {
#define PRIMITIVE(NAME, VECTORS, LOADS, STORES, SCALAR) {NAME, primitive(VECTORS, LOADS, STORES, SCALAR)},
#include "price/primitives.def"
    };
    for (const Instruction &I : allInstructions())
      if (const InstructionTemplate *How = I.on(Target::Hexagon))
        if (const std::optional<Needs> Its = needsOf(*How))
          Known.emplace(I.Name, *Its);
    return Known;
  }();
  return All;
}

bool isKept(const std::string &What) {
  const std::string_view Kept = kKept;
  return What.size() > Kept.size() && What.compare(What.size() - Kept.size(), Kept.size(), Kept) == 0;
}

/// What a primitive needs by its form, or by all forms; null: that is not known. What is kept is at hand.
const Needs *needsOf(const std::string &What) {
  static const Needs None;
  if (isKept(What))
    return &None;
  const size_t Name = What.find(' '), Form = What.find(' ', Name + 1);
  for (const std::string &Each : {What, What.substr(0, Name) + (Form == std::string::npos ? "" : What.substr(Form))})
    if (const auto Found = known().find(Each); Found != known().end())
      return &Found->second;
  return nullptr;
}

class Pricer {
public:
  PipeCycles Total;

  /// Cycles of all turns of a loop, of a block once, or of the side of a guard that takes less.
  double part(const Part &P) {
    if (P.Is == Part::Kind::Guard)
      return lesser(P.Inside[0], P.Inside[1]);
    double Within = 0;
    const Needs Straight = straight(P, Within);
    return static_cast<double>(P.Turns) * (cyclesOf(Straight) + Within);
  }

private:
  double lesser(const Part &A, const Part &B) {
    Pricer Of[2];
    const double Cycles[2] = {Of[0].part(A), Of[1].part(B)};
    const size_t Unknown[2] = {Of[0].Total.Unknown.size(), Of[1].Total.Unknown.size()};
    const int Less = std::pair(Unknown[1], Cycles[1]) < std::pair(Unknown[0], Cycles[0]);
    Total.Unknown.insert(Of[Less].Total.Unknown.begin(), Of[Less].Total.Unknown.end());
    return Cycles[Less];
  }
  /// What one turn needs besides the loops within, whose cycles are added up.
  Needs straight(const Part &P, double &Within) {
    Needs N;
    for (const auto &[What, Number] : P.Own)
      if (const Needs *Its = needsOf(What))
        N.add(*Its, static_cast<double>(Number));
      else
        Total.Unknown.insert(What);
    for (const Part &Each : P.Inside) {
      if (!Each.IsWrittenOut) {
        Within += part(Each);
        continue;
      }
      double Loops = 0;
      N.add(straight(Each, Loops), static_cast<double>(Each.Turns));
      Within += static_cast<double>(Each.Turns) * Loops;
    }
    return N;
  }
};

} // namespace

double fullestPipe(const std::vector<std::pair<std::string, int64_t>> &Executed) {
  Needs N;
  for (const auto &[What, Number] : Executed)
    if (const Needs *Its = needsOf(What))
      N.add(*Its, static_cast<double>(Number));
  return cyclesOf(N);
}

std::optional<PipeCycles> pipeCycles(const Part &P, Target T) {
  if (T != Target::Hexagon)
    return std::nullopt;
  Pricer Price;
  Price.Total.Cycles = Price.part(P);
  return std::move(Price.Total);
}

std::string text(const PipeCycles &C) {
  std::string Text = std::to_string(std::llround(C.Cycles)) + " cycles by pipes";
  const char *Between = "; not counted: ";
  for (const std::string &Each : C.Unknown) {
    Text += Between + Each;
    Between = ", ";
  }
  return Text;
}

} // namespace hexloom
