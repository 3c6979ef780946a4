// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// embed: which of an operator's axes an instruction's lanes and terms can be, and what each embedding costs.
#include "Picture.h"
#include "Priced.h"
#include "ScalarProblem.h"
#include "embed/Instructions.h"
#include "embed/Operators.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Quote.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <sstream>

using namespace hexloom;

namespace {

struct Arguments {
  std::string Operator, Network, Instruction, Solver = "engine", First, Order, Picture;
  std::vector<std::string> Fuse;
  bool IsStrict = false, NoFuse = false, NoPad = false, AllOrders = false, Strided = false, Assets = false, ChecksOnly = false, List = false, OnlyFirst = false;
  double LeastUse = 0.25;
  int Limit = 10, Number = 1;
  int64_t Steps = SearchOptions().MostSteps, Nodes = 1'000'000, Bound = 0;
};

/// "ky.kx"
std::vector<size_t> axesOf(const std::string &Names, const ScalarOperator &O) {
  std::vector<size_t> Axes;
  std::istringstream In(Names);
  for (std::string Name; std::getline(In, Name, '.');) {
    Axes.push_back(O.axisNamed(Name));
    if (std::count(Axes.begin(), Axes.end(), Axes.back()) > 1)
      throw UserError("axis '" + Name + "' stands twice in '" + Names + "'");
  }
  return Axes;
}

ScalarOperator operatorOf(const Arguments &A) {
  ScalarOperator O = parseOperator(A.Operator);
  if (A.IsStrict && !A.Fuse.empty())
    throw UserError("--fuse: strict mapping has no axes as one");
  for (const std::string &Names : A.Fuse) {
    const std::vector<size_t> Axes = axesOf(Names, O);
    if (Axes.size() < 2 || std::any_of(Axes.begin(), Axes.end(), [&](size_t Each) {
          return O.Axes[Each].Reduces != O.Axes[Axes[0]].Reduces || O.Axes[Each].Name[0] == '(';
        }))
      throw UserError("'" + Names + "' does not fuse two or more axes that all are summed over, or all are not");
    O = O.fused(Axes);
  }
  return O;
}

std::vector<bool> bindings(const Arguments &A) {
  if (A.First.empty())
    return {false, true};
  return {A.First == "weights"};
}

SearchOptions searchOptions(const Arguments &A) {
  SearchOptions Options;
  Options.Strict = A.IsStrict;
  Options.Fuses = !A.NoFuse && A.Fuse.empty();
  Options.Pads = !A.NoPad;
  Options.IsCanonical = !A.AllOrders;
  Options.LeastUse = A.LeastUse;
  Options.MostSteps = A.Steps;
  return Options;
}

std::vector<DimensionMap> byEngine(const Arguments &A, const ScalarInstruction &I, const ScalarOperator &O) {
  SearchResult Found = findEmbeddings(I, O, searchOptions(A));
  std::vector<DimensionMap> Maps;
  for (DimensionMap &M : Found.Maps)
    if (A.First.empty() || M.WeightsFirst == (A.First == "weights"))
      Maps.push_back(std::move(M));
  std::printf("engine: %zu embeddings, %s, %s steps\n", Maps.size(), Found.IsComplete ? "all there are" : "the steps ended",
              grouped(static_cast<double>(Found.Steps)).c_str());
  return Maps;
}

std::vector<DimensionMap> byGecode(const Arguments &A, const ScalarInstruction &I, const ScalarOperator &O) {
  ScalarOptions Options;
  Options.Strict = A.IsStrict;
  Options.IsDense = !A.Strided;
  Options.IsCanonical = !A.AllOrders;
  Options.Bound = A.Bound;
  Options.Propagates = !A.ChecksOnly;
  Options.MostNodes = static_cast<uint64_t>(A.Nodes);
  if (A.OnlyFirst)
    Options.MostSolutions = 1;
  if (!A.Order.empty()) {
    Options.Order = axesOf(A.Order, O);
    if (Options.Order.size() != O.Axes.size())
      throw UserError(strf("--order names %d axes, the operator has %d", int(Options.Order.size()), int(O.Axes.size())));
  }
  const bool Pads = !A.NoPad && !A.IsStrict;
  std::vector<DimensionMap> Maps;
  for (const bool WeightsFirst : bindings(A)) {
    const ScalarOperator Whole = Pads ? O.padded(I.Terms) : O;
    const char *First = WeightsFirst ? "weights" : "activations";
    if (A.Assets) {
      const AssetsResult R = solveAssets(I, Whole, WeightsFirst, Options);
      std::printf("gecode, %s first: %s by %zu orders, %s nodes\n", First, R.IsFound ? "found" : "not found", R.Assets,
                  grouped(static_cast<double>(R.Nodes)).c_str());
      continue;
    }
    const ScalarResult R = solveScalars(I, Whole, WeightsFirst, Options);
    std::printf("gecode, %s first: %zu solutions, %s, %s nodes, the first after %s\n", First, R.Solutions.size(),
                R.IsComplete ? "all there are" : "not searched to the end", grouped(static_cast<double>(R.Nodes)).c_str(),
                grouped(static_cast<double>(R.NodesToFirst)).c_str());
    size_t Others = 0;
    for (const ScalarSolution &S : R.Solutions)
      if (std::optional<DimensionMap> M = mapOf(S, WeightsFirst, I, Whole))
        Maps.push_back(std::move(*M));
      else
        ++Others;
    if (Others)
      std::printf("  %zu of them have strides\n", Others);
  }
  return Maps;
}

void print(const std::vector<Priced> &All, const Arguments &A, const EmbeddableInstruction &I, const ScalarOperator &O) {
  const int Together = perPacket(I);
  std::printf("%3s  %14s  %14s  %5s  %-7s  %s  embedding\n", "", "instructions", "cost", "use", "padding",
              "packed: result, activations, weights");
  for (size_t N = 0; N < All.size() && N < static_cast<size_t>(A.Limit); ++N) {
    const EmbeddingPrice &P = All[N].Price;
    std::string Packed;
    for (const int64_t Each : P.Packed)
      Packed += strf("%12s", grouped(static_cast<double>(Each)).c_str());
    std::printf("%3zu  %14s  %14s  %5.3f  %-7s  %s  %s\n", N + 1, grouped(static_cast<double>(P.Instructions)).c_str(),
                grouped(static_cast<double>(All[N].Cost)).c_str(), P.Use, paddingOf(P), Packed.c_str(),
                text(All[N].Map, O).c_str());
  }
  if (Together)
    std::printf("A packet has room for %d of the instruction.\n", Together);
}

void list() {
  for (const EmbeddableInstruction &I : embeddableInstructions())
    std::printf("%-14s %4d lanes of %2d terms  %s: %s\n", I.Scalars.Name.c_str(), int(I.Scalars.Lanes), int(I.Scalars.Terms), I.Expression, I.Description);
}

/// Terms that multiply by nothing.
void tellOnes(const ScalarInstruction &I) {
  std::string Terms;
  for (int64_t Term = 0; Term < I.Terms; ++Term)
    if (I.Operands[2].Of[I.product(0, Term)] < 0)
      Terms += (Terms.empty() ? "" : ", ") + std::to_string(Term);
  if (!Terms.empty())
    std::printf("The instruction has no weight in term %s: an embedding holds for weights of 1 there.\n", Terms.c_str());
}

void run(const Arguments &A) {
  if (A.List)
    return list();
  const EmbeddableInstruction &I = embeddableNamed(A.Instruction);
  if (!A.Network.empty())
    return printNetwork(A.Network, I.Scalars, searchOptions(A));
  const ScalarOperator O = operatorOf(A);
  std::string Axes;
  for (const ScalarOperator::Axis &Each : O.Axes)
    Axes += strf("%s%s %lld%s", Axes.empty() ? "" : ", ", Each.Name.c_str(), (long long)Each.Extent, Each.Reduces ? " (summed)" : "");
  std::printf("%s: %d lanes of %d terms, %s\n%s: %s\n", I.Scalars.Name.c_str(), int(I.Scalars.Lanes), int(I.Scalars.Terms), I.Expression,
              printable(A.Operator).c_str(), Axes.c_str());
  tellOnes(I.Scalars);
  const std::vector<Priced> All =
      priced(A.Solver == "engine" ? byEngine(A, I.Scalars, O) : byGecode(A, I.Scalars, O), I.Scalars, O, A.LeastUse);
  if (A.Assets)
    return;
  if (All.empty() && A.Picture.empty())
    return;
  if (!All.empty())
    print(All, A, I, O);
  if (A.Picture.empty())
    return;
  if (static_cast<size_t>(A.Number) > All.size())
    throw UserError(strf("--picture: there is no embedding %d", A.Number));
  writeText(A.Picture, picture(All[static_cast<size_t>(A.Number - 1)].Map, I.Scalars, O, I.Scalars.Name + " in " + printable(A.Operator)));
}

void declare(CLI::App &App, Arguments &A) {
  auto *List = App.add_flag("--list", A.List, "list the instructions, and do nothing else");
  auto *Operator = App.add_option("--operator", A.Operator, "such as 'conv 700x161x1, 20x5 by 2, 32'; kinds: conv, transposed, depthwise, pool, fc, matmul")
                       ->excludes(List);
  App.add_option("--network", A.Network, "a .tflite file instead: the cheapest embedding in each layer that adds up products")
      ->type_name("FILE")
      ->excludes(Operator)
      ->excludes(List);
  App.add_option("--instruction", A.Instruction, "a name of --list")->excludes(List);
  App.add_option("--solver", A.Solver, "the engine's own search, or the paper's constraint problem")
      ->check(CLI::IsMember({"engine", "gecode"}))
      ->capture_default_str();
  App.add_flag("--strict", A.IsStrict, "only what needs no copies of inputs: no window is unrolled, nothing repeats, nothing is padded");
  App.add_option("--first", A.First, "what the instruction's first factor is (default: either)")
      ->check(CLI::IsMember({"activations", "weights"}));
  App.add_option("--fuse", A.Fuse, "these axes as one, as ky.kx.c; the engine then fuses no others");
  App.add_flag("--no-fuse", A.NoFuse, "each axis by itself (engine)");
  App.add_flag("--no-pad", A.NoPad, "no piece is longer than its axis");
  App.add_flag("--all-orders", A.AllOrders, "also those that differ in the order of pieces only");
  App.add_option("--least-use", A.LeastUse, "of the instruction's products")->check(CLI::Range(0.0, 1.0))->capture_default_str();
  App.add_option("--limit", A.Limit, "lines to print")->check(CLI::Range(1, 1000000))->capture_default_str();
  App.add_option("--steps", A.Steps, "of the engine's search")->check(CLI::Range(int64_t(1), int64_t(1) << 40))->capture_default_str();
  App.add_option("--nodes", A.Nodes, "of the solver's tree")->check(CLI::Range(int64_t(1), int64_t(1) << 40))->capture_default_str();
  App.add_flag("--only-first", A.OnlyFirst, "end at the first solution (gecode)");
  App.add_flag("--strided", A.Strided, "rectangles may have steps (gecode)");
  App.add_flag("--checks-only", A.ChecksOnly, "rectangles force nothing (gecode)");
  App.add_option("--order", A.Order, "all axes as they are branched on, as n.k.y.x.c.ky.kx (gecode)");
  App.add_option("--bound", A.Bound, "of all coordinates (gecode; the paper's strategy B); 0: none")
      ->check(CLI::Range(int64_t(0), int64_t(1) << 30));
  App.add_flag("--assets", A.Assets, "orders side by side until one has a solution (gecode; the paper's strategy A)");
  auto *Picture = App.add_option("--picture", A.Picture, "write an embedding as SVG");
  App.add_option("--number", A.Number, "which one of those printed")->check(CLI::Range(1, 1000000))->needs(Picture)->capture_default_str();
}

} // namespace

int main(int Count, char **Values) {
  CLI::App App{
      "Prints an instruction's embeddings in an operator: which axes its lanes and terms can be, and what each costs. Lanes and terms are\n"
      "written with the innermost axis first, and how many of its indices they take. (ky.kx) is several axes as one. The cost is the\n"
      "instructions, and the vectors of the activations as they are packed."};
  App.set_help_flag("-h,--help", "print this help");
  Arguments A;
  declare(App, A);
  try {
    App.parse(Count, Values);
    if (!A.List && ((A.Operator.empty() && A.Network.empty()) || A.Instruction.empty()))
      throw CLI::RequiredError("--operator or --network, and --instruction, or --list");
    if (!A.Network.empty() && (A.Solver != "engine" || !A.Picture.empty() || !A.Fuse.empty() || !A.First.empty()))
      throw CLI::ValidationError("--network", "is for the engine's search in whole layers: no --solver=gecode, --picture, --fuse or --first");
  } catch (const CLI::ParseError &E) {
    return App.exit(E) ? 2 : 0;
  }
  try {
    run(A);
  } catch (const UserError &E) {
    std::fprintf(stderr, "embed: error: %s\n", visible(E.what()).c_str());
    return 1;
  }
  return 0;
}
