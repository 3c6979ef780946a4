// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What hexloom/hvx/layout.h costs: rows of pixels to depth-blocked ones and back. Most rows are loops
// over groups of four pixels, in straight code for up to four blocks and with a loop over pieces of
// four blocks for more; in rows whose loads or stores would reach the tensor's end, the last groups
// go the careful way.
#include "plans/layout/Costs.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>

namespace hexloom {

using namespace layout_cost;

namespace {

constexpr int64_t kVector = hexagon::kVectorBytes, kLoadReach = kVector + HL_LOAD_SLACK;

/// Groups of up to four pixels: in straight code or a loop, in such code at a row's end, or careful.
struct Groups {
  double Rows, Fast, Rests, Careful;
};

/// The tensor's bytes, and which of its rows may reach its end.
struct End {
  End(const Nhwc &D, int64_t Span, int64_t Reach)
      : Rows(int64_t(D.N) * D.H), Row(int64_t(D.W) * D.C), Limit(ceilDiv(Rows * Row, kVector) * kVector),
        Safe(Limit < Span + Reach ? 0 : std::min(Rows, (Limit - Span - Reach) / Row + 1)),
        InLast(std::max<int64_t>(0, D.W / 4 - ceilDiv(Reach, 4 * int64_t(D.C)))) {}
  int64_t Rows, Row, Limit;
  int64_t Safe;   ///< rows whose first `Span` bytes and `Reach` more stay below the tensor's end: all of their groups are fast
  int64_t InLast; ///< groups of the others that are
};

Groups groupsOf(const Nhwc &D, const End &E, bool RestsAreFast) {
  const int64_t Whole = D.W / 4, All = ceilDiv(D.W, 4), Last = E.Rows - E.Safe;
  const int64_t Fast = E.Safe * (RestsAreFast ? All : Whole) + Last * E.InLast;
  return {double(E.Rows), double(Fast), double(RestsAreFast ? 0 : E.Safe * (All - Whole)), double(Last * (All - E.InLast))};
}

/// Calls Visit(address, channels from there on) for each piece of four blocks of the careful groups' pixels.
template <typename Function> void forCareful(const Nhwc &D, const End &E, int64_t Width, const Function &Visit) {
  for (int64_t Row = E.Safe; Row < E.Rows; ++Row)
    for (int64_t X = 4 * E.InLast; X < Width; ++X)
      for (int64_t C = 0; C < D.C; C += kVector)
        Visit(Row * E.Row + X * D.C + C, D.C - C);
}

/// Blocks of 32 channels: whole pieces of four that are turns of a loop, and one to four more.
struct Pieces {
  explicit Pieces(const Nhwc &D) : Blocks(ceilDiv(D.C, 32)), Looped((Blocks - 1) / 4), Straight(Blocks - 4 * Looped) {}
  int Blocks, Looped, Straight;
  double all() const { return Looped + 1; }
};

bool isEmpty(const Nhwc &D) { return !D.N || !D.H || !D.W || !D.C; }

} // namespace

/// Whether a row has few groups, but more than one.
static bool isShort(int64_t PerRow) {
  constexpr int64_t kFew = 5;
  return PerRow > 1 && PerRow <= kFew;
}

/// Short rows are not worth what a loop's begin and end take.
static Cost rowsCost(const Groups &G, int64_t PerRow, const CostConstant &Row, const CostConstant &Short) {
  return G.Rows * Row + (isShort(PerRow) ? G.Rows * Short : Cost());
}

/// Whether loads of neighbouring pixels share bytes: clang makes whole vectors and turns of them.
static bool loadsOverlap(const Nhwc &D) { return D.C < 96; }

/// Four pixels by all blocks. A loop over pieces that has one turn is none.
static Cost fourCost(const Nhwc &D, const Pieces &P) {
  const Cost Straight = P.Blocks == 1 ? kBlock1 : P.Blocks == 3 ? kBlock3 : kBlock2;
  if (P.Looped < 2)
    return Straight + P.Looped * (D.C % kVector ? kBlockSecond : kBlockSecondWhole);
  return Straight + kBlockLoop + P.Looped * (D.C % 32 ? kBlockPiece : kBlockPieceAligned);
}

/// hl_rm_to_d32_hvx.
Cost blockingCost(const Nhwc &D) {
  if (isEmpty(D))
    return {};
  constexpr int64_t kFew = 3;
  const int64_t PerRow = ceilDiv(D.W, 4);
  const End E(D, 4 * PerRow * D.C, kLoadReach);
  const Groups G = groupsOf(D, E, true);
  const Pieces P(D);
  if (E.Rows == 1 && PerRow == 1 && !P.Looped) // straight code that knows the tensor's end
    return Cost(loadsOverlap(D) ? kBlockKnown : kBlockKnownApart);
  if (E.Rows == 1 && PerRow <= kFew)
    return double(PerRow) * P.all() * (loadsOverlap(D) ? kBlockKnownFew : D.W % 4 ? kBlockKnownFewClipped : kBlockKnownFewApart);
  if (PerRow == 1 && G.Fast > 0)
    return G.Rows * P.all() * (loadsOverlap(D) ? kBlockNarrow : D.W % 4 ? kBlockNarrowClipped : kBlockNarrowApart);
  if (PerRow == 1)
    return G.Careful * P.all() * kBlockCarefulAlone;
  const Cost Rows = E.Rows == 1 ? Cost() : rowsCost(G, PerRow, kBlockRow, kBlockShortRow);
  return Rows + G.Fast * fourCost(D, P) + G.Careful * P.all() * (G.Fast > 0 ? kBlockCareful : kBlockCarefulAlone);
}

/// hl_d32_to_rm_hvx.
Cost unblockingCost(const Nhwc &D) {
  if (isEmpty(D))
    return {};
  const End E(D, int64_t(D.W) * D.C, kVector);
  const Groups G = groupsOf(D, E, false);
  const Pieces P(D);
  constexpr int kShortTurns = 5;
  if (E.Rows == 1 && D.W == 1)
    return P.Looped        ? P.all() * kUnblockKnownPiece + (P.Straight == 4 ? Cost() : Cost(kUnblockKnownRest))
           : P.Blocks == 1 ? Cost(kUnblockKnown)
                           : Cost(kUnblockKnownMore);
  double Stores = 0, Crossing = 0; // of careful groups; those that write two vectors
  forCareful(D, E, D.W, [&](int64_t At, int64_t Channels) {
    ++Stores;
    Crossing += At % kVector + std::min(Channels, kVector) > kVector;
  });
  Cost Four = P.Blocks == 1 ? Cost(D.C % 32 && D.W <= 4 * kShortTurns ? kUnblock1Turned : kUnblock1) : P.Straight == 1 ? Cost(kUnblock2) : Cost(kUnblock4);
  if (P.Looped == 1)
    Four += kUnblockSecond;
  else if (P.Looped)
    Four += kUnblockLoop;
  const bool NeverCrosses = kVector % D.C == 0; // which clang sees
  const CostConstant &Store = !NeverCrosses ? kUnblockCarefulStore : isShort(D.W / 4) ? kUnblockCarefulShort : kUnblockCarefulWhole;
  return rowsCost(G, D.W / 4, kUnblockRow, kUnblockShortRow) + G.Fast * Four + G.Rests * P.all() * kUnblockRest +
         (P.Looped ? G.Careful * P.all() : 0) * kUnblockCareful +
         Stores * Store + Crossing * kUnblockCarefulCrossing;
}

} // namespace hexloom
