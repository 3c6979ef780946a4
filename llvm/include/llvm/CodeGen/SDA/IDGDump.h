//===- SDA/IDGDump.h - A picture of a packed region -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_IDGDUMP_H
#define LLVM_CODEGEN_SDA_IDGDUMP_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/CodeGen/SDA/Packing.h"
#include <string>

namespace llvm {
class raw_ostream;
}

namespace llvm::sda {

/// What a picture shows beside the graph and its packets.
struct PictureText {
  /// Names the region.
  std::string Title;
  /// How the packing came about, and what it costs.
  std::string Subtitle;
  function_ref<std::string(unsigned)> Node;
  function_ref<std::string(uint8_t)> SoftClass;
  /// How each node came into its packet; empty if no score chose the packets.
  ArrayRef<Choice> Choices;
};

/// The packets from First up to End, which one picture shows.
struct PicturePage {
  unsigned First = 0, End = 0;
};

/// Pages of as equal a size as can be, so few that each has at most MostRows packets.
std::vector<PicturePage> picturePages(unsigned Packets, unsigned MostRows);

/// Writes the graph as DOT, as in GCD2's figure 5. Hard edges are solid with their latency, soft
/// ones dotted with their class, and gray where the packets differ. The critical path is red. Each
/// packet is a boxed row, in order of issue. Nodes of one color have the same distance from the
/// entry. A node shows the factors of equation (4) and the score by which it joined its packet, and
/// the nodes of earlier pages that it depends on. Mere order (before the branch) is left out.
void writeDot(raw_ostream &OS, const IDG &G, const Packing &P, const PictureText &Text,
              PicturePage Page);

/// The nodes of the critical path, from the entry to its end. Of paths of equal length, the one
/// with the most nodes.
std::vector<unsigned> criticalPath(const IDG &G);

} // namespace llvm::sda

#endif
