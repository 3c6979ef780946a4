// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a Hexagon program that compares the vector kernels of data movement with the portable ones
// on random operators.
//
//   RandomMovement FOLDER COUNT [SEED [OPERATOR]]
#include "../RandomOps.h"

#include <algorithm>
#include <numeric>

using namespace hexloom;

namespace {

using Ints = std::vector<int64_t>;

DType anyType() {
  return uniform(0, 5)
             ? DType::Int8
             : std::vector<DType>{DType::Int16, DType::Int32, DType::Int64}[uniform(0, 2)];
}
int anyDepth() { return oneOf({1, 2, 3, 7, 8, 16, 24, 31, 32, 33, 40, 64, 72, 96, 130}); }
Shape anyShape() { return {oneOf({1, 1, 2}), uniform(1, 6), uniform(1, 14), anyDepth()}; }

Tensor tensor(DType Type, const Shape &Dims) {
  Tensor T = activation(Type, Dims, 0.5f);
  T.Quant.ZeroPoints = {0};
  return T;
}

/// A random shape, one in four without its first one or two dimensions.
Shape anyRank() {
  Shape S = anyShape();
  if (uniform(0, 3) == 0)
    S.erase(S.begin(), S.begin() + uniform(1, 2));
  return S;
}

/// A random TRANSPOSE: one in three is large enough for several tiles, one in six is of planes or pixels.
Graph randomTranspose(DType T) {
  Shape In = anyRank();
  if (uniform(0, 2) == 0)
    In = {uniform(1, 3), uniform(20, 150), uniform(20, 70)};
  else if (uniform(0, 3) == 0)
    In = {uniform(1, 9), uniform(2, 4), uniform(0, 2) ? uniform(1, 400) : uniform(2, 4)};
  if (In.size() == 3 && In[1] <= 4 && uniform(0, 1))
    std::swap(In[1], In[2]);
  Ints Perm(In.size());
  std::iota(Perm.begin(), Perm.end(), 0);
  std::shuffle(Perm.begin(), Perm.end(), Random);
  Shape Out;
  for (int64_t Axis : Perm)
    Out.push_back(In[Axis]);
  Graph G = withOp(OpKind::Transpose, {tensor(T, In)}, tensor(T, Out));
  G.Ops[0].Attrs[Attr::Perm] = Perm;
  return G;
}

/// Parts of a tensor along an axis, half of the time the channels.
struct Parts {
  Shape Whole;
  int Axis;
  std::vector<Tensor> Tensors;
};
Parts randomParts(DType T) {
  Parts P;
  P.Whole = anyRank();
  P.Axis = uniform(0, 1) ? static_cast<int>(P.Whole.size()) - 1
                         : uniform(0, static_cast<int>(P.Whole.size()) - 1);
  const bool Channels = P.Axis == static_cast<int>(P.Whole.size()) - 1;
  P.Whole[P.Axis] = 0;
  for (int Count = uniform(1, 4); Count > 0; --Count) {
    Shape Part = P.Whole;
    Part[P.Axis] = Channels ? anyDepth() : uniform(1, 5);
    P.Tensors.push_back(tensor(T, Part));
  }
  for (const Tensor &Part : P.Tensors)
    P.Whole[P.Axis] += Part.Dims[P.Axis];
  return P;
}

Tensor constant(Tensor T) {
  std::vector<uint8_t> Data(T.elements() * bytesOf(T.Type));
  for (uint8_t &Byte : Data)
    Byte = static_cast<uint8_t>(uniform(0, 255));
  fill(T, Data);
  return T;
}

Graph randomConcatenation(DType T) {
  Parts P = randomParts(T);
  const int Rescaled = T == DType::Int8 && uniform(0, 3) == 0; // of uint8 only
  if (Rescaled)
    for (Tensor &Part : P.Tensors)
      Part.Type = DType::UInt8, Part.Quant.Scales = {oneOf({1, 2, 4}) * 0.125f};
  if (P.Tensors.size() > 1 && uniform(0, 3) == 0)
    P.Tensors.back() = constant(P.Tensors.back());
  Graph G = withOp(OpKind::Concatenation, P.Tensors, tensor(Rescaled ? DType::UInt8 : T, P.Whole));
  G.Ops[0].Attrs[Attr::Axis] = int64_t(P.Axis);
  G.Ops[0].Attrs[Attr::Activation] = std::string("none");
  return G;
}

Graph randomSplit(DType T) {
  const Parts P = randomParts(T);
  Graph G = withOp(OpKind::Split, {tensor(T, P.Whole)}, P.Tensors);
  G.Ops[0].Attrs[Attr::Axis] = int64_t(P.Axis);
  return G;
}

Graph randomStack(DType T, bool Packs) {
  Shape Part = anyShape();
  Part.erase(Part.begin());
  const int Axis = uniform(0, 3), Count = uniform(1, 5);
  Shape Whole = Part;
  Whole.insert(Whole.begin() + Axis, Count);
  const std::vector<Tensor> Tensors(Count, tensor(T, Part));
  Graph G = Packs ? withOp(OpKind::Pack, Tensors, tensor(T, Whole))
                  : withOp(OpKind::Unpack, {tensor(T, Whole)}, Tensors);
  G.Ops[0].Attrs[Attr::Axis] = int64_t(Axis);
  return G;
}

Graph randomSlice(DType T) {
  const Shape In = anyRank();
  Ints Begin, Strides, Size;
  Shape Out;
  for (int32_t Dim : In) {
    const int Stride = uniform(0, 3) ? 1 : oneOf({1, 2, 3, -1, -2}), Step = std::abs(Stride);
    const int Count = uniform(1, (Dim + Step - 1) / Step), Reach = (Count - 1) * Step;
    Begin.push_back(Stride > 0 ? uniform(0, Dim - 1 - Reach) : uniform(Reach, Dim - 1));
    Strides.push_back(Stride);
    Size.push_back(Count);
    if (Count != 1 || uniform(0, 1)) // one of a dimension may shrink it away
      Out.push_back(Count);
  }
  Graph G = withOp(OpKind::StridedSlice, {tensor(T, In)}, tensor(T, Out));
  G.Ops[0].Attrs[Attr::Begin] = Begin;
  G.Ops[0].Attrs[Attr::Strides] = Strides;
  G.Ops[0].Attrs[Attr::Size] = Size;
  return G;
}

Graph randomPad(DType T, bool Mirrors) {
  const Shape In = anyRank();
  const bool Reflects = uniform(0, 1);
  Shape Out = In;
  Ints Paddings;
  for (int32_t &Dim : Out) {
    const int Most = std::min(Mirrors ? Dim - Reflects : 9, 9);
    const int Before = uniform(0, 2) ? 0 : uniform(0, Most),
              After = uniform(0, 1) ? 0 : uniform(0, Most);
    Paddings.insert(Paddings.end(), {Before, After});
    Dim += Before + After;
  }
  Graph G = withOp(Mirrors ? OpKind::MirrorPad : OpKind::Pad, {tensor(T, In)}, tensor(T, Out));
  G.Ops[0].Attrs[Attr::Paddings] = Paddings;
  if (Mirrors)
    G.Ops[0].Attrs[Attr::Mode] = std::string(Reflects ? "reflect" : "symmetric");
  else
    G.Ops[0].Attrs[Attr::PadValue] = int64_t(uniform(-128, 127));
  return G;
}

Graph randomTile(DType T, bool Broadcasts) {
  Shape In = anyRank(), Out = In;
  for (size_t I = 0; I < In.size(); ++I) {
    if (uniform(0, 1))
      continue;
    if (Broadcasts)
      In[I] = 1;
    else
      Out[I] *= oneOf({1, 2, 3});
  }
  return withOp(Broadcasts ? OpKind::BroadcastTo : OpKind::Tile, {tensor(T, In)}, tensor(T, Out));
}

Graph randomReverse(DType T) {
  const Shape In = anyRank();
  Ints Axes;
  for (size_t I = 0; I < In.size(); ++I)
    if (uniform(0, 1))
      Axes.push_back(static_cast<int64_t>(I));
  Graph G = withOp(OpKind::ReverseV2, {tensor(T, In)}, tensor(T, In));
  G.Ops[0].Attrs[Attr::Axes] = Axes;
  return G;
}

Graph randomSpaceDepth(DType T, bool ToDepth) {
  const int Block = uniform(2, 3);
  const Shape Deep = {oneOf({1, 2}), uniform(1, 4), uniform(1, 7), anyDepth() * Block * Block};
  const Shape Wide = {Deep[0], Deep[1] * Block, Deep[2] * Block, Deep[3] / Block / Block};
  Graph G = ToDepth ? withOp(OpKind::SpaceToDepth, {tensor(T, Wide)}, tensor(T, Deep))
                    : withOp(OpKind::DepthToSpace, {tensor(T, Deep)}, tensor(T, Wide));
  G.Ops[0].Attrs[Attr::Block] = Ints{Block};
  return G;
}

Graph randomSpaceBatch(DType T, bool ToBatch) {
  const Shape Space = anyShape();
  Shape Batch = Space;
  Ints Block, Border;
  for (int D = 1; D <= 2; ++D) {
    const int Size = uniform(1, 3), Before = uniform(0, 2);
    const int After = (Size - (Space[D] + Before) % Size) % Size + uniform(0, 1) * Size;
    Block.push_back(Size);
    Border.insert(Border.end(), {Before, After});
    Batch[D] = (Space[D] + Before + After) / Size;
    Batch[0] *= Size;
  }
  Graph G = ToBatch ? withOp(OpKind::SpaceToBatchNd, {tensor(T, Space)}, tensor(T, Batch))
                    : withOp(OpKind::BatchToSpaceNd, {tensor(T, Batch)}, tensor(T, Space));
  G.Ops[0].Attrs[Attr::Block] = Block;
  G.Ops[0].Attrs[ToBatch ? Attr::Paddings : Attr::Crops] = Border;
  if (ToBatch)
    G.Ops[0].Attrs[Attr::PadValue] = int64_t(uniform(-128, 127));
  return G;
}

/// Neighbours among the factors of one shape join to the dimensions of two.
Graph randomReshape(DType T) {
  std::vector<int> Factors;
  for (int Count = uniform(2, 5); Count > 0; --Count)
    Factors.push_back(uniform(1, 7));
  Factors.push_back(anyDepth());
  const auto Join = [&] {
    Shape S = {1};
    for (int F : Factors) {
      if (S.size() < 4 && uniform(0, 1))
        S.push_back(1);
      S.back() *= F;
    }
    return S;
  };
  return withOp(OpKind::Reshape, {tensor(T, Join())}, tensor(T, Join()));
}

/// Constant indices lie within the axis; of those that come as inputs next to none does, so that
/// entries of zeros are seen.
Graph randomGather(DType T) {
  const bool Known = uniform(0, 2) > 0;
  Shape In = anyRank();
  const int Axis = uniform(0, static_cast<int>(In.size()) - 1);
  const DType IndexType = uniform(0, 1) ? DType::Int32 : DType::Int64;
  Tensor Indices =
      tensor(IndexType, uniform(0, 3) ? Shape{uniform(1, 9)} : Shape{1, uniform(1, 3)});
  if (uniform(0, 4) == 0)
    Indices.Dims = {};
  if (Known) {
    std::vector<uint8_t> Data(Indices.elements() * bytesOf(IndexType), 0);
    for (int64_t I = 0; I < Indices.elements(); ++I)
      Data[I * bytesOf(IndexType)] = static_cast<uint8_t>(uniform(0, In[Axis] - 1));
    fill(Indices, Data);
  }
  Shape Out(In.begin(), In.begin() + Axis);
  Out.insert(Out.end(), Indices.Dims.begin(), Indices.Dims.end());
  Out.insert(Out.end(), In.begin() + Axis + 1, In.end());
  Graph G = withOp(OpKind::Gather, {tensor(T, In), Indices}, tensor(T, Out));
  G.Ops[0].Attrs[Attr::Axis] = int64_t(Axis);
  G.Ops[0].Attrs[Attr::BatchDims] = int64_t(0);
  return G;
}

/// Many rows of one or more vectors or less: parts of them, put together again, or in another order.
Graph randomRows() {
  const auto Width = [] { return oneOf({12, 16, 20, 26, 32, 49, 64, 96, 100, 127, 128, 129, 192, 250, 256, 300, 384, 500, 513}); };
  const DType T = uniform(0, 4) ? DType::Int8 : DType::Int16;
  const int32_t Rows = oneOf({1, 2, 3, uniform(4, 30), uniform(31, 70)}), Outer = uniform(1, 3);
  const int Kind = uniform(0, 2);
  if (Kind == 0) {
    const int Count = uniform(2, 4);
    std::vector<Tensor> Parts;
    int32_t All = 0;
    for (int I = 0; I < Count; ++I) {
      const int32_t One = Count == 2 || uniform(0, 1) ? Width() : 32;
      All += One;
      Parts.push_back(tensor(T, {Outer, Rows, One}));
    }
    if (uniform(0, 3) == 0)
      Parts.back() = constant(Parts.back());
    Graph G = withOp(OpKind::Concatenation, Parts, tensor(T, {Outer, Rows, All}));
    G.Ops[0].Attrs[Attr::Axis] = int64_t(2);
    G.Ops[0].Attrs[Attr::Activation] = std::string("none");
    return G;
  }
  if (Kind == 1) {
    const bool InLanes = uniform(0, 1); // of vectors
    const int32_t Part = InLanes ? oneOf({16, 32, 64}) : Width(), All = InLanes ? Part * uniform(2, 9) : Part + uniform(1, 200);
    const int32_t First = InLanes ? Part * uniform(0, All / Part - 1) : uniform(0, All - Part);
    Graph G = withOp(OpKind::StridedSlice, {tensor(T, {Outer, Rows, All})}, tensor(T, {Outer, Rows, Part}));
    G.Ops[0].Attrs[Attr::Begin] = Ints{0, 0, First};
    G.Ops[0].Attrs[Attr::Strides] = Ints{1, 1, 1};
    G.Ops[0].Attrs[Attr::Size] = Ints{Outer, Rows, Part};
    return G;
  }
  const int32_t Part = Width();
  Graph G = withOp(OpKind::Transpose, {tensor(T, {Rows, Outer, Part})}, tensor(T, {Outer, Rows, Part}));
  G.Ops[0].Attrs[Attr::Perm] = Ints{1, 0, 2};
  return G;
}

/// Many blocks of up to a vector, or just more, whose elements change places within them.
Graph randomBlocks() {
  const DType T = uniform(0, 4) ? DType::Int8 : DType::Int16;
  const int32_t Blocks = oneOf({1, 2, uniform(3, 9), uniform(20, 90)}), A = oneOf({2, 3, 4, 5, 8, uniform(2, 40)});
  const int32_t B = oneOf({1, 2, 128 / A, uniform(1, 130 / A)}), C = oneOf({1, 1, 1, 2, 3});
  if (uniform(0, 3) == 0) {
    const int32_t Step = uniform(2, 4), Part = uniform(1, 20), All = Part * Step + uniform(0, 9);
    Graph G = withOp(OpKind::StridedSlice, {tensor(T, {Blocks, All})}, tensor(T, {Blocks, Part}));
    const bool Back = uniform(0, 1);
    G.Ops[0].Attrs[Attr::Begin] = Ints{0, Back ? All - 1 : uniform(0, All - 1 - (Part - 1) * Step)};
    G.Ops[0].Attrs[Attr::Strides] = Ints{1, Back ? -Step : Step};
    G.Ops[0].Attrs[Attr::Size] = Ints{Blocks, Part};
    return G;
  }
  Graph G = withOp(OpKind::Transpose, {tensor(T, {Blocks, A, B, C})}, tensor(T, {Blocks, B, A, C}));
  G.Ops[0].Attrs[Attr::Perm] = Ints{0, 2, 1, 3};
  return G;
}

/// Matrices transposed, of sizes around those of vectors and tiles.
Graph randomMatrices() {
  const auto Size = [] { return oneOf({1, 5, 16, 24, 31, 32, 33, 48, 58, 63, 64, 65, 96, 116, 127, 128, 129, 160, 300}); };
  const DType T = uniform(0, 3) ? DType::Int8 : uniform(0, 1) ? DType::Int16 : DType::Int32;
  const int32_t Count = oneOf({1, 2, 5}), Rows = Size(), Columns = Size();
  Graph G = withOp(OpKind::Transpose, {tensor(T, {Count, Rows, Columns})}, tensor(T, {Count, Columns, Rows}));
  G.Ops[0].Attrs[Attr::Perm] = Ints{0, 2, 1};
  return G;
}

Graph randomOperator(int Kind) {
  const DType T = anyType();
  switch (Kind) {
  case 0:
    return randomTranspose(T);
  case 1:
    return randomConcatenation(T);
  case 2:
    return randomSplit(T);
  case 3:
  case 4:
    return randomStack(T, Kind == 3);
  case 5:
    return randomSlice(T);
  case 6:
  case 7:
    return randomPad(T, Kind == 7);
  case 8:
  case 9:
    return randomTile(T, Kind == 9);
  case 10:
    return randomReverse(T);
  case 11:
  case 12:
    return randomSpaceDepth(T, Kind == 12);
  case 13:
  case 14:
    return randomSpaceBatch(T, Kind == 14);
  case 15:
  case 16:
    return randomGather(T);
  case 17:
    return randomReshape(DType::Int8);
  case 18:
    return randomRows();
  case 19:
    return randomBlocks();
  default:
    return randomMatrices();
  }
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 3)
    return std::fprintf(stderr, "usage: RandomMovement FOLDER COUNT [SEED [OPERATOR]]\n"), 2;
  Random.seed(Argc > 3 ? std::atoi(Argv[3]) : 1);
  Writer W(Argv[1]);
  for (int I = 0; I < std::atoi(Argv[2]); ++I)
    W.add(randomOperator(Argc > 4 ? std::atoi(Argv[4]) : I % 19));
  W.finish();
  std::printf("%d variants\n", W.variants());
  return 0;
}
