// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans: the ways in which an operator can be executed. A kernel is a row of plans/kernels.def; a plan is one kernel
// applied to one operator with a layout for each tensor, a schedule (ir/Schedule.h) and a cost in modelled cycles (GCD2,
// section III and IV.A: instruction and layout are chosen together). Selection (select/) takes one plan for each operator.
#pragma once

#include "instructions/Instruction.h"
#include "ir/Graph.h"
#include "machine/Processor.h"
#include "plans/Cost.h"
#include "space/Points.h"
#include "stages/Memo.h"

#include <optional>
#include <string>
#include <vector>

namespace hexloom {

class LayerWriter;

struct Kernel;

struct Plan {
  const struct Kernel *Kernel = nullptr;
  std::vector<Layout> Inputs;  ///< one for each input of the operator; ignored for constants and absent inputs
  std::vector<Layout> Outputs; ///< one for each output
  hexloom::Cost Cost;          ///< of the kernel, layout conversions not included
  std::string Rejected;        ///< why this kernel cannot serve here; empty: it can
  hexloom::Schedule Schedule;  ///< what else distinguishes it; emission obeys
  std::string Stage = {};      ///< how sums become bytes (stages/Stage.h), or ""
  std::vector<std::string> CheaperStages = {}; ///< those that are not proven, and why
  int64_t RepeatedBytes = 0;   ///< of constants, where a kernel repeats them; 0: in proportion to the operator's own
  bool Follows = false;        ///< serves its layout only because a neighbour may gain by it
  std::optional<ScheduleField> Aside = {}; ///< the field by which it stands aside: it is taken only where that field is asked for

  double cycles() const { return Cost.cycles(); }
};

/// What a kernel's plan function fills in.
class PlanList {
public:
  PlanList(const struct Kernel &K, Target T, Compilation &Shared, std::vector<Plan> &Plans) : K(K), T(T), Shared(Shared), Plans(Plans) {}
  Target target() const { return T; }
  Compilation &compilation() const { return Shared; }
  /// All activations in one layout.
  void add(const Op &O, Layout L, Cost C, Schedule S = {});
  void add(std::vector<Layout> Inputs, std::vector<Layout> Outputs, Cost C, Schedule S = {});
  /// Adds a plan of a kernel that goes through memory as it lies. Selection leaves it out where no other kernel of a graph names
  /// the layout, and the layout is none of those that are always considered (ir/layouts.def).
  void follow(std::vector<Layout> Inputs, std::vector<Layout> Outputs, Cost C);
  void follow(const Op &O, Layout L, Cost C, Schedule S = {});
  /// The plan that was added last repeats its constants: so many bytes. Selection sees to the sum over a graph.
  void repeats(int64_t Bytes) { Plans.back().RepeatedBytes = Bytes; }
  /// A plan for each point of the subject's space, which `Add` adds. Where the kernel is asked for, those with other values of axes by rule
  /// stand aside.
  template <typename Subject>
  void addPoints(const std::vector<Axis<Subject>> &Axes, Subject &S, const Op &O, const typename Points<Subject>::Visitor &Add) {
    const Points<Subject> All(Axes, S, asked(O));
    All.visit(Add);
    if (isAskedFor(O))
      All.visitOthers([&](ScheduleField F) { Aside = F; }, Add);
    Aside.reset();
  }
  void reject(std::string Reason);
  /// Whether a plan of this kernel is forced, or recorded with the operator: then it is not left out for being dear.
  bool isAskedFor(const Op &O) const;
  /// The cycles of the cheapest plan so far; infinity: there is none.
  double leastCycles() const;
  /// The cycles of the cheapest one that is sure to stay: with all activations in that layout, without repeated constants.
  double leastCyclesIn(const Graph &G, const Op &O, Layout L) const;
  /// Whether a kernel that is no plain C has a plan so far.
  bool hasVectorPlan() const;
  /// Whether another kernel that names the instruction has a plan so far.
  bool hasPlanBy(const Instruction &Row) const;
  /// The fields that are then asked for.
  Schedule asked(const Op &O) const { return isAskedFor(O) ? O.Schedule : Schedule(); }
  /// By the output stage that the operator's schedule asks for. Other kernels' plans begin with it, too: so the search for what a network's
  /// text has, or an option asks for, takes no more work than that for the network itself.
  StageSearch stageSearch(const Op &O) const;
  const std::string &stageWord() const { return StageWord; }
  /// The output stage of all plans that are added from now on, the answer to stageSearch(). False, and the kernel is rejected,
  /// if it does not answer it.
  bool stage(const Op &O, const hexloom::Stage &S);

private:
  const struct Kernel &K;
  const Target T; ///< for which the plans are
  Compilation &Shared;
  std::vector<Plan> &Plans;
  std::optional<ScheduleField> Aside;
  std::string StageWord, StageText;
  std::vector<std::string> CheaperStages;
};

struct Kernel {
  const char *Name;        ///< says operator and instruction, e.g. conv2d_vrmpy
  const char *Instruction; ///< the vector instructions that carry the work (instructions/instructions.def), or "scalar", "none"
  const char *Operators;   ///< comma-separated text forms of the operators it can serve
  void (*Plans)(const Graph &, const Op &, PlanList &);
  void (*Emit)(const Graph &, const Op &, LayerWriter &);
  const char *Description; ///< one line for --explain and the documentation

  bool isPlainC() const; ///< every target has it
};

const std::vector<Kernel> &allKernels();
const Kernel &kernelNamed(const std::string &Name);

/// Takes the work of planning or of emitting an operator from the budget. Compilation pays, each time that it needs an
/// operator's plans. Who only looks at them does not: whether a network compiles does not depend on what is asked besides.
void payFor(const Graph &G, const Op &O, Budget &Purse);
/// The steps of work that are taken for it.
int64_t stepsOfPlans(const Graph &G, const Op &O);

/// Every plan for `O` on `T`, the rejected ones included, in the order of the table; of kernels whose instructions the target
/// has. The caller pays.
std::vector<Plan> plansFor(const Graph &G, const Op &O, Target T, Compilation &Shared);

/// Whether it is the plan that selection took for `O`: kernel, schedule and the graph's own layouts.
bool isTaken(const Graph &G, const Op &O, const Plan &P);

/// "rm,d32 -> d32": the layouts of the activations; outputs are separated by blanks.
std::string layoutText(const Graph &G, const Op &O, const Plan &P);

/// "conv2d_vrmpy_pairs tile=4x96 ...": what the code of an operator depends on besides its layouts.
inline std::string planText(const std::string &Kernel, const Schedule &S) {
  const std::string Fields = text(S);
  return Fields.empty() ? Kernel : Kernel + " " + Fields;
}

/// What the conversion of an activation between layouts costs on a target; nothing when they are equal.
Cost conversionCost(const Tensor &T, Layout From, Layout To, Target For);
/// Its cycles, found once in a compilation for all tensors of a shape.
double conversionCycles(const Tensor &T, Layout From, Layout To, Target For, Compilation &Shared);

/// Whether the tensor can be stored in L at all (type and rank).
bool layoutFits(const Tensor &T, Layout L);

} // namespace hexloom
