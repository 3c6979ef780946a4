// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CONV_2D of stride 1 on planes of four channels: [channel / 4][pixel, flat][channel % 4]. No width is padded there, and a window's
// tap is an offset of the address. Of 64 pixels all taps are put side by side as the words of a pointwise convolution (PixelNest.h),
// and those that lie outside of the image, which are other rows' pixels or another plane's, become the zero point; of four outputs or
// fewer the taps may be multiplied where they are found (the plan's `words`). So outputs and depth are padded to 4.
//
// Where the image keeps its size the pixels can be walked over flat, ends of rows and all, and padded to 32. Else, or where the plan's
// `walk` says so, each row is walked over by itself.
#include "ir/LayoutMap.h"
#include "plans/NestPlans.h"
#include "plans/Strides.h"
#include "plans/products/Convolution.h"
#include "plans/products/PixelNest.h"
#include "support/Checked.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kVector = hexagon::kVectorBytes, kPixels = hexagon::kVectorLanes, kHalves = 2;
constexpr int64_t kMostScratch = 256 << 10; ///< the taps of 64 pixels are to stay close

/// Pixels that are walked over without a break, and how often.
struct Stretch {
  int Pixels, Rows;
  bool IsImage;
};

/// How the image can be walked over, the usual way first.
std::vector<PixelWalk> walksOf(const ProductShape &S) { return pixelWalks(S, kPixels); }

Stretch stretchOf(const ProductShape &S, PixelWalk W) {
  return W == PixelWalk::Flat ? Stretch{checkedInt(int64_t(S.In.H) * S.In.W), 1, true} : Stretch{S.Out.W, S.Out.H, false};
}

/// The stretch that the operator's schedule names.
Stretch stretchOf(const ProductShape &S, const Op &O) { return stretchOf(S, chosen(walksOf(S), text(O.Schedule.Walk))); }

/// Whether a window's taps along one side are told from the image by places of 16 bits (hl_inside): neither they nor those of pixels that
/// do not exist, half of the range away, come round to it.
bool fitsPlaces(int In, int Out, int Kernel, int Dilation, int Pad) {
  constexpr int64_t kHalf = int64_t(INT16_MAX) + 1;
  return In < kHalf && Out < kHalf && Pad <= kHalf - In && int64_t(Kernel - 1) * Dilation - Pad < kHalf;
}

std::string shapeProblem(const ProductShape &S) {
  if (S.StrideH * S.StrideW > 1 || S.Groups > 1)
    return "the convolution has strides or groups";
  if (walksOf(S).empty())
    return strf("the image changes its size, and its rows have fewer than %d pixels", kPixels);
  const bool Fits = fitsPlaces(S.In.H, S.Out.H, S.KernelH, S.DilationH, S.PadTop) &&
                    fitsPlaces(S.In.W, S.Out.W, S.KernelW, S.DilationW, S.PadLeft);
  return Fits ? "" : "the image or the window is too large for places of 16 bits";
}

/// A stretch's pixels with those that pad it.
int walkedOf(const Stretch &Each) { return Each.IsImage ? (Each.Pixels + kPixels - 1) / kPixels * kPixels : Each.Pixels; }

/// Halves of a turn that are not the same pixels.
int halvesOf(const Stretch &Each) { return walkedOf(Each) > kPixels ? kHalves : 1; }

/// Memory for taps side by side.
int64_t scratchOf(const PixelProduct &P) { return int64_t(kHalves) * P.Taps * P.Words * kVector; }

/// Where taps become words, the usual place first: side by side in memory, or of a single four of outputs where they lie.
std::vector<WordsIn> placesOfWords(const PixelProduct &P) {
  const bool Fits = scratchOf(P) <= kMostScratch;
  if (P.Quads > 1)
    return Fits ? std::vector<WordsIn>{WordsIn::Memory} : std::vector<WordsIn>();
  return Fits ? std::vector<WordsIn>{WordsIn::Registers, WordsIn::Memory} : std::vector<WordsIn>{WordsIn::Registers};
}

bool leavesImage(const ProductShape &S) {
  return S.PadTop || S.PadLeft || S.Out.H + int64_t(S.KernelH - 1) * S.DilationH > S.In.H ||
         S.Out.W + int64_t(S.KernelW - 1) * S.DilationW > S.In.W;
}

/// Words that are written out: of those side by side, or of a tap that is multiplied where it lies. The latter in a loop are faster only
/// where nothing is to be done about borders.
std::vector<int> unrollsIn(const PixelProduct &P, WordsIn Words) {
  if (Words == WordsIn::Memory)
    return pixelUnrolls(P);
  if (P.Words == 1 || P.Words > product_cost::PlanesMostStraight)
    return {1};
  return leavesImage(P.S) ? std::vector<int>{P.Words} : std::vector<int>{P.Words, 1};
}

/// Turns of the loop that copies a tap's words that are written out; none: there is no such loop.
std::vector<int> copiesIn(const PixelProduct &P, WordsIn Words) {
  constexpr int kUsual = 4;
  if (Words == WordsIn::Registers)
    return {};
  return P.Words == 1 ? std::vector<int>{kUsual} : std::vector<int>{kUsual, 1};
}

/// A plan's schedule while it is put together.
struct PlanesPoint {
  const PixelProduct &P;
  PixelWalk Walk = PixelWalk::Unset;
  WordsIn Words = WordsIn::Unset;
  int Unroll = 0;
};

constexpr AxisRow kTile = {ScheduleField::Tile, "pixels x channels", "64x4", TakenBy::Shape, "outputs of a turn"};
constexpr AxisRow kWalk = {ScheduleField::Walk, "", kPixelWalk.Values, TakenBy::Rule, kPixelWalk.Meaning};
constexpr AxisRow kWords = {ScheduleField::Words, "", "registers, memory", TakenBy::Cost,
                            "whether a window's taps are multiplied where they lie, or side by side in memory"};
constexpr AxisRow kUnroll = {ScheduleField::Unroll, "words", "N", TakenBy::Cost,
                             "words whose products are written out: all, or the first ones before a loop over the others; of taps where they lie "
                             "all of a tap's, or one in a loop"};
constexpr AxisRow kCopies = {ScheduleField::Copies, "turns", "4, 1", TakenBy::Rule, "turns of the loop that copies a tap's words that are written out"};

/// The usual walk takes 0.02 % more than the better one, usual copies 0.5 %, the usual order 0.7 %: less than prices can tell. So it was in
/// 360 plans that differ in nothing else.
const std::vector<Axis<PlanesPoint>> &planesAxes() {
  static const std::vector<Axis<PlanesPoint>> All = {
      {pixel_axis::Instruction, [](const PlanesPoint &X) { return std::vector<std::string>{X.P.By->Name}; }},
      {pixel_axis::Vector, [](const PlanesPoint &) { return std::vector<std::string>{"activations"}; }},
      {kTile, [](const PlanesPoint &) { return std::vector<std::string>{"64x4"}; }},
      {kWalk, [](const PlanesPoint &X) { return choice(walksOf(X.P.S)); },
       [](PlanesPoint &X, const std::string &Value) { X.Walk = chosen(walksOf(X.P.S), Value); }},
      {kWords, [](const PlanesPoint &X) { return choice(placesOfWords(X.P)); },
       [](PlanesPoint &X, const std::string &Value) { X.Words = chosen(placesOfWords(X.P), Value); }},
      {kUnroll, [](const PlanesPoint &X) { return numbers(unrollsIn(X.P, X.Words)); },
       [](PlanesPoint &X, const std::string &Value) { X.Unroll = numberOf(Value); }},
      {kCopies, [](const PlanesPoint &X) { return numbers(copiesIn(X.P, X.Words)); }},
      {pixel_axis::Order, [](const PlanesPoint &X) { return pixelOrders(X.P, X.Unroll); }}};
  return All;
}

/// Row and column of a stretch's pixels; of those that pad a plane, none that an image has.
std::vector<int32_t> placesOf(const ProductShape &S, const Stretch &Each) {
  std::vector<int32_t> Places((size_t(Each.Pixels) + kPixels - 1) / kPixels * kPixels, INT16_MIN * 65536);
  for (int I = 0; I < Each.Pixels; ++I)
    Places[size_t(I)] = I / S.Out.W << 16 | I % S.Out.W;
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

/// 64 pixels at a time, or all where there are no more than 32. The last turn of a stretch begins where it has as many as the others, and
/// does some of them again.
class PlanesNest {
public:
  PlanesNest(const Graph &G, const Op &O, const PixelProduct &P, LayerWriter &W)
      : P(P), S(P.S), W(W), Each(stretchOf(S, O)), Halves(halvesOf(Each)), Pixels(G, O, P, W, Halves), N(Pixels.text()),
        In(addressesOf(G.in(O, 0).Layout, S.In)), Out(addressesOf(G.out(O, 0).Layout, S.Out)), InZero(P.Output.InZero),
        HasBorder(leavesImage(S)), Copied(O.Schedule.Copies), Copies(Copied > 0), Straight(O.Schedule.Unroll) {}
  void write();

private:
  const PixelProduct &P;
  const ProductShape &S;
  LayerWriter &W;
  const Stretch Each;
  const int Halves;
  PixelNest Pixels;
  NestBuilder &N;
  const Addresses In, Out;
  const int InZero;
  const bool HasBorder;
  const int Copied;  ///< turns of the loop that copies taps that are written out
  const bool Copies; ///< taps to memory
  const int Straight; ///< words of a tap that are written out

  int64_t tapAt(int Y, int X) const {
    return (int64_t(Y) * S.DilationH - S.PadTop) * In.Row + (int64_t(X) * S.DilationW - S.PadLeft) * In.Pixel;
  }
  int walked() const { return walkedOf(Each); }
  /// Bytes from a turn's first 32 pixels to the others.
  int64_t second() const { return std::min(kPixels, walked() - kPixels) * Out.Pixel; }
  Value loaded(int Half, bool IsInner) const;
  Value ofHalf(const Value &Pointer, int Half) const { return Half ? Pointer + second() : Pointer; }
  void tap(bool IsInner);
  void taps(bool IsInner);
  void windows();
  void turn();
};

/// What of the tap is outside of the image: the zero point.
Value PlanesNest::loaded(int Half, bool IsInner) const {
  const Value At = ofHalf("word", Half), Loaded = IsInner ? call("hl_load_u", {cast("const void *", parentheses(At))})
                                                         : call("hl_bordered_load", {At, "begin", "end"});
  const Value Zero = does(Pixels.machine(), computes::Splat, {InZero});
  return Pixels.asMultiplied(HasBorder ? call("Q6_V_vmux_QVV", {strf("inside%d", Half), Loaded, Zero}) : Loaded);
}

/// `from` walks over the taps, `word` over the planes of each.
void PlanesNest::tap(bool IsInner) {
  for (int Half = 0; Half < Halves && HasBorder; ++Half)
    N.declare("const HVX_VectorPred", strf("inside%d", Half),
              call("hl_inside", {load("const unaligned_vector *", parentheses(ofHalf("place", Half))),
                                 Each.IsImage ? Value("down") : "down" + Value("y"), "right", S.In.H, S.In.W}));
  N.declare("uintptr_t", "word", "from");
  const Unrolling U = Copies ? Unrolling{Unrolling::How::Times, true, Copied} : Straight == P.Words ? Unrolling::Full : Unrolling::NoneNorPipelined;
  N.loop("i", P.Words, {{"word", In.Plane}, Copies ? Walk{"to", Halves} : Walk{"w", 2}}, U, [&] {
    static const char *const Names[kHalves] = {"first", "second"};
    const int Whole = Pixels.factors(false), Last = Pixels.factors(true);
    for (int Half = 0; Half < Halves; ++Half) {
      N.declare("const vector", Names[Half], loaded(Half, IsInner));
      if (Copies)
        N.set(Value("to")[Half], Names[Half]);
      Pixels.addToSums(Half, Names[Half], Whole == Last ? Value(Whole) : choice("i" < Value(P.Words - 1), Whole, Last));
    }
    if (!Copies)
      Pixels.multiply();
  });
}

void PlanesNest::taps(bool IsInner) {
  if (Copies)
    N.declare("vector *", "to", "taps");
  N.declare("uintptr_t", "from", "at" + Value(tapAt(0, 0)));
  const auto Window = [&](const char *Name, int First, int Count, int Step, int64_t Walked, Unrolling U, const auto &Body) {
    N.loop(Name, First, First + int64_t(Count) * Step, Step, {{"from", Walked}}, U, Body);
  };
  Window("down", -S.PadTop, S.KernelH, S.DilationH, tapAt(1, 0) - tapAt(0, S.KernelW), Unrolling::None, [&] {
    // LLVM 19's software pipeliner crashes on some of the loops that keep eight sums.
    Window("right", -S.PadLeft, S.KernelW, S.DilationW, tapAt(0, 1) - tapAt(0, 0), Copies ? Unrolling::None : Unrolling::NoneNorPipelined,
           [&] { tap(IsInner); });
  });
}

/// Groups of loads read further than they ask for.
void PlanesNest::windows() {
  const int64_t Slack = Copies ? 0 : HL_LOAD_SLACK;
  const int64_t Last = tapAt(S.KernelH - 1, S.KernelW - 1) + (P.Words - 1) * In.Plane + second() + kVector + Slack;
  const Value At = "at";
  N.guard(At - -tapAt(0, 0) >= "begin" && At + Last <= "end", [&] { taps(true); }, [&] { taps(false); });
}

void PlanesNest::turn() {
  const int Last = std::max(walked() - kHalves * kPixels, 0);
  N.declare("const int", "pixel", walked() % (kHalves * kPixels) ? atMost("x", Last) : "x");
  N.declare("const uintptr_t", "at", cast("uintptr_t", "in") + "pixel" * Value(In.Pixel));
  if (HasBorder)
    N.declare("const uint8_t *const", "place", cast("const uint8_t *", "places" + Value("pixel")));
  const PixelTarget To = {"out" + "pixel" * Value(Out.Pixel), second(), Out.Plane, Each.IsImage};
  Pixels.beginSums();
  if (!Copies)
    return Pixels.fewOutputs([&] { windows(); }, To);
  windows();
  Pixels.outputs({cast("const uint8_t *", "taps"), kVector, Halves * kVector}, To);
}

void PlanesNest::write() {
  W.body("border.h");
  Pixels.declare();
  if (HasBorder)
    N.declare("const int32_t *const", "places", N.constantBy([&] { return placesOf(S, Each); }, "int32_t", "rows and columns of pixels"));
  if (Copies)
    N.scratch("vector *const", "taps", scratchOf(P));
  N.tensors();
  N.declare("const uintptr_t", {{"begin", {}, cast("uintptr_t", "in")}, {"end", {}, "begin" + Value(S.In.N * In.Image)}});
  const auto Turns = [&] { N.loop("x", 0, Each.Pixels, kHalves * kPixels, {}, Unrolling::None, [&] { turn(); }); };
  if (Each.IsImage)
    return N.loop("batch", S.In.N, {{"in", In.Image}, {"out", Out.Image}}, Unrolling::Compiler, Turns);
  N.loop("batch", S.In.N, {{"in", In.Image - Each.Rows * In.Row}, {"out", Out.Image - Each.Rows * Out.Row}}, Unrolling::Compiler,
         [&] { N.loop("y", Each.Rows, {{"in", In.Row}, {"out", Out.Row}}, Unrolling::None, Turns); });
}

} // namespace

Space planesSpace() { return declaredSpace("conv2d_vrmpy_planes", planesAxes(), {stageRow()}); }

void planPlanes(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = pixelProductProblem(G, O, Plans.target(), shapeProblem); !Problem.empty())
    return Plans.reject(Problem);
  const PixelProduct P = pixelProductOf(G, O, Plans.target(), Plans.stageSearch(O));
  if (!Plans.stage(O, P.Chosen))
    return;
  if (const std::string Problem = stageProblem(P, Plans.target()); !Problem.empty())
    return Plans.reject(Problem);
  if (placesOfWords(P).empty())
    return Plans.reject(strf("64 pixels' windows take more than %lld bytes", static_cast<long long>(kMostScratch)));
  NestPlans Priced(G, O, Plans, "planes " + factsOf(P));
  const auto Nest = [&](const Graph &Alone, const Op &Its, LayerWriter &W) { PlanesNest(Alone, Its, P, W).write(); };
  for (Layout L : planeLayouts()) {
    PlanesPoint Point = {P};
    Plans.addPoints(planesAxes(), Point, O, [&](const PlanesPoint &, const Schedule &How) {
      Priced.add({L, Layout::RowMajor, Layout::RowMajor}, {L}, How, Nest);
    });
  }
}

void emitPlanes(const Graph &G, const Op &O, LayerWriter &W) {
  const PixelProduct P = pixelProductOf(G, O, W.target(), W.stageSearch());
  PlanesNest(G, O, P, W).write();
}

} // namespace hexloom
