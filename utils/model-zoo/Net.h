// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A .tflite network under construction: tensors, operators, graph inputs and outputs, in the
// format's own terms.
#pragma once

#include "tflite_generated.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace zoo {

using hexloom::tflite::ActivationFunctionType;
using hexloom::tflite::BuiltinOperator;
using hexloom::tflite::BuiltinOptionsUnion;
using hexloom::tflite::Padding;
using hexloom::tflite::TensorType;
using Shape = std::vector<int32_t>;

int64_t elementsOf(const Shape &S);
int bytesOf(TensorType Type);
const char *text(TensorType Type); ///< "int8", ...
int lowest(TensorType Type);       ///< of the integer types up to 16 bits
int highest(TensorType Type);

/// real = scale * (quantized - zero point); no scale: not quantized.
struct Quantization {
  std::vector<float> Scales;
  std::vector<int64_t> ZeroPoints;
  int Axis = 0;
};
Quantization perTensor(float Scale, int64_t ZeroPoint);

struct TensorSpec {
  TensorType Type;
  Shape Dims;
  zoo::Quantization Quantization;
};

/// A tensor's index in the network; -1 for an optional input that is absent.
struct Value {
  int Index = -1;
};

/// Deterministic numbers, the same on every machine (splitmix64).
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}
  explicit Random(const std::string &Name);
  uint64_t next();
  int between(int Low, int High); ///< both included
  double normal();                ///< roughly: the sum of twelve uniform numbers

private:
  uint64_t State;
};

class Net {
public:
  explicit Net(const std::string &Name);
  const std::string &name() const { return Name; }

  Value input(const TensorSpec &T);
  Value variable(const TensorSpec &T); ///< a tensor that operators change and keep
  Value constant(const TensorSpec &T, const void *Data, size_t Bytes);
  template <typename Element>
  Value constant(const TensorSpec &T, const std::vector<Element> &Data) {
    return constant(T, Data.data(), Data.size() * sizeof(Element));
  }
  Value ints(const std::vector<int32_t> &Values); ///< a constant vector: axes, paddings, ...
  Value intScalar(int32_t V);
  Value random(const TensorSpec &T, int Low,
               int High); ///< a constant with uniform noise, integers of any type

  std::vector<Value> op(BuiltinOperator Code, const std::vector<Value> &Inputs,
                        const std::vector<TensorSpec> &Outputs, BuiltinOptionsUnion Options = {});
  Value op1(BuiltinOperator Code, const std::vector<Value> &Inputs, const TensorSpec &Output,
            BuiltinOptionsUnion Options = {}) {
    return op(Code, Inputs, {Output}, std::move(Options)).front();
  }
  /// A custom operator, with bytes of its own.
  std::vector<Value> custom(const std::string &Name, const std::vector<Value> &Inputs,
                            const std::vector<TensorSpec> &Outputs, const std::vector<uint8_t> &Bytes);
  /// How inner results of the last operator are quantized.
  void intermediates(const std::vector<TensorSpec> &Inner);
  void output(Value V) { graph().outputs.push_back(V.Index); }
  void outputs(const std::vector<Value> &Vs);
  /// Names the present subgraph's entry: a signature with inputs in0, in1, ... and outputs out0,
  /// ...; after all outputs.
  void signature(const std::string &Key);
  /// What follows belongs to another subgraph, with values of its own.
  void beginSubgraph(const std::string &Name);
  /// Makes the first dimension of every activation unknown, as exporters do for a batch chosen
  /// later.
  void makeBatchDynamic() { DynamicBatch = true; }

  /// How many operators of each kind there are.
  std::map<std::string, int> kinds() const;

  const TensorSpec &spec(Value V) const { return Specs.at(V.Index); }
  Random &random() { return Noise; }
  std::vector<uint8_t> serialize() const;

private:
  std::string Name;
  hexloom::tflite::ModelT Model;
  std::vector<TensorSpec> Specs; ///< of the present subgraph's tensors
  Random Noise;
  bool DynamicBatch = false;

  hexloom::tflite::SubGraphT &graph() { return *Model.subgraphs.back(); }
  Value tensor(const TensorSpec &T, uint32_t Buffer);
  uint32_t operatorCode(BuiltinOperator Code, const std::string &Custom = "");
};

template <typename Table> BuiltinOptionsUnion options(Table T) {
  BuiltinOptionsUnion Union;
  Union.Set(std::move(T));
  return Union;
}

} // namespace zoo
