// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// packet-profile: prices what the TCG plugin recorded. README.md describes the model and the
// reports.
#include "LayerMap.h"
#include "Report.h"
#include "TimingDigest.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace profile;

static cl::OptionCategory Options("packet-profile options");
static cl::list<std::string> Inputs(cl::Positional, cl::desc("ELF PROFILE"), cl::cat(Options));
static cl::opt<std::string>
    MachineFile("machine",
                cl::desc("description of the Hexagon (default: dnn-frontend/machine/hexagon-v66.json)"),
                cl::value_desc("file"), cl::init(HEXLOOM_DEFAULT_MACHINE), cl::cat(Options));
static cl::opt<unsigned>
    Top("top",
        cl::desc("rows of the tables of functions and loops; functions that --annotate shows"),
        cl::init(20), cl::cat(Options));
static cl::opt<bool>
    Annotate("annotate",
             cl::desc("disassembly of a Hexagon program with counts and stalls, hottest functions first"),
             cl::cat(Options));
static cl::opt<std::string> OnlyFunction("function", cl::desc("annotate this function only"),
                                         cl::cat(Options));
static cl::opt<std::string> JsonFile("json",
                                     cl::desc("write the report as JSON ('-': standard output)"),
                                     cl::value_desc("file"), cl::cat(Options));
static cl::opt<std::string> HtmlFile("html", cl::desc("write the report as a page"),
                                     cl::value_desc("file"), cl::cat(Options));
static cl::opt<bool> Compare("compare", cl::desc("put two reports (files of --json) side by side"),
                             cl::cat(Options));
static cl::opt<bool> FromReport("from-report",
                                cl::desc("the input is a report (a file of --json, or of swiftdsp-sim "
                                         "--profile): print its tables or write its page"),
                                cl::cat(Options));
static cl::opt<std::string>
    Network("network",
            cl::desc("what dnn-frontend --summary=json prints of the network: its name and its tensors' "
                     "stand in the report"),
            cl::value_desc("file"), cl::cat(Options));
static cl::opt<bool> LayerMap("layer-map",
                              cl::desc("print the layer map of an ELF file, for the plugin"),
                              cl::cat(Options));
static cl::opt<bool> PluginArguments("plugin-arguments",
                                     cl::desc("print the plugin's cache arguments for the machine"),
                                     cl::cat(Options));

static cl::opt<bool> Digest("timing-digest",
                            cl::desc("print a word that changes when the cycle model does"),
                            cl::cat(Options));
static cl::opt<bool> Rules("timing-rules",
                           cl::desc("print what that word is made of, to compare two models"),
                           cl::cat(Options));

enum Status { Success = 0, BadInput = 1, BadCommandLine = 2 };

static Status failed(Error E) {
  errs() << "packet-profile: error: " << toString(std::move(E)) << "\n";
  return BadInput;
}

static Status misused(const Twine &Text) {
  errs() << "packet-profile: error: " << Text << "; see --help\n";
  return BadCommandLine;
}

/// Writes a file as a whole or not at all.
static Error writeFile(StringRef Name, function_ref<void(raw_ostream &)> Write) {
  if (Name == "-") {
    Write(outs());
    return Error::success();
  }
  Expected<sys::fs::TempFile> File = sys::fs::TempFile::create(Name + ".%%%%%%.tmp");
  if (!File)
    return createStringError(inconvertibleErrorCode(),
                             "cannot write " + Name + ": " + toString(File.takeError()));
  {
    raw_fd_ostream OS(File->FD, /*shouldClose=*/false);
    Write(OS);
  }
  return File->keep(Name);
}

static Expected<json::Value> readJson(StringRef Name) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Name);
  if (!Buffer)
    return createStringError(Buffer.getError(), Name + ": " + Buffer.getError().message());
  Expected<json::Value> V = json::parse((*Buffer)->getBuffer());
  if (!V)
    return createStringError(inconvertibleErrorCode(), Name + ": " + toString(V.takeError()));
  return V;
}

static Status compareReports() {
  if (Inputs.size() != 2)
    return misused("--compare takes two reports");
  Expected<json::Value> A = readJson(Inputs[0]);
  if (!A)
    return failed(A.takeError());
  Expected<json::Value> B = readJson(Inputs[1]);
  if (!B)
    return failed(B.takeError());
  if (!printComparison(*A, *B, outs()))
    return failed(createStringError(inconvertibleErrorCode(),
                                    "--compare takes reports that --json has written"));
  return Success;
}

static Expected<NetworkNames> readNames() {
  if (Network.empty())
    return NetworkNames();
  Expected<json::Value> V = readJson(Network);
  if (!V)
    return V.takeError();
  return NetworkNames::of(*V, Network);
}

static Status showReport() {
  if (Inputs.size() != 1)
    return misused("--from-report takes a report");
  if (Annotate || !OnlyFunction.empty() || !JsonFile.empty())
    return misused("--annotate, --function and --json need a Hexagon program and its profile");
  Expected<json::Value> V = readJson(Inputs[0]);
  if (!V)
    return failed(V.takeError());
  if (!isReport(*V))
    return failed(createStringError(inconvertibleErrorCode(),
                                    Inputs[0] + ": not a report of --json or of swiftdsp-sim"));
  Expected<NetworkNames> Names = readNames();
  if (!Names)
    return failed(Names.takeError());
  Names->addTo(*V->getAsObject());
  if (!HtmlFile.empty())
    if (Error E = writeFile(HtmlFile, [&](raw_ostream &OS) { printHtml(*V, OS); }))
      return failed(std::move(E));
  printReportTables(*V, Top, outs());
  return Success;
}

static Status printMap() {
  if (Inputs.size() != 1)
    return misused("--layer-map takes an ELF file");
  Expected<std::unique_ptr<Program>> Prog = Program::open(Inputs[0]);
  if (!Prog)
    return failed(Prog.takeError());
  printLayerMap(**Prog, outs());
  return Success;
}

static Status report(const Machine &M) {
  if (Inputs.size() != 2)
    return misused("an ELF file and its profile are needed");
  Expected<std::unique_ptr<Program>> Prog = Program::open(Inputs[0]);
  if (!Prog)
    return failed(Prog.takeError());
  Expected<Recording> Rec = Recording::read(Inputs[1]);
  if (!Rec)
    return failed(Rec.takeError());
  Expected<Pricing> Priced = price(**Prog, *Rec, M);
  if (!Priced)
    return failed(Priced.takeError());
  Expected<NetworkNames> Names = readNames();
  if (!Names)
    return failed(Names.takeError());
  const std::string Name =
      Names->Network.empty() ? sys::path::filename(Inputs[0]).str() : Names->Network;
  Report R{**Prog, *Priced, M, Name, Rec->HasMemory, *Names};
  if (!JsonFile.empty())
    if (Error E = writeFile(JsonFile,
                            [&](raw_ostream &OS) { OS << formatv("{0:2}", toJson(R)) << "\n"; }))
      return failed(std::move(E));
  if (!HtmlFile.empty())
    if (Error E = writeFile(HtmlFile, [&](raw_ostream &OS) { printHtml(toJson(R), OS); }))
      return failed(std::move(E));
  if (Annotate || !OnlyFunction.empty()) {
    if (Error E = printAnnotated(R, Top, OnlyFunction, outs()))
      return failed(std::move(E));
  } else if (JsonFile != "-") {
    printSummary(R, Top, outs());
  }
  return Success;
}

int main(int ArgC, char **ArgV) {
  cl::HideUnrelatedOptions(Options);
  std::string Complaint;
  raw_string_ostream OS(Complaint);
  if (!cl::ParseCommandLineOptions(
          ArgC, ArgV,
          "packets, stalls and cycles of a profiled program\n\n"
          "  packet-profile ELF PROFILE             a Hexagon program and what the plugin recorded of it\n"
          "  packet-profile --from-report REPORT    a SwiftDSP program's report, which swiftdsp-sim\n"
          "                                         --profile=REPORT writes, or one of --json\n"
          "  packet-profile --compare A B           two reports, of either processor\n\n"
          "utils/profile.sh runs a program of either and reports.\n",
          &OS))
    return errs() << Complaint, BadCommandLine;
  if (Compare)
    return compareReports();
  if (FromReport)
    return showReport();
  if (LayerMap)
    return printMap();
  Expected<Machine> M = Machine::read(MachineFile);
  if (!M)
    return failed(M.takeError());
  if (PluginArguments)
    return outs() << M->pluginArguments() << "\n", Success;
  if (Digest)
    return outs() << timingDigest(*M) << "\n", Success;
  if (Rules)
    return printTimingRules(*M, outs()), Success;
  return report(*M);
}
