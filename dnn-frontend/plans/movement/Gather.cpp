// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GATHER and GATHER_ND. The verifier has seen to constant indices; others are the caller's responsibility.
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/movement/Forms.h"
#include "plans/movement/Copy.h"
#include "plans/movement/Costs.h"
#include "support/CText.h"

#include <hexloom/hvx/turns.h>
#include <hexloom/portable/ranks.h>

namespace hexloom {

using namespace movement_cost;

namespace {

int64_t product(const Shape &S, size_t Begin, size_t End) {
  return elementsOf(
      Shape(S.begin() + static_cast<long>(Begin), S.begin() + static_cast<long>(End)));
}

Cost tupleCost(const Op &O) { return O.Kind == OpKind::GatherNd ? Cost(kGatherTuple) : Cost(); }

/// The loops that bring the operator's output, in runs of so many bytes.
OwnLoops vectorLoops(const Graph &G, const Op &O, int64_t Run) {
  const std::string Form = Run <= 128 ? " short" : with("vectors", (Run - 1) / 128 - 1);
  return {{(O.Kind == OpKind::GatherNd ? "hl_vgather_nd" : "hl_vgather") + Form, G.out(O, 0).bytes() / Run}};
}

void planVector(const Graph &G, const Op &O, int64_t Run, PlanList &Plans) {
  if (Run < HL_VECTOR_RUN)
    return Plans.reject(
        strf("runs of %lld bytes: scalar loads serve as well", static_cast<long long>(Run)));
  Plans.add(O, Layout::RowMajor, costOf(vectorLoops(G, O, Run)));
}

Cost cycles(const Graph &G, const Op &O, int64_t Run) {
  const double Bytes = static_cast<double>(G.out(O, 0).bytes());
  const double Runs = Run ? Bytes / static_cast<double>(Run) : 0;
  return kCall + Runs * (kGatherScalar + tupleCost(O)) + Bytes * kGatherByte;
}

int64_t gatherRun(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  return product(In.Dims, O.i(Attr::Axis) + 1, In.Dims.size()) * bytesOf(In.Type);
}

size_t tupleSize(const Tensor &Indices) {
  return Indices.Dims.empty() ? 0 : static_cast<size_t>(Indices.Dims.back());
}

int64_t gatherNdRun(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  return product(In.Dims, tupleSize(G.in(O, 1)), In.Dims.size()) * bytesOf(In.Type);
}

void emitCall(const char *Function, OwnLoops Loops, LayerWriter &W) {
  NestBuilder(W).primitive(Function, {"&p", W.input(0), W.input(1), W.output(0)}, std::move(Loops));
}

} // namespace

void planGather(const Graph &G, const Op &O, PlanList &Plans) {
  Plans.add(O, Layout::RowMajor, cycles(G, O, gatherRun(G, O)));
}

void planGatherVector(const Graph &G, const Op &O, PlanList &Plans) { planVector(G, O, gatherRun(G, O), Plans); }

static void emitGatherWith(const char *Function, OwnLoops Loops, const Graph &G, const Op &O, LayerWriter &W) {
  const Tensor &In = G.in(O, 0), &Indices = G.in(O, 1);
  const auto Batch = static_cast<size_t>(O.i(Attr::BatchDims)),
             Axis = static_cast<size_t>(O.i(Attr::Axis));
  W.structure("hl_gather_params", "p",
              {{"batches", std::to_string(product(In.Dims, 0, Batch))},
               {"outer", std::to_string(product(In.Dims, Batch, Axis))},
               {"axis", std::to_string(In.Dims[Axis])},
               {"indices", std::to_string(product(Indices.Dims, Batch, Indices.Dims.size()))},
               {"run", std::to_string(gatherRun(G, O))},
               {"index_bytes", std::to_string(bytesOf(Indices.Type))}});
  emitCall(Function, std::move(Loops), W);
}

void emitGather(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/gather.h");
  emitGatherWith("hl_gather", {}, G, O, W);
}

void emitGatherVector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("gather.h");
  emitGatherWith("hl_vgather", vectorLoops(G, O, gatherRun(G, O)), G, O, W);
}

static std::string whyNotGatherNd(const Graph &G, const Op &O) {
  const size_t Depth = tupleSize(G.in(O, 1));
  return Depth == 0 || Depth > HL_GATHER_ND_MAX ? strf("tuples of %zu indices", Depth) : "";
}

void planGatherNd(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotGatherNd(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, cycles(G, O, gatherNdRun(G, O)));
}

void planGatherNdVector(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string WhyNot = whyNotGatherNd(G, O); !WhyNot.empty())
    return Plans.reject(WhyNot);
  planVector(G, O, gatherNdRun(G, O), Plans);
}

static void emitGatherNdWith(const char *Function, OwnLoops Loops, const Graph &G, const Op &O, LayerWriter &W) {
  const Tensor &In = G.in(O, 0), &Indices = G.in(O, 1);
  const size_t Depth = tupleSize(Indices);
  W.structure("hl_gather_nd_params", "p",
              {{"tuples", std::to_string(product(Indices.Dims, 0, Indices.Dims.size() - 1))},
               {"depth", std::to_string(Depth)},
               {"dims", braces(std::vector<int64_t>(In.Dims.begin(),
                                                    In.Dims.begin() + static_cast<long>(Depth)))},
               {"run", std::to_string(gatherNdRun(G, O))},
               {"index_bytes", std::to_string(bytesOf(Indices.Type))}});
  emitCall(Function, std::move(Loops), W);
}

void emitGatherNd(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/gather.h");
  emitGatherNdWith("hl_gather_nd", {}, G, O, W);
}

void emitGatherNdVector(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("gather.h");
  emitGatherNdWith("hl_vgather_nd", vectorLoops(G, O, gatherNdRun(G, O)), G, O, W);
}

} // namespace hexloom
