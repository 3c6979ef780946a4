// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report as JSON, and two of them side by side.
#include "Report.h"
#include "llvm/Support/Format.h"
#include <algorithm>
#include <map>

using namespace llvm;
using namespace llvm::HexagonTiming;
using namespace profile;

static constexpr const char *Format = "packet-profile-report 1";

static int64_t number(uint64_t N) { return int64_t(N); }

static json::Object totals(const Totals &T, const Report &R) {
  json::Object Stalls, Resources;
  for (unsigned I = 0; I != NumCauses; ++I)
    if (T.Stalls[I])
      Stalls[causeKey(Cause(I))] = number(T.Stalls[I]);
#define HEX_RESOURCE(Name) Resources[#Name] = number(T.Name);
#include "Resources.def"
  Use U = boundBy(T);
  json::Object O{{"packets", number(T.Packets)},
                 {"stalls", number(T.stalls())},
                 {"control_stalls", number(T.controlStalls())},
                 {"cycles", number(T.cycles())},
                 {"stalls_by_cause", std::move(Stalls)},
                 {"resources", std::move(Resources)},
                 {"bound_by", json::Object{{"name", U.Name}, {"share", U.OfCycles}}}};
  if (R.HasMemory) {
    MemoryCost C = memoryCost(T, R.M);
    json::Object Memory{{"l2_bytes", number(C.L2Bytes)},
                        {"ddr_bytes", number(C.DdrBytes)},
                        {"latency_cycles", number(C.LatencyCycles)},
                        {"bandwidth_cycles", number(C.BandwidthCycles)}};
#define HEX_MEMORY_COUNT(Name) Memory[#Name] = number(T.Memory.Name);
#include "plugin/MemoryCounts.def"
    O["memory"] = std::move(Memory);
  }
  return O;
}

static json::Object named(StringRef Name, json::Object O) {
  O["name"] = Name.str(); // a StringRef would not be copied
  return O;
}

static json::Array listing(const Report &R, const Loop &L) {
  json::Array Packets;
  for (auto It = R.Priced.Packets.lower_bound(L.Low);
       It != R.Priced.Packets.end() && It->first < L.High; ++It) {
    json::Array Text;
    for (const std::string &Line : It->second.P->Text)
      Text.push_back(Line);
    json::Object Stalls;
    for (unsigned I = 0; I != NumCauses; ++I)
      if (It->second.Sum.Stalls[I])
        Stalls[causeKey(Cause(I))] = number(It->second.Sum.Stalls[I]);
    Packets.push_back(json::Object{{"address", number(It->first)},
                                   {"count", number(It->second.Sum.Packets)},
                                   {"stalls_by_cause", std::move(Stalls)},
                                   {"text", std::move(Text)}});
  }
  return Packets;
}

json::Value profile::toJson(const Report &R) {
  constexpr size_t MaxListings = 16, MaxListingBytes = 4096;
  json::Array Layers, Functions, Loops, Facts, Causes;
  for (const Row &Rw : layerRows(R))
    Layers.push_back(named(Rw.Name, totals(*Rw.Sum, R)));
  for (const auto &[Name, Sum] : R.Priced.Functions)
    Functions.push_back(named(Name, totals(Sum, R)));
  size_t Listings = 0;
  for (const Loop &L : R.Priced.Loops) {
    json::Object O =
        named(L.In->Name + "+0x" + utohexstr(L.Low - L.In->Low, true), totals(L.Sum, R));
    O["iterations"] = number(L.Iterations);
    O["hardware"] = L.Hardware;
    O["innermost"] = L.Innermost;
    if (L.Innermost && L.High - L.Low <= MaxListingBytes && Listings < MaxListings) {
      O["listing"] = listing(R, L);
      ++Listings;
    }
    Loops.push_back(std::move(O));
  }
  for (const Machine::Fact &F : R.M.Facts)
    Facts.push_back(json::Object{{"key", F.Key}, {"value", F.Value}, {"source", F.Source}});
  for (unsigned I = 0; I != NumCauses; ++I)
    Causes.push_back(json::Object{{"key", causeKey(Cause(I))}, {"text", causeText(Cause(I))}});
  json::Object Whole{{"format", Format},
                     {"program", R.Name},
                     {"machine", R.M.Name},
                     {"macs_per_packet_bound", R.M.MacsPerPacket},
                     {"total", totals(R.Priced.Total, R)},
                     {"network", totals(networkTotals(R), R)},
                     {"layers", std::move(Layers)},
                     {"functions", std::move(Functions)},
                     {"loops", std::move(Loops)},
                     {"causes", std::move(Causes)},
                     {"machine_facts", std::move(Facts)}};
  R.Names.addTo(Whole);
  return Whole;
}

// --- Comparison ---

namespace {
struct Side {
  int64_t Packets = 0, Stalls = 0, Cycles = 0;
};
struct Pair {
  Side A, B;
};
} // namespace

bool profile::isReport(const json::Value &V) {
  const json::Object *O = V.getAsObject();
  return O && O->getString("format") == StringRef(Format) && O->getObject("total");
}

static Side side(const json::Object &O) {
  return {O.getInteger("packets").value_or(0), O.getInteger("stalls").value_or(0),
          O.getInteger("cycles").value_or(0)};
}

static void printPair(StringRef Name, const Pair &P, raw_ostream &OS) {
  auto Number = [](int64_t N) { return format("%13lld", (long long)N); };
  OS << "  " << left_justify(Name, 36) << Number(P.A.Packets) << Number(P.B.Packets)
     << Number(P.A.Stalls) << Number(P.B.Stalls) << Number(P.A.Cycles) << Number(P.B.Cycles);
  if (P.A.Cycles && P.B.Cycles)
    OS << format("%9.3f", double(P.B.Cycles) / double(P.A.Cycles));
  else
    OS << (P.A.Cycles ? "   only A" : "   only B");
  OS << "\n";
}

bool profile::printComparison(const json::Value &A, const json::Value &B, raw_ostream &OS) {
  if (!isReport(A) || !isReport(B))
    return false;
  const json::Object &X = *A.getAsObject(), &Y = *B.getAsObject();
  OS << "A: " << X.getString("program").value_or("")
     << ", B: " << Y.getString("program").value_or("") << "\n";
  OS << "                                         packets A    packets B     stalls A     stalls B "
        "    cycles A     "
        "cycles B      B/A\n";
  printPair("total", {side(*X.getObject("total")), side(*Y.getObject("total"))}, OS);
  for (const char *Table : {"layers", "functions"}) {
    std::vector<std::string> Order;
    std::map<std::string, Pair> Rows;
    auto Collect = [&](const json::Object &O, Side Pair::*Which) {
      const json::Array *Entries = O.getArray(Table);
      for (const json::Value &E : Entries ? *Entries : json::Array()) {
        const json::Object *Entry = E.getAsObject();
        if (!Entry)
          continue;
        std::string Name = Entry->getString("name").value_or("").str();
        if (!Rows.count(Name))
          Order.push_back(Name);
        Rows[Name].*Which = side(*Entry);
      }
    };
    Collect(X, &Pair::A);
    Collect(Y, &Pair::B);
    OS << Table << "\n";
    for (const std::string &Name : Order)
      printPair(Name, Rows[Name], OS);
  }
  return true;
}
