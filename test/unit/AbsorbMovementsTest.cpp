// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// absorb-movements on random convolutions behind movements that make channels of blocks of pixels: the outputs' bytes are those of the graph
// as it was.
#include "RandomGraph.h"
#include "passes/Passes.h"

using namespace hexloom;

namespace {

class Draw : RandomGraph {
public:
  using RandomGraph::RandomGraph;
  Graph graph();

private:
  TensorId tensor(DType Type, const Shape &Dims, int Zero, bool IsConst = false) {
    return RandomGraph::tensor(Type, Dims, {{0.03f}, {Zero}, 0}, IsConst);
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

} // namespace

TEST(AbsorbMovements, BytesStay) {
  int64_t Absorbed = 0;
  for (unsigned Seed = 0; Seed < 90; ++Seed) {
    Budget Purse = Budget::endless();
    Compilation Shared("g", 1 << 20);
    Graph G = Draw(Seed).graph();
    verify(G, Purse);
    SCOPED_TRACE(print(G));
    const std::vector<Bytes> Before = outputsOf(G);
    if (Seed % 2)
      mergeMovements(G, {Target::Hexagon, Shared});
    Absorbed += absorbMovements(G, {Target::Hexagon, Shared});
    eliminateDeadCode(G, Purse);
    verify(G, Purse);
    ASSERT_EQ(outputsOf(G), Before) << print(G);
  }
  EXPECT_GT(Absorbed, 15);
}
