// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a Hexagon program that goes from each layout to each other one and back, by the vector kernels and by the portable ones;
// what comes out must be what went in.
//
//   RandomLayouts FOLDER COUNT [SEED]
#include "../RandomOps.h"

using namespace hexloom;

namespace {

const std::vector<Layout> kAll = {
#define LAYOUT(NAME, TEXT, ORDER, OFFERED, DESCRIPTION) Layout::NAME,
#include "ir/layouts.def"
};

Shape randomShape() {
  if (uniform(0, 3) == 0) // pixels of a few bytes, of which there are several vectors
    return {oneOf({1, 2}), uniform(1, 9), uniform(20, 90), uniform(2, 4)};
  const int Depth = oneOf({1, 2, 3, 4, 7, 8, 16, 24, 32, 33, 64, 72, 100, 130});
  Shape S = {oneOf({1, 1, 1, 2, 3}), uniform(1, 9), uniform(1, 20), Depth};
  if (uniform(0, 4) == 0)
    S.erase(S.begin(), S.begin() + uniform(1, 3));
  return S;
}

/// A graph with one input and one output of the shape and nothing between them yet.
Graph ends(const Shape &Dims) {
  Graph G;
  G.File = "random";
  for (int I = 0; I < 2; ++I)
    G.addTensor(activation(DType::Int8, Dims, 0.5f));
  G.Inputs = {0};
  G.Outputs = {1};
  G.InputNames = {"in"};
  G.OutputNames = {"out"};
  return G;
}

Graph identity(const Shape &Dims) {
  Graph G = ends(Dims);
  Op O;
  O.Kind = OpKind::Reshape;
  O.Name = "copy";
  O.Inputs = {0};
  O.Outputs = {1};
  O.Kernel = "reshape_alias";
  G.Ops.push_back(O);
  return G;
}

/// A graph of conversions from row-major through all the layouts in turn and back.
Graph tour(const Shape &Dims, const std::vector<Layout> &Layouts, Target For) {
  Graph G = ends(Dims);
  TensorId At = 0;
  const auto To = [&](TensorId Next) {
    G.Ops.push_back(conversion(G, At, Next, For));
    At = Next;
  };
  for (Layout L : Layouts) {
    if (L == G.Tensors[At].Layout)
      continue;
    Tensor T = G.Tensors[0];
    T.Layout = L;
    To(G.addTensor(std::move(T)));
  }
  To(1);
  return G;
}

/// The stops of a way from `Home` to all other layouts and back each time. The last stop is not row-major.
std::vector<Layout> roundTrips(Layout Home) {
  std::vector<Layout> Stops = {Home};
  for (Layout L : kAll)
    if (L != Home) {
      Stops.push_back(L);
      Stops.push_back(Home);
    }
  if (Home == Layout::RowMajor)
    Stops.pop_back();
  return Stops;
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 3)
    return std::fprintf(stderr, "usage: RandomLayouts FOLDER COUNT [SEED]\n"), 2;
  Random.seed(Argc > 3 ? std::atoi(Argv[3]) : 1);
  Writer W(Argv[1]);
  for (int I = 0; I < std::atoi(Argv[2]); ++I) {
    const Shape Dims = randomShape();
    std::vector<std::tuple<std::string, Target, Graph>> Networks = {{"", Target::Portable, identity(Dims)}};
    for (Layout Home : kAll)
      for (Target For : {Target::Hexagon, Target::Portable})
        Networks.emplace_back(strf("%s there and back, %s, %s", text(Home), text(For), text(Dims).c_str()), For,
                              tour(Dims, roundTrips(Home), For));
    W.addAll(Networks);
  }
  W.finish();
  std::printf("%d variants\n", W.variants());
  return 0;
}
