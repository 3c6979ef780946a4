// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of networks.
#pragma once

#include "Net.h"

#include <functional>

namespace zoo {

class Simulation;

struct Entry {
  std::string Name;
  std::string Description;
  std::function<void(Net &)> Build;
  bool IsLarge = false; ///< minutes to run: --all leaves it out
  std::function<void(Simulation &, Net &)> Layers = nullptr; ///< what Build calibrates; null: it cannot be counted
};

/// Classifiers, some at real size, and blocks of real architectures, with calibrated quantization.
void addNetworks(std::vector<Entry> &Zoo);
/// The networks of GCD2's table IV at their real size, and reduced for tests: all are large.
void addPublished(std::vector<Entry> &Zoo);
/// Blocks and first layers of networks of SmartMem's table 7 in which much is moved, at real size and reduced: all are large.
void addMovedBlocks(std::vector<Entry> &Zoo);
/// The networks of SmartMem's table 7 at their real size, which are large, and reduced.
void addSmartMem(std::vector<Entry> &Zoo);
/// Networks of one operator each: every operator that the front end takes, in every type.
void addElementwiseSingles(std::vector<Entry> &Zoo);
void addProductSingles(std::vector<Entry> &Zoo);
void addMovementSingles(std::vector<Entry> &Zoo);
/// Products of float activations by int8 weights.
void addHybridSingles(std::vector<Entry> &Zoo);
void addHybridStateSingles(std::vector<Entry> &Zoo);
void addStateSingles(std::vector<Entry> &Zoo);
/// YOLOv8n with dynamic-range quantization: large.
void addYolo(std::vector<Entry> &Zoo);
void addHybridMobileNetV3(std::vector<Entry> &Zoo);
void addFurtherSingles(std::vector<Entry> &Zoo);
/// What is unusual in the shape of a graph: batches, empty tensors, many inputs and outputs, a
/// batch chosen later.
void addShapes(std::vector<Entry> &Zoo);

} // namespace zoo
