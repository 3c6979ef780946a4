// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DEPTHWISE_CONV_2D: parameters, and the portable kernel.
#include "plans/windows/Depthwise.h"

#include <hexloom/hvx/turns.h>

#include <algorithm>

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
  if (In.Type == DType::Int16)
    for (int32_t Shift : depthwiseScaling(G, O).Shifts)
      if (Shift > 7) // not defined by TensorFlow Lite
        return "64-bit sums are scaled by 128 or more";
  return "";
}

std::string depthwiseBytesProblem(const Graph &G, const Op &O) {
  if (const std::string Problem = depthwiseTypeProblem(G, O); !Problem.empty())
    return Problem;
  if (!is8Bit(G.in(O, 0).Type))
    return unservedType(G.in(O, 0));
  return G.in(O, 1).isConst() ? "" : "the filter is not a constant";
}

Fields depthwiseFields(const Graph &G, const Op &O) {
  const WindowShape S = windowOf(G, O);
  const Tensor &In = G.in(O, 0), &Filter = G.in(O, 1), &Out = G.out(O, 0);
  const Range Bounds = activationRange(Out, O.s(Attr::Activation));
  const Fields Depths = {
      {"type", hlType(In.Type)}, field("in_depth", S.In.C), field("multiplier", S.Out.C / S.In.C)};
  const Fields Values = {
      field("in_zero", In.Quant.zeroPoint()), field("weight_zero", Filter.Quant.zeroPoint()),
      field("out_zero", Out.Quant.zeroPoint()), field("min", Bounds.Min), field("max", Bounds.Max)};
  return Depths + windowFields(S) + dilationFields(S) + Values;
}

DepthwiseScaling depthwiseScaling(const Graph &G, const Op &O) {
  const int Channels = asNhwc(G.out(O, 0).Dims).C;
  DepthwiseScaling S;
  for (const Multiplier &M :
       convolutionMultipliers(G.in(O, 0), G.in(O, 1), G.out(O, 0), Channels)) {
    S.Multipliers.push_back(M.Value);
    S.Shifts.push_back(M.Shift);
  }
  S.Bias = biasOf(G, O, Channels);
  return S;
}

int DepthwiseWeights::at(int Ky, int Kx, int C) const {
  const int Width = Filter.Dims.at(2), Depth = Filter.Dims.at(3);
  if (C >= Depth)
    return 0;
  const size_t Index = (size_t(Ky) * Width + Kx) * Depth + C;
  const int Weight = Filter.Type == DType::UInt8 ? int(Filter.dataAs<uint8_t>()[Index])
                                                 : int(Filter.dataAs<int8_t>()[Index]);
  return Weight - Filter.Quant.zeroPoint();
}

int8_t WeightSets::part(int Weight, int Set) {
  const int Part = std::clamp(Weight, -128, 127);
  return Set > 0 ? part(Weight - Part, Set - 1) : static_cast<int8_t>(Part);
}

void SplitColumns::add(int Column) {
  if (Column < HL_DEPTHWISE_COLUMNS)
    Bits |= uint32_t(1) << Column;
}

double SplitColumns::share(int KernelW) const {
  int Columns = std::max(0, KernelW - HL_DEPTHWISE_COLUMNS);
  for (uint32_t Rest = Bits; Rest; Rest &= Rest - 1)
    ++Columns;
  return double(Columns) / KernelW;
}

int WeightSets::further(int Weight) {
  int Sets = 0;
  for (; Weight != part(Weight, 0); Weight -= part(Weight, 0))
    ++Sets;
  return Sets;
}

std::vector<int32_t> foldedBias(const Graph &G, const Op &O) {
  const WindowShape S = windowOf(G, O);
  const DepthwiseWeights W(G, O);
  std::vector<int32_t> Result;
  for (int64_t Bias : biasOf(G, O, S.Out.C)) {
    int64_t Sum = 0;
    for (int Ky = 0; Ky < S.KernelH; ++Ky)
      for (int Kx = 0; Kx < S.KernelW; ++Kx)
        Sum += W.at(Ky, Kx, static_cast<int>(Result.size()));
    Result.push_back(static_cast<int32_t>(Bias - G.in(O, 0).Quant.zeroPoint() * Sum));
  }
  return Result;
}

Stage depthwiseStage(const Graph &G, const Op &O, const StageSearch &Search) {
  const WindowShape S = windowOf(G, O);
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (!is8Bit(In.Type) || !G.in(O, 1).isConst() || S.outputs() == 0)
    return {};
  const DepthwiseWeights W(G, O);
  const DepthwiseScaling Scaling = depthwiseScaling(G, O);
  const Range Activation = centred(In.Type, In.Quant.zeroPoint()),
              Bounds = activationRange(Out, O.s(Attr::Activation));
  std::vector<StageChannel> Channels;
  for (int C = 0; C < S.Out.C; ++C) {
    SumRange R{Scaling.Bias[C], Scaling.Bias[C]};
    for (int Ky = 0; Ky < S.KernelH; ++Ky)
      for (int Kx = 0; Kx < S.KernelW; ++Kx)
        R.add(W.at(Ky, Kx, C), Activation);
    const Multiplier Factor{Scaling.Multipliers[C], Scaling.Shifts[C]};
    Channels.push_back({{Factor, Out.Quant.zeroPoint(), Bounds}, R});
  }
  return Search.choose(Channels, In.Type);
}

std::vector<int> rowsAtATime(const WindowShape &S, int WordRows) {
  const int Free = WordRows * ceilDiv(S.KernelH, WordRows) - S.KernelH;
  const int Most = S.DilationH > 1 ? 1 : std::min({Free / S.StrideH + 1, 4, std::max(S.Out.H, 1)});
  std::vector<int> All = {Most};
  while (All.back() > 1)
    All.push_back(All.back() - 1);
  return All;
}

const char *depthwiseInstruction(DType Activations) {
  return Activations == DType::UInt8 ? "vrmpy.ub.vb" : Activations == DType::Int8 ? "vrmpy.b.vb" : "vdmpy.h.vh";
}

std::vector<std::string> rowTiles(const std::vector<int> &All, const std::string &Others) {
  std::vector<std::string> Tiles;
  for (int Rows : All)
    if (All.size() > 1)
      Tiles.push_back(std::to_string(Rows) + "x" + Others);
  return Tiles;
}

int wordsRead(const WindowShape &S, int Rows, int WordRows) {
  int Count = 0;
  for (int R = 0; R < Rows; ++R) {
    const int First = Rows > 1 ? R * S.StrideH : 0, Last = First + S.KernelH - 1;
    Count += Last / WordRows - First / WordRows + 1;
  }
  return Count * S.KernelW;
}

/// Where row `Row` of the groups from First to Last is in the image. Behind the last row that is read, weights are zero, and any other row
/// does.
GroupRow groupRow(const WindowShape &S, int Rows, int Row, int64_t First, int64_t Last) {
  const int Read = (Rows - 1) * S.StrideH + S.KernelH;
  const int64_t Above = S.PadTop - int64_t(std::min(Row, Read - 1)) * S.DilationH, Step = int64_t(Rows) * S.StrideH;
  const auto From = [&](int64_t Count) { return Count <= 0 ? 0 : (Count + Step - 1) / Step; };
  const int64_t Inside = From(Above), Behind = From(S.In.H + Above); // the first groups of which it is in the image, below it
  GroupRow R{Last < Inside || First >= Behind, {}, -Above};
  const Value Group = "group";
  if (First < Inside)
    R.Outside = Group < Inside;
  if (Last >= Behind)
    R.Outside = R.Outside ? *R.Outside || Group >= Behind : Group >= Behind;
  return R;
}

void planDepthwisePortable(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = depthwiseTypeProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const WindowShape S = windowOf(G, O);
  const Cost PerOutput = cost::ScalarOutput + cost::ScalarTap * static_cast<double>(S.taps());
  Plans.add(O, Layout::RowMajor, PerOutput * static_cast<double>(S.outputs()));
}

void emitDepthwisePortable(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/depthwise.h");
  W.structure("hl_depthwise", "p", depthwiseFields(G, O));
  const DepthwiseScaling S = depthwiseScaling(G, O);
  const bool Wide = G.in(O, 0).Type == DType::Int16;
  const std::string Bias =
      Wide ? W.blobOf(S.Bias, "int64_t", "bias")
           : W.blobOf(std::vector<int32_t>(S.Bias.begin(), S.Bias.end()), "int32_t", "bias");
  W.line(strf("hl_depthwise_portable(&p, %s, %s,", W.input(0).c_str(), W.input(1).c_str()));
  W.line(strf("                      %s,", Bias.c_str()));
  W.line(
      strf("                      %s,", W.blobOf(S.Multipliers, "int32_t", "multipliers").c_str()));
  W.line(strf("                      %s, out0);", W.blobOf(S.Shifts, "int32_t", "shifts").c_str()));
}

} // namespace hexloom
