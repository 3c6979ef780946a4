//===- HexagonIDGBuilder.h - The dependence graph of a region ---*- C++ -*-===//
#ifndef LLVM_LIB_TARGET_HEXAGON_HEXAGONIDGBUILDER_H
#define LLVM_LIB_TARGET_HEXAGON_HEXAGONIDGBUILDER_H

#include "HexagonSoftDeps.h"

namespace llvm {

/// Builds the graph of the region that the classifier entered. Loop: the region is the whole body
/// of a loop, whose next iteration waits for results of this one.
sda::IDG buildHexagonIDG(const HexagonDepClassifier &Deps, bool Loop);

} // namespace llvm

#endif
