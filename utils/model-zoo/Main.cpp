// model-zoo: writes a network of the zoo as a .tflite file.
//
//   model-zoo --list [PREFIX]       names and descriptions
//   model-zoo NAME -o FILE.tflite
//   model-zoo --all -o FOLDER       every network but the largest, as FOLDER/NAME.tflite
#include "Zoo.h"
#include "support/Error.h"
#include "support/Files.h"

#include <CLI/CLI.hpp>

#include <iostream>

using namespace zoo;

static std::vector<Entry> everything() {
  std::vector<Entry> Zoo;
  addNetworks(Zoo);
  addPublished(Zoo);
  addShapes(Zoo);
  addElementwiseSingles(Zoo);
  addProductSingles(Zoo);
  addMovementSingles(Zoo);
  addStateSingles(Zoo);
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

int main(int Argc, char **Argv) {
  CLI::App App{"Writes networks of the model zoo as .tflite files: deterministic weights, "
               "calibrated quantization.",
               "model-zoo"};
  bool List = false, All = false;
  std::string Name, Output;
  App.add_flag("--list", List, "list the networks, or those whose name starts with NAME");
  App.add_flag("--all", All, "write every network but the largest; FILE is a folder that exists");
  App.add_option("name", Name, "the network");
  App.add_option("-o,--output", Output, "the file to write")->type_name("FILE");
  try {
    App.parse(Argc, Argv);
  } catch (const CLI::ParseError &Error) {
    return App.exit(Error) == 0 ? 0 : 2;
  }
  if (!List && (Output.empty() || All != Name.empty())) {
    std::cerr
        << "model-zoo: a network's name (or --all) and -o are needed; --list lists the names\n";
    return 2;
  }
  const std::vector<Entry> Zoo = everything();
  if (List) {
    for (const Entry &E : Zoo)
      if (E.Name.compare(0, Name.size(), Name) == 0)
        std::cout << E.Name << std::string(E.Name.size() < 32 ? 32 - E.Name.size() : 1, ' ')
                  << E.Description << "\n";
    return 0;
  }
  for (const Entry &E : Zoo)
    if (All && !E.IsLarge) {
      if (int Status = write(E, Output + "/" + E.Name + ".tflite"))
        return Status;
    } else if (!All && E.Name == Name) {
      return write(E, Output);
    }
  return All ? 0 : fail("no network named '" + Name + "'; model-zoo --list lists them");
}
