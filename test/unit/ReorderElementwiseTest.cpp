// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reorder-elementwise on random graphs of elementwise operators between movements: the outputs' numbers are those of the graph as it was.
#include "RandomGraph.h"
#include "passes/Passes.h"

using namespace hexloom;

namespace {

/// A graph whose operators read what those before them made: tensors of one number of elements in a few shapes, and small ones.
class Draw : RandomGraph {
public:
  using RandomGraph::RandomGraph;
  Graph graph();

private:
  std::vector<TensorId> Wholes;

  TensorId tensor(const Shape &Dims, bool IsConst) { return RandomGraph::tensor(DType::Int32, Dims, {}, IsConst); }
  TensorId op(OpKind Kind, std::vector<TensorId> Inputs, const Shape &Dims, std::map<Attr, AttrValue> Attrs) {
    return RandomGraph::op(Kind, std::move(Inputs), tensor(Dims, false), std::move(Attrs));
  }
  TensorId oneOf(const std::vector<TensorId> &All) { return All[All.size() - 1 - static_cast<size_t>(from(0, std::min<int>(4, int(All.size()) - 1)))]; }
  TensorId transposed(TensorId X);
  TensorId reshaped(TensorId X);
  TensorId combined(TensorId X);
};

TensorId Draw::transposed(TensorId X) {
  const Shape In = G.Tensors[X].Dims;
  std::vector<int64_t> Perm;
  for (size_t I = 0; I < In.size(); ++I)
    Perm.push_back(static_cast<int64_t>(I));
  if (from(0, 1)) // as between NHWC and NCHW
    std::rotate(Perm.begin(), Perm.begin() + from(0, static_cast<int>(In.size()) - 1), Perm.end());
  else
    std::shuffle(Perm.begin(), Perm.end(), Random);
  Shape Out;
  for (int64_t P : Perm)
    Out.push_back(In[static_cast<size_t>(P)]);
  return op(OpKind::Transpose, {X}, Out, {{Attr::Perm, Perm}});
}

/// A dimension in two, or two as one.
TensorId Draw::reshaped(TensorId X) {
  Shape Out = G.Tensors[X].Dims;
  const auto A = static_cast<size_t>(from(0, static_cast<int>(Out.size()) - 1));
  if (Out.size() < 5 && Out[A] % 2 == 0) {
    Out[A] /= 2;
    Out.insert(Out.begin() + static_cast<long>(A), 2);
  } else if (A + 1 < Out.size()) {
    Out[A] *= Out[A + 1];
    Out.erase(Out.begin() + static_cast<long>(A) + 1);
  }
  return op(OpKind::Reshape, {X}, Out, {});
}

/// With another tensor of the shape, or with one that is repeated along some dimensions.
TensorId Draw::combined(TensorId X) {
  const Shape Dims = G.Tensors[X].Dims;
  std::vector<TensorId> Same;
  for (TensorId Id : Wholes)
    if (G.Tensors[Id].Dims == Dims)
      Same.push_back(Id);
  TensorId Y = oneOf(Same);
  if (const int What = from(0, 5); What == 0)
    Y = tensor(Dims, true);
  else if (What < 3) {
    Shape Small = Dims;
    for (int32_t &Dim : Small)
      Dim = from(0, 1) ? Dim : 1;
    while (Small.size() > 1 && Small[0] == 1 && from(0, 1))
      Small.erase(Small.begin());
    Y = tensor(Small, from(0, 2) > 0);
    if (!G.Tensors[Y].isConst())
      G.Inputs.push_back(Y);
  }
  std::vector<TensorId> Both = {X, Y};
  if (from(0, 1))
    std::swap(Both[0], Both[1]);
  if (from(0, 3) == 0)
    return op(OpKind::Neg, {X}, Dims, {});
  if (from(0, 1))
    return op(OpKind::Mul, Both, Dims, {{Attr::Activation, std::string("none")}});
  return op(OpKind::Sub, Both, Dims, {{Attr::Activation, std::string("none")}, {Attr::PotScale, false}});
}

Graph Draw::graph() {
  G.Name = G.File = "g";
  const Shape Dims = {from(1, 2), from(1, 6), from(2, 6), 4 * from(1, 9)};
  for (int Left = from(1, 2); Left > 0; --Left)
    G.Inputs.push_back(tensor(Dims, false));
  Wholes = G.Inputs;
  for (int Left = from(4, 14); Left > 0; --Left) {
    const TensorId X = oneOf(Wholes);
    const int What = from(0, 5);
    Wholes.push_back(What < 2 ? transposed(X) : What == 2 ? reshaped(X) : combined(X));
  }
  G.Outputs = {Wholes.back()};
  if (from(0, 1) && Wholes.size() > 4)
    G.Outputs.push_back(Wholes[Wholes.size() - 3]);
  for (TensorId Id : G.Inputs)
    G.InputNames.push_back(G.Tensors[Id].Name);
  for (TensorId Id : G.Outputs)
    G.OutputNames.push_back(G.Tensors[Id].Name);
  return G;
}

} // namespace

TEST(ReorderElementwise, NumbersStay) {
  int64_t Composed = 0, Reordered = 0;
  for (unsigned Seed = 0; Seed < 1500; ++Seed) {
    Budget Purse = Budget::endless();
    Compilation Shared("g", 1 << 20);
    Graph G = Draw(Seed).graph();
    eliminateDeadCode(G, Purse);
    verify(G, Purse);
    SCOPED_TRACE(print(G));
    const std::vector<Bytes> Before = outputsOf(G);
    if (Seed % 2) {
      Composed += composeMovements(G, Purse);
      verify(G, Purse);
      ASSERT_EQ(outputsOf(G), Before) << print(G);
    }
    Reordered += reorderElementwise(G, {Target::Hexagon, Shared});
    eliminateDeadCode(G, Purse);
    verify(G, Purse);
    ASSERT_EQ(outputsOf(G), Before) << print(G);
  }
  EXPECT_GT(Composed, 300);
  EXPECT_GT(Reordered, 150);
}
