//===- SDA/IDGDump.h - A picture of a packed region -------------*- C++ -*-===//
#ifndef LLVM_CODEGEN_SDA_IDGDUMP_H
#define LLVM_CODEGEN_SDA_IDGDUMP_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/CodeGen/SDA/Packing.h"

namespace llvm {
class raw_ostream;
}

namespace llvm::sda {

/// Writes the graph as DOT, as in GCD2's figure 5: hard edges solid, soft ones dotted with their
/// class, the critical path red, packets boxed; each node with its order, predecessors and latency,
/// of which equation (4) makes the score.
void writeDot(raw_ostream &OS, StringRef Title, const IDG &G, const Packing &P,
              function_ref<std::string(unsigned)> NodeText,
              function_ref<std::string(uint8_t)> ClassText);

} // namespace llvm::sda

#endif
