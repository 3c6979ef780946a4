// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/NestPlans.h"
#include "price/Bodies.h"
#include "price/Slots.h"

#include <unordered_map>

namespace hexloom {

/// A cycle of a nest's price, in the place of a costs.def row.
static constexpr CostConstant kCycle = {"price", "Cycle", 1};

Cost costOf(const OwnLoops &Loops) { return priceOf(Loops).Cycles * Cost(kCycle); }

bool areNestsPriced(Target T) { return T == Target::Hexagon || slotCycles(Part(), T); }

NestPlans::NestPlans(const Graph &G, const Op &O, PlanList &Plans, std::string Its)
    : Plans(Plans), Facts(std::move(Its)) {
  Alone.Name = G.Name, Alone.File = G.File, Alone.Within = G.Within;
  Op Mine = O;
  for (std::vector<TensorId> *Ids : {&Mine.Inputs, &Mine.Outputs})
    for (TensorId &Id : *Ids)
      if (Id != kNoTensor)
        Id = Alone.addTensor(G.Tensors[Id]);
  for (const Tensor &T : Alone.Tensors)
    Facts += std::string(" ") + text(T.Type) + text(T.Dims);
  Alone.Ops.push_back(std::move(Mine));
}

void NestPlans::add(std::vector<Layout> Inputs, std::vector<Layout> Outputs, Schedule How, const Nest &Write) {
  add(std::move(Inputs), std::move(Outputs), std::move(How), Write, Cost());
}

void NestPlans::add(std::vector<Layout> Inputs, std::vector<Layout> Outputs, Schedule How, const Nest &Write,
                    Cost Besides) {
  How.Stage = Plans.stageWord();
  Op &O = Alone.Ops[0];
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    if (Alone.hasIn(O, I) && !Alone.in(O, I).isConst())
      Alone.Tensors[O.Inputs[I]].Layout = Inputs[I];
  for (size_t I = 0; I < O.Outputs.size(); ++I)
    Alone.Tensors[O.Outputs[I]].Layout = Outputs[I];
  O.Schedule = How;
  const double Cycles = cyclesWith(How, Write);
  Plans.add(std::move(Inputs), std::move(Outputs), std::move(Besides) + Cycles * Cost(kCycle), std::move(How));
}

double NestPlans::cyclesWith(const Schedule &How, const Nest &Write) const {
  static std::unordered_map<std::string, double> Known;
  Schedule Numberless = How; // a stage's shifts change nothing; its form is a fact
  Numberless.Stage.clear();
  std::string Key = std::string(text(Plans.target())) + " " + Facts + " " + text(Numberless);
  for (const Tensor &T : Alone.Tensors)
    Key += std::string(" ") + text(T.Layout);
  const auto [At, IsNew] = Known.try_emplace(std::move(Key));
  if (IsNew) {
    LayerWriter W(Alone, Alone.Ops[0], Plans.target(), Plans.compilation());
    Write(Alone, Alone.Ops[0], W);
    const Part Its = partOf(W.statements(), W.target());
    const std::optional<double> BySlots = slotCycles(Its, W.target());
    At->second = BySlots ? *BySlots : priceOf(piecesOf(Its)).Cycles;
  }
  return At->second;
}

} // namespace hexloom
