// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// model-zoo: writes a network of the zoo as a .tflite file.
//
//   model-zoo --list [PREFIX]       names and descriptions
//   model-zoo NAME -o FILE.tflite
//   model-zoo --count NAME          operators, parameters and multiply-accumulates of a published network, which is not written
//   model-zoo --all -o FOLDER       every network but the largest, as FOLDER/NAME.tflite
#include "Simulation.h"
#include "Zoo.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Quote.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

using namespace zoo;

static std::vector<Entry> everything() {
  std::vector<Entry> Zoo;
  addNetworks(Zoo);
  addPublished(Zoo);
  addMovedBlocks(Zoo);
  addSmartMem(Zoo);
  addShapes(Zoo);
  addElementwiseSingles(Zoo);
  addProductSingles(Zoo);
  addMovementSingles(Zoo);
  addStateSingles(Zoo);
  addHybridSingles(Zoo);
  addHybridStateSingles(Zoo);
  addYolo(Zoo);
  addHybridMobileNetV3(Zoo);
  addFurtherSingles(Zoo);
  return Zoo;
}

static int fail(const std::string &Message) {
  std::cerr << "model-zoo: error: " << Message << "\n";
  return 1;
}

static int write(const Entry &E, const std::string &Path) {
  Net N(E.Name);
  E.Build(N);
  const std::vector<uint8_t> Bytes = N.serialize();
  try {
    hexloom::writeFiles({{Path, Bytes.data(), Bytes.size()}});
  } catch (const hexloom::UserError &Error) {
    return fail(Error.what());
  }
  return 0;
}

/// Lines of a word and a number: operators, parameters, products, then operators by kind.
static int count(const Entry &E) {
  if (!E.Layers)
    return fail("'" + E.Name + "' cannot be counted, only published networks can");
  Net N(E.Name);
  Figures Of;
  Simulation S(N, TensorType::INT8, Of);
  E.Layers(S, N);
  const std::map<std::string, int> Kinds = N.kinds();
  int Operators = 0;
  for (const auto &[Kind, Count] : Kinds)
    Operators += Count;
  std::cout << "operators " << Operators << "\nparameters " << Of.Parameters << "\nproducts " << Of.Products << "\n";
  for (const auto &[Kind, Count] : Kinds)
    std::cout << Kind << " " << Count << "\n";
  return 0;
}

static int badCommandLine(const std::string &Message) {
  std::cerr << "model-zoo: error: " << Message << "\nRun model-zoo --help for the options.\n";
  return 2;
}

/// The names that have the longest beginning in common with this one, a few at most.
static std::string alike(const std::vector<Entry> &Zoo, const std::string &Name) {
  constexpr size_t kLeast = 3, kMost = 5;
  size_t Longest = kLeast;
  std::vector<std::string> Names;
  for (const Entry &E : Zoo) {
    const auto End = std::mismatch(Name.begin(), Name.end(), E.Name.begin(), E.Name.end()).first;
    const auto Common = static_cast<size_t>(End - Name.begin());
    if (Common < Longest)
      continue;
    if (Common > Longest)
      Names.clear();
    Longest = Common;
    Names.push_back(E.Name);
  }
  std::string Text;
  for (size_t I = 0; I < std::min(Names.size(), kMost); ++I)
    Text += (I ? ", " : "; names like it: ") + Names[I];
  return Text + (Names.size() > kMost ? ", ..." : "");
}

static std::string noneNamed(const std::vector<Entry> &Zoo, const std::string &Name) {
  return "no network named '" + hexloom::printable(Name) + "'" + alike(Zoo, Name) + "; model-zoo --list lists them all";
}

int main(int Argc, char **Argv) {
  CLI::App App{"Writes networks of the model zoo as .tflite files: deterministic weights, "
               "calibrated quantization.",
               "model-zoo"};
  bool List = false, All = false, Count = false;
  std::string Name, Output;
  App.add_flag("--list", List, "list the networks, or those whose name starts with NAME");
  App.add_flag("--count", Count, "print operators, parameters and multiply-accumulates, and write nothing");
  App.add_flag("--all", All, "write every network but the largest; FILE is a folder that exists");
  App.add_option("name", Name, "the network");
  App.add_option("-o,--output", Output, "the file to write")->type_name("FILE");
  try {
    App.parse(Argc, Argv);
  } catch (const CLI::ParseError &Error) {
    return Error.get_exit_code() == 0 ? App.exit(Error) : badCommandLine(Error.what());
  }
  if (!List && All != Name.empty())
    return badCommandLine("give a network's name or --all; --list lists the names");
  if (!List && !Count && Output.empty())
    return badCommandLine(std::string("-o says which ") + (All ? "folder" : "file") + " to write");
  const std::vector<Entry> Zoo = everything();
  if (List) {
    bool IsAny = false;
    for (const Entry &E : Zoo)
      if (E.Name.compare(0, Name.size(), Name) == 0 && (IsAny = true))
        std::cout << E.Name << std::string(E.Name.size() < 32 ? 32 - E.Name.size() : 1, ' ')
                  << E.Description << "\n";
    return IsAny ? 0 : fail(noneNamed(Zoo, Name));
  }
  for (const Entry &E : Zoo)
    if (All && !E.IsLarge) {
      if (int Status = write(E, Output + "/" + E.Name + ".tflite"))
        return Status;
    } else if (!All && E.Name == Name) {
      return Count ? count(E) : write(E, Output);
    }
  return All ? 0 : fail(noneNamed(Zoo, Name));
}
