#include "import/Import.h"
#include "import/OpReader.h"
#include "import/Scan.h"
#include "import/Variables.h"
#include "ir/Evaluate.h"
#include "ir/Shapes.h"
#include "ir/Verifier.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Identifier.h"
#include "support/Quote.h"
#include "stages/Memo.h"

#include <algorithm>

namespace hexloom {

namespace {

class Importer {
public:
  Importer(const ModelFile &File, const ImportOptions &Options, Graph &G)
      : Importer(File, Options, G, findEntry(File, Options.Signature), 0) {}

  void run() {
    begin();
    importInputs();
    Variables.begin();
    importOps();
    importOutputs();
    Variables.end();
  }

private:
  /// Depth: of how many operators it is a branch.
  Importer(const ModelFile &File, const ImportOptions &Options, Graph &G, EntryPoint From, int Depth)
      : File(File), Options(Options), G(G), Entry(From), Source(*Entry.Source), Tensors(File, Source, G),
        Variables(File, Source, Tensors, G), Depth(Depth) {}

  void begin() {
    checkSupported(File, Entry, Tensors, Options.Custom);
    Written.resize(sizeOf(Source.tensors()));
    Unknown.resize(sizeOf(Source.tensors()));
  }
  void importOps() {
    for (size_t I = 0; I < sizeOf(Source.operators()); ++I)
      tryOp(static_cast<int>(I));
    if (!Complaints.empty())
      throw UserError(Complaints);
  }

  [[noreturn]] void fail(const std::string &What) const {
    throw UserError(File.name() + ": " + What);
  }
  void importIf(const tflite::Operator &From, int I);
  std::vector<TensorId> importBranch(int32_t Subgraph, const std::vector<TensorId> &Inputs, const std::string &Where);
  std::vector<TensorId> importAsBranch(const std::vector<TensorId> &Inputs, const std::string &Where);

  void importInputs();
  void reshapeInput(int32_t Index, const std::string &Name, TensorId Id);
  void tryOp(int I);
  void importOp(int I);
  bool foldShapeArithmetic(const Op &O);
  void importOutputs();
  void requireWritten(int32_t Index, const std::string &Reader);
  void markWritten(int32_t Index);

  const ModelFile &File;
  const ImportOptions &Options;
  Graph &G;
  const EntryPoint Entry;
  const tflite::SubGraph &Source;
  TensorReader Tensors;
  hexloom::Variables Variables;
  std::vector<bool> Written; ///< by the file's index: holds a value so far
  std::vector<bool> Unknown; ///< by the file's index: of an operator that is not understood
  std::string Complaints;    ///< about operators so far
  int Complained = 0;
  const int Depth;           ///< of IF operators around it
  bool Relaxed = false;      ///< --shape changed an input: the file's stated shapes no longer hold
};

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
      Complaints += (Complaints.empty() ? "" : "\n") + std::string(E.what());
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
  if (isVariableOp(Code)) {
    if (Depth > 0)
      fail(Reader + ": changes or reads state in a branch");
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
  OpReader R(G, Tensors, Row, From, I, Relaxed, Custom);
  R.run();
  if (Row.Kind && !foldShapeArithmetic(R.op()))
    G.Ops.push_back(R.take());
}

/// The subgraph's operators on these values, in place of the IF that names it.
std::vector<TensorId> Importer::importAsBranch(const std::vector<TensorId> &Inputs, const std::string &Where) {
  constexpr int64_t kSteps = 100000, kStepsPerPart = 1000;
  G.Budget->work(kSteps + kStepsPerPart * static_cast<int64_t>(sizeOf(Source.tensors()) + sizeOf(Source.operators())));
  begin();
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

std::vector<TensorId> Importer::importBranch(int32_t Subgraph, const std::vector<TensorId> &Inputs, const std::string &Where) {
  constexpr int kDeepest = 8;
  const auto *Subgraphs = File.model().subgraphs();
  if (Subgraph < 1 || Subgraph >= static_cast<int64_t>(Subgraphs->size()))
    fail(Where + strf(": subgraph %d of %u as a branch", Subgraph, Subgraphs->size()));
  if (Depth == kDeepest)
    fail(Where + strf(": branches within branches, more than %d deep", kDeepest));
  EntryPoint Branch;
  Branch.Source = Subgraphs->Get(static_cast<uint32_t>(Subgraph));
  return Importer(File, Options, G, Branch, Depth + 1).importAsBranch(Inputs, Where);
}

/// Both branches are computed, and the condition selects one's results: no branch changes anything else. Of a constant
/// condition there is the one branch.
void Importer::importIf(const tflite::Operator &From, int I) {
  const std::string Where = strf("op #%d IF", I);
  std::vector<TensorId> Inputs;
  for (size_t K = 0; K < sizeOf(From.inputs()); ++K) {
    requireWritten(From.inputs()->Get(K), Where);
    Inputs.push_back(Tensors.import(From.inputs()->Get(K)));
  }
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
    Results[Then] = importBranch(Then ? Branches->then_subgraph_index() : Branches->else_subgraph_index(), Inputs, Where);
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
    Op Select{OpKind::SelectV2, {Condition, Yes, No}, {Out}, {}, opNameFrom(G.Tensors[Out].Name), I, "", {}};
    verifyOp(G, Select);
    G.Ops.push_back(std::move(Select));
  }
}

/// Shapes and other parameters may be computed from constants (SHAPE is one, because shapes are
/// static); they must be known where they become attributes, so integers are folded here.
bool Importer::foldShapeArithmetic(const Op &O) {
  for (TensorId Id : O.Outputs)
    if (G.Tensors[Id].Type != DType::Int32 && G.Tensors[Id].Type != DType::Int64)
      return false;
  const std::optional<std::vector<Bytes>> Results = evaluate(G, O);
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

} // namespace

Graph importTflite(const std::string &Path, const ImportOptions &Options) {
  return importTflite(lastPart(Path), readFile(Path), Options);
}

Graph importTflite(const std::string &Name, Bytes Content, const ImportOptions &Options) {
  const ModelFile File(Name, std::move(Content));
  Graph G;
  G.File = File.name();
  G.Budget = std::make_shared<Budget>(File.name(), File.size());
  G.Stages = std::make_shared<StageMemo>(File.size());
  G.Name = Options.Name.empty() ? identifierFrom(Name) : Options.Name;
  Importer(File, Options, G).run();
  dropUnusedTensors(G);
  verify(G);
  return G;
}

} // namespace hexloom
