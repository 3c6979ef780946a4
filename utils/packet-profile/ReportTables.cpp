// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of a report that was written before, by this tool or by another machine's simulator.
#include "Report.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace llvm;
using namespace profile;

static int64_t integer(const json::Object &O, StringRef Key) { return O.getInteger(Key).value_or(0); }

static double ratio(double A, double B) { return B ? A / B : 0; }

static int64_t resource(const json::Object &O, StringRef Key) {
  const json::Object *R = O.getObject("resources");
  return R ? integer(*R, Key) : 0;
}

static ArrayRef<json::Value> rows(const json::Object &Report, StringRef Key) {
  const json::Array *A = Report.getArray(Key);
  return A ? ArrayRef<json::Value>(A->data(), A->size()) : ArrayRef<json::Value>();
}

static void printRow(StringRef Name, const json::Object &O, int64_t Whole, int64_t Bound,
                     raw_ostream &OS) {
  double Packets = double(integer(O, "packets"));
  OS << "  " << left_justify(Name, 34)
     << format("%14lld%12lld%14lld", (long long)integer(O, "packets"), (long long)integer(O, "stalls"),
               (long long)integer(O, "cycles"))
     << format("%8.2f%10.2f%10.1f%9.1f", 100 * ratio(double(integer(O, "cycles")), double(Whole)),
               ratio(double(resource(O, "Instructions")), Packets),
               ratio(double(resource(O, "Macs")), Packets),
               100 * ratio(double(resource(O, "Macs")), Packets * double(Bound)));
  const json::Object *By = O.getObject("bound_by"); // not of every machine
  std::string Text;
  if (By)
    Text = formatv("{0} {1:f0} %", By->getString("name").value_or(""),
                   100 * By->getNumber("share").value_or(0));
  std::optional<StringRef> Tensor = O.getString("tensor");
  if (!Text.empty() || Tensor)
    OS << "  " << left_justify(Text, Tensor ? 21 : 0);
  if (Tensor)
    OS << "  " << *Tensor;
  OS << "\n";
}

static void printCauses(const json::Object &Report, const json::Object &Total, raw_ostream &OS) {
  const json::Object *Stalls = Total.getObject("stalls_by_cause");
  for (const json::Value &C : rows(Report, "causes")) {
    const json::Object *Row = C.getAsObject();
    if (!Row || !Stalls)
      continue;
    if (int64_t Cycles = integer(*Stalls, Row->getString("key").value_or("")))
      OS << format("  %14lld  ", (long long)Cycles) << Row->getString("text").value_or("") << "\n";
  }
}

static void printLoops(const json::Object &Report, unsigned Top, int64_t Whole, raw_ostream &OS) {
  ArrayRef<json::Value> Loops = rows(Report, "loops");
  if (Loops.empty())
    return;
  OS << "\nloops, inner ones included             iterations  packets/it   stalls/it   cycles/it      "
        " %\n";
  for (const json::Value &V : Loops.take_front(std::min<size_t>(Top, Loops.size()))) {
    const json::Object *O = V.getAsObject();
    if (!O)
      continue;
    double N = double(integer(*O, "iterations"));
    OS << "  " << left_justify(O->getString("name").value_or(""), 34)
       << format("%13lld", (long long)integer(*O, "iterations"))
       << format("%12.2f%12.2f%12.2f%8.2f", ratio(double(integer(*O, "packets")), N),
                 ratio(double(integer(*O, "stalls")), N), ratio(double(integer(*O, "cycles")), N),
                 100 * ratio(double(integer(*O, "cycles")), double(Whole)))
       << (O->getBoolean("hardware").value_or(false) ? "  hardware" : "")
       << (O->getBoolean("innermost").value_or(true) ? "" : "  outer") << "\n";
  }
}

void profile::printReportTables(const json::Value &V, unsigned Top, raw_ostream &OS) {
  const json::Object &Report = *V.getAsObject(), &Total = *Report.getObject("total");
  const json::Object *Network = Report.getObject("network");
  bool HasNetwork = Network && integer(*Network, "packets");
  const json::Object &Seen = HasNetwork ? *Network : Total;
  int64_t Whole = integer(Seen, "cycles"), Bound = integer(Report, "macs_per_packet_bound");
  OS << Report.getString("program").value_or("") << " on "
     << Report.getString("machine").value_or("") << "\n";
  auto Head = [&](StringRef Title) {
    OS << "\n"
       << left_justify(Title, 36)
       << "       packets      stalls        cycles       %  insn/pkt   MAC/pkt   % MAC  bound by\n";
  };
  Head("sum");
  if (HasNetwork)
    printRow("(all of the network)", Seen, Whole, Bound, OS);
  printRow("(all)", Total, Whole, Bound, OS);
  printCauses(Report, Seen, OS);
  for (StringRef Table : {"layers", "functions"}) {
    ArrayRef<json::Value> Rows = rows(Report, Table);
    Head(Table == "layers" ? "layer" : "function, self");
    for (const json::Value &Row : Table == "layers" ? Rows : Rows.take_front(std::min<size_t>(Top, Rows.size())))
      if (const json::Object *O = Row.getAsObject())
        printRow(O->getString("name").value_or(""), *O, Whole, Bound, OS);
  }
  printLoops(Report, Top, Whole, OS);
}
