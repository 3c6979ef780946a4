// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CONV_2D of pictures, row-major images of four channels or fewer, as networks begin with, to planes of four channels. The image is
// copied with its pads, a word for each pixel (ImageNest.h). Of 64 outputs of a row (or of 32) each tap of their windows is two vectors of such
// words, of stride 2 every other word of four; all taps are put side by side as the words of a pointwise convolution (PixelNest.h). So
// outputs are padded to 4 and not to 32.
#include "ir/LayoutMap.h"
#include "plans/NestPlans.h"
#include "plans/Strides.h"
#include "plans/products/Convolution.h"
#include "plans/products/ImageNest.h"
#include "plans/products/PixelNest.h"
#include "support/Rounding.h"

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kVector = hexagon::kVectorBytes, kWord = 4, kPixels = hexagon::kVectorLanes, kMostStride = 2;
constexpr int64_t kMostScratch = 256 << 10; ///< the taps of 64 pixels are to stay close

std::string shapeProblem(const ProductShape &S) {
  constexpr int kMostKernel = 16; // of a row of windows the words of a further vector
  if (S.In.C > kWord || S.Groups > 1)
    return "pixels have more than four channels";
  if (S.StrideW > kMostStride || S.DilationW > 1 || S.KernelW > kMostKernel)
    return "a row's windows are wider, or further apart, than two vectors of pixels have them";
  return S.Out.W < kPixels ? strf("the rows have fewer than %d pixels", kPixels) : "";
}

/// The image of words, of one image of the input.
View imageOf(const ProductShape &S) { return viewOf(S, false, true); }

/// Vectors of words that the taps of a row of 32 pixels' windows are made of.
int loadsOf(const ProductShape &S) { return S.StrideW == 1 ? S.KernelW : S.KernelW > S.StrideW ? 3 : 2; }

/// Memory for taps side by side.
int64_t scratchOf(const PixelProduct &P) { return int64_t(kBothHalves) * P.Taps * kVector; }

class PicturesNest {
public:
  PicturesNest(const Graph &G, const Op &O, const PixelProduct &P, LayerWriter &W)
      : P(P), S(P.S), V(imageOf(P.S)), Pixels(G, O, P, W, halvesOf(O, P)), N(Pixels.text()), Halves(halvesOf(O, P)), Packed(packed(V)),
        Image(V, Packed, P.Output.InZero, G.in(O, 0).Type, N), Out(addressesOf(G, O)) {}
  void write();

private:
  /// Bytes between an output's rows and planes.
  struct Addresses {
    int64_t Image, Plane, Row;
  };

  const PixelProduct &P;
  const ProductShape &S;
  const View V;
  PixelNest Pixels;
  NestBuilder &N;
  const int Halves;
  const PackedProduct Packed;
  ImageNest Image;
  const Addresses Out;

  static PackedProduct packed(const View &V) {
    PackedProduct P;
    P.Spread = spreadOf(V);
    return P;
  }
  static Addresses addressesOf(const Graph &G, const Op &O) {
    const Nhwc Images = asNhwc(G.out(O, 0).Dims);
    const LayoutMap Map(G.out(O, 0).Layout, {Images.N, Images.H, Images.W, Images.C});
    const auto Bytes = [&](int Dim, int64_t Step) { return Map.stride(Map.groupOf(Dim), Step * Map.stepIn(Dim)); };
    return {Bytes(0, 1), Bytes(3, kWord), Bytes(1, 1)};
  }
  /// Pixels from a turn's first 32 to the others.
  int second() const { return std::min(kPixels, S.Out.W - kPixels); }
  Value tap(int X) const;
  void row(int Half);
  void turn();
};

/// The words of a column of 32 pixels' windows, from those that row() has loaded.
Value PicturesNest::tap(int X) const {
  if (S.StrideW == 1)
    return Value("v")[X];
  const auto Half = [&](const char *Pair) { return does(*instructionNamed(X % kMostStride ? "vhi.w" : "vlo.w"), {Pair}); };
  const int Apart = X / kMostStride;
  return Apart ? call("Q6_V_valign_VVR", {Half("next"), Half("words"), Apart * kWord}) : Half("words");
}

/// Stores the taps of the window's row at `from`, for one half of the turn's pixels, and adds them to the pixels' sums.
void PicturesNest::row(int Half) {
  const int Loads = loadsOf(S), Step = S.StrideW == 1 ? kWord : kVector;
  N.block([&] {
    const Value V = "v";
    const auto Deal = [&](const char *Pair, int Upper, int Lower) {
      N.declare("const HVX_VectorPair", Pair, call("Q6_W_vdeal_VVR", {V[Upper], V[Lower], -kWord}));
    };
    N.array("vector", "v", {Loads});
    for (int I = 0; I < Loads; ++I)
      N.set(V[I], Pixels.asMultiplied(call("hl_load_u", {"from" + Value(Half * second() * S.StrideW * kWord + I * Step)})));
    if (S.StrideW > 1) // of every other word the first are those of even places
      Deal("words", 1, 0);
    if (Loads > 2 && S.StrideW > 1)
      Deal("next", 2, 2);
    for (int X = 0; X < S.KernelW; ++X)
      N.block([&] {
        N.declare("const vector", "word", tap(X));
        N.set(Value("to")[Halves * X + Half], "word");
        Pixels.addToSums(Half, "word", Pixels.factors(true));
      });
  });
}

void PicturesNest::turn() {
  const int Last = std::max(S.Out.W - Halves * kPixels, 0);
  N.declare("const int", "pixel", S.Out.W % (Halves * kPixels) ? atMost("x", Last) : "x");
  Pixels.beginSums();
  N.block([&] {
    N.declare("const uint8_t *", "from", "image_row" + "pixel" * Value(S.StrideW * kWord));
    N.declare("vector *", "to", "taps");
    N.loop("down", S.KernelH, {{"from", int64_t(S.DilationH) * V.RowBytes}, {"to", Halves * S.KernelW}}, Unrolling::None, [&] {
      for (int Half = 0; Half < Halves; ++Half)
        row(Half);
    });
  });
  Pixels.outputs({cast("const uint8_t *", "taps"), kVector, Halves * kVector},
                 {"row_out" + "pixel" * Value(kWord), second() * kWord, Out.Plane, false});
}

void PicturesNest::write() {
  Pixels.declare();
  Image.declare();
  N.scratch("vector *const", "taps", scratchOf(P));
  N.tensors();
  N.loop("batch", S.Out.N, {{"in", Image.input().Image}, {"out", Out.Image}}, Unrolling::Compiler, [&] {
    Image.make();
    N.declare("const uint8_t *", "image_row", "image");
    N.declare("uint8_t *", "row_out", "out");
    N.loop("y", S.Out.H, {{"image_row", int64_t(S.StrideH) * V.RowBytes}, {"row_out", Out.Row}}, Unrolling::None, [&] {
      N.loop("x", 0, S.Out.W, Halves * kPixels, {}, Unrolling::None, [&] { turn(); });
    });
  });
}

} // namespace

static const std::vector<Axis<PixelPoint>> &pictureAxes() {
  static const std::vector<Axis<PixelPoint>> All = pixelAxes(pixel_axis::Tile);
  return All;
}

Space pictureSpace() { return declaredSpace("conv2d_vrmpy_pictures", pictureAxes(), {stageRow()}); }

void planPictures(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = pixelProductProblem(G, O, Plans.target(), shapeProblem); !Problem.empty())
    return Plans.reject(Problem);
  const PixelProduct P = pixelProductOf(G, O, Plans.target(), Plans.stageSearch(O));
  const View V = imageOf(P.S);
  if (!V.Copied || V.PixelBytes != kWord)
    return Plans.reject("the pixels need no copy to become words");
  if (scratchOf(P) > kMostScratch)
    return Plans.reject(strf("64 pixels' windows take more than %lld bytes", static_cast<long long>(kMostScratch)));
  if (!Plans.stage(O, P.Chosen))
    return;
  if (const std::string Problem = stageProblem(P, Plans.target()); !Problem.empty())
    return Plans.reject(Problem);
  NestPlans Priced(G, O, Plans, "pictures " + factsOf(P));
  const auto Nest = [&](const Graph &Alone, const Op &Its, LayerWriter &W) { PicturesNest(Alone, Its, P, W).write(); };
  for (Layout L : planeLayouts()) {
    PixelPoint Point = {P, ceilDiv(P.S.Out.W, kPixels)};
    Plans.addPoints(pictureAxes(), Point, O, [&](const PixelPoint &, const Schedule &How) {
      Priced.add({Layout::RowMajor, Layout::RowMajor, Layout::RowMajor}, {L}, How, Nest);
    });
  }
}

void emitPictures(const Graph &G, const Op &O, LayerWriter &W) {
  const PixelProduct P = pixelProductOf(G, O, W.target(), W.stageSearch());
  PicturesNest(G, O, P, W).write();
}

} // namespace hexloom
