// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forms in which a priced profile is shown.
#ifndef PACKET_PROFILE_REPORT_H
#define PACKET_PROFILE_REPORT_H

#include "NetworkNames.h"
#include "Pricing.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace profile {

/// Everything a report needs.
struct Report {
  Program &Prog;
  const Pricing &Priced;
  const Machine &M;
  std::string Name; // of the network, else of the program without folders
  bool HasMemory = false;
  NetworkNames Names;
};

/// A row of the tables by function and by layer.
struct Row {
  std::string Name;
  const Totals *Sum;
  bool OutsideNetwork = false;
  std::string Tensor; // what a layer makes, as the network calls it
};

/// Layers in the network's order, then what is outside them; they sum to the total.
std::vector<Row> layerRows(const Report &R);

/// The network alone: its layers and its driver.
Totals networkTotals(const Report &R);

/// Totals and tables by layer, function and loop; at most \p Top rows of functions and loops.
void printSummary(const Report &R, unsigned Top, llvm::raw_ostream &OS);

/// The disassembly of functions and loops, hottest first, with counts and stalls beside each
/// packet. \p Top limits the number of functions; a non-empty \p Only chooses one function by name.
llvm::Error printAnnotated(const Report &R, unsigned Top, llvm::StringRef Only,
                           llvm::raw_ostream &OS);

/// The report as JSON ("packet-profile-report 1"; README.md describes it); with the listings of the
/// hottest loops.
llvm::json::Value toJson(const Report &R);

/// Prints a self-contained page that shows \p Data, a report of toJson().
void printHtml(const llvm::json::Value &Data, llvm::raw_ostream &OS);

/// Whether \p V is a report of toJson(), or of another tool that writes the same format.
bool isReport(const llvm::json::Value &V);

/// Prints the tables of a report by layer, function and loop; at most \p Top rows of the latter
/// two.
void printReportTables(const llvm::json::Value &V, unsigned Top, llvm::raw_ostream &OS);

/// Prints two reports of toJson() side by side. False when they are not reports.
bool printComparison(const llvm::json::Value &A, const llvm::json::Value &B, llvm::raw_ostream &OS);

} // namespace profile

#endif
