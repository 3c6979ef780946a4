// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selection on random small graphs against trying every combination of plans.
#include "ir/Text.h"
#include "ir/Verifier.h"
#include "select/Explain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <set>
#include <sstream>
#include <string>

using namespace hexloom;

namespace {

/// Chains with side branches: each operator reads one or two of the tensors so far, all of one
/// shape.
std::string randomGraph(unsigned Seed) {
  std::mt19937 Random(Seed);
  const auto Below = [&](int N) { return static_cast<int>(Random() % static_cast<unsigned>(N)); };
  const std::string Shape = "u8[1x" + std::to_string(1 + Below(20)) + "x" +
                            std::to_string(1 + Below(20)) + "x" + std::to_string(1 + Below(100)) +
                            "]";
  const auto Tensor = [&](int Id) {
    return "%" + std::to_string(Id) + ": " + Shape + " scale=0.05 zero=3";
  };
  std::string Text = "graph g from \"g\"\ninput " + Tensor(0) + "\n";
  const int Count = 2 + Below(4);
  for (int I = 1; I <= Count; ++I) {
    const std::string X = "%" + std::to_string(I - 1 - Below(std::min(I, 2))),
                      Y = "%" + std::to_string(Below(I));
    const std::string Window =
        " {kernel=[3, 3], stride=[1, 1], pads=[1, 1, 1, 1], activation=none}";
    const std::string Forms[] = {"ADD(" + X + ", " + Y + ") {activation=none, pot_scale=false}",
                                 "HARD_SWISH(" + X + ")",
                                 "MAXIMUM(" + X + ", " + Y + ")",
                                 "AVERAGE_POOL_2D(" + X + ")" + Window,
                                 "MAX_POOL_2D(" + X + ")" + Window,
                                 "REVERSE_V2(" + X + ") {axes=[1]}"};
    Text += Tensor(I) + " = " + Forms[Below(6)] + "\n";
  }
  Text += "output %" + std::to_string(Count) + "\n";
  return Below(2) ? Text + "output %" + std::to_string(Below(Count) + 1) + "\n" : Text;
}

/// The cost of one combination: kernels, and a conversion for each further layout in which somebody
/// reads a tensor.
double costOf(const Graph &G, const std::vector<const Plan *> &Plans) {
  std::vector<Layout> Made(G.Tensors.size(), Layout::RowMajor);
  std::vector<std::set<Layout>> Read(G.Tensors.size());
  double Sum = 0;
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    Sum += Plans[I]->cycles();
    for (size_t K = 0; K < G.Ops[I].Inputs.size(); ++K)
      Read[G.Ops[I].Inputs[K]].insert(Plans[I]->Inputs[K]);
    Made[G.Ops[I].Outputs[0]] = Plans[I]->Outputs[0];
  }
  for (TensorId T : G.Outputs)
    Read[T].insert(Layout::RowMajor);
  for (TensorId T = 0; T < static_cast<TensorId>(G.Tensors.size()); ++T)
    for (Layout L : Read[T])
      Sum += conversionCost(G.Tensors[T], Made[T], L, Target::Hexagon).cycles();
  return Sum;
}

/// Layouts in which no kernel of these graphs leads.
bool isLeftOut(const Plan &P) {
  const auto Is = [](Layout L) { return offered(L) == Offered::WhereWanted; };
  return P.Follows &&
         (std::any_of(P.Inputs.begin(), P.Inputs.end(), Is) || std::any_of(P.Outputs.begin(), P.Outputs.end(), Is));
}

double exhaustive(const Graph &G, Compilation &Shared) {
  std::vector<std::vector<Plan>> All;
  for (const Op &O : G.Ops)
    All.push_back(plansFor(G, O, Target::Hexagon, Shared));
  double Best = std::numeric_limits<double>::infinity();
  std::vector<const Plan *> Chosen(G.Ops.size());
  const std::function<void(size_t)> Choose = [&](size_t I) {
    if (I == G.Ops.size()) {
      Best = std::min(Best, costOf(G, Chosen));
      return;
    }
    for (const Plan &P : All[I])
      if (P.Rejected.empty() && !isLeftOut(P)) {
        Chosen[I] = &P;
        Choose(I + 1);
      }
  };
  Choose(0);
  return Best;
}

} // namespace

TEST(Selection, AgreesWithExhaustiveSearchOnGraphs) {
  int Blocked = 0, Converted = 0;
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    Graph G = parseGraph(randomGraph(Seed), "g");
    Compilation Shared("g", 0);
    verify(G, Shared.Purse);
    const double Best = exhaustive(G, Shared);
    EXPECT_NEAR(selectPlans(G, {}, Shared), Best, 0.02) << randomGraph(Seed); // units, see select/ChoiceProblem.h
    verify(G, Shared.Purse);
    bool IsBlocked = false, IsConverted = false;
    for (const Op &O : G.Ops) {
      IsBlocked |= O.Kind != OpKind::LayoutConvert && G.out(O, 0).Layout == Layout::Depth32;
      IsConverted |= O.Kind == OpKind::LayoutConvert;
    }
    Blocked += IsBlocked, Converted += IsConverted;
  }
  EXPECT_GT(Blocked, 10) << "too few graphs where a choice matters";
  EXPECT_GT(Converted, 10);
  EXPECT_LT(Converted, 190);
}

/// Planes of four channels are there for the asking: no kernel of this graph leads into them, so nobody follows until a plan is forced.
TEST(Selection, FollowsIntoALayoutWhereAPlanLeads) {
  const std::string Text = "graph g from \"g\"\ninput %0: u8[1x8x8x16] scale=0.05 zero=3\n"
                           "%1: u8[1x8x8x16] scale=0.05 zero=3 = HARD_SWISH(%0) name=\"a\"\n"
                           "%2: u8[1x8x8x16] scale=0.05 zero=3 = HARD_SWISH(%1) name=\"b\"\n"
                           "%3: u8[1x8x8x16] scale=0.05 zero=3 = HARD_SWISH(%2) name=\"c\"\noutput %3\n";
  for (bool Forces : {false, true}) {
    Graph G = parseGraph(Text, "g");
    Compilation Shared("g", Text.size());
    SelectOptions Options;
    if (Forces)
      for (const char *Name : {"a", "c"})
        Options.Forced.push_back(parseForcedPlan(std::string(Name) + "=table8_vlut32:c4,c4"));
    selectPlans(G, Options, Shared);
    verify(G, Shared.Purse);
    int InPlanes = 0;
    for (const Op &O : G.Ops)
      InPlanes += O.Kind == OpKind::HardSwish && G.out(O, 0).Layout == Layout::Planes4;
    EXPECT_EQ(InPlanes, Forces ? 3 : 0);
  }
}

/// Tensors that live to the end, more of them than tables can hold: every operator reads one of the
/// first. Values that cannot be part of a better choice must be dropped first.
TEST(Selection, ServesGraphsThatAreTooWideForExactness) {
  constexpr int kWidth = 24;
  std::string Text =
      "graph g from \"g\"\ninput %0: u8[1x4x4x40] scale=0.05 zero=3\nconst %1: i32[1x1] = [0]\n";
  std::mt19937 Random(1);
  int Id = 1;
  const auto Define = [&](const std::string &Form) {
    Text += "%" + std::to_string(++Id) + ": u8[1x4x4x40] scale=0.05 zero=3 = " + Form + "\n";
  };
  const auto Earlier = [&] {
    const auto Chosen = Random() % static_cast<unsigned>(Id + 1);
    return "%" + std::to_string(Chosen == 1 ? 0 : Chosen);
  };
  for (int I = 0; I < kWidth; ++I)
    Define(I % 3 ? "HARD_SWISH(" + Earlier() + ")" : "GATHER_ND(" + Earlier() + ", %1)");
  for (int I = 0; I < 8 * kWidth; ++I)
    Define("MAXIMUM(" + Earlier() + ", " + Earlier() + ")");
  Text += "output %" + std::to_string(Id) + "\n";
  Graph G = parseGraph(Text, "g");
  Compilation Shared("g", Text.size());
  verify(G, Shared.Purse);
  SelectOptions Options;
  Options.KeepsRejected = true;
  Selection S = choosePlans(G, Options, Shared);
  EXPECT_GT(S.Choice.Bound, 0.9 * S.Choice.Cost);
  const auto Said = [&](double Bound, const std::string &Message) {
    std::ostringstream Out;
    S.Choice.Bound = Bound;
    explain(Out, G, S, kAllOperators);
    return Out.str().find(Message) != std::string::npos;
  };
  EXPECT_TRUE(Said(S.Choice.Cost, "proven least"));
  EXPECT_TRUE(Said(0.95 * S.Choice.Cost, "(not proven least: no selection costs less than"));
  EXPECT_TRUE(Said(0, "(not proven least)"));
  applySelection(G, S, Shared);
  verify(G, Shared.Purse);
}
