// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Report.h"
#include "ir/LayerNumbers.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Quote.h"

#include <nlohmann/json.hpp>

#include <cctype>

namespace hexloom {

constexpr double kMostCycles = 1e18; ///< of a layer; all are exact enough to add up

/// Whether the function computes many layers (emit/Functions.h), whose cycles nobody can tell apart.
static bool isOfMany(const std::string &Name) {
  const std::string Last = "_more";
  return Name.size() > Last.size() && Name.compare(Name.size() - Last.size(), Last.size(), Last) == 0;
}

/// Whether it is a layer's function and not the network's driver, code that layers share or a layer of a region, which has no row.
static bool isLayer(const std::string &Name) {
  const bool IsInRegion = Name.find("_body_op") != std::string::npos || Name.find("_condition_op") != std::string::npos;
  return Name.compare(0, 2, "op") == 0 && Name.size() > 2 && std::isdigit(static_cast<unsigned char>(Name[2])) &&
         Name.find('_') != std::string::npos && !IsInRegion && !isOfMany(Name);
}

/// "vector load 93 %", or nothing: profiles of SwiftDSP have none.
static std::string boundBy(const nlohmann::json &Layer) {
  const auto By = Layer.find("bound_by");
  if (By == Layer.end() || !By->is_object() || !By->contains("name") || !By->contains("share"))
    return {};
  const nlohmann::json &Name = (*By)["name"], &Share = (*By)["share"];
  if (!Name.is_string() || !Share.is_number() || !(Share.get<double>() >= 0 && Share.get<double>() <= 1))
    return {};
  return strf("%s %.0f %%", printable(Name.get<std::string>()).c_str(), 100 * Share.get<double>());
}

MeasuredLayers readMeasuredLayers(const std::string &Path, const std::vector<ReportRow> &Rows) {
  using Json = nlohmann::json;
  const std::vector<uint8_t> Content = readFile(Path);
  const Json All = Json::parse(Content.begin(), Content.end(), nullptr, false);
  const auto IsList = [](const Json &J) { return J.is_object() && J.contains("layers") && J["layers"].is_array(); };
  if (!IsList(All))
    throw UserError(printable(Path) + ": is no report of packet-profile --json");
  std::map<std::string, size_t> PositionOf;
  for (size_t I = 0; I < Rows.size(); ++I)
    PositionOf[layerName(Rows[I].Number, Rows[I].Operator.c_str())] = I;
  MeasuredLayers Result;
  for (const Json &Layer : All["layers"]) {
    if (!Layer.is_object() || !Layer.contains("name") || !Layer["name"].is_string() || !Layer.contains("cycles") ||
        !Layer["cycles"].is_number())
      throw UserError(printable(Path) + ": has a layer without name and cycles");
    if (const double Cycles = Layer["cycles"].get<double>(); !(Cycles >= 0 && Cycles <= kMostCycles))
      throw UserError(printable(Path) + ": cycles of a layer are below zero, or beyond all bounds");
    const std::string Name = Layer["name"].get<std::string>();
    if (!isLayer(Name))
      continue;
    const auto At = PositionOf.find(Name);
    if (At == PositionOf.end())
      throw UserError(strf("%s: has a layer %s; the network has none of this name: another one was measured, or another choice",
                           printable(Path).c_str(), printable(Name).c_str()));
    const Json Plan = Layer.value("plan", Json());
    if (const std::string &Own = Rows[At->second].Plan; Plan.is_string() && !Own.empty() && Plan.get<std::string>() != Own)
      throw UserError(strf("%s: layer %s was measured as %s; here it is %s: give the options of that run", printable(Path).c_str(),
                           printable(Name).c_str(), printable(Plan.get<std::string>()).c_str(), Own.c_str()));
    if (!Result.emplace(At->second, Measured{Layer["cycles"].get<double>(), boundBy(Layer)}).second)
      throw UserError(strf("%s: has layer %s twice", printable(Path).c_str(), printable(Name).c_str()));
  }
  return Result;
}

} // namespace hexloom
