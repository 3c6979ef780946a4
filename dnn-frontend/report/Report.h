// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --report: the selection as one page of HTML that needs nothing else: the graph coloured by layout, and a table of all layers with
// modelled cycles, measured ones where there is a profile, and the plan that came next.
#pragma once

#include "select/Select.h"

#include <map>

namespace hexloom {

/// A layer of the emitted network: an operator or a conversion.
struct ReportRow {
  std::string Number;                                ///< ir/LayerNumbers.h
  std::string Operator, Name, Kernel, Plan, Layouts, Next; ///< Plan: planText(), of operators; Next: the cheapest other plan, and why it lost
  std::vector<size_t> Makers;                        ///< rows that it reads
  int Layout = 0;                                    ///< of what it makes
  double Modelled = 0;
  double Loss = 0; ///< of Next
  int SourceIndex = -1; ///< as Op's
  bool IsConversion = false;
};

/// What was measured of a layer.
struct Measured {
  double Cycles = 0;
  std::string BoundBy; ///< what the cycles are fullest of, as the profile names it; may be empty
};

/// Layers by position in the order of execution, of a report that packet-profile --json wrote (utils/run-model.sh --profile).
/// Throws UserError if the file is none, or one of other layers.
using MeasuredLayers = std::map<size_t, Measured>;
MeasuredLayers readMeasuredLayers(const std::string &Path, const std::vector<ReportRow> &Rows);

/// The rows of the report in the order of execution. `G` is the graph before the selection is applied.
std::vector<ReportRow> reportRows(const Graph &G, const Selection &S);

/// The report as a page. `Profile` is the file of measured cycles, or empty.
std::string reportHtml(const Graph &G, const Selection &S, const std::string &Profile);

/// The rows as a drawing: each on a line of its own, what it makes as a line in a lane down to its last reader.
std::string reportDrawing(const std::vector<ReportRow> &Rows);
/// The colour of a layout, a variable of the page's style (Page.cpp), which has another value in dark mode.
const char *layoutColour(int Layout);

} // namespace hexloom
