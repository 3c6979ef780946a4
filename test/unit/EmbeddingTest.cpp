// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Embeddings of convolutions: with any piece of the window as channels, the sums of the image by the new filter are those of the input by
// the old one, the shapes fit, and the image's boxes write each element once at most.
#include "embed/Embedding.h"
#include "ir/Shapes.h"
#include "support/Budget.h"

#include <gtest/gtest.h>

#include <random>

using namespace hexloom;

namespace {

constexpr int kInputZero = -101, kFilterZero = 37; // far from 0, and not each other's

class Draw {
public:
  explicit Draw(unsigned Seed) : Random(Seed) {}
  int from(int Least, int Greatest) { return Least + static_cast<int>(Random() % static_cast<unsigned>(Greatest - Least + 1)); }
  std::shared_ptr<const Bytes> bytes(const Shape &S) {
    Bytes All;
    for (int64_t I = 0; I < elementsOf(S); ++I)
      All.push_back(static_cast<uint8_t>(Random()));
    return std::make_shared<const Bytes>(std::move(All));
  }

private:
  std::mt19937 Random;
};

Tensor tensor(DType Type, Shape Dims, int Zero) {
  Tensor T;
  T.Type = Type;
  T.Dims = std::move(Dims);
  T.Quant.Scales = {0.5f};
  T.Quant.ZeroPoints = {Zero};
  return T;
}

/// A random convolution whose output has elements.
Graph convolution(Draw &D) {
  const Shape In = {D.from(1, 2), D.from(1, 12), D.from(1, 12), D.from(1, 5)};
  const Shape Filter = {D.from(1, 3), D.from(1, 7), D.from(1, 7), In[3]};
  std::vector<int64_t> Stride, Dilation, Pads(4);
  Shape Out = {In[0], 0, 0, Filter[0]};
  for (size_t A : {1, 2}) {
    Stride.push_back(D.from(1, 5));
    Dilation.push_back(D.from(1, 3));
    const int64_t Extent = (Filter[A] - 1) * Dilation.back() + 1;
    Pads[A - 1] = D.from(0, 6);
    Pads[A + 1] = std::max<int64_t>(D.from(0, 6), Extent - In[A] - Pads[A - 1]);
    Out[A] = static_cast<int32_t>((In[A] + Pads[A - 1] + Pads[A + 1] - Extent) / Stride.back() + 1);
  }
  Graph G;
  G.addTensor(tensor(DType::Int8, In, kInputZero));
  G.addTensor(tensor(DType::UInt8, Filter, kFilterZero));
  G.Tensors[1].Data = D.bytes(Filter);
  G.addTensor(tensor(DType::Int8, Out, 0));
  G.Inputs = {0};
  G.Outputs = {2};
  G.Ops.push_back({OpKind::Conv2D, {0, 1, kNoTensor}, {2}, {}, "", -1, "", {}, {}});
  G.Ops[0].Attrs = {{Attr::Stride, Stride}, {Attr::Dilation, Dilation}, {Attr::Pads, Pads}, {Attr::Activation, std::string("none")}};
  return G;
}

/// The definition: sums of products of what lies above the zero points, a channel after the other.
std::vector<int64_t> sums(const Bytes &In, const Shape &InDims, const Bytes &Filter, const Shape &FilterDims, const Shape &Out,
                          const std::map<Attr, AttrValue> &Attrs) {
  const auto List = [&](Attr A) { return std::get<std::vector<int64_t>>(Attrs.at(A)); };
  const std::vector<int64_t> Stride = List(Attr::Stride), Dilation = List(Attr::Dilation), Pads = List(Attr::Pads);
  std::vector<int64_t> All;
  for (int64_t N = 0; N < Out[0]; ++N)
    for (int64_t Y = 0; Y < Out[1]; ++Y)
      for (int64_t X = 0; X < Out[2]; ++X)
        for (int64_t K = 0; K < Out[3]; ++K) {
          int64_t Sum = 0;
          for (int64_t R = 0; R < FilterDims[1]; ++R)
            for (int64_t S = 0; S < FilterDims[2]; ++S)
              for (int64_t C = 0; C < FilterDims[3]; ++C) {
                const int64_t Row = Y * Stride[0] + R * Dilation[0] - Pads[0], Column = X * Stride[1] + S * Dilation[1] - Pads[1];
                if (Row < 0 || Row >= InDims[1] || Column < 0 || Column >= InDims[2])
                  continue;
                const auto I = static_cast<size_t>(((N * InDims[1] + Row) * InDims[2] + Column) * InDims[3] + C);
                const auto F = static_cast<size_t>(((K * FilterDims[1] + R) * FilterDims[2] + S) * FilterDims[3] + C);
                Sum += (static_cast<int8_t>(In[I]) - kInputZero) * (int64_t(Filter[F]) - kFilterZero);
              }
          All.push_back(Sum);
        }
  return All;
}

/// The image, filled with the zero point, then written box by box.
Bytes imageOf(const EmbeddedConvolution &By, const Bytes &In, const Shape &InDims) {
  const Shape Dims = By.imageShape();
  Bytes Image(static_cast<size_t>(elementsOf(Dims)), static_cast<uint8_t>(kInputZero));
  for (const BoxMovement::Piece &P : By.image()) {
    std::vector<int64_t> Turn(P.Box.Loops.size(), 0);
    for (int64_t Left = P.Box.elements(); Left > 0; --Left) {
      std::vector<int64_t> From = P.Box.InFirst, To = P.Box.OutFirst;
      for (size_t L = 0; L < Turn.size(); ++L) {
        const Box::Loop &Each = P.Box.Loops[L];
        if (Each.In.Axis >= 0)
          From[static_cast<size_t>(Each.In.Axis)] += Turn[L] * Each.In.Step;
        if (Each.Out.Axis >= 0)
          To[static_cast<size_t>(Each.Out.Axis)] += Turn[L] * Each.Out.Step;
      }
      int64_t I = 0, O = 0;
      for (size_t A = 0; A < 4; ++A) {
        EXPECT_TRUE(From[A] >= 0 && From[A] < InDims[A] && To[A] >= 0 && To[A] < Dims[A]);
        I = I * InDims[A] + From[A];
        O = O * Dims[A] + To[A];
      }
      Image.at(static_cast<size_t>(O)) = In.at(static_cast<size_t>(I));
      for (size_t L = Turn.size(); L-- > 0 && ++Turn[L] == P.Box.Loops[L].Size;)
        Turn[L] = 0;
    }
  }
  return Image;
}

TEST(Embedding, SumsAreTheSame) {
  Draw D(1);
  for (int Round = 0; Round < 1500; ++Round) {
    Graph G = convolution(D);
    const Op &O = G.Ops[0];
    const Shape In = G.Tensors[0].Dims, Filter = G.Tensors[1].Dims, Out = G.Tensors[2].Dims;
    const Embedding E = {D.from(1, Filter[1] + 3), D.from(1, Filter[2] + 3)};
    const EmbeddedConvolution By(G, O, E);
    ASSERT_TRUE(areApart(By.image()) || By.image().size() > 256);
    const std::shared_ptr<const Bytes> X = D.bytes(In);
    const Bytes Image = imageOf(By, *X, In), Weights = By.filter();
    ASSERT_EQ(static_cast<int64_t>(Weights.size()), elementsOf(By.filterShape()));
    ASSERT_EQ(sums(*X, In, *G.Tensors[1].Data, Filter, Out, O.Attrs), sums(Image, By.imageShape(), Weights, By.filterShape(), Out, By.attributes()))
        << Round << " " << text(E);
    Op New = O;
    New.Attrs = By.attributes();
    const Shape ImageDims = By.imageShape(), FilterDims = By.filterShape();
    G.Tensors[0].Dims = ImageDims;
    G.Tensors[1].Dims = FilterDims;
    Budget Purse = Budget::endless();
    ASSERT_EQ(inferShapes(G, New, Purse), std::vector<Shape>{Out});
  }
}

TEST(Embedding, Names) {
  EXPECT_EQ(text(Embedding{4, 1}), "ky4");
  EXPECT_EQ(text(Embedding{2, 3}), "ky2.kx3");
}

TEST(Embedding, WholeWordsAreLeft) {
  Draw D(2);
  Graph G = convolution(D);
  G.Tensors[0].Dims = {1, 64, 64, 4};
  G.Tensors[1].Dims = {8, 3, 3, 4};
  G.Tensors[2].Dims = {1, 64, 64, 8};
  G.Ops[0].Attrs[Attr::Stride] = G.Ops[0].Attrs[Attr::Dilation] = std::vector<int64_t>{1, 1};
  G.Ops[0].Attrs[Attr::Pads] = std::vector<int64_t>{1, 1, 1, 1};
  G.Tensors[1].Data = D.bytes(G.Tensors[1].Dims);
  EXPECT_TRUE(embeddingsOf(G, G.Ops[0], 6).empty());
  G.Tensors[0].Dims[3] = G.Tensors[1].Dims[3] = 1;
  G.Tensors[1].Data = D.bytes(G.Tensors[1].Dims);
  EXPECT_FALSE(embeddingsOf(G, G.Ops[0], 6).empty());
}

} // namespace
