// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel table and the questions asked of it.
#include "expr/Operators.h"
#include "ir/Box.h"
#include "ir/Families.h"
#include "ir/LayoutMap.h"
#include "plans/Plan.h"
#include "plans/Serves.h"
#include "plans/Spaces.h"
#include "support/Checked.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

namespace hexloom {

#define KERNEL(NAME, INSTRUCTION, OPERATORS, PLAN, EMIT, DESCRIPTION)                      \
  void PLAN(const Graph &, const Op &, PlanList &);                                                \
  void EMIT(const Graph &, const Op &, LayerWriter &);
#include "plans/kernels.def"
#undef KERNEL

const std::vector<Kernel> &allKernels() {
  static const std::vector<Kernel> Rows = {
#define KERNEL(NAME, INSTRUCTION, OPERATORS, PLAN, EMIT, DESCRIPTION)                      \
  {#NAME, INSTRUCTION, OPERATORS, PLAN, EMIT, DESCRIPTION},
#include "plans/kernels.def"
#undef KERNEL
  };
  return Rows;
}

bool Kernel::isPlainC() const { return missingInstruction(Instruction, Target::Portable).empty(); }

const Kernel &kernelNamed(const std::string &Name) {
  for (const Kernel &K : allKernels())
    if (Name == K.Name)
      return K;
  throw InternalError("no kernel named '" + Name + "'");
}

void PlanList::add(const Op &O, Layout L, Cost C, Schedule S) {
  add(std::vector<Layout>(O.Inputs.size(), L), std::vector<Layout>(O.Outputs.size(), L), std::move(C), std::move(S));
}

/// A field without an axis would be in no reference.
static void checkDeclared(const Kernel &K, const Schedule &S) {
  const Space *const Its = spaceOf(K);
  for (int I = 0; I < kScheduleFields; ++I)
    HEXLOOM_CHECK(!S.sets(ScheduleField(I)) || (Its && Its->row(ScheduleField(I))),
                  std::string(K.Name) + " has no axis " + text(ScheduleField(I)));
}

/// Plans name few lists of instructions, again and again.
static const std::string &missing(const std::string &List, Target T) {
  static std::map<std::pair<Target, std::string>, std::string> Known;
  const auto [It, New] = Known.try_emplace({T, List});
  if (New)
    It->second = missingInstruction(List, T);
  return It->second;
}

void PlanList::add(std::vector<Layout> Inputs, std::vector<Layout> Outputs, Cost C, Schedule S) {
  HEXLOOM_CHECK(std::isfinite(C.cycles()) && C.cycles() >= 0, std::string("the cost is no number of cycles: ") + K.Name);
  if (S.Stage.empty())
    S.Stage = StageWord;
  const std::string &Unknown = missing(S.Instruction, T);
  HEXLOOM_CHECK(Unknown.empty(), std::string(K.Name) + ": instructions.def has no " + Unknown);
  checkDeclared(K, S);
  Plans.push_back({&K, std::move(Inputs), std::move(Outputs), std::move(C), "", std::move(S), StageText, CheaperStages});
  Plans.back().Aside = Aside;
}

void PlanList::follow(std::vector<Layout> Inputs, std::vector<Layout> Outputs, Cost C) {
  add(std::move(Inputs), std::move(Outputs), std::move(C));
  Plans.back().Follows = true;
}

void PlanList::follow(const Op &O, Layout L, Cost C, Schedule S) {
  add(O, L, std::move(C), std::move(S));
  Plans.back().Follows = true;
}

void PlanList::reject(std::string Reason) { Plans.push_back({&K, {}, {}, {}, std::move(Reason), {}, {}, {}}); }

bool PlanList::isAskedFor(const Op &O) const { return O.Kernel == K.Name; }

double PlanList::leastCycles() const {
  double Least = std::numeric_limits<double>::infinity();
  for (const Plan &P : Plans)
    Least = P.Rejected.empty() && P.Kernel != &K ? std::min(Least, P.cycles()) : Least;
  return Least;
}

double PlanList::leastCyclesIn(const Graph &G, const Op &O, Layout L) const {
  const auto IsIn = [&](const std::vector<TensorId> &Ids, const std::vector<Layout> &Its) {
    for (size_t I = 0; I < Ids.size(); ++I)
      if (Ids[I] != kNoTensor && !G.Tensors[Ids[I]].isConst() && Its[I] != L)
        return false;
    return true;
  };
  double Least = std::numeric_limits<double>::infinity();
  for (const Plan &P : Plans)
    if (P.Rejected.empty() && P.Kernel != &K && !P.Follows && !P.Aside && !P.RepeatedBytes && IsIn(O.Inputs, P.Inputs) && IsIn(O.Outputs, P.Outputs))
      Least = std::min(Least, P.cycles());
  return Least;
}

bool PlanList::hasVectorPlan() const {
  return std::any_of(Plans.begin(), Plans.end(), [&](const Plan &P) { return P.Rejected.empty() && !P.Kernel->isPlainC(); });
}

bool PlanList::hasPlanBy(const Instruction &Row) const {
  return std::any_of(Plans.begin(), Plans.end(), [&](const Plan &P) {
    return P.Kernel != &K && P.Rejected.empty() && namesInstruction(P.Kernel->Instruction, Row);
  });
}

StageSearch PlanList::stageSearch(const Op &O) const { return {Shared.Stages, O.Schedule.Stage}; }

bool PlanList::stage(const Op &O, const hexloom::Stage &S) {
  StageWord = S.Kind.word();
  StageText = S.Kind.text();
  CheaperStages = S.Rejected;
  const std::string Wanted = asked(O).Stage;
  if (answersStage(StageWord, Wanted))
    return true;
  std::string Why;
  for (const std::string &Reason : S.Rejected)
    Why += (Why.empty() ? "" : "; ") + Reason;
  reject("the output stage " + Wanted + " is not proven" + (Why.empty() ? ", no scale of this layer has its shifts" : ": " + Why));
  return false;
}

static bool names(const char *List, const std::string &Word) {
  for (const char *P = std::strstr(List, Word.c_str()); P; P = std::strstr(P + 1, Word.c_str())) {
    const bool Starts = P == List || P[-1] == ',';
    if (Starts && (P[Word.size()] == 0 || P[Word.size()] == ','))
      return true;
  }
  return false;
}

const std::vector<const Kernel *> &kernelsOf(OpKind Kind) {
  static std::map<OpKind, std::vector<const Kernel *>> Known;
  const auto [It, New] = Known.try_emplace(Kind);
  if (!New)
    return It->second;
  std::vector<std::string> Words = classesOf(Kind);
  Words.push_back(text(Kind));
  for (const Kernel &K : allKernels())
    if (std::any_of(Words.begin(), Words.end(), [&](const std::string &Word) { return names(K.Operators, Word); }))
      It->second.push_back(&K);
  // Kernels of any instruction that is left ask what the others have.
  std::stable_partition(It->second.begin(), It->second.end(), [](const Kernel *K) { return std::strcmp(K->Instruction, "products") != 0; });
  return It->second;
}

int64_t stepsOfPlans(const Graph &G, const Op &O) {
  constexpr int64_t kStepsPerOperator = 50000, kStepsPerElement = 40, kStepsPerBox = 10000;
  const std::optional<BoxMovement> M = boxesOf(G, O);
  const int64_t OfBoxes = M ? kStepsPerBox * static_cast<int64_t>(M->Pieces.size()) : 0;
  int64_t Elements = 0;
  for (TensorId Id : O.Inputs)
    if (Id != kNoTensor && G.Tensors[Id].isConst())
      Elements += G.Tensors[Id].elements();
  const bool HasTables = familyOf(O.Kind) == Family::Resize || O.Attrs.count(Attr::Pads); // by rows and columns
  for (const std::vector<TensorId> *Ids : {&O.Inputs, &O.Outputs})
    for (TensorId Id : *Ids)
      if (HasTables && Id != kNoTensor && G.Tensors[Id].rank() == 4)
        Elements += int64_t(G.Tensors[Id].Dims[1]) + G.Tensors[Id].Dims[2];
  return OfBoxes + kStepsPerOperator + kStepsPerElement * Elements;
}

void payFor(const Graph &G, const Op &O, Budget &Purse) { Purse.work(stepsOfPlans(G, O)); }

bool isTaken(const Graph &G, const Op &O, const Plan &P) {
  if (O.Kernel != P.Kernel->Name || !(O.Schedule == P.Schedule))
    return false;
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    if (G.hasIn(O, I) && !G.in(O, I).isConst() && G.in(O, I).Layout != P.Inputs[I])
      return false;
  for (size_t I = 0; I < O.Outputs.size(); ++I)
    if (G.out(O, I).Layout != P.Outputs[I])
      return false;
  return true;
}

/// Whether the target has what the kernel needs.
static bool offers(Target T, const Kernel &K) { return missing(K.Instruction, T).empty(); }

/// Whether all inputs of an operator are constants: fold-constants leaves such operators (ir/Evaluate.h). Vector kernels do not serve them.
/// They take an image by its name in the layer, in any layout; a constant has neither.
static bool readsConstantsAlone(const Graph &G, const Op &O) {
  const auto IsConstant = [&](TensorId T) { return T == kNoTensor || G.Tensors[T].isConst(); };
  return !O.Inputs.empty() && std::all_of(O.Inputs.begin(), O.Inputs.end(), IsConstant);
}

static bool isScalar(const Kernel &K) {
  return std::strcmp(K.Instruction, "scalar") == 0 || std::strcmp(K.Instruction, "none") == 0;
}

std::vector<Plan> plansFor(const Graph &G, const Op &O, Target T, Compilation &Shared) {
  std::vector<Plan> Plans;
  for (const Kernel *Row : kernelsOf(O.Kind)) {
    const Kernel &K = *Row;
    if (!offers(T, K))
      continue;
    PlanList List(K, T, Shared, Plans);
    if (readsConstantsAlone(G, O) && !isScalar(K)) {
      List.reject("all inputs are constants");
      continue;
    }
    try {
      K.Plans(G, O, List);
    } catch (const Overflow &E) {
      List.reject(E.what());
    }
  }
  return Plans;
}

std::string layoutText(const Graph &G, const Op &O, const Plan &P) {
  std::string Text;
  for (size_t I = 0; I < P.Inputs.size(); ++I)
    if (G.hasIn(O, I) && !G.in(O, I).isConst())
      Text += std::string(Text.empty() ? "" : ",") + text(P.Inputs[I]);
  Text += " ->";
  for (Layout L : P.Outputs)
    Text += std::string(" ") + text(L);
  return Text;
}

bool layoutFits(const Tensor &T, Layout L) {
  constexpr int64_t kMostBytes = 1 << 30; // kernels count bytes in 32 bits
  return LayoutMap::fits(L, T.Type, T.Dims) &&
         (L == Layout::RowMajor || storageBytes(T.Type, T.Dims, L) <= kMostBytes);
}

} // namespace hexloom
