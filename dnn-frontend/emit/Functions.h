// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of a network's layers, each text once. Where many layers are alike but for their constants' addresses, the C has
// one function that all of them call:
//
//   HL_LAYER void net_op000_CONV_2D_and_99_more(const int8_t *in0, int8_t *out0, const void *constant0, const void *constant1) { ... }
//   ...
//   net_op000_CONV_2D_and_99_more(memory + 0, memory + 1024, W(uint64_t, 128), W(int32_t, 4096));
//
// So memory, code and the compiler's time go by what differs. A few that are alike stay apart: a profile is to show each layer.
#pragma once

#include "nests/LayerWriter.h"

#include <deque>

namespace hexloom {

class Functions {
public:
  using Id = size_t;

  explicit Functions(Budget &Purse) : Purse(Purse) {}

  /// Adds a function, unless the same text is there, and returns it. A text is parameters and a body in which constants are marks
  /// (LayerWriter::body). IsBound: an object with static storage begins with a constant's address. C wants that to be known, so it cannot
  /// be a parameter.
  Id add(std::string Parameters, std::string Body, bool IsBound);
  /// Says that a layer calls a function: what the layer's own one would be called, and how many constants it has.
  void use(Id Function, const std::string &Name, size_t Constants);

  bool isShared(Id Function) const;
  std::string nameOfShared(Id Function) const; ///< by the first layer; a profile's row
  /// The C text of all shared functions.
  std::string shared() const;
  /// The parameters and the body of one layer's own function, with these constants.
  std::string own(Id Function, const std::vector<LayerConstant> &Constants) const;

private:
  struct Text {
    std::string Parameters, Body;
    bool IsBound;
    std::string FirstName = {};
    size_t Uses = 0, Constants = 0;
  };
  Budget &Purse; ///< each text is paid from it
  std::deque<Text> All;
  std::map<std::pair<size_t, size_t>, std::vector<Id>> Known; ///< (size, hash) to texts
};

} // namespace hexloom
