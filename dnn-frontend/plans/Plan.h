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
#include "stages/Memo.h"

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
  std::string Aside = {};      ///< the field by which it stands aside: it is taken only where that field is asked for; "": it does not

  double cycles() const { return Cost.cycles(); }
};

/// What a kernel's plan function fills in.
class PlanList {
public:
  PlanList(const struct Kernel &K, Target T, Compilation &Shared, std::vector<Plan> &Plans) : K(K), T(T), Shared(Shared), Plans(Plans) {}
  Target target() const { return T; }
  Compilation &compilation() const { return Shared; }
  /// Adds a plan with all activations in one layout.
  void add(const Op &O, Layout L, Cost C, Schedule S = {});
  void add(std::vector<Layout> Inputs, std::vector<Layout> Outputs, Cost C, Schedule S = {});
  /// Adds a plan of a kernel that goes through memory as it lies. Selection leaves it out where no other kernel of the graph names the
  /// layout, unless the layout is always considered (ir/layouts.def).
  void follow(std::vector<Layout> Inputs, std::vector<Layout> Outputs, Cost C);
  void follow(const Op &O, Layout L, Cost C, Schedule S = {});
  /// Says how many bytes the last plan's constants take, because the kernel repeats them. Selection sees to the sum over a graph.
  void repeats(int64_t Bytes) { Plans.back().RepeatedBytes = Bytes; }
  /// Plans that are added from now on stand aside from the earlier ones. They differ in `Field`, whose usual value a rule chooses and not
  /// the least cost. "": they do not stand aside.
  void setAside(std::string Field) { Aside = std::move(Field); }
  void reject(std::string Reason);
  /// Whether a plan of this kernel is forced, or recorded with the operator: then it is not left out for being dear.
  bool isAskedFor(const Op &O) const;
  /// The schedule's fields that a forced or recorded plan asks for.
  Schedule asked(const Op &O) const { return isAskedFor(O) ? O.Schedule : Schedule(); }
  /// The search for the output stage that the operator's schedule asks for. Other kernels' plans begin with it, too. So the search for what
  /// a network's text has, or an option asks for, takes no more work than that for the network itself.
  StageSearch stageSearch(const Op &O) const;
  /// Sets the output stage of all plans that are added from now on. Returns false and rejects the kernel if it does not answer
  /// stageSearch().
  bool stage(const Op &O, const hexloom::Stage &S);

private:
  const struct Kernel &K;
  const Target T; ///< for which the plans are
  Compilation &Shared;
  std::vector<Plan> &Plans;
  std::string Aside;
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

/// Every plan for `O` on `T`, the rejected ones included, in the order of the table; of kernels whose instructions the target
/// has. The caller pays.
std::vector<Plan> plansFor(const Graph &G, const Op &O, Target T, Compilation &Shared);

/// Whether P is the plan that selection took for `O`: kernel, schedule and the graph's own layouts.
bool isTaken(const Graph &G, const Op &O, const Plan &P);

/// "rm,d32 -> d32": the layouts of the activations; outputs are separated by blanks.
std::string layoutText(const Graph &G, const Op &O, const Plan &P);

/// The cost of converting an activation between layouts on a target; none if they are equal.
Cost conversionCost(const Tensor &T, Layout From, Layout To, Target For);

/// Whether the tensor can be stored in L at all (type and rank).
bool layoutFits(const Tensor &T, Layout L);

} // namespace hexloom
