// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Importer.h"
#include "import/OpReader.h"
#include "ir/Evaluate.h"
#include "ir/Shapes.h"
#include "ir/Verifier.h"
#include "support/Error.h"
#include "support/Identifier.h"
#include "support/Quote.h"

#include <algorithm>

namespace hexloom {

void Importer::run() {
  begin();
  importInputs();
  Variables.begin();
  importOps();
  importOutputs();
  Variables.end();
}

void Importer::begin() {
  checkSupported(File, Entry, Tensors, Options.Custom);
  Written.resize(sizeOf(Source.tensors()));
  Unknown.resize(sizeOf(Source.tensors()));
}

void Importer::importOps() {
  for (size_t I = 0; I < sizeOf(Source.operators()); ++I)
    tryOp(static_cast<int>(I));
  if (!Complaints.empty())
    throw UserError(Complaints);
}

void Importer::fail(const std::string &What) const {
  throw UserError(printable(G.File) + ": " + G.Within + What);
}

void Importer::importInputs() {
  std::vector<std::string> Unused;
  for (const auto &Item : Options.Shapes)
    Unused.push_back(Item.first);
  for (size_t I = 0; I < sizeOf(Source.inputs()); ++I) {
    const int32_t Index = Source.inputs()->Get(I);
    const TensorId Id = Tensors.import(Index);
    if (G.Tensors[Id].isConst())
      continue; // some writers list the weights too; they stay constants
    markWritten(Index);
    const std::string Name = Entry.inputName(Index, G.Tensors[Id].Name);
    for (const std::string &Key : {Name, G.Tensors[Id].Name})
      if (Options.Shapes.count(Key)) {
        reshapeInput(Index, Key, Id);
        Unused.erase(std::remove(Unused.begin(), Unused.end(), Key), Unused.end());
      }
    if (std::count(G.Tensors[Id].Dims.begin(), G.Tensors[Id].Dims.end(), -1))
      fail(strf("input '%s' has a dynamic shape: give it with --shape '%s'=1x2x3",
                printable(Name).c_str(), printable(Name).c_str()));
    G.Inputs.push_back(Id);
    G.InputNames.push_back(Name);
  }
  if (Unused.empty())
    return;
  std::string Names;
  constexpr size_t kMostListed = 2000; // bytes
  for (const std::string &Name : G.InputNames)
    if (Names.size() < kMostListed)
      Names += (Names.empty() ? "'" : ", '") + printable(Name) + "'";
  fail("--shape names no input: '" + printable(Unused.front()) +
       "' (inputs: " + (Names.empty() ? "none" : Names) + ")");
}

void Importer::reshapeInput(int32_t Index, const std::string &Name, TensorId Id) {
  Tensor &T = G.Tensors[Id];
  const Shape &New = Options.Shapes.at(Name);
  if (New.size() != T.Dims.size())
    fail(strf("--shape gives input '%s' rank %zu where it has %zu", printable(Name).c_str(), New.size(),
              T.Dims.size()));
  const std::string Fault = shapeFault(New, T.Type);
  if (!Fault.empty())
    fail(Tensors.describeTensor(Index) + " " + Fault);
  Relaxed |= T.Dims != New;
  T.Dims = New;
}

void Importer::markWritten(int32_t Index) {
  const TensorId Id = Tensors.import(Index);
  if (G.Tensors[Id].isConst())
    fail(Tensors.describeTensor(Index) + " is a constant and written");
  if (Variables.holds(Index))
    fail(Tensors.describeTensor(Index) + " is a variable and written as another tensor");
  if (Written[Index])
    fail(Tensors.describeTensor(Index) + " is written twice");
  Written[Index] = true;
}

void Importer::requireWritten(int32_t Index, const std::string &Reader) {
  Tensor &T = G.Tensors[Tensors.import(Index)];
  if (T.isConst() || Written[Index] || Variables.holds(Index))
    return;
  if (T.elements() != 0 || std::count(T.Dims.begin(), T.Dims.end(), -1))
    fail(Reader + " reads " + Tensors.describeTensor(Index) + " before it is written");
  T.Data = std::make_shared<Bytes>(); // a constant without elements has no data in the file
}

/// An operator that is at fault is complained of, and what reads its results is left out: all
/// complaints are one message.
void Importer::tryOp(int I) {
  constexpr int kMostComplaints = 20;
  const tflite::Operator &O = *Source.operators()->Get(I);
  bool Fails = false;
  for (size_t K = 0; K < sizeOf(O.inputs()); ++K)
    Fails |= O.inputs()->Get(K) >= 0 && Unknown.at(O.inputs()->Get(K));
  if (!Fails) {
    try {
      return importOp(I);
    } catch (const UserError &E) {
      if (E.what() == LastComplaint) // of the file, not of the operator
        throw UserError(Complaints);
      LastComplaint = E.what();
      Complaints += (Complaints.empty() ? "" : "\n") + LastComplaint;
      if (++Complained == kMostComplaints)
        throw UserError(Complaints + "\n" + File.name() + ": more is wrong");
    }
  }
  for (size_t K = 0; K < sizeOf(O.outputs()); ++K)
    Unknown.at(O.outputs()->Get(K)) = true;
}

void Importer::importOp(int I) {
  const tflite::Operator &From = *Source.operators()->Get(I);
  const tflite::BuiltinOperator Code = builtinCode(File, From);
  const std::string Reader = strf("op #%d %s", I, nameOf(Code).c_str());
  if (Code == tflite::BuiltinOperator::IF)
    return importIf(From, I);
  if (Code == tflite::BuiltinOperator::WHILE)
    return importWhile(From, I);
  if (isVariableOp(Code)) {
    if (Depth > 0)
      fail(Reader + ": changes or reads state in a branch or loop");
    if (const std::optional<int32_t> Read = Variables.valueRead(I))
      requireWritten(*Read, Reader);
    if (const std::optional<int32_t> Made = Variables.valueMade(I))
      markWritten(*Made);
    return Variables.import(I);
  }
  for (size_t K = 0; K < sizeOf(From.inputs()); ++K)
    if (From.inputs()->Get(K) != -1)
      requireWritten(From.inputs()->Get(K), Reader);
  for (size_t K = 0; K < sizeOf(From.outputs()); ++K)
    markWritten(From.outputs()->Get(K));
  const std::string Custom = customNameOf(File, From);
  const Builtin &Row = *findRow(File, From, Options.Custom);
  OpReader R(G, Tensors, Row, From, I, Relaxed, Purse, Custom);
  R.run();
  for (Op &Conversion : R.takeConversions())
    G.Ops.push_back(std::move(Conversion));
  if (Row.Kind && !foldShapeArithmetic(R.op()))
    G.Ops.push_back(R.take());
}

/// Shapes and other parameters may be computed from constants (SHAPE is one, because shapes are
/// static); they must be known where they become attributes, so integers are folded here.
bool Importer::foldShapeArithmetic(const Op &O) {
  for (TensorId Id : O.Outputs)
    if (G.Tensors[Id].Type != DType::Int32 && G.Tensors[Id].Type != DType::Int64)
      return false;
  const std::optional<std::vector<Bytes>> Results = evaluate(G, O, Purse);
  for (size_t I = 0; Results && I < Results->size(); ++I)
    G.Tensors[O.Outputs[I]].Data = std::make_shared<Bytes>((*Results)[I]);
  return Results.has_value();
}

void Importer::importOutputs() {
  for (size_t I = 0; I < sizeOf(Source.outputs()); ++I) {
    const int32_t Index = Source.outputs()->Get(I);
    const TensorId Id = Tensors.import(Index);
    requireWritten(Index, "the graph's output");
    G.Outputs.push_back(Id);
    G.OutputNames.push_back(Entry.outputName(Index, G.Tensors[Id].Name));
  }
  if (G.Outputs.empty())
    fail("the graph has no outputs");
}

Graph importTflite(const std::string &Name, Bytes Content, const ImportOptions &Options, Budget &Purse) {
  const ModelFile File(Name, std::move(Content));
  Graph G;
  G.File = File.name();
  G.Name = Options.Name.empty() ? identifierFrom(Name) : Options.Name;
  Importer(File, Options, G, Purse).run();
  dropUnusedTensors(G);
  verify(G, Purse);
  return G;
}

} // namespace hexloom
