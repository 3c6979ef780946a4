// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions and products of matrices on constants, by the portable kernels themselves: the definition of the numerics.
#include "ir/Evaluate.h"
#include "ir/Families.h"
#include "ir/ProductShape.h"
#include "ir/Work.h"

#include <hexloom/portable/batch_matmul.h>
#include <hexloom/portable/conv2d.h>
#include <hexloom/portable/depthwise.h>
#include <hexloom/portable/fully_connected.h>
#include <hexloom/portable/transpose_conv.h>

#include <algorithm>

namespace hexloom {

namespace {

/// A convolution, product or transposed convolution with everything that its kernel takes.
class Product {
public:
  Product(const Graph &G, const Op &O) : G(G), O(O), S(productShape(G, O)), Stage(outputStage(G, O)), Narrow(Stage.Bias.begin(), Stage.Bias.end()) {}

  Bytes run() const {
    Bytes Result(G.out(O, 0).bytes());
    if (O.Kind == OpKind::FullyConnected) {
      const hl_fully_connected P = {type(),       Stage.Wide,       S.In.W,        S.In.C,           S.Out.C,
                                    Stage.InZero, Stage.FilterZero, Stage.OutZero, Stage.Bounds.Min, Stage.Bounds.Max};
      hl_fully_connected_portable(&P, in(), filter(), bias(), multipliers(), shifts(), Result.data());
    } else if (O.Kind == OpKind::DepthwiseConv2D) {
      const hl_depthwise P = depthwise();
      hl_depthwise_portable(&P, in(), filter(), bias(), multipliers(), shifts(), Result.data());
    } else {
      const hl_conv2d P = convolution();
      (O.Kind == OpKind::Conv2D ? hl_conv2d_portable : hl_transpose_conv_portable)(&P, in(), filter(), bias(), multipliers(),
                                                                                  shifts(), Result.data());
    }
    return Result;
  }

private:
  const Graph &G;
  const Op &O;
  const ProductShape S;
  const OutputStage Stage;
  const std::vector<int32_t> Narrow; ///< the bias in 32 bits

  hl_type type() const { return hlTypeOf(G.in(O, 0).Type); }
  const void *in() const { return G.in(O, 0).Data->data(); }
  const void *filter() const { return G.in(O, 1).Data->data(); }
  const void *bias() const { return Stage.Wide ? static_cast<const void *>(Stage.Bias.data()) : Narrow.data(); }
  const int32_t *multipliers() const { return Stage.Multipliers.data(); }
  const int32_t *shifts() const { return Stage.Shifts.data(); }

  hl_conv2d convolution() const {
    return {type(),       Stage.Wide,    S.In.N,           S.In.H,           S.In.W,      S.In.C,      S.Out.H,
            S.Out.W,      S.Out.C,       S.KernelH,        S.KernelW,        S.StrideH,   S.StrideW,   S.DilationH,
            S.DilationW,  S.PadTop,      S.PadLeft,        S.Groups,         Stage.InZero, Stage.FilterZero,
            Stage.OutZero, Stage.Bounds.Min, Stage.Bounds.Max};
  }
  hl_depthwise depthwise() const {
    const auto Dilation = [&](size_t D) { return static_cast<int32_t>(O.ints(Attr::Dilation)[D]); };
    return {type(),    S.In.N,      S.In.H,      S.In.W,    S.In.C,    S.Out.H,      S.Out.W,          S.Out.C / S.In.C,
            S.KernelH, S.KernelW,   S.StrideH,   S.StrideW, Dilation(0), Dilation(1), S.PadTop,        S.PadLeft,
            Stage.InZero, Stage.FilterZero, Stage.OutZero, Stage.Bounds.Min, Stage.Bounds.Max};
  }
};

Bytes matmul(const Graph &G, const Op &O) {
  const MatmulShape S = matmulShape(G, O);
  const Tensor &X = G.in(O, 0), &Y = G.in(O, 1), &Out = G.out(O, 0);
  const bool KeepsSums = Out.Type == DType::Int32; // of what is stored
  hl_batch_matmul P = {};
  P.type = hlTypeOf(X.Type);
  P.out_type = hlTypeOf(Out.Type);
  std::copy(S.Batches, S.Batches + 3, P.batches);
  std::copy(S.XStrides, S.XStrides + 3, P.x_strides);
  std::copy(S.YStrides, S.YStrides + 3, P.y_strides);
  P.rows = S.Rows;
  P.depth = S.Depth;
  P.columns = S.Columns;
  P.adj_x = O.b(Attr::AdjX);
  P.adj_y = O.b(Attr::AdjY);
  if (!KeepsSums) {
    const Multiplier M = productMultiplier(X, Y, Out);
    P.x_zero = X.Quant.zeroPoint();
    P.y_zero = Y.Quant.zeroPoint();
    P.out_zero = Out.Quant.zeroPoint();
    P.multiplier = M.Value;
    P.shift = M.Shift;
  }
  Bytes Result(Out.bytes());
  hl_batch_matmul_portable(&P, X.Data->data(), Y.Data->data(), Result.data());
  return Result;
}

} // namespace

/// TRANSPOSE_CONV looks for every tap of every output, whether an input reaches it or not.
static double productsOf(const Graph &G, const Op &O) {
  const double Macs = double(multiplyAccumulates(G, O));
  const Shape &Filter = G.in(O, 1).Dims;
  return O.Kind == OpKind::TransposeConv ? Macs + double(G.out(O, 0).elements()) * Filter[1] * Filter[2] : Macs;
}

int64_t productSteps(const Graph &G, const Op &O) {
  constexpr double kStepsPerProduct = 5, kMostSteps = 1e18;
  const bool IsProduct = hasFilter(O.Kind) || familyOf(O.Kind) == Family::MatMul;
  if (!IsProduct || G.in(O, 0).Type == DType::Float32 || G.in(O, 0).elements() == 0 || G.in(O, 1).elements() == 0)
    return 0;
  return static_cast<int64_t>(std::min(kMostSteps, kStepsPerProduct * productsOf(G, O)));
}

std::optional<Bytes> evaluateProduct(const Graph &G, const Op &O) {
  if (familyOf(O.Kind) == Family::MatMul)
    return matmulProblem(G, O).empty() ? std::optional(matmul(G, O)) : std::nullopt;
  return hasFilter(O.Kind) && productProblem(G, O).empty() ? std::optional(Product(G, O).run()) : std::nullopt;
}

} // namespace hexloom
