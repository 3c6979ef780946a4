//===- SDA/SearchEffort.h - How much is tried in a region -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_SEARCHEFFORT_H
#define LLVM_CODEGEN_SDA_SEARCHEFFORT_H

namespace llvm::sda {

/// What the search for a region's packings may do. Most is tried where the cycles are: in the
/// bodies of innermost loops.
struct SearchEffort {
  unsigned Weights;      ///< weights w of equation (4) that are tried
  bool BothEnds;         ///< also from the beginning to the end, and with all edges hard
  unsigned Restarts;     ///< packings with perturbed scores
  unsigned OptimalNodes; ///< packets that the search for the optimum may try; 0: no such search
};

/// The constants of the search, for every target. Sizes are numbers of instructions.
struct SearchLimits {
  /// The weights w of equation (4) in the order in which they are tried, the most fruitful first.
  static constexpr double Weights[] = {0.5, 0.02, 0.2, 0.9, 0.0, 1.0};

  /// How many of them a region outside of loops gets, one inside that is no body, and a body.
  static constexpr unsigned OutsideWeights = 2, LoopWeights = 3, BodyWeights = 6;
  static constexpr unsigned Restarts = 8;

  /// A larger region gets what one outside of loops gets.
  static constexpr unsigned LargeRegion = 400;
  /// A larger body has no restarts.
  static constexpr unsigned LargeBody = 256;
  /// A copied beginning or end of an overlapped loop up to this size has a body's restarts.
  static constexpr unsigned SmallBesideLoop = 24;
  /// A region outside of loops up to this size is searched for its optimum.
  static constexpr unsigned SmallRegion = 16;

  /// Packets that the search for the optimum may try where it is not asked for (-sda-pack=sda): in
  /// a loop's body, in other regions inside of loops, and in small ones outside.
  static constexpr unsigned BodyNodes = 4000, LoopNodes = 1000, SmallNodes = 400;
  /// A loop is searched a second time if this part of its cycles may be too many.
  static constexpr unsigned FarParts = 8;
  /// The second search may try this part of what the first one may: it finds what it finds early.
  static constexpr unsigned AgainParts = 4;

  /// Weights, and restarts, end after so many packings in a row that were known before.
  static constexpr unsigned RepeatedWeights = 1, RepeatedRestarts = 4;
  /// How often the same choices are tried again after the assembler's checker has refused a packet.
  static constexpr unsigned Refused = 4;
};

} // namespace llvm::sda

#endif
