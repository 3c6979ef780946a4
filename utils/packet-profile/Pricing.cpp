// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See Pricing.h.
#include "Pricing.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::HexagonTiming;
using namespace profile;

uint64_t Totals::stalls() const {
  uint64_t Sum = 0;
  for (uint64_t S : Stalls)
    Sum += S;
  return Sum;
}

uint64_t Totals::controlStalls() const {
  uint64_t Sum = 0;
  for (unsigned I = 0; I != NumCauses; ++I)
    Sum += isControl(Cause(I)) ? Stalls[I] : 0;
  return Sum;
}

void Totals::addPacket(const Packet &P, uint64_t Count) {
  Packets += Count;
#define HEX_RESOURCE(Name) Name += Count * P.Use.Name;
#include "Resources.def"
}

void Totals::addMemory(const MemoryCounts &C) {
#define HEX_MEMORY_COUNT(Name) Memory.Name += C.Name;
#include "plugin/MemoryCounts.def"
}

void Totals::add(const Totals &T) {
  Packets += T.Packets;
#define HEX_RESOURCE(Name) Name += T.Name;
#include "Resources.def"
  for (unsigned I = 0; I != NumCauses; ++I)
    Stalls[I] += T.Stalls[I];
  addMemory(T.Memory);
}

MemoryCost profile::memoryCost(const Totals &T, const Machine &M) {
  const MemoryCounts &C = T.Memory;
  MemoryCost Cost;
  uint64_t Misses = C.ScalarL2Misses + C.VectorL2Misses;
  Cost.L2Bytes = C.L1Misses * M.L1Line + C.VectorBytes;
  Cost.DdrBytes = (Misses + C.WriteBacks) * M.L2Line;
  Cost.LatencyCycles = C.L1Misses * M.L2Latency + Misses * M.DdrLatency + C.LineCrossings;
  Cost.BandwidthCycles = uint64_t(double(Cost.DdrBytes) / M.DdrBytesPerCycle + 0.5);
  return Cost;
}

std::vector<Use> profile::uses(const Totals &T) {
  std::vector<Use> Uses;
  auto Add = [&](const char *Name, uint64_t Used, unsigned PerPacket) {
    double Packets = double(Used) / PerPacket;
    Uses.push_back({Name, T.Packets ? Packets / double(T.Packets) : 0,
                    T.Packets ? Packets / double(T.cycles()) : 0});
  };
#define PACKET_BOUND(Name, Used, PerPacket) Add(Name, Used, PerPacket);
#include "Bounds.def"
  return Uses;
}

Use profile::boundBy(const Totals &T) {
  const double Cycles = std::max(1.0, double(T.cycles()));
  std::vector<Use> All = uses(T);
  All.push_back({"operand stalls", 0, double(T.stalls() - T.controlStalls()) / Cycles});
  All.push_back({"control stalls", 0, double(T.controlStalls()) / Cycles});
  return *std::max_element(All.begin(), All.end(), [](const Use &A, const Use &B) {
    return A.OfCycles < B.OfCycles;
  });
}

namespace {

/// Cycles that the transfer of control to a packet costs.
struct ControlCost {
  unsigned Cycles = 0;
  Cause Why = Cause::WrongHint;
};

class Pricer {
public:
  Pricer(Program &Prog, const Recording &R, const Machine &M, Pricing &Out)
      : Prog(Prog), R(R), M(M), Out(Out),
        Timing(Prog.timing(M.ScalarClocks == 1 ? Pace::Clock : Pace::Context)),
        Board(Timing, Prog.registers()) {}
  Error run();

private:
  Error decode();
  void node(const RecordedNode &N);
  ControlCost control(const Packet &From, const Packet &To) const;
  void issue(const Packet *From, const Packet &P, ArrayRef<Totals *> Charge, uint64_t Count);
  Totals &outside(uint32_t Address);
  /// Whether packets of that part take part in the tables of functions and loops.
  bool isSeen(const Totals &Part) const {
    return !HasNetwork || (&Part != &Out.Runtime && &Part != &Out.Unknown);
  }

  bool HasNetwork = false;
  Program &Prog;
  const Recording &R;
  const Machine &M;
  Pricing &Out;
  TimingModel Timing;
  Scoreboard Board;
  std::vector<std::vector<PacketCost *>> Blocks;
};

} // namespace

Error Pricer::decode() {
  for (const RecordedBlock &B : R.Blocks) {
    std::vector<PacketCost *> Costs;
    for (size_t I = 0; I != B.Packets.size(); ++I) {
      Expected<const Packet *> P = Prog.packetAt(B.Packets[I]);
      if (!P)
        return P.takeError();
      uint32_t Next = I + 1 != B.Packets.size() ? B.Packets[I + 1] : B.End;
      if ((*P)->end() != Next)
        return createStringError(
            inconvertibleErrorCode(),
            "the packet at 0x" + Twine::utohexstr(B.Packets[I]) +
                " has another length than in the profile; is the profile of another program?");
      PacketCost &Cost = Out.Packets[B.Packets[I]];
      Cost.P = *P;
      Costs.push_back(&Cost);
    }
    Blocks.push_back(std::move(Costs));
  }
  return Error::success();
}

/// Control flow is free when it goes as the hint says: hardware loops by the PRM ("zero overhead"),
/// jumps as an assumption. The other costs are those of the machine description.
ControlCost Pricer::control(const Packet &From, const Packet &To) const {
  const Branch *Taken = nullptr;
  bool FallsThrough = To.Address == From.end();
  for (const Branch &B : From.Branches) {
    if (B.How == Branch::Direct ? B.Target == To.Address && !FallsThrough : !FallsThrough)
      Taken = &B;
    else if (B.Conditional && B.HintTaken)
      return {M.WrongHint, Cause::WrongHint};
    if (Taken)
      break;
  }
  if (Taken && Taken->Conditional && !Taken->HintTaken)
    return {M.WrongHint, Cause::WrongHint};
  if (Taken && Taken->How == Branch::Indirect)
    return {M.IndirectJump, Cause::IndirectJump};
  if (!FallsThrough && To.Address / M.FetchWindow != (To.end() - 1) / M.FetchWindow)
    return {M.SplitTarget, Cause::SplitTarget};
  return {};
}

/// Issues \p P after \p From (null: the packet before in the block) and charges \p Count executions
/// to \p Charge.
void Pricer::issue(const Packet *From, const Packet &P, ArrayRef<Totals *> Charge, uint64_t Count) {
  ControlCost C = From ? control(*From, P) : ControlCost();
  Board.idle(C.Cycles);
  Wait W = Board.issue(P.Accesses);
  for (Totals *T : Charge) {
    T->addPacket(P, Count);
    T->Stalls[unsigned(C.Why)] += C.Cycles * Count;
    T->Stalls[unsigned(W.Why)] += W.Cycles * Count;
  }
}

/// The part outside the layers that a packet belongs to.
Totals &Pricer::outside(uint32_t Address) {
  const Function *F = Prog.functionAt(Address);
  if (!F)
    return Out.Unknown;
  for (const Layer &L : Prog.layers())
    if (StringRef(F->Name).starts_with(L.Network + "_"))
      return Out.NetworkDriver;
  return Out.Runtime;
}

void Pricer::node(const RecordedNode &N) {
  Board.reset();
  const Packet *Last = nullptr;
  for (size_t I = N.Path.size(); I-- > 1;) {
    const std::vector<PacketCost *> &B = Blocks[N.Path[I]];
    for (size_t J = 0; J != B.size(); ++J)
      issue(J ? nullptr : Last, *B[J]->P, {}, 0);
    Last = B.back()->P;
  }
  const std::vector<PacketCost *> &B = Blocks[N.Path[0]];
  Totals &Part = N.Layer >= 0 ? Out.Layers[N.Layer] : outside(B.front()->P->Address);
  Totals Elsewhere;
  for (size_t J = 0; J != B.size(); ++J)
    issue(J ? nullptr : Last, *B[J]->P, {isSeen(Part) ? &B[J]->Sum : &Elsewhere, &Part}, N.Count);
  if (Last)
    Out.Transfers[{Last->Address, B.front()->P->Address}] += N.Count;
}

Error Pricer::run() {
  if (Error E = decode())
    return E;
  HasNetwork = any_of(R.Nodes, [](const RecordedNode &N) { return N.Layer >= 0; });
  for (const RecordedNode &N : R.Nodes) {
    if (N.Layer >= int(Prog.layers().size()))
      return createStringError(inconvertibleErrorCode(),
                               "the profile has a layer that the program has not");
    node(N);
  }
  for (const auto &[Key, C] : R.Memory) {
    auto [Layer, Address] = Key;
    Totals &Part = Layer >= 0 ? Out.Layers[Layer] : outside(Address);
    Part.addMemory(C);
    if (isSeen(Part))
      Out.Packets[Address].Sum.addMemory(C);
  }
  return Error::success();
}

static void sumFunctions(const Program &Prog, Pricing &Out) {
  std::map<std::string, Totals> ByName;
  for (const auto &[Address, Cost] : Out.Packets) {
    const Function *F = Prog.functionAt(Address);
    if (Cost.Sum.Packets)
      ByName[F ? F->Name : "(no symbol)"].add(Cost.Sum);
  }
  Out.Functions.assign(ByName.begin(), ByName.end());
  std::stable_sort(Out.Functions.begin(), Out.Functions.end(), [](const auto &A, const auto &B) {
    return A.second.cycles() > B.second.cycles();
  });
}

static void sumParts(Pricing &Out) {
  for (const Totals *Part : {&Out.NetworkDriver, &Out.Runtime, &Out.Unknown})
    Out.Total.add(*Part);
  for (const auto &[Index, Sum] : Out.Layers)
    Out.Total.add(Sum);
}

static void findLoops(const Program &Prog, Pricing &Out) {
  std::map<uint32_t, Loop> ByHead;
  for (const auto &[Transfer, Count] : Out.Transfers) {
    auto [From, To] = Transfer;
    const Packet &Latch = *Out.Packets[From].P;
    const Function *F = Prog.functionAt(To);
    bool CallOrReturn =
        any_of(Latch.Branches, [](const Branch &B) { return B.Call || B.How == Branch::Return; });
    if (From < To || !F || F != Prog.functionAt(From) || (CallOrReturn && !Latch.EndLoop))
      continue;
    Loop &L = ByHead[To];
    L.In = F;
    L.Low = To;
    L.High = std::max(L.High, Latch.end());
    L.Hardware |= Latch.EndLoop;
  }
  for (auto &[Head, L] : ByHead) {
    for (auto It = Out.Packets.lower_bound(L.Low); It != Out.Packets.end() && It->first < L.High;
         ++It)
      L.Sum.add(It->second.Sum);
    L.Iterations = Out.Packets[Head].Sum.Packets;
    for (auto &[Inner, I] : ByHead)
      if (Inner != Head && Inner >= L.Low && I.High <= L.High)
        L.Innermost = false;
    if (L.Iterations)
      Out.Loops.push_back(L);
  }
  std::stable_sort(Out.Loops.begin(), Out.Loops.end(),
                   [](const Loop &A, const Loop &B) { return A.Sum.cycles() > B.Sum.cycles(); });
}

Expected<Pricing> profile::price(Program &Prog, const Recording &R, const Machine &M) {
  Pricing Out;
  if (Error E = Pricer(Prog, R, M, Out).run())
    return E;
  sumParts(Out);
  sumFunctions(Prog, Out);
  findLoops(Prog, Out);
  return Out;
}
