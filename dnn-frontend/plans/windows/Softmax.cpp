// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SOFTMAX and LOG_SOFTMAX: tables, and the portable kernels.
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/windows/Softmax.h"

#include <hexloom/portable/softmax.h>

#include <algorithm>
#include <cmath>

namespace hexloom {

constexpr int kScaledIntegerBits = 5; // of scaled differences

RowShape rowShape(const Tensor &T) {
  const int64_t Depth = T.Dims.empty() ? 1 : T.Dims.back();
  return {Depth ? T.elements() / Depth : 0, Depth};
}

/// PreprocessSoftmaxScaling: input steps to differences with 5 integer bits.
static Multiplier scalingOf(double Scale, double Beta) {
  const double Real = Beta * Scale * (1 << (31 - kScaledIntegerBits));
  return quantizeMultiplier(std::min(Real, double((int64_t(1) << 31) - 1)));
}

/// CalculateInputRadius: the largest difference that the scaling does not overflow.
static int32_t radiusOf(const Multiplier &M) {
  const double Limit =
      double((1 << kScaledIntegerBits) - 1) * double(int64_t(1) << (31 - kScaledIntegerBits));
  return static_cast<int32_t>(std::min(std::floor(std::ldexp(Limit, -M.Shift)), double(INT32_MAX)));
}

std::vector<int32_t> softmaxExpTable(double Scale, double Beta) {
  const Multiplier M = scalingOf(Scale, Beta);
  const int32_t Radius = radiusOf(M);
  std::vector<int32_t> Table(256, 0);
  for (int32_t D = 0; D < 256 && D <= Radius; ++D)
    Table[D] = hl_exp_q5(hl_requantize(-D, M.Value, M.Shift));
  return Table;
}

int32_t roundedShift(int32_t Value, int Shift) { return hl_rdivpot(Value, Shift); }

LogSoftmaxTables logSoftmaxTables(double Scale) {
  const Multiplier M = scalingOf(Scale, 1.0);
  LogSoftmaxTables T{std::vector<int32_t>(256, 0), std::vector<int32_t>(256, 0), -radiusOf(M), {}};
  for (int32_t D = 0; D < 256 && D <= -T.DiffMin; ++D) {
    T.Scaled[D] = hl_requantize(-D, M.Value, M.Shift);
    T.ExpQ12[D] = roundedShift(hl_exp_q5(T.Scaled[D]), 12);
  }
  T.Limit = quantizeMultiplier(double(int64_t(1) << (31 - M.Shift)) / double(M.Value));
  return T;
}

SoftmaxPairs softmaxPairs(DType Type, double Scale, double Beta) {
  const hl_type T = Type == DType::Int8 ? HL_INT8 : HL_UINT8;
  SoftmaxPairs P;
  const std::vector<int32_t> Exp = softmaxExpTable(Scale, Beta);
  for (int32_t E : Exp) {
    const hl_softmax_scale S = hl_softmax_scale_of(hl_rdivpot(Exp[0], 12) + hl_rdivpot(E, 12), T);
    P.Winner.push_back(static_cast<uint8_t>(hl_softmax_output(Exp[0], S, T)));
    P.Loser.push_back(static_cast<uint8_t>(hl_softmax_output(E, S, T)));
  }
  return P;
}

SoftmaxPairs logSoftmaxPairs(DType Type, double Scale) {
  const LogSoftmaxTables L = logSoftmaxTables(Scale);
  const hl_log_softmax Params = {
      Type == DType::Int8 ? HL_INT8 : HL_UINT8, 1, 2, L.DiffMin, L.Limit.Value, L.Limit.Shift};
  SoftmaxPairs P;
  for (int32_t D = 0; D < 256; ++D) {
    const int32_t LogSum = hl_log_q12(L.ExpQ12[0] + L.ExpQ12[D]),
                  Limit = hl_log_softmax_limit(&Params, LogSum);
    P.Winner.push_back(
        static_cast<uint8_t>(hl_log_softmax_output(&Params, 0, Limit, L.Scaled[0], LogSum)));
    P.Loser.push_back(
        static_cast<uint8_t>(hl_log_softmax_output(&Params, -D, Limit, L.Scaled[D], LogSum)));
  }
  return P;
}

std::vector<int16_t> int16Table(double InMin, double InMax, double (*Function)(double)) {
  constexpr int Steps = 512;
  const double Step = (InMax - InMin) / Steps, HalfStep = Step / 2;
  const double Scaling = 65536.0 / 2;
  const auto Clamp = [](double V) {
    return static_cast<int16_t>(std::clamp(V, -32768.0, 32767.0));
  };
  std::vector<int16_t> Table;
  for (int I = 0; I < Steps; ++I) {
    const double Value = Function(InMin + I * Step);
    const double Middle = Function(InMin + I * Step + HalfStep);
    const double Next = Function(InMin + (I + 1) * Step);
    const double Sample = std::round(Value * Scaling);
    const double Interpolated = std::round((Next * Scaling + Sample) / 2);
    const double Bias = std::round((Interpolated - std::round(Middle * Scaling)) / 2);
    Table.push_back(Clamp(Sample - Bias));
  }
  Table.push_back(Clamp(std::round(Function(InMax) * Scaling)));
  return Table;
}

std::string softmaxProblem(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const bool Widens = !isLog(O) && Out.Type == DType::Int16;
  const bool Narrow = is8Bit(In.Type) && (Out.Type == In.Type || Widens);
  const bool Wide =
      !isLog(O) && In.Type == DType::Int16 && Out.Type == DType::Int16;
  if (!Narrow && !Wide)
    return unservedType(In) + " to " + text(Out.Type);
  if (!In.Quant.present())
    return "the input has no quantization";
  return "";
}

void planSoftmaxPortable(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = softmaxProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const RowShape S = rowShape(G.in(O, 0));
  const auto Rows = static_cast<double>(S.Rows), Depth = static_cast<double>(S.Depth);
  // The exponential of int16 is a look-up, and a row's own work is small.
  const Cost Row = G.in(O, 0).Type == DType::Int16 ? Depth * cost::ScalarFunction : cost::ScalarRow + 2 * Depth * cost::ScalarFunction;
  Plans.add(O, Layout::RowMajor, Rows * Row);
}

static void emitSoftmaxInt16(const Graph &G, const Op &O, LayerWriter &W, const char *Function, OwnLoops Loops) {
  const Tensor &In = G.in(O, 0);
  const RowShape S = rowShape(In);
  const Multiplier M =
      quantizeMultiplier(double(In.Quant.scale()) * O.f(Attr::Beta) / (10.0 / 65535.0));
  const auto Exp = int16Table(-10, 0, [](double X) { return std::exp(X); });
  const auto Reciprocal = int16Table(0, 1, [](double X) { return 1 / (1 + X); });
  W.structure("hl_softmax_int16", "p",
              {field("rows", S.Rows), field("depth", S.Depth), field("multiplier", M.Value),
               field("shift", M.Shift)});
  const std::string From = W.input(0), Exponentials = W.blobOf(Exp, "int16_t", "exp(x), -10 to 0"),
                    Reciprocals = W.blobOf(Reciprocal, "int16_t", "1 / (1 + x), 0 to 1");
  NestBuilder(W).primitive(Function, {"&p", From, Exponentials, Reciprocals, "out0"}, std::move(Loops));
}

/// 128 elements of a row by three passes.
static OwnLoops loops16(const Tensor &In) {
  const RowShape S = rowShape(In);
  return {{"hl_softmax_int16_rows", S.Rows * ((S.Depth + 127) / 128), S.Rows}};
}

void planSoftmax16(const Graph &G, const Op &O, PlanList &Plans) {
  const Tensor &In = G.in(O, 0);
  if (const std::string Problem = softmaxProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  if (In.Type != DType::Int16)
    return Plans.reject(unservedType(In));
  if (In.elements() == 0)
    return Plans.reject("the tensor is empty");
  Plans.add(O, Layout::RowMajor, costOf(loops16(In)));
}

void emitSoftmax16(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("softmax16.h");
  emitSoftmaxInt16(G, O, W, "hl_softmax_int16_rows", loops16(G.in(O, 0)));
}

void emitSoftmaxPortable(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/softmax.h");
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  if (In.Type == DType::Int16)
    return emitSoftmaxInt16(G, O, W, "hl_softmax_int16_portable", {});
  const RowShape S = rowShape(In);
  W.structure("hl_softmax", "p",
              {{"type", hlType(In.Type)},
               {"out_type", hlType(Out.Type)},
               field("rows", S.Rows),
               field("depth", S.Depth)});
  const std::string Table = W.blobOf(softmaxExpTable(In.Quant.scale(), O.f(Attr::Beta)), "int32_t",
                                     "exp of the distance from the maximum");
  W.line(strf("hl_softmax_portable(&p, %s, %s, out0);", W.input(0).c_str(), Table.c_str()));
}

void emitLogSoftmaxPortable(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/softmax.h");
  const Tensor &In = G.in(O, 0);
  const RowShape S = rowShape(In);
  const LogSoftmaxTables T = logSoftmaxTables(In.Quant.scale());
  W.structure("hl_log_softmax", "p",
              {{"type", hlType(In.Type)},
               field("rows", S.Rows),
               field("depth", S.Depth),
               field("diff_min", T.DiffMin),
               field("limit_multiplier", T.Limit.Value),
               field("limit_shift", T.Limit.Shift)});
  W.line(strf("hl_log_softmax_portable(&p, %s,", W.input(0).c_str()));
  W.line(strf("                        %s,",
              W.blobOf(T.Scaled, "int32_t", "scaled distance from the maximum").c_str()));
  W.line(strf("                        %s, out0);",
              W.blobOf(T.ExpQ12, "int32_t", "its exponential").c_str()));
}

} // namespace hexloom
