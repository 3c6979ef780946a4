// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a program: packets in order, with their timing, and counts.
#ifndef SWIFTDSP_SIM_SIMULATOR_H
#define SWIFTDSP_SIM_SIMULATOR_H

#include "Layers.h"
#include "Program.h"
#include <cstdio>

namespace swiftdsp {

struct Options {
  uint32_t MemoryBytes = 256u << 20;
  uint64_t MaxPackets = ~uint64_t(0);
  std::FILE *Trace = nullptr;
  bool Profile = false;
};

class Simulator {
public:
  explicit Simulator(const Options &O) : Opts(O) {}

  /// Loads a program and puts its arguments on the stack. Returns what is wrong, or nothing.
  std::string load(const std::string &File, const std::vector<std::string> &Arguments);

  /// Runs to the program's end; Stop's number is 0 after exit.
  Stop run();

  const Program &program() const { return Prog; }
  const Machine &machine() const { return M; }
  const Layers &network() const { return Network; }
  uint64_t cycles() const { return M.Packets ? LastCycle + 1 : 0; }
  /// The address at which the program stopped.
  uint32_t pc() const { return Pc; }

private:
  template <bool Tracing, bool Profiling> void loop();
  void wait(Packet &P, uint64_t Earliest);
  void finish(Packet &P);
  Packet *hardwareLoop(Packet &P, const int32_t Counters[2], const uint32_t Ends[2], const uint32_t Starts[2]);
  Packet *successor(Packet &P, uint32_t Target);
  void selectLayer(Packet &P);
  void trace(const Packet &P);

  Options Opts;
  Machine M;
  Program Prog;
  Layers Network;
  int Layer = Layers::None;
  // When each register's last result is there (cycle + stage). The low CauseBits hold the cause of a wait for it.
  static constexpr unsigned CauseBits = 8;
  uint64_t Results[NumRegisters] = {};
  uint64_t LastCycle = 0;
  uint32_t Pc = 0;
};

} // namespace swiftdsp

#endif
