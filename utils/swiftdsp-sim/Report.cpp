// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report by layer, function and loop. See Report.h.
#include "Report.h"
#include "Json.h"
#include "Totals.h"
#include "machine/Processor.h"
#include <algorithm>

using namespace swiftdsp;

namespace {
struct Loop {
  uint32_t Low, High = 0;
  bool Hardware = false, Innermost = true;
  uint64_t Iterations = 0;
  Totals Sum = {};
};

class Reporter {
public:
  Reporter(const Simulator &S, std::FILE *Out) : S(S), J(Out) { collect(); }
  void print(const std::string &Name);

private:
  void collect();
  void findLoops();
  bool isSeen(const Packet &P, int Layer) const;
  Totals sumOf(const Packet &P) const;
  void stalls(const Totals &T);
  void totals(const Totals &T);
  void named(const std::string &Name, const Totals &T);
  void layers();
  void functions();
  void loops();
  void listing(const Loop &L);
  void facts();

  const Simulator &S;
  Json J;
  bool HasNetwork = false;
  std::vector<const Packet *> Ran; // by address
  std::map<int, Totals> ByLayer;
  Totals Driver, Runtime, Unknown, Total;
  std::map<std::string, Totals> ByFunction;
  std::vector<Loop> Loops;
};
} // namespace

/// Whether a packet counts in functions and loops. If a layer ran, only those do that belong to the network's run.
bool Reporter::isSeen(const Packet &P, int Layer) const {
  if (!HasNetwork || Layer >= 0)
    return true;
  const Function *F = S.program().functionAt(P.Address);
  return F && S.network().isDriver(F->Name);
}

Totals Reporter::sumOf(const Packet &P) const {
  Totals T;
  for (const auto &[Layer, C] : P.ByLayer)
    if (isSeen(P, Layer))
      T.add(P, C);
  return T;
}

void Reporter::collect() {
  for (const auto &P : S.program().packets()) {
    if (!P)
      continue;
    uint64_t Count = 0;
    for (const auto &[Layer, C] : P->ByLayer) {
      Count += C.Packets;
      HasNetwork |= Layer >= 0 && C.Packets;
    }
    if (Count)
      Ran.push_back(P.get());
  }
  for (const Packet *P : Ran) {
    const Function *F = S.program().functionAt(P->Address);
    for (const auto &[Layer, C] : P->ByLayer) {
      Totals &Part = Layer >= 0                             ? ByLayer[Layer]
                     : !F                                   ? Unknown
                     : S.network().isDriver(F->Name) ? Driver
                                                            : Runtime;
      Part.add(*P, C);
      Total.add(*P, C);
    }
    if (Totals T = sumOf(*P); T.Packets)
      ByFunction[F ? F->Name : "(no symbol)"].add(T);
  }
  findLoops();
}

/// A loop is the code from the target of a backward transfer to its source, in one function.
void Reporter::findLoops() {
  std::map<uint32_t, Loop> ByHead;
  for (const Packet *P : Ran)
    for (uint32_t To : P->BackwardTo) {
      const Function *F = S.program().functionAt(To);
      bool Calls = false, Branches = false;
      for (const Decoded &D : P->Text) {
        Calls |= (D.Inst->Flags & (CALL | INDIRECT)) != 0;
        Branches |= (D.Inst->Flags & BRANCH) != 0;
      }
      if (!F || F != S.program().functionAt(P->Address) || Calls)
        continue;
      Loop &L = ByHead.try_emplace(To, Loop{To}).first->second;
      L.High = std::max(L.High, P->End);
      L.Hardware |= !Branches;
    }
  for (auto &[Head, L] : ByHead) {
    for (const Packet *P : Ran) {
      if (P->Address < L.Low || P->Address >= L.High)
        continue;
      Totals T = sumOf(*P);
      L.Sum.add(T);
      if (P->Address == Head)
        L.Iterations = T.Packets;
    }
    for (auto &[Inner, I] : ByHead)
      L.Innermost &= Inner == Head || Inner < L.Low || I.High > L.High;
    if (L.Iterations)
      Loops.push_back(L);
  }
  std::stable_sort(Loops.begin(), Loops.end(),
                   [](const Loop &A, const Loop &B) { return A.Sum.cycles() > B.Sum.cycles(); });
}

void Reporter::stalls(const Totals &T) {
  J.key("stalls_by_cause"), J.open('{');
  for (unsigned I = 0; I != NumCauses; ++I)
    if (T.Stalls[I])
      J.field(CauseRows[I].Key, T.Stalls[I]);
  J.close('}');
}

void Reporter::totals(const Totals &T) {
  J.field("packets", T.Packets);
  J.field("stalls", T.stalls());
  J.field("control_stalls", T.stalls(true));
  J.field("cycles", T.cycles());
  stalls(T);
  J.key("resources"), J.open('{');
#define RESOURCE(Name) J.field(#Name, T.Name);
#include "Resources.def"
  J.close('}');
  J.key("slots"), J.open('[');
  for (uint64_t N : T.Slots)
    J.number(N);
  J.close(']');
}

void Reporter::named(const std::string &Name, const Totals &T) {
  J.open('{');
  J.field("name", Name);
  totals(T);
  J.close('}');
}

void Reporter::layers() {
  J.key("layers"), J.open('[');
  for (const auto &[Layer, T] : ByLayer)
    named(S.network().all()[size_t(Layer)].Name, T);
  if (!S.network().all().empty())
    named("(network driver)", Driver);
  named("(start-up and run-time)", Runtime);
  if (Unknown.Packets)
    named("(no symbol)", Unknown);
  J.close(']');
}

void Reporter::functions() {
  std::vector<std::pair<std::string, Totals>> Sorted(ByFunction.begin(), ByFunction.end());
  std::stable_sort(Sorted.begin(), Sorted.end(),
                   [](const auto &A, const auto &B) { return A.second.cycles() > B.second.cycles(); });
  J.key("functions"), J.open('[');
  for (const auto &[Name, T] : Sorted)
    named(Name, T);
  J.close(']');
}

void Reporter::listing(const Loop &L) {
  J.key("listing"), J.open('[');
  for (const Packet *P : Ran) {
    if (P->Address < L.Low || P->Address >= L.High)
      continue;
    Totals T = sumOf(*P);
    J.open('{');
    J.field("address", P->Address);
    J.field("count", T.Packets);
    stalls(T);
    J.key("text"), J.open('[');
    for (size_t K = 0; K != P->Text.size(); ++K)
      J.text(disassemble(P->Text[K], P->Address + 4 * uint32_t(K)));
    J.close(']'), J.close('}');
  }
  J.close(']');
}

void Reporter::loops() {
  constexpr unsigned MaxListings = 16, MaxListingBytes = 4096;
  unsigned Listings = 0;
  J.key("loops"), J.open('[');
  for (const Loop &L : Loops) {
    const Function *F = S.program().functionAt(L.Low);
    char Offset[16];
    std::snprintf(Offset, sizeof Offset, "+0x%x", L.Low - F->Low);
    J.open('{');
    J.field("name", F->Name + Offset);
    totals(L.Sum);
    J.field("iterations", L.Iterations);
    J.key("hardware"), J.truth(L.Hardware);
    J.key("innermost"), J.truth(L.Innermost);
    if (L.Innermost && L.High - L.Low <= MaxListingBytes && Listings++ < MaxListings)
      listing(L);
    J.close('}');
  }
  J.close(']');
}

void Reporter::facts() {
  J.key("causes"), J.open('[');
  for (unsigned I = 0; I != NumCauses; ++I)
    J.open('{'), J.field("key", CauseRows[I].Key), J.field("text", CauseRows[I].Text), J.close('}');
  J.close(']');
  J.key("machine_facts"), J.open('[');
#define COST(Fact, Cycles)                                                                         \
  J.open('{'), J.field("key", #Fact), J.field("value", Cycles), J.field("source", "docs/swiftdsp/ISA.def"), J.close('}');
#include "ISA.def"
  J.close(']');
}

void Reporter::print(const std::string &Name) {
  constexpr auto PeakMacs = static_cast<unsigned>(hexloom::swiftdsp::fact("compute.macs_per_packet"));
  Totals Network = Driver;
  for (const auto &[Layer, T] : ByLayer)
    Network.add(T);
  J.open('{');
  J.field("format", "packet-profile-report 1");
  J.field("program", Name);
  J.field("machine", "SwiftDSP");
  J.field("macs_per_packet_bound", PeakMacs);
  J.key("exact"), J.truth(true);
  J.field("facts_text", "Latencies are those of docs/swiftdsp/ISA.def; these are its other costs, in cycles:");
  J.key("total"), J.open('{'), totals(Total), J.close('}');
  J.key("network"), J.open('{'), totals(Network), J.close('}');
  layers();
  functions();
  loops();
  facts();
  J.close('}');
}

void swiftdsp::printReport(const Simulator &S, const std::string &Name, std::FILE *Out) {
  Reporter(S, Out).print(Name);
  std::fputc('\n', Out);
}
