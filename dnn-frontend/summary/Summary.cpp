// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "summary/Summary.h"
#include "summary/Integers.h"
#include "ir/LayerNumbers.h"
#include "ir/Work.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace hexloom {

/// Below this share of the modelled cycles a scalar layer is not worth a remark.
static constexpr double kWeight = 0.01;

/// Views are scalar kernels, too, but cost nothing.
static bool isScalar(const Op &O, Target T) {
  return T != Target::Portable && kernelNamed(O.Kernel).isPlainC() && O.Cycles > 0 && O.Regions.empty();
}

/// Whether it reads or makes a float.
static bool isFloat(const Graph &G, const Op &O) {
  const auto Is = [&](TensorId T) { return T != kNoTensor && G.Tensors[T].Type == DType::Float32 && !G.Tensors[T].isConst(); };
  return std::any_of(O.Inputs.begin(), O.Inputs.end(), Is) || std::any_of(O.Outputs.begin(), O.Outputs.end(), Is);
}

std::vector<LayerSummary> summarize(const Graph &G, Target T) {
  std::vector<LayerSummary> Layers;
  std::set<TensorId> Counted;
  const std::vector<std::string> Numbers = layerNumbers(G);
  for (const Op &O : G.Ops) {
    LayerSummary L;
    L.Number = Numbers[Layers.size()];
    L.Operator = text(O.Kind);
    L.Name = O.Name;
    L.Kernel = O.Kernel;
    L.Plan = planText(O.Kernel, O.Schedule);
    L.Shape = G.out(O, 0).Dims;
    for (TensorId Id : O.Inputs)
      if (Id != kNoTensor && G.Tensors[Id].isConst() && Counted.insert(Id).second)
        L.Parameters += G.Tensors[Id].elements();
    for (const Graph &R : O.Regions)
      for (const LayerSummary &Inner : summarize(R, T))
        L.Parameters += Inner.Parameters;
    L.Macs = multiplyAccumulates(G, O);
    L.Cycles = O.Cycles;
    L.Scalar = isScalar(O, T);
    L.Float = L.Scalar && isFloat(G, O);
    Layers.push_back(std::move(L));
  }
  return Layers;
}

namespace {

struct Totals {
  double Parameters = 0, Macs = 0, Cycles = 0, ScalarCycles = 0, FloatCycles = 0;
  int Scalar = 0, Float = 0;
  explicit Totals(const std::vector<LayerSummary> &Layers) {
    for (const LayerSummary &L : Layers) {
      Parameters += static_cast<double>(L.Parameters);
      Macs += static_cast<double>(L.Macs);
      Cycles += L.Cycles;
      Scalar += L.Scalar;
      ScalarCycles += L.Scalar ? L.Cycles : 0;
      Float += L.Float;
      FloatCycles += L.Float ? L.Cycles : 0;
    }
  }
  double percent(double Part) const { return Cycles > 0 ? 100 * Part / Cycles : 0; }
};

std::string tensorLine(const char *Role, size_t Index, const Tensor &T, const std::string &Name) {
  std::string Line = strf("%s %zu", Role, Index);
  Line += strf("%*s%-24s %s %s", int(12 - Line.size()), "", printable(Name).c_str(), text(T.Type),
               text(T.Dims).c_str());
  if (T.Quant.present() && !T.Quant.perChannel())
    Line += strf("  real = %.9g * (quantized - %d)", T.Quant.scale(), T.Quant.zeroPoint());
  return Line + "\n";
}

std::string layerLine(const LayerSummary &L, double Percent) {
  return strf("%-5s  %-20s %-18s %-28s %12s %15s %14s %6.1f%%  %s%s\n", L.Number.c_str(), L.Operator.c_str(), text(L.Shape).c_str(),
              L.Kernel.c_str(), grouped(double(L.Parameters)).c_str(), grouped(double(L.Macs)).c_str(), grouped(L.Cycles).c_str(),
              Percent, endOf(printable(L.Name)).c_str(), L.Float ? " (scalar, float)" : L.Scalar ? " (scalar)" : "");
}

using Json = nlohmann::ordered_json;

Json tensorsJson(const Graph &G, const std::vector<TensorId> &Ids, const std::vector<std::string> &Names, size_t Begin,
                 size_t End) {
  Json All = Json::array();
  for (size_t I = Begin; I < End; ++I) {
    const Tensor &T = G.Tensors[Ids[I]];
    Json One = {{"name", Names.at(I)}, {"type", text(T.Type)}, {"shape", T.Dims}};
    if (T.Quant.present() && !T.Quant.perChannel()) {
      One["scale"] = T.Quant.scale();
      One["zero_point"] = T.Quant.zeroPoint();
    }
    All.push_back(std::move(One));
  }
  return All;
}

} // namespace

static std::string regionsText(const Graph &G, Target T) {
  std::string Text;
  for (const Op &O : G.Ops)
    for (const Graph &R : O.Regions) {
      const std::vector<LayerSummary> Layers = summarize(R, T);
      Text += strf("\n%s%.0f cycles each time\n", R.Within.c_str(), Totals(Layers).Cycles);
      for (size_t I = 0; I < Layers.size(); ++I)
        Text += layerLine(Layers[I], Totals(Layers).percent(Layers[I].Cycles));
      Text += regionsText(R, T);
    }
  return Text;
}

std::string summaryText(const Graph &G, Target T, int64_t ArenaBytes, int64_t ConstantBytes) {
  const std::vector<LayerSummary> Layers = summarize(G, T);
  const Totals All(Layers);
  std::string Text = strf("%s for %s\n", G.Name.c_str(), text(T));
  for (size_t I = 0; I < G.ownInputs(); ++I)
    Text += tensorLine("input", I, G.Tensors[G.Inputs[I]], G.InputNames.at(I));
  for (size_t I = 0; I < G.ownOutputs(); ++I)
    Text += tensorLine("output", I, G.Tensors[G.Outputs[I]], G.OutputNames.at(I));
  for (size_t I = G.ownInputs(); I < G.Inputs.size(); ++I)
    Text += tensorLine("state", I - G.ownInputs(), G.Tensors[G.Inputs[I]], G.InputNames.at(I));
  Text += strf("\n%-5s  %-20s %-18s %-28s %12s %15s %14s %7s  %s\n", "#", "operator", "output", "kernel", "parameters",
               "MAC", "model cycles", "share", "name");
  for (size_t I = 0; I < Layers.size(); ++I)
    Text += layerLine(Layers[I], All.percent(Layers[I].Cycles));
  Text += strf("%-5s  %-20s %-18s %-28s %12s %15s %14s\n", "", strf("%zu operators", Layers.size()).c_str(), "", "",
               grouped(All.Parameters).c_str(), grouped(All.Macs).c_str(), grouped(All.Cycles).c_str());
  Text += strf("\narena       %s bytes\nconstants   %s bytes\n", grouped(double(ArenaBytes)).c_str(),
               grouped(double(ConstantBytes)).c_str());
  if (T != Target::Portable)
    Text += strf("scalar      %d of %zu operators, %.1f %% of the modelled cycles\n", All.Scalar, Layers.size(),
                 All.percent(All.ScalarCycles));
  if (All.Float)
    Text += strf("float       %d of them, %.1f %%\n", All.Float, All.percent(All.FloatCycles));
  return Text + regionsText(G, T);
}

std::string summaryJson(const Graph &G, Target T, int64_t ArenaBytes, int64_t ConstantBytes) {
  const std::vector<LayerSummary> Layers = summarize(G, T);
  Json Rows = Json::array();
  for (const LayerSummary &L : Layers)
    Rows.push_back({{"layer", layerName(L.Number, L.Operator.c_str())},
                    {"operator", L.Operator},
                    {"name", L.Name},
                    {"shape", L.Shape},
                    {"kernel", L.Kernel},
                    {"plan", L.Plan},
                    {"parameters", L.Parameters},
                    {"mac", L.Macs},
                    {"cycles", L.Cycles},
                    {"scalar", L.Scalar},
                    {"float", L.Float}});
  const Json All = {{"format", 1},
                    {"name", G.Name},
                    {"target", text(T)},
                    {"inputs", tensorsJson(G, G.Inputs, G.InputNames, 0, G.ownInputs())},
                    {"outputs", tensorsJson(G, G.Outputs, G.OutputNames, 0, G.ownOutputs())},
                    {"states", tensorsJson(G, G.Inputs, G.InputNames, G.ownInputs(), G.Inputs.size())},
                    {"arena_bytes", ArenaBytes},
                    {"constant_bytes", ConstantBytes},
                    {"layers", std::move(Rows)}};
  return All.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
}

namespace {

/// What a network's scalar layers have to say; Turns: how often a graph runs.
struct Weights {
  Target T;
  double Total; ///< cycles of the whole network
  std::vector<std::string> Remarks = {};
  double FloatCycles = 0;

  void add(const Graph &G, double Turns);
};

void Weights::add(const Graph &G, double Turns) {
  for (const Op &O : G.Ops) {
    for (const Graph &R : O.Regions)
      add(R, Turns * static_cast<double>(std::max<int64_t>(1, O.i(Attr::Trips))));
    if (!isScalar(O, T))
      continue;
    const double Cycles = Turns * O.Cycles;
    FloatCycles += isFloat(G, O) ? Cycles : 0;
    if (Cycles >= kWeight * Total)
      Remarks.push_back(strf("%s%s '%s' runs as scalar code: %.1f %% of the modelled cycles", G.Within.c_str(), text(O.Kind),
                             printable(O.Name).c_str(), 100 * Cycles / Total));
  }
}

/// Whether there are floats and nothing of what quantization makes: numbers of 8 or 16 bits.
bool isFloatThroughout(const Graph &G) {
  bool HasFloat = false, HasQuantized = false;
  for (const Tensor &T : G.Tensors) {
    HasFloat |= T.Type == DType::Float32;
    HasQuantized |= T.Type == DType::Int8 || T.Type == DType::UInt8 || T.Type == DType::Int16;
  }
  return HasFloat && !HasQuantized && std::all_of(G.Ops.begin(), G.Ops.end(), [](const Op &O) {
           return std::all_of(O.Regions.begin(), O.Regions.end(), isFloatThroughout);
         });
}

} // namespace

/// "; full integer quantization ...", of a hybrid network to which that matters.
static std::string integerAdvice(const Graph &G, Target T, double TotalCycles, Compilation &Shared) {
  constexpr double kMatters = 1.5;
  const std::optional<double> Integers = integerCycles(G, T, Shared);
  if (!Integers || *Integers <= 0 || TotalCycles < kMatters * *Integers)
    return "";
  return strf("; full integer quantization would be about %.*f times as fast (an estimate by the plans)", TotalCycles < 10 * *Integers ? 1 : 0,
              TotalCycles / *Integers);
}

ScalarWeight scalarWeight(const Graph &G, Target T, double TotalCycles, Compilation &Shared) {
  Weights W{T, TotalCycles};
  W.add(G, 1);
  ScalarWeight Result;
  Result.Remarks = std::move(W.Remarks);
  if (W.FloatCycles < kWeight * TotalCycles || W.FloatCycles <= 0)
    return Result;
  const bool All = isFloatThroughout(G);
  Result.Warning = printable(G.File) + (All ? ": not quantized" : "") +
                   strf(": float operators take %.1f %% of the modelled cycles, as scalar code", 100 * W.FloatCycles / TotalCycles) +
                   (All ? "; post-training quantization makes vector code of most" : integerAdvice(G, T, TotalCycles, Shared));
  return Result;
}

} // namespace hexloom
