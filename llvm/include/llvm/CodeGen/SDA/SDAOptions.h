//===- SDAOptions.h - What -sda-pack asks for -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The option is the target-neutral core's: every target with a policy obeys it.
// The modes are those of GCD2 section IV.C, figure 11, and the yardstick.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_SDA_SDAOPTIONS_H
#define LLVM_CODEGEN_SDA_SDAOPTIONS_H

#include "llvm/ADT/StringRef.h"

namespace llvm::sda {

enum class PackMode {
  Off,        ///< the target's stock packetizer
  Published,  ///< the paper's algorithm alone, as printed
  PublishedSoftToHard, ///< the same, every soft dependence treated as a hard one
  PublishedSoftToNone, ///< the same, without p in the score
  SoftToHard, ///< every soft dependence is treated as a hard one
  SoftToNone, ///< soft dependences cost nothing
  SDA,        ///< soft dependences cost the stall that they cause
  Optimal,    ///< provably best packing of each region, where it can be found
};

/// The mode of the command line; Off if the option is absent, or what there is a DefaultMode for.
PackMode packMode();

/// Sets what an absent option means, as long as it lives. It is for targets that pack like this
/// unless told otherwise.
class DefaultMode {
public:
  explicit DefaultMode(PackMode Mode);
  ~DefaultMode();
  DefaultMode(const DefaultMode &) = delete;
};

/// Whether every soft dependence is to be a hard one; whether the score leaves p out.
bool softToHard();
bool softToNone();

/// What is added to the published algorithm, in the order of the pipeline.
enum class Technique {
#define SDA_TECHNIQUE(Id, Name, What) Id,
#include "llvm/CodeGen/SDA/SDATechniques.def"
};

/// Whether the mode has technique T, and -sda-techniques does not leave it out.
bool uses(Technique T);

/// What is wrong with -sda-techniques, or "": it is given, and the mode has techniques of its own.
StringRef techniquesProblem();

/// Whether our packetizer runs in the stock one's place.
/// Options that cannot be had together turn the pass on, too: it says so.
inline bool isEnabled() { return packMode() != PackMode::Off || !techniquesProblem().empty(); }

/// Places of a packet that may be used, of a target's Slots: all, or what -sda-issue-limit says.
unsigned issueWidth(unsigned Slots);

/// -debug-counter=sda-region=FIRST-LAST: whether one more region may be packed. Counts the calls.
bool enterRegion();

/// -sda-verify.
bool verifyEnabled();

/// -sda-rename: whether values within a region may move to other registers.
bool renameEnabled();

/// Whether instructions may move across loops' back edges at all, which they do not in the
/// comparison modes; and whether one more loop may be rotated (-debug-counter=sda-rotate=...).
/// Counts the calls.
bool rotationEnabled();
bool enterRotation();

/// Whether regions may get another program at all; and whether one more region may
/// (-debug-counter=sda-rewrite=...). Counts the calls.
bool rewritingEnabled();
bool enterRewrite();

/// -sda-peel: whether a rotated loop's last iteration may be peeled.
bool peelingEnabled();

/// -sda-versions: whether loops get a version for pointers that are apart. With the stock
/// packetizer only if it is given.
bool versionsEnabled();

/// -sda-dump-idg: the folder for pictures, or empty.
StringRef dumpFolder();

/// -sda-optimal-limit: packets that the search for the optimum may try in a region.
unsigned optimalNodeLimit();

} // namespace llvm::sda

#endif // LLVM_CODEGEN_SDA_SDAOPTIONS_H
