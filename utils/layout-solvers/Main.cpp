// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// layout-solvers: what the solvers of --layout-solver= find, and at what price.
#include "Prefix.h"
#include "RandomProblem.h"
#include "import/Import.h"
#include "ir/Verifier.h"
#include "passes/Passes.h"
#include "select/Select.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Quote.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

using namespace hexloom;

namespace {

struct Arguments {
  std::vector<std::string> Networks, Solvers;
  std::vector<int> Random;
  std::vector<int> Detectors;
  std::vector<int> First;
  int Layouts = 4, Seeds = 1, FirstSeed = 1, Reach = 6;
  double Forbidden = 0;
  std::string Wcsp;
};

struct Named {
  std::string Name;
  ChoiceProblem Problem;
};

ChoiceProblem ofNetwork(const std::string &Path) {
  Bytes Content = readFile(Path);
  Compilation Shared(printable(lastPart(Path)), Content.size());
  Graph G = importTflite(lastPart(Path), std::move(Content), {}, Shared.Purse);
  for (const Pass &P : allPasses())
    runPass(P, G, {Target::Hexagon, Shared});
  verify(G, Shared.Purse);
  const Candidates C = gatherCandidates(G, Target::Hexagon, {}, Shared);
  return problemOf(G, C.Chosen, Target::Hexagon, Shared).Problem;
}

std::vector<Named> problems(const Arguments &A) {
  std::vector<Named> All;
  for (const std::string &Path : A.Networks) {
    const ChoiceProblem Whole = ofNetwork(Path);
    if (A.First.empty())
      All.push_back({lastPart(Path), Whole});
    for (int Count : A.First)
      All.push_back({lastPart(Path), prefix(Whole, static_cast<size_t>(Count))});
  }
  for (int Seed = A.FirstSeed; Seed < A.FirstSeed + A.Seeds; ++Seed) {
    const auto Number = static_cast<uint32_t>(Seed);
    for (int Layouts : A.Detectors)
      All.push_back({strf("detector of %d layouts #%d", Layouts, Seed), detectorProblem(Layouts, Number)});
    for (int Operators : A.Random)
      All.push_back({strf("random %d #%d", Operators, Seed), randomProblem({Operators, A.Layouts, A.Reach, A.Forbidden, Number})});
  }
  return All;
}

size_t count(const Arguments &A) {
  return A.Networks.size() * std::max<size_t>(1, A.First.size()) +
         static_cast<size_t>(A.Seeds) * (A.Random.size() + A.Detectors.size());
}

/// What a range lets through.
std::string notANumber(const std::string &Text) { return std::isnan(std::strtod(Text.c_str(), nullptr)) ? "is no number" : ""; }

struct Row {
  const LayoutSolver *Solver;
  hexloom::Choice Choice;
  double Seconds;
};

Row solve(const LayoutSolver &S, const ChoiceProblem &P) {
  const std::clock_t Begin = std::clock();
  Row R{&S, S.Solve(P), 0};
  R.Seconds = static_cast<double>(std::clock() - Begin) / CLOCKS_PER_SEC;
  return R;
}

void print(const Named &N, const std::vector<Row> &Rows) {
  double Bound = 0;
  for (const Row &R : Rows)
    Bound = std::max(Bound, R.Choice.Bound);
  for (const Row &R : Rows) {
    const hexloom::Choice &C = R.Choice;
    const std::string Above = Bound > 0 && std::isfinite(C.Cost) ? strf("%+.4f %%", 100 * (C.Cost - Bound) / Bound) : "";
    const std::string Proven = C.Bound > 0 ? strf("%.3f", C.Bound) : "none";
    std::printf("%-30s %9zu  %-10s %16.3f %16s %12s  %-7s %5d %12lld %9.3f\n", printable(N.Name).c_str(), N.Problem.Operators.size(),
                R.Solver->Name, C.Cost, Proven.c_str(), Above.c_str(), C.isProven() ? "proven" : "", C.Width, (long long)C.Steps,
                R.Seconds);
  }
  std::fflush(stdout);
}

void run(const Arguments &A) {
  const std::vector<Named> All = problems(A);
  if (!A.Wcsp.empty())
    return writeText(A.Wcsp, wcsp(All[0].Problem));
  std::printf("%-30s %9s  %-10s %16s %16s %12s  %-7s %5s %12s %9s\n", "problem", "operators", "solver", "cycles", "bound", "over bound",
              "", "width", "steps", "seconds");
  for (const Named &N : All) {
    std::vector<Row> Rows;
    for (const LayoutSolver &S : allLayoutSolvers())
      if (A.Solvers.empty() || std::find(A.Solvers.begin(), A.Solvers.end(), S.Name) != A.Solvers.end())
        Rows.push_back(solve(S, N.Problem));
    print(N, Rows);
  }
}

} // namespace

int main(int Argc, char **Argv) {
  Arguments A;
  CLI::App App{"Prints what each solver of dnn-frontend --layout-solver= finds: cycles, the bound that it proves, how far its cycles\n"
               "are over the best bound of all, the width of the elimination, steps (combinations or table entries) and processor time.\n"
               "inf: no choice was found that needs no impossible conversion; in the bound: there is none."};
  App.set_help_flag("-h,--help", "print this help");
  std::vector<std::string> Names;
  for (const LayoutSolver &S : allLayoutSolvers())
    Names.push_back(S.Name);
  CLI::Option *Networks = App.add_option("NETWORK", A.Networks, ".tflite files");
  App.add_option("--first", A.First, "of each network only so many operators from its beginning, e.g. 5,10,20")
      ->needs(Networks)
      ->delimiter(',')
      ->check(CLI::Range(1, 100000));
  App.add_option("--random", A.Random, "random graphs of so many operators, e.g. 50,500,5000")->delimiter(',')->check(CLI::Range(1, 100000));
  App.add_option("--detector", A.Detectors, "graphs in the form of EfficientDet-d0 (822 operators), with so many layouts")
      ->delimiter(',')
      ->check(CLI::Range(1, 16));
  App.add_option("--layouts", A.Layouts, "of random graphs (default: 4)")->check(CLI::Range(1, 16));
  App.add_option("--reach", A.Reach, "operators of random graphs read so far back (default: 6)")->check(CLI::Range(1, 100000));
  App.add_option("--forbidden", A.Forbidden, "share of random graphs' conversions that cannot be had (default: 0)")->check(CLI::Range(0.0, 1.0) & CLI::Validator(notANumber, "", ""));
  App.add_option("--seed", A.FirstSeed, "the first one (default: 1)")->check(CLI::Range(0, 2000000000));
  App.add_option("--seeds", A.Seeds, "of random graphs, so many of each size (default: 1)")->check(CLI::Range(1, 100000));
  App.add_option("--solver", A.Solvers, "only these")->delimiter(',')->check(CLI::IsMember(Names));
  App.add_option("--wcsp", A.Wcsp, "write the problem for toulbar2 instead of solving it")->type_name("FILE");
  try {
    App.parse(Argc, Argv);
    if (A.Networks.empty() && A.Random.empty() && A.Detectors.empty())
      throw CLI::RequiredError("NETWORK, --random or --detector");
    if (!A.Wcsp.empty() && count(A) != 1)
      throw CLI::ValidationError("--wcsp", "writes one problem, not " + std::to_string(count(A)));
  } catch (const CLI::ParseError &E) {
    return App.exit(E) ? 2 : 0;
  }
  try {
    run(A);
  } catch (const UserError &E) {
    std::fprintf(stderr, "layout-solvers: error: %s\n", visible(E.what()).c_str());
    return 1;
  }
  return 0;
}
