// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Loop.h"
#include "ir/Evaluate.h"

namespace hexloom {

namespace {

using Data = std::shared_ptr<const Bytes>;

constexpr int64_t kMostTrips = 10000, kMostSteps = 200000000;

/// A graph that is evaluated again and again, as far as its inputs are known. Who runs it pays steps().
class Region {
public:
  explicit Region(const Graph &From) : G(From) {
    for (const Tensor &T : G.Tensors)
      Steps += kStepsPerTensor + (T.isConst() ? 0 : kStepsPerByte * T.bytes());
  }

  std::vector<Data> run(const std::vector<Data> &Inputs) {
    for (size_t I = 0; I < Inputs.size(); ++I)
      G.Tensors[G.Inputs[I]].Data = Inputs[I];
    for (const Op &O : G.Ops) {
      for (TensorId Id : O.Outputs)
        G.Tensors[Id].Data = nullptr;
      if (!O.Regions.empty()) // what loops within make is not known: they would be run as often
        continue;
      // A turn's steps are counted beforehand, by bytes.
      const std::optional<std::vector<Bytes>> Results = evaluate(G, O, Paid, Effort::Light);
      for (size_t I = 0; Results && I < Results->size(); ++I)
        G.Tensors[O.Outputs[I]].Data = std::make_shared<Bytes>((*Results)[I]);
    }
    std::vector<Data> Outputs;
    for (TensorId Id : G.Outputs)
      Outputs.push_back(G.Tensors[Id].Data);
    return Outputs;
  }

  int64_t steps() const { return Steps; } ///< of a run, at most

private:
  static constexpr int64_t kStepsPerTensor = 2000, kStepsPerByte = 30;
  Graph G;
  Budget Paid = Budget::endless();
  int64_t Steps = 0;
};

} // namespace

std::optional<LoopOutcome> runLoop(const Graph &G, const Op &O, Budget &Purse) {
  std::vector<Data> Values;
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    Values.push_back(G.in(O, I).Data);
  Region Condition(conditionOf(O)), Body(bodyOf(O));
  for (int64_t Trips = 0, Steps = 0; Trips <= kMostTrips && Steps <= kMostSteps; ++Trips) {
    Steps += Condition.steps() + Body.steps();
    Purse.work(Condition.steps() + Body.steps());
    const Data Goes = Condition.run(Values).at(0);
    if (!Goes)
      return std::nullopt;
    if (!Goes->at(0)) {
      Values.resize(O.Outputs.size());
      return LoopOutcome{Trips, std::move(Values)};
    }
    const std::vector<Data> Next = Body.run(Values);
    std::copy(Next.begin(), Next.end(), Values.begin());
  }
  return std::nullopt;
}

} // namespace hexloom
