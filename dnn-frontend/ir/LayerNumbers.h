// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a layer is called wherever it is named: function of the emitted C, profile, summary, plans as JSON and report. --explain and
// --force-plan take the names of operators that a file numbers; conversions and further layers come and go with the plans.
//
//   op005_CONV_2D            operator #5 of the .tflite file
//   op005b_LAYOUT_CONVERT    a further layer of it: a conversion of what it makes, or a part that a pass has made of it
#pragma once

#include "ir/Graph.h"

namespace hexloom {

/// Where a layer comes from.
struct LayerOrigin {
  int SourceIndex; ///< as Op's; -1: an operator of ours
  bool IsConversion;
};

/// "005" or "005b" for each, in the order of execution. An operator of ours has the number of the one before it, or of the next one if
/// there is none before. Where none has a number, as in text written by hand, operators count from 0.
std::vector<std::string> layerNumbers(const std::vector<LayerOrigin> &Layers);
std::vector<std::string> layerNumbers(const Graph &G);

/// "op005_CONV_2D"
std::string layerName(const std::string &Number, const char *Kind);

/// "op005" of a further layer's name, "op005b" or "op005b_LAYOUT_CONVERT"; other texts as they are.
std::string withoutFurther(const std::string &Text);

/// Whether Text names the operator by its number: "5", "op005" or "op005_CONV_2D".
bool namesByNumber(const std::string &Text, const Op &O);

} // namespace hexloom
