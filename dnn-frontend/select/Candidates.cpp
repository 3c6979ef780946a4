#include "select/Candidates.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

/// Of plans with the same layouts only the cheapest can be part of a best selection.
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
    else if (P.Cost.isLessThan(Same->Cost))
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

Candidates gatherCandidates(const Graph &G, Target For, const std::vector<ForcedPlan> &Forced, bool KeepAll) {
  checkForced(G, Forced, For);
  Candidates C;
  std::string Unserved;
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    const Op &O = G.Ops[I];
    std::vector<Plan> All = plansFor(G, withForced(G, I, Forced), For), Possible = All;
    if (keepForced(G, I, Forced, Possible) || keepRecorded(G, I, Possible))
      for (Plan &P : Possible)
        P.Follows = false;
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
  dropFollowers(C.Chosen);
  return C;
}

} // namespace hexloom
