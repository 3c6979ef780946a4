// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "summary/Integers.h"
#include "ir/Signatures.h"
#include "plans/Plan.h"

#include <algorithm>

namespace hexloom {

namespace {

/// A graph of one operator.
class Twin {
public:
  Twin(OpKind Kind, std::map<Attr, AttrValue> Attrs) {
    Small.Ops.push_back({Kind, {}, {}, std::move(Attrs), "", -1, "", {}, {}});
    op().Schedule.Stage = "reference"; // the search for a cheaper one is not worth it
  }
  /// Like a tensor, but of int8 where it is a float, row-major, without its values.
  static Tensor integer(const Tensor &From) {
    Tensor T = From;
    T.Layout = Layout::RowMajor;
    if (T.Type != DType::Float32)
      return T;
    T.Type = DType::Int8;
    T.Quant = {{0.05f}, {0}, 0};
    T.Data = From.isConst() ? std::make_shared<Bytes>(static_cast<size_t>(From.elements())) : nullptr;
    return T;
  }
  void input(std::optional<Tensor> T) { op().Inputs.push_back(T ? Small.addTensor(std::move(*T)) : kNoTensor); }
  void output(Tensor T) { op().Outputs.push_back(Small.addTensor(std::move(T))); }
  /// The cheapest plan with the conversions of inputs that are stored so; no value: there is none.
  struct Choice {
    double Cycles;
    std::vector<Layout> Outputs;
  };
  std::optional<Choice> cheapest(const std::vector<Layout> &Stored, Target T, Compilation &Shared) {
    if (!findSignature(op().Kind, typesOf(Small, op().Inputs), typesOf(Small, op().Outputs)))
      return std::nullopt;
    std::optional<Choice> Least;
    for (const Plan &P : plansFor(Small, op(), T, Shared)) {
      if (!P.Rejected.empty())
        continue;
      double Cycles = P.cycles();
      for (size_t I = 0; I < op().Inputs.size(); ++I)
        if (Small.hasIn(op(), I) && !Small.in(op(), I).isConst())
          Cycles += conversionCycles(Small.in(op(), I), Stored.at(I), P.Inputs.at(I), T, Shared);
      if (!Least || Cycles < Least->Cycles)
        Least = Choice{Cycles, P.Outputs};
    }
    return Least;
  }

private:
  Graph Small;
  Op &op() { return Small.Ops.front(); }
};

/// PRODUCT_SUMS as the operator that it was.
Twin productTwin(const Graph &G, const Op &O) {
  const Shape &In = G.in(O, 0).Dims, &Filter = G.in(O, 1).Dims, &Out = G.out(O, 0).Dims;
  const auto make = [&](const Shape &S, bool IsConst) {
    Tensor T{"", DType::Float32, S, {}, nullptr};
    if (IsConst)
      T.Data = std::make_shared<Bytes>();
    return Twin::integer(T);
  };
  const AttrValue Activation = std::string("none");
  const bool IsDense = In[1] * In[2] == 1 && Filter[1] * Filter[2] == 1, IsDepthwise = Filter[3] == 1 && In[3] == Filter[0] && In[3] > 1;
  std::map<Attr, AttrValue> Attrs = {{Attr::Activation, Activation}};
  if (!IsDense)
    Attrs.insert(O.Attrs.begin(), O.Attrs.end());
  if (IsDepthwise)
    Attrs[Attr::DepthMultiplier] = int64_t(1);
  Twin T(IsDense ? OpKind::FullyConnected : IsDepthwise ? OpKind::DepthwiseConv2D : OpKind::Conv2D, Attrs);
  T.input(make(IsDense ? Shape{In[0], In[3]} : In, false));
  T.input(make(IsDense ? Shape{Filter[0], Filter[3]} : IsDepthwise ? Shape{1, Filter[1], Filter[2], Filter[0]} : Filter, true));
  T.input(std::nullopt);
  T.output(make(IsDense ? Shape{Out[0], Out[3]} : Out, false));
  return T;
}

/// Operators in their order, each with its cheapest plan, given how what it reads is stored.
class Integers {
public:
  Integers(const Graph &G, Target T, Compilation &Shared) : G(G), T(T), Shared(Shared), Stored(G.Tensors.size(), Layout::RowMajor) {}

  double cycles() {
    double Sum = 0;
    for (const Op &O : G.Ops)
      Sum += of(O);
    for (TensorId Id : G.Outputs)
      Sum += conversionCycles(Twin::integer(G.Tensors[Id]), Stored[Id], Layout::RowMajor, T, Shared);
    return Sum;
  }

private:
  const Graph &G;
  const Target T;
  Compilation &Shared;
  std::vector<Layout> Stored; ///< by tensor

  double of(const Op &O) {
    if (O.Kind == OpKind::QuantizeRows || O.Kind == OpKind::ScaleSums) { // integers' products make bytes of bytes
      Stored[O.Outputs[0]] = Stored[O.Inputs[0]];
      return 0;
    }
    if (O.Kind == OpKind::ProductSums && G.out(O, 0).elements() > 0)
      return chosen(O, productTwin(G, O), {Stored[O.Inputs[0]], Layout::RowMajor, Layout::RowMajor});
    const auto IsFloat = [&](TensorId Id) { return Id != kNoTensor && G.Tensors[Id].Type == DType::Float32; };
    if (!O.Regions.empty() || O.Kind == OpKind::Custom || std::none_of(O.Inputs.begin(), O.Inputs.end(), IsFloat))
      return asItIs(O);
    Twin Other(O.Kind, O.Attrs);
    std::vector<Layout> From;
    for (TensorId Id : O.Inputs) {
      Other.input(Id == kNoTensor ? std::nullopt : std::optional(Twin::integer(G.Tensors[Id])));
      From.push_back(Id == kNoTensor ? Layout::RowMajor : Stored[Id]);
    }
    for (TensorId Id : O.Outputs)
      Other.output(Twin::integer(G.Tensors[Id]));
    return chosen(O, std::move(Other), From);
  }

  double chosen(const Op &O, Twin Other, const std::vector<Layout> &From) {
    const auto Choice = Other.cheapest(From, T, Shared);
    if (!Choice)
      return asItIs(O);
    for (size_t I = 0; I < O.Outputs.size(); ++I)
      Stored[O.Outputs[I]] = Choice->Outputs.at(I);
    return Choice->Cycles;
  }

  /// Floats are row-major.
  double asItIs(const Op &O) {
    double Cycles = O.Cycles;
    for (TensorId Id : O.Inputs)
      if (Id != kNoTensor && !G.Tensors[Id].isConst())
        Cycles += conversionCycles(Twin::integer(G.Tensors[Id]), Stored[Id], Layout::RowMajor, T, Shared);
    return Cycles;
  }
};

} // namespace

std::optional<double> integerCycles(const Graph &G, Target T, Compilation &Shared) {
  const auto IsHybrid = [](const Op &O) { return O.Kind == OpKind::ProductSums; };
  constexpr int64_t kStepsPerOperator = 1000000;
  if (std::none_of(G.Ops.begin(), G.Ops.end(), IsHybrid) || !Shared.Purse.tryWork(kStepsPerOperator * static_cast<int64_t>(G.Ops.size())))
    return std::nullopt;
  return Integers(G, T, Shared).cycles();
}

} // namespace hexloom
