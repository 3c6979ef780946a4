// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/Candidates.h"
#include "support/Error.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>

namespace hexloom {

/// Whether P is better than another plan with the same layouts. A plan that stands aside (Plan::Aside) is never better than one that does
/// not.
static bool isBetter(const Plan &P, const Plan &Than) {
  const bool IsAside = P.Aside.has_value(), IsOther = Than.Aside.has_value();
  return IsAside == IsOther ? P.Cost.isLessThan(Than.Cost) : IsOther;
}

/// Leaves the best plan for each choice of layouts: no other can be part of a best selection.
static std::vector<Plan> cheapestOfEachSignature(const Graph &G, const Op &O, const std::vector<Plan> &Plans) {
  std::vector<Plan> Kept;
  const auto Signature = [&](const Plan &P) {
    std::vector<Layout> Layouts = P.Outputs;
    for (size_t I = 0; I < O.Inputs.size(); ++I)
      if (isActivation(G, O.Inputs[I]))
        Layouts.push_back(P.Inputs[I]);
    return Layouts;
  };
  for (const Plan &P : Plans) {
    if (!P.Rejected.empty())
      continue;
    const auto Same = std::find_if(Kept.begin(), Kept.end(), [&](const Plan &K) { return Signature(K) == Signature(P); });
    if (Same == Kept.end())
      Kept.push_back(P);
    else if (isBetter(P, *Same))
      *Same = P;
  }
  Kept.shrink_to_fit();
  return Kept;
}

/// Whether the plan has an activation in such a layout.
static bool isIn(const Plan &P, unsigned Layouts) {
  const auto Is = [&](Layout L) { return Layouts >> static_cast<int>(L) & 1; };
  return std::any_of(P.Inputs.begin(), P.Inputs.end(), Is) || std::any_of(P.Outputs.begin(), P.Outputs.end(), Is);
}

/// Leaves out the plans that follow into a layout in which no kernel leads.
static void dropFollowers(std::vector<std::vector<Plan>> &Candidates) {
  unsigned Unwanted = 0;
  for (int L = 0; L < kLayouts; ++L)
    if (offered(Layout(L)) == Offered::WhereWanted)
      Unwanted |= 1u << L;
  for (const std::vector<Plan> &Plans : Candidates)
    for (int L = 0; L < kLayouts; ++L)
      if (std::any_of(Plans.begin(), Plans.end(), [&](const Plan &P) { return !P.Follows && isIn(P, 1u << L); }))
        Unwanted &= ~(1u << L);
  for (std::vector<Plan> &Plans : Candidates)
    Plans.erase(std::remove_if(Plans.begin(), Plans.end(), [&](const Plan &P) { return P.Follows && isIn(P, Unwanted); }),
                Plans.end());
}

bool followsWhereWanted(const Plan &P) {
  const auto Is = [](Layout L) { return offered(L) == Offered::WhereWanted; };
  return P.Follows && (std::any_of(P.Inputs.begin(), P.Inputs.end(), Is) || std::any_of(P.Outputs.begin(), P.Outputs.end(), Is));
}

/// The plans of an operator that may be taken, and whether its text or an option says which.
static bool findPossible(const Graph &G, size_t I, const std::vector<ForcedPlan> &Forced, std::vector<Plan> &Plans) {
  const bool IsSettled = keepForced(G, I, Forced, Plans) || keepRecorded(G, I, Plans);
  if (IsSettled)
    for (Plan &P : Plans)
      P.Follows = false;
  return IsSettled;
}

static int64_t repeatedBytes(const std::vector<Plan> &Plans) {
  int64_t Most = 0;
  for (const Plan &P : Plans)
    Most = std::max(Most, P.RepeatedBytes);
  return Most;
}

static void rejectLarge(std::vector<Plan> &Plans, int64_t Most) {
  for (Plan &P : Plans)
    if (P.Rejected.empty() && P.RepeatedBytes > Most)
      P.Rejected = strf("its constants take %lld bytes, more than its part of what the network's size allows",
                        static_cast<long long>(P.RepeatedBytes));
}

/// What of each operator's plans is possible in bytes, the most last.
static std::vector<int64_t> sizesOf(const std::vector<Plan> &Plans) {
  std::set<int64_t> Sizes;
  for (const Plan &P : Plans)
    if (P.Rejected.empty())
      Sizes.insert(P.RepeatedBytes);
  return {Sizes.begin(), Sizes.end()};
}

/// Takes the largest sizes from the lists, each time from the first list that has the largest one, until the last ones together are no
/// more than All, or none is left to take.
static void shrink(std::map<size_t, std::vector<int64_t>> &Sizes, int64_t Sum, int64_t All) {
  const auto IsSmaller = [&](size_t A, size_t B) {
    return std::make_pair(Sizes[A].back(), B) < std::make_pair(Sizes[B].back(), A);
  };
  std::priority_queue<size_t, std::vector<size_t>, decltype(IsSmaller)> Largest(IsSmaller);
  for (const auto &[I, Own] : Sizes)
    if (Own.size() > 1)
      Largest.push(I);
  while (Sum > All && !Largest.empty()) {
    const size_t I = Largest.top();
    Largest.pop();
    Sum -= Sizes[I].back();
    Sizes[I].pop_back();
    Sum += Sizes[I].back();
    if (Sizes[I].size() > 1)
      Largest.push(I);
  }
}

/// Bounds the constants of all cheapest plans together. If they are more than the compilation may keep, operators whose plans are not
/// settled take other plans, those with the largest constants first.
static void boundConstants(const Graph &G, Target For, const std::vector<ForcedPlan> &Forced, const std::vector<bool> &Settled,
                           Compilation &Shared, Candidates &C) {
  int64_t Sum = 0;
  for (const std::vector<Plan> &Plans : C.Chosen)
    Sum += repeatedBytes(Plans);
  if (Sum <= Shared.Purse.forPlans())
    return;
  const auto Plans = [&](size_t I) {
    payFor(G, G.Ops[I], Shared.Purse);
    return plansFor(G, withForced(G, I, Forced), For, Shared);
  };
  std::map<size_t, std::vector<int64_t>> Sizes;
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const int64_t Wanted = repeatedBytes(C.Chosen[I]);
    if (!Wanted || Settled[I])
      continue;
    std::vector<int64_t> &Own = Sizes[I] = sizesOf(Plans(I));
    Own.erase(std::upper_bound(Own.begin(), Own.end(), Wanted), Own.end());
  }
  shrink(Sizes, Sum, Shared.Purse.forPlans());
  for (const auto &[I, Own] : Sizes) {
    if (Own.back() == repeatedBytes(C.Chosen[I]))
      continue;
    std::vector<Plan> All = Plans(I);
    rejectLarge(All, Own.back());
    C.Chosen[I] = cheapestOfEachSignature(G, G.Ops[I], All);
    if (!C.All.empty())
      C.All[I] = std::move(All);
  }
}

Candidates gatherCandidates(const Graph &G, Target For, const std::vector<ForcedPlan> &Forced, Compilation &Shared,
                            bool KeepAll) {
  checkForced(G, Forced, For, Shared);
  Candidates C;
  std::string Unserved;
  std::vector<bool> Settled;
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Op &O = G.Ops[I];
    payFor(G, O, Shared.Purse);
    std::vector<Plan> All = plansFor(G, withForced(G, I, Forced), For, Shared), Possible = All;
    Settled.push_back(findPossible(G, I, Forced, Possible));
    C.Chosen.push_back(cheapestOfEachSignature(G, O, Possible));
    if (C.Chosen.back().empty()) {
      Unserved += (Unserved.empty() ? "" : "\n") + describe(G, O) + ": no kernel for " + text(For) + " serves it";
      for (const Plan &P : All)
        Unserved += strf("\n  %s: %s", P.Kernel->Name, P.Rejected.c_str());
    }
    if (KeepAll)
      C.All.push_back(std::move(All));
  }
  if (!Unserved.empty())
    throw UserError(Unserved);
  boundConstants(G, For, Forced, Settled, Shared, C);
  dropFollowers(C.Chosen);
  return C;
}

} // namespace hexloom
