// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The graph IR: a flat list of operators in execution order over typed, quantized tensors.
//
// Invariants (ir/Verifier.cpp checks them): every tensor id is valid or kNoTensor where the
// operator's table row allows an absent input; an activation is written by exactly one operator,
// before it is read, or is a graph input; constants are never written; shapes are static and their
// products fit into 31 bits; attributes are those of the ops.def row.
#pragma once

#include "ir/Schedule.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hexloom {

enum class DType {
#define DTYPE(NAME, TEXT, CTYPE, BYTES) NAME,
#include "ir/types.def"
};
const char *text(DType Type);
std::optional<DType> parseDType(const std::string &Text);
const char *cType(DType Type);
int64_t bytesOf(DType Type);

enum class Layout {
#define LAYOUT(NAME, TEXT, ORDER, OFFERED, DESCRIPTION) NAME,
#include "ir/layouts.def"
};
const char *text(Layout L);
/// What a layout is, for operators that serve any (layouts.def).
const char *descriptionOf(Layout L); ///< a line of layouts.def

enum class Offered { Always, WhereWanted, Never };
Offered offered(Layout L);
const std::vector<Layout> &offeredLayouts(); ///< those that are, row-major first
std::optional<Layout> parseLayout(const std::string &Text);

enum class OpKind {
#define OP(NAME, TEXT, MIN_IN, MAX_IN, MIN_OUT, MAX_OUT, ATTRS) NAME,
#include "ir/ops.def"
};
const char *text(OpKind Kind);
std::optional<OpKind> parseOpKind(const std::string &Text);

enum class Attr {
#define ATTR(NAME, TEXT, TYPE) NAME,
#include "ir/attrs.def"
};
const char *text(Attr A);
std::optional<Attr> parseAttr(const std::string &Text);

enum class AttrType { Int, Float, Bool, Ints, Str }; ///< in the order of AttrValue's alternatives
AttrType typeOf(Attr A);

/// One row of ops.def.
struct OpInfo {
  OpKind Kind;
  const char *Text;
  int MinInputs, MaxInputs; ///< MaxInputs, MaxOutputs: -1 for any number
  int MinOutputs, MaxOutputs;
  std::vector<Attr> Attrs;
};
const OpInfo &infoOf(OpKind Kind);
const std::vector<OpInfo> &allOps();

using Shape = std::vector<int32_t>;
int64_t elementsOf(const Shape &S);
std::string text(const Shape &S); ///< "1x28x28x64"; "scalar" for rank 0

/// real = scale * (quantized - zero point); one scale, or one for each index of dimension `Axis`
/// (per channel).
struct Quant {
  std::vector<float> Scales; ///< empty: not quantized
  std::vector<int64_t> ZeroPoints;
  int Axis = 0;
  bool present() const { return !Scales.empty(); }
  bool perChannel() const { return Scales.size() > 1; }
  float scale() const { return Scales.at(0); }
  int32_t zeroPoint() const { return static_cast<int32_t>(ZeroPoints.at(0)); }
  bool operator==(const Quant &O) const {
    return Scales == O.Scales && ZeroPoints == O.ZeroPoints && Axis == O.Axis;
  }
};

using TensorId = int32_t;
constexpr TensorId kNoTensor = -1;
using Bytes = std::vector<uint8_t>;

struct Tensor {
  std::string Name;
  DType Type = DType::UInt8;
  Shape Dims;
  hexloom::Quant Quant;
  std::shared_ptr<const Bytes>
      Data; ///< row-major, little endian; null unless the tensor is a constant
  hexloom::Layout Layout = hexloom::Layout::RowMajor;
  int SourceIndex = -1; ///< index in the .tflite file, or -1 for a tensor of ours

  bool isConst() const { return Data != nullptr; }
  int rank() const { return static_cast<int>(Dims.size()); }
  int64_t elements() const { return elementsOf(Dims); }
  int64_t bytes() const; ///< of the storage, the layout's padding included
  /// Constant data as elements of T; T must have the type's size.
  template <typename T> const T *dataAs() const {
    return reinterpret_cast<const T *>(Data->data());
  }
};

using AttrValue = std::variant<int64_t, double, bool, std::vector<int64_t>, std::string>;

struct Graph;

struct Op {
  OpKind Kind;
  std::vector<TensorId> Inputs, Outputs;
  std::map<Attr, AttrValue> Attrs;
  std::string Name;     ///< for diagnostics: opNameFrom(first output's name in the file)
  int SourceIndex = -1; ///< index in the .tflite file, or -1 for an operator of ours
  std::string Kernel;   ///< the selected plan (row of plans/kernels.def); empty before selection
  hexloom::Schedule Schedule; ///< its fields
  std::vector<Graph> Regions; ///< of WHILE: condition and body, graphs of their own that see nothing of the one around them
  double Cycles = 0;          ///< modelled, of the plan that selection took; no part of the text

  int64_t i(Attr A) const { return std::get<int64_t>(Attrs.at(A)); }
  double f(Attr A) const { return std::get<double>(Attrs.at(A)); }
  bool b(Attr A) const { return std::get<bool>(Attrs.at(A)); }
  const std::vector<int64_t> &ints(Attr A) const {
    return std::get<std::vector<int64_t>>(Attrs.at(A));
  }
  const std::string &s(Attr A) const { return std::get<std::string>(Attrs.at(A)); }
};

struct Graph {
  std::string Name; ///< a C identifier; prefix of everything emitted
  std::string File; ///< where it came from, for diagnostics
  std::string Within; ///< of a region, the same: "body of op #3 WHILE: "; else empty
  std::vector<Tensor> Tensors;
  std::vector<Op> Ops; ///< in execution order
  std::vector<TensorId> Inputs, Outputs;
  std::vector<std::string> InputNames, OutputNames; ///< signature names, or the tensors' names
  /// State, kept from one run to the next: the last inputs are what a run finds, the last outputs
  /// (in the same order) what it leaves; these constants are what the first run finds. To passes
  /// and to selection they are inputs and outputs as any other.
  std::vector<TensorId> States;

  const Tensor &in(const Op &O, size_t I) const { return Tensors.at(O.Inputs.at(I)); }
  const Tensor &out(const Op &O, size_t I) const { return Tensors.at(O.Outputs.at(I)); }
  bool hasIn(const Op &O, size_t I) const {
    return I < O.Inputs.size() && O.Inputs[I] != kNoTensor;
  }
  /// Takes what regions share from the graph around this one, and a place for messages. To be called before the graph has operators.
  void beRegionOf(const Graph &Outer, const Op &Owner);
  /// Numbers of inputs and outputs without states: what the caller gives and gets.
  size_t ownInputs() const { return Inputs.size() - States.size(); }
  size_t ownOutputs() const { return Outputs.size() - States.size(); }
  TensorId addTensor(Tensor T) {
    Tensors.push_back(std::move(T));
    return static_cast<TensorId>(Tensors.size() - 1);
  }
};

/// Drops the tensors that no operator and no graph input or output names, and renumbers the rest.
void dropUnusedTensors(Graph &G);

/// Converters join the names of all that they fused by ';': "conv/Relu6;conv/Conv2D" gives
/// "conv/Relu6".
std::string opNameFrom(const std::string &TensorName);

/// "net.tflite: op #12 CONV_2D 'block3/conv'", the head of every diagnostic about an operator.
std::string describe(const Graph &G, const Op &O);

/// Bytes of a tensor of this type and shape stored in layout L. See layouts.def.
int64_t storageBytes(DType Type, const Shape &Dims, Layout L);

/// A shape of rank <= 4 seen as NHWC: missing leading dimensions are 1.
struct Nhwc {
  int32_t N = 1, H = 1, W = 1, C = 1;
};
Nhwc asNhwc(const Shape &S);

} // namespace hexloom
