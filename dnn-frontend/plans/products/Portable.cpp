// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The portable product kernels: the definition of the numerics.
#include "plans/WindowFields.h"
#include "plans/products/Products.h"

namespace hexloom {

namespace {

void addOutputFields(Fields &F, const OutputStage &S) {
  const Fields More = {param("in_zero", S.InZero), param("filter_zero", S.FilterZero),
                       param("out_zero", S.OutZero), param("min", S.Bounds.Min),
                       param("max", S.Bounds.Max)};
  F.insert(F.end(), More.begin(), More.end());
}

Fields convolutionFields(const Graph &G, const Op &O, const OutputStage &Stage) {
  const ProductShape S = productShape(G, O);
  Fields F =
      Fields{{"type", hlType(G.in(O, 0).Type)}, {"wide", cBool(Stage.Wide)}} + windowFields(S) +
      dilationFields(S) +
      Fields{param("in_depth", S.In.C), param("out_depth", S.Out.C), param("groups", S.Groups)};
  addOutputFields(F, Stage);
  return F;
}

Fields fullyConnectedFields(const Graph &G, const Op &O, const OutputStage &Stage) {
  const ProductShape S = productShape(G, O);
  Fields F = {{"type", hlType(G.in(O, 0).Type)},
              {"wide", cBool(Stage.Wide)},
              param("rows", S.In.W),
              param("in_depth", S.In.C),
              param("out_depth", S.Out.C)};
  addOutputFields(F, Stage);
  return F;
}

void emitCall(LayerWriter &W, const char *Function, const OutputStage &S) {
  const std::string Bias =
      S.Wide ? W.blobOf(S.Bias, "int64_t", "bias")
             : W.blobOf(std::vector<int32_t>(S.Bias.begin(), S.Bias.end()), "int32_t", "bias");
  W.line(strf("%s(&p, %s, %s,", Function, W.input(0).c_str(), W.input(1).c_str()));
  W.line(strf("    %s,", Bias.c_str()));
  W.line(strf("    %s,", W.blobOf(S.Multipliers, "int32_t", "multipliers").c_str()));
  W.line(
      strf("    %s, %s);", W.blobOf(S.Shifts, "int32_t", "shifts").c_str(), W.output(0).c_str()));
}

std::string triple(const int32_t (&V)[3]) { return strf("{%d, %d, %d}", V[0], V[1], V[2]); }

} // namespace

void planProductPortable(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = productProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const ProductShape S = productShape(G, O);
  const Cost PerOutput =
      product_cost::ScalarOutput + product_cost::ScalarMac * static_cast<double>(S.depth());
  Plans.add(O, Layout::RowMajor,
            PerOutput * static_cast<double>(S.outputs()));
}

void emitConv2DPortable(const Graph &G, const Op &O, LayerWriter &W) {
  const OutputStage S = outputStage(G, O);
  W.include("hexloom/portable/conv2d.h");
  W.structure("hl_conv2d", "p", convolutionFields(G, O, S));
  emitCall(W, "hl_conv2d_portable", S);
}

void emitTransposeConvPortable(const Graph &G, const Op &O, LayerWriter &W) {
  const OutputStage S = outputStage(G, O);
  W.include("hexloom/portable/transpose_conv.h");
  W.structure("hl_conv2d", "p", convolutionFields(G, O, S));
  emitCall(W, "hl_transpose_conv_portable", S);
}

void emitFullyConnectedPortable(const Graph &G, const Op &O, LayerWriter &W) {
  const OutputStage S = outputStage(G, O);
  W.include("hexloom/portable/fully_connected.h");
  W.structure("hl_fully_connected", "p", fullyConnectedFields(G, O, S));
  emitCall(W, "hl_fully_connected_portable", S);
}

void planMatmulPortable(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = matmulProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const MatmulShape S = matmulShape(G, O);
  const double Outputs = static_cast<double>(S.batches()) * S.Rows * S.Columns;
  Plans.add(O, Layout::RowMajor,
            Outputs * (product_cost::ScalarOutput + product_cost::ScalarMac * S.Depth));
}

void emitMatmulPortable(const Graph &G, const Op &O, LayerWriter &W) {
  const MatmulShape S = matmulShape(G, O);
  const Tensor &X = G.in(O, 0), &Y = G.in(O, 1), &Out = G.out(O, 0);
  const bool KeepsSums = Out.Type == DType::Int32;
  const auto zeroOf = [&](const Tensor &T) { return KeepsSums ? 0 : T.Quant.zeroPoint(); };
  const Multiplier M = KeepsSums ? Multiplier{} : productMultiplier(X, Y, Out);
  W.include("hexloom/portable/batch_matmul.h");
  W.structure("hl_batch_matmul", "p",
              {{"type", hlType(X.Type)},
               {"out_type", hlType(Out.Type)},
               {"batches", triple(S.Batches)},
               {"x_strides", triple(S.XStrides)},
               {"y_strides", triple(S.YStrides)},
               param("rows", S.Rows),
               param("depth", S.Depth),
               param("columns", S.Columns),
               {"adj_x", cBool(O.b(Attr::AdjX))},
               {"adj_y", cBool(O.b(Attr::AdjY))},
               param("x_zero", zeroOf(X)),
               param("y_zero", zeroOf(Y)),
               param("out_zero", zeroOf(Out)),
               param("multiplier", M.Value),
               param("shift", M.Shift)});
  W.line(strf("hl_batch_matmul_portable(&p, %s, %s, %s);", W.input(0).c_str(), W.input(1).c_str(),
              W.output(0).c_str()));
}

} // namespace hexloom
