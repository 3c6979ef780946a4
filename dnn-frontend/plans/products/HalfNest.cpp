// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/HalfNest.h"
#include "ir/LayoutMap.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>

namespace hexloom {

static constexpr int kVector = 128;
static constexpr int64_t kSlack = HL_LOAD_SLACK;

/// Bytes from a plane to the next; of one channel on its own the tensor may be row-major.
static int64_t planeOf(Layout L, const Nhwc &Images) {
  constexpr int kChannel = 3;
  const LayoutMap Map(L, {Images.N, Images.H, Images.W, Images.C});
  return Images.C == 1 ? Map.size() / Images.N : Map.stride(Map.groupOf(kChannel), Map.stepIn(kChannel));
}

/// What a schedule says, or the only way that there is.
static bool isFlat(const Schedule &How, const ProductShape &S) {
  return (How.Walk == PixelWalk::Unset ? halfWalks(S).at(0) : How.Walk) == PixelWalk::Flat;
}

HalfNest::HalfNest(const Graph &G, const Op &O, const HalfProduct &P, LayerWriter &W)
    : P(P), S(P.S), How(O.Schedule), W(W), M(W.target()), N(W), InPlane(planeOf(G.in(O, 0).Layout, S.In)),
      OutPlane(planeOf(G.out(O, 0).Layout, S.Out)), RawZero(G.in(O, 0).Quant.zeroPoint()), IsFlat(isFlat(O.Schedule, S)),
      AtOnce(O.Schedule.Tile.at(1)) {
  checkObeyed(O, P.Chosen);
}

/// What a turn's pixels load, whichever of a row's is the first.
int HalfNest::columnPitch() const { return S.Out.W + kVector; }

/// Numbers of outputs that are made at a time, one after the other.
static std::vector<int> tilesOf(int Outputs, int AtOnce) {
  std::vector<int> Tiles(static_cast<size_t>(Outputs / AtOnce), AtOnce);
  if (Outputs % AtOnce)
    Tiles.push_back(Outputs % AtOnce);
  return Tiles;
}

/// The word of an instruction.
static uint32_t wordOf(HalfBy By, const HalfWeights &Weights) {
  const auto Byte = [&](int I) { return static_cast<uint32_t>(static_cast<uint8_t>(Weights[By == HalfBy::One ? 0 : I])); };
  return (Byte(0) | Byte(1) << 8) * 0x00010001u;
}

/// [group][tile][run][step of it][output]
Bytes HalfNest::packWeights() const {
  Bytes Packed;
  int First = 0;
  const auto Add = [&](int Output, int Step) {
    const uint32_t Word = wordOf(P.Steps[size_t(Step)].By, P.Weights[size_t(Output)][size_t(Step)]);
    for (int Shift = 0; Shift < 32; Shift += 8)
      Packed.push_back(static_cast<uint8_t>(Word >> Shift));
  };
  for (int Group = 0; Group < S.Groups; ++Group)
    for (int Count : tilesOf(P.outputs(), AtOnce)) {
      for (const HalfRun &Run : P.Runs)
        for (int Step : Run.Steps)
          for (int I = 0; I < Count; ++I)
            Add(First + I, Step);
      First += Count;
    }
  return Packed;
}

/// [output]{sums' begins, [bias,] as hl_stage_load reads}, a vector of halfwords or words each.
std::vector<int32_t> HalfNest::packConstants() const {
  std::vector<int32_t> Packed;
  const auto Words = [&](int64_t Word) { Packed.insert(Packed.end(), kVector / 4, static_cast<int32_t>(Word)); };
  const auto Halves = [&](int32_t Half) { Words(static_cast<int32_t>((static_cast<uint32_t>(Half) & 0xffff) * 0x00010001u)); };
  for (int Output = 0; Output < S.Out.C; ++Output) {
    const auto At = static_cast<size_t>(Output);
    if (P.staysHalf()) {
      Halves(P.Begins[At].first);
      Halves(P.Begins[At].second);
    } else {
      int64_t Bias = P.Constants[At];
      for (const HalfRun &Run : P.Runs)
        Bias -= Run.Begins[At];
      Words(Bias);
      for (size_t Run = 0; Run < P.Runs.size(); ++Run)
        if (P.isCentred(Run))
          Halves(P.Runs[Run].Begins[At]);
    }
    for (int32_t Word : stageVectors(P.Chosen, Output, 1))
      Words(Word);
  }
  return Packed;
}

/// For each of the window's columns which of an image's it finds in the image; flat ones begin again behind a row.
Bytes HalfNest::packColumns() const {
  Bytes Packed;
  for (int X = 0; X < S.KernelW; ++X)
    for (int I = 0; I < columnPitch(); ++I) {
      const int Column = (IsFlat ? I % S.In.W : I) + right(X);
      Packed.push_back(Column >= 0 && Column < S.In.W ? 0xff : 0);
    }
  Packed.insert(Packed.end(), kSlack, 0);
  return Packed;
}

void HalfNest::declare() {
  W.body("border.h");
  W.body("stage.h");
  N.line(strf("typedef %s vector;", M.vectorType()));
  N.line("typedef vector unaligned_vector __attribute__((aligned(1), unused));");
  W.structure("hl_stage", "stage", stageFields(P.Chosen.Kind, ""));
  N.line("const int32_t *const weights = " + W.blob(packWeights(), "int32_t", "filter, a word for each instruction") + ";");
  N.line("const vector *const constants = " +
         W.blobOf(packConstants(), "vector", "begins of sums, constants of the output stage") + ";");
  if (hasBorderColumns(S))
    N.line("const uint8_t *const columns = " + W.blob(packColumns(), "uint8_t", "columns within the image") + ";");
  N.line(std::string(kMaybeUnused) + "const vector nothing = Q6_V_vzero();");
  N.line(std::string(kMaybeUnused) + "const vector zero = " + M.say(computes::Splat, {number(RawZero)}) + ";");
  if (isInMemory(P, How))
    N.line("vector *const tap = (vector *)" + W.scratch(int64_t(P.Taps.size()) * kVector) + ";");
  N.line("const uint8_t *in = (const uint8_t *)" + W.input(0) + ";");
  N.line("uint8_t *out = (uint8_t *)" + W.output(0) + ";");
  N.line(strf("const uintptr_t begin = (uintptr_t)in, end = begin + %s;",
              number(roundUp(S.In.N * S.In.C * InPlane, kVector)).c_str()));
}

/// Of a turn's pixels those whose window's column is in the image.
void HalfNest::columns() {
  for (int X = 0; X < S.KernelW; ++X)
    if (leavesColumns(S, X))
      N.line(strf("%sconst HVX_VectorPred column%d = Q6_Q_vand_VR(hl_load_u(columns + %d + column), 0x01010101);", kMaybeUnused, X,
                  X * columnPitch()));
}

/// Output rows whose windows may leave the image above and below.
int HalfNest::rowsAbove() const { return std::max(0, -down(0)); }
int HalfNest::rowsBelow() const { return std::max(0, S.Out.H - 1 + down(S.KernelH - 1) - (S.In.H - 1)); }

/// Whether a turn's vectors lie in the image's rows, and in the tensor with what is read behind them. Requires that some may.
std::string HalfNest::isInner() const {
  const int Above = rowsAbove(), Below = rowsBelow();
  std::string Is;
  const auto And = [&](const std::string &More) { Is += (Is.empty() ? "" : " && ") + More; };
  if (Above)
    And(IsFlat ? strf("pixel >= %d", Above * S.In.W) : strf("y >= %d", Above));
  if (Below)
    And(IsFlat ? strf("pixel + %d <= %d", kVector, (S.In.H - Below) * S.In.W) : strf("y < %d", S.Out.H - Below));
  int64_t Least = 0, Most = 0;
  for (const HalfTap &T : P.Taps) {
    Least = std::min(Least, offsetOf(T));
    Most = std::max(Most, offsetOf(T));
  }
  And(strf("(uintptr_t)from >= begin + %s && (uintptr_t)from + %s <= end", number(-Least).c_str(),
           number((S.Groups - 1) * P.inputs() * InPlane + Most + kVector + kSlack).c_str()));
  return Is;
}

std::string HalfNest::load(const HalfTap &T, int64_t Offset, bool IsInner, bool MayLeaveRows) const {
  const std::string At = strf("from %c %s", Offset < 0 ? '-' : '+', number(std::abs(Offset)).c_str());
  const std::string Loaded = IsInner ? "hl_load_u(" + At + ")" : "hl_bordered_load((uintptr_t)" + At + ", begin, end)";
  const bool Rows = MayLeaveRows && leavesRows(S, T.Y), Columns = leavesColumns(S, T.X);
  const std::string Row = strf("row%d", T.Y), Column = strf("column%d", T.X);
  const std::string Inside = Rows && Columns ? "Q6_Q_and_QQ(" + Row + ", " + Column + ")" : Rows ? Row : Column;
  const std::string All = Rows || Columns ? strf("Q6_V_vmux_QVV(%s, %s, zero)", Inside.c_str(), Loaded.c_str()) : Loaded;
  return P.flips() ? M.say(computes::Flip, {All, M.say(computes::Splat, {"128"})}) : All;
}

void HalfNest::tapsOf(bool IsInner) {
  for (int Y = 0; Y < S.KernelH && !IsInner; ++Y)
    if (leavesRows(S, Y)) {
      const int Down = down(Y);
      N.line(strf("%sconst HVX_VectorPred row%d = ", kMaybeUnused, Y) +
             (IsFlat ? strf("hl_between(%d - pixel, %d - pixel);", -Down * S.In.W, (S.In.H - Down) * S.In.W)
                     : strf("hl_between(0, y >= %d && y < %d ? %d : 0);", -Down, S.In.H - Down, kVector)));
    }
  for (size_t I = 0; I < P.Taps.size(); ++I)
    N.line(strf("tap[%zu] = %s;", I, load(P.Taps[I], offsetOf(P.Taps[I]), IsInner, !IsInner).c_str()));
}

void HalfNest::declareTaps() {
  if (!isInMemory(P, How))
    N.line(strf("%svector tap[%zu];", kMaybeUnused, std::max<size_t>(P.Taps.size(), 1)));
}

void HalfNest::taps() {
  declareTaps();
  if (rowsAbove() + rowsBelow() >= S.Out.H) // no row's windows lie in the image
    return N.block([&] { tapsOf(false); });
  N.line("if (" + isInner() + ")");
  N.block([&] { tapsOf(true); });
  N.line("else");
  N.block([&] { tapsOf(false); });
}

/// A vector of an output's constants, of those of a tile.
std::string HalfNest::constant(int Output, int Number) const {
  return strf(slidesDown() ? "kept[%d]" : "c[%d]", Output * constantsOf() + Number);
}

/// What a run's sum begins with; "": with nothing.
std::string HalfNest::beginOf(int Output, size_t Run) const {
  if (P.staysHalf())
    return constant(Output, static_cast<int>(Run));
  if (!P.isCentred(Run))
    return "";
  int Number = 1; // behind the bias
  for (size_t Before = 0; Before < Run; ++Before)
    Number += P.isCentred(Before);
  return constant(Output, Number);
}

/// The instructions of a run, for outputs side by side.
void HalfNest::products(int Count, size_t Run) {
  for (int I = 0; I < Count; ++I) {
    const std::string Begin = beginOf(I, Run), Each = Begin.empty() ? "nothing" : Begin;
    N.line(strf("HVX_VectorPair sum%zu_%d = ", Run, I) + M.say(computes::Pair, {Each, Each}) + ";");
  }
  for (int Step : P.Runs[Run].Steps) {
    const HalfStep &Each = P.Steps[size_t(Step)];
    const std::string First = strf("tap[%d]", Each.First),
                      Vectors = Each.By == HalfBy::One ? First : M.say(computes::Pair, {strf("tap[%d]", Each.Second), First});
    for (int I = 0; I < Count; ++I) {
      const std::string Sum = strf("sum%zu_%d", Run, I);
      N.line(Sum + " = " + M.say(patternOf(Each.By), {Sum, Vectors, strf(slidesDown() ? "word[%d]" : "w[%d]", Words++)}) +
             ";");
    }
  }
}

/// Adds a run's sums and the next one's to words.
void HalfNest::widen(int Count, size_t Run) {
  const auto Half = [&](computes::Pattern Which, size_t Of, int Output) {
    return Of < P.Runs.size() ? M.say(Which, {strf("sum%zu_%d", Of, Output)}) : "nothing";
  };
  for (int I = 0; I < Count; ++I)
    for (const auto &[Name, Which] : {std::pair("even", computes::Lower), std::pair("odd", computes::Upper)}) {
      const std::string Sum = strf("%s%d", Name, I);
      N.line(Sum + " = " + M.say(computes::HalvesToWords, {Sum, Half(Which, Run, I), Half(Which, Run + 1, I)}) + ";");
    }
}

/// An output's bytes from its sums.
void HalfNest::finish(int Output) {
  const int Stages = constantsOf() - stageVectorsOf(P.Chosen.Kind);
  N.line(strf("const hl_stage_lanes lanes%d = hl_stage_load(&stage, &%s);", Output, constant(Output, Stages).c_str()));
  const std::string To = strf("*(%s *)(to + %s) = ", IsFlat ? "vector" : "unaligned_vector", number(Output * OutPlane).c_str()),
                    Bounds = strf("%d, %d, %s);", P.Bounds.Min, P.Bounds.Max, hlType(P.Type));
  if (P.staysHalf()) {
    const auto Sum = [&](computes::Pattern Which) {
      const auto Part = [&](size_t Run) {
        return Run < P.Runs.size() ? M.say(Which, {strf("sum%zu_%d", Run, Output)}) : constant(Output, static_cast<int>(Run));
      };
      return M.say(computes::HalfSum, {Part(0), Part(1)});
    };
    N.line(To +
           strf("hl_stage_half(&stage, %s, %s, &lanes%d, ", Sum(computes::Lower).c_str(), Sum(computes::Upper).c_str(), Output) +
           Bounds);
    return;
  }
  const auto Part = [&](computes::Pattern Which, const char *Name) { return M.say(Which, {strf("%s%d", Name, Output)}); };
  N.line(strf("const vector words%d[4] = {%s, %s, %s, %s};", Output, Part(computes::Lower, "even").c_str(),
              Part(computes::Lower, "odd").c_str(), Part(computes::Upper, "even").c_str(), Part(computes::Upper, "odd").c_str()));
  N.line(strf("const hl_stage_lanes *const all%d[4] = {&lanes%d, &lanes%d, &lanes%d, &lanes%d};", Output, Output, Output, Output,
              Output));
  N.line(To + strf("hl_stage_mixed(&stage, words%d, all%d, ", Output, Output) + Bounds);
}

/// Outputs side by side.
void HalfNest::tile(int Count) {
  Words = 0;
  for (int I = 0; I < Count && !P.staysHalf(); ++I)
    for (const char *Name : {"even", "odd"})
      N.line(strf("HVX_VectorPair %s%d = ", Name, I) + M.say(computes::Pair, {constant(I, 0), constant(I, 0)}) + ";");
  for (size_t Run = 0; Run < P.Runs.size(); Run += 2) {
    products(Count, Run);
    if (Run + 1 < P.Runs.size())
      products(Count, Run + 1);
    if (!P.staysHalf())
      widen(Count, Run);
  }
  for (int I = 0; I < Count; ++I)
    finish(I);
}

/// Of a group.
void HalfNest::outputs() {
  const auto Tiles = [&](int Count, int Turns) {
    if (Turns == 0)
      return;
    const std::vector<Walk> Walks = {{"w", int64_t(Count) * static_cast<int64_t>(P.Steps.size())},
                                     {"c", int64_t(Count) * constantsOf()},
                                     {"to", Count * OutPlane}};
    N.loop("output", Turns, Walks, Unrolling::NoneNorPipelined, [&] { tile(Count); });
  };
  Tiles(AtOnce, P.outputs() / AtOnce);
  Tiles(P.outputs() % AtOnce, P.outputs() % AtOnce ? 1 : 0);
}

/// In front of a loop: so many of its turns are written out.
void HalfNest::unroll(int Turns) {
  N.line(strf("_Pragma(\"clang loop unroll_count(%d)\")", Turns));
  N.line("_Pragma(\"clang loop pipeline(disable)\")");
}

/// 128 pixels of all channels, from `pixel` on, a row's or the image's.
void HalfNest::turn() {
  N.line("const uint8_t *from = in + pixel;");
  N.line("uint8_t *to = out + pixel;");
  if (hasBorderColumns(S))
    columns();
  N.line(std::string(kMaybeUnused) + "const int32_t *w = weights;");
  N.line("const vector *c = constants;");
  if (S.Groups == 1 && (P.outputs() > 1 || rowsAbove() + rowsBelow() >= S.Out.H)) {
    taps();
    return outputs();
  }
  if (S.Groups == 1) { // vectors that are used once need not be at hand all at a time: each branch uses its own
    for (bool IsInner : {true, false}) {
      N.line(IsInner ? "if (" + isInner() + ")" : "else");
      N.block([&] {
        declareTaps();
        tapsOf(IsInner);
        outputs();
      });
    }
    return;
  }
  const auto Groups = [&](bool IsInner) {
    unroll(IsInner ? unrolledGroups() : 1);
    N.loop("group", S.Groups, {{"from", P.inputs() * InPlane}}, Unrolling::Compiler, [&] {
      declareTaps();
      tapsOf(IsInner);
      outputs();
    });
  };
  N.line("if (" + isInner() + ")");
  N.block([&] { Groups(true); });
  N.line("else");
  N.block([&] { Groups(false); });
}

/// The ends of rows and all; the last turn goes into what pads the plane.
void HalfNest::flat() {
  const bool HasColumns = hasBorderColumns(S);
  if (HasColumns)
    N.line("int column = 0;");
  N.loopOf(strf("int pixel = 0; pixel < %d; pixel += %d", S.Out.H * S.Out.W, kVector), {}, Unrolling::None, [&] {
    turn();
    if (HasColumns)
      N.line(strf("column = column + %d < %d ? column + %d : column - %d;", kVector % S.In.W, S.In.W, kVector % S.In.W,
                  S.In.W - kVector % S.In.W));
  });
}

/// Of a turn of a row.
void HalfNest::firstPixel() {
  const int Last = S.Out.W - kVector;
  N.line(Last % kVector ? strf("const int pixel = x < %d ? x : %d;", Last, Last) : std::string("const int pixel = x;"));
  if (hasBorderColumns(S))
    N.line("const int column = pixel;");
}

/// Each row by itself; the last turn does some pixels again.
void HalfNest::rows() {
  N.loop("y", S.Out.H, {{"in", S.In.W}, {"out", S.Out.W}}, Unrolling::None, [&] {
    N.loopOf(strf("int x = 0; x < %d; x += %d", S.Out.W, kVector), {}, Unrolling::None, [&] {
      firstPixel();
      turn();
    });
  });
}

/// A window's row; `from` is the output's.
void HalfNest::loadRow(int Y, RowOf Kind) {
  for (size_t I = 0; I < P.Taps.size(); ++I)
    if (const HalfTap &T = P.Taps[I]; T.Y == Y)
      N.line(strf("tap[%zu] = ", I) +
             (Kind == RowOf::Outside ? std::string("outside") : load(T, offsetOf(T), Kind == RowOf::Inside, false)) + ";");
}

/// All rows of 128 pixels of a group, from `from` to `to`. Turns that load the same kind of row are a loop.
void HalfNest::slide() {
  const int Last = S.KernelH - 1;
  N.line(strf("%svector tap[%zu];", kMaybeUnused, std::max<size_t>(P.Taps.size(), 1)));
  for (int Y = 0; Y < Last; ++Y)
    loadRow(Y, rowOf(S, InPlane, down(Y)));
  for (const AlikeRows &Alike : alikeRows(S, InPlane)) {
    unroll(unrolledRows());
    N.loop("y", Alike.Count, {{"from", S.In.W}, {"to", S.Out.W}}, Unrolling::Compiler, [&] {
      loadRow(Last, Alike.Kind);
      tile(1);
      for (size_t I = 0; I < P.Taps.size(); ++I)
        for (size_t Below = I + 1; Below < P.Taps.size(); ++Below)
          if (P.Taps[Below].X == P.Taps[I].X && P.Taps[Below].Y == P.Taps[I].Y + 1)
            N.line(strf("tap[%zu] = tap[%zu];", I, Below));
    });
  }
}

/// Columns of 128 pixels of each group's plane: its weights and constants stay in registers.
void HalfNest::column() {
  N.line("const uint8_t *image = in;");
  N.line("uint8_t *result = out;");
  N.line(std::string(kMaybeUnused) + "const int32_t *w = weights;");
  N.line("const vector *c = constants;");
  N.line(std::string(kMaybeUnused) + "const vector outside = " +
         (P.flips() ? M.say(computes::Flip, {"zero", M.say(computes::Splat, {"128"})}) : std::string("zero")) + ";");
  const std::vector<Walk> Groups = {
      {"image", InPlane}, {"result", OutPlane}, {"w", static_cast<int64_t>(P.Steps.size())}, {"c", constantsOf()}};
  N.loop("group", S.Groups, Groups, Unrolling::NoneNorPipelined, [&] {
    const auto Kept = [&](const char *Type, const char *Name, const char *From, size_t Count) {
      N.line(strf("%s %s[%zu];", Type, Name, std::max<size_t>(Count, 1)));
      for (size_t I = 0; I < Count; ++I)
        N.line(strf("%s[%zu] = %s[%zu];", Name, I, From, I));
    };
    Kept("vector", "kept", "c", static_cast<size_t>(constantsOf()));
    Kept("int32_t", "word", "w", P.Steps.size());
    N.loopOf(strf("int x = 0; x < %d; x += %d", S.Out.W, kVector), {}, Unrolling::None, [&] {
      firstPixel();
      N.line("const uint8_t *from = image + pixel;");
      N.line("uint8_t *to = result + pixel;");
      if (hasBorderColumns(S))
        columns();
      slide();
    });
  });
}

void HalfNest::write() {
  declare();
  const int64_t InImage = S.In.C * InPlane, OutImage = S.Out.C * OutPlane;
  const int64_t InRows = IsFlat || slidesDown() ? 0 : int64_t(S.Out.H) * S.In.W,
                OutRows = IsFlat || slidesDown() ? 0 : int64_t(S.Out.H) * S.Out.W;
  N.loop("batch", S.In.N, {{"in", InImage - InRows}, {"out", OutImage - OutRows}}, Unrolling::None, [&] {
    slidesDown() ? column() : IsFlat ? flat() : rows();
  });
}

} // namespace hexloom
