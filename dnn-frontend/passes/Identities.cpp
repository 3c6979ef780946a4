// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// eliminate-identities: an operator whose result is its first input, byte for byte and with the
// same type, shape and quantization, goes; its readers read the input.
//
//   %1: u8[1x10] = RESHAPE(%0)         // %0 is u8[1x10]
//   %2: u8[1x10] = RELU(%1)      ->    %2: u8[1x10] = RELU(%0)
//
// Also goes the first of two RESHAPEs in a row (only the last shape counts), when nobody else reads
// it. An identity between a graph input or constant and a graph output stays: it is the copy.
// Requires: row-major tensors. Changes: what reads and outputs name; eliminate-dead-code drops what
// is left over.
#include "expr/Operators.h"
#include "ir/Box.h"
#include "ir/Quantize.h"
#include "passes/Passes.h"
#include "passes/Uses.h"

namespace hexloom {

namespace {

/// A clamp to the type's own range, with equal quantization on both sides (then there is no
/// rescaling either).
bool clampsNothing(const Tensor &Out, const char *Activation) {
  if (!Out.Quant.present()) // of real numbers
    return false;
  const Range R = activationRange(Out, Activation), T = typeRange(Out.Type);
  return R.Min == T.Min && R.Max == T.Max;
}

/// Whether a movement takes each element of its first input to the same place.
bool movesNothing(const Graph &G, const Op &O) {
  const int64_t All = G.out(O, 0).elements();
  if (isView(O.Kind) || All == 0)
    return true;
  const std::optional<BoxMovement> M = boxesOf(G, O);
  if (!M || M->Pieces.size() != 1)
    return false;
  const StridedCopy C = rowMajorCopy(G, O, M->Pieces[0], 1);
  return C.Run == All && C.InOffset == 0 && C.OutOffset == 0;
}

bool keepsEveryByte(const Graph &G, const Op &O) {
  if (O.Kind == OpKind::Cast || O.Kind == OpKind::Quantize) // equal scales multiply by exactly one
    return true;
  if (isMovement(O.Kind))
    return movesNothing(G, O);
  const char *Activation = activationOf(O.Kind);
  return Activation && clampsNothing(G.out(O, 0), Activation);
}

bool isIdentity(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  return O.Outputs.size() == 1 && In.Type == Out.Type && In.Dims == Out.Dims &&
         In.Quant == Out.Quant && keepsEveryByte(G, O);
}

/// Whether the identity can go; where the result is a graph output, the input takes its name and
/// place.
bool bypass(Graph &G, const Op &O, const Uses &U) {
  const TensorId In = O.Inputs[0], Out = O.Outputs[0];
  if (isGraphOutput(G, Out)) {
    if (U.producer(In) < 0 || isGraphOutput(G, In))
      return false;
    G.Tensors[In].Name = G.Tensors[Out].Name;
    G.Tensors[In].SourceIndex = G.Tensors[Out].SourceIndex;
  }
  replaceReads(G, Out, In);
  return true;
}

/// The view whose only reader O is another view, or -1.
int viewBefore(const Graph &G, const Op &O, const Uses &U) {
  const int Producer = isView(O.Kind) ? U.producer(O.Inputs[0]) : -1;
  return Producer >= 0 && isView(G.Ops[Producer].Kind) && U.readers(O.Inputs[0]) == 1 ? Producer : -1;
}

} // namespace

int64_t eliminateIdentities(Graph &G, Budget &) {
  const size_t Before = G.Ops.size();
  Uses U(G); // anew after each change only: a graph may have many operators
  for (size_t I = 0; I < G.Ops.size();) {
    if (const int First = viewBefore(G, G.Ops[I], U); First >= 0) {
      G.Ops[I].Inputs[0] = G.Ops[First].Inputs[0];
      G.Ops.erase(G.Ops.begin() + First);
      --I; // the same operator again: it may be an identity now
    } else if (isIdentity(G, G.Ops[I]) && bypass(G, G.Ops[I], U))
      G.Ops.erase(G.Ops.begin() + I);
    else {
      ++I;
      continue;
    }
    U = Uses(G);
  }
  return static_cast<int64_t>(Before - G.Ops.size());
}

} // namespace hexloom
