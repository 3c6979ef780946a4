//===- SDA/RegionPicture.h - A region's picture in a file -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LLVM_CODEGEN_SDA_REGIONPICTURE_H
#define LLVM_CODEGEN_SDA_REGIONPICTURE_H

#include "llvm/CodeGen/SDA/SDATarget.h"

namespace llvm::sda {

/// FUNCTION.BLOCK.REGION, as remarks and pictures call a region.
std::string regionName(const Region &R);

/// Writes -sda-dump-idg's picture of a packed region to FOLDER/FUNCTION.BLOCK.REGION.dot, the
/// region counted within its block. Packets that one picture does not hold are on further pages:
/// FUNCTION.BLOCK.REGION.page2.dot and so on. How says how the packing was found. A folder that
/// cannot be written is a fatal error of the user's.
void writePicture(const SDATarget &T, const Region &R, const IDG &G, const Packing &P,
                  ArrayRef<Choice> Choices, StringRef How);

} // namespace llvm::sda

#endif
