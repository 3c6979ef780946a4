// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom operators: TFLite_Detection_PostProcess, and those that a function of the user's computes.
#include "plans/real/Real.h"
#include "support/Checked.h"

namespace hexloom {

namespace {

/// Bytes of scratch memory that hl_detection_postprocess takes.
int64_t detectionScratch(const Graph &G, const Op &O) {
  const int64_t Boxes = G.in(O, 0).Dims[1], Rows = O.i(Attr::MaxDetections) * O.i(Attr::MaxClasses);
  return Boxes * (16 + 4 + 1) + O.i(Attr::MaxDetections) * 4 + Rows * 12;
}

std::string real(const Op &O, Attr A) { return cText(static_cast<float>(O.f(A))); }

/// An element of an array of hl_custom_tensor.
std::string tensorText(const Tensor &T, const std::string &Data) {
  std::string Dims;
  for (int32_t Dim : T.Dims)
    Dims += (Dims.empty() ? "" : ", ") + std::to_string(Dim);
  const bool HasScale = T.Quant.present() && !T.Quant.perChannel();
  return strf("{%s, %d, {%s}, %s, %d, (void *)%s}", hlType(T.Type), T.rank(), Dims.empty() ? "0" : Dims.c_str(),
              HasScale ? cText(T.Quant.scale()).c_str() : "0", HasScale ? T.Quant.zeroPoint() : 0, Data.c_str());
}

} // namespace

void planDetection(const Graph &G, const Op &O, PlanList &Plans) {
  const double Boxes = G.in(O, 0).Dims[1], Scores = static_cast<double>(G.in(O, 1).elements()),
               Rounds = static_cast<double>(O.i(Attr::MaxDetections)) * (O.b(Attr::Regular) ? double(O.i(Attr::Classes)) : 1);
  Plans.add(O, Layout::RowMajor,
            real_cost::Layer + Boxes * (2 * real_cost::Function + 4 * real_cost::Divide) + Scores * real_cost::Compare +
                Boxes * Rounds * real_cost::Divide);
}

void emitDetection(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/detection.h");
  W.structure("hl_detection", "p",
              {field("boxes", G.in(O, 0).Dims[1]),
               field("box_values", G.in(O, 0).Dims[2]),
               field("columns", G.in(O, 1).Dims[2]),
               field("classes", O.i(Attr::Classes)),
               field("max_detections", O.i(Attr::MaxDetections)),
               field("max_classes", O.i(Attr::MaxClasses)),
               field("per_class", O.i(Attr::PerClass)),
               field("regular", O.b(Attr::Regular)),
               {"score_threshold", real(O, Attr::ScoreThreshold)},
               {"iou_threshold", real(O, Attr::IouThreshold)},
               {"y_scale", real(O, Attr::YScale)},
               {"x_scale", real(O, Attr::XScale)},
               {"h_scale", real(O, Attr::HScale)},
               {"w_scale", real(O, Attr::WScale)}});
  const std::string Scratch = W.scratch(detectionScratch(G, O));
  W.line(strf("hl_detection_postprocess(&p, %s, %s, %s,", W.input(0).c_str(), W.input(1).c_str(), W.input(2).c_str()));
  W.line(strf("    %s, %s, %s, %s, %s);", W.output(0).c_str(), W.output(1).c_str(), W.output(2).c_str(),
              W.output(3).c_str(), Scratch.c_str()));
}

/// Nobody knows what it costs; it takes no part in any choice.
void planCustom(const Graph &, const Op &O, PlanList &Plans) { Plans.add(O, Layout::RowMajor, Cost(real_cost::Layer)); }

void emitCustom(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/custom.h");
  const std::vector<int64_t> &Options = O.ints(Attr::CustomOptions);
  for (const auto &[Name, Count] : {std::pair("inputs", O.Inputs.size()), std::pair("outputs", O.Outputs.size())}) {
    const bool IsInput = std::string(Name) == "inputs";
    W.line(strf("const hl_custom_tensor hl_%s[] = {", Name));
    for (size_t I = 0; I < Count; ++I)
      W.line("    " + tensorText(IsInput ? G.in(O, I) : G.out(O, I), IsInput ? W.input(I) : W.output(I)) + ",");
    W.line("};");
  }
  const std::string Bytes = Options.empty() ? "0" : W.blobOf(std::vector<uint8_t>(Options.begin(), Options.end()), "uint8_t", "options");
  W.line(strf("%s(hl_inputs, %zu, hl_outputs, %zu, %s, %zu);", O.s(Attr::Function).c_str(), O.Inputs.size(), O.Outputs.size(),
              Bytes.c_str(), Options.size()));
}

} // namespace hexloom
