// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes of the steps of hybrid products: QUANTIZE_ROWS and SCALE_SUMS.
#include "ir/Diagnostics.h"
#include "ir/Shapes.h"
#include "support/Error.h"

#include <set>

namespace hexloom {

namespace {

std::vector<Shape> quantizedRows(const Graph &G, const Op &O) {
  Shape S = G.in(O, 0).Dims;
  const std::vector<int64_t> &Pads = O.ints(Attr::Pads);
  if (S.size() != 4 || Pads.size() != 4)
    opError(G, O, strf("an input of rank %zu and %zu pads where 4 are required", S.size(), Pads.size()));
  constexpr int64_t kMost = 1 << 20; // as of windows
  for (int64_t Pad : Pads)
    if (Pad < 0 || Pad > kMost)
      opError(G, O, strf("pads of %lld", static_cast<long long>(Pad)));
  for (int D = 0; D < 2; ++D) {
    const int64_t Side = S[1 + D] + Pads[D] + Pads[D + 2];
    if (Side > INT32_MAX)
      opError(G, O, strf("an image of %lld rows or columns", static_cast<long long>(Side)));
    S[1 + D] = static_cast<int32_t>(Side);
  }
  return {S, {S[0]}, {S[0]}};
}

std::vector<Shape> scaledSums(const Graph &G, const Op &O) {
  const Shape &Sums = G.in(O, 0).Dims;
  if (Sums.size() != 4)
    opError(G, O, strf("sums of rank %zu where 4 is required", Sums.size()));
  const char *const Names[] = {"sums", "scales of rows", "zero points of rows", "sums of weights", "scales of weights", "bias"};
  for (size_t I = 1; I < 6; ++I) {
    const int32_t Wanted = Sums[I < 3 ? 0 : 3];
    if (!G.hasIn(O, I) && I == 5)
      continue;
    const Shape &S = G.in(O, I).Dims;
    if (elementsOf(S) != Wanted && !(I == 4 && elementsOf(S) == 1))
      opError(G, O, strf("%s of %s where %d are required", Names[I], text(S).c_str(), Wanted));
  }
  static const std::set<std::string> Orders = {"row", "dense", "zero", "channel", "float"};
  if (!Orders.count(O.s(Attr::Order)))
    opError(G, O, "unknown order '" + O.s(Attr::Order) + "'");
  return {Sums};
}

} // namespace

std::vector<Shape> hybridShapes(const Graph &G, const Op &O) {
  return O.Kind == OpKind::QuantizeRows ? quantizedRows(G, O) : scaledSums(G, O);
}

} // namespace hexloom
