// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A network as a few lines of text: what the structure-aware fuzzers mutate, and what their corpus holds.
//
//   tensor INT8 1x8x8x3 scale=0.5 zero=0              an activation
//   tensor INT8 4x3x3x3 scale=0.5,0.25 zero=0,0 axis=0 fill=7   a constant of pseudo-random bytes
//   tensor INT32 2 values=4,5                         a constant
//   tensor INT8 4x3x3x3 scale=0.5 zero=0 same=1,2     a constant that shares its bytes with tensor 2 of subgraph 1, which is before it
//   tensor INT8 open scale=0.5 zero=0                 of unknown shape
//   tensor INT16 1x8 scale=0.0005 zero=0 variable     a state
//   op CONV_2D in=0,1,-1 out=3 stride_h=1 padding=1   options by their names in the schema
//   inputs 0
//   outputs 3
//   subgraph                                          what follows belongs to a further subgraph: 1, 2, ...
//   op IF in=0,1 out=2 then_subgraph_index=1 else_subgraph_index=2
//   op VAR_HANDLE in= out=4 shared_name=7             a text is a number's digits
//   op CUSTOM in=0,1,2 out=3,4,5,6 max_detections=3   TFLite_Detection_PostProcess
#pragma once

#include "import/tflite_generated.h"
#include "ir/Graph.h"

#include <map>
#include <optional>

namespace hexloom::fuzz {

struct TensorRecipe {
  tflite::TensorType Type = tflite::TensorType::INT8;
  bool Open = false;
  std::vector<int32_t> Shape;
  std::vector<float> Scales;
  std::vector<int64_t> Zeros;
  int32_t Axis = 0;
  std::optional<uint64_t> Fill; ///< a constant of bytes that follow from the number
  std::vector<int64_t> Values;  ///< a constant of integers
  std::vector<int32_t> Same;    ///< empty, or subgraph and tensor that the bytes are shared with
  bool Variable = false;        ///< a state
};

struct OpRecipe {
  tflite::BuiltinOperator Code{};
  std::vector<int32_t> Inputs, Outputs;
  std::vector<int32_t> Inner; ///< tensors that say how inner results are quantized
  std::map<std::string, double> Fields;
};

struct GraphRecipe {
  std::vector<TensorRecipe> Tensors;
  std::vector<OpRecipe> Ops;
  std::vector<int32_t> Inputs, Outputs;
};

/// The network's graph, and those that IF, WHILE and CALL_ONCE name.
struct Recipe : GraphRecipe {
  std::vector<GraphRecipe> Others; ///< subgraphs 1, 2, ...
};

std::string print(const Recipe &R);
/// Reads a recipe from any text: what is not understood is left out.
Recipe parseRecipe(const std::string &Text);

/// The .tflite file.
Bytes build(const Recipe &R);

tflite::BuiltinOptions optionsTypeOf(tflite::BuiltinOperator Code);
/// The table of an operator's options; null: it has none.
const flatbuffers::TypeTable *optionsOf(tflite::BuiltinOperator Code);

} // namespace hexloom::fuzz
