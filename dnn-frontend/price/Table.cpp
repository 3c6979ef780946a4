// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "price/Table.h"
#include "price/Pipes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>

namespace hexloom {

namespace {

struct Row {
  double Turn, Entry;
  std::string_view Text;
};
constexpr Row kRows[] = {
#define BODY(TURN, ENTRY, TEXT) {TURN, ENTRY, TEXT},
#include "price/bodies.def"
    {0, 0, ""}}; // not empty

const Row *const kEnd = std::end(kRows) - 1;

/// What has nothing in any pipe takes a cycle.
double boundOf(const Body &B) { return std::max(1.0, fullestPipe(B.Executes)); }

std::string_view headOf(std::string_view Text) { return Text.substr(0, Text.find(':')); }

/// Bodies of one kind are like each other.
enum Kind { Straight, Turned, Own, kKinds };
Kind kindOf(std::string_view Text) { return Text.rfind("once", 0) == 0 ? Straight : Text.rfind("own loop", 0) == 0 ? Own : Turned; }

/// What a body's text lists, one after the other.
template <typename Function> void each(std::string_view Text, const Function &See) {
  for (size_t At = headOf(Text).size(); At + 2 < Text.size();) {
    const size_t Number = At + 2, Blank = Text.find(' ', Number), End = std::min(Text.find(',', Blank), Text.size());
    int64_t Times = 0;
    for (size_t I = Number; I < Blank; ++I)
      Times = 10 * Times + (Text[I] - '0');
    See(Text.substr(Blank + 1, End - Blank - 1), Times);
    At = End;
  }
}

Body bodyOf(std::string_view Text) {
  Body B;
  B.Head = headOf(Text);
  each(Text, [&](std::string_view What, int64_t Times) { B.Executes.emplace_back(What, Times); });
  return B;
}

/// FNV-1a: names are compared by it.
uint64_t hashOf(std::string_view Name, uint64_t Hash = 0xcbf29ce484222325u) {
  for (char C : Name)
    Hash = (Hash ^ static_cast<uint8_t>(C)) * 0x100000001b3u;
  return Hash;
}

/// An output stage's name without its form.
std::string_view family(std::string_view What) { return What.rfind("hl_stage", 0) == 0 ? What.substr(0, What.find(' ')) : What; }

/// The logarithm, so that twice and half are as far, of how often something is executed.
double scaled(int64_t Times) {
  constexpr int64_t kFew = 512;
  constexpr double kNone = 0.5; // beside which one is something
  static const std::array<double, kFew> Known = [] {
    std::array<double, kFew> All;
    for (int64_t I = 0; I < kFew; ++I)
      All[I] = std::log2((static_cast<double>(I) + kNone) / kNone);
    return All;
  }();
  return Times < kFew ? Known[Times] : std::log2((static_cast<double>(Times) + kNone) / kNone);
}

/// A body among those that are like it: for each name by its hash, in their order, how far from none.
using Place = std::vector<std::pair<uint64_t, double>>;

/// Nothing is known of a primitive's own loop but its name, which counts most, and the words of its form: "vectors-4" is nearer to
/// "vectors-5" than to "vectors-8".
void addWords(std::string_view What, Place &To) {
  constexpr double kName = 10, kWord = 1;
  for (size_t At = 0; At < What.size();) {
    const size_t End = std::min(What.find(' ', At), What.size());
    const std::string_view Word = What.substr(At, End - At);
    const size_t Digits = Word.find_last_not_of("0123456789") + 1;
    const bool HasNumber = At > 0 && Digits < Word.size() && Word[Digits - 1] == '-';
    int64_t Number = 0;
    for (size_t I = Digits; HasNumber && I < Word.size(); ++I)
      Number = 10 * Number + (Word[I] - '0');
    To.emplace_back(hashOf(HasNumber ? Word.substr(0, Digits) : Word), At == 0 ? kName : HasNumber ? kWord + scaled(Number) : kWord);
    At = End + 1;
  }
}

/// Adds the place of a body to a list of such; the hash of what it executes, and in which order.
uint64_t addPlace(Kind Its, std::string_view Text, Place &All) {
  const size_t First = All.size();
  uint64_t Form = hashOf(headOf(Text));
  each(Text, [&](std::string_view What, int64_t Times) {
    Form = hashOf(What, hashOf(" ", Form));
    if (Its == Own)
      addWords(What, All);
    else
      All.emplace_back(hashOf(family(What)), static_cast<double>(Times));
  });
  std::sort(All.begin() + static_cast<long>(First), All.end());
  if (Its == Own)
    return Form;
  size_t Count = First;
  for (size_t I = First; I < All.size(); ++I)
    if (Count > First && All[Count - 1].first == All[I].first)
      All[Count - 1].second += All[I].second;
    else
      All[Count++] = All[I];
  All.resize(Count);
  for (size_t I = First; I < Count; ++I)
    All[I].second = scaled(static_cast<int64_t>(All[I].second));
  return Form;
}

/// The rows of a kind by what they are like: made where a body is missing.
class Alike {
public:
  explicit Alike(Kind Its) : Its(Its) {
    for (const Row *R = kRows; R != kEnd; ++R) {
      if (kindOf(R->Text) != Its)
        continue;
      const size_t First = Places.size();
      const uint64_t Form = addPlace(Its, R->Text, Places);
      Lines.push_back({R, headOf(R->Text), Form, First, Places.size()});
    }
  }
  /// By the nearest bodies, the nearer the more.
  std::optional<BodyCycles> near(const Body &B, const std::string &Text);

private:
  struct Line {
    const Row *Its;
    std::string_view Head;
    uint64_t Form;
    size_t First, End; ///< of its place
    double Bound = 0;  ///< as soon as it is asked for
  };
  const Kind Its;
  std::vector<Line> Lines;
  Place Places; ///< of all lines

  double apart(const Line &L, const Place &From, double Enough) const;
};

/// The square of the distance; or some number above `Enough`, if that is.
double Alike::apart(const Line &L, const Place &From, double Enough) const {
  double Sum = 0;
  auto I = Places.begin() + static_cast<long>(L.First);
  const auto End = Places.begin() + static_cast<long>(L.End);
  auto J = From.begin();
  while ((I != End || J != From.end()) && Sum <= Enough) {
    const bool OfLine = J == From.end() || (I != End && I->first <= J->first), Of = I == End || (J != From.end() && J->first <= I->first);
    const double Way = (OfLine ? I->second : 0) - (Of ? J->second : 0);
    Sum += Way * Way;
    I += OfLine, J += Of;
  }
  return Sum;
}

std::optional<BodyCycles> Alike::near(const Body &B, const std::string &Text) {
  constexpr size_t kNearest = 5;
  constexpr double kOtherForm = 0.3, kNext = 0.01;
  const double OtherHead = Its == Own ? 30 : 1; // where a few turns are straight code, a turn takes nothing and entering them all
  Place Here;
  const uint64_t Form = addPlace(Its, Text, Here);
  const double Bound = boundOf(B);
  std::vector<std::pair<double, size_t>> All; // the nearest so far, in order
  for (size_t I = 0; I < Lines.size(); ++I) {
    const Line &L = Lines[I];
    const double Enough = All.size() < kNearest ? std::numeric_limits<double>::infinity() : All.back().first;
    const std::pair<double, size_t> Next = {apart(L, Here, Enough) + (L.Head == B.Head ? 0 : OtherHead) + (L.Form == Form ? 0 : kOtherForm), I};
    if (Next.first >= Enough)
      continue;
    All.insert(std::upper_bound(All.begin(), All.end(), Next), Next);
    All.resize(std::min(All.size(), kNearest));
  }
  if (All.empty())
    return std::nullopt;
  double Weights = 0;
  BodyCycles Sum;
  for (const auto &[Distance, I] : All) {
    Line &L = Lines[I];
    if (L.Bound == 0)
      L.Bound = boundOf(bodyOf(L.Its->Text));
    const double Weight = 1 / (kNext + Distance), Times = L.Its->Turn / L.Bound * Bound, Beyond = L.Its->Turn - L.Bound + Bound;
    Weights += Weight;
    Sum.Turn += Weight * std::max(0.0, (Times + Beyond) / 2);
    Sum.Entry += Weight * L.Its->Entry;
  }
  return BodyCycles{Sum.Turn / Weights, Sum.Entry / Weights};
}

/// The row of a body, whose texts are in order.
const Row *find(std::string_view Text) {
  const Row *const Found = std::lower_bound(kRows, kEnd, Text, [](const Row &R, std::string_view What) { return R.Text < What; });
  return Found != kEnd && Found->Text == Text ? Found : nullptr;
}

} // namespace

BodyCycles cyclesOf(const Body &B) {
  static std::unordered_map<std::string, BodyCycles> Known; // their keys stay where they are
  const auto [At, IsNew] = Known.try_emplace(text(B));
  if (!IsNew)
    return At->second;
  if (const Row *Found = find(At->first))
    return At->second = {Found->Turn, Found->Entry, true};
  static std::array<std::optional<Alike>, kKinds> Near;
  const Kind Its = kindOf(At->first);
  if (!Near[Its])
    Near[Its].emplace(Its);
  return At->second = Near[Its]->near(B, At->first).value_or(BodyCycles{boundOf(B)});
}

} // namespace hexloom
