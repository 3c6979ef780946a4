// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See Simulator.h. The loop is the document's "Timing", the rest its "Control flow".
#include "Simulator.h"
#include <algorithm>

using namespace swiftdsp;

std::string Simulator::load(const std::string &File, const std::vector<std::string> &Arguments) {
  if (!M.Mem.allocate(Opts.MemoryBytes))
    return "cannot allocate " + std::to_string(Opts.MemoryBytes >> 20) + " MB of memory";
  if (std::string Error = Prog.load(File, M.Mem); !Error.empty())
    return Error;
  // argv's strings, then its pointers, then a multiple of 16.
  constexpr uint64_t LeastStack = 0x1000;
  uint64_t Needed = LeastStack;
  for (const std::string &A : Arguments)
    Needed += A.size() + 1 + sizeof(uint32_t);
  if (Prog.end() + Needed > M.Mem.size())
    return "no memory is left for its stack: use a larger --memory";
  uint32_t Sp = M.Mem.size();
  std::vector<uint32_t> Pointers;
  for (const std::string &A : Arguments) {
    Sp -= uint32_t(A.size()) + 1;
    std::memcpy(M.Mem.at(Sp), A.c_str(), A.size() + 1);
    Pointers.push_back(Sp);
  }
  Pointers.push_back(0);
  Sp = (Sp - uint32_t(4 * Pointers.size())) & ~15u;
  std::memcpy(M.Mem.at(Sp), Pointers.data(), 4 * Pointers.size());
  constexpr unsigned A0 = 3, A1 = 4;
  M.R[StackPointer] = int32_t(Sp);
  M.R[A0] = int32_t(Arguments.size());
  M.R[A1] = int32_t(Sp);
  Pc = Prog.entry();
  if (Opts.Profile)
    Network.find(Prog, M.Mem);
  return "";
}

/// Moves M.Cycle to where the operands are there; charges the wait to the latest one.
inline void Simulator::wait(Packet &P, uint64_t Earliest) {
  int64_t T = int64_t(Earliest);
  uint64_t Latest = 0;
  for (const Packet::RegisterRead &R : P.Reads) {
    int64_t Wanted = int64_t(Results[R.Register] >> CauseBits) - R.Stage;
    if (Wanted > T) {
      T = Wanted;
      Latest = Results[R.Register];
    }
  }
  if (T > int64_t(Earliest))
    P.Now->Stalls[Latest & ((1 << CauseBits) - 1)] += uint64_t(T) - Earliest;
  M.Cycle = uint64_t(T);
}

/// What is left to do when a packet's instructions have run.
inline void Simulator::finish(Packet &P) {
  if (P.DefersStores) {
    for (const Machine::PendingStore &S : M.Pending)
      std::memcpy(M.Mem.at(S.Address), S.Data, S.Bytes);
    M.Pending.clear();
  }
  M.Cycle += P.Soft + P.Divide;
  if (M.LineCrossed) {
    M.Cycle += Cost_LINE_CROSSED;
    P.Now->Stalls[unsigned(Cause::Line)] += Cost_LINE_CROSSED;
  }
  for (const Packet::RegisterWrite &W : P.Writes)
    Results[W.Register] = (M.Cycle + W.Stage) << CauseBits | unsigned(W.Why);
  LastCycle = M.Cycle;
  ++M.Packets;
  M.Instructions += P.Uses.Instructions;
  ++P.Now->Packets;
}

inline Packet *Simulator::successor(Packet &P, uint32_t Target) {
  if (!P.LastTarget || P.LastTarget->Address != Target)
    P.LastTarget = Prog.packetAt(Target, M.Mem);
  return P.LastTarget;
}

/// The packet at which loops that end behind P go on, with the counters as they were before it;
/// null: behind P.
Packet *Simulator::hardwareLoop(Packet &P, const int32_t Counters[2], const uint32_t Ends[2],
                                const uint32_t Starts[2]) {
  for (unsigned Level = 0; Level != 2; ++Level) {
    if (P.End != Ends[Level])
      continue;
    unsigned Register = LoopCounter0 + Level;
    bool Changed = std::any_of(P.Writes.begin(), P.Writes.end(),
                               [&](const Packet::RegisterWrite &W) { return W.Register == Register; });
    bool Again = uint32_t(Counters[Level]) > 1;
    if (!Changed)
      M.R[Register] = Again ? int32_t(uint32_t(Counters[Level]) - 1) : 0;
    if (Again)
      return successor(P, Starts[Level]);
  }
  return nullptr;
}

void Simulator::selectLayer(Packet &P) {
  if (P.StartsLayer == Packet::UnknownLayer)
    P.StartsLayer = Network.layerOf(Prog, P.Address);
  if (P.StartsLayer != Layers::Keep)
    Layer = P.StartsLayer;
  if (P.NowLayer == Layer)
    return;
  P.NowLayer = Layer;
  P.Now = &P.ByLayer[Layer];
}

/// The jump from a packet to one before it makes a loop.
static void noteBackward(Packet &P, uint32_t To) {
  if (To <= P.Address && std::find(P.BackwardTo.begin(), P.BackwardTo.end(), To) == P.BackwardTo.end())
    P.BackwardTo.push_back(To);
}

void Simulator::trace(const Packet &P) {
  std::fprintf(Opts.Trace, "%10llu %8x ", (unsigned long long)M.Cycle, P.Address);
  for (size_t I = 0; I != P.Text.size(); ++I)
    std::fprintf(Opts.Trace, "%s%s", I ? " ; " : "{ ",
                 disassemble(P.Text[I], P.Address + 4 * uint32_t(I)).c_str());
  std::fputs(" }", Opts.Trace);
  for (const Packet::RegisterWrite &W : P.Writes) {
    std::fprintf(Opts.Trace, " %s=", registerName(W.Register));
    if (!isVector(W.Register)) {
      std::fprintf(Opts.Trace, "%x", uint32_t(M.R[W.Register]));
      continue;
    }
    const Vector &V = M.V[W.Register - FirstVector];
    std::fprintf(Opts.Trace, "%08x.%08x.%08x.%08x:%08x", V.uw[3], V.uw[2], V.uw[1], V.uw[0], V.guard());
  }
  std::fputc('\n', Opts.Trace);
}

template <bool Tracing, bool Profiling> void Simulator::loop() {
  Packet *P = Prog.packetAt(Pc, M.Mem);
  uint64_t Earliest = 0;
  for (;;) {
    Pc = P->Address;
    if (M.Packets == Opts.MaxPackets)
      throw Stop{-1, "stopped after " + std::to_string(M.Packets) + " packets"};
    if (Profiling)
      selectLayer(*P);
    wait(*P, Earliest);
    const int32_t Counters[2] = {M.R[LoopCounter0], M.R[LoopCounter1]};
    const uint32_t Ends[2] = {M.LoopEnd[0], M.LoopEnd[1]}, Starts[2] = {M.LoopStart[0], M.LoopStart[1]};
    M.Taken = M.LineCrossed = false;
    M.DeferStores = P->DefersStores;
    for (const Operation &O : P->Operations)
      O.Run(M, O);
    finish(*P);
    if (Tracing)
      trace(*P);

    Earliest = M.Cycle + 1;
    Packet *Next = nullptr;
    if (M.Taken) {
      P->Now->Stalls[unsigned(Cause::Branch)] += M.Bubbles;
      Earliest += M.Bubbles;
      Next = successor(*P, M.Target);
    } else if (P->End == Ends[0] || P->End == Ends[1]) {
      Next = hardwareLoop(*P, Counters, Ends, Starts);
    }
    if (Profiling && Next)
      noteBackward(*P, Next->Address);
    if (!Next) {
      if (!P->Following)
        P->Following = Prog.packetAt(P->End, M.Mem);
      Next = P->Following;
    }
    P = Next;
  }
}

Stop Simulator::run() {
  try {
    if (Opts.Profile)
      Opts.Trace ? loop<true, true>() : loop<false, true>();
    else
      Opts.Trace ? loop<true, false>() : loop<false, false>();
  } catch (const Stop &S) {
    if (S.Number == 0) // the packet that calls exit did its work
      finish(*Prog.packetAt(Pc, M.Mem));
    return S;
  }
  return {0, ""};
}
