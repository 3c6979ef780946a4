// DEPTHWISE_CONV_2D: parameters, and the portable kernel.
#include "plans/windows/Depthwise.h"

namespace hexloom {

std::string depthwiseTypeProblem(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Filter = G.in(O, 1), &Out = G.out(O, 0);
  const DType Weights = In.Type == DType::UInt8 ? DType::UInt8 : DType::Int8;
  if (!isQuantizedInteger(In.Type) || Out.Type != In.Type)
    return unservedType(In);
  if (Filter.Type != Weights)
    return std::string("does not serve filters of type ") + text(Filter.Type);
  if (!In.Quant.present() || !Filter.Quant.present() || !Out.Quant.present())
    return "a tensor has no quantization";
  if (G.hasIn(O, 2) && !G.in(O, 2).isConst())
    return "the bias is not a constant";
  return "";
}

Fields depthwiseFields(const Graph &G, const Op &O) {
  const WindowShape S = windowOf(G, O);
  const Tensor &In = G.in(O, 0), &Filter = G.in(O, 1), &Out = G.out(O, 0);
  const Range Bounds = activationRange(Out, O.s(Attr::Activation));
  const Fields Depths = {{"type", hlType(In.Type)}, field("in_depth", S.In.C), field("multiplier", S.Out.C / S.In.C)};
  const Fields Values = {field("in_zero", In.Quant.zeroPoint()), field("weight_zero", Filter.Quant.zeroPoint()),
                         field("out_zero", Out.Quant.zeroPoint()), field("min", Bounds.Min), field("max", Bounds.Max)};
  return Depths + windowFields(S) + dilationFields(S) + Values;
}

DepthwiseScaling depthwiseScaling(const Graph &G, const Op &O) {
  const int Channels = asNhwc(G.out(O, 0).Dims).C;
  DepthwiseScaling S;
  for (const Multiplier &M : convolutionMultipliers(G.in(O, 0), G.in(O, 1), G.out(O, 0), Channels)) {
    S.Multipliers.push_back(M.Value);
    S.Shifts.push_back(M.Shift);
  }
  S.Bias = biasOf(G, O, Channels);
  return S;
}

void planDepthwisePortable(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = depthwiseTypeProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const WindowShape S = windowOf(G, O);
  const Cost PerOutput = cost::ScalarOutput + cost::ScalarTap * static_cast<double>(S.taps());
  Plans.add(O, Layout::RowMajor, cost::ScalarLayer + PerOutput * static_cast<double>(S.outputs()));
}

void emitDepthwisePortable(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/depthwise.h");
  W.structure("hl_depthwise", "p", depthwiseFields(G, O));
  const DepthwiseScaling S = depthwiseScaling(G, O);
  const bool Wide = G.in(O, 0).Type == DType::Int16;
  const std::string Bias = Wide ? W.blobOf(S.Bias, "int64_t", "bias")
                                : W.blobOf(std::vector<int32_t>(S.Bias.begin(), S.Bias.end()), "int32_t", "bias");
  W.line(strf("hl_depthwise_portable(&p, in0, %s,", W.input(1).c_str()));
  W.line(strf("                      %s,", Bias.c_str()));
  W.line(strf("                      %s,", W.blobOf(S.Multipliers, "int32_t", "multipliers").c_str()));
  W.line(strf("                      %s, out0);", W.blobOf(S.Shifts, "int32_t", "shifts").c_str()));
}

} // namespace hexloom
