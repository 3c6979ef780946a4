// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// absorb-movements on random convolutions behind movements that make channels of blocks of pixels: the outputs' bytes are those of the graph
// as it was.
#include "ir/Evaluate.h"
#include "ir/Verifier.h"
#include "ir/Text.h"
#include "passes/Passes.h"

#include <gtest/gtest.h>

#include <random>

using namespace hexloom;

namespace {

class Draw {
public:
  explicit Draw(unsigned Seed) : Random(Seed) {}
  Graph graph();

private:
  std::mt19937 Random;
  Graph G;

  int from(int Least, int Greatest) { return Least + static_cast<int>(Random() % static_cast<unsigned>(Greatest - Least + 1)); }
  TensorId tensor(DType Type, const Shape &Dims, int Zero, bool IsConst = false) {
    Tensor T;
    T.Name = "t" + std::to_string(G.Tensors.size());
    T.Type = Type;
    T.Dims = Dims;
    T.Quant.Scales = {0.03f};
    T.Quant.ZeroPoints = {Zero};
    if (IsConst) {
      Bytes Data;
      for (int64_t I = 0; I < T.elements(); ++I)
        Data.push_back(static_cast<uint8_t>(Random()));
      T.Data = std::make_shared<const Bytes>(std::move(Data));
    }
    return G.addTensor(std::move(T));
  }
  TensorId op(OpKind Kind, std::vector<TensorId> Inputs, TensorId Out, std::map<Attr, AttrValue> Attrs) {
    G.Ops.push_back({Kind, std::move(Inputs), {Out}, std::move(Attrs), "o" + std::to_string(G.Ops.size()), -1, "", {}, {}});
    return Out;
  }
  TensorId transposed(TensorId X, const std::vector<int64_t> &Perm) {
    Shape Out;
    for (int64_t P : Perm)
      Out.push_back(G.Tensors[X].Dims[static_cast<size_t>(P)]);
    return op(OpKind::Transpose, {X}, tensor(G.Tensors[X].Type, Out, -101), {{Attr::Perm, Perm}});
  }
};

Graph Draw::graph() {
  G.Name = G.File = "g";
  const int32_t N = from(1, 2), H = from(4, 12), W = from(4, 20), C = from(1, 6), Rows = from(1, 3), Columns = from(1, 3);
  TensorId X;
  if (from(0, 1)) { // channels outside
    X = G.Inputs.emplace_back(tensor(DType::Int8, {N, C, H * Rows, W * Columns}, -101));
    X = op(OpKind::Reshape, {X}, tensor(DType::Int8, {N, C, H, Rows, W, Columns}, -101), {});
    std::vector<int64_t> Perm = {0, 2, 4, 3, 5, 1};
    std::shuffle(Perm.begin() + 3, Perm.end(), Random);
    X = transposed(X, Perm);
  } else {
    X = G.Inputs.emplace_back(tensor(DType::Int8, {N, H * Rows, W * Columns, C}, -101));
    X = op(OpKind::Reshape, {X}, tensor(DType::Int8, {N, H, Rows, W, Columns, C}, -101), {});
    std::vector<int64_t> Perm = {0, 1, 3, 2, 4, 5};
    std::shuffle(Perm.begin() + 3, Perm.end(), Random);
    X = transposed(X, Perm);
  }
  const int32_t Depth = Rows * Columns * C, Channels = from(1, 40), Height = from(1, 4), Width = from(1, 4);
  X = op(OpKind::Reshape, {X}, tensor(DType::Int8, {N, H, W, Depth}, -101), {});
  const std::vector<int64_t> Stride = {from(1, 2), from(1, 2)}, Pads = {from(0, Height - 1), from(0, Width - 1), from(0, Height - 1), from(0, Width - 1)};
  const Shape Out = {N, static_cast<int32_t>((H + Pads[0] + Pads[2] - Height) / Stride[0] + 1), static_cast<int32_t>((W + Pads[1] + Pads[3] - Width) / Stride[1] + 1), Channels};
  const TensorId Filter = tensor(DType::Int8, {Channels, Height, Width, Depth}, 0, true);
  X = op(OpKind::Conv2D, {X, Filter, kNoTensor}, tensor(DType::Int8, Out, 3),
         {{Attr::Stride, Stride}, {Attr::Dilation, std::vector<int64_t>{1, 1}}, {Attr::Pads, Pads}, {Attr::Activation, std::string("none")}});
  G.Tensors[X].Quant.Scales = {0.8f};
  G.Outputs = {X};
  G.InputNames = {"in"};
  G.OutputNames = {"out"};
  return G;
}

Bytes outputOf(Graph G) {
  Budget Purse = Budget::endless();
  Bytes All(static_cast<size_t>(G.Tensors[G.Inputs[0]].bytes()));
  for (size_t I = 0; I < All.size(); ++I)
    All[I] = static_cast<uint8_t>(I * 7 + I / 251);
  G.Tensors[G.Inputs[0]].Data = std::make_shared<Bytes>(All);
  for (const Op &O : G.Ops) {
    const auto Results = evaluate(G, O, Purse);
    EXPECT_TRUE(Results) << describe(G, O);
    if (Results)
      G.Tensors[O.Outputs[0]].Data = std::make_shared<Bytes>((*Results)[0]);
  }
  const Tensor &Out = G.Tensors[G.Outputs[0]];
  return Out.Data ? *Out.Data : Bytes();
}

} // namespace

TEST(AbsorbMovements, BytesStay) {
  int64_t Absorbed = 0;
  for (unsigned Seed = 0; Seed < 90; ++Seed) {
    Budget Purse = Budget::endless();
    Compilation Shared("g", 1 << 20);
    Graph G = Draw(Seed).graph();
    verify(G, Purse);
    SCOPED_TRACE(print(G));
    const Bytes Before = outputOf(G);
    if (Seed % 2)
      mergeMovements(G, Purse);
    Absorbed += absorbMovements(G, {Target::Hexagon, Shared});
    eliminateDeadCode(G, Purse);
    verify(G, Purse);
    ASSERT_EQ(outputOf(G), Before) << print(G);
  }
  EXPECT_GT(Absorbed, 15);
}
