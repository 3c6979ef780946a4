// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GATHER in the depth-blocked layout: the entries of one axis, which the indices choose at run
// time, are all moved alike.
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/movement/BoxCopies.h"
#include "plans/movement/Costs.h"
#include "support/CText.h"

#include <algorithm>

namespace hexloom {

using namespace movement_cost;

namespace {

constexpr int kChannels = 3; // in NHWC

/// Dimensions of the indices; one at most may be longer than 1.
int indexRank(const Graph &G, const Op &O) { return G.in(O, 1).rank(); }

/// The output's axis along which the indices lie, or -1 for one index.
int indexAxis(const Graph &G, const Op &O) {
  const Shape &Dims = G.in(O, 1).Dims;
  for (int I = 0; I < indexRank(G, O); ++I)
    if (Dims[I] > 1)
      return static_cast<int>(O.i(Attr::Axis)) + I;
  return -1;
}

bool isChannels(const Tensor &T, int Axis) { return Axis + 4 - T.rank() == kChannels; }

std::string whyNotBlocked(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Indices = G.in(O, 1), &Out = G.out(O, 0);
  if (In.isConst() || !layoutFits(In, Layout::Depth32) || !layoutFits(Out, Layout::Depth32))
    return "not between activations of bytes with one to four dimensions";
  if (O.i(Attr::BatchDims) != 0)
    return "indices differ from batch to batch";
  const auto Long = [](int32_t Size) { return Size > 1; };
  if (std::count_if(Indices.Dims.begin(), Indices.Dims.end(), Long) > 1)
    return "indices of several dimensions";
  return In.elements() == 0 || Out.elements() == 0 ? "empty" : "";
}

/// The first entry of the input's axis to the first of the output.
std::vector<StridedCopy> entryCopies(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const int Axis = static_cast<int>(O.i(Attr::Axis)), More = indexRank(G, O) - 1;
  Box B{std::vector<int64_t>(In.rank(), 0), std::vector<int64_t>(Out.rank(), 0), {}};
  for (int I = 0; I < In.rank(); ++I)
    if (I != Axis)
      B.Loops.push_back({In.Dims[I], {I, 1}, {I < Axis ? I : I + More, 1}});
  const int To = indexAxis(G, O);
  const bool OneChannel = isChannels(In, Axis) || (To >= 0 && isChannels(Out, To));
  return blockedCopies(B, In, Out, OneChannel ? BlockRest::Kept : BlockRest::Later);
}

std::string axisText(const Tensor &T, int Axis) {
  if (Axis < 0)
    return "{0, 0}";
  const int64_t Stride = LayoutMap(Layout::Depth32, T.Dims).coarseStride(Axis);
  const bool Channels = isChannels(T, Axis);
  return braces(std::vector<int64_t>{Channels ? 0 : Stride, Channels ? Stride : 0});
}

} // namespace

void planGatherBlocked(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotBlocked(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  const std::vector<StridedCopy> Copies = entryCopies(G, O);
  if (Copies.empty())
    return Plans.reject("moves too many pieces of blocks");
  Cost Entry = Copies.size() == 1 ? runsCost(Copies[0]) + kGatherBlocked : Cost(); // else its parameters are loaded
  for (const StridedCopy &C : Copies)
    if (Copies.size() > 1)
      Entry += tableCost(C);
  Plans.add({Layout::Depth32, Layout::RowMajor}, {Layout::Depth32},
            kCall + static_cast<double>(G.in(O, 1).elements()) * Entry);
}

void emitGatherBlocked(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("gather.h");
  const Tensor &In = G.in(O, 0), &Indices = G.in(O, 1), &Out = G.out(O, 0);
  const int Axis = static_cast<int>(O.i(Attr::Axis));
  const std::vector<StridedCopy> Copies = entryCopies(G, O);
  W.line("static const hl_copy_params copies[] = {");
  for (const StridedCopy &C : Copies)
    W.line("  " + C.cText() + ",");
  W.line("};");
  W.structure("hl_gather_blocks", "p",
              {{"entries", std::to_string(In.Dims[Axis])},
               {"indices", std::to_string(Indices.elements())},
               {"index_bytes", std::to_string(bytesOf(Indices.Type))},
               {"in", axisText(In, Axis)},
               {"out", axisText(Out, indexAxis(G, O))},
               {"copies", std::to_string(Copies.size())}});
  W.line(strf("hl_vgather_d32(&p, copies, %s, %s, %s);", W.input(0).c_str(), W.input(1).c_str(),
              W.output(0).c_str()));
}

} // namespace hexloom
