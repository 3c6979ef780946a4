//===- HexagonSDAPicture.h - A region's picture in a file -------*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONSDAPICTURE_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONSDAPICTURE_H

#include "HexagonSDARegion.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {

/// Writes -sda-dump-idg's picture of a packed region to FOLDER/FUNCTION.BLOCK.REGION.dot, the region
/// counted within its block. How says how the packing was found. A folder that cannot be written is
/// a fatal error of the user's.
void writeHexagonPicture(const HexagonRegion &R, const sda::IDG &G, const sda::Packing &P,
                         ArrayRef<sda::Choice> Choices, StringRef How);

} // namespace llvm

#endif
