// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// hoist-functions on random graphs of slices, QUANTIZE and CONCATENATION: the outputs' bytes are those of the graph as it was.
#include "RandomGraph.h"
#include "passes/Passes.h"

using namespace hexloom;

namespace {

class Draw : RandomGraph {
public:
  using RandomGraph::RandomGraph;
  Graph graph();

private:
  TensorId tensor(const Shape &Dims, const Quant &Q) { return RandomGraph::tensor(DType::Int8, Dims, Q); }
  TensorId op(OpKind Kind, std::vector<TensorId> Inputs, const Shape &Dims, const Quant &Q, std::map<Attr, AttrValue> Attrs) {
    return RandomGraph::op(Kind, std::move(Inputs), tensor(Dims, Q), std::move(Attrs));
  }
  TensorId slice(TensorId X, size_t Axis, int32_t First, int32_t Size);
  TensorId rolled(TensorId X);
};

TensorId Draw::slice(TensorId X, size_t Axis, int32_t First, int32_t Size) {
  Shape Out = G.Tensors[X].Dims;
  Out[Axis] = Size;
  std::vector<int64_t> Begin(Out.size(), 0);
  Begin[Axis] = First;
  return op(OpKind::StridedSlice, {X}, Out, G.Tensors[X].Quant,
            {{Attr::Begin, Begin}, {Attr::Strides, std::vector<int64_t>(Out.size(), 1)}, {Attr::Size, std::vector<int64_t>(Out.begin(), Out.end())}});
}

/// Two slices, each to another scale, side by side again. Sometimes they overlap or leave something out, are not alike, or are read besides.
TensorId Draw::rolled(TensorId X) {
  const Shape Dims = G.Tensors[X].Dims;
  const auto Axis = static_cast<size_t>(from(0, static_cast<int>(Dims.size()) - 1));
  const int32_t Size = Dims[Axis], Cut = Size > 1 ? from(1, Size - 1) : 1;
  if (Size == 1)
    return X;
  std::vector<TensorId> Both = {slice(X, Axis, Cut, Size - Cut), slice(X, Axis, 0, from(0, 5) ? Cut : 1)};
  const Quant To{{0.25f * static_cast<float>(from(1, 3))}, {from(-3, 3)}, 0};
  for (TensorId &Y : Both) {
    if (from(0, 9) == 0)
      G.Outputs.push_back(Y);
    if (from(0, 9))
      Y = op(OpKind::Quantize, {Y}, G.Tensors[Y].Dims, To, {});
  }
  if (!(G.Tensors[Both[0]].Quant == G.Tensors[Both[1]].Quant))
    return Both[0];
  Shape Out = Dims;
  Out[Axis] = G.Tensors[Both[0]].Dims[Axis] + G.Tensors[Both[1]].Dims[Axis];
  return op(OpKind::Concatenation, Both, Out, G.Tensors[Both[0]].Quant, {{Attr::Axis, int64_t(Axis)}, {Attr::Activation, std::string("none")}});
}

Graph Draw::graph() {
  G.Name = G.File = "g";
  TensorId X = G.Inputs.emplace_back(tensor({from(1, 4), from(2, 8), from(2, 8)}, {{0.5f}, {-5}, 0}));
  if (from(0, 1))
    X = op(OpKind::Quantize, {X}, G.Tensors[X].Dims, {{0.75f}, {1}, 0}, {});
  for (int Left = from(1, 4); Left > 0; --Left)
    X = rolled(X);
  if (G.Ops.empty())
    X = op(OpKind::Quantize, {X}, G.Tensors[X].Dims, {{0.75f}, {1}, 0}, {});
  G.Outputs.push_back(X);
  G.InputNames = {"in"};
  for (size_t I = 0; I < G.Outputs.size(); ++I)
    G.OutputNames.push_back("out" + std::to_string(I));
  return G;
}

} // namespace

TEST(HoistFunctions, BytesStay) {
  int64_t Hoisted = 0;
  for (unsigned Seed = 0; Seed < 2000; ++Seed) {
    Budget Purse = Budget::endless();
    Graph G = Draw(Seed).graph();
    eliminateDeadCode(G, Purse);
    verify(G, Purse);
    SCOPED_TRACE(print(G));
    const std::vector<Bytes> Before = outputsOf(G);
    Hoisted += hoistFunctions(G, Purse);
    verify(G, Purse);
    ASSERT_EQ(outputsOf(G), Before) << print(G);
  }
  EXPECT_GT(Hoisted, 1000);
}
