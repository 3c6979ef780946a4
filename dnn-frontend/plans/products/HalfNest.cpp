// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/HalfNest.h"
#include "ir/LayoutMap.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>

namespace hexloom {

static constexpr int kVector = hexagon::kVectorBytes;
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

void HalfNest::declare() {
  W.body("border.h");
  W.body("stage.h");
  N.vectorTypes(M);
  W.structure("hl_stage", "stage", stageFields(P.Chosen.Kind, ""));
  N.declare("const int32_t *const", "weights", N.constantBy([&] { return packWeights(); }, "int32_t", "filter, a word for each instruction"));
  N.declare("const vector *const", "constants", N.constantBy([&] { return packConstants(); }, "vector", "begins of sums, constants of the output stage"));
  if (hasBorderColumns(S))
    N.declare("const uint8_t *const", "columns", N.constantBy([&] { return packColumns(); }, "uint8_t", "columns within the image"));
  N.offer("const vector", "nothing", call("Q6_V_vzero", {}));
  N.offer("const vector", "zero", does(M, computes::Splat, {RawZero}));
  if (isInMemory(P, How))
    N.scratch("vector *const", "tap", int64_t(P.Taps.size()) * kVector);
  N.tensors();
  N.declare("const uintptr_t", {{"begin", {}, cast("uintptr_t", "in")}, {"end", {}, "begin" + Value(roundUp(S.In.N * S.In.C * InPlane, kVector))}});
}

/// Declares a predicate for each column of the window that may leave the image. It holds for the pixels of a turn whose column is in the
/// image.
void HalfNest::columns() {
  for (int X = 0; X < S.KernelW; ++X)
    if (leavesColumns(S, X))
      N.offer("const HVX_VectorPred", strf("column%d", X),
              call("Q6_Q_vand_VR", {call("hl_load_u", {"columns" + Value(X * columnPitch()) + "column"}), "0x01010101"}));
}

/// Output rows whose windows may leave the image above and below.
int HalfNest::rowsAbove() const { return std::max(0, -down(0)); }
int HalfNest::rowsBelow() const { return std::max(0, S.Out.H - 1 + down(S.KernelH - 1) - (S.In.H - 1)); }

/// Whether a turn's vectors lie in the image's rows, and in the tensor with what is read behind them. Requires that some may.
Value HalfNest::isInner() const {
  const int Above = rowsAbove(), Below = rowsBelow();
  const Value Pixel = "pixel", From = cast("uintptr_t", "from");
  int64_t Least = 0, Most = 0;
  for (const HalfTap &T : P.Taps) {
    Least = std::min(Least, offsetOf(T));
    Most = std::max(Most, offsetOf(T));
  }
  std::optional<Value> Is;
  const auto And = [&](const Value &More) { Is = Is ? *Is && More : More; };
  if (Above)
    And(IsFlat ? Pixel >= Above * S.In.W : "y" >= Value(Above));
  if (Below)
    And(IsFlat ? Pixel + kVector <= (S.In.H - Below) * S.In.W : "y" < Value(S.Out.H - Below));
  And(From >= "begin" + Value(-Least));
  And(From + ((S.Groups - 1) * P.inputs() * InPlane + Most + kVector + kSlack) <= "end");
  return *Is;
}

Value HalfNest::loaded(const HalfTap &T, int64_t Offset, bool IsInner, bool MayLeaveRows) const {
  const Value Loaded = IsInner ? call("hl_load_u", {shifted("from", Offset)})
                               : call("hl_bordered_load", {shifted(cast("uintptr_t", "from"), Offset), "begin", "end"});
  const bool Rows = MayLeaveRows && leavesRows(S, T.Y), Columns = leavesColumns(S, T.X);
  const Value Row = strf("row%d", T.Y), Column = strf("column%d", T.X);
  const Value Inside = Rows && Columns ? call("Q6_Q_and_QQ", {Row, Column}) : Rows ? Row : Column;
  const Value All = Rows || Columns ? call("Q6_V_vmux_QVV", {Inside, Loaded, "zero"}) : Loaded;
  return P.flips() ? does(M, computes::Flip, {All, does(M, computes::Splat, {128})}) : All;
}

void HalfNest::tapsOf(bool IsInner) {
  const Value Pixel = "pixel", Y = "y";
  for (int Row = 0; Row < S.KernelH && !IsInner; ++Row)
    if (leavesRows(S, Row)) {
      const int Down = down(Row);
      N.offer("const HVX_VectorPred", strf("row%d", Row),
              IsFlat ? call("hl_between", {Value(-Down * S.In.W) - Pixel, Value((S.In.H - Down) * S.In.W) - Pixel})
                     : call("hl_between", {0, choice(Y >= -Down && Y < S.In.H - Down, kVector, 0)}));
    }
  for (size_t I = 0; I < P.Taps.size(); ++I)
    N.set(Value("tap")[I], loaded(P.Taps[I], offsetOf(P.Taps[I]), IsInner, !IsInner));
}

void HalfNest::declareTaps() {
  if (!isInMemory(P, How))
    N.declare("vector", {{"tap", {std::max<int64_t>(P.Taps.size(), 1)}, {}}}, true);
}

void HalfNest::taps() {
  declareTaps();
  if (rowsAbove() + rowsBelow() >= S.Out.H) // no row's windows lie in the image
    return N.block([&] { tapsOf(false); });
  N.guard(isInner(), [&] { tapsOf(true); }, [&] { tapsOf(false); });
}

/// A vector of an output's constants, of those of a tile.
Value HalfNest::constant(int Output, int Number) const {
  return Value(slidesDown() ? "kept" : "c")[Output * constantsOf() + Number];
}

/// What a run's sum begins with; none: with nothing.
std::optional<Value> HalfNest::beginOf(int Output, size_t Run) const {
  if (P.staysHalf())
    return constant(Output, static_cast<int>(Run));
  if (!P.isCentred(Run))
    return std::nullopt;
  int Number = 1; // behind the bias
  for (size_t Before = 0; Before < Run; ++Before)
    Number += P.isCentred(Before);
  return constant(Output, Number);
}

/// The instructions of a run, for outputs side by side.
void HalfNest::products(int Count, size_t Run) {
  for (int I = 0; I < Count; ++I) {
    const Value Each = beginOf(I, Run).value_or("nothing");
    N.declare("HVX_VectorPair", strf("sum%zu_%d", Run, I), does(M, computes::Pair, {Each, Each}));
  }
  const Value Tap = "tap", Word = slidesDown() ? "word" : "w";
  for (int Step : P.Runs[Run].Steps) {
    const HalfStep &Each = P.Steps[size_t(Step)];
    const Value Vectors = Each.By == HalfBy::One ? Tap[Each.First] : does(M, computes::Pair, {Tap[Each.Second], Tap[Each.First]});
    for (int I = 0; I < Count; ++I) {
      const Value Sum = strf("sum%zu_%d", Run, I);
      N.set(Sum, does(M, patternOf(Each.By), {Sum, Vectors, Word[Words++]}));
    }
  }
}

/// Adds a run's sums and the next one's to words.
void HalfNest::widen(int Count, size_t Run) {
  const auto Half = [&](computes::Pattern Which, size_t Of, int Output) {
    return Of < P.Runs.size() ? does(M, Which, {strf("sum%zu_%d", Of, Output)}) : "nothing";
  };
  for (int I = 0; I < Count; ++I)
    for (const auto &[Name, Which] : {std::pair("even", computes::Lower), std::pair("odd", computes::Upper)}) {
      const Value Sum = strf("%s%d", Name, I);
      N.set(Sum, does(M, computes::HalvesToWords, {Sum, Half(Which, Run, I), Half(Which, Run + 1, I)}));
    }
}

/// An output's bytes from its sums.
void HalfNest::finish(int Output) {
  const int Stages = constantsOf() - stageVectorsOf(P.Chosen.Kind);
  const std::string Lanes = strf("lanes%d", Output);
  N.declare("const hl_stage_lanes", Lanes, call("hl_stage_load", {"&stage", addressOf(constant(Output, Stages))}));
  const Value To = load(IsFlat ? "vector *" : "unaligned_vector *", "to" + Value(Output * OutPlane));
  const char *const Type = hlType(P.Type);
  if (P.staysHalf()) {
    const auto Sum = [&](computes::Pattern Which) {
      const auto Part = [&](size_t Run) {
        return Run < P.Runs.size() ? does(M, Which, {strf("sum%zu_%d", Run, Output)}) : constant(Output, static_cast<int>(Run));
      };
      return does(M, computes::HalfSum, {Part(0), Part(1)});
    };
    return N.set(To, call("hl_stage_half", {"&stage", Sum(computes::Lower), Sum(computes::Upper), "&" + Lanes, P.Bounds.Min, P.Bounds.Max, Type}));
  }
  const std::string Words = strf("words%d", Output), All = strf("all%d", Output);
  const auto Part = [&](computes::Pattern Which, const char *Name) { return does(M, Which, {strf("%s%d", Name, Output)}); };
  N.declare("const vector", {{Words, {4}, list({Part(computes::Lower, "even"), Part(computes::Lower, "odd"),
                                                Part(computes::Upper, "even"), Part(computes::Upper, "odd")})}});
  N.declare("const hl_stage_lanes *const", {{All, {4}, list(std::vector<Value>(4, "&" + Lanes))}});
  N.set(To, call("hl_stage_mixed", {"&stage", Words, All, P.Bounds.Min, P.Bounds.Max, Type}));
}

/// Outputs side by side.
void HalfNest::tile(int Count) {
  Words = 0;
  for (int I = 0; I < Count && !P.staysHalf(); ++I)
    for (const char *Name : {"even", "odd"})
      N.declare("HVX_VectorPair", strf("%s%d", Name, I), does(M, computes::Pair, {constant(I, 0), constant(I, 0)}));
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

/// Writes the outputs of a group, tile by tile.
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

/// 128 pixels of all channels, from `pixel` on, a row's or the image's.
void HalfNest::turn() {
  N.declare("const uint8_t *", "from", "in" + Value("pixel"));
  N.declare("uint8_t *", "to", "out" + Value("pixel"));
  if (hasBorderColumns(S))
    columns();
  N.offer("const int32_t *", "w", "weights");
  N.declare("const vector *", "c", "constants");
  if (S.Groups == 1 && (P.outputs() > 1 || rowsAbove() + rowsBelow() >= S.Out.H)) {
    taps();
    return outputs();
  }
  if (S.Groups == 1) { // vectors that are used once need not be at hand all at a time: each branch uses its own
    const auto Branch = [&](bool IsInner) {
      declareTaps();
      tapsOf(IsInner);
      outputs();
    };
    return N.guard(isInner(), [&] { Branch(true); }, [&] { Branch(false); });
  }
  const auto Groups = [&](bool IsInner) {
    N.loop("group", S.Groups, {{"from", P.inputs() * InPlane}}, Unrolling::times(IsInner ? unrolledGroups() : 1), [&] {
      declareTaps();
      tapsOf(IsInner);
      outputs();
    });
  };
  N.guard(isInner(), [&] { Groups(true); }, [&] { Groups(false); });
}

/// The ends of rows and all; the last turn goes into what pads the plane.
void HalfNest::flat() {
  const bool HasColumns = hasBorderColumns(S);
  const Value Column = "column";
  if (HasColumns)
    N.declare("int", "column", 0);
  N.loop("pixel", 0, S.Out.H * S.Out.W, kVector, {}, Unrolling::None, [&] {
    turn();
    if (HasColumns)
      N.set(Column, choice(Column + kVector % S.In.W < S.In.W, Column + kVector % S.In.W, Column - (S.In.W - kVector % S.In.W)));
  });
}

/// Declares the first pixel of a turn in a row, and its column.
void HalfNest::firstPixel() {
  const int Last = S.Out.W - kVector;
  N.declare("const int", "pixel", Last % kVector ? atMost("x", Last) : "x");
  if (hasBorderColumns(S))
    N.declare("const int", "column", "pixel");
}

/// Writes each row by itself; the last turn does some pixels again.
void HalfNest::rows() {
  N.loop("y", S.Out.H, {{"in", S.In.W}, {"out", S.Out.W}}, Unrolling::None, [&] {
    N.loop("x", 0, S.Out.W, kVector, {}, Unrolling::None, [&] {
      firstPixel();
      turn();
    });
  });
}

/// A window's row; `from` is the output's.
void HalfNest::loadRow(int Y, RowOf Kind) {
  for (size_t I = 0; I < P.Taps.size(); ++I)
    if (const HalfTap &T = P.Taps[I]; T.Y == Y)
      N.set(Value("tap")[I], Kind == RowOf::Outside ? "outside" : loaded(T, offsetOf(T), Kind == RowOf::Inside, false));
}

/// Writes all rows of 128 pixels of a group, from `from` to `to`. Turns that load the same kind of row are a loop.
void HalfNest::slide() {
  const int Last = S.KernelH - 1;
  N.declare("vector", {{"tap", {std::max<int64_t>(P.Taps.size(), 1)}, {}}}, true);
  for (int Y = 0; Y < Last; ++Y)
    loadRow(Y, rowOf(S, InPlane, down(Y)));
  for (const AlikeRows &Alike : alikeRows(S, InPlane)) {
    N.loop("y", Alike.Count, {{"from", S.In.W}, {"to", S.Out.W}}, Unrolling::times(unrolledRows()), [&] {
      loadRow(Last, Alike.Kind);
      tile(1);
      for (size_t I = 0; I < P.Taps.size(); ++I)
        for (size_t Below = I + 1; Below < P.Taps.size(); ++Below)
          if (P.Taps[Below].X == P.Taps[I].X && P.Taps[Below].Y == P.Taps[I].Y + 1)
            N.set(Value("tap")[I], Value("tap")[Below]);
    });
  }
}

/// Columns of 128 pixels of each group's plane: its weights and constants stay in registers.
void HalfNest::column() {
  N.declare("const uint8_t *", "image", "in");
  N.declare("uint8_t *", "result", "out");
  N.offer("const int32_t *", "w", "weights");
  N.declare("const vector *", "c", "constants");
  N.offer("const vector", "outside", P.flips() ? does(M, computes::Flip, {"zero", does(M, computes::Splat, {128})}) : "zero");
  const std::vector<Walk> Groups = {
      {"image", InPlane}, {"result", OutPlane}, {"w", static_cast<int64_t>(P.Steps.size())}, {"c", constantsOf()}};
  N.loop("group", S.Groups, Groups, Unrolling::NoneNorPipelined, [&] {
    const auto Kept = [&](const char *Type, const char *Name, const char *From, size_t Count) {
      N.array(Type, Name, {std::max<int64_t>(Count, 1)});
      for (size_t I = 0; I < Count; ++I)
        N.set(Value(Name)[I], Value(From)[I]);
    };
    Kept("vector", "kept", "c", static_cast<size_t>(constantsOf()));
    Kept("int32_t", "word", "w", P.Steps.size());
    N.loop("x", 0, S.Out.W, kVector, {}, Unrolling::None, [&] {
      firstPixel();
      N.declare("const uint8_t *", "from", "image" + Value("pixel"));
      N.declare("uint8_t *", "to", "result" + Value("pixel"));
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
