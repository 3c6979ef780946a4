// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/windows/DepthwiseRowsNest.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>

namespace hexloom {

static constexpr int kVector = DepthwiseRowsTiling::kVector;

/// The shape of a row as it lies, before strides and multipliers spread its columns.
static WindowShape denseShape(WindowShape S) {
  S.Out.C = S.In.C;
  S.StrideW = S.DilationW = S.KernelW = 1;
  S.PadLeft = 0;
  return S;
}

DepthwiseRowsNest::DepthwiseRowsNest(const Graph &G, const Op &O, const DepthwiseRowsTiling &Tiling, const DepthwiseRowsForm &Form,
                                     LayerWriter &W)
    : G(G), O(O), T(Tiling), S(T.S), Form(Form), W(W), N(W), Dense(denseShape(T.S), T.ElementBytes),
      OutRow(T.rowElements() * T.ElementBytes) {}

/// The ranges of groups of rows: whole groups, those of them whose loads may reach behind the tensor, and the rows that are left.
std::vector<DepthwiseRowsNest::Range> DepthwiseRowsNest::ranges() const {
  const int64_t Whole = S.Out.H / Form.Rows, Careful = T.firstCareful(Form), Near = std::min(Careful, Whole);
  std::vector<Range> All;
  const auto Add = [&](int64_t First, int64_t End, bool IsCareful) {
    const int64_t kFew = T.Turns <= 4 ? 2 : 1; // by themselves: it is known which rows the image has
    for (; End - First <= kFew && First < End; ++First)
      All.push_back({First, First, IsCareful, Form.Rows});
    if (First < End)
      All.push_back({First, End - 1, IsCareful, Form.Rows});
  };
  Add(0, Near, false);
  Add(Near, Whole, true);
  if (const int Rest = S.Out.H % Form.Rows)
    All.push_back({Whole, Whole, Careful <= Whole, Rest});
  return All;
}

bool DepthwiseRowsNest::padsRows() const {
  for (const Range &R : ranges())
    for (int Row = 0; Row < T.rowsRead(Form.Rows); ++Row)
      if (const GroupRow Each = groupRow(S, Form.Rows, Row, R.First, R.Last); !Each.IsOutside && Each.Outside)
        return true;
  return false;
}

/// Constants and memory.
void DepthwiseRowsNest::declare() {
  W.structure("hl_depthwise", "p", depthwiseFields(G, O));
  const Fields Tiled = {field("rows", Form.Rows), field("groups", T.Groups), field("planes", T.Units.planes()),
                        field("plane_vectors", planeVectors()), field("margin", T.Units.margin()), field("further_sets", T.FurtherSets), field("further_columns", T.FurtherColumns.Bits),
                        field("uniform", T.Uniform), field("multiplier", T.Scaling.Multipliers.at(0)),
                        field("shift", T.Scaling.Shifts.at(0)), field("right_only", T.RightOnly), field("wide", T.Wide),
                        field("near", T.Near)};
  W.structure("hl_depthwise_rows_tiling", "t", Tiled + stageFields(T.Output.Kind, "stage."));
  N.declare("const HVX_Vector *const", "constants",
            N.constantBy([&] { return depthwiseRowsConstants(G, O, T, Form.Rows); }, "HVX_Vector", "bias, scales and weights by phases"));
  N.offer("const HVX_Vector", "outside", call("Q6_Vb_vsplat_R", {G.in(O, 0).Quant.zeroPoint()}));
  if (Form.InRegisters && !T.Units.routes().empty()) {
    Bytes Routes;
    for (const ByteRoute &R : T.Units.routes())
      Routes.insert(Routes.end(), R.Control.begin(), R.Control.end());
    N.offer("const HVX_Vector *const", "routes", N.constantOf(Routes, "HVX_Vector", "how elements come to their places"));
  }
  if (padsRows()) {
    const int64_t Vectors = (roundUp(T.rowBytes(), int64_t(kVector)) + kVector + HL_LOAD_SLACK) / kVector;
    N.scratch("HVX_Vector *const", "zeros", Vectors * kVector);
    N.loop("i", Vectors, {}, Unrolling::Compiler, [&] { N.set(Value("zeros")["i"], "outside"); });
    N.declare("const uint8_t *const", "padding", cast("const uint8_t *", "zeros"));
  }
  if (!Form.InRegisters)
    fill();
}

/// The addresses that a group's rows have.
void DepthwiseRowsNest::pointers(const Range &R) {
  IsOutside.assign(static_cast<size_t>(T.rowsRead(Form.Rows)), false);
  for (int Row = 0; Row < T.rowsRead(Form.Rows); ++Row) {
    const GroupRow Each = groupRow(S, Form.Rows, Row, R.First, R.Last);
    IsOutside[static_cast<size_t>(Row)] = Each.IsOutside;
    if (Each.IsOutside)
      continue;
    const Value At = moved("at", Each.Rows * T.rowBytes());
    N.declare("const uint8_t *", strf("row%d", Row), Each.Outside ? choice(*Each.Outside, "padding", At) : At);
  }
}

/// 128 bytes of a row, of which the first are asked for.
Value DepthwiseRowsNest::loaded(const UnitLoad &L, int Row) const {
  const Value At = moved(strf("row%d", Row), L.Offset - Walked);
  if (T.isAligned(L.Offset, RowStep))
    return load("const HVX_Vector *", parentheses(At));
  return IsCareful ? call("hl_load_first", {At, L.Bytes}) : call("hl_load_u", {At});
}

/// A unit of a row.
Value DepthwiseRowsNest::rowUnit(const Units &From, int Plane, int64_t Unit, int Row) const {
  const std::vector<UnitLoad> Loads = From.loads(Plane, Unit);
  Value All = "outside";
  for (auto L = Loads.rbegin(); L != Loads.rend(); ++L) {
    Value Each = loaded(*L, Row);
    if (L->Route >= 0)
      Each = call(From.routes()[static_cast<size_t>(L->Route)].SmallFirst ? "Q6_V_vrdelta_VV" : "Q6_V_vdelta_VV",
                  {Each, Value("routes")[L->Route]});
    All = L->End == kVector ? Each : call("Q6_V_vmux_QVV", {call("Q6_Q_vsetq_R", {L->End}), Each, All});
  }
  return All;
}

/// The words of a unit of a group's rows.
void DepthwiseRowsNest::makeUnit(const Units &From, int Plane, int64_t Unit, int Group, const Value &To) {
  const auto IsMissing = [&](int Row) { return IsOutside[static_cast<size_t>(Row)]; };
  bool AreMissing = true;
  for (int Row = Group * T.WordRows; Row < std::min((Group + 1) * T.WordRows, T.rowsRead(Form.Rows)); ++Row)
    AreMissing &= IsMissing(Row);
  if (AreMissing || From.kindOf(Plane, Unit) == Units::Kind::Outside)
    return N.run("hl_depthwise_outside", {"&p", To, T.WordRows});
  N.block([&] {
    const Value V = "v";
    N.array("HVX_Vector", "v", {T.WordRows});
    for (int I = 0; I < T.WordRows; ++I) {
      const int Row = std::min(Group * T.WordRows + I, T.rowsRead(Form.Rows) - 1); // behind the last one weights are zero
      N.set(V[I], Row < Group * T.WordRows + I ? V[I - 1] : IsMissing(Row) ? "outside" : rowUnit(From, Plane, Unit, Row));
    }
    N.run("hl_rows_interleave", {"&p", "v", To});
  });
}

void DepthwiseRowsNest::group(const Range &R) {
  IsCareful = R.IsCareful;
  pointers(R);
  if (!Form.InRegisters)
    for (int Group = 0; Group < T.Groups; ++Group)
      rowWords(Group);
  columns(R);
}

void DepthwiseRowsNest::image() {
  const int64_t Step = int64_t(Form.Rows) * S.StrideH * T.rowBytes(), OutStep = Form.Rows * OutRow;
  N.offer("const uint8_t *", "at", "in"); // windows may have no row of the image
  N.declare("uint8_t *", "to", "out");
  const std::vector<Range> All = ranges();
  for (size_t I = 0; I < All.size(); ++I) {
    const Range &R = All[I];
    const std::vector<Walk> Walks = {{"at", Step}, {"to", OutStep}};
    if (R.First < R.Last) {
      N.loop("group", R.First, R.Last + 1, 1, Walks, Unrolling::None, [&] { group(R); });
      continue;
    }
    N.block([&] { group(R); });
    if (I + 1 < All.size())
      N.move(Walks);
  }
}

void DepthwiseRowsNest::write() {
  W.body("depthwise_rows.h");
  declare();
  N.tensors();
  if (S.Out.N == 1)
    return image();
  N.loop("batch", S.Out.N, {{"in", S.In.H * T.rowBytes()}, {"out", S.Out.H * OutRow}}, Unrolling::None, [&] { image(); });
}

} // namespace hexloom
