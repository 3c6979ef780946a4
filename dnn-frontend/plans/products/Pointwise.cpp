// Pointwise CONV_2D with activations in vectors and weights as scalar words: hexloom/hvx/pointwise.h.
#include "plans/products/Convolution.h"
#include "plans/Strides.h"
#include "plans/products/PixelProduct.h"
#include "stages/StageText.h"
#include "support/Checked.h"

#include <algorithm>

namespace hexloom {

namespace {

constexpr int kVector = 128, kWords = 8;
constexpr int kUnits = 16; ///< HL_UNITS

int ceilDiv(int64_t A, int B) { return checkedInt((A + B - 1) / B); }

struct Pointwise {
  PixelProduct Product;
  int RowUnits, Units, InBlocks, OutBlocks;
};

std::string shapeProblem(const ProductShape &S) {
  if (S.KernelH * S.KernelW > 1 || S.StrideH * S.StrideW > 1 || S.Groups > 1)
    return "the convolution is not pointwise";
  if (S.PadTop || S.PadLeft || S.In.H != S.Out.H || S.In.W != S.Out.W)
    return "the input is padded";
  return "";
}

Pointwise pointwiseOf(const Graph &G, const Op &O, const std::string &WantedStage) {
  Pointwise P{pixelProductOf(G, O, WantedStage), 0, 0, 0, 0};
  const ProductShape &S = P.Product.S;
  P.RowUnits = ceilDiv(S.In.W, 4);
  P.Units = checkedInt(int64_t(S.In.N) * S.In.H * P.RowUnits);
  P.InBlocks = ceilDiv(S.In.C, 32);
  P.OutBlocks = ceilDiv(S.Out.C, 32);
  return P;
}

std::string problemOf(const Graph &G, const Op &O) {
  if (const std::string Problem = pixelProductProblem(G, O, shapeProblem); !Problem.empty())
    return Problem;
  if (!fitsBlocks(G.in(O, 0)) || !fitsBlocks(G.out(O, 0)))
    return "a side does not fit the depth-blocked layout";
  return "";
}

/// Offsets of a tensor's units, or none where they lie side by side.
std::vector<int32_t> unitOffsets(const Pointwise &P, int Blocks) {
  std::vector<int32_t> Offsets;
  if (Blocks == 1 && P.Units >= kUnits)
    return Offsets;
  for (int I = 0; I < std::max(P.Units, kUnits); ++I) {
    const int Unit = std::min(I, P.Units - 1);
    Offsets.push_back(checkedInt((int64_t(Unit / P.RowUnits) * Blocks * P.RowUnits + Unit % P.RowUnits) * kVector));
  }
  return Offsets;
}

Fields fieldsOf(const Pointwise &P) {
  return {param("units", P.Units), param("block_bytes", int64_t(P.RowUnits) * kVector), param("in_blocks", P.InBlocks),
          param("out_blocks", P.OutBlocks)};
}

Cost costOf(const Pointwise &P) {
  using namespace product_cost;
  const Cost Turn = 2 * (P.InBlocks + P.OutBlocks) * PixelsBlock + turnCost(P.Product);
  return VectorLayer + ceilDiv(P.Units, kUnits) * Turn;
}

} // namespace

void planPointwise(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Pointwise P = pointwiseOf(G, O, Plans.wantedStage(O));
  if (!Plans.stage(O, P.Product.Chosen))
    return;
  if (const std::string Problem = stageProblem(P.Product); !Problem.empty())
    return Plans.reject(Problem);
  for (Layout L : blockedLayouts())
    Plans.add({L, Layout::RowMajor, Layout::RowMajor}, {L}, costOf(P), pixelSchedule(P.Product));
}

void emitPointwise(const Graph &G, const Op &O, LayerWriter &W) {
  const Pointwise P = pointwiseOf(G, O, O.Schedule.Stage);
  checkObeyed(O, P.Product.Chosen);
  const OutputStage Stage = outputStage(G, O);
  const Tensor &Filter = G.in(O, 1);
  const DType Type = G.in(O, 0).Type;
  const auto Units = [&](int Blocks) {
    const std::vector<int32_t> Offsets = unitOffsets(P, Blocks);
    return Offsets.empty() ? std::string("0") : W.blobOf(Offsets, "int32_t", "places of vectors");
  };
  const auto Scratch = [&](int Blocks) {
    return "(HVX_Vector *)" + W.scratch(int64_t(2) * Blocks * kWords * kVector);
  };
  W.body("pointwise.h");
  W.structure("hl_pointwise", "p", fieldsOf(P) + productFields(P.Product, Stage, Type));
  W.line("const hl_pointwise_memory m = {");
  const auto Member = [&](const char *Name, const std::string &Value) {
    W.line(strf("    .%s = %s,", Name, Value.c_str()));
  };
  Member("weights", W.blob(packWeights(P.Product, Filter), "uint64_t", "filter, packed"));
  Member("stages", W.blobOf(packStages(P.Product, Filter, Stage, Type), "HVX_Vector", "constants of the output stage"));
  Member("ins", Units(P.InBlocks));
  Member("outs", Units(P.OutBlocks));
  Member("planes", Scratch(P.InBlocks));
  Member("results", Scratch(P.OutBlocks));
  W.line("};");
  W.line(strf("hl_conv2d_pointwise(&p, &m, (const uint8_t *)%s, (uint8_t *)%s);", W.input(0).c_str(),
              W.output(0).c_str()));
}

} // namespace hexloom
