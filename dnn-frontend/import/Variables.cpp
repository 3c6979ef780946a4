// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Variables.h"
#include "import/OpReader.h"
#include "import/Scan.h"
#include "ir/Limits.h"
#include "ir/Verifier.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>

namespace hexloom {

using Code = tflite::BuiltinOperator;

bool isVariableOp(tflite::BuiltinOperator C) {
  return C == Code::VAR_HANDLE || C == Code::READ_VARIABLE || C == Code::ASSIGN_VARIABLE ||
         C == Code::CALL_ONCE;
}

void Variables::fail(int Operator, const std::string &What) const {
  throw UserError(strf("%s: op #%d %s: ", File.name().c_str(), Operator,
                       nameOf(builtinCode(File, op(Source, Operator))).c_str()) +
                  What);
}

const tflite::Operator &Variables::op(const tflite::SubGraph &Graph, int I) const {
  return *Graph.operators()->Get(static_cast<uint32_t>(I));
}

/// Handles of one name are one variable, in whatever subgraph.
std::string Variables::keyOf(const tflite::Operator &O) const {
  const auto *Options = O.builtin_options_as_VarHandleOptions();
  return Options ? textOf(Options->container()) + "/" + textOf(Options->shared_name()) : "/";
}

static std::pair<size_t, size_t> operandsOf(Code C) { // inputs, outputs
  switch (C) {
  case Code::VAR_HANDLE:
    return {0, 1};
  case Code::READ_VARIABLE:
    return {1, 1};
  case Code::ASSIGN_VARIABLE:
    return {2, 0};
  default:
    return {0, 0};
  }
}

void Variables::checkOperands(int Operator) const {
  const tflite::Operator &O = op(Source, Operator);
  const auto [Inputs, Outputs] = operandsOf(builtinCode(File, O));
  if (sizeOf(O.inputs()) != Inputs || sizeOf(O.outputs()) != Outputs)
    fail(Operator, strf("has %zu inputs and %zu outputs where %zu and %zu are required",
                        sizeOf(O.inputs()), sizeOf(O.outputs()), Inputs, Outputs));
  for (size_t I = 0; I < Inputs; ++I)
    if (O.inputs()->Get(static_cast<uint32_t>(I)) < 0)
      fail(Operator, strf("input %zu is absent", I));
}

void Variables::findTensors() {
  for (size_t I = 0; I < sizeOf(Source.operators()); ++I) {
    const tflite::Operator &O = op(Source, static_cast<int>(I));
    for (size_t K = 0; K < sizeOf(O.inputs()); ++K) {
      const int32_t Index = O.inputs()->Get(static_cast<uint32_t>(K));
      if (Index < 0 || !Tensors.source(Index).is_variable() || ByTensor.count(Index))
        continue;
      const TensorId Id = Tensors.import(Index);
      if (G.Tensors[Id].isConst())
        throw UserError(File.name() + ": " + Tensors.describeTensor(Index) +
                        " is variable and has data");
      if (std::count(G.Inputs.begin(), G.Inputs.end(), Id))
        throw UserError(File.name() + ": " + Tensors.describeTensor(Index) +
                        " is variable and an input of the graph");
      ByTensor[Index] = All.size();
      All.push_back({G.Tensors[Id].Name, Index, false, {}, Id, Id, -1});
    }
  }
}

/// Finds handles, the variables behind them, and the types of those: of what is assigned, or else of what is read.
void Variables::findHandles() {
  for (size_t I = 0; I < sizeOf(Source.operators()); ++I) {
    const int Operator = static_cast<int>(I);
    const tflite::Operator &O = op(Source, Operator);
    const Code C = builtinCode(File, O);
    if (!isVariableOp(C))
      continue;
    checkOperands(Operator);
    if (C == Code::VAR_HANDLE) {
      const auto [At, IsNew] = ByName.insert({keyOf(O), All.size()});
      if (IsNew)
        All.push_back({At->first.substr(At->first.front() == '/'), -1, false, {}, kNoTensor, kNoTensor, -1});
      ByHandle[O.outputs()->Get(0)] = At->second;
    } else if (C != Code::CALL_ONCE) {
      Variable &V = handled(Operator);
      const bool Assigns = C == Code::ASSIGN_VARIABLE;
      if (V.Like < 0 || (Assigns && !V.Assigned))
        V.Like = Assigns ? O.inputs()->Get(1) : O.outputs()->Get(0);
      V.Assigned |= Assigns;
      if (V.Touched < 0)
        V.Touched = Operator;
    }
  }
}

Variables::Variable &Variables::handled(int Operator) {
  const auto Found = ByHandle.find(op(Source, Operator).inputs()->Get(0));
  if (Found == ByHandle.end())
    fail(Operator, "its first input is no VAR_HANDLE's output");
  return All[Found->second];
}

/// CALL_ONCE: what its subgraph assigns, constants all.
void Variables::initialize(int Operator) {
  const auto *Options = op(Source, Operator).builtin_options_as_CallOnceOptions();
  const int32_t Index = Options ? Options->init_subgraph_index() : 0;
  const auto &Subgraphs = *File.model().subgraphs();
  if (Index < 0 || static_cast<uint32_t>(Index) >= Subgraphs.size())
    fail(Operator, strf("subgraph %d of %u", Index, Subgraphs.size()));
  if (!Initialized.insert(Index).second)
    return;
  const tflite::SubGraph &Init = *Subgraphs.Get(static_cast<uint32_t>(Index));
  if (const std::string Fault =
          limitFault(Limit::Operators, static_cast<int64_t>(sizeOf(Init.operators())));
      !Fault.empty())
    fail(Operator, Fault);
  TensorReader Reader(File, Init, G, Purse);
  std::map<int32_t, size_t> Handles;
  for (size_t I = 0; I < sizeOf(Init.operators()); ++I) {
    const tflite::Operator &O = op(Init, static_cast<int>(I));
    const Code C = builtinCode(File, O);
    const auto [Inputs, Outputs] = operandsOf(C);
    const bool Fits = sizeOf(O.inputs()) == Inputs && sizeOf(O.outputs()) == Outputs;
    if (C == Code::VAR_HANDLE && Fits) {
      if (const auto Found = ByName.find(keyOf(O)); Found != ByName.end())
        Handles[O.outputs()->Get(0)] = Found->second;
    } else if (C == Code::ASSIGN_VARIABLE && Fits) {
      const TensorId Id = Reader.import(O.inputs()->Get(1));
      if (!G.Tensors[Id].isConst())
        fail(Operator, strf("subgraph %d assigns what is no constant", Index));
      const auto Found = Handles.find(O.inputs()->Get(0));
      if (Found == Handles.end() || All[Found->second].Like < 0)
        continue; // of a variable that nobody uses
      Variable &V = All[Found->second];
      if (V.Touched < Operator) // it would begin there, in the first run only
        fail(Operator, strf("sets '%s' behind op #%d, which uses it: it must stand before", printable(V.Name).c_str(), V.Touched));
      const TensorId Like = Tensors.import(V.Like);
      const Tensor &Value = G.Tensors[Id], &T = G.Tensors[Like];
      if (T.Type != Value.Type || T.Dims != Value.Dims)
        fail(Operator, strf("'%s' begins as %s[%s] and is %s[%s] later", printable(V.Name).c_str(),
                            text(Value.Type), text(Value.Dims).c_str(), text(T.Type),
                            text(T.Dims).c_str()));
      Purse.keep(static_cast<int64_t>(Value.Data->size()));
      V.First = *Value.Data;
    } else {
      fail(Operator, strf("subgraph %d has a %s: only constants can be assigned there", Index,
                          nameOf(C).c_str()));
    }
  }
}

/// The state begins as CALL_ONCE says, or else as zero: int8 at its zero point, as tensors are set
/// when a network is loaded.
void Variables::addState(Variable &V) {
  if (V.Like < 0)
    return; // nobody reads it
  Tensor T = G.Tensors[Tensors.import(V.Like)];
  if (std::count(T.Dims.begin(), T.Dims.end(), -1))
    throw UserError(File.name() + ": " + Tensors.describeTensor(V.Like) +
                    " is a state with a dynamic shape");
  T.Name = V.Name;
  T.SourceIndex = -1;
  T.Data = nullptr;
  Purse.keepName(T.Name);
  Purse.keep(T.bytes());
  if (V.From == kNoTensor)
    V.From = V.Now = G.addTensor(T);
  const bool AtZero = T.Type == DType::Int8 && T.Quant.present();
  const uint8_t Zero = AtZero ? static_cast<uint8_t>(T.Quant.zeroPoint()) : 0;
  T.Data = std::make_shared<Bytes>(
      V.First.empty() ? Bytes(static_cast<size_t>(T.bytes()), Zero) : std::move(V.First));
  G.Inputs.push_back(V.From);
  G.InputNames.push_back(V.Name);
  G.States.push_back(G.addTensor(std::move(T)));
}

void Variables::begin() {
  findTensors();
  findHandles();
  for (size_t I = 0; I < sizeOf(Source.operators()); ++I)
    if (builtinCode(File, op(Source, static_cast<int>(I))) == Code::CALL_ONCE)
      initialize(static_cast<int>(I));
  for (Variable &V : All)
    addState(V);
}

std::optional<int32_t> Variables::valueRead(int Operator) const {
  const tflite::Operator &O = op(Source, Operator);
  if (builtinCode(File, O) != Code::ASSIGN_VARIABLE)
    return std::nullopt;
  return O.inputs()->Get(1);
}

std::optional<int32_t> Variables::valueMade(int Operator) const {
  const tflite::Operator &O = op(Source, Operator);
  if (builtinCode(File, O) != Code::READ_VARIABLE)
    return std::nullopt;
  return O.outputs()->Get(0);
}

/// A RESHAPE to the shape that it has: a pass drops it where no copy is needed.
TensorId Variables::copyOf(TensorId Id) {
  Tensor T = G.Tensors[Id];
  T.SourceIndex = -1;
  T.Data = nullptr;
  Purse.keepName(T.Name);
  Op Copy;
  Copy.Kind = OpKind::Reshape;
  Copy.Name = opNameFrom(T.Name);
  Copy.Inputs = {Id};
  Copy.Outputs = {G.addTensor(std::move(T))};
  G.Ops.push_back(std::move(Copy));
  return G.Ops.back().Outputs[0];
}

void Variables::read(int Operator) {
  const Variable &V = handled(Operator);
  const TensorId Id = Tensors.import(op(Source, Operator).outputs()->Get(0));
  const Tensor &Now = G.Tensors[V.Now];
  Tensor &T = G.Tensors[Id];
  if (Tensors.isShapeOpen(T.SourceIndex))
    T.Dims = Now.Dims;
  if (T.Type != Now.Type || T.Dims != Now.Dims)
    fail(Operator, strf("reads %s[%s] where the variable is %s[%s]", text(T.Type),
                        text(T.Dims).c_str(), text(Now.Type), text(Now.Dims).c_str()));
  Op Copy;
  Copy.Kind = OpKind::Reshape;
  Copy.SourceIndex = Operator;
  Copy.Name = opNameFrom(T.Name);
  Copy.Inputs = {V.Now};
  Copy.Outputs = {Id};
  verifyOp(G, Copy, Purse);
  G.Ops.push_back(std::move(Copy));
}

void Variables::assign(int Operator) {
  Variable &V = handled(Operator);
  const TensorId Id = Tensors.import(op(Source, Operator).inputs()->Get(1));
  const Tensor &T = G.Tensors[Id], &Now = G.Tensors[V.Now];
  if (T.Type != Now.Type || T.Dims != Now.Dims)
    fail(Operator, strf("assigns %s[%s] where the variable is %s[%s]", text(T.Type),
                        text(T.Dims).c_str(), text(Now.Type), text(Now.Dims).c_str()));
  V.Now = Id;
}

void Variables::import(int Operator) {
  switch (builtinCode(File, op(Source, Operator))) {
  case Code::READ_VARIABLE:
    return read(Operator);
  case Code::ASSIGN_VARIABLE:
    return assign(Operator);
  default: // what these mean is known from the beginning
    return;
  }
}

void Variables::end() {
  std::set<TensorId> Left;
  for (const auto &[Index, I] : ByTensor)
    All[I].Now = Tensors.import(Index);
  std::set<TensorId> Made;
  for (const Op &O : G.Ops)
    Made.insert(O.Outputs.begin(), O.Outputs.end());
  for (const Variable &V : All) {
    if (V.Like < 0)
      continue;
    const bool Own = G.Tensors[V.Now].isConst() || (Made.count(V.Now) && Left.insert(V.Now).second);
    G.Outputs.push_back(V.Now == V.From || Own ? V.Now : copyOf(V.Now));
    G.OutputNames.push_back(V.Name);
  }
}

} // namespace hexloom
