// RESHAPE and the conversions between layouts.
#include "emit/LayerWriter.h"
#include "plans/layout/Costs.h"
#include "plans/Plan.h"

#include <algorithm>
#include <cmath>
#include "plans/movement/Copy.h"

namespace hexloom {

using namespace layout_cost;

namespace {

constexpr double kLoadReach = 128 + 256; // a vector and HL_LOAD_SLACK of hexloom/hvx/bytes.h

/// hl_rm_to_d32_hvx. Near the tensor's end, within the reach of unaligned loads, loads are clipped.
Cost blockingCost(const Nhwc &D) {
  const double Rows = double(D.N) * D.H, Blocks = (D.C + 31) / 32, Pieces = (D.C + 127) / 128;
  const double Fours = Rows * ((D.W + 3) / 4), Clipped = std::min(Fours, 1 + kLoadReach / (4.0 * D.C));
  const Cost Four =
      Blocks <= 1 ? Cost(kBlockNarrow) : kBlockPixels + Pieces * kBlockPiece + Blocks * kBlockStore;
  return Rows * kBlockRow + Fours * Four +
         Clipped * Pieces * kBlockClipped;
}

Cost vectorCost(const Tensor &T, Layout To) {
  const Nhwc D = asNhwc(T.Dims);
  return To == Layout::RowMajor ? unblockingCost(D) : blockingCost(D);
}

Cost scalarCost(const Tensor &T) { return kScalar + kScalarByte * static_cast<double>(T.elements()); }

} // namespace

/// hl_d32_to_rm_hvx. Pixels that do not fill a group of four, and the last ones of the tensor, are
/// stored without touching what is behind them.
Cost unblockingCost(const Nhwc &D) {
  const double Rows = double(D.N) * D.H, Pieces = (D.C + 127) / 128;
  const double Last = std::min(double(D.W / 4), std::ceil(128 / (4.0 * D.C)));
  const double Whole = Rows * (D.W / 4) - Last;
  const double Exact = Rows * (D.W % 4 != 0) + Last, ExactPixels = Rows * (D.W % 4) + 4 * Last;
  const Cost Four = D.C <= 32 ? Cost(kUnblockNarrow) : kUnblockPixels + Pieces * kUnblockPiece;
  return Rows * kUnblockRow + Whole * Four +
         Pieces * (Exact * kUnblockPartial + ExactPixels * kUnblockExact);
}

Cost conversionCost(const Tensor &T, Layout From, Layout To, Target For) {
  if (From == To)
    return {};
  return For == Target::Hexagon ? vectorCost(T, To) : scalarCost(T);
}

/// Whether all of the output's bytes lie in blocks where the input's do.
static bool sharesBlocks(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (!layoutFits(In, Layout::Depth32) || !layoutFits(Out, Layout::Depth32) || In.isConst() ||
      In.elements() == 0)
    return false;
  const std::optional<Movement> M = movementOf(G, O, Layout::Depth32);
  if (!M || M->Pieces.size() != 1)
    return false;
  const StridedCopy &C = M->Pieces[0].Copy;
  return C.Loops.empty() && C.InOffset == 0 && C.OutOffset == 0 &&
         storageBytes(In.Type, In.Dims, Layout::Depth32) ==
             storageBytes(Out.Type, Out.Dims, Layout::Depth32);
}

void planReshapeAlias(const Graph &G, const Op &O, PlanList &Plans) {
  Plans.add(O, Layout::RowMajor, {});
  if (sharesBlocks(G, O))
    Plans.add(O, Layout::Depth32, {});
}

void emitReshapeAlias(const Graph &G, const Op &O, LayerWriter &W) {
  W.aliasOutputToInput();
  const auto Size = static_cast<long long>(G.out(O, 0).bytes());
  W.line(strf("__builtin_memcpy(%s, %s, %lld);", W.output(0).c_str(), W.input(0).c_str(), Size));
}

void planConvertScalar(const Graph &G, const Op &O, PlanList &Plans) {
  Plans.add({G.in(O, 0).Layout}, {G.out(O, 0).Layout}, scalarCost(G.in(O, 0)));
}

static void emitConvert(const Graph &G, const Op &O, LayerWriter &W, const char *Suffix) {
  const bool ToBlocked = G.out(O, 0).Layout == Layout::Depth32;
  const Nhwc D = asNhwc(G.in(O, 0).Dims);
  W.line(strf("%s%s((const uint8_t *)%s, (uint8_t *)%s, %d, %d, %d);", ToBlocked ? "hl_rm_to_d32" : "hl_d32_to_rm", Suffix,
              W.input(0).c_str(), W.output(0).c_str(), D.N * D.H, D.W, D.C));
}

void emitConvertScalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/layout.h");
  emitConvert(G, O, W, "");
}

void planConvertVector(const Graph &G, const Op &O, PlanList &Plans) {
  if (G.in(O, 0).elements() == 0)
    return Plans.reject("the tensor is empty");
  Plans.add({G.in(O, 0).Layout}, {G.out(O, 0).Layout}, vectorCost(G.in(O, 0), G.out(O, 0).Layout));
}

void emitConvertVector(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/hvx/layout.h");
  emitConvert(G, O, W, "_hvx");
}

} // namespace hexloom
