// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "classes/Pairs.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace hexloom {

namespace {

enum class Actions { KeepBoth, TryFuse, EliminateFirst, EliminateSecond, EliminateBoth };
enum class Searches { Both, Fused, First, Second, None };
enum class OurWays { Same, Priced, Some, One, Kept };
enum class Verdicts { Fuse, Price, Break, Unknown };
const char *const ActionTexts[] = {"keep both", "try fuse", "eliminate 1st", "eliminate 2nd", "eliminate both"};
const char *const SearchTexts[] = {"search both", "search fused", "search 1st", "search 2nd", "no search"};
const char *const WayTexts[] = {"the same", "where cheaper", "some operators", "one copy where cheaper", "both stay"};
const char *const VerdictTexts[] = {"fuse", "by its price", "do not fuse", "not known"};
template <class Enum, size_t N> const char *textOf(const char *const (&Texts)[N], Enum Value) { return Texts[static_cast<size_t>(Value)]; }

struct PairRow {
  LayoutClass First, Second;
  Actions Action;
  LayoutClass Both;
  Searches Search;
  OurWays Ours;
  const char *How;
};
const PairRow PairRows[] = {
#define PAIR(FIRST, SECOND, ACTION, BOTH, SEARCH, OURS, HOW)                                                                                       \
  {LayoutClass::FIRST, LayoutClass::SECOND, Actions::ACTION, LayoutClass::BOTH, Searches::SEARCH, OurWays::OURS, HOW},
#include "classes/pairs.def"
};

struct FusionRow {
  Mapping First, Second;
  Verdicts Verdict;
  Mapping Both;
};
const FusionRow FusionRows[] = {
#define FUSION(FIRST, SECOND, VERDICT, BOTH) {Mapping::FIRST, Mapping::SECOND, Verdicts::VERDICT, Mapping::BOTH},
#include "classes/mappings.def"
};

template <class Key> int64_t countOf(const std::map<Key, int64_t> &Counts, const Key &K) {
  const auto Found = Counts.find(K);
  return Found == Counts.end() ? 0 : Found->second;
}

long long number(int64_t N) { return static_cast<long long>(N); }

} // namespace

PairCounts countPairs(const Graph &G) {
  PairCounts Counts;
  Counts.Operators = static_cast<int64_t>(G.Ops.size());
  std::vector<std::optional<OperatorClass>> Classes;
  std::vector<int64_t> Producer(G.Tensors.size(), -1);
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Op &O = G.Ops[I];
    Classes.push_back(classOf(G, O));
    std::set<int64_t> Firsts;
    for (const TensorId Id : O.Inputs)
      if (Id != kNoTensor && Producer[static_cast<size_t>(Id)] >= 0)
        Firsts.insert(Producer[static_cast<size_t>(Id)]);
    for (const int64_t First : Firsts) {
      const std::optional<OperatorClass> &A = Classes[static_cast<size_t>(First)], &B = Classes[I];
      if (!A || !B) {
        ++Counts.Opaque;
        continue;
      }
      ++Counts.Layouts[{A->Layout, B->Layout}];
      ++Counts.Mappings[{A->Its, B->Its}];
    }
    for (const TensorId Id : O.Outputs)
      Producer[static_cast<size_t>(Id)] = static_cast<int64_t>(I);
  }
  return Counts;
}

std::string operatorClasses(const Graph &G) {
  std::string Text;
  for (const Op &O : G.Ops) {
    const std::optional<OperatorClass> C = classOf(G, O);
    Text += C ? strf("%-15s %-13s ", text(C->Layout), text(C->Its)) : strf("%-29s ", "opaque");
    Text += std::string(text(O.Kind)) + " '" + printable(O.Name) + "'\n";
  }
  return Text;
}

std::string pairsText(const PairCounts &Before, const PairCounts &After) {
  std::string Text = strf("%lld operators before the passes, %lld after them, and pairs of them:\n\n", number(Before.Operators), number(After.Operators));
  for (const PairRow &R : PairRows) {
    const std::pair Key(R.First, R.Second);
    if (const int64_t Was = countOf(Before.Layouts, Key), Is = countOf(After.Layouts, Key); Was || Is)
      Text += strf("%-15s %-15s %6lld %6lld  %s\n", text(R.First), text(R.Second), number(Was), number(Is), textOf(ActionTexts, R.Action));
  }
  Text += "\n";
  for (const FusionRow &R : FusionRows) {
    const std::pair Key(R.First, R.Second);
    if (const int64_t Was = countOf(Before.Mappings, Key), Is = countOf(After.Mappings, Key); Was || Is)
      Text += strf("%-15s %-15s %6lld %6lld  %s\n", text(R.First), text(R.Second), number(Was), number(Is), textOf(VerdictTexts, R.Verdict));
  }
  if (Before.Opaque || After.Opaque)
    Text += strf("\n%-31s %6lld %6lld\n", "with an opaque operator", number(Before.Opaque), number(After.Opaque));
  return Text;
}

std::string pairTables() {
  std::string Text = "Pairs by layouts (SmartMem, tables 5 and 6): the action, the class of both together, whose layouts are searched; then what our passes\n"
                     "do: the same, or that where it is cheaper or for some operators.\n\n";
  for (const PairRow &R : PairRows)
    Text += strf("%-15s %-15s %-15s %-15s %-13s %s: %s\n", text(R.First), text(R.Second), textOf(ActionTexts, R.Action), text(R.Both),
                 textOf(SearchTexts, R.Search), textOf(WayTexts, R.Ours), R.How);
  Text += "\nPairs by elements (DNNFusion, table 3): whether they are fused, and the type of both together.\n\n";
  for (const FusionRow &R : FusionRows)
    Text += strf("%-13s %-13s %-13s %s\n", text(R.First), text(R.Second), textOf(VerdictTexts, R.Verdict),
                 R.Verdict == Verdicts::Fuse || R.Verdict == Verdicts::Price ? text(R.Both) : "");
  return Text;
}

} // namespace hexloom
