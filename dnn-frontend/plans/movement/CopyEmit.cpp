// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/movement/CopyEmit.h"
#include "nests/Build.h"
#include "plans/movement/Permutation.h"
#include "plans/movement/Transposition.h"

namespace hexloom {

void includeCopies(const CopyPrimitives &C, LayerWriter &W) {
  if (!C.Vectors)
    return W.include("hexloom/portable/copy.h");
  W.body("copy_ahead.h");
  W.body("copy_lanes.h");
}

void callVectorCopy(const StridedCopy &C, const std::string &Name, const std::string &In, const std::string &Out, LayerWriter &W) {
  const char *const Function =
      goesByLanes(C) ? "hl_vcopy_lanes" : goesAhead(C) ? "hl_vcopy_ahead" : isPlaced(C) ? "hl_vcopy_placed_nest" : kVectorCopies.Copy;
  if (OwnLoops Loops = copyLoops(C); !Loops.empty())
    NestBuilder(W).primitive(Function, {"&" + Name, In, Out}, std::move(Loops));
  else
    W.line(strf("%s(&%s, %s, %s);", Function, Name.c_str(), In.c_str(), Out.c_str()));
}

/// Writes a copy with code of its own.
static void emitCopy(const StridedCopy &Copy, const std::string &Name, const std::string &In,
                     const std::string &Out, const CopyPrimitives &C, CopyOrder Order, LayerWriter &W) {
  if (C.Vectors && Order == CopyOrder::Tiles) {
    if (const std::optional<Permutation> P = permutationOf(Copy))
      return P->emit(Name, In, Out, W);
    if (const std::optional<Transposition> T = transpositionOf(Copy))
      return T->emit(Name, In, Out, W);
  }
  const StridedCopy Ordered = C.Vectors && Order != CopyOrder::AsStored ? longestInside(Copy) : Copy;
  W.line(strf("static const hl_copy_params %s = %s;", Name.c_str(), Ordered.cText().c_str()));
  if (C.Vectors)
    callVectorCopy(Ordered, Name, In, Out, W);
  else
    W.line(strf("%s(&%s, %s, %s);", C.Copy, Name.c_str(), In.c_str(), Out.c_str()));
}

void emitCopies(const CopyGroup &Copies, const std::string &Name, const std::string &In, const std::string &Out,
                const CopyPrimitives &C, CopyOrder Order, LayerWriter &W) {
  if (!shareTable(Copies, C.Vectors && Order == CopyOrder::Tiles)) {
    for (size_t I = 0; I < Copies.size(); ++I)
      emitCopy(Copies[I], Copies.size() == 1 ? Name : strf("%s_%zu", Name.c_str(), I), In, Out, C, Order, W);
    return;
  }
  W.line(strf("static const hl_copy_params %s[] = {", Name.c_str()));
  for (const StridedCopy &Copy : Copies)
    W.line("  " + Copy.cText() + ",");
  W.line("};");
  W.line(strf("for (int i = 0; i < %zu; ++i)", Copies.size()));
  W.line(strf("  %s(&%s[i], %s, %s);", C.Copy, Name.c_str(), In.c_str(), Out.c_str()));
}

} // namespace hexloom
