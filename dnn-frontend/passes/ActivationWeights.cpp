// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// activation-weights: FULLY_CONNECTED whose weights are an activation is BATCH_MATMUL, which has vector kernels for it. Those of
// the parts of a tensor, whose results are joined again, are one: so TensorFlow's converter unfolds the products of attention.
//
//   %2: i8[64x32], %3: i8[64x32] = UNPACK(%0) {axis=0}
//   %4: i8[48x32], %5: i8[48x32] = UNPACK(%1) {axis=0}
//   %6: i8[64x48] = FULLY_CONNECTED(%2, %4, -)          ->   %8: i8[2x64x48] = BATCH_MATMUL(%0, %1) {adj_x=false, adj_y=true}
//   %7: i8[64x48] = FULLY_CONNECTED(%3, %5, -)
//   %8: i8[2x64x48] = PACK(%6, %7) {axis=0}
//
// A TRANSPOSE of an operand that nobody else reads is taken in: BATCH_MATMUL reads either way. Between what the file says and the
// product stand a RESHAPE to matrices, uint8 as int8 (QUANTIZE by exactly one), int8 weights of int16 products as int16 (CAST),
// and the activation, clamped in quantized units as the product itself would.
//
// Equal to the bit, because sums, the product of the two scales in single precision, and both roundings are the same. So it is for
// one scale of the weights, and without a bias; joined products are quantized alike. Requires: row-major tensors. Changes:
// operators that nobody reads any more are left to eliminate-dead-code, what gives back its input to eliminate-identities.
#include "expr/Operators.h"
#include "passes/Parts.h"
#include "passes/Passes.h"
#include "ir/Quantize.h"

#include <map>
#include <set>

namespace hexloom {

namespace {

bool isZero(const Tensor &T) {
  return T.isConst() && std::all_of(T.Data->begin(), T.Data->end(), [](uint8_t Byte) { return Byte == 0; });
}

bool hasOneScale(const Tensor &T) { return T.Quant.present() && !T.Quant.perChannel(); }

/// Whether the bytes are those of a BATCH_MATMUL.
bool isMatmul(const Graph &G, const Op &O) {
  if (O.Kind != OpKind::FullyConnected || G.in(O, 1).isConst())
    return false;
  const Tensor &X = G.in(O, 0), &Y = G.in(O, 1), &Out = G.out(O, 0);
  if (X.elements() == 0 || Y.elements() == 0 || !hasOneScale(X) || !hasOneScale(Y) || !hasOneScale(Out))
    return false;
  // A bias of 32 bits means sums of 32 bits, which of int16 BATCH_MATMUL does not have.
  const bool IsWide = X.Type == DType::Int16;
  if (G.hasIn(O, 2) && (!isZero(G.in(O, 2)) || (IsWide && G.in(O, 2).Type == DType::Int32)))
    return false;
  // CAST keeps the stored integer, and of int16 there is no RELU_N1_TO_1.
  return !IsWide || (Y.Quant.zeroPoint() == 0 && O.s(Attr::Activation) != "relu_n1_to_1");
}

/// An operand as BATCH_MATMUL takes it: a tensor whose matrices lie as [Dims], or turned.
struct Operand {
  TensorId Id;
  Shape Dims;
  bool Turned;
};

class Converter {
public:
  Converter(Graph &G, Budget &Purse) : G(G), Purse(Purse), U(G), Cuts(G, Purse) {}

  int64_t run() {
    for (const Op &O : G.Ops)
      if (joinsInOrder(G, O))
        findGroup(O);
    for (const Op &O : G.Ops) {
      const auto Group = Groups.find(O.Outputs.at(0));
      if (Group != Groups.end())
        convert(Group->second, O.Outputs[0]);
      else if (Joined.count(O.Outputs[0]))
        continue;
      else if (isMatmul(G, O))
        convert({O}, O.Outputs[0]);
      else
        New.push_back(O);
    }
    G.Ops = std::move(New);
    return Count;
  }

private:
  Graph &G;
  Budget &Purse;
  const Uses U;
  const Parts Cuts;
  std::map<TensorId, std::vector<Op>> Groups; ///< by what joins their results
  std::set<TensorId> Joined;                  ///< results of those, and what else is read only there
  std::vector<Op> New;
  int64_t Count = 0;

  /// T and what RESHAPEs that nobody else reads made it of; the last one is an operator's result, unless somebody reads it, too.
  std::vector<TensorId> resultsBehind(TensorId T) const {
    std::vector<TensorId> Results = {T};
    while (U.readers(T) == 1 && U.producer(T) >= 0 && G.Ops[U.producer(T)].Kind == OpKind::Reshape) {
      T = G.Ops[U.producer(T)].Inputs[0];
      Results.push_back(T);
    }
    return Results;
  }

  bool isAlike(const Op &A, const Op &B) const {
    for (size_t I = 0; I < 2; ++I)
      if (!(G.in(A, I).Quant == G.in(B, I).Quant) || G.in(A, I).Type != G.in(B, I).Type ||
          G.in(A, I).elements() != G.in(B, I).elements())
        return false;
    return G.in(A, 1).Dims == G.in(B, 1).Dims && G.out(A, 0).Quant == G.out(B, 0).Quant && A.Attrs == B.Attrs &&
           operandOf(A, 0).Turned == operandOf(B, 0).Turned && operandOf(A, 1).Turned == operandOf(B, 1).Turned;
  }

  /// Products of equal sizes, all of whose results Join joins, of parts that are whole tensors together or the same for all.
  void findGroup(const Op &Join) {
    std::vector<Op> Products;
    std::vector<TensorId> Results;
    for (TensorId In : Join.Inputs) {
      const std::vector<TensorId> Behind = resultsBehind(In);
      const int Producer = U.readers(Behind.back()) == 1 ? U.producer(Behind.back()) : -1;
      if (Producer < 0 || !isMatmul(G, G.Ops[Producer]) || (!Products.empty() && !isAlike(Products[0], G.Ops[Producer])))
        return;
      Products.push_back(G.Ops[Producer]);
      Results.insert(Results.end(), Behind.begin(), Behind.end());
    }
    const bool IsSame[2] = {isShared(Products, 0), isShared(Products, 1)};
    if (Products.size() < 2 || (IsSame[0] && IsSame[1]) || (!IsSame[0] && !wholeOf(Products, 0)) ||
        (!IsSame[1] && !wholeOf(Products, 1)))
      return;
    Joined.insert(Results.begin(), Results.end());
    Groups[Join.Outputs[0]] = std::move(Products);
  }

  bool isShared(const std::vector<Op> &Products, size_t I) const {
    return std::all_of(Products.begin(), Products.end(),
                       [&](const Op &O) { return operandOf(O, I).Id == operandOf(Products[0], I).Id; });
  }

  std::optional<TensorId> wholeOf(const std::vector<Op> &Products, size_t I) const {
    std::vector<TensorId> All;
    for (const Op &O : Products)
      All.push_back(operandOf(O, I).Id);
    return Cuts.wholeOfAll(All);
  }

  Operand operandOf(const Op &O, size_t I) const {
    const TensorId Id = O.Inputs[I];
    const int32_t Depth = G.in(O, 1).Dims[1];
    const Shape Matrix = {static_cast<int32_t>(G.Tensors[Id].elements() / Depth), Depth};
    const int Producer = U.producer(Id);
    const bool IsTurned = Producer >= 0 && U.readers(Id) == 1 && G.Ops[Producer].Kind == OpKind::Transpose &&
                          G.Tensors[Id].Dims == Matrix && G.in(G.Ops[Producer], 0).Quant == G.Tensors[Id].Quant;
    if (!IsTurned || G.Ops[Producer].ints(Attr::Perm) != std::vector<int64_t>{1, 0})
      return {Id, Matrix, false};
    return {G.Ops[Producer].Inputs[0], {Matrix[1], Matrix[0]}, true};
  }

  /// Operand I of the product that all of Products become. Operands that differ are joined to the tensor that they are parts of.
  Operand operandOf(const std::vector<Op> &Products, size_t I) const {
    Operand One = operandOf(Products[0], I);
    if (Products.size() == 1 || isShared(Products, I))
      return One;
    One.Id = *wholeOf(Products, I);
    One.Dims.insert(One.Dims.begin(), static_cast<int32_t>(Products.size()));
    return One;
  }

  TensorId append(OpKind Kind, std::vector<TensorId> Inputs, Tensor Out, std::map<Attr, AttrValue> Attrs, const Op &From) {
    Out.SourceIndex = -1;
    Purse.keepName(Out.Name);
    const TensorId Id = G.addTensor(std::move(Out));
    New.push_back({Kind, std::move(Inputs), {Id}, std::move(Attrs), From.Name, -1, "", {}, {}});
    return Id;
  }

  /// The operand as matrices of the product's type, quantized as the part is.
  TensorId matricesOf(const Operand &From, const Tensor &Part, const Op &O) {
    Tensor T = Part;
    T.Dims = From.Dims;
    T.SourceIndex = -1;
    T.Data = G.Tensors[From.Id].Data; // of a constant
    TensorId Id = T.isConst() ? G.addTensor(T) : append(OpKind::Reshape, {From.Id}, T, {}, O);
    T.Data = nullptr;
    if (Part.Type == DType::UInt8)
      Id = append(OpKind::Quantize, {Id}, asSigned(T), {}, O);
    if (G.in(O, 0).Type == DType::Int16 && Part.Type == DType::Int8) {
      T.Type = DType::Int16;
      Id = append(OpKind::Cast, {Id}, T, {}, O);
    }
    return Id;
  }

  /// A tensor of int8 with the real numbers of T, if T is uint8; otherwise T.
  static Tensor asSigned(Tensor T) {
    if (T.Type != DType::UInt8)
      return T;
    T.Type = DType::Int8;
    for (int64_t &Zero : T.Quant.ZeroPoints)
      Zero -= 128;
    return T;
  }

  void convert(const std::vector<Op> &Products, TensorId Result) {
    const Op &O = Products[0];
    const Operand X = operandOf(Products, 0), Y = operandOf(Products, 1);
    const TensorId Inputs[2] = {matricesOf(X, Tensor(G.in(O, 0)), O), matricesOf(Y, Tensor(G.in(O, 1)), O)};
    Tensor Out = G.out(O, 0);
    const int32_t Depth = G.in(O, 1).Dims[1], Rows = static_cast<int32_t>(G.in(O, 0).elements() / Depth);
    Out.Dims = {Rows, G.in(O, 1).Dims[0]};
    if (Products.size() > 1)
      Out.Dims.insert(Out.Dims.begin(), static_cast<int32_t>(Products.size()));
    TensorId Id = append(OpKind::BatchMatMul, {Inputs[0], Inputs[1]}, asSigned(Out),
                         {{Attr::AdjX, X.Turned}, {Attr::AdjY, !Y.Turned}}, O);
    if (const std::optional<OpKind> Kind = operatorOfActivation(O.s(Attr::Activation)))
      Id = append(*Kind, {Id}, asSigned(Out), {}, O);
    if (Out.Type == DType::UInt8)
      Id = append(OpKind::Quantize, {Id}, Out, {}, O);
    New.push_back({OpKind::Reshape, {Id}, {Result}, {}, O.Name, -1, "", {}, {}});
    Count += static_cast<int64_t>(Products.size());
  }
};

} // namespace

int64_t convertActivationWeights(Graph &G, Budget &Purse) {
  const bool Any = std::any_of(G.Ops.begin(), G.Ops.end(), [&](const Op &O) { return isMatmul(G, O); });
  return Any ? Converter(G, Purse).run() : 0;
}

} // namespace hexloom
