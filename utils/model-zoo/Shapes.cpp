// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Networks with an unusual form.
#include "Simulation.h"
#include "Singles.h"

namespace zoo {

namespace tfl = hexloom::tflite;

namespace {

/// Two inputs, three outputs, one of them an intermediate tensor that is also used further on.
void manyEnds(Net &N) {
  Simulation S(N, TensorType::INT8);
  const Map A = S.image({1, 12, 10, 5}), B = S.image({1, 12, 10, 3});
  const Map X = S.conv(A, 16, 3, 1, ActivationFunctionType::RELU),
            Y = S.conv(B, 16, 3, 1, ActivationFunctionType::RELU);
  const Map Sum = S.add(X, Y);
  N.outputs({Sum.V, S.maxPool(Sum, 2, 2).V,
             S.softmax(S.fullyConnected(S.reshape(S.averagePoolAll(Sum), {1, 16}), 7)).V});
}

/// An input that is an output as well, and an output named twice.
void passThrough(Net &N) {
  const TensorSpec T = quantized(TensorType::INT8, {2, 3, 5}, 0.05f, 3);
  const Value X = N.input(T), Y = N.op1(BuiltinOperator::RELU, {X}, T);
  N.outputs({Y, X, Y});
}

/// A network one of whose branches has no elements, from its input to its output.
void emptyTensors(Net &N) {
  const TensorSpec Empty = quantized(TensorType::INT8, {0, 4}, 0.05f, 3),
                   Some = quantized(TensorType::INT8, {3, 4}, 0.05f, 3);
  const Value X = N.input(Empty), Y = N.input(Some), Z = N.op1(BuiltinOperator::RELU, {X}, Empty);
  tfl::ConcatenationOptionsT Options;
  Options.axis = 0;
  N.outputs({Z, N.op1(BuiltinOperator::CONCATENATION, {Z, Y}, Some, options(Options))});
}

void batches(Net &N, TensorType T) {
  Simulation S(N, T);
  const Map X = S.depthwise(S.conv(S.image({5, 9, 7, 3}), 24, 3, 2, ActivationFunctionType::RELU6),
                            3, 1, ActivationFunctionType::NONE);
  N.output(S.fullyConnected(S.reshape(S.averagePoolAll(X), {5, 24}), 11).V);
}

/// The batch is unknown in the file: dnn-frontend --shape gives it.
void dynamicBatch(Net &N) {
  Simulation S(N, TensorType::INT8);
  const Map X = S.conv(S.image({1, 8, 8, 3}), 16, 3, 1, ActivationFunctionType::RELU);
  N.output(S.add(S.maxPool(X, 2, 2), S.vector(16, 0, 1)).V);
  N.makeBatchDynamic();
}

/// Real numbers outside, integers inside: moved before QUANTIZE and behind DEQUANTIZE; an index and
/// its conversion.
void floatBorders(Net &N) {
  using Op = BuiltinOperator;
  const auto Float = TensorType::FLOAT32;
  const Value Image = N.input({Float, {1, 6, 10, 5}, {}});
  const Value Turned =
      N.op1(Op::TRANSPOSE, {Image, N.ints({0, 2, 1, 3})}, {Float, {1, 10, 6, 5}, {}});
  const TensorSpec Codes = quantized(TensorType::INT8, {1, 10, 6, 5}, 0.01f, 4);
  const Value X = N.op1(Op::QUANTIZE, {Turned}, Codes);
  const Value Y =
      N.op1(Op::HARD_SWISH, {X}, quantized(TensorType::INT8, {1, 10, 6, 5}, 0.008f, -60));
  const Value Real = N.op1(Op::DEQUANTIZE, {Y}, {Float, {1, 10, 6, 5}, {}});
  tfl::ConcatenationOptionsT Joint;
  Joint.axis = 3;
  N.output(N.op1(Op::CONCATENATION, {Real, Turned}, {Float, {1, 10, 6, 10}, {}}, options(Joint)));
  tfl::ArgMaxOptionsT Index;
  Index.output_type = TensorType::INT64;
  const Value Best =
      N.op1(Op::ARG_MAX, {Y, N.intScalar(3)}, {TensorType::INT64, {1, 10, 6}, {}}, options(Index));
  N.outputs({Best, N.op1(Op::CAST, {Best}, {Float, {1, 10, 6}, {}})});
}

/// A chain that reads tensors long after they were made: lifetimes that overlap in many ways.
void denseConnections(Net &N) {
  Simulation S(N, TensorType::INT8);
  std::vector<Map> Layers = {
      S.conv(S.image({1, 10, 10, 3}), 16, 3, 1, ActivationFunctionType::RELU)};
  for (int I = 0; I < 5; ++I) {
    Map Sum = Layers[0];
    for (size_t K = 1; K < Layers.size(); ++K)
      Sum = S.add(Sum, Layers[K]);
    Layers.push_back(S.conv(Sum, 16, I % 2 ? 1 : 3, 1, ActivationFunctionType::RELU));
  }
  N.output(Layers.back().V);
}

/// Two entries with a subgraph each, as exporters write them for a network's parts: the code of the
/// first is the other's input.
void twoSignatures(Net &N) {
  Simulation Encoder(N, TensorType::INT8);
  const Map Code = Encoder.fullyConnected(Encoder.fullyConnected(Encoder.image({3, 40}), 24), 9);
  N.output(Code.V);
  N.signature("encode");
  N.beginSubgraph("decoder");
  Simulation Decoder(N, TensorType::INT8);
  const Map Hidden = Decoder.fullyConnected(Decoder.image({3, 9}), 24);
  N.outputs({Decoder.fullyConnected(Hidden, 40).V, Decoder.softmax(Hidden).V});
  N.signature("decode");
}

} // namespace

void addShapes(std::vector<Entry> &Zoo) {
  Zoo.push_back(
      {"graph_many_ends", "two inputs, three outputs, one of them used inside", manyEnds});
  Zoo.push_back(
      {"graph_pass_through", "an input that is an output, an output named twice", passThrough});
  Zoo.push_back({"graph_empty_tensors", "tensors without elements", emptyTensors});
  Zoo.push_back(
      {"graph_batch5_int8", "five images at once", [](Net &N) { batches(N, TensorType::INT8); }});
  Zoo.push_back(
      {"graph_batch5_uint8", "five images at once", [](Net &N) { batches(N, TensorType::UINT8); }});
  Zoo.push_back({"graph_dynamic_batch", "a batch that the file leaves open", dynamicBatch});
  Zoo.push_back({"graph_float_borders", "real numbers outside, integers inside", floatBorders});
  Zoo.push_back({"graph_two_signatures", "two entries, each with its subgraph", twoSignatures});
  Zoo.push_back(
      {"graph_dense_connections", "lifetimes that overlap in many ways", denseConnections});
}

} // namespace zoo
