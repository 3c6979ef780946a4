// What hexloom/hvx/layout.h costs: rows of pixels to depth-blocked ones and back. Most rows are loops
// over groups of four pixels, in straight code for up to four blocks and with a loop over pieces of
// four blocks for more; in rows whose loads or stores would reach the tensor's end, the last groups
// go the careful way.
#include "plans/layout/Costs.h"

#include <algorithm>
#include <array>

namespace hexloom {

using namespace layout_cost;

namespace {

constexpr int64_t kVector = 128, kLoadReach = kVector + 256; // a vector and HL_LOAD_SLACK of hexloom/hvx/bytes.h

int64_t ceilDiv(int64_t A, int64_t B) { return (A + B - 1) / B; }

/// Groups of up to four pixels: in straight code or a loop, in such code at a row's end, or careful.
struct Groups {
  double Rows, Fast, Rests, Careful;
  double CarefulPixels;
};

/// Rows of `Width` pixels whose first `Span` bytes and `Reach` more stay below the tensor's end are fast; of the others, the
/// groups within reach are careful.
Groups groupsOf(const Nhwc &D, int64_t Span, int64_t Reach, bool RestsAreFast) {
  const int64_t Rows = int64_t(D.N) * D.H, Row = int64_t(D.W) * D.C, Whole = D.W / 4, All = ceilDiv(D.W, 4);
  const int64_t Limit = ceilDiv(Rows * Row, kVector) * kVector;
  const int64_t Safe = Limit < Span + Reach ? 0 : std::min(Rows, (Limit - Span - Reach) / Row + 1);
  const int64_t InLast = std::max<int64_t>(0, Whole - ceilDiv(Reach, 4 * int64_t(D.C)));
  const int64_t Last = Rows - Safe, Fast = Safe * (RestsAreFast ? All : Whole) + Last * InLast;
  return {double(Rows), double(Fast), double(RestsAreFast ? 0 : Safe * (All - Whole)), double(Last * (All - InLast)),
          double(Last * (D.W - 4 * InLast))};
}

/// Blocks of 32 channels: whole pieces of four that are turns of a loop, and one to four more.
struct Pieces {
  explicit Pieces(const Nhwc &D) : Blocks(ceilDiv(D.C, 32)), Looped((Blocks - 1) / 4), Straight(Blocks - 4 * Looped) {}
  int Blocks, Looped, Straight;
  double all() const { return Looped + 1; }
};

bool isEmpty(const Nhwc &D) { return !D.N || !D.H || !D.W || !D.C; }

} // namespace

/// hl_rm_to_d32_hvx.
Cost blockingCost(const Nhwc &D) {
  if (isEmpty(D))
    return {};
  const Groups G = groupsOf(D, 4 * ceilDiv(D.W, 4) * D.C, kLoadReach, true);
  const Pieces P(D);
  const std::array<const CostConstant *, 4> Straight = {&kBlock1, &kBlock2, &kBlock3, &kBlock4};
  Cost Four = *Straight[P.Straight - 1];
  if (P.Looped)
    Four += kBlockLoop + P.Looped * kBlockPiece;
  return G.Rows * kBlockRow + G.Fast * Four + G.Careful * P.all() * kBlockCareful;
}

/// hl_d32_to_rm_hvx.
Cost unblockingCost(const Nhwc &D) {
  if (isEmpty(D))
    return {};
  const Groups G = groupsOf(D, int64_t(D.W) * D.C, kVector, false);
  const Pieces P(D);
  Cost Four = P.Blocks == 1 ? Cost(kUnblock1) : P.Straight == 1 ? Cost(kUnblock2) : Cost(kUnblock4);
  if (P.Looped)
    Four += kUnblockLoop + P.Looped * kUnblockPiece;
  return G.Rows * kUnblockRow + G.Fast * Four + G.Rests * P.all() * kUnblockRest +
         P.all() * (G.Careful * kUnblockCareful + G.CarefulPixels * kUnblockCarefulPixel);
}

} // namespace hexloom
