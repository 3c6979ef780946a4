// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// IF and WHILE: subgraphs within the one that is imported.
#include "import/Importer.h"
#include "ir/Limits.h"
#include "ir/Loop.h"
#include "ir/Verifier.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>

namespace hexloom {

std::vector<TensorId> Importer::operands(const tflite::Operator &From, const std::string &Where) {
  std::vector<TensorId> Ids;
  for (size_t K = 0; K < sizeOf(From.inputs()); ++K) {
    requireWritten(From.inputs()->Get(K), Where);
    Ids.push_back(Tensors.import(From.inputs()->Get(K)));
  }
  return Ids;
}

EntryPoint Importer::subgraph(int32_t Number, const std::string &Where) const {
  const auto *Subgraphs = File.model().subgraphs();
  if (Number < 1 || Number >= static_cast<int64_t>(Subgraphs->size()))
    fail(Where + strf(": subgraph %d of %u as a branch or loop", Number, Subgraphs->size()));
  if (Depth == kDeepestNesting)
    fail(Where + strf(": branches and loops within each other, more than %d deep", kDeepestNesting));
  EntryPoint Result;
  Result.Source = Subgraphs->Get(static_cast<uint32_t>(Number));
  return Result;
}

/// What an inner subgraph takes, however often the file names it, and what none may have.
void Importer::beginInner(const std::string &Where) {
  constexpr int64_t kSteps = 100000, kStepsPerPart = 1000;
  Purse.work(kSteps + kStepsPerPart * static_cast<int64_t>(sizeOf(Source.tensors()) + sizeOf(Source.operators())));
  begin();
  for (size_t K = 0; K < sizeOf(Source.tensors()); ++K)
    if (Source.tensors()->Get(static_cast<uint32_t>(K))->is_variable())
      fail(Where + (Where.empty() ? "" : ": ") + "a branch or loop keeps state: " + Tensors.describeTensor(static_cast<int32_t>(K)) + " is a variable");
}

/// The subgraph's operators on these values, in place of the IF that names it.
std::vector<TensorId> Importer::importAsBranch(const std::vector<TensorId> &Inputs, const std::string &Where) {
  beginInner(Where);
  if (sizeOf(Source.inputs()) != Inputs.size())
    fail(Where + strf(": a branch has %zu inputs where %zu are given", sizeOf(Source.inputs()), Inputs.size()));
  for (size_t K = 0; K < Inputs.size(); ++K) {
    const int32_t Index = Source.inputs()->Get(K);
    const Tensor &Own = G.Tensors[Tensors.import(Index)], &Given = G.Tensors[Inputs[K]];
    const bool Fits = Own.Type == Given.Type && (Own.Dims == Given.Dims || Tensors.isShapeOpen(Index)) && Own.Quant == Given.Quant;
    if (!Fits || Own.isConst() || Written.at(Index))
      fail(Where + strf(": input %zu of a branch differs from what is given to it", K));
    Tensors.rename(Index, Inputs[K]);
    Written[Index] = true;
  }
  importOps();
  std::vector<TensorId> Results;
  for (size_t K = 0; K < sizeOf(Source.outputs()); ++K) {
    requireWritten(Source.outputs()->Get(K), Where + ": a branch's output");
    Results.push_back(Tensors.import(Source.outputs()->Get(K)));
  }
  return Results;
}

std::vector<TensorId> Importer::importBranch(int32_t Subgraph, bool IsAlwaysTaken, const std::vector<TensorId> &Inputs,
                                             const std::string &Where) {
  Importer Branch(File, Options, G, Purse, subgraph(Subgraph, Where), Depth + 1);
  Branch.InBranch = InBranch || !IsAlwaysTaken;
  return Branch.importAsBranch(Inputs, Where);
}

/// Imports an IF. Both branches are computed, and the condition selects the results of one: no branch changes anything else. If the
/// condition is constant, only its branch is imported.
void Importer::importIf(const tflite::Operator &From, int I) {
  const std::string Where = strf("op #%d IF", I);
  std::vector<TensorId> Inputs = operands(From, Where);
  const auto *Branches = From.builtin_options_as_IfOptions();
  if (Inputs.empty() || !Branches || G.Tensors[Inputs[0]].Type != DType::Bool || G.Tensors[Inputs[0]].elements() != 1)
    fail(Where + ": has no condition of one truth value, or no branches");
  const TensorId Condition = Inputs[0];
  Inputs.erase(Inputs.begin());
  std::vector<TensorId> Results[2];
  const bool IsConst = G.Tensors[Condition].isConst(), Known = IsConst && G.Tensors[Condition].Data->front() != 0;
  for (const bool Then : {true, false}) {
    if (IsConst && Then != Known)
      continue;
    Results[Then] = importBranch(Then ? Branches->then_subgraph_index() : Branches->else_subgraph_index(), IsConst, Inputs, Where);
    if (Results[Then].size() != sizeOf(From.outputs()))
      fail(Where + strf(": a branch has %zu outputs where %zu are required", Results[Then].size(), sizeOf(From.outputs())));
  }
  for (size_t K = 0; K < sizeOf(From.outputs()); ++K) {
    const int32_t Index = From.outputs()->Get(K);
    markWritten(Index);
    const TensorId Out = Tensors.import(Index), Yes = Results[!IsConst || Known].at(K), No = Results[IsConst && Known].at(K);
    for (TensorId Id : {Yes, No})
      if (G.Tensors[Id].Type != G.Tensors[Out].Type || G.Tensors[Id].Dims != G.Tensors[Yes].Dims ||
          !(G.Tensors[Id].Quant == G.Tensors[Out].Quant))
        fail(Where + strf(": output %zu differs between the branches in type, shape or quantization", K));
    if (IsConst) {
      Tensors.rename(Index, Yes);
      continue;
    }
    if (G.Tensors[Out].Dims != G.Tensors[Yes].Dims && !Relaxed && !Tensors.isShapeOpen(Index))
      fail(Where + strf(": output %zu has another shape than the branches' results", K));
    G.Tensors[Out].Dims = G.Tensors[Yes].Dims;
    Op Select{OpKind::SelectV2, {Condition, Yes, No}, {Out}, {}, opNameFrom(G.Tensors[Out].Name), I, "", {}, {}};
    verifyOp(G, Select, Purse);
    G.Ops.push_back(std::move(Select));
  }
}

/// The loop's values become the region's inputs, behind them what stays the same; of that, constants become the region's own:
/// filters have to be.
void Importer::importRegionInputs(const Graph &Outer, const std::vector<TensorId> &Given, const std::vector<bool> &Stays) {
  std::vector<TensorId> Behind;
  for (size_t K = 0; K < Given.size(); ++K) {
    const int32_t Index = Source.inputs()->Get(static_cast<uint32_t>(K));
    const TensorId Id = Tensors.import(Index);
    Tensor &Own = G.Tensors[Id];
    const Tensor &Value = Outer.Tensors[Given[K]];
    const bool IsShaped = Own.Dims == Value.Dims || Relaxed || Tensors.isShapeOpen(Index);
    if (Own.isConst() || Written.at(Index) || Own.Type != Value.Type || !(Own.Quant == Value.Quant) || !IsShaped)
      fail(strf("input %zu differs from what is given to it in type, shape or quantization", K));
    Own.Dims = Value.Dims;
    if (Stays[K] && Value.isConst()) {
      Own.Data = Value.Data;
      continue;
    }
    Written.at(Index) = true;
    (Stays[K] ? Behind : G.Inputs).push_back(Id);
  }
  G.Inputs.insert(G.Inputs.end(), Behind.begin(), Behind.end());
  for (TensorId Id : G.Inputs)
    G.InputNames.push_back(G.Tensors[Id].Name);
}

void Importer::importAsRegion(const Graph &Outer, const std::vector<TensorId> &Given, const std::vector<bool> &Stays, bool IsBody) {
  beginInner("");
  importRegionInputs(Outer, Given, Stays);
  importOps();
  for (size_t K = 0; K < sizeOf(Source.outputs()); ++K) {
    const int32_t Index = Source.outputs()->Get(static_cast<uint32_t>(K));
    requireWritten(Index, "the result");
    if (IsBody && Stays[K])
      continue;
    G.Outputs.push_back(Tensors.import(Index));
    G.OutputNames.push_back(G.Tensors[G.Outputs.back()].Name);
  }
  dropUnusedTensors(G);
}

/// The operands of the loop: first the values that the body changes, which are its results, then what stays.
void Importer::startLoop(const tflite::Operator &From, const std::vector<TensorId> &Inputs, const std::vector<bool> &Stays, Op &Loop) {
  std::vector<TensorId> Behind;
  for (size_t K = 0; K < Inputs.size(); ++K) {
    const int32_t Index = From.outputs()->Get(static_cast<uint32_t>(K));
    markWritten(Index);
    if (Stays[K]) {
      Tensors.rename(Index, Inputs[K]);
      if (!G.Tensors[Inputs[K]].isConst())
        Behind.push_back(Inputs[K]);
      continue;
    }
    const TensorId Out = Tensors.import(Index);
    if (Relaxed || Tensors.isShapeOpen(Index))
      G.Tensors[Out].Dims = G.Tensors[Inputs[K]].Dims;
    Loop.Inputs.push_back(Inputs[K]);
    Loop.Outputs.push_back(Out);
  }
  Loop.Inputs.insert(Loop.Inputs.end(), Behind.begin(), Behind.end());
}

void Importer::importWhile(const tflite::Operator &From, int I) {
  const std::string Where = strf("op #%d WHILE", I);
  const std::vector<TensorId> Inputs = operands(From, Where);
  const auto *Parts = From.builtin_options_as_WhileOptions();
  if (!Parts)
    fail(Where + ": names no condition and body");
  const EntryPoint Entries[] = {subgraph(Parts->cond_subgraph_index(), Where), subgraph(Parts->body_subgraph_index(), Where)};
  const tflite::SubGraph &Body = *Entries[1].Source;
  for (const EntryPoint &E : Entries)
    if (sizeOf(E.Source->inputs()) != Inputs.size() || sizeOf(From.outputs()) != Inputs.size() || sizeOf(Body.outputs()) != Inputs.size())
      fail(Where + strf(": %zu inputs, %zu outputs, and a subgraph of %zu inputs, the body's results are %zu: all must be as many",
                        Inputs.size(), sizeOf(From.outputs()), sizeOf(E.Source->inputs()), sizeOf(Body.outputs())));
  std::vector<bool> Stays;
  for (uint32_t K = 0; K < Inputs.size(); ++K)
    Stays.push_back(Body.inputs()->Get(K) == Body.outputs()->Get(K));
  if (!std::count(Stays.begin(), Stays.end(), false))
    fail(Where + ": the body changes nothing: the loop does nothing or never ends");
  Op Loop{OpKind::While, {}, {}, {{Attr::Trips, int64_t(0)}}, "", I, "", {}, {}};
  startLoop(From, Inputs, Stays, Loop);
  Loop.Name = opNameFrom(G.Tensors[Loop.Outputs[0]].Name);
  for (const EntryPoint &E : Entries) {
    Graph Region;
    Region.beRegionOf(G, Loop);
    Importer Inner(File, Options, Region, Purse, E, Depth + 1);
    Inner.InBranch = InBranch;
    Inner.Relaxed = Relaxed;
    Inner.importAsRegion(G, Inputs, Stays, &E == &Entries[1]);
    Loop.Regions.push_back(std::move(Region));
  }
  verifyOp(G, Loop, Purse);
  const std::optional<LoopOutcome> Outcome = runLoop(G, Loop, Purse);
  if (InBranch && !Outcome)
    fail(Where + ": a loop in a branch runs whether the branch is taken or not: how often it does must follow from constants");
  Loop.Attrs[Attr::Trips] = Outcome ? Outcome->Trips : 0;
  if (!foldShapeArithmetic(Loop))
    G.Ops.push_back(std::move(Loop));
}

} // namespace hexloom
