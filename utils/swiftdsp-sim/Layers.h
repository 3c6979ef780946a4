// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which code starts a layer of a network and which ends it. The emitted C has a function
// NAME_op<index>_<kind> for each operator; what it calls belongs to the layer. The rules are those of
// utils/packet-profile (README.md, "Layers").
#ifndef SWIFTDSP_SIM_LAYERS_H
#define SWIFTDSP_SIM_LAYERS_H

#include "Program.h"

namespace swiftdsp {

struct NetworkLayer {
  std::string Network, Name; // Name: op<index>_<kind>
  unsigned Index;
};

class Layers {
public:
  /// What runs from an address on: a layer's number, or one of these.
  static constexpr int Keep = -2, None = -1;

  void find(Program &P, const Memory &Mem);
  int layerOf(const Program &P, uint32_t Address) const;
  const std::vector<NetworkLayer> &all() const { return List; }
  /// Whether a function outside the layers belongs to a network: its driver.
  bool isDriver(const std::string &FunctionName) const;

private:
  std::vector<NetworkLayer> List; // by network, then index
  std::vector<int> OfFunction;    // by index of Program::functions()
};

} // namespace swiftdsp

#endif
