// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Movement operators by strided copies: plans and emission.
#include "ir/Box.h"
#include "ir/LayoutMap.h"
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/Plan.h"
#include "plans/movement/Copy.h"
#include "plans/movement/CopyEmit.h"
#include "plans/movement/Costs.h"
#include "plans/movement/Join.h"
#include "support/CText.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace hexloom {

using namespace movement_cost;

namespace {

std::string whyNotMovement(const Graph &G, const Op &O) {
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    if (rescales(G, O, I) && G.in(O, I).Type != DType::UInt8)
      return strf("input %zu has another scale than the output; the reference rescales only uint8", I);
  if (G.in(O, 0).elements() == 0)
    return "";
  const std::optional<Movement> M = movementOf(G, O, Layout::RowMajor, Layout::RowMajor);
  if (!M)
    return "no strided copies";
  for (const Movement::Piece &P : M->Pieces)
    if (P.Copy.Loops.size() > kCopyLoops)
      return strf("needs %zu loops, %zu are possible", P.Copy.Loops.size(), kCopyLoops);
  return "";
}

/// The layout of all inputs; constants are in the output's, or become so.
Layout layoutOfInputs(const Graph &G, const Op &O) {
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    if (!G.in(O, I).isConst())
      return G.in(O, I).Layout;
  return G.out(O, 0).Layout;
}

/// C expression of the I-th input in the inputs' layout; constants are rearranged here.
std::string inputInLayout(const Graph &G, const Op &O, size_t I, LayerWriter &W) {
  const Tensor &In = G.in(O, I);
  const Layout L = layoutOfInputs(G, O);
  if (!In.isConst() || L == Layout::RowMajor)
    return W.input(I);
  return W.blob(inLayout(In, L), cType(In.Type), "'" + In.Name + "' in blocks");
}

OwnLoops tableLoops(int64_t Bytes) { return {{"hl_vtable8", (Bytes + 127) / 128}}; }

/// The table that brings bytes of In, uint8, to Out's scale (reference ConcatenationWithScaling).
Bytes rescalingTable(const Tensor &In, const Tensor &Out) {
  const float Scale = In.Quant.scale() * (1.0f / Out.Quant.scale());
  const float Bias = static_cast<float>(-In.Quant.zeroPoint()) * Scale;
  Bytes Table;
  for (int X = 0; X < 256; ++X) {
    const float Real = std::round(static_cast<float>(X) * Scale + Bias);
    const float Value = std::isnan(Real) ? 0 : Real; // from scales that no network has
    const int32_t Rescaled = static_cast<int32_t>(std::clamp(Value, -65536.0f, 65536.0f)) + Out.Quant.zeroPoint();
    Table.push_back(static_cast<uint8_t>(std::clamp(Rescaled, 0, 255)));
  }
  return Table;
}

/// The I-th input in the output's scale: itself, or scratch memory after a look-up.
std::string rescaledInput(const Graph &G, const Op &O, size_t I, const CopyPrimitives &C,
                          LayerWriter &W) {
  const std::string Input = inputInLayout(G, O, I, W);
  if (!rescales(G, O, I))
    return Input;
  const bool Vectors = C.Vectors;
  if (Vectors)
    W.body("table.h");
  else
    W.include("hexloom/portable/unary.h");
  const Tensor &In = G.in(O, I);
  const std::string Table = W.blob(rescalingTable(In, G.out(O, 0)), "uint8_t",
                                   strf("input %zu in the output's scale", I));
  const int64_t Bytes = storageBytes(In.Type, In.Dims, layoutOfInputs(G, O));
  const std::string Scratch = W.scratch(Bytes);
  NestBuilder(W).primitive(C.Table, {Table, Input, Scratch, Vectors ? (Bytes + 127) / 128 : Bytes}, Vectors ? tableLoops(Bytes) : OwnLoops());
  return Scratch;
}

void emitFill(const Graph &G, const Op &O, int64_t Value, const CopyPrimitives &C, LayerWriter &W) {
  const Tensor &Out = G.out(O, 0);
  const auto Width = static_cast<long long>(bytesOf(Out.Type));
  if (C.Vectors && Width <= 4)
    return NestBuilder(W).primitive("hl_vfill", {W.output(0), (Out.bytes() + 127) / 128, int64_t(Width), Value}, fillLoops(Out.bytes()));
  W.line(strf("hl_fill(%s, %lld, %lld, %lld);", W.output(0).c_str(),
              static_cast<long long>(Out.elements()), Width, static_cast<long long>(Value)));
}

/// The copies by input, then output. Where there are thousands of either, each pair has one or two.
std::map<std::pair<size_t, size_t>, CopyGroup> copiesByEnds(const Movement &M) {
  std::map<std::pair<size_t, size_t>, CopyGroup> Between;
  for (const Movement::Piece &P : M.Pieces)
    if (P.Copy.bytes() > 0)
      Between[{P.Input, P.Output}].push_back(P.Copy);
  return Between;
}

Cost copiesCost(const std::vector<CopyGroup> &Groups, CopyOrder Order) {
  Cost Sum;
  for (const CopyGroup &Copies : Groups)
    Sum += vectorCost(Copies, Order);
  return Sum;
}

std::vector<CopyGroup> groupsOf(const Movement &M) {
  std::vector<CopyGroup> Groups;
  for (auto &Between : copiesByEnds(M))
    Groups.push_back(std::move(Between.second));
  return Groups;
}

/// Rows put together from all inputs, which is copying in the order as stored.
std::optional<Join> joinFor(const Movement &M, const std::vector<CopyGroup> &Groups, CopyOrder Order) {
  return Order == CopyOrder::AsStored ? joinOf(M, copiesCost(Groups, Order)) : std::nullopt;
}

} // namespace

OwnLoops fillLoops(int64_t Bytes) { return {{"hl_vfill", (Bytes + 127) / 128}}; }

Cost leastCost(const Movement &M) {
  const std::vector<CopyGroup> Groups = groupsOf(M);
  std::optional<Cost> Least;
  for (CopyOrder Order : copyOrders(Groups)) {
    const std::optional<Join> J = joinFor(M, Groups, Order);
    const Cost Own = J ? costOf(J->loops()) : copiesCost(Groups, Order);
    if (!Least || Own.cycles() < Least->cycles())
      Least = Own;
  }
  return Least.value_or(Cost());
}

namespace {

void emitJoin(const Graph &G, const Op &O, const Join &J, LayerWriter &W) {
  std::vector<std::string> Inputs;
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    Inputs.push_back(rescaledInput(G, O, I, kVectorCopies, W));
  J.emit(Inputs, W);
}

void emitMove(const Graph &G, const Op &O, const CopyPrimitives &C, LayerWriter &W) {
  includeCopies(C, W);
  const Movement M = *movementOf(G, O, layoutOfInputs(G, O), G.out(O, 0).Layout);
  if (C.Vectors)
    if (const std::optional<Join> J = joinFor(M, groupsOf(M), copyOrder(O.Schedule)))
      return emitJoin(G, O, *J, W);
  if (M.Fills)
    emitFill(G, O, M.FillValue, C, W);
  std::string From;
  size_t FromInput = O.Inputs.size();
  for (const auto &[Ends, Copies] : copiesByEnds(M)) {
    const auto [I, K] = Ends;
    if (I != FromInput)
      From = rescaledInput(G, O, I, C, W);
    FromInput = I;
    const std::string Name = O.Outputs.size() > 1  ? strf("to%zu", K)
                             : O.Inputs.size() > 1 ? strf("from%zu", I)
                                                   : "p";
    emitCopies(Copies, Name, From, W.output(K), C, copyOrder(O.Schedule), W);
  }
}

} // namespace

void planMoveScalar(const Graph &G, const Op &O, PlanList &Plans) {
  const std::string WhyNot = whyNotMovement(G, O);
  if (!WhyNot.empty())
    return Plans.reject(WhyNot);
  const Movement M = *movementOf(G, O, Layout::RowMajor, Layout::RowMajor);
  Cost Sum;
  if (M.Fills)
    Sum += kFillByte * static_cast<double>(G.out(O, 0).bytes());
  for (const auto &Between : copiesByEnds(M))
    Sum += scalarCost(Between.second);
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    if (rescales(G, O, I))
      Sum += static_cast<double>(G.in(O, I).bytes()) * kTableByteLookup;
  Plans.add(O, Layout::RowMajor, Sum);
}

void emitMoveScalar(const Graph &G, const Op &O, LayerWriter &W) { emitMove(G, O, kScalarCopies, W); }

namespace {

/// Whether all inputs may lie so, constants among them, and all outputs.
bool fitLayouts(const Graph &G, const Op &O, Layout From, Layout To) {
  constexpr int64_t kMostConstant = 1 << 20, kMostTimes = 4; // of one that is rearranged here
  const auto Fits = [&](TensorId Id, Layout L) {
    const Tensor &T = G.Tensors[Id];
    return L == Layout::RowMajor ||
           (layoutFits(T, L) && (!T.isConst() || storageBytes(T.Type, T.Dims, L) <= std::max(kMostConstant, kMostTimes * T.bytes())));
  };
  return std::all_of(O.Inputs.begin(), O.Inputs.end(), [&](TensorId Id) { return Fits(Id, From); }) &&
         std::all_of(O.Outputs.begin(), O.Outputs.end(), [&](TensorId Id) { return Fits(Id, To); });
}

/// The cost of all but the copies: filling the output, and rescaling inputs.
Cost aroundCopies(const Graph &G, const Op &O, const Movement &M, Layout From, Layout To) {
  const auto BytesOf = [&](const Tensor &T, Layout L) { return storageBytes(T.Type, T.Dims, L); };
  Cost Sum;
  if (M.Fills)
    Sum += costOf(fillLoops(BytesOf(G.out(O, 0), To)));
  for (size_t I = 0; I < O.Inputs.size(); ++I)
    if (rescales(G, O, I))
      Sum += costOf(tableLoops(BytesOf(G.in(O, I), From)));
  return Sum;
}

/// A plan's schedule while it is put together.
struct MovePoint {
  std::vector<CopyOrder> Orders;
  CopyOrder Order = CopyOrder::AsStored;
};

const std::vector<Axis<MovePoint>> &moveAxes() {
  static const std::vector<Axis<MovePoint>> All = {{kCopyOrderRow, [](const MovePoint &X) { return choice(X.Orders); },
                                                    [](MovePoint &X, const std::string &Value) { X.Order = chosen(X.Orders, Value); }}};
  return All;
}

void addVectorPlans(const Graph &G, const Op &O, const Movement &M, Layout From, Layout To, PlanList &Plans) {
  const std::vector<CopyGroup> Groups = groupsOf(M);
  MovePoint Point = {copyOrders(Groups)};
  Plans.addPoints(moveAxes(), Point, O, [&](const MovePoint &X, const Schedule &How) {
    const std::optional<Join> J = joinFor(M, Groups, X.Order);
    const Cost Sum = aroundCopies(G, O, M, From, To) + (J ? costOf(J->loops()) : copiesCost(Groups, X.Order));
    if (From == To && To != Layout::RowMajor)
      Plans.follow(O, To, Sum, How);
    else
      Plans.add(std::vector<Layout>(O.Inputs.size(), From), std::vector<Layout>(O.Outputs.size(), To), Sum, How);
  });
}

/// Copies that convert on their way.
void addConvertingPlans(const Graph &G, const Op &O, PlanList &Plans) {
  constexpr std::pair<Layout, Layout> kPairs[] = {{Layout::RowMajor, Layout::Depth32}, {Layout::Depth32, Layout::RowMajor}};
  for (const auto &[From, To] : kPairs)
    if (fitLayouts(G, O, From, To))
      if (const std::optional<Movement> M = movementOf(G, O, From, To))
        addVectorPlans(G, O, *M, From, To, Plans);
}

} // namespace

Space moveSpace() { return declaredSpace("move_hvx", moveAxes()); }

void planMoveVector(const Graph &G, const Op &O, PlanList &Plans) {
  const std::string WhyNot = whyNotMovement(G, O);
  if (!WhyNot.empty())
    return Plans.reject(WhyNot);
  if (!isView(O.Kind)) // which shares memory in rows
    addVectorPlans(G, O, *movementOf(G, O, Layout::RowMajor, Layout::RowMajor), Layout::RowMajor, Layout::RowMajor, Plans);
  for (Layout L : offeredLayouts()) {
    if (L == Layout::RowMajor)
      continue;
    if (!fitLayouts(G, O, L, L)) {
      Plans.reject(strf("%s: not between tensors of bytes with one to four dimensions, or too large",
                        text(L)));
      continue;
    }
    if (const std::optional<Movement> M = movementOf(G, O, L, L))
      addVectorPlans(G, O, *M, L, L, Plans);
    else
      Plans.reject(strf("%s: moves too many pieces of blocks", text(L)));
  }
  if (O.Kind != OpKind::Reshape)
    addConvertingPlans(G, O, Plans);
}

void emitMoveVector(const Graph &G, const Op &O, LayerWriter &W) { emitMove(G, O, kVectorCopies, W); }

} // namespace hexloom
