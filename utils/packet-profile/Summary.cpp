// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text report.
#include "Report.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::HexagonTiming;
using namespace profile;

std::vector<Row> profile::layerRows(const Report &R) {
  std::vector<Row> Rows;
  for (const auto &[Index, Sum] : R.Priced.Layers)
    Rows.push_back({R.Prog.layers()[size_t(Index)].Name, &Sum, false,
                    R.Names.tensorOf(R.Prog.layers()[size_t(Index)].Name)});
  if (!R.Prog.layers().empty())
    Rows.push_back({"(network driver)", &R.Priced.NetworkDriver});
  Rows.push_back({"(start-up and run-time)", &R.Priced.Runtime, true});
  if (R.Priced.Unknown.Packets)
    Rows.push_back({"(no symbol)", &R.Priced.Unknown, true});
  return Rows;
}

Totals profile::networkTotals(const Report &R) {
  Totals Sum = R.Priced.NetworkDriver;
  for (const auto &[Index, Layer] : R.Priced.Layers)
    Sum.add(Layer);
  return Sum;
}

static double ratio(double A, double B) { return B ? A / B : 0; }

/// \p T: of the network, where there is one, otherwise of all.
static void printTotals(const Report &R, const Totals &T, raw_ostream &OS) {
  auto Line = [&](const char *Name, uint64_t Value) -> raw_ostream & {
    return OS << "  " << left_justify(Name, 22) << format("%14llu", (unsigned long long)Value);
  };
  OS << R.Name << " on " << R.M.Name << "\n";
  if (R.Priced.hasNetwork())
    OS << formatv("below: the network alone; the whole program took {0} packets and {1} cycles\n",
                  R.Priced.Total.Packets, R.Priced.Total.cycles());
  Line("packets", T.Packets) << "\n";
  auto Causes = [&](bool Control) {
    for (unsigned I = 0; I != NumCauses; ++I)
      if (T.Stalls[I] && isControl(Cause(I)) == Control)
        Line((std::string("  ") + causeKey(Cause(I))).c_str(), T.Stalls[I])
            << "  " << causeText(Cause(I)) << "\n";
  };
  uint64_t Control = T.controlStalls(), Operands = T.stalls() - Control;
  Line("stalls for operands", Operands)
      << format("  %.2f %% of the cycles\n", 100 * ratio(Operands, T.cycles()));
  Causes(false);
  Line("stalls for control", Control) << format(
      "  %.2f %%, by assumptions of the machine description\n", 100 * ratio(Control, T.cycles()));
  Causes(true);
  Line("cycles", T.cycles()) << "  compute only: packets + stalls\n";
  Line("instructions", T.Instructions)
      << format("  %.2f a packet\n", ratio(T.Instructions, T.Packets));
  Line("HVX instructions", T.VectorInstructions)
      << format("  %.2f a packet\n", ratio(T.VectorInstructions, T.Packets));
  Line("MAC (8 bit)", T.Macs) << format(
      "  %.1f a packet, %.1f %% of the bound of %u\n", ratio(T.Macs, T.Packets),
      100 * ratio(T.Macs, double(T.Packets) * R.M.MacsPerPacket), R.M.MacsPerPacket);
  Line("wide products", T.WideProducts) << "  HVX products with a factor of 16 or 32 bits\n";
}

static void printResources(const Totals &T, raw_ostream &OS) {
  OS << "use of the packets' resources\n";
  for (const Use &U : uses(T))
    OS << "  " << left_justify(U.Name, 22) << format("%6.1f %%\n", 100 * U.OfPackets);
  OS << "  vector ALU operations run in whichever of the four vector pipes is free: "
     << format("%.2f a packet\n", ratio(T.VectorAny, T.Packets));
}

static void printMemory(const Report &R, const Totals &T, raw_ostream &OS) {
  if (!R.HasMemory)
    return;
  MemoryCost C = memoryCost(T, R.M);
  const MemoryCounts &N = T.Memory;
  auto Line = [&](const char *Name, uint64_t Value) -> raw_ostream & {
    return OS << "  " << left_justify(Name, 22) << format("%14llu", (unsigned long long)Value);
  };
  OS << "memory, apart from the cycles above; cache sizes and costs are those of the machine "
        "description\n";
  Line("scalar accesses", N.ScalarAccesses)
      << format("  %llu bytes, %llu L1 misses\n", (unsigned long long)N.ScalarBytes,
                (unsigned long long)N.L1Misses);
  Line("vector accesses", N.VectorAccesses)
      << format("  %llu bytes from and to L2, %llu over a line's end\n",
                (unsigned long long)N.VectorBytes, (unsigned long long)N.LineCrossings);
  Line("L2 misses", N.ScalarL2Misses + N.VectorL2Misses)
      << format("  %llu lines written back\n", (unsigned long long)N.WriteBacks);
  Line("bytes L2", C.L2Bytes) << "\n";
  Line("bytes DDR", C.DdrBytes) << "\n";
  Line("cycles, no overlap", C.LatencyCycles) << "  every miss waited for in full (upper bound)\n";
  Line("cycles, DDR rate", C.BandwidthCycles)
      << "  traffic at the full rate, latency hidden (lower bound)\n";
}

/// \p Whole: the cycles that the column of shares refers to.
static void printTable(const Report &R, const char *Title, ArrayRef<Row> Rows, uint64_t Whole,
                       raw_ostream &OS) {
  size_t Width = 24;
  for (const Row &Rw : Rows)
    Width = std::max(Width, Rw.Name.size());
  OS << left_justify(Title, unsigned(Width) + 2)
     << "       packets      operands     control        cycles       %  insn/pkt   MAC/pkt   % "
        "MAC  bound by";
  OS << (R.HasMemory ? "                   DDR bytes\n" : "\n");
  for (const Row &Rw : Rows) {
    const Totals &T = *Rw.Sum;
    OS << "  " << left_justify(Rw.Name, unsigned(Width))
       << format("%14llu%14llu%12llu%14llu", (unsigned long long)T.Packets,
                 (unsigned long long)(T.stalls() - T.controlStalls()),
                 (unsigned long long)T.controlStalls(), (unsigned long long)T.cycles())
       << (Rw.OutsideNetwork ? std::string(8, ' ')
                             : formatv("{0,8:f2}", 100 * ratio(T.cycles(), Whole)).str())
       << format("%10.2f%10.1f%9.1f", ratio(T.Instructions, T.Packets), ratio(T.Macs, T.Packets),
                 100 * ratio(T.Macs, double(T.Packets) * R.M.MacsPerPacket));
    Use U = boundBy(T);
    const bool Last = !R.HasMemory && Rw.Tensor.empty();
    OS << "  "
       << left_justify(formatv("{0} {1:f0} %", U.Name, 100 * U.OfCycles).str(), Last ? 0 : 21);
    if (R.HasMemory)
      OS << format("%15llu", (unsigned long long)memoryCost(T, R.M).DdrBytes);
    OS << (Rw.Tensor.empty() ? "" : "  " + Rw.Tensor) << "\n";
  }
}

static void printLoops(const Report &R, unsigned Top, uint64_t Whole, raw_ostream &OS) {
  if (R.Priced.Loops.empty())
    return;
  OS << "loops, inner ones included             iterations  packets/it   stalls/it   cycles/it     "
        "  %\n";
  for (size_t I = 0; I < std::min<size_t>(Top, R.Priced.Loops.size()); ++I) {
    const Loop &L = R.Priced.Loops[I];
    std::string Name = L.In->Name + "+0x" + utohexstr(L.Low - L.In->Low, true);
    double N = double(L.Iterations);
    OS << "  " << left_justify(Name, 34) << format("%13llu", (unsigned long long)L.Iterations)
       << format("%12.2f%12.2f%12.2f%8.2f", L.Sum.Packets / N, L.Sum.stalls() / N,
                 L.Sum.cycles() / N, 100 * ratio(L.Sum.cycles(), Whole))
       << (L.Hardware ? "  hardware" : "") << (L.Innermost ? "" : "  outer") << "\n";
  }
}

void profile::printSummary(const Report &R, unsigned Top, raw_ostream &OS) {
  const bool HasNetwork = R.Priced.hasNetwork();
  const Totals Network = networkTotals(R), &Seen = HasNetwork ? Network : R.Priced.Total;
  const uint64_t Whole = Seen.cycles();
  printTotals(R, Seen, OS);
  printResources(Seen, OS);
  printMemory(R, Seen, OS);
  OS << "\n";
  std::vector<Row> Layers = layerRows(R);
  if (HasNetwork)
    Layers.insert(Layers.begin(), {"(all of the network)", &Network});
  else
    Layers.back().OutsideNetwork = false;
  printTable(R, "layer", Layers, Whole, OS);
  OS << "\n";
  std::vector<Row> Functions;
  for (size_t I = 0; I < std::min<size_t>(Top, R.Priced.Functions.size()); ++I)
    Functions.push_back({R.Priced.Functions[I].first, &R.Priced.Functions[I].second});
  printTable(R, "function, self", Functions, Whole, OS);
  OS << "\n";
  printLoops(R, Top, Whole, OS);
}
