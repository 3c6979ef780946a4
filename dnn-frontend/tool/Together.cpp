// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is wrong with options that are right each by itself.
#include "passes/Passes.h"
#include "support/Files.h"
#include "tool/Options.h"

#include <filesystem>
#include <map>

namespace hexloom {

namespace {

namespace fs = std::filesystem;

/// Standard output, devices and pipes may be given several times.
bool isFile(const std::string &Path) {
  std::error_code Error;
  const fs::file_status Status = fs::status(Path, Error);
  return !Path.empty() && Path != "-" && (!fs::exists(Status) || fs::is_regular_file(Status));
}

/// A file's absolute path without links and dots. It is the same in whatever way the file is given.
std::string place(const std::string &Path) {
  std::error_code Error;
  const fs::path Place = fs::weakly_canonical(fs::absolute(Path, Error), Error);
  return Error ? Path : Place.string();
}

/// The emitted C includes both: the header beside it is found first.
Fault faultOfHeaders(const Options &O, const std::string &Emitted) {
  for (const auto &[Name, Header] : O.Import.Custom)
    if (Header == Emitted)
      return {"--custom", "'" + Header + "' is the emitted header's name, too, and would not be found: rename one of them"};
  return {};
}

} // namespace

Fault faultOfStandardOutput(const Options &O) {
  std::vector<std::string> There;
  const auto add = [&](const char *Option, bool Is) {
    if (Is)
      There.push_back(Option);
  };
  add("--dump-plans", O.PlansFile == "-");
  add("--dump-nests", O.NestsFile == "-");
  add("--dump-classes", O.ClassesFile == "-");
  add("--dump-summary", O.SummaryFile == "-");
  add("--report", O.ReportFile == "-");
  add("--dump-dot", O.DotFile == "-");
  const bool IsDocument = !There.empty();
  add("-o", !O.StopAfter.empty() && O.Output == "-");
  add("--summary", !O.Summary.empty());
  add("--explain", !O.Explain.empty());
  add("--print-after", !O.PrintAfter.empty());
  if (!IsDocument || There.size() < 2)
    return {};
  return {There[0], "the standard output has that of " + There[1] + " already: name a file"};
}

Fault faultOfFiles(const Options &O) {
  const std::string Base = O.Output.substr(0, O.Output.size() - (O.StopAfter.empty() ? 2 : 0));
  std::vector<Fault> Files = {{"INPUT", O.Input}, {"--profile", O.ProfileFile}, {"--database", O.Database}};
  if (!O.StopAfter.empty())
    Files.push_back({"-o", O.Output});
  else if (O.Summary.empty() && O.WritesC)
    for (const char *Suffix : {".c", ".h", ".weights"})
      Files.push_back({"-o", Base + Suffix});
  Files.insert(Files.end(), {{"--report", O.ReportFile}, {"--dump-plans", O.PlansFile}, {"--dump-nests", O.NestsFile}, {"--dump-classes", O.ClassesFile}, {"--dump-summary", O.SummaryFile}, {"--dump-dot", O.DotFile}});
  std::map<std::string, std::string> Taken;
  for (const auto &[Name, Header] : O.Import.Custom) // one may declare several functions
    Taken[place(Header)] = "--custom";
  for (const Fault &F : Files)
    if (isFile(F.Text))
      if (const auto [Other, IsNew] = Taken.insert({place(F.Text), F.Option}); !IsNew)
        return {F.Option, "'" + F.Text + "' is the file of " + Other->second};
  return O.StopAfter.empty() && O.Summary.empty() && O.WritesC ? faultOfHeaders(O, lastPart(Base + ".h")) : Fault{};
}

Fault faultOfStages(const Options &O) {
  if (!O.Database.empty() && O.Target != Target::Hexagon)
    return {"--database", "its records are of Hexagon's plans"};
  if (O.StopAfter.empty())
    return {};
  const std::string Nothing = "--stop-after=" + O.StopAfter + " ends before there is anything to ";
  if (!O.Database.empty() && O.StopAfter != "select")
    return {"--database", Nothing + "take from it"};
  if (!O.Summary.empty())
    return {"--summary", Nothing + "sum up"};
  if (!O.NestsFile.empty())
    return {"--dump-nests", Nothing + "dump"};
  if (!O.SummaryFile.empty())
    return {"--dump-summary", Nothing + "dump"};
  if (O.StopAfter == "select")
    return {};
  if (!O.ClassesFile.empty() && O.StopAfter != allPasses().back().Name)
    return {"--dump-classes", Nothing + "count"};
  if (!O.ReportFile.empty())
    return {"--report", Nothing + "report"};
  if (!O.PlansFile.empty())
    return {"--dump-plans", Nothing + "dump"};
  if (!O.Explain.empty())
    return {"--explain", Nothing + "explain"};
  return {};
}

} // namespace hexloom
