// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ADD, SUB and MUL: see runtime/include/hexloom/swiftdsp/binary.h.
#include "expr/Operators.h"
#include "plans/elementwise/Arithmetic.h"
#include "ir/LayoutMap.h"
#include "plans/swiftdsp/Planes.h"

namespace hexloom {

using namespace swiftdsp_cost;

namespace {

/// How memory is walked.
struct Walk {
  int64_t Rows, Columns, Step, OtherStep;
  bool OneElement;
  int64_t First = 0; ///< of the full operand and the output
  int Full = 0;
};

bool isByte(DType T) { return T == DType::Int8 || T == DType::UInt8; }

std::string problemOf(const Graph &G, const Op &O) {
  if (const std::string Problem = whyNotArithmetic(G, O); !Problem.empty())
    return Problem;
  if (!isByte(G.in(O, 0).Type))
    return "serves bytes only";
  return G.out(O, 0).elements() == 0 ? "nothing is computed" : "";
}

/// The operand that has the output's shape.
int fullOperand(const Graph &G, const Op &O) { return G.in(O, 0).Dims == G.out(O, 0).Dims ? 0 : 1; }

/// Row-major; nullopt: the operands broadcast in more than two loops, or both.
std::optional<Walk> rowMajorWalk(const Graph &G, const Op &O) {
  const int64_t All = G.out(O, 0).elements();
  const int Full = fullOperand(G, O);
  if (G.in(O, Full).elements() != All)
    return std::nullopt;
  const BroadcastLoops L = broadcastLoops(G, O);
  const std::vector<int64_t> &Other = L.Strides[1 - Full];
  if (L.Sizes.empty())
    return Walk{1, 1, 0, 0, true, 0, Full};
  if (L.Sizes.size() == 1)
    return Walk{1, All, 0, 0, Other[0] == 0, 0, Full};
  if (L.Sizes.size() == 2)
    return Walk{L.Sizes[0], L.Sizes[1], L.Sizes[1], Other[0], Other[1] == 0, 0, Full};
  return std::nullopt;
}

/// How planes are walked over: both operands are alike, or the other one is row-major with a value for each plane or one for all.
std::optional<Walk> planesWalk(const Graph &G, const Op &O) {
  const Tensor &Out = G.out(O, 0);
  const int Full = fullOperand(G, O);
  const Tensor &Mine = G.in(O, Full), &Other = G.in(O, 1 - Full);
  if (Mine.isConst() || Mine.Dims != Out.Dims || !layoutFits(Out, Layout::PlanesMargin))
    return std::nullopt;
  if (Other.Dims == Out.Dims && !Other.isConst())
    return Walk{1, LayoutMap(Layout::PlanesMargin, Out.Dims).size(), 0, 0, false, 0, Full};
  const Nhwc D = asNhwc(Out.Dims);
  const PlaneMap P = planesOf(Out);
  const int64_t Planes = int64_t(D.N) * D.C, Values = Other.elements();
  const bool OfPlanes = Other.rank() == 0 || Other.Dims.back() == Values || (Other.rank() == 4 && asNhwc(Other.Dims).H * asNhwc(Other.Dims).W == 1);
  if (!OfPlanes || (Values != 1 && Values != Planes) || (Values == Planes && Planes != 1 && Other.Dims.back() != D.C))
    return std::nullopt;
  return Walk{Planes, int64_t(D.H) * P.Pitch, P.Plane, Values == 1 ? 0 : 1, true, P.First, Full};
}

std::optional<Walk> walkOf(const Graph &G, const Op &O, Layout L) {
  return L == Layout::RowMajor ? rowMajorWalk(G, O) : planesWalk(G, O);
}

} // namespace

void planBinaryBytes(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const CostConstant &Each = combines(O, Combines::Product) ? MulVector : AddVector;
  bool Any = false;
  for (Layout L : {Layout::RowMajor, Layout::PlanesMargin})
    if (const std::optional<Walk> W = walkOf(G, O, L)) {
      std::vector<Layout> Inputs(2, L);
      if (W->OneElement || W->OtherStep)
        Inputs[1 - W->Full] = Layout::RowMajor;
      Plans.add(Inputs, {L}, Layer + double(W->Rows) * (BinaryRow + double(ceilOf(W->Columns, kVectorBytes)) * Each));
      Any = true;
    }
  if (!Any)
    Plans.reject("both operands broadcast, or one in more than two loops");
}

void emitBinaryBytes(const Graph &G, const Op &O, LayerWriter &W) {
  const Arithmetic P = arithmeticOf(G, O);
  const Tensor &Out = G.out(O, 0);
  const Walk Rows = *walkOf(G, O, Out.Layout);
  W.body("binary.h");
  W.structure("hl_arithmetic", "p", P.fields());
  W.structure("hl_sd_binary", "q",
              {field("full", Rows.Full), field("product", combines(O, Combines::Product)), field("clamp", clampWord(P.Zero[2], P.Bounds)),
               field("rows", Rows.Rows), field("columns", Rows.Columns), field("step", Rows.Step),
               field("other_step", Rows.OtherStep), field("one_element", Rows.OneElement),
               field("storage", ownedBytes(Out) - Rows.First)});
  const auto At = [&](const std::string &Name, bool Full) {
    return Full && Rows.First ? strf("%s + %lld", Name.c_str(), static_cast<long long>(Rows.First)) : Name;
  };
  W.line(strf("hl_sd_binary_rows(&p, &q, %s, %s, %s);", At(W.input(0), Rows.Full == 0).c_str(),
              At(W.input(1), Rows.Full == 1).c_str(), At(W.output(0), true).c_str()));
}

} // namespace hexloom
