// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RESIZE_BILINEAR and RESIZE_NEAREST_NEIGHBOR: coordinates of TensorFlow Lite's reference kernels,
// and the portable kernels.
#include "plans/windows/Resize.h"

#include <hexloom/portable/resize.h>

#include <algorithm>
#include <cmath>

namespace hexloom {

static_assert(sizeof(ResizeTap) == sizeof(hl_resize_tap), "the table is read as hl_resize_tap");

std::vector<ResizeTap> bilinearTapsFixed(int In, int Out, bool AlignCorners, bool HalfPixel) {
  const bool Corners = AlignCorners && Out > 1;
  const int32_t Span = Corners ? In - 1 : In, Steps = Corners ? Out - 1 : Out;
  const int32_t Scale = (1024 * Span + Steps / 2) / Steps;
  std::vector<ResizeTap> Taps;
  for (int I = 0; I < Out; ++I) {
    // Scale is rounded: of thousands of steps, the last ones may lie beyond the last place, and the reference then reads there.
    const int32_t Position = std::min(I * Scale + (HalfPixel ? Scale / 2 - 512 : 0), 1024 * (In - 1));
    const int32_t Lower = std::max(Position / 1024, 0);
    Taps.push_back({Lower, std::min((Position + 1023) / 1024, In - 1), Position - 1024 * Lower, 0});
  }
  return Taps;
}

std::vector<ResizeTap> bilinearTapsFloat(int In, int Out, bool AlignCorners, bool HalfPixel) {
  const bool Corners = AlignCorners && Out > 1;
  const float Scale = Corners ? static_cast<float>(In - 1) / static_cast<float>(Out - 1)
                              : static_cast<float>(In) / static_cast<float>(Out);
  std::vector<ResizeTap> Taps;
  for (int I = 0; I < Out; ++I) {
    float Position =
        HalfPixel ? (static_cast<float>(I) + 0.5f) * Scale : static_cast<float>(I) * Scale;
    if (HalfPixel)
      Position -= 0.5f;
    const int32_t Lower = std::min(std::max(static_cast<int32_t>(std::floor(Position)), 0), In - 1);
    const int32_t Upper = std::min(static_cast<int32_t>(std::ceil(Position)), In - 1);
    Taps.push_back({Lower, Upper, 0, Position - static_cast<float>(Lower)});
  }
  return Taps;
}

std::vector<int32_t> nearestSources(int In, int Out, bool AlignCorners, bool HalfPixel) {
  const bool Corners = AlignCorners && Out > 1;
  const float Scale = Corners ? static_cast<float>(In - 1) / static_cast<float>(Out - 1)
                              : static_cast<float>(In) / static_cast<float>(Out);
  std::vector<int32_t> Sources;
  for (int I = 0; I < Out; ++I) {
    const float Position = (static_cast<float>(I) + (HalfPixel ? 0.5f : 0.0f)) * Scale;
    const auto Nearest =
        static_cast<int32_t>(AlignCorners ? std::round(Position) : std::floor(Position));
    Sources.push_back(std::clamp(Nearest, 0, In - 1));
  }
  return Sources;
}

std::string resizeProblem(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  const bool Moves = !isBilinear(O) && In.Type == DType::Float32;
  return isQuantizedInteger(In.Type) || Moves ? "" : unservedType(In);
}

Fields resizeFields(const Graph &G, const Op &O) {
  const Nhwc In = asNhwc(G.in(O, 0).Dims), Out = asNhwc(G.out(O, 0).Dims);
  const DType Type = G.in(O, 0).Type;
  return {{"type", Type == DType::Float32 ? "HL_INT32" : hlType(Type)}, // floats are moved only
          field("batches", In.N),
          field("in_height", In.H),
          field("in_width", In.W),
          field("depth", In.C),
          field("out_height", Out.H),
          field("out_width", Out.W)};
}

void planResizePortable(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = resizeProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Cost PerElement =
      isBilinear(O) ? cost::ScalarFunction : cost::ScalarStraight;
  Plans.add(O, Layout::RowMajor,
            PerElement * static_cast<double>(G.out(O, 0).elements()));
}

std::string sourceTaps(const Graph &G, const Op &O, bool Rows, LayerWriter &W) {
  const Nhwc In = asNhwc(G.in(O, 0).Dims), Out = asNhwc(G.out(O, 0).Dims);
  const DType Type = G.in(O, 0).Type;
  const auto Taps = Type == DType::UInt8 || Type == DType::Float32 ? bilinearTapsFloat : bilinearTapsFixed;
  return W.blobOf(
      Taps(Rows ? In.H : In.W, Rows ? Out.H : Out.W, O.b(Attr::AlignCorners), O.b(Attr::HalfPixel)),
      "hl_resize_tap", Rows ? "source rows" : "source columns");
}

std::string nearestTable(const Graph &G, const Op &O, bool Rows, size_t Multiple, LayerWriter &W) {
  const Nhwc In = asNhwc(G.in(O, 0).Dims), Out = asNhwc(G.out(O, 0).Dims);
  std::vector<int32_t> Sources = nearestSources(Rows ? In.H : In.W, Rows ? Out.H : Out.W,
                                                O.b(Attr::AlignCorners), O.b(Attr::HalfPixel));
  Sources.resize((Sources.size() + Multiple - 1) / Multiple * Multiple, 0);
  return W.blobOf(Sources, "int32_t", Rows ? "source rows" : "source columns");
}

void emitResizePortable(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/resize.h");
  W.structure("hl_resize", "p", resizeFields(G, O));
  const bool Bilinear = isBilinear(O);
  const std::string Rows = Bilinear ? sourceTaps(G, O, true, W) : nearestTable(G, O, true, 1, W);
  const std::string Columns =
      Bilinear ? sourceTaps(G, O, false, W) : nearestTable(G, O, false, 1, W);
  W.line(
      strf("hl_resize_%s_portable(&p, %s,", Bilinear ? "bilinear" : "nearest", W.input(0).c_str()));
  W.line(strf("    %s,", Rows.c_str()));
  W.line(strf("    %s, out0);", Columns.c_str()));
}

} // namespace hexloom
