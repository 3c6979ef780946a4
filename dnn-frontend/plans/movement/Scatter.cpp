// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that put elements where indices say, and that turn sequences round: plain C (hexloom/portable/scatter.h).
#include "nests/LayerWriter.h"
#include "plans/Plan.h"
#include "plans/movement/Costs.h"
#include "support/CText.h"

#include <algorithm>

namespace hexloom {

using namespace movement_cost;

namespace {


int64_t product(const Shape &S, int64_t Begin, int64_t End) {
  return elementsOf(Shape(S.begin() + Begin, S.begin() + End));
}
std::string number(int64_t N) { return std::to_string(N); }

void planBytes(const Op &O, PlanList &Plans, double Runs, double Bytes) {
  Plans.add(O, Layout::RowMajor, kCall + Runs * kGatherScalar + Bytes * kScalarByte);
}

double outputBytes(const Graph &G, const Op &O) { return static_cast<double>(G.out(O, 0).bytes()); }

} // namespace

void planScatterNd(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &Indices = G.in(O, 0);
  const double Tuples = static_cast<double>(product(Indices.Dims, 0, Indices.rank() - 1));
  planBytes(O, Plans, Tuples, outputBytes(G, O) + static_cast<double>(G.in(O, 1).bytes()));
}

void emitScatterNd(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/scatter.h");
  W.include("hexloom/portable/plain.h");
  const Tensor &Indices = G.in(O, 0), &Out = G.out(O, 0);
  if (Out.Type == DType::Float32)
    W.include("hexloom/portable/real_bits.h");
  const int64_t Depth = Indices.Dims.back();
  W.structure("hl_scatter_nd", "p",
              {{"tuples", number(product(Indices.Dims, 0, Indices.rank() - 1))},
               {"depth", number(Depth)},
               {"dims", braces(std::vector<int64_t>(Out.Dims.begin(), Out.Dims.begin() + Depth))},
               {"run", number(product(Out.Dims, Depth, Out.rank()))},
               {"outputs", number(Out.elements())}});
  const char *Sum = Out.Type == DType::Float32 ? "hl_real(x + y)" : Out.Type == DType::Bool ? "x | y" : "HL_WRAP(x, +, y)";
  W.line(strf("HL_SCATTER_ND(&p, %s, %s, %s, %s, %s);", cType(Out.Type), W.input(0).c_str(), W.input(1).c_str(),
              W.output(0).c_str(), Sum));
}

void planUpdateSlice(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &Update = G.in(O, 1);
  const double Rows = Update.rank() ? static_cast<double>(product(Update.Dims, 0, Update.rank() - 1)) : 1;
  planBytes(O, Plans, Rows, outputBytes(G, O) + static_cast<double>(Update.bytes()));
}

void emitUpdateSlice(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/scatter.h");
  const Tensor &In = G.in(O, 0), &Update = G.in(O, 1);
  const int64_t Element = bytesOf(In.Type);
  const auto sizes = [&](const Tensor &T) {
    std::vector<int64_t> S(T.Dims.begin(), T.Dims.end());
    if (S.empty())
      S.push_back(1);
    S.back() *= Element;
    return braces(S);
  };
  if (In.rank() == 0) // all of it is replaced
    return W.line(strf("*%s = *%s;", W.output(0).c_str(), W.input(1).c_str()));
  W.structure("hl_update_slice", "p",
              {{"rank", number(In.rank())},
               {"index_bytes", number(bytesOf(G.in(O, 2).Type))},
               {"data", sizes(In)},
               {"update", sizes(Update)},
               {"element", number(Element)},
               {"bytes", number(In.bytes())}});
  W.line(strf("hl_dynamic_update_slice(&p, %s, (const uint8_t *)%s, %s, (uint8_t *)%s);", W.input(0).c_str(),
              W.input(1).c_str(), W.input(2).c_str(), W.output(0).c_str()));
}

void planReverseSequence(const Graph &G, const Op &O, PlanList &Plans) {
  const int64_t Last = std::max(O.i(Attr::Axis), O.i(Attr::BatchAxis)) + 1;
  planBytes(O, Plans, static_cast<double>(product(G.in(O, 0).Dims, 0, Last)), outputBytes(G, O));
}

void emitReverseSequence(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/scatter.h");
  const Tensor &In = G.in(O, 0);
  const int64_t Axis = O.i(Attr::Axis), Batch = O.i(Attr::BatchAxis), First = std::min(Axis, Batch),
                Second = std::max(Axis, Batch);
  W.structure("hl_reverse_sequence", "p",
              {{"outer", number(product(In.Dims, 0, First))},
               {"first", number(In.Dims[First])},
               {"middle", number(product(In.Dims, First + 1, Second))},
               {"second", number(In.Dims[Second])},
               {"run", number(product(In.Dims, Second + 1, In.rank()) * bytesOf(In.Type))},
               {"batch_first", Batch < Axis ? "1" : "0"},
               {"index_bytes", number(bytesOf(G.in(O, 1).Type))}});
  W.line(strf("hl_reverse_sequences(&p, (const uint8_t *)%s, %s, (uint8_t *)%s);", W.input(0).c_str(),
              W.input(1).c_str(), W.output(0).c_str()));
}

void planOneHot(const Graph &G, const Op &O, PlanList &Plans) {
  planBytes(O, Plans, 0, 4 * static_cast<double>(G.out(O, 0).elements()));
}

void emitOneHot(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/scatter.h");
  const Shape &Out = G.out(O, 0).Dims;
  const int64_t Axis = O.i(Attr::Axis);
  W.line(strf("HL_ONE_HOT(%lld, %d, %lld, %s, %s, %s, %s, %s);", static_cast<long long>(product(Out, 0, Axis)), Out[Axis],
              static_cast<long long>(product(Out, Axis + 1, static_cast<int64_t>(Out.size()))), cType(G.out(O, 0).Type),
              W.input(0).c_str(), W.input(1).c_str(), W.input(2).c_str(), W.output(0).c_str()));
}

void planEmbedding(const Graph &G, const Op &O, PlanList &Plans) {
  planBytes(O, Plans, static_cast<double>(G.in(O, 0).elements()), outputBytes(G, O));
}

void emitEmbedding(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/scatter.h");
  const Tensor &Table = G.in(O, 1), &Rows = G.in(O, 0);
  const int64_t Run = product(Table.Dims, 1, Table.rank());
  if (G.out(O, 0).Type == Table.Type) {
    W.structure("hl_gather_params", "p",
                {{"batches", "1"},
                 {"outer", "1"},
                 {"axis", number(Table.Dims[0])},
                 {"indices", number(Rows.elements())},
                 {"run", number(Run * bytesOf(Table.Type))},
                 {"index_bytes", "4"}});
    return W.line(strf("hl_gather(&p, %s, %s, %s);", W.input(1).c_str(), W.input(0).c_str(), W.output(0).c_str()));
  }
  const std::string Scales = W.blobOf(Table.Quant.Scales, "float", "scales");
  W.line(strf("HL_EMBEDDING_SCALED(%lld, %d, %lld, %s, %s, %s, %d, %s);", static_cast<long long>(Rows.elements()),
              Table.Dims[0], static_cast<long long>(Run), W.input(0).c_str(), W.input(1).c_str(), Scales.c_str(),
              Table.Quant.perChannel() ? 1 : 0, W.output(0).c_str()));
}

void planBroadcastArgs(const Graph &G, const Op &O, PlanList &Plans) { planBytes(O, Plans, 0, outputBytes(G, O)); }

void emitBroadcastArgs(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/scatter.h");
  W.line(strf("HL_BROADCAST_ARGS(%d, %d, %s, %s, %s);", G.in(O, 0).Dims[0], G.in(O, 1).Dims[0], W.input(0).c_str(),
              W.input(1).c_str(), W.output(0).c_str()));
}

} // namespace hexloom
