// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fuse-activation: RELU, RELU6 and RELU_N1_TO_1 go into the operator before them.
//
//   %1 = ADD(%a, %b) {activation=none}
//   %2 = RELU6(%1)                         ->    %2 = ADD(%a, %b) {activation=relu6}
//
// Equal to the bit, because type and quantization of both results are the same: the operator rounds
// as before, the activation's own rescaling is by exactly one, and both clamps are in quantized
// units. A producer with an activation of its own keeps the narrower of two that nest; relu and
// relu_n1_to_1 do not, nor does anything across different scales. Of real numbers nothing is fused: RELU keeps an infinity, which a
// fused activation's upper bound makes the largest finite number. Requires: the intermediate result
// has no other reader. Changes: it disappears.
#include "expr/Operators.h"
#include "ir/Families.h"
#include "passes/Passes.h"
#include "passes/Uses.h"

namespace hexloom {

namespace {

/// Operators that clamp their rounded result to the activation's range as their last step.
/// CONCATENATION and L2_NORMALIZATION have the attribute but accept only "none".
bool takesActivation(OpKind Kind) {
  const Family Its = familyOf(Kind);
  return Its == Family::Window || Its == Family::Dense || groupOf(Kind) == Group::Arithmetic;
}

/// The activation that does what First and then Second do; empty when no single one does.
std::string compose(const std::string &First, const std::string &Second) {
  if (First == "none" || First == Second)
    return Second;
  const bool Nest = First != "relu_n1_to_1" && Second != "relu_n1_to_1";
  return Nest ? "relu6" : ""; // relu and relu6, in either order
}

} // namespace

int64_t fuseActivation(Graph &G, Budget &) {
  int64_t Count = 0;
  for (size_t I = 0; I < G.Ops.size(); ++I) {
    if (!isFusedActivation(G.Ops[I].Kind))
      continue;
    const std::string Activation = activationOf(G.Ops[I].Kind);
    const Uses U(G);
    const TensorId Middle = G.Ops[I].Inputs[0], Out = G.Ops[I].Outputs[0];
    const int Producer = U.producer(Middle);
    if (Producer < 0 || U.readers(Middle) != 1 || !takesActivation(G.Ops[Producer].Kind))
      continue;
    const Tensor &A = G.Tensors[Middle], &B = G.Tensors[Out];
    const std::string Both = compose(G.Ops[Producer].s(Attr::Activation), Activation);
    if (A.Type != B.Type || A.Type == DType::Float32 || !(A.Quant == B.Quant) || Both.empty())
      continue;
    G.Ops[Producer].Attrs[Attr::Activation] = Both;
    G.Ops[Producer].Outputs[0] = Out;
    G.Ops.erase(G.Ops.begin() + I--);
    ++Count;
  }
  return Count;
}

} // namespace hexloom
