// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Float operators along rows, over windows and sets of axes (hexloom/portable/real_rows.h).
#include "ir/Shapes.h"
#include "ir/Work.h"
#include "plans/real/Real.h"
#include "plans/windows/Arg.h"
#include "plans/windows/Pool.h"
#include "plans/windows/Reduce.h"
#include "plans/windows/Resize.h"
#include "plans/windows/Softmax.h"

#include <algorithm>
#include <cctype>

namespace hexloom {

namespace {

double elements(const Tensor &T) { return static_cast<double>(T.elements()); }

/// Rejects what is no float; else adds the plan.
void planReal(const Graph &G, const Op &O, PlanList &Plans, const Cost &C, const std::string &WhyNotElse = "") {
  const std::string WhyNot = whyNotReal(G, O).empty() ? WhyNotElse : whyNotReal(G, O);
  if (!WhyNot.empty())
    return Plans.reject(WhyNot);
  Plans.add(O, Layout::RowMajor, real_cost::Layer + C);
}

} // namespace

void planRealRows(const Graph &G, const Op &O, PlanList &Plans) {
  const Cost Each = O.Kind == OpKind::L2Normalization ? real_cost::Sum + real_cost::Divide
                    : O.Kind == OpKind::Softmax       ? real_cost::Exponential + real_cost::Divide
                                                      : real_cost::Exponential + real_cost::Simple;
  planReal(G, O, Plans, Each * elements(G.in(O, 0)) + real_cost::Function * static_cast<double>(rowShape(G.in(O, 0)).Rows));
}

void emitRealRows(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/real_rows.h");
  const RowShape S = rowShape(G.in(O, 0));
  std::string Name = text(O.Kind);
  std::transform(Name.begin(), Name.end(), Name.begin(), [](unsigned char C) { return std::tolower(C); });
  const std::string Beta = O.Attrs.count(Attr::Beta) ? cText(static_cast<float>(O.f(Attr::Beta))) + ", " : "";
  W.line(strf("hl_real_%s(%lld, %lld, %s%s, %s);", Name.c_str(), static_cast<long long>(S.Rows),
              static_cast<long long>(S.Depth), Beta.c_str(), W.input(0).c_str(), W.output(0).c_str()));
}

void planRealArg(const Graph &G, const Op &O, PlanList &Plans) {
  planReal(G, O, Plans, real_cost::Compare * elements(G.in(O, 0)));
}

void emitRealArg(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/real_rows.h");
  const ArgShape S = argShape(G, O);
  W.line(strf("HL_REAL_ARG(%lld, %lld, %lld, %d, %s, %s);", static_cast<long long>(S.Outer),
              static_cast<long long>(S.Axis), static_cast<long long>(S.Inner), takesLargest(O),
              W.input(0).c_str(), W.output(0).c_str()));
}

void planRealReduce(const Graph &G, const Op &O, PlanList &Plans) {
  planReal(G, O, Plans, real_cost::Sum * elements(G.in(O, 0)) + real_cost::Output * elements(G.out(O, 0)),
           reduceLoopsProblem(G, O));
}

void emitRealReduce(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/real_rows.h");
  W.structure("hl_reduce", "p", realReduceFields(G, O));
  W.line(strf("hl_real_reduce(&p, %s, %s);", W.input(0).c_str(), W.output(0).c_str()));
}

void planRealPool(const Graph &G, const Op &O, PlanList &Plans) {
  const WindowShape S = windowOf(G, O);
  planReal(G, O, Plans,
           (real_cost::Output + real_cost::Divide + real_cost::Sum * static_cast<double>(S.taps())) *
               static_cast<double>(S.outputs()),
           poolWindowProblem(S));
}

void emitRealPool(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/real_rows.h");
  const WindowShape S = windowOf(G, O);
  const char *Kind = O.Kind == OpKind::MaxPool2D  ? "HL_REAL_MAX"
                     : O.Kind == OpKind::L2Pool2D ? "HL_REAL_L2"
                                                  : "HL_REAL_AVERAGE";
  W.structure("hl_pool", "p", Fields{{"type", "HL_INT32"}, field("depth", S.In.C)} + windowFields(S));
  W.line(strf("hl_real_pool(&p, %s, %s, %s, %s);", Kind, realBounds(O).c_str(), W.input(0).c_str(), W.output(0).c_str()));
}

void planRealResize(const Graph &G, const Op &O, PlanList &Plans) {
  planReal(G, O, Plans, 10 * real_cost::Sum * elements(G.out(O, 0)));
}

void emitRealResize(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/real_rows.h");
  W.structure("hl_resize", "p", resizeFields(G, O));
  W.line(strf("hl_real_resize_bilinear(&p, %s,", W.input(0).c_str()));
  W.line(strf("    %s,", sourceTaps(G, O, true, W).c_str()));
  W.line(strf("    %s, %s);", sourceTaps(G, O, false, W).c_str(), W.output(0).c_str()));
}

void planRealConv3D(const Graph &G, const Op &O, PlanList &Plans) {
  planReal(G, O, Plans,
           real_cost::Sum * static_cast<double>(multiplyAccumulates(G, O)) + real_cost::Output * elements(G.out(O, 0)));
}

void emitRealConv3D(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/real_rows.h");
  const Shape &In = G.in(O, 0).Dims, &Filter = G.in(O, 1).Dims, &Out = G.out(O, 0).Dims;
  const auto three = [](const Shape &S, int First) {
    return braces(std::vector<int64_t>(S.begin() + First, S.begin() + First + 3));
  };
  std::vector<int64_t> Pad(O.ints(Attr::Pads).begin(), O.ints(Attr::Pads).begin() + 3);
  const std::string Bounds = realBounds(O);
  W.structure("hl_real_conv3d", "p",
              {field("batches", In[0]),
               {"in", three(In, 1)},
               field("channels", In[4]),
               {"out", three(Out, 1)},
               field("outputs", Out[4]),
               {"kernel", three(Filter, 0)},
               {"stride", braces(O.ints(Attr::Stride))},
               {"dilation", braces(O.ints(Attr::Dilation))},
               {"pad", braces(Pad)},
               {"low", Bounds.substr(0, Bounds.find(','))},
               {"high", Bounds.substr(Bounds.find(',') + 2)}});
  W.line(strf("hl_real_convolution3d(&p, %s, %s, %s, %s);", W.input(0).c_str(), W.input(1).c_str(),
              G.hasIn(O, 2) ? W.input(2).c_str() : "0", W.output(0).c_str()));
}

void planRealRnn(const Graph &G, const Op &O, PlanList &Plans) {
  planReal(G, O, Plans,
           real_cost::Sum * static_cast<double>(multiplyAccumulates(G, O)) + real_cost::Function * elements(G.out(O, 0)));
}

void emitRealRnn(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/real_rows.h");
  const Shape In = withTimes(G.in(O, 0).Dims);
  const bool TimeMajor = O.b(Attr::TimeMajor), IsTanh = O.s(Attr::Activation) == "tanh";
  const std::string Bounds = IsTanh ? "0, 0" : realBounds(O);
  W.structure("hl_real_rnn", "p",
              {field("times", In[TimeMajor ? 0 : 1]),
               field("batches", In[TimeMajor ? 1 : 0]),
               field("inputs", In[2]),
               field("units", G.in(O, 1).Dims[0]),
               field("time_step", TimeMajor ? In[1] : 1),
               field("batch_step", TimeMajor ? 1 : In[1]),
               field("tanh", IsTanh),
               {"low", Bounds.substr(0, Bounds.find(','))},
               {"high", Bounds.substr(Bounds.find(',') + 2)}});
  W.line(strf("hl_real_sequence_rnn(&p, %s, %s, %s, %s, %s, %s, %s);", W.input(0).c_str(), W.input(1).c_str(),
              W.input(2).c_str(), W.input(3).c_str(), W.input(4).c_str(), W.output(0).c_str(), W.output(1).c_str()));
}

} // namespace hexloom
