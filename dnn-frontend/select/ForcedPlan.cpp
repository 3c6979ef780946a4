// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/ForcedPlan.h"
#include "ir/LayerNumbers.h"
#include "plans/Serves.h"
#include "select/AxisValues.h"
#include "select/Candidates.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

namespace hexloom {

static std::vector<std::string> layoutNames(const std::string &Text) {
  std::vector<std::string> Names;
  for (size_t I = Text.find_first_not_of(" ,->"); I != std::string::npos;) {
    const size_t End = std::min(Text.find_first_of(" ,->", I), Text.size());
    Names.push_back(Text.substr(I, End - I));
    I = Text.find_first_not_of(" ,->", End);
  }
  return Names;
}

/// "rm,d32 -> d32" gives "rm,d32,d32".
static std::string layoutList(const std::string &Text) {
  std::string List;
  for (const std::string &Name : layoutNames(Text))
    List += (List.empty() ? "" : ",") + Name;
  return List;
}

/// Why a list does not name layouts; empty: it does.
static std::string layoutFault(const std::string &List) {
  for (const std::string &Name : layoutNames(List))
    if (!parseLayout(Name)) {
      std::string Known;
      for (int L = 0; L < kLayouts; ++L)
        Known += (Known.empty() ? "" : ", ") + std::string(text(Layout(L)));
      return "no layout is named '" + Name + "'; the layouts: " + Known;
    }
  return "";
}

static bool isKernel(const std::string &Name) {
  const auto &All = allKernels();
  return std::any_of(All.begin(), All.end(), [&](const Kernel &K) { return Name == K.Name; });
}

/// The '=' behind the operator: the last one with a kernel's name behind it, or the last one in front of fields.
static size_t kernelSign(const std::string &Text) {
  size_t Sign = Text.rfind('='), Last = Sign;
  for (; Sign != std::string::npos && Sign > 0; Sign = Text.rfind('=', Sign - 1)) {
    if (isKernel(Text.substr(Sign + 1, Text.find(':', Sign) - Sign - 1)))
      return Sign;
    const size_t Colon = Text.rfind(':', Sign);
    if (Colon != std::string::npos && Text.find('=') < Colon) // FIELD=VALUE
      Last = Text.rfind('=', Colon);
  }
  return Last;
}

ForcedPlan parseForcedPlan(const std::string &Text) {
  const size_t Equals = kernelSign(Text);
  const auto NoForm = [&] { return UserError("'" + Text + "' is not OPERATOR=KERNEL[:LAYOUTS][:FIELD=VALUE]..."); };
  if (Equals == std::string::npos || Equals == 0)
    throw NoForm();
  std::istringstream Parts(Text.substr(Equals + 1));
  ForcedPlan F;
  F.Operator = Text.substr(0, Equals);
  std::getline(Parts, F.Kernel, ':');
  if (!isKernel(F.Kernel) && isKernel(Text.substr(0, Text.find(':')))) // KERNEL:FIELD=VALUE
    throw NoForm();
  if (!isKernel(F.Kernel))
    throw UserError("'" + Text + "': no kernel is named '" + F.Kernel + "'; --list-operators names them");
  if (Text.back() == ':')
    throw UserError("'" + Text + "': nothing is behind the last ':'");
  std::set<std::string> Given;
  for (std::string Part; std::getline(Parts, Part, ':');) {
    const size_t Sign = Part.find('=');
    const std::string What = Sign == std::string::npos ? "layouts" : Part.substr(0, Sign);
    if (!Given.insert(What).second)
      throw UserError("'" + Text + "': " + What + (Sign == std::string::npos ? " are" : " is") + " given twice" +
                      (Sign == std::string::npos ? "; all of an operator are one list, such as rm,d32" : ""));
    std::string Fault;
    if (Sign == std::string::npos) {
      F.Layouts = layoutList(Part);
      Fault = F.Layouts.empty() ? "neither layouts nor FIELD=VALUE: '" + Part + "'" : layoutFault(Part);
    } else {
      Fault = F.Schedule.set(Part.substr(0, Sign), Part.substr(Sign + 1));
    }
    if (!Fault.empty())
      throw UserError("'" + Text + "': " + Fault);
  }
  if (const std::string Fault = scheduleFault(kernelNamed(F.Kernel), F.Schedule); !Fault.empty())
    throw UserError("'" + Text + "': " + Fault);
  if (!F.Schedule.Stage.empty() && !namesStage(F.Schedule.Stage))
    throw UserError("'" + Text + "': no output stage is named '" + F.Schedule.Stage + "'; they begin with " + outputStageNames());
  return F;
}

bool ForcedPlan::names(const Graph &G, size_t Op) const {
  const hexloom::Op &O = G.Ops[Op];
  return Operator == O.Name || Operator == text(O.Kind) || namesByNumber(Operator, O);
}

bool ForcedPlan::concerns(const Graph &G, size_t Op) const {
  const std::vector<const hexloom::Kernel *> &Its = kernelsOf(G.Ops[Op].Kind);
  return names(G, Op) && std::find(Its.begin(), Its.end(), &kernelNamed(Kernel)) != Its.end();
}

/// The axes that F gives values of, with the values that there are.
static std::string leftOpen(const ForcedPlan &F, const std::vector<Plan> &Plans) {
  if (!isKernel(F.Kernel))
    return "";
  std::string Axes;
  for (const auto &[Name, Value] : F.Schedule.fields())
    Axes += axisText(kernelNamed(F.Kernel), Plans, "\n  ", Name);
  return Axes.empty() ? "" : "\nvalues of " + F.Kernel + " here:" + Axes;
}

/// How many of F's demands the plan does not meet.
static int demandsUnmet(const Graph &G, const Op &O, const ForcedPlan &F, const Plan &P) {
  int Unmet = !F.Layouts.empty() && F.Layouts != layoutList(layoutText(G, O, P));
  for (const auto &[Name, Value] : F.Schedule.fields()) {
    Schedule One;
    One.set(Name, Value);
    Unmet += !P.Schedule.satisfies(One);
  }
  return Unmet + (P.Aside && !F.Schedule.sets(*P.Aside));
}

/// A line for each plan: those of F's kernel that come nearest to it, and the first of each other kernel.
static std::string nearest(const Graph &G, const Op &O, const ForcedPlan &F, const std::vector<Plan> &Plans) {
  constexpr size_t kMost = 4; ///< of one kernel
  std::vector<std::pair<int, const Plan *>> Own;
  std::map<const Kernel *, size_t> Others;
  std::string Rest;
  const auto Line = [&](const Plan &P) {
    const std::string Fields = text(P.Schedule);
    return strf("\n  %s: ", P.Kernel->Name) + (P.Rejected.empty() ? layoutText(G, O, P) + (Fields.empty() ? "" : " " + Fields) : P.Rejected);
  };
  for (const Plan &P : Plans) {
    if (F.Kernel == P.Kernel->Name)
      Own.emplace_back(P.Rejected.empty() ? demandsUnmet(G, O, F, P) : 0, &P);
    else if (++Others[P.Kernel] == 1)
      Rest += Line(P);
  }
  std::stable_sort(Own.begin(), Own.end(), [](const auto &A, const auto &B) { return A.first < B.first; });
  std::string Lines;
  for (size_t I = 0; I < std::min(Own.size(), kMost); ++I)
    Lines += Line(*Own[I].second);
  size_t More = Own.size() - std::min(Own.size(), kMost);
  for (const auto &[K, Number] : Others)
    More += Number - 1;
  return Lines + Rest + (More ? strf("\n  and %zu more: --explain%s prints all", More, (F.Operator.empty() ? "" : "=" + F.Operator).c_str()) : "");
}

/// Leaves what F asks for, whatever its operator.
static void keep(const Graph &G, const Op &O, const ForcedPlan &F, std::vector<Plan> &Plans, const char *LeftBy = "its plans") {
  std::vector<Plan> Kept;
  for (const Plan &P : Plans)
    if (P.Rejected.empty() && F.Kernel == P.Kernel->Name && !demandsUnmet(G, O, F, P))
      Kept.push_back(P);
  const std::string Fields = text(F.Schedule);
  if (Kept.empty())
    throw UserError(describe(G, O) + ": has no plan " + F.Kernel + (F.Layouts.empty() ? "" : " with layouts " + F.Layouts) +
                    (Fields.empty() ? "" : " with " + Fields) + "; " + LeftBy + ":" + nearest(G, O, F, Plans) + leftOpen(F, Plans));
  Plans = std::move(Kept);
}

Op withForced(const Graph &G, size_t Op, const std::vector<ForcedPlan> &Forced) {
  hexloom::Op O = G.Ops[Op];
  for (const ForcedPlan &F : Forced) {
    if (!F.concerns(G, Op))
      continue;
    const auto Fields = F.Schedule.fields();
    if (!O.Kernel.empty() && Fields.empty())
      continue;
    if (O.Kernel != F.Kernel)
      O.Schedule = {};
    O.Kernel = F.Kernel;
    for (const auto &[Name, Value] : Fields)
      O.Schedule.set(Name, Value);
  }
  return O;
}

bool keepForced(const Graph &G, size_t Op, const std::vector<ForcedPlan> &Forced, std::vector<Plan> &Plans) {
  bool Any = false;
  for (const ForcedPlan &F : Forced) {
    if (!F.concerns(G, Op))
      continue;
    keep(G, G.Ops[Op], F, Plans, Any ? "what is left by another --force-plan" : "its plans");
    Any = true;
  }
  return Any;
}

bool keepRecorded(const Graph &G, size_t Op, std::vector<Plan> &Plans) {
  const hexloom::Op &O = G.Ops[Op];
  if (O.Kernel.empty())
    return false;
  Plan Own;
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    Own.Inputs.push_back(G.hasIn(O, I) ? G.in(O, I).Layout : Layout::RowMajor);
  for (size_t I = 0; I < O.Outputs.size(); ++I)
    Own.Outputs.push_back(G.out(O, I).Layout);
  ForcedPlan F;
  F.Kernel = O.Kernel;
  F.Layouts = layoutList(layoutText(G, O, Own));
  F.Schedule = O.Schedule;
  if (const std::string Fault = isKernel(F.Kernel) ? scheduleFault(kernelNamed(F.Kernel), F.Schedule) : ""; !Fault.empty())
    throw UserError(describe(G, O) + ": " + Fault);
  keep(G, O, F, Plans);
  return true;
}

void checkForced(const Graph &G, const std::vector<ForcedPlan> &Forced, Target For, Compilation &Shared) {
  for (const ForcedPlan &F : Forced) {
    std::optional<size_t> Named;
    bool Concerns = false;
    for (size_t I = 0; I < G.Ops.size() && !Concerns; ++I) {
      if (!Named && F.names(G, I))
        Named = I;
      Concerns = F.concerns(G, I);
    }
    if (!Named)
      throw UserError(printable(G.File) + ": no operator is '" + printable(F.Operator) + "', for which a plan is forced");
    if (!Concerns) {
      std::vector<Plan> Plans = plansFor(G, G.Ops[*Named], For, Shared);
      keep(G, G.Ops[*Named], F, Plans); // says what serves it
    }
  }
}

} // namespace hexloom
