// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Placement of activations in the one arena that the caller gives: memory is reused by lifetimes.
#pragma once

#include "ir/Graph.h"

#include <vector>

namespace hexloom {

/// Where a tensor lives while the model runs.
struct Place {
  enum Kind {
    None,
    Arena,
    Input,
    Output,
    State
  } Where = None;     ///< None: constants, and tensors that nobody uses
  int64_t Offset = 0; ///< Arena, State: in bytes; Input, Output: number of the buffer
  bool operator==(const Place &O) const { return Where == O.Where && Offset == O.Offset; }
};

struct LayerMemory {
  int64_t ScratchBytes = 0;
  bool Aliases = false; ///< the first output wants to share the first input's memory
  /// Inputs and outputs that may lie at one place: the kernel reads each element before it writes it.
  std::vector<std::pair<int, int>> InPlace = {};
};

struct ArenaPlan {
  std::vector<Place> Tensors;         ///< by tensor id
  std::vector<int64_t> ScratchOffset; ///< by operator; meaningful where it asked for scratch
  int64_t Bytes = 0;
  std::vector<int64_t> StateOffset; ///< by state: where it lies between runs
  int64_t StateBytes = 0;
};

/// A state's next value is written where the state lies, if nobody reads that any more, or else
/// into the arena; then it is to be copied after the last operator.
///
/// Greedy by size, each buffer at the lowest offset that is free during its whole lifetime. Offsets
/// are multiples of 128, and so is what a buffer reserves. `Layers` has an entry for each operator
/// of G.
ArenaPlan placeArena(const Graph &G, const std::vector<LayerMemory> &Layers);

} // namespace hexloom
