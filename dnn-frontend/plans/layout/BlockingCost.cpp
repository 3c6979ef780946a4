// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops of hexloom/hvx/layout.h: rows of pixels to depth-blocked ones and back. Most rows are loops
// over groups of four pixels, in straight code for up to four blocks and with a loop over pieces of
// four blocks for more; in rows whose loads or stores would reach the tensor's end, the last groups
// go the careful way.
#include "plans/NestPlans.h"
#include "plans/layout/Costs.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>

namespace hexloom {

namespace {

constexpr int64_t kVector = hexagon::kVectorBytes, kLoadReach = kVector + HL_LOAD_SLACK;

/// Groups of up to four pixels: in straight code or a loop, in such code at a row's end, or careful.
struct Groups {
  int64_t Fast, Rests, Careful;
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
  return {Fast, RestsAreFast ? 0 : E.Safe * (All - Whole), Last * (All - E.InLast)};
}

/// Blocks of 32 channels: whole pieces of four that are turns of a loop, and one to four more.
struct Pieces {
  explicit Pieces(const Nhwc &D) : Blocks(ceilDiv(D.C, 32)), Looped((Blocks - 1) / 4), Straight(Blocks - 4 * Looped) {}
  int64_t Blocks, Looped, Straight;
  int64_t all() const { return Looped + 1; }
};

bool isEmpty(const Nhwc &D) { return !D.N || !D.H || !D.W || !D.C; }

} // namespace

/// Whether a row has few groups, but more than one.
static bool isShort(int64_t PerRow) {
  constexpr int64_t kFew = 5;
  return PerRow > 1 && PerRow <= kFew;
}

/// Whether loads of neighbouring pixels share bytes: clang makes whole vectors and turns of them.
static bool loadsOverlap(const Nhwc &D) { return D.C < 96; }

/// Whether four pixels are one or two vectors, and whether these are aligned in each row.
static bool isJoined(const Nhwc &D) { return D.C == 32 || D.C == 64; }
static bool isAligned(const Nhwc &D) { return int64_t(D.W) * D.C % kVector == 0; }

/// Eight pixels in a turn. `PerRow` groups of four, and whether there are rests of a row.
static OwnLoops joinedLoops(const std::string &Primitive, const Nhwc &D, const Groups &G, const End &E, int64_t PerRow, bool HasRests) {
  const std::string Ends = std::string(PerRow % 2 ? " odd" : "") + (HasRests ? " rests" : "");
  return {{Primitive + strf(" joined-%lld", static_cast<long long>(D.C / 32)) + (isAligned(D) ? "" : " apart") + Ends, G.Fast / 2, E.Rows}};
}

/// Groups of four pixels, entered once for each row: straight code for some blocks, and a loop over pieces of the others if there are many.
static OwnLoops foursLoops(const std::string &Primitive, const Nhwc &D, const Groups &G, const End &E, const Pieces &P, const char *OfRows) {
  const char *const Aligned = D.C % kVector ? "" : "-whole";
  const std::string Looped = P.Looped == 0 ? "" : std::string(P.Looped == 1 ? " second" : " looped") + Aligned;
  OwnLoops Loops = {{Primitive + strf(" blocks-%lld", static_cast<long long>(P.Straight)) + Looped + OfRows, G.Fast, E.Rows}};
  if (P.Looped > 1)
    Loops.push_back({Primitive + " pieces" + Aligned, G.Fast * P.Looped, 0});
  return Loops;
}

/// hl_rm_to_d32_hvx.
static OwnLoops blockingLoops(const Nhwc &D) {
  constexpr int kFew = 3;
  const std::string Primitive = "hl_rm_to_d32_hvx";
  const int64_t PerRow = ceilDiv(D.W, 4);
  const End E(D, 4 * PerRow * D.C, kLoadReach);
  const Groups G = groupsOf(D, E, true);
  const Pieces P(D);
  const std::string Loads = loadsOverlap(D) ? "" : D.W % 4 ? " clipped" : " apart";
  if (E.Rows == 1 && PerRow <= kFew) // straight code that knows the tensor's end
    return {{Primitive + (PerRow == 1 ? " known" : " few") + Loads, PerRow * P.all(), 0}};
  const std::string Careful = G.Fast > 0 ? " careful" : " careful-alone";
  if (isJoined(D) && isAligned(D) && D.W % 4 == 0 && PerRow > 1)
    return joinedLoops(Primitive, D, {E.Rows * PerRow, 0, 0}, E, PerRow, false);
  OwnLoops Loops = PerRow == 1   ? OwnLoops{{Primitive + " narrow" + Loads, G.Fast * P.all()}}
                   : isJoined(D) ? joinedLoops(Primitive, D, G, E, PerRow, false)
                                 : foursLoops(Primitive, D, G, E, P, isShort(PerRow) ? " short" : "");
  Loops.push_back({Primitive + Careful, G.Careful * P.all(), G.Fast > 0 ? 0 : 1});
  return Loops;
}

/// hl_d32_to_rm_hvx.
static OwnLoops unblockingLoops(const Nhwc &D) {
  const std::string Primitive = "hl_d32_to_rm_hvx";
  const End E(D, int64_t(D.W) * D.C, kVector);
  const Groups G = groupsOf(D, E, false);
  const Pieces P(D);
  if (E.Rows == 1 && D.W == 1)
    return {{Primitive + " known" + strf("-%lld", static_cast<long long>(P.Straight)), P.all(), 0}};
  if (isJoined(D) && D.W >= 8) {
    OwnLoops Loops = joinedLoops(Primitive, D, {E.Rows * (D.W / 4), 0, 0}, E, D.W / 4, D.W % 4);
    if (!isAligned(D))
      Loops.push_back({Primitive + " careful-within", (E.Rows - E.Safe) * (D.W % 4), 0});
    return Loops;
  }
  const int64_t Careful = (E.Rows - E.Safe) * (D.W - 4 * E.InLast) * P.all(); // stores
  const bool NeverCrosses = kVector % D.C == 0;                               // which clang sees
  OwnLoops Loops = G.Fast > 0 ? foursLoops(Primitive, D, G, E, P, G.Rests ? " rests" : isShort(D.W / 4) ? " short" : "")
                              : OwnLoops{{Primitive + " rests-alone", G.Rests * P.all()}};
  Loops.push_back({Primitive + " careful" + (NeverCrosses ? "-within" : ""), Careful, G.Fast > 0 || G.Rests > 0 ? 0 : 1});
  return Loops;
}

OwnLoops conversionLoops(const Nhwc &D, Layout To) {
  if (isEmpty(D))
    return {};
  return To == Layout::RowMajor ? unblockingLoops(D) : blockingLoops(D);
}

Cost unblockingCost(const Nhwc &D) { return costOf(conversionLoops(D, Layout::RowMajor)); }

} // namespace hexloom
