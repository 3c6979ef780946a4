// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// merge-movements on random graphs of movements: the outputs' bytes are those of the graph as it was, and the text form says the same.
#include "RandomGraph.h"
#include "passes/Passes.h"

#include <map>
#include <sstream>
#include <string>

using namespace hexloom;

namespace {

class Draw : RandomNumbers {
public:
  using RandomNumbers::RandomNumbers;
  std::string graph();

private:
  std::vector<Shape> Shapes;
  std::ostringstream Text;

  static std::string list(const Shape &S) {
    std::string All;
    for (int32_t N : S)
      All += (All.empty() ? "" : ", ") + std::to_string(N);
    return "[" + All + "]";
  }
  static std::string type(const Shape &S) {
    std::string All;
    for (int32_t N : S)
      All += (All.empty() ? "" : "x") + std::to_string(N);
    return "i8[" + All + "] scale=0.5 zero=-5";
  }
  void line(const Shape &Out, const std::string &Right) {
    Text << "%" << Shapes.size() << ": " << type(Out) << " = " << Right << "\n";
    Shapes.push_back(Out);
  }
  Shape each(const Shape &S, int32_t Value) { return Shape(S.size(), Value); }
  void step();
};

/// One more operator that reads one of the last few tensors.
void Draw::step() {
  const int Id = static_cast<int>(Shapes.size()) - 1 - from(0, std::min<int>(2, static_cast<int>(Shapes.size()) - 1));
  const Shape In = Shapes[static_cast<size_t>(Id)];
  const std::string X = "%" + std::to_string(Id);
  const auto Rank = static_cast<int>(In.size());
  const int Axis = from(0, Rank - 1);
  Shape Out = In;
  switch (from(0, 7)) {
  case 0: {
    Shape Perm;
    for (int I = 0; I < Rank; ++I)
      Perm.push_back(I);
    std::shuffle(Perm.begin(), Perm.end(), Random);
    for (int I = 0; I < Rank; ++I)
      Out[static_cast<size_t>(I)] = In[static_cast<size_t>(Perm[static_cast<size_t>(I)])];
    return line(Out, "TRANSPOSE(" + X + ") {perm=" + list(Perm) + "}");
  }
  case 1: { // a stretch, perhaps backwards or with gaps
    Shape Begin = each(In, 0), Strides = each(In, 1);
    const auto A = static_cast<size_t>(Axis);
    const int Step = from(0, 3) ? 1 : from(0, 1) ? 2 : -1;
    Begin[A] = Step < 0 ? In[A] - 1 : from(0, In[A] - 1);
    Strides[A] = Step;
    const int Most = Step < 0 ? In[A] : (In[A] - Begin[A] + Step - 1) / Step;
    Out[A] = from(1, Most);
    return line(Out, "STRIDED_SLICE(" + X + ") {begin=" + list(Begin) + ", strides=" + list(Strides) + ", size=" + list(Out) + "}");
  }
  case 2: { // with itself or with another one of the same shape
    std::string Y = X;
    for (size_t I = 0; I < Shapes.size(); ++I)
      if (Shapes[I] == In && from(0, 1))
        Y = "%" + std::to_string(I);
    Out[static_cast<size_t>(Axis)] *= 2;
    return line(Out, "CONCATENATION(" + X + ", " + Y + ") {axis=" + std::to_string(Axis) + ", activation=none}");
  }
  case 3: {
    Shape Pads(2 * In.size(), 0);
    Pads[2 * static_cast<size_t>(Axis)] = from(0, 2);
    Pads[2 * static_cast<size_t>(Axis) + 1] = from(0, 2);
    Out[static_cast<size_t>(Axis)] += Pads[2 * static_cast<size_t>(Axis)] + Pads[2 * static_cast<size_t>(Axis) + 1];
    return line(Out, "PAD(" + X + ") {paddings=" + list(Pads) + ", pad_value=" + std::to_string(from(-6, -5)) + "}");
  }
  case 4:
    return line(Out, "REVERSE_V2(" + X + ") {axes=[" + std::to_string(Axis) + "]}");
  case 5: { // a dimension in two, or two as one
    const auto A = static_cast<size_t>(Axis);
    if (Rank < 5 && In[A] % 2 == 0) {
      Out[A] /= 2;
      Out.insert(Out.begin() + Axis, 2);
    } else if (A + 1 < In.size()) {
      Out[A] *= Out[A + 1];
      Out.erase(Out.begin() + Axis + 1);
    }
    return line(Out, "RESHAPE(" + X + ")");
  }
  case 6:
    Out[static_cast<size_t>(Axis)] *= 2;
    return line(Out, "TILE(" + X + ")");
  default:
    if (In[static_cast<size_t>(Axis)] < 2)
      return;
    Out[static_cast<size_t>(Axis)] = from(1, In[static_cast<size_t>(Axis)] - 1);
    Shape Rest = In;
    Rest[static_cast<size_t>(Axis)] -= Out[static_cast<size_t>(Axis)];
    Text << "%" << Shapes.size() << ": " << type(Out) << ", %" << Shapes.size() + 1 << ": " << type(Rest) << " = SPLIT(" << X
         << ") {axis=" << Axis << "}\n";
    Shapes.push_back(Out);
    Shapes.push_back(Rest);
  }
}

std::string Draw::graph() {
  Shapes = {{from(1, 8), from(2, 12), 4 * from(1, 9)}};
  Text << "graph g from \"g\"\ninput %0: " << type(Shapes[0]) << "\n";
  for (int Left = from(2, 7); Left > 0; --Left)
    step();
  Text << "output %" << Shapes.size() - 1 << "\n";
  if (from(0, 1))
    Text << "output %" << Shapes.size() / 2 << "\n";
  return Text.str();
}

} // namespace

TEST(MergeMovements, BytesStay) {
  int64_t Merged = 0;
  for (unsigned Seed = 0; Seed < 3000; ++Seed) {
    const std::string Text = Draw(Seed).graph();
    SCOPED_TRACE(Text);
    Budget Purse = Budget::endless();
    Graph G = parseGraph(Text, "g");
    const std::vector<Bytes> Before = outputsOf(G);
    Compilation Shared("g", 1 << 20);
    Merged += mergeMovements(G, {Target::Hexagon, Shared});
    eliminateDeadCode(G, Purse);
    verify(G, Purse);
    ASSERT_EQ(outputsOf(G), Before) << print(G);
    ASSERT_EQ(print(parseGraph(print(G), "g")), print(G));
  }
  EXPECT_GT(Merged, 1000);
}
