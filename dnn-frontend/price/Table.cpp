// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "price/Table.h"
#include "price/Pipes.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace hexloom {

namespace {

struct Row {
  double Turn, Entry;
  const char *Text;
};
constexpr Row kRows[] = {
#define BODY(TURN, ENTRY, TEXT) {TURN, ENTRY, TEXT},
#include "price/bodies.def"
    {0, 0, ""}}; // not empty

const Row *const kEnd = std::end(kRows) - 1;

/// What has nothing in any pipe takes a cycle.
double boundOf(const Body &B) { return std::max(1.0, fullestPipe(B.Executes)); }

/// What a body's text lists, one after the other.
template <typename Function> void each(std::string_view Text, const Function &See) {
  for (size_t At = Text.find(':'); At + 2 < Text.size();) {
    const size_t Number = At + 2, Blank = Text.find(' ', Number), End = std::min(Text.find(',', Blank), Text.size());
    int64_t Times = 0;
    for (size_t I = Number; I < Blank; ++I)
      Times = 10 * Times + (Text[I] - '0');
    See(Text.substr(Blank + 1, End - Blank - 1), Times);
    At = End;
  }
}

std::string_view headOf(std::string_view Text) { return Text.substr(0, Text.find(':')); }

Body bodyOf(std::string_view Text) {
  Body B;
  B.Head = headOf(Text);
  each(Text, [&](std::string_view What, int64_t Times) { B.Executes.emplace_back(What, Times); });
  return B;
}

/// A body's text without its numbers: what it executes, and in which order.
std::string formOf(std::string_view Text) {
  std::string Form(headOf(Text));
  for (size_t At = Form.size(); At + 2 < Text.size();) {
    const size_t Blank = Text.find(' ', At + 2), End = std::min(Text.find(',', Blank), Text.size());
    Form.append(Text, Blank, End - Blank);
    At = End;
  }
  return Form;
}

/// The rows by what they are like: made where a body is missing.
class Alike {
public:
  Alike() {
    Lines.reserve(std::size(kRows));
    for (const Row *R = kRows; R != kEnd; ++R)
      Lines.push_back({R, headOf(R->Text), formOf(R->Text), placeOf(R->Text)});
  }
  /// By the nearest bodies, the nearer the more.
  std::optional<BodyCycles> near(const Body &B, const std::string &Text);

private:
  /// For each name how often it is executed: logarithms, so that twice and half are as far; in the order of the names' numbers.
  using Place = std::vector<std::pair<int, double>>;
  struct Line {
    const Row *Its;
    std::string_view Head;
    std::string Form;
    hexloom::Alike::Place Place;
    double Bound = 0; ///< as soon as it is asked for
  };
  std::unordered_map<std::string_view, int> Names;
  std::vector<Line> Lines;

  Place placeOf(std::string_view Text);
  static double apart(const Place &A, const Place &B);
};

/// An output stage's name without its form.
std::string_view family(std::string_view What) { return What.rfind("hl_stage", 0) == 0 ? What.substr(0, What.find(' ')) : What; }

/// `Text` is kept.
Alike::Place Alike::placeOf(std::string_view Text) {
  constexpr double kNone = 0.5; // beside which one is something
  Place Its;
  each(Text, [&](std::string_view What, int64_t Times) {
    Its.emplace_back(Names.emplace(family(What), static_cast<int>(Names.size())).first->second, static_cast<double>(Times));
  });
  std::sort(Its.begin(), Its.end());
  size_t Count = 0;
  for (const auto &[Name, Number] : Its)
    if (Count > 0 && Its[Count - 1].first == Name)
      Its[Count - 1].second += Number;
    else
      Its[Count++] = {Name, Number};
  Its.resize(Count);
  for (auto &[Name, Number] : Its)
    Number = std::log2((Number + kNone) / kNone);
  return Its;
}

/// The square of the distance.
double Alike::apart(const Place &A, const Place &B) {
  double Sum = 0;
  auto I = A.begin();
  auto J = B.begin();
  while (I != A.end() || J != B.end()) {
    const bool OfA = J == B.end() || (I != A.end() && I->first <= J->first), OfB = I == A.end() || (J != B.end() && J->first <= I->first);
    const double Way = (OfA ? I->second : 0) - (OfB ? J->second : 0);
    Sum += Way * Way;
    I += OfA, J += OfB;
  }
  return Sum;
}

std::optional<BodyCycles> Alike::near(const Body &B, const std::string &Text) {
  constexpr size_t kNearest = 5;
  constexpr double kOtherHead = 1, kOtherForm = 0.3, kNext = 0.01;
  const Place Here = placeOf(Text);
  const std::string Form = formOf(Text);
  const double Bound = boundOf(B);
  std::vector<std::pair<double, size_t>> All;
  for (size_t I = 0; I < Lines.size(); ++I)
    if (const Line &L = Lines[I]; (L.Head == "once") == !B.isLoop())
      All.emplace_back(apart(L.Place, Here) + (L.Head == B.Head ? 0 : kOtherHead) + (L.Form == Form ? 0 : kOtherForm), I);
  if (All.empty())
    return std::nullopt;
  const size_t Count = std::min(All.size(), kNearest);
  std::partial_sort(All.begin(), All.begin() + static_cast<long>(Count), All.end());
  double Weights = 0;
  BodyCycles Sum;
  for (size_t I = 0; I < Count; ++I) {
    Line &L = Lines[All[I].second];
    if (L.Bound == 0)
      L.Bound = boundOf(bodyOf(L.Its->Text));
    const double Weight = 1 / (kNext + All[I].first), Times = L.Its->Turn / L.Bound * Bound, Beyond = L.Its->Turn - L.Bound + Bound;
    Weights += Weight;
    Sum.Turn += Weight * std::max(0.0, (Times + Beyond) / 2);
    Sum.Entry += Weight * L.Its->Entry;
  }
  return BodyCycles{Sum.Turn / Weights, Sum.Entry / Weights};
}

using Known = std::unordered_map<std::string_view, const Row *>;

Known measured() {
  Known All;
  All.reserve(std::size(kRows));
  for (const Row *R = kRows; R != kEnd; ++R)
    All.emplace(R->Text, R);
  return All;
}

} // namespace

BodyCycles cyclesOf(const Body &B) {
  static const Known Rows = measured();
  static std::unordered_map<std::string, BodyCycles> Others; // their keys stay where they are
  const std::string Text = text(B);
  if (const auto Found = Rows.find(Text); Found != Rows.end())
    return {Found->second->Turn, Found->second->Entry, true};
  const auto [At, IsNew] = Others.try_emplace(Text);
  if (IsNew) {
    static Alike Near;
    At->second = Near.near(B, At->first).value_or(BodyCycles{boundOf(B)});
  }
  return At->second;
}

} // namespace hexloom
