// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of rows: see runtime/include/hexloom/swiftdsp/dense.h.
#include "plans/products/Products.h"
#include "plans/swiftdsp/Planes.h"

#include <algorithm>

namespace hexloom {

using namespace swiftdsp_cost;

namespace {

constexpr int kOutputs = 16, kInputs = 4;

/// Rows, inputs and outputs of FULLY_CONNECTED, or of the pixels of a 1x1 convolution.
struct Rows {
  int64_t Count, Depth, Outputs;
};

Rows rowsOf(const Graph &G, const Op &O) {
  const ProductShape S = productShape(G, O);
  return {int64_t(S.In.N) * S.In.H * S.In.W, S.In.C, S.Out.C};
}

std::string problemOf(const Graph &G, const Op &O) {
  if (const std::string Problem = productProblem(G, O); !Problem.empty())
    return Problem;
  if (const std::string Problem = operandProblem(G, O); !Problem.empty())
    return Problem;
  const ProductShape S = productShape(G, O);
  if (S.KernelH != 1 || S.KernelW != 1 || S.StrideH != 1 || S.StrideW != 1 || S.PadTop || S.PadLeft || S.Groups != 1 ||
      S.In.H != S.Out.H || S.In.W != S.Out.W)
    return "serves rows and 1x1 with stride 1 only";
  if (S.outputs() == 0 || S.depth() == 0)
    return "nothing is computed";
  return outputStage(G, O).FilterZero ? "the weights have a zero point" : "";
}

std::vector<int8_t> packedWeights(const Tensor &Filter, const Rows &R) {
  std::vector<int8_t> Packed;
  for (int64_t Block = 0; Block < R.Outputs; Block += kOutputs)
    for (int64_t C = 0; C < R.Depth; C += kInputs)
      for (int64_t O = Block; O < Block + kOutputs; ++O)
        for (int64_t K = C; K < C + kInputs; ++K)
          Packed.push_back(O < R.Outputs && K < R.Depth ? Filter.dataAs<int8_t>()[O * R.Depth + K] : 0);
  return Packed;
}

std::vector<int32_t> biasesOf(const Tensor &Filter, const Rows &R, const OutputStage &Stage) {
  std::vector<int32_t> Biases(ceilOf(R.Outputs, kOutputs) * kOutputs, 0);
  for (int64_t O = 0; O < R.Outputs; ++O) {
    int64_t Sum = 0;
    for (int64_t C = 0; C < R.Depth; ++C)
      Sum += Filter.dataAs<int8_t>()[O * R.Depth + C];
    Biases[O] = static_cast<int32_t>(Stage.Bias[O] - Stage.InZero * Sum);
  }
  return Biases;
}

/// Blocks of 16 outputs: their multipliers, then their shifts.
std::vector<int32_t> scaleBlocks(const OutputStage &Stage, size_t Outputs) {
  std::vector<int32_t> Scales(2 * Outputs, 0);
  for (size_t O = 0; O < Stage.Multipliers.size(); ++O) {
    const size_t At = O / kOutputs * 2 * kOutputs + O % kOutputs;
    Scales[At] = Stage.Multipliers[O];
    Scales[At + kOutputs] = Stage.Shifts[O];
  }
  return Scales;
}

} // namespace

void planDense(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Rows R = rowsOf(G, O);
  const double Blocks = double(R.Count) * ceilOf(R.Outputs, kOutputs);
  Plans.add(O, Layout::RowMajor, Layer + Blocks * (DenseBlock + double(ceilOf(R.Depth, kInputs)) * DenseWord));
}

void emitDense(const Graph &G, const Op &O, LayerWriter &W) {
  const Rows R = rowsOf(G, O);
  const OutputStage Stage = outputStage(G, O);
  const Tensor &Filter = G.in(O, 1);
  const std::vector<int32_t> Biases = biasesOf(Filter, R, Stage);
  const bool Unaligned = R.Count > 1 && R.Depth % kInputs != 0;
  W.body("dense.h");
  W.structure("hl_sd_dense", "p",
              {field("rows", R.Count), field("in_depth", R.Depth), field("out_depth", R.Outputs),
               field("clamp", clampWord(Stage.OutZero, Stage.Bounds)), field("storage", ownedBytes(G.out(O, 0)))});
  W.line(strf("hl_sd_fully_connected(&p, %s, %s,", W.input(0).c_str(),
              W.blobOf(packedWeights(Filter, R), "int8_t", "filter, packed").c_str()));
  W.line(strf("                      %s,", W.blobOf(Biases, "int32_t", "bias").c_str()));
  W.line(strf("                      %s, %s, out0);",
              W.blobOf(scaleBlocks(Stage, Biases.size()), "int32_t", "multipliers, shifts").c_str(),
              Unaligned ? W.scratch(R.Depth).c_str() : "0"));
}

} // namespace hexloom
