// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes of the operators with state, and what their kernels ask of weights and scales.
#include "ir/Diagnostics.h"
#include "ir/Quantize.h"
#include "ir/Shapes.h"
#include "support/Error.h"

#include <cmath>

namespace hexloom {

namespace {

class Checker {
public:
  Checker(const Graph &G, const Op &O) : G(G), O(O) {}

  /// Input I, if it is there, has this shape.
  void shape(size_t I, const char *What, const Shape &Wanted) const {
    if (G.hasIn(O, I) && G.in(O, I).Dims != Wanted)
      opError(G, O, strf("%s (input %zu) has shape %s where %s is required", What, I,
                         text(G.in(O, I).Dims).c_str(), text(Wanted).c_str()));
  }
  void constant(size_t I) const {
    if (G.hasIn(O, I) && !G.in(O, I).isConst())
      opError(G, O, strf("input %zu is not a constant", I));
  }
  /// Whether these inputs are there. Fails if only some of them are.
  bool together(const char *What, std::initializer_list<size_t> Inputs) const {
    const bool First = G.hasIn(O, *Inputs.begin());
    for (size_t I : Inputs)
      if (G.hasIn(O, I) != First)
        opError(G, O, strf("%s: some are there and some are absent", What));
    return First;
  }
  int32_t positive(const char *What, int64_t Value) const {
    if (Value < 1 || Value > (1 << 20))
      opError(G, O, strf("has %lld %s", static_cast<long long>(Value), What));
    return static_cast<int32_t>(Value);
  }
  int32_t dim(size_t I, int D, int Rank) const {
    if (G.in(O, I).rank() != Rank)
      opError(G, O, strf("input %zu has rank %d where %d is required", I, G.in(O, I).rank(), Rank));
    return G.in(O, I).Dims[D];
  }

  /// Inputs are [times, batches, inputs] or [batches, times, inputs]; without a dimension of times it is one.
  struct Sequence {
    int32_t Batches, Inputs;
    Shape Before; ///< dimensions but for the inputs
  };
  Sequence sequence() const;
  static Shape behind(Shape S, int32_t Last) {
    S.push_back(Last);
    return S;
  }
  std::vector<Shape> lstm() const;
  std::vector<Shape> svdf() const;
  std::vector<Shape> rnn() const;

private:
  const Graph &G;
  const Op &O;
  void lstmScales(bool IsProjected) const;
};

/// The cell state counts in powers of two; the kernels shift by their exponents.
void Checker::lstmScales(bool IsProjected) const {
  const float Cell = G.in(O, 19).Quant.scale();
  if (const std::optional<int> Power = powerOfTwo(Cell); !Power || *Power < -15 || *Power > -9)
    opError(G, O, strf("the cell state has scale %.9g where a power of two from 2^-15 to 2^-9 is "
                       "required", static_cast<double>(Cell)));
  for (Attr A : {Attr::InputScale, Attr::ForgetScale, Attr::CellScale, Attr::OutputScale,
                 Attr::HiddenScale, Attr::CellClip, Attr::ProjClip}) {
    const bool IsClip = A == Attr::CellClip || A == Attr::ProjClip;
    if (!std::isfinite(O.f(A)) || O.f(A) < 0 || (O.f(A) == 0 && !IsClip))
      opError(G, O, strf("%s is %g", text(A), O.f(A)));
  }
  if (O.i(Attr::HiddenZero) < -32768 || O.i(Attr::HiddenZero) > 32767)
    opError(G, O, strf("hidden_zero is %lld", static_cast<long long>(O.i(Attr::HiddenZero))));
  if (G.in(O, 0).Type == DType::Int8)
    return;
  const bool IsPlain = !IsProjected && G.hasIn(O, 1) && !G.hasIn(O, 10) && !G.hasIn(O, 21);
  if (!IsPlain)
    opError(G, O, "int16: coupled gates, peepholes, projection and layer normalization are not "
                  "defined");
}

Checker::Sequence Checker::sequence() const {
  const Shape &S = G.in(O, 0).Dims;
  if (S.size() != 2 && S.size() != 3)
    opError(G, O, strf("input 0 has rank %zu where 3 is required", S.size()));
  for (int32_t Size : S)
    positive("times, batches or inputs", Size);
  return {S[S.size() == 3 && O.b(Attr::TimeMajor) ? 1 : 0], S.back(), {S.begin(), S.end() - 1}};
}

std::vector<Shape> Checker::lstm() const {
  const auto [Batches, Inputs, Before] = sequence();
  const int32_t Cells = positive("cells", dim(4, 0, 2)), Outputs = positive("outputs", dim(8, 1, 2));
  const bool IsHybrid = G.in(O, 0).Type == DType::Float32;
  const bool HasInputGate = together("weights of the input gate", {1, 5, 12}),
             HasPeepholes = together("peepholes", {10, 11}),
             IsNormalized = together("layer normalization", {21, 22, 23}),
             IsProjected = G.hasIn(O, 16);
  if (G.hasIn(O, 9) != (HasPeepholes && HasInputGate) ||
      G.hasIn(O, 20) != (IsNormalized && HasInputGate))
    opError(G, O, "what belongs to the input gate does not agree with its weights");
  if (!IsProjected && (Outputs != Cells || G.hasIn(O, 17)))
    opError(G, O, strf("%d outputs of %d cells without a projection", Outputs, Cells));
  if (!IsHybrid && IsProjected && HasPeepholes && Outputs != Cells)
    opError(G, O, "peepholes with a projection to another size are not defined");
  for (size_t Gate = 0; Gate < 4; ++Gate) {
    shape(1 + Gate, "weights", {Cells, Inputs});
    shape(5 + Gate, "weights", {Cells, Outputs});
    shape(12 + Gate, "bias", {Cells});
    shape(20 + Gate, "layer normalization", {Cells});
  }
  for (size_t I : {9, 10, 11})
    shape(I, "peephole", {Cells});
  shape(16, "projection", {Outputs, Cells});
  shape(17, "projection bias", {Outputs});
  shape(18, "output state", {Batches, Outputs});
  shape(19, "cell state", {Batches, Cells});
  for (size_t I = 1; I < 24; ++I)
    if (I != 18 && I != 19)
      constant(I);
  if (!IsHybrid)
    lstmScales(IsProjected);
  return {behind(Before, Outputs), G.in(O, 18).Dims, G.in(O, 19).Dims};
}

std::vector<Shape> Checker::svdf() const {
  const int32_t Batches = positive("batches", dim(0, 0, 2)), Inputs = positive("inputs", dim(0, 1, 2)),
                Filters = positive("filters", dim(1, 0, 2)), Memory = positive("places of memory", dim(2, 1, 2));
  const int64_t Rank = O.i(Attr::Rank);
  if (Rank < 1 || Rank > Filters || Filters % Rank != 0)
    opError(G, O, strf("%d filters do not divide into units of %lld", Filters,
                       static_cast<long long>(Rank)));
  const int32_t Units = static_cast<int32_t>(Filters / Rank);
  if (int64_t(Memory) * Filters > (1 << 28))
    opError(G, O, strf("%d filters with %d places of memory", Filters, Memory));
  shape(1, "features", {Filters, Inputs});
  shape(2, "times", {Filters, Memory});
  shape(3, "bias", {Units});
  shape(4, "state", {Batches, Memory * Filters});
  for (size_t I : {1, 2, 3})
    constant(I);
  return {{Batches, Units}, G.in(O, 4).Dims};
}

std::vector<Shape> Checker::rnn() const {
  const auto [Batches, Inputs, Before] = sequence();
  const int32_t Units = positive("units", dim(1, 0, 2));
  shape(1, "weights", {Units, Inputs});
  shape(2, "recurrent weights", {Units, Units});
  shape(3, "bias", {Units});
  shape(4, "state", {Batches, Units});
  return {behind(Before, Units), G.in(O, 4).Dims};
}

} // namespace

std::vector<Shape> recurrentShapes(const Graph &G, const Op &O) {
  const Checker C(G, O);
  return O.Kind == OpKind::Svdf ? C.svdf() : O.Kind == OpKind::SequenceRnn ? C.rnn() : C.lstm();
}

} // namespace hexloom
