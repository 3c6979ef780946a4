// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/Report.h"
#include "support/Error.h"
#include "support/Files.h"
#include "support/Quote.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace hexloom {

constexpr double kMostCycles = 1e18; ///< of a layer; all are exact enough to add up

/// Of many layers together (emit/Functions.h), whose cycles nobody tells apart.
static bool isOfMany(const std::string &Name) {
  const std::string Last = "_more";
  return Name.size() > Last.size() && Name.compare(Name.size() - Last.size(), Last.size(), Last) == 0;
}

/// The N of "opN_KIND", a function of the emitted C; -1: it is none.
static long positionIn(const std::string &Name, size_t End) {
  if (Name.compare(0, 2, "op") != 0 || isOfMany(Name) || End == std::string::npos || End < 3 || End > 9)
    return -1;
  const std::string Digits = Name.substr(2, End - 2);
  return Digits.find_first_not_of("0123456789") == std::string::npos ? std::stol(Digits) : -1;
}

MeasuredCycles readMeasuredCycles(const std::string &Path, const std::vector<ReportRow> &Rows) {
  using Json = nlohmann::json;
  const std::vector<uint8_t> Content = readFile(Path);
  const Json All = Json::parse(Content.begin(), Content.end(), nullptr, false);
  const auto IsList = [](const Json &J) { return J.is_object() && J.contains("layers") && J["layers"].is_array(); };
  if (!IsList(All))
    throw UserError(printable(Path) + ": is no report of packet-profile --json");
  MeasuredCycles Result;
  for (const Json &Layer : All["layers"]) {
    if (!Layer.is_object() || !Layer.contains("name") || !Layer["name"].is_string() || !Layer.contains("cycles") ||
        !Layer["cycles"].is_number())
      throw UserError(printable(Path) + ": has a layer without name and cycles");
    if (const double Cycles = Layer["cycles"].get<double>(); !(Cycles >= 0 && Cycles <= kMostCycles))
      throw UserError(printable(Path) + ": cycles of a layer are below zero, or beyond all bounds");
    const std::string Name = Layer["name"].get<std::string>();
    const size_t End = Name.find('_');
    if (const long At = positionIn(Name, End); At >= 0) {
      if (static_cast<size_t>(At) >= Rows.size())
        throw UserError(strf("%s: has a layer %ld; the network has %zu: another one was measured, or another choice",
                             printable(Path).c_str(), At, Rows.size()));
      if (const std::string Kind = Name.substr(End + 1); Kind != Rows[At].Operator)
        throw UserError(strf("%s: layer %ld is %s, here it is %s: another network was measured, or another choice",
                             printable(Path).c_str(), At, printable(Kind).c_str(), Rows[At].Operator.c_str()));
      if (!Result.emplace(static_cast<size_t>(At), Layer["cycles"].get<double>()).second)
        throw UserError(strf("%s: has layer %ld twice", printable(Path).c_str(), At));
    }
  }
  return Result;
}

} // namespace hexloom
