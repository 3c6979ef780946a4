// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/ImageNest.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>

namespace hexloom {

static constexpr int kVector = hexagon::kVectorBytes, kLanes = hexagon::kVectorLanes, kFour = 4;
static constexpr int kLoads = HL_LOAD_SLACK;
static constexpr int kSlack = 512; ///< copies reach behind their last row, and so do loads of their last pixels

static Layout layoutOf(bool Blocked) { return Blocked ? blockedLayouts()[0] : Layout::RowMajor; }

ImageNest::ImageNest(const View &V, const PackedProduct &P, int InZero, DType Type, NestBuilder &N)
    : V(V), S(V.Shape), P(P), InZero(InZero), Type(Type), N(N), In(stridesOf(layoutOf(V.InBlocked), S.In, V.ElementBytes)) {}

void ImageNest::declare() {
  N.writer().body("image.h");
  if (V.Copied || hasSums())
    N.limit("in_limit", N.input(0), S.In.N * In.Image, true);
  if (V.Copied)
    N.scratch("uint8_t *const", "image", V.imageBytes() + kSlack);
  if (V.Spread)
    N.declare("const HVX_Vector *const", "spread", N.constantOf(P.Spread, "HVX_Vector", "from dense pixels to words"));
  if (hasSums()) {
    // Window sums read as far behind their row, rounded up to vectors, and merged loads further (HL_LOAD_SLACK).
    const int64_t Reach = 192 + (S.KernelW - 1) * S.DilationW;
    N.declare("const HVX_Vector *const", "ones", N.constantOf(P.Ones, "HVX_Vector", "channels that count"));
    N.scratch("int32_t *const", "sums", (int64_t(V.Groups) * V.sumsPlane() + Reach) * 4);
  }
}

int ImageNest::rowsInside() const { return std::max(0, std::min(S.In.H, V.Height - S.PadTop)); }

void ImageNest::fillRows(int Rows) {
  if (Rows > 0)
    N.run("hl_fill_over", {"to", InZero, Rows * V.widthBytes()}, {{"to", Rows * V.widthBytes()}});
}

/// Writes a row of the image in blocks of 32 channels, of which a vector has four pixels. The image's pixels lie as far behind the input's
/// as the pad is wide.
void ImageNest::blockedRow() {
  constexpr int kTurn = 8;
  const int Turned = S.PadLeft % kFour, First = S.PadLeft / kFour, Whole = S.In.W / kFour, Clipped = S.In.W % kFour,
            All = V.Width / kFour;
  const Instruction &Align = *instructionNamed("valign.ub.ub");
  const Value Four = "four", From = "from";
  const auto Store = [&](int At, const Value &Vector, const Value &Before) {
    N.set(Four[At], Turned ? does(Align, {Vector, Before, (kFour - Turned) * 32}) : Vector);
  };
  // Pads may be as wide as a dilation: what has no pixel of the input is a loop where it is long.
  const auto Fill = [&](int At, int Count) {
    if (Count > kTurn)
      return N.loop("x", Count, {}, Unrolling::Compiler, [&] { N.set(Four[At + Value("x")], "zero"); });
    for (int I = 0; I < Count; ++I)
      N.set(Four[At + I], "zero");
  };
  Fill(0, First);
  // All loads stand in front of the stores, which might be thought to change what is loaded.
  const auto Vectors = [&](int Count, const std::string &Before) {
    for (int I = 0; I < Count; ++I)
      N.declare("const HVX_Vector", strf("v%d", I), From[I]);
    for (int I = 0; I < Count; ++I)
      Store(First + I, strf("v%d", I), I ? strf("v%d", I - 1) : Before);
    if (Count && Turned)
      N.set("before", strf("v%d", Count - 1));
  };
  if (Turned)
    N.declare("HVX_Vector", "before", "zero");
  const int Turns = Whole > 2 * kTurn ? Whole / kTurn : 0, Rest = Whole - Turns * kTurn;
  if (Turns)
    N.loop("x", Turns, {{"from", kTurn}, {"four", kTurn}}, Unrolling::NoneNorPipelined, [&] { Vectors(kTurn, "before"); });
  if (Rest)
    N.block([&] { Vectors(Rest, "before"); });
  int Next = First + Rest;
  if (Clipped) {
    N.declare("const HVX_Vector", "clipped", call("Q6_V_vmux_QVV", {call("Q6_Q_vsetq_R", {Clipped * 32}), From[Rest], "zero"}));
    Store(Next++, "clipped", "before");
  }
  const int End = All - Turns * kTurn;
  if (Turned && Next < End)
    Store(Next++, "zero", Clipped ? "clipped" : "before");
  Fill(Next, End - Next);
}

/// Row-major, from `from` to `to`; what is written behind the last pixel is written over.
void ImageNest::denseRow(bool IsNear) {
  const int64_t Bytes = In.Pixel;
  const auto Fill = [&](int64_t Pixels, int64_t At) {
    if (Pixels > 0)
      N.run("hl_fill_over", {"to" + Value(At * V.PixelBytes), InZero, Pixels * V.PixelBytes});
  };
  Fill(S.PadLeft, 0);
  const int64_t First = int64_t(S.PadLeft) * V.PixelBytes;
  if (Bytes == V.PixelBytes) {
    N.run("hl_copy_over", {"to" + Value(First), "from", S.In.W * Bytes});
  } else if (V.Spread) {
    N.run("hl_spread_pixels", {"to" + Value(First), "from", "in_limit", IsNear, S.In.W, V.Spread, Bytes, pointed("spread")});
  } else {
    N.declare("uint8_t *", "pixel", "to" + Value(First));
    N.declare("const uint8_t *", "at", "from");
    N.loop("x", S.In.W, {{"pixel", V.PixelBytes}, {"at", Bytes}}, Unrolling::None,
           [&] { N.run("hl_copy_over", {"pixel", "at", Bytes}); });
  }
  Fill(V.Width - S.PadLeft - S.In.W, S.PadLeft + int64_t(S.In.W));
}

/// Rows whose vectors, spread from pixel to pixel, end before the tensor's end.
int ImageNest::farRows() const {
  if (!V.Spread)
    return rowsInside();
  const int64_t Limit = roundUp(S.In.N * In.Image, kVector) - (S.In.N - 1) * In.Image;
  const int64_t Room = Limit - In.Row - kVector - kLoads; // behind the first row
  return Room < 0 ? 0 : static_cast<int>(std::min<int64_t>(Room / In.Row + 1, rowsInside()));
}

void ImageNest::rows(int Count, bool AreNear) {
  if (Count <= 0)
    return;
  N.loop("y", Count, {{"row_in", In.Row}, {"to", V.widthBytes()}}, Unrolling::None, [&] {
    if (V.InBlocked) {
      N.declare("const HVX_Vector *", "from", cast("const HVX_Vector *", "row_in"));
      N.declare("HVX_Vector *", "four", cast("HVX_Vector *", "to"));
      return blockedRow();
    }
    N.declare("const uint8_t *", "from", "row_in");
    denseRow(AreNear);
  });
}

void ImageNest::copy() {
  N.declare("uint8_t *", "to", "image");
  N.declare("const uint8_t *", "block_in", "in");
  if (V.InBlocked)
    N.offer("const HVX_Vector", "zero", call("Q6_Vb_vsplat_R", {InZero}));
  N.loop("block", V.Blocks, {{"block_in", In.Block}}, Unrolling::None, [&] {
    fillRows(std::min(S.PadTop, V.Height));
    N.declare("const uint8_t *", "row_in", "block_in");
    rows(farRows(), false);
    rows(rowsInside() - farRows(), true);
    fillRows(V.Height - S.PadTop - rowsInside());
  });
}

/// Pixels of 4 to 32 bytes, flat or in rows of more than 16: vectors of the same places of eight (or fewer) pixels of each are
/// added.
void ImageNest::sumsOfVectors() {
  const int Words = V.PixelBytes / 4, Groups = V.SumsPixels / kLanes;
  const int Rest = ceilDiv(V.SumsPixels % kLanes * V.PixelBytes, kVector);
  const auto Sum = [&](int Some) {
    N.set(load("HVX_Vector *", "to"), call("hl_sums_of_32", {"&row", "from", Words, Some, 0, Type == DType::Int8}));
  };
  N.declare("const HVX_Vector *", "from", cast("const HVX_Vector *", "at"));
  if (Groups)
    N.loop("x", Groups, {{"from", Words}, {"to", kLanes}}, Unrolling::None, [&] { Sum(Words); });
  if (Rest)
    Sum(Rest);
}

/// Short rows of pixels of 32 bytes.
void ImageNest::sumsOfRows() {
  const int Slots = V.SumsWidth / kFour, Rows = 8 / Slots, Vectors = V.Width / kFour;
  const auto Sum = [&](int Some) {
    N.set(load("HVX_Vector *", "to"), call("hl_sums_of_rows", {"&row", "at", Vectors, Slots, Some, V.RowBytes, Type == DType::Int8}));
  };
  if (V.SumsRows / Rows)
    N.loop("y", V.SumsRows / Rows, {{"at", int64_t(Rows) * V.RowBytes}, {"to", kLanes}}, Unrolling::None, [&] { Sum(Rows); });
  if (V.SumsRows % Rows)
    Sum(V.SumsRows % Rows);
}

/// Up to 32 pixels from `at`; those behind the first `Far` of all lie near the tensor's end.
void ImageNest::sumsOfSome(int64_t First, int64_t Pixels, int64_t Far, bool Aligned) {
  constexpr int kEight = 8;
  N.array("HVX_Vector", "quarter", {4});
  for (int Q = 0; Q < 4; ++Q) {
    const int64_t Some = std::clamp<int64_t>(Pixels - Q * kEight, 0, kEight),
                  IsNear = !Aligned && First + Q * kEight + Some > Far;
    const Value At = "at" + Value(int64_t(Q) * kEight * V.PixelBytes);
    N.set(Value("quarter")[Q],
          Some ? call("hl_sums_of_eight", {"&row", At, Some, Aligned, IsNear, Type == DType::Int8}) : call("Q6_V_vzero", {}));
  }
  N.set(load("HVX_Vector *", "to"), call("hl_times_factor", {call("hl_fold_words", {"quarter", 4}), "row.factor"}));
}

/// Pixels of any size, flat, each by itself.
void ImageNest::sumsOfPixels() {
  const int64_t Chunks = int64_t(roundUp(V.PixelBytes, kVector)), Group = (V.Groups - 1) * int64_t(V.GroupBytes);
  const int64_t Limit = V.Copied ? V.imageBytes() + kSlack : roundUp(S.In.N * In.Image, kVector);
  const int64_t All = V.SumsPixels, Room = Limit - Group - Chunks - kLoads;
  const bool IsFirst = All == 1 && S.In.N == 1; // the tensor's only pixel
  const bool Aligned = (V.PixelBytes % kVector == 0 || IsFirst) && (V.Groups == 1 || V.GroupBytes % kVector == 0);
  const int64_t Far = Room < 0 ? 0 : std::min(Room / V.PixelBytes + 1, All), Whole = Aligned ? All / kLanes : Far / kLanes;
  if (Whole)
    N.loop("x", Whole, {{"at", int64_t(kLanes) * V.PixelBytes}, {"to", kLanes}}, Unrolling::None,
           [&] { sumsOfSome(0, kLanes, kLanes, Aligned); });
  for (int64_t First = Whole * kLanes; First < All; First += kLanes)
    N.block([&] {
      sumsOfSome(First, std::min<int64_t>(All - First, kLanes), Far, Aligned);
      N.move({{"at", int64_t(kLanes) * V.PixelBytes}, {"to", kLanes}});
    });
}

void ImageNest::sums() {
  N.declare("const uint8_t *", "group_at", "image");
  N.declare("int32_t *", "group_to", "sums");
  N.loop("group", V.Groups, {{"group_at", V.GroupBytes}, {"group_to", V.sumsPlane()}}, Unrolling::None, [&] {
    N.declare("const hl_sums_row", "row",
              list({"group_at", "in_limit", V.SumsPixels, sumsBlocks(), V.BlockBytes, V.PixelBytes, "ones", -P.StoredZero}));
    N.declare("const uint8_t *", "at", "group_at");
    N.declare("int32_t *", "to", "group_to");
    if (!V.sumsAreOfVectors())
      return sumsOfPixels();
    if (V.SumsRows == 1)
      return sumsOfVectors();
    if (V.SumsWidth < kLanes)
      return sumsOfRows();
    N.declare("const uint8_t *", "row_at", "at");
    N.declare("int32_t *", "row_to", "to");
    N.loop("y", V.SumsRows, {{"row_at", V.RowBytes}, {"row_to", V.SumsWidth}}, Unrolling::None, [&] {
      N.declare("const uint8_t *", "at", "row_at");
      N.declare("int32_t *", "to", "row_to");
      sumsOfVectors();
    });
  });
}

void ImageNest::make() {
  if (V.Copied)
    N.block([&] { copy(); });
  else
    N.declare("const uint8_t *const", "image", "in");
  if (hasSums())
    N.block([&] { sums(); });
}

} // namespace hexloom
