// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Float operators on HVX, in integers (hexloom/hvx/real_functions.h, hexloom/hvx/real_unary.h, hexloom/hvx/real_binary.h).
#include "expr/Operators.h"
#include "plans/elementwise/Broadcast.h"
#include "plans/real/Real.h"
#include "plans/WindowFields.h"
#include "plans/windows/Pool.h"
#include "plans/windows/Softmax.h"

#include <algorithm>
#include <numeric>

namespace hexloom {

using namespace real_cost;

double vectorsOf(const Graph &G, const Op &O) { return static_cast<double>(G.out(O, 0).elements()) / 32; }
static bool isLogistic(const Op &O) { return O.Kind == OpKind::Logistic; }

void planRealFunction(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotReal(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, Layer + (isLogistic(O) ? VectorLogistic : VectorTanh) * vectorsOf(G, O));
}

void emitRealFunction(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("real_functions.h");
  W.line(strf("hl_vreal_unary(%s, %s, %s, %lld);", isLogistic(O) ? "hl_vlogistic" : "hl_vtanh", W.input(0).c_str(), W.output(0).c_str(),
              static_cast<long long>(G.in(O, 0).elements())));
}

void planRealArithmetic(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotReal(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  const Cost Each = O.Kind == OpKind::HardSwish ? VectorHardSwish : O.Kind == OpKind::LeakyRelu ? VectorProduct : VectorBounded;
  Plans.add(O, Layout::RowMajor, Layer + Each * vectorsOf(G, O));
}

void emitRealArithmetic(const Graph &G, const Op &O, LayerWriter &W) {
  const bool IsLeaky = O.Kind == OpKind::LeakyRelu, IsHardSwish = O.Kind == OpKind::HardSwish;
  const std::string Parameters = IsLeaky       ? cText(static_cast<float>(O.f(Attr::Alpha))) + ", 0"
                                 : IsHardSwish ? "0, 0"
                                               : boundsOf(activationOf(O.Kind), "__builtin_inff()");
  W.body("real_unary.h");
  W.line(strf("hl_real_unary_hvx(%s, %s, %s, %s, %lld);", IsLeaky ? "HL_REAL_LEAKY" : IsHardSwish ? "HL_REAL_HARD_SWISH" : "HL_REAL_BOUNDED",
              Parameters.c_str(), W.input(0).c_str(), W.output(0).c_str(), static_cast<long long>(G.in(O, 0).elements())));
}

namespace {

/// Operands of which one is a row that is repeated for each of `Rows` rows of the other; Rows 1: none is.
struct RepeatedRow {
  int64_t Rows = 1, Count = 1;
  bool IsFirst = false;
  std::string WhyNot;

  /// How often the row is held, for whole pairs of vectors and, where there are as many rows, a piece (HL_REAL_PIECE).
  int64_t copies() const {
    constexpr int64_t kPiece = 512;
    const int64_t Whole = 64 / std::gcd(Count, int64_t{64});
    return std::min(Rows, Whole * std::max<int64_t>(1, kPiece / (Count * Whole)));
  }
  int64_t bytes() const { return copies() * Count * 4; }
};

RepeatedRow repeatedRow(const Graph &G, const Op &O) {
  constexpr int64_t kMostBytes = 1 << 16; ///< of rows that are held
  const BroadcastLoops L = broadcastLoops(G, O);
  RepeatedRow R;
  const auto Walks = [&](int Operand, std::vector<int64_t> Strides) { return L.Strides[static_cast<size_t>(Operand)] == Strides; };
  if (L.Sizes.empty() || (L.Sizes.size() == 1 && Walks(0, {1}) && Walks(1, {1}))) {
    R.Count = L.runLength();
    return R;
  }
  for (const int Held : {0, 1}) {
    const bool IsNumber = L.Sizes.size() == 1 && Walks(Held, {0}) && Walks(1 - Held, {1});
    if (!IsNumber && !(L.Sizes.size() == 2 && Walks(Held, {0, 1}) && Walks(1 - Held, {L.Sizes[1], 1})))
      continue;
    R.Rows = L.Sizes[0];
    R.Count = IsNumber ? 1 : L.Sizes[1];
    R.IsFirst = Held == 0;
    if (R.bytes() > kMostBytes)
      R.WhyNot = strf("an operand that is repeated takes %lld bytes in whole vectors, of at most %lld", static_cast<long long>(R.bytes()),
                      static_cast<long long>(kMostBytes));
    return R;
  }
  R.WhyNot = "an operand is repeated, and not as a whole row";
  return R;
}

} // namespace

void planRealPairs(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotReal(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  const RepeatedRow R = repeatedRow(G, O);
  if (!R.WhyNot.empty())
    return Plans.reject(R.WhyNot);
  Plans.add(O, Layout::RowMajor, Layer + (O.Kind == OpKind::Mul ? VectorProduct : VectorSum) * vectorsOf(G, O));
}

void emitRealPairs(const Graph &G, const Op &O, LayerWriter &W) {
  const RepeatedRow R = repeatedRow(G, O);
  const std::string Operands = W.input(0) + ", " + W.input(1) + ", " + realBounds(O) + ", " + W.output(0);
  W.body("real_binary.h");
  if (R.Rows == 1)
    return W.line(strf("hl_real_binary_hvx(HL_REAL_%s, %s, %lld);", text(O.Kind), Operands.c_str(), static_cast<long long>(R.Count)));
  W.line(strf("hl_real_rows_hvx(HL_REAL_%s, %s, %lld, %lld, %d, %lld, (float *)%s);", text(O.Kind), Operands.c_str(),
              static_cast<long long>(R.Rows), static_cast<long long>(R.Count), R.IsFirst, static_cast<long long>(R.copies()),
              W.scratch(R.bytes()).c_str()));
}

void planRealSoftmax(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotReal(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  if (!(O.f(Attr::Beta) >= 0))
    return Plans.reject("beta is below 0");
  Plans.add(O, Layout::RowMajor, Layer + VectorExponential * vectorsOf(G, O) + SoftmaxElement * static_cast<double>(G.out(O, 0).elements()) +
                                     SoftmaxRow * static_cast<double>(rowShape(G.in(O, 0)).Rows));
}

void emitRealSoftmax(const Graph &G, const Op &O, LayerWriter &W) {
  const RowShape S = rowShape(G.in(O, 0));
  W.body("real_softmax.h");
  W.line(strf("hl_real_softmax_hvx(%lld, %lld, %s, %s, %s);", static_cast<long long>(S.Rows), static_cast<long long>(S.Depth),
              cText(static_cast<float>(O.f(Attr::Beta))).c_str(), W.input(0).c_str(), W.output(0).c_str()));
}

void planRealMaxPool(const Graph &G, const Op &O, PlanList &Plans) {
  const WindowShape S = windowOf(G, O);
  const std::string Depth = S.In.C % 32 ? strf("%d channels are no multiple of 32", S.In.C) : "";
  for (const std::string &WhyNot : {whyNotReal(G, O), poolWindowProblem(S), Depth})
    if (!WhyNot.empty())
      return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, Layer + (VectorTap * static_cast<double>(S.taps()) + Output) * vectorsOf(G, O));
}

void emitRealMaxPool(const Graph &G, const Op &O, LayerWriter &W) {
  const WindowShape S = windowOf(G, O);
  W.body("real_pool.h");
  W.structure("hl_pool", "p", Fields{{"type", "HL_INT32"}, field("depth", S.In.C)} + windowFields(S));
  W.line(strf("hl_real_max_pool_hvx(&p, %s, %s, %s);", realBounds(O).c_str(), W.input(0).c_str(), W.output(0).c_str()));
}

} // namespace hexloom
