// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text form of the graph IR. It prints and parses back to the same graph: tests of passes are
// text in, text out, and a bug report is a text file.
//
//   graph net from "net.tflite"
//   input %0: u8[1x8x8x3] scale=0.5 zero=128 name="image"
//   const %1: i32[3] scale=0.25 zero=0 = [1, -2, 3] name="bias"
//   const %2: u8[3x1x1x3] scale=0.5 zero=128 = data tensor=7 name="weights"
//   %3: u8[1x8x8x3] scale=1 zero=0 = CONV_2D(%0, %2, %1) {stride=[1, 1], ...} source=0 tensor=9
//   name="conv" output %3 as "probabilities" data %2 = base64
//     AAECAwQFBgc=
//
// State that runs leave to each other, with `state` in place of `input`, `next` in place of `output`
// (in the same order), and the constant that the first run finds:
//
//   state %1: i16[1x8] name="cell"
//   next %9 from %4
//
// The regions of an operator (WHILE: condition and body) stand behind it, each a graph of its own numbers:
//
//   %5: i32[] = WHILE(%0) {trips=0}
//   region {
//   input %0: i32[]
//   ...
//   output %2
//   }
//
// `as "name"` follows an input or output whose name differs from its tensor's. Constants and scales
// of more than a few elements stand at the end (data, scales). source and tensor are indices in the
// .tflite file. Of an operator with several outputs, tensor and name are lists. zero=z alone means
// the same zero point for every scale. kernel=K schedule={tile=8x32} behind an operator's attributes is
// the plan that selection chose. Comments begin with //.
#pragma once

#include "ir/Graph.h"

namespace hexloom {

enum class Constants {
  All,   ///< the text parses back to the same graph
  Elided ///< large constants are left out: for people to read; such text does not parse
};

std::string print(const Graph &G, Constants C = Constants::All);

/// The text of one operator as it stands in print(), without the line's end.
std::string print(const Graph &G, const Op &O);

/// An operator's attributes as they stand there: "{stride=[1, 1], ...}", or "".
std::string attributesText(const Op &O);

/// `File` names the text in diagnostics. Throws UserError "net.hlir:12: ...". The result is not
/// verified.
Graph parseGraph(const std::string &Text, const std::string &File);

} // namespace hexloom
