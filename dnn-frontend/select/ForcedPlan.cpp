#include "select/ForcedPlan.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>

namespace hexloom {

/// "rm,d32 -> d32" gives "rm,d32,d32".
static std::string layoutList(const std::string &Text) {
  std::string List;
  for (size_t I = Text.find_first_not_of(" ,->"); I != std::string::npos;) {
    const size_t End = std::min(Text.find_first_of(" ,->", I), Text.size());
    List += (List.empty() ? "" : ",") + Text.substr(I, End - I);
    I = Text.find_first_not_of(" ,->", End);
  }
  return List;
}

static bool isKernel(const std::string &Name) {
  const auto &All = allKernels();
  return std::any_of(All.begin(), All.end(), [&](const Kernel &K) { return Name == K.Name; });
}

ForcedPlan parseForcedPlan(const std::string &Text) {
  const size_t Equals = Text.rfind('='); // an operator's name may hold one
  if (Equals == std::string::npos || Equals == 0)
    throw UserError("'" + Text + "' is not OPERATOR=KERNEL or OPERATOR=KERNEL:LAYOUTS");
  const std::string Value = Text.substr(Equals + 1);
  const size_t Colon = std::min(Value.find(':'), Value.size());
  ForcedPlan F{Text.substr(0, Equals), Value.substr(0, Colon), ""};
  if (Colon < Value.size())
    F.Layouts = layoutList(Value.substr(Colon + 1));
  if (!isKernel(F.Kernel))
    throw UserError("'" + Text + "': no kernel is named '" + F.Kernel + "'");
  return F;
}

bool ForcedPlan::names(const Graph &G, size_t Op) const {
  const hexloom::Op &O = G.Ops[Op];
  return Operator == O.Name || Operator == text(O.Kind) ||
         (O.SourceIndex >= 0 && Operator == std::to_string(O.SourceIndex));
}

void keepForced(const Graph &G, size_t Op, const std::vector<ForcedPlan> &Forced,
                std::vector<Plan> &Plans) {
  const hexloom::Op &O = G.Ops[Op];
  for (const ForcedPlan &F : Forced) {
    if (!F.names(G, Op))
      continue;
    std::string Others;
    std::vector<Plan> Kept;
    for (const Plan &P : Plans) {
      const std::string Layouts = P.Rejected.empty() ? layoutText(G, O, P) : "";
      if (P.Rejected.empty() && F.Kernel == P.Kernel->Name &&
          (F.Layouts.empty() || F.Layouts == layoutList(Layouts)))
        Kept.push_back(P);
      Others += strf("\n  %s: %s", P.Kernel->Name,
                     P.Rejected.empty() ? Layouts.c_str() : P.Rejected.c_str());
    }
    if (Kept.empty())
      throw UserError(describe(G, O) + ": has no plan " + F.Kernel +
                      (F.Layouts.empty() ? "" : " with layouts " + F.Layouts) +
                      "; its plans:" + Others);
    Plans = std::move(Kept);
  }
}

void checkForced(const Graph &G, const std::vector<ForcedPlan> &Forced) {
  for (const ForcedPlan &F : Forced) {
    bool Found = false;
    for (size_t I = 0; I < G.Ops.size(); ++I)
      Found |= F.names(G, I);
    if (!Found)
      throw UserError(printable(G.File) + ": no operator is '" + printable(F.Operator) + "', for which a plan is forced");
  }
}

} // namespace hexloom
