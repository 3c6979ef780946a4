// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tool/Options.h"
#include "classes/Pairs.h"
#include "ir/LayerNumbers.h"
#include "import/Builtins.h"
#include "tool/Operators.h"
#include "tool/Tables.h"
#include "passes/Passes.h"
#include "select/AxisValues.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Identifier.h"
#include "support/Quote.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace hexloom {

namespace {

bool endsWith(const std::string &S, const std::string &Tail) {
  return S.size() >= Tail.size() && S.compare(S.size() - Tail.size(), Tail.size(), Tail) == 0;
}

/// "input=1x224x224x3", "scalar=" for rank 0; the last '=' counts, because names may hold one.
void parseShape(const std::string &Text, std::map<std::string, Shape> &Shapes) {
  const size_t Equals = Text.rfind('=');
  if (Equals == std::string::npos || Equals == 0)
    throw CLI::ValidationError("--shape", "'" + Text + "' is not NAME=1x2x3");
  Shape S;
  const std::string Numbers = Text.substr(Equals + 1);
  std::istringstream In(Numbers);
  for (std::string Word; std::getline(In, Word, 'x');) { // which takes a last 'x' for the end
    if (Word.empty() || Word.size() > 9 || !std::all_of(Word.begin(), Word.end(), ::isdigit) || Numbers.back() == 'x')
      throw CLI::ValidationError("--shape", "'" + Text + "' is not NAME=1x2x3");
    S.push_back(std::stoi(Word));
  }
  if (!Shapes.emplace(Text.substr(0, Equals), S).second)
    throw CLI::ValidationError("--shape", "'" + Text.substr(0, Equals) + "' is given twice");
}

/// "MyOp=my_op.h"
void parseCustom(const std::string &Text, CustomHeaders &Headers) {
  const size_t Equals = Text.find('=');
  if (Equals == std::string::npos || Equals == 0 || Equals + 1 == Text.size())
    throw CLI::ValidationError("--custom", "'" + Text + "' is not NAME=HEADER");
  const std::string Header = Text.substr(Equals + 1);
  std::string Plain = Header; // folders are welcome
  Plain.erase(std::remove(Plain.begin(), Plain.end(), '/'), Plain.end());
  if (const std::string Fault = fileNameFault(Plain); !Fault.empty())
    throw CLI::ValidationError("--custom", Fault);
  const std::string Name = Text.substr(0, Equals);
  for (const auto &[Other, OtherHeader] : Headers)
    if (Other != Name && customFunction(Other) == customFunction(Name))
      throw CLI::ValidationError("--custom", "'" + Other + "' and '" + Name + "' would both be the function " + customFunction(Name));
  if (!Headers.emplace(Name, Header).second)
    throw CLI::ValidationError("--custom", "'" + Name + "' is given twice");
}

ForcedPlan parseForced(const std::string &Text) {
  try {
    return parseForcedPlan(Text);
  } catch (const UserError &E) {
    throw CLI::ValidationError("--force-plan", E.what());
  }
}

ForcedEmbedding parseEmbedding(const std::string &Text) {
  try {
    return parseForcedEmbedding(Text);
  } catch (const UserError &E) {
    throw CLI::ValidationError("--force-embedding", E.what());
  }
}

/// The second column of the help in lines of its width.
std::string wrapped(const std::string &Text) {
  constexpr size_t kWidth = 70;
  std::string Result, Line;
  std::istringstream In(Text);
  for (std::string Word; In >> Word;) {
    if (!Line.empty() && Line.size() + 1 + Word.size() > kWidth) {
      Result += Line + "\n";
      Line.clear();
    }
    Line += (Line.empty() ? "" : " ") + Word;
  }
  return Result + Line;
}

constexpr const char *kExamples =
    "Examples:\n"
    "  dnn-frontend net.tflite                              net.c, net.h, net.weights for Hexagon\n"
    "  dnn-frontend net.tflite --target=portable -o out/net.c --shape image=4x224x224x3\n"
    "  dnn-frontend net.tflite --explain                    why each layer got its kernel and "
    "layout\n"
    "  dnn-frontend net.tflite --stop-after=import -o net.hlir && dnn-frontend net.hlir";

struct Parser {
  CLI::App App{"Compiles a quantized .tflite network (or the IR's text, .hlir) to C: NAME.c, "
               "NAME.h and NAME.weights.",
               "dnn-frontend"};
  Options O;
  std::vector<std::string> Shapes, PrintAfter, Forced, Embeddings, Customs;
  std::map<std::string, bool> Off;

  Parser() {
    App.set_help_flag("-h,--help", "print this help");
    App.set_version_flag("--version", "dnn-frontend " HEXLOOM_VERSION, "print the version");
    App.add_option("INPUT", O.Input, "the network: .tflite or .hlir")
        ->required()
        ->type_name("FILE");
    App.footer(kExamples);
    addOutput();
    addInput();
    addCustom();
    addPasses();
    addSelection();
    addInspection();
    for (CLI::Option *Option : App.get_options()) {
      Option->description(wrapped(Option->get_description()));
      if (Option->get_type_name().rfind("FILE", 0) == 0)
        Option->check([](const std::string &Name) { return Name.empty() ? "a file's name is empty" : std::string(); }, "");
    }
  }

  void addOutput() {
    App.add_option(
           "-o", O.Output,
           "C file to write; the header and the weights go beside it (default: INPUT's name "
           "in the current folder; none where --explain, --report or a --dump-... asks for something else). "
           "With --stop-after: the IR's file")
        ->type_name("FILE")
        ->group("Output");
    std::map<std::string, Target> Targets;
    for (Target T : allTargets())
      Targets[text(T)] = T;
    App.add_option_function<std::string>(
           "--target", [this, Targets](const std::string &Name) { O.Target = Targets.at(Name); },
           "what to write for: hexagon (HVX intrinsics, the default), swiftdsp (its intrinsics) or portable (plain C)")
        ->check(CLI::IsMember(Targets).description(""))
        ->type_name("TARGET")
        ->group("Output");
    App.add_option("--name", O.Import.Name,
                   "prefix of everything in the C file (default: from INPUT's name)")
        ->check([](const std::string &Name) { return prefixFault(Name); }, "")
        ->type_name("NAME")
        ->group("Output");
  }

  void addInput() {
    App.add_option("--shape", Shapes,
                   "shape of a graph input, e.g. image=4x224x224x3; again for each input")
        ->type_name("NAME=SHAPE")
        ->allow_extra_args(false)
        ->group("Input");
    App.add_option("--signature", O.Import.Signature,
                   "signature to compile (default: the first subgraph)")
        ->type_name("KEY")
        ->group("Input");
  }

  void addCustom() {
    App.add_option("--custom", Customs,
                   "a custom operator that a C function of yours computes: HEADER declares it, under the operator's name "
                   "(hexloom/custom.h says what it gets); again for each")
        ->type_name("NAME=HEADER")
        ->allow_extra_args(false)
        ->group("Input");
  }

  void addPasses() {
    for (const Pass &P : allPasses())
      App.add_flag(std::string("--no-") + P.Name, Off[P.Name],
                   std::string("do not ") + P.Description)
          ->group("Passes");
  }

  void addSelection() {
    App.add_option("--force-plan", Forced,
                   "take this kernel, whatever it costs. OPERATOR: a name, a layer as a profile names it (op005_CONV_2D, op005 or 5) "
                   "or a kind, and of operators of several kinds those that KERNEL is for; "
                   "LAYOUTS: those of inputs and outputs; FIELD=VALUE: of the schedule, as --explain has it, e.g. "
                   "CONV_2D=conv2d_vrmpy:rm,d32:tile=8x32")
        ->type_name("OPERATOR=KERNEL[:LAYOUTS][:FIELD=VALUE]...")
        ->allow_extra_args(false)
        ->group("Selection");
    App.add_option("--force-embedding", Embeddings,
                   "make these taps of a convolution's window channels, whatever it costs: none, ky4, kx4, ky2.kx2 and so on. OPERATOR: as for "
                   "--force-plan; of a kind, those that can be embedded so. --explain has the cycles of those that are tried")
        ->type_name("OPERATOR=EMBEDDING")
        ->allow_extra_args(false)
        ->group("Selection");
    App.add_flag_callback(
           "--no-wide-products", [this] { O.WideProducts = false; },
           "for Hexagon: take no instructions of 256 products, which multiply by a pair of words, but where --force-plan asks for them. Every "
           "core from v65 on has them, an emulator may not")
        ->group("Selection");
    CLI::Option *Database =
        App.add_option("--database", O.Database,
                       "for Hexagon: layers that tuning has measured with the plan that is chosen take the best one that it has in these layouts "
                       "(utils/run-model.sh --tune --database FILE). Text in which operators have their plans keeps them")
            ->type_name("FILE")
            ->group("Selection");
    App.add_option("--database-for", O.DatabaseFor,
                   "records of this machine and compiler count, as their first two fields say (default: those of the file, which are of one)")
        ->needs(Database)
        ->type_name("MACHINE,COMPILER")
        ->group("Selection");
    std::vector<std::string> Names;
    std::string Text;
    for (const LayoutSolver &S : allLayoutSolvers()) {
      Names.push_back(S.Name);
      Text += strf("%s%s: %s", Text.empty() ? "" : "; ", S.Name, S.Description);
    }
    App.add_option("--layout-solver", O.Solver, strf("what makes the choice (default: %s). ", kDefaultLayoutSolver) + Text)
        ->check(CLI::IsMember(Names).description(""))
        ->type_name("SOLVER")
        ->group("Selection");
  }

  void addInspection() {
    std::string Names;
    for (const std::string &Name : stageNames())
      Names += (Names.empty() ? "" : ", ") + Name;
    App.add_option("--print-after", PrintAfter,
                   "print the IR after these stages, large constants left out: " + Names)
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember(stageNames()).description(""))
        ->type_name("STAGE[,...]")
        ->group("Inspection");
    App.add_option("--stop-after", O.StopAfter,
                   "write the IR after this stage to the output (-, the default: standard "
                   "output) and stop")
        ->check(CLI::IsMember(stageNames()).description(""))
        ->type_name("STAGE")
        ->group("Inspection");
    App.add_option("--dump-plans", O.PlansFile,
                   "write every layer's plans and the terms of their costs as JSON (-: "
                   "standard output)")
        ->type_name("FILE")
        ->group("Inspection");
    App.add_option("--dump-nests", O.NestsFile,
                   "write what every layer's loops execute, counted (-: standard output)")
        ->type_name("FILE")
        ->group("Inspection");
    App.add_option("--dump-classes", O.ClassesFile,
                   "write each operator's class (--list-classes), and how many pairs of each kind there are before and after the passes "
                   "(-: standard output)")
        ->type_name("FILE")
        ->group("Inspection");
    App.add_option("--dump-summary", O.SummaryFile,
                   "write what --summary=json prints (-: standard output), and the C as without it")
        ->type_name("FILE")
        ->group("Inspection");
    CLI::Option *Report = App.add_option("--report", O.ReportFile,
                                         "write a page of HTML: the graph coloured by layout, and a table of the layers")
                              ->type_name("FILE.html")
                              ->group("Inspection");
    App.add_option("--profile", O.ProfileFile,
                   "with --report: cycles measured with the same choice, profile.json of utils/run-model.sh --profile")
        ->needs(Report)
        ->type_name("FILE.json")
        ->group("Inspection");
    App.add_option("--dump-dot", O.DotFile, "draw the last stage's graph for Graphviz")
        ->type_name("FILE")
        ->group("Inspection");
    App.add_flag("--summary{text}", O.Summary,
                 "print inputs, outputs, layers, parameters, MAC, arena and what is scalar, and write no C; "
                 "--summary=json: for programs")
        ->check(CLI::IsMember({"text", "json"}).description(""))
        ->type_name("")
        ->group("Inspection");
    App.add_flag("--time-passes", O.TimePasses, "print the time of each stage")
        ->group("Inspection");
    App.add_flag(std::string("--explain{") + kAllOperators + "}", O.Explain,
                 "print every operator's plans with their costs, and why the others were not taken; "
                 "--explain=OPERATOR (as --force-plan has it, or a layer's name): of this one alone, with what each "
                 "plan would cost the whole graph. It tells what became of operators that move elements")
        ->group("Inspection");
    addList("--list-operators", "print the operators with their types and kernels, and exit", listOperators);
    addList("--list-classes", "print the operators by what they read, what papers say of them, and of pairs of them, and exit", listClasses);
    addList("--list-layouts", "print the layouts of tensors, and exit", listLayouts);
    addList("--list-instructions", "print the vector instructions and what they compute, and exit", listInstructions);
    addList("--list-limits", "print the largest sizes that are accepted, and exit", listLimits);
    App.add_flag(std::string("--list-schedules{") + kAllKernels + "}",
                 "print what plans of each kernel say besides layouts, with all values, and exit; --list-schedules=KERNEL: of this one")
        ->trigger_on_parse()
        ->group("Inspection")
        ->each([](const std::string &Kernel) {
          try {
            std::fputs(listSchedules(Kernel).c_str(), stdout);
          } catch (const UserError &E) {
            throw CLI::ValidationError(E.what());
          }
          throw CLI::Success();
        });
    App.add_flag("-v", O.Verbose, "print what each stage did")->group("Inspection");
  }

  /// An option that prints a table and ends the program.
  void addList(const std::string &Name, const std::string &Help, std::string (*List)()) {
    App.add_flag(Name, Help)->trigger_on_parse()->group("Inspection")->each([List](const std::string &) {
      std::fputs(List().c_str(), stdout);
      throw CLI::Success();
    });
  }

  void finish() {
    for (const std::string &S : Shapes)
      parseShape(S, O.Import.Shapes);
    for (const std::string &C : Customs)
      parseCustom(C, O.Import.Custom);
    for (const std::string &F : Forced)
      O.Forced.push_back(parseForced(F));
    for (const std::string &E : Embeddings)
      O.Embeddings.push_back(parseEmbedding(E));
    O.PrintAfter.insert(PrintAfter.begin(), PrintAfter.end());
    for (const auto &[Name, IsOff] : Off)
      if (IsOff)
        O.Disabled.insert(Name);
    finishOutput();
    for (const auto &[Option, Text] : {faultOfStages(O), faultOfStandardOutput(O), faultOfFiles(O)})
      if (!Option.empty())
        throw CLI::ValidationError(Option, Text);
  }

  void finishOutput() {
    O.Explain = withoutFurther(O.Explain);
    if (!O.StopAfter.empty()) {
      if (O.Output.empty())
        O.Output = "-";
      return;
    }
    if (O.Output.empty()) {
      O.WritesC = O.Explain.empty() && O.ReportFile.empty() && O.PlansFile.empty() &&
                  O.NestsFile.empty() && O.ClassesFile.empty() && O.DotFile.empty();
      const std::string Name = lastPart(O.Input);
      O.Output = Name.substr(0, Name.rfind('.')) + ".c";
    }
    if (!endsWith(O.Output, ".c") || lastPart(O.Output) == ".c")
      throw CLI::ValidationError("-o", "'" + O.Output + "' does not end in .c");
    if (const std::string Fault = fileNameFault(lastPart(O.Output)); !Fault.empty())
      throw CLI::ValidationError("-o", Fault);
  }
};

} // namespace

std::vector<std::string> stageNames() {
  std::vector<std::string> Names = {"import"};
  for (const Pass &P : allPasses())
    Names.push_back(P.Name);
  Names.push_back("select");
  return Names;
}

CommandLine parseCommandLine(int Argc, const char *const *Argv) {
  Parser P;
  CommandLine Result;
  try {
    P.App.parse(Argc, Argv);
    P.finish();
  } catch (const CLI::Success &E) { // help, version
    P.App.exit(E);
    Result.Exit = true;
  } catch (const CLI::ParseError &E) {
    std::fprintf(stderr, "dnn-frontend: error: %s\nRun dnn-frontend --help for the options.\n",
                 printable(E.what()).c_str());
    Result.Exit = true;
    Result.Status = kStatusBadCommandLine;
  }
  Result.Options = std::move(P.O);
  return Result;
}

} // namespace hexloom
