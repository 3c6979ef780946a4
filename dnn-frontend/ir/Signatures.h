// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types and quantization that operators accept: the rows of ops.def.
#pragma once

#include "ir/Graph.h"

#include <optional>

namespace hexloom {

/// What one input or output of a signature must be.
struct TensorRule {
  DType Type = DType::UInt8;
  bool Optional = false, Repeats = false;
  bool Quantized = false, MayLack = false, Required = false, Symmetric = false, AnyZeroPoint = false;
  int ChannelAxis = -1; ///< the axis along which there may be several scales; -1: none
};

/// One alternative of an operator's types; T is expanded.
struct Signature {
  std::vector<TensorRule> Inputs, Outputs;
};
const std::vector<Signature> &signaturesOf(OpKind Kind);

/// A row of ops.def as it stands there.
struct SignatureText {
  OpKind Kind;
  const char *Text, *Choices;
};
const std::vector<SignatureText> &signatureTexts();

using Types = std::vector<std::optional<DType>>; ///< nullopt: an absent input

/// The types of tensors, in their order.
Types typesOf(const Graph &G, const std::vector<TensorId> &Ids);

/// The signature that these types match, or null.
const Signature *findSignature(OpKind Kind, const Types &Inputs, const Types &Outputs);

/// "i8, i8, absent -> i8", for diagnostics.
std::string text(const Types &Inputs, const Types &Outputs);

/// Checks types and quantization of one operator. Throws UserError that names it.
void checkTypes(const Graph &G, const Op &O);

/// Why the tensor's own quantization makes no sense (numbers, axis, ranges), whoever reads it;
/// empty: it does.
std::string quantFault(const Tensor &T);

/// "filter", "bias", "input 1": the part that input I plays, for diagnostics.
std::string roleOf(OpKind Kind, size_t I);

} // namespace hexloom
