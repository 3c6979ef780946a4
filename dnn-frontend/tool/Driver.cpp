// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tool/Driver.h"
#include "classes/Pairs.h"
#include "emit/Emit.h"
#include "import/Import.h"
#include "ir/LayerNumbers.h"
#include "ir/Reduction.h"
#include "ir/Text.h"
#include "ir/Verifier.h"
#include "passes/Passes.h"
#include "report/Report.h"
#include "select/PlansJson.h"
#include "select/TuningRecords.h"
#include "summary/Summary.h"
#include "support/Error.h"
#include "support/Quote.h"
#include "tool/MovementHistory.h"
#include "tool/Outputs.h"
#include "tool/Stages.h"

#include <algorithm>
#include <iostream>

namespace hexloom {

namespace {

bool isText(const std::string &Path) {
  const std::string Suffix = ".hlir";
  return Path.size() >= Suffix.size() &&
         Path.compare(Path.size() - Suffix.size(), Suffix.size(), Suffix) == 0;
}

void checkOptions(const Options &O) {
  if (isText(O.Input) && (!O.Import.Shapes.empty() || !O.Import.Signature.empty()))
    throw UserError(printable(O.Input) + ": --shape and --signature apply to .tflite files only");
}

Graph readText(const Options &O, Bytes Content, Budget &Purse) {
  Graph G = parseGraph(std::string(Content.begin(), Content.end()), lastPart(O.Input));
  verify(G, Purse);
  if (!O.Import.Name.empty())
    G.Name = O.Import.Name;
  return G;
}

std::string summary(const Graph &G) {
  int64_t ConstantBytes = 0;
  for (const Tensor &T : G.Tensors)
    ConstantBytes += T.isConst() ? T.bytes() : 0;
  return strf("%zu operators, %zu tensors, %lld bytes of constants", G.Ops.size(), G.Tensors.size(),
              (long long)ConstantBytes);
}

std::string summary(const Choice &C) {
  return strf("%.0f modelled cycles", C.Cost) +
         (C.isProven()     ? std::string(", proven least")
          : C.Bound > 0 ? strf(", no selection costs less than %.0f", C.Bound)
                           : std::string());
}

/// Text of a later stage: what its operators say is kept, and no pass may change them any more.
bool isSelected(const Graph &G) {
  return std::any_of(G.Ops.begin(), G.Ops.end(), [](const Op &O) { return !O.Kernel.empty(); });
}

/// "dir/net.c", ".h" gives "dir/net.h".
std::string besides(const std::string &Path, const char *Suffix) {
  return Path.substr(0, Path.size() - 2) + Suffix;
}

/// The headers of custom operators by the names of their functions, which the IR has.
std::map<std::string, std::string> functionHeaders(const CustomHeaders &Custom) {
  std::map<std::string, std::string> Headers;
  for (const auto &[Name, Header] : Custom)
    Headers[customFunction(Name)] = Header;
  return Headers;
}

bool calls(const Graph &G, const std::string &Function) {
  return std::any_of(G.Ops.begin(), G.Ops.end(), [&](const Op &O) {
    return (O.Kind == OpKind::Custom && O.s(Attr::Function) == Function) ||
           std::any_of(O.Regions.begin(), O.Regions.end(), [&](const Graph &Region) { return calls(Region, Function); });
  });
}

/// What the user has to know whose operator cannot give its function its name.
void remarkFunctions(const Graph &G, const CustomHeaders &Custom) {
  for (const auto &[Name, Header] : Custom)
    if (const std::string Function = customFunction(Name); Function != Name && calls(G, Function))
      std::fprintf(stderr, "dnn-frontend: remark: custom operator '%s' is the function %s\n", printable(Name).c_str(), Function.c_str());
}

/// What a user would not expect of such a file.
void remarkZeros(const Graph &G) {
  for (const Op &O : G.Ops) {
    if (makesZeros(G, O))
      std::fprintf(stderr, "dnn-frontend: remark: %s: has no quantization parameters: its results are zeros, as TensorFlow Lite's\n",
                   describe(G, O).c_str());
    for (const Graph &Region : O.Regions)
      remarkZeros(Region);
  }
}

/// A slip of the pen in --custom's name would go unnoticed; before passes remove what nobody reads.
void warnOfFunctions(const Graph &G, const CustomHeaders &Custom) {
  for (const auto &[Name, Header] : Custom)
    if (!calls(G, customFunction(Name)))
      std::fprintf(stderr, "dnn-frontend: warning: --custom: the network has no operator '%s'\n", printable(Name).c_str());
}

/// Keeps what passes tell of movements, and prints what they tell of others.
std::function<void(const Op &, const std::string &)> teller(const Options &O, std::optional<MovementHistory> &History) {
  if (O.Explain.empty())
    return nullptr;
  return [&O, &History](const Op &Its, const std::string &Text) {
    if ((!History || !History->add(Its, Text)) && isAsked(O.Explain, Its))
      std::cout << text(Its.Kind) << " '" << printable(Its.Name) << "' " << Text << "\n";
  };
}

void checkEmbeddings(const std::vector<ForcedEmbedding> &Embeddings) {
  for (const ForcedEmbedding &F : Embeddings)
    if (!F.IsUsed)
      throw UserError("--force-embedding: no operator '" + F.Operator + "' can be embedded as " + text(F.Its));
}

/// Plans for the whole network, told and applied. IsTold: so is what --explain asks for, if no operator has its name. FromDatabase: how many the database changed. All else that selection knows ends here: of
/// thousands of operators that is much.
Choice selectAll(const Options &O, Graph &G, Compilation &Shared, Outputs &Out, bool IsTold, int64_t &FromDatabase) {
  const bool HasPlans = isSelected(G);
  const SelectOptions Select = {O.Target, O.Forced, O.Solver, !O.Explain.empty()};
  selectRegions(G, Select, Shared, [&](const Graph &Region, const Selection &S) {
    if (!O.Explain.empty())
      explain(std::cout, Region, S, kAllOperators);
  });
  const Selection Selected = choosePlans(G, Select, Shared);
  const auto Is = [&](const Op &Each) { return isAsked(O.Explain, Each); };
  if (!O.Explain.empty() && (!IsTold || std::any_of(G.Ops.begin(), G.Ops.end(), Is)))
    explain(std::cout, G, Selected, O.Explain, [&](const Op &Each, const Kernel &K) {
      Op Asked = Each;
      Asked.Kernel = K.Name;
      return plansFor(G, Asked, O.Target, Shared);
    });
  if (!O.ReportFile.empty())
    Out.add(O.ReportFile, reportHtml(G, Selected, O.ProfileFile));
  applySelection(G, Selected, Shared);
  if (!O.Database.empty() && !HasPlans)
    FromDatabase = TuningRecords(O.Database, O.DatabaseFor).apply(G, O.Target, Shared);
  verifyAfter("select", G, Shared.Purse);
  if (!O.PlansFile.empty())
    Out.add(O.PlansFile, [&](const Sink &Write) { writePlansJson(G, O.Target, Shared, Write); });
  return Selected.Choice;
}

} // namespace

void compile(const Options &O) {
  Outputs Out;
  Stages S(O, Out);

  S.begin();
  checkOptions(O);
  Bytes Content = readFile(O.Input);
  Compilation Shared(printable(lastPart(O.Input)), Content.size());
  Shared.WideProducts = O.WideProducts;
  Graph G = isText(O.Input) ? readText(O, std::move(Content), Shared.Purse)
                            : importTflite(lastPart(O.Input), std::move(Content), O.Import, Shared.Purse);
  warnOfFunctions(G, O.Import.Custom);
  remarkZeros(G);
  if (S.end("import", G, summary(G)))
    return;

  const PairCounts PairsBefore = O.ClassesFile.empty() ? PairCounts() : countPairs(G);
  const std::string Classes = O.ClassesFile.empty() ? "" : operatorClasses(G);
  const bool HasPlans = isSelected(G);
  std::vector<ForcedEmbedding> Embeddings = O.Embeddings;
  std::optional<MovementHistory> History;
  if (!O.Explain.empty() && !HasPlans)
    History.emplace(G);
  const PassContext Context = {O.Target, Shared, &Embeddings, teller(O, History)};
  for (const Pass &P : allPasses()) {
    S.begin();
    const int64_t Changes = O.Disabled.count(P.Name) || HasPlans ? 0 : runPass(P, G, Context);
    verifyAfter(P.Name, G, Shared.Purse);
    if (History)
      History->after(P, G);
    if (!O.ClassesFile.empty() && &P == &allPasses().back())
      Out.add(O.ClassesFile, Classes + "\n" + pairsText(PairsBefore, countPairs(G)));
    if (S.end(P.Name, G, strf("%lld %s", (long long)Changes, P.Statistic)))
      return;
  }
  checkEmbeddings(Embeddings);

  S.begin();
  int64_t FromDatabase = 0;
  const bool IsTold = History && History->tell(std::cout, O.Explain);
  History.reset();
  const Choice Choice = selectAll(O, G, Shared, Out, IsTold, FromDatabase);
  if (S.end("select", G, summary(Choice) + (O.Database.empty() ? "" : strf(", %lld other plans by the database", (long long)FromDatabase))))
    return;

  S.begin();
  const std::string Header = besides(O.Output, ".h"), Weights = besides(O.Output, ".weights");
  EmittedFiles Files = emitC(G, {O.Target, lastPart(Header), lastPart(Weights), functionHeaders(O.Import.Custom), !O.NestsFile.empty()}, Shared);
  if (!O.NestsFile.empty())
    Out.add(O.NestsFile, std::move(Files.Nests));
  const auto Constants = static_cast<int64_t>(Files.Weights.size());
  if (!O.SummaryFile.empty())
    Out.add(O.SummaryFile, summaryJson(G, O.Target, Files.ArenaBytes, Constants));
  if (!O.Summary.empty()) {
    std::cout << (O.Summary == "json" ? summaryJson : summaryText)(G, O.Target, Files.ArenaBytes, Constants);
    Out.write();
    S.end("emit", "no C written");
    S.reportTimes();
    return;
  }
  remarkFunctions(G, O.Import.Custom);
  const ScalarWeight Scalar = scalarWeight(G, O.Target, Choice.Cost, Shared);
  if (!Scalar.Warning.empty())
    std::fprintf(stderr, "dnn-frontend: warning: %s\n", Scalar.Warning.c_str());
  for (const std::string &Remark : Scalar.Remarks)
    std::fprintf(stderr, "dnn-frontend: remark: %s\n", Remark.c_str());
  if (!O.WritesC) {
    Out.write();
    S.end("emit", "no C written: -o asks for it");
    S.reportTimes();
    return;
  }
  const size_t WeightsBytes = Files.Weights.size();
  size_t SourceBytes = 0;
  Out.add(Weights, std::move(Files.Weights));
  Out.add(Header, std::move(Files.Header));
  Out.add(O.Output, [&](const Sink &Write) {
    Files.Source([&](const void *Data, size_t Size) {
      SourceBytes += Size;
      Write(Data, Size);
    });
  });
  Out.write();
  S.end("emit", strf("%zu bytes of C, %zu bytes of weights", SourceBytes, WeightsBytes));
  S.reportTimes();
}

} // namespace hexloom
