#include "plans/products/ImageNest.h"

#include <algorithm>

namespace hexloom {

static constexpr int kVector = 128;

static Layout layoutOf(bool Blocked) { return Blocked ? blockedLayouts()[0] : Layout::RowMajor; }

ImageNest::ImageNest(const View &V, const PackedProduct &P, int InZero, DType Type, Nest &N)
    : V(V), S(V.Shape), P(P), InZero(InZero), Type(Type), N(N), In(stridesOf(layoutOf(V.InBlocked), S.In, V.ElementBytes)) {}

void ImageNest::declare() {
  constexpr int64_t kCopied = 256; // copies reach behind their last row
  LayerWriter &W = N.writer();
  W.body("image.h");
  if (V.Copied || hasSums())
    N.line(strf("const uint8_t *const in_limit = (const uint8_t *)%s + %s;", W.input(0).c_str(),
                number((S.In.N * In.Image + kVector - 1) / kVector * kVector).c_str()));
  if (V.Copied) {
    N.line("uint8_t *const image = " + W.scratch(V.imageBytes() + kCopied) + ";");
    if (hasSums())
      N.line(strf("const uint8_t *const image_limit = image + %s;", number((V.imageBytes() + kVector - 1) / kVector * kVector).c_str()));
  }
  if (V.Spread)
    N.line("const HVX_Vector *const spread = " + W.blobOf(P.Spread, "HVX_Vector", "from dense pixels to words") + ";");
  if (hasSums()) {
    // Window sums read as far behind their row, and merged loads further (HL_LOAD_SLACK).
    const int64_t Reach = 96 + (S.KernelW - 1) * S.DilationW;
    N.line("const HVX_Vector *const ones = " + W.blobOf(P.Ones, "HVX_Vector", "channels that count") + ";");
    N.line("int32_t *const sums = (int32_t *)" + W.scratch((int64_t(V.Groups) * V.sumsPlane() + Reach) * 4) + ";");
  }
}

/// `From` null: of zero points alone.
void ImageNest::copyRow(const std::string &From) {
  N.line(strf("const hl_image_row row = {to, %d, %d, %d, %s, %d, %d, %d};", S.PadLeft, S.In.W, V.Width - S.PadLeft - S.In.W,
              number(In.Pixel).c_str(), V.PixelBytes, InZero, V.Spread));
  N.line(strf("hl_copy_image_row(&row, %s, in_limit, %s);", From.c_str(), V.Spread ? "spread" : "0"));
}

void ImageNest::copy() {
  const int64_t BlockBytes = int64_t(V.Width) * V.PixelBytes;
  const int Rows = std::max(0, std::min(S.In.H, V.Height - S.PadTop)), Below = V.Height - S.PadTop - Rows;
  N.line("uint8_t *to = image;");
  const auto Outside = [&](int Count) {
    if (Count > 0)
      N.loop("row", Count * int64_t(V.Blocks), {{"to", BlockBytes}}, Unrolling::None, [&] { copyRow("0"); });
  };
  Outside(std::min(S.PadTop, V.Height));
  N.line("const uint8_t *row_in = in;");
  N.loop("row", Rows, {{"row_in", In.Row}}, Unrolling::None, [&] {
    N.line("const uint8_t *from = row_in;");
    N.loop("block", V.Blocks, {{"from", In.Block}, {"to", BlockBytes}}, Unrolling::None, [&] { copyRow("from"); });
  });
  Outside(Below);
}

void ImageNest::sums() {
  const int Blocks = V.InBlocked ? V.Blocks / V.Groups : V.Blocks;
  N.line("const uint8_t *group_at = image;");
  N.line("int32_t *group_to = sums;");
  N.loop("group", V.Groups, {{"group_at", V.GroupBytes}, {"group_to", V.sumsPlane()}}, Unrolling::Compiler, [&] {
    N.line("const uint8_t *at = group_at;");
    N.line("int32_t *to = group_to;");
    N.loop("row", V.SumsRows, {{"at", V.RowBytes}, {"to", V.SumsWidth}}, Unrolling::Compiler, [&] {
      N.line(strf("const hl_sums_row row_at = {at, image_limit, %d, %d, %d, %d, ones, %d};", V.SumsPixels, Blocks, V.Width * V.PixelBytes,
                  V.PixelBytes, -P.StoredZero));
      N.line(strf("hl_pixel_sums(&row_at, %d, to);", Type == DType::Int8));
    });
  });
}

void ImageNest::make() {
  if (V.Copied) {
    N.block([&] { copy(); });
  } else {
    N.line("const uint8_t *const image = in;");
    if (hasSums())
      N.line("const uint8_t *const image_limit = in_limit;");
  }
  if (hasSums())
    N.block([&] { sums(); });
}

} // namespace hexloom
