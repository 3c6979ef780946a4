// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RESHAPE and the conversions between layouts.
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/layout/Convert.h"
#include "plans/layout/Costs.h"
#include "plans/movement/BoxCopies.h"

#include <map>

namespace hexloom {

using namespace layout_cost;

namespace {

Cost scalarCost(const Tensor &T) { return kScalar + kScalarByte * static_cast<double>(T.elements()); }

} // namespace

Cost ownConversionCost(const Tensor &T, Layout To, bool Vectors) { return Vectors ? costOf(conversionLoops(asNhwc(T.Dims), To)) : scalarCost(T); }

/// Whether the target has the vector kernels of this family.
static bool convertsByVectors(Target T) {
  static std::map<Target, bool> Known;
  const auto [It, New] = Known.try_emplace(T);
  if (New)
    It->second = missingInstruction(kernelNamed("convert_hvx").Instruction, T).empty() &&
                 missingInstruction(kernelNamed("convert_copies_hvx").Instruction, T).empty();
  return It->second;
}

Cost conversionCost(const Tensor &T, Layout From, Layout To, Target For) {
  if (From == To)
    return {};
  return routeCost(T, From, To, convertsByVectors(For));
}

double conversionCycles(const Tensor &T, Layout From, Layout To, Target For, Compilation &Shared) {
  const auto [At, IsNew] = Shared.Conversions.try_emplace({For, T.Type, T.Dims, From, To});
  if (IsNew)
    At->second = conversionCost(T, From, To, For).cycles();
  return At->second;
}

/// Whether the output's elements lie where the input's do.
static bool sharesMemory(const Graph &G, const Op &O, Layout L) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (L == Layout::RowMajor)
    return true;
  if (!layoutFits(In, L) || !layoutFits(Out, L) || In.isConst() || In.elements() == 0)
    return false;
  const LayoutMap From(L, In.Dims), To(L, Out.Dims);
  const std::optional<BoxMovement> M = boxesOf(G, O);
  if (!M || M->Pieces.size() != 1 || From.size() != To.size())
    return false;
  const auto Copies = copiesOf(M->Pieces[0].Box, From, To, bytesOf(In.Type), kMostBlockedCopies);
  return Copies && areInPlace(*Copies);
}

void planReshapeAlias(const Graph &G, const Op &O, PlanList &Plans) {
  for (Layout L : offeredLayouts())
    if (sharesMemory(G, O, L))
      Plans.follow(O, L, {});
}

void emitReshapeAlias(const Graph &G, const Op &O, LayerWriter &W) {
  W.aliasOutputToInput();
  const auto Size = static_cast<long long>(G.out(O, 0).bytes());
  W.line(strf("__builtin_memcpy(%s, %s, %lld);", W.output(0).c_str(), W.input(0).c_str(), Size));
}

static const char *const kNoPair = "not between rm and d32";

void planConvertScalar(const Graph &G, const Op &O, PlanList &Plans) {
  if (!hasOwnConversion(G.in(O, 0).Layout, G.out(O, 0).Layout))
    return Plans.reject(kNoPair);
  Plans.add({G.in(O, 0).Layout}, {G.out(O, 0).Layout}, scalarCost(G.in(O, 0)));
}

void emitOwnConversion(const Tensor &T, Layout To, bool Vectors, const std::string &In, const std::string &Out, LayerWriter &W) {
  const Nhwc D = asNhwc(T.Dims);
  if (Vectors)
    W.body("layout.h");
  else
    W.include("hexloom/portable/layout.h");
  const std::string Function = std::string(To == Layout::Depth32 ? "hl_rm_to_d32" : "hl_d32_to_rm") + (Vectors ? "_hvx" : "");
  NestBuilder(W).primitive(Function, {cast("const uint8_t *", In), cast("uint8_t *", Out), D.N * D.H, D.W, D.C},
                     Vectors ? conversionLoops(D, To) : OwnLoops());
}

void emitConvertScalar(const Graph &G, const Op &O, LayerWriter &W) {
  emitOwnConversion(G.in(O, 0), G.out(O, 0).Layout, false, W.input(0), W.output(0), W);
}

void planConvertVector(const Graph &G, const Op &O, PlanList &Plans) {
  if (!hasOwnConversion(G.in(O, 0).Layout, G.out(O, 0).Layout))
    return Plans.reject(kNoPair);
  if (G.in(O, 0).elements() == 0)
    return Plans.reject("the tensor is empty");
  Plans.add({G.in(O, 0).Layout}, {G.out(O, 0).Layout}, ownConversionCost(G.in(O, 0), G.out(O, 0).Layout, true));
}

void emitConvertVector(const Graph &G, const Op &O, LayerWriter &W) {
  emitOwnConversion(G.in(O, 0), G.out(O, 0).Layout, true, W.input(0), W.output(0), W);
}

} // namespace hexloom
