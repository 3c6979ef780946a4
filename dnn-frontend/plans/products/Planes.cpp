// CONV_2D of stride 1 whose images keep their size, on planes of four channels: [channel / 4][pixel, flat][channel % 4]. No width is
// padded there, and a window's tap is an offset of the address. Of 64 pixels all taps are put side by side as the words of a pointwise
// convolution (PixelNest.h), and those that lie outside of the image, which are other rows' pixels or another plane's, become the zero
// point. So outputs and depth are padded to 4 and pixels to 32.
#include "ir/LayoutMap.h"
#include "plans/Strides.h"
#include "plans/products/Convolution.h"
#include "plans/products/PixelNest.h"
#include "support/Checked.h"

namespace hexloom {

namespace {

constexpr int kVector = 128, kPixels = 32;
constexpr int64_t kMostScratch = 256 << 10; ///< the taps of 64 pixels are to stay close

std::string shapeProblem(const ProductShape &S) {
  if (S.StrideH * S.StrideW > 1 || S.Groups > 1)
    return "the convolution has strides or groups";
  if (S.In.H != S.Out.H || S.In.W != S.Out.W)
    return "the image changes its size";
  return S.In.H > INT16_MAX || S.In.W > INT16_MAX ? "the image is too large for places of 16 bits" : "";
}

int vectorsOf(const ProductShape &S) { return checkedInt((int64_t(S.In.H) * S.In.W + kPixels - 1) / kPixels); }

int64_t scratchOf(const PixelProduct &P) { return int64_t(2) * P.Taps * P.Words * kVector; }

/// Row and column of each pixel; of those that pad a plane, none that an image has.
std::vector<int32_t> placesOf(const ProductShape &S) {
  std::vector<int32_t> Places(size_t(vectorsOf(S)) * kPixels, INT16_MIN * 65536);
  for (int Y = 0; Y < S.In.H; ++Y)
    for (int X = 0; X < S.In.W; ++X)
      Places[size_t(Y) * S.In.W + X] = Y << 16 | X;
  return Places;
}

/// Bytes from a place's pixel to that of a tap, and from a vector of a plane to the same one of the next.
struct Addresses {
  int64_t Image, Plane, Row, Pixel;
};

Addresses addressesOf(Layout L, const Nhwc &Images) {
  constexpr int kImage = 0, kRow = 1, kPixel = 2, kChannel = 3;
  const LayoutMap Map(L, {Images.N, Images.H, Images.W, Images.C});
  const auto Bytes = [&](int Dim, int64_t Step) { return Map.stride(Map.groupOf(Dim), Step * Map.stepIn(Dim)); };
  return {Bytes(kImage, 1), Bytes(kChannel, 4), Bytes(kRow, 1), Bytes(kPixel, 1)};
}

/// 64 pixels of a plane at a time. The last turn begins where it has as many vectors as the others, and does one of them again.
class PlanesNest {
public:
  PlanesNest(const Graph &G, const Op &O, const PixelProduct &P, LayerWriter &W)
      : P(P), S(P.S), W(W), Pixels(G, O, P, W), N(Pixels.text()), In(addressesOf(G.in(O, 0).Layout, S.In)),
        Out(addressesOf(G.out(O, 0).Layout, S.Out)), InZero(outputStage(G, O).InZero), Vectors(vectorsOf(S)) {}
  void write();

private:
  const PixelProduct &P;
  const ProductShape &S;
  LayerWriter &W;
  PixelNest Pixels;
  Nest &N;
  const Addresses In, Out;
  const int InZero, Vectors;

  int64_t tapAt(int Y, int X) const {
    return (int64_t(Y) * S.DilationH - S.PadTop) * In.Row + (int64_t(X) * S.DilationW - S.PadLeft) * In.Pixel;
  }
  std::string second() const { return std::to_string(Vectors > 1 ? kVector : 0); }
  void turn();
  void taps(bool IsInner);
  void tap(bool IsInner);
};

/// `from` walks over the taps, `word` over the planes of each.
void PlanesNest::tap(bool IsInner) {
  const bool HasBorder = P.Taps > 1;
  const std::string Zero = Pixels.machine().say(computes::Splat, {std::to_string(InZero)});
  for (int Half = 0; Half < 2 && HasBorder; ++Half)
    N.line(strf("const HVX_VectorPred inside%d = hl_inside(places[first%s], down, right, %d, %d);", Half,
                Half && Vectors > 1 ? " + 1" : "", S.In.H, S.In.W));
  N.line("uintptr_t word = from;");
  N.line("_Pragma(\"clang loop unroll_count(4)\")");
  N.loop("i", P.Words, {{"word", In.Plane}, {"to", 2}}, Unrolling::Compiler, [&] {
    for (int Half = 0; Half < 2; ++Half) {
      const std::string At = Half ? "word + " + second() : "word", Name = strf("v%d", Half);
      const std::string Loaded = IsInner ? "hl_load_u((const void *)(" + At + "))" : "hl_bordered_load(" + At + ", begin, end)";
      N.line("const vector " + Name + " = " +
             Pixels.asMultiplied(HasBorder ? strf("Q6_V_vmux_QVV(inside%d, %s, %s)", Half, Loaded.c_str(), Zero.c_str()) : Loaded) + ";");
      N.line(strf("to[%d] = %s;", Half, Name.c_str()));
      const std::string Each = Pixels.factors(false), Last = Pixels.factors(true);
      Pixels.addToSums(Half, Name, Each == Last ? Each : strf("i < %d ? %s : %s", P.Words - 1, Each.c_str(), Last.c_str()));
    }
  });
}

void PlanesNest::taps(bool IsInner) {
  N.block([&] {
    N.line("vector *to = taps;");
    N.line(strf("uintptr_t from = at + %lld;", static_cast<long long>(tapAt(0, 0))));
    const auto Head = [](const char *Name, int First, int Count, int Step) {
      return strf("int %s = %d; %s < %d; %s += %d", Name, First, Name, First + Count * Step, Name, Step);
    };
    N.loopOf(Head("down", -S.PadTop, S.KernelH, S.DilationH), {{"from", tapAt(1, 0) - tapAt(0, S.KernelW)}}, Unrolling::None, [&] {
      N.loopOf(Head("right", -S.PadLeft, S.KernelW, S.DilationW), {{"from", tapAt(0, 1) - tapAt(0, 0)}}, Unrolling::None,
               [&] { tap(IsInner); });
    });
  });
}

void PlanesNest::turn() {
  N.line(Vectors % 2 && Vectors > 1 ? strf("const int first = turn < %d ? turn : %d;", Vectors - 1, Vectors - 2)
                                    : std::string("const int first = turn;"));
  N.line(strf("const uintptr_t at = (uintptr_t)in + first * %d;", kVector));
  Pixels.beginSums();
  const int64_t Last = tapAt(S.KernelH - 1, S.KernelW - 1) + (P.Words - 1) * In.Plane + int64_t(2) * kVector;
  N.line(strf("if (at - %lld >= begin && at + %lld <= end)", static_cast<long long>(-tapAt(0, 0)), static_cast<long long>(Last)));
  taps(true);
  N.line("else");
  taps(false);
  Pixels.outputs({"(const uint8_t *)taps", std::to_string(kVector), 2 * kVector},
                 {strf("out + first * %d", kVector), second(), Out.Plane});
}

void PlanesNest::write() {
  W.body("border.h");
  Pixels.declare();
  N.line("const vector *const places = " + W.blobOf(placesOf(S), "vector", "rows and columns of pixels") + ";");
  N.line("vector *const taps = (vector *)" + W.scratch(scratchOf(P)) + ";");
  N.line("const uint8_t *in = (const uint8_t *)" + W.input(0) + ";");
  N.line("uint8_t *out = (uint8_t *)" + W.output(0) + ";");
  N.line(strf("const uintptr_t begin = (uintptr_t)in, end = begin + %lld;", static_cast<long long>(S.In.N * In.Image)));
  N.loop("batch", S.In.N, {{"in", In.Image}, {"out", Out.Image}}, Unrolling::Compiler, [&] {
    N.loopOf(strf("int turn = 0; turn < %d; turn += 2", Vectors), {}, Unrolling::None, [&] { turn(); });
  });
}

Cost costOf(const PixelProduct &P) {
  using namespace product_cost;
  const Cost Turn = P.Taps * (PlanesTap + P.Words * PlanesWord) + turnCost(P);
  return VectorLayer + P.S.In.N * ((vectorsOf(P.S) + 1) / 2) * Turn;
}

} // namespace

void planPlanes(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = pixelProductProblem(G, O, Plans.target(), shapeProblem); !Problem.empty())
    return Plans.reject(Problem);
  const PixelProduct P = pixelProductOf(G, O, Plans.target(), Plans.wantedStage(O));
  if (!Plans.stage(O, P.Chosen))
    return;
  if (const std::string Problem = stageProblem(P, Plans.target()); !Problem.empty())
    return Plans.reject(Problem);
  if (scratchOf(P) > kMostScratch)
    return Plans.reject(strf("64 pixels' windows take more than %lld bytes", static_cast<long long>(kMostScratch)));
  for (Layout L : planeLayouts())
    Plans.add({L, Layout::RowMajor, Layout::RowMajor}, {L}, costOf(P), pixelSchedule(P));
}

void emitPlanes(const Graph &G, const Op &O, LayerWriter &W) {
  const PixelProduct P = pixelProductOf(G, O, W.target(), O.Schedule.Stage);
  PlanesNest(G, O, P, W).write();
}

} // namespace hexloom
