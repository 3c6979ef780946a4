// Pointwise CONV_2D with activations in vectors and weights as scalar words: hexloom/hvx/pointwise.h.
#include "plans/products/Convolution.h"
#include "plans/Strides.h"
#include "plans/products/CoreCost.h"
#include "stages/StageText.h"
#include "support/Checked.h"

#include <algorithm>
#include <climits>

namespace hexloom {

namespace {

constexpr int kVector = 128, kWords = 8, kQuad = 4;
constexpr int kUnits = 16; ///< HL_UNITS

int ceilDiv(int64_t A, int B) { return checkedInt((A + B - 1) / B); }

/// The weights as they are stored, less `Offset`; with what else is to be taken from each pixel's sum.
struct StoredWeights {
  int Offset = 0;     ///< c of pointwise.h
  int SumsFactor = 0; ///< c - y
  bool Unsigned = false;
};

/// The least and the greatest weight.
template <typename Weight> std::pair<int, int> extremes(const Tensor &Filter) {
  const Weight *const Weights = Filter.dataAs<Weight>();
  std::pair<int, int> Found = {INT_MAX, INT_MIN};
  for (int64_t I = 0, Count = Filter.elements(); I < Count; ++I)
    Found = {std::min<int>(Found.first, Weights[I]), std::max<int>(Found.second, Weights[I])};
  return Found;
}

/// Nothing if there is no offset such that weights and factor fit into a byte.
std::optional<StoredWeights> storedWeights(const Tensor &Filter, int Zero) {
  const auto [Least, Most] = Filter.Type == DType::Int8 ? extremes<int8_t>(Filter) : extremes<uint8_t>(Filter);
  if (Zero == 0 && Least >= 0)
    return StoredWeights{0, 0, true};
  StoredWeights S;
  S.Offset = std::clamp(Zero, Most - INT8_MAX, Least - INT8_MIN);
  S.SumsFactor = S.Offset - Zero;
  if (S.SumsFactor < INT8_MIN || S.SumsFactor > INT8_MAX)
    return std::nullopt;
  return S;
}

struct Pointwise {
  ProductShape S;
  StoredWeights Stored;
  Stage Chosen;
  int RowUnits, Units, InBlocks, OutBlocks, Words, Quads;

  int stageVectors() const { return kQuad * (1 + (Chosen.Kind.TwoSided ? 4 : 2)); }
  int64_t stageBytes() const { return int64_t(Quads) * stageVectors() * kVector; }
};

std::string shapeProblem(const ProductShape &S) {
  if (S.KernelH * S.KernelW > 1 || S.StrideH * S.StrideW > 1 || S.Groups > 1)
    return "the convolution is not pointwise";
  if (S.PadTop || S.PadLeft || S.In.H != S.Out.H || S.In.W != S.Out.W)
    return "the input is padded";
  return "";
}

Pointwise pointwiseOf(const Graph &G, const Op &O, const std::string &WantedStage) {
  Pointwise P;
  P.S = productShape(G, O);
  P.Stored = storedWeights(G.in(O, 1), outputStage(G, O).FilterZero).value_or(StoredWeights());
  P.Chosen = chosenStage(G, O, WantedStage);
  P.RowUnits = ceilDiv(P.S.In.W, 4);
  P.Units = checkedInt(int64_t(P.S.In.N) * P.S.In.H * P.RowUnits);
  P.InBlocks = ceilDiv(P.S.In.C, 32);
  P.OutBlocks = ceilDiv(P.S.Out.C, 32);
  P.Words = ceilDiv(P.S.In.C, kQuad);
  P.Quads = ceilDiv(P.S.Out.C, kQuad);
  return P;
}

std::string problemOf(const Graph &G, const Op &O) {
  if (const std::string Problem = vectorProductProblem(G, O, Sums::OfBytes); !Problem.empty())
    return Problem;
  if (const std::string Problem = shapeProblem(productShape(G, O)); !Problem.empty())
    return Problem;
  if (!storedWeights(G.in(O, 1), outputStage(G, O).FilterZero))
    return "weights with their zero point leave a byte";
  if (!fitsBlocks(G.in(O, 0)) || !fitsBlocks(G.out(O, 0)))
    return "a side does not fit the depth-blocked layout";
  return "";
}

std::string stageProblem(const Pointwise &P) {
  // Constants are read again for each 64 pixels: they are to stay close.
  constexpr int64_t kMostStageBytes = 64 << 10;
  if (P.Chosen.Kind.isReference())
    return "no output stage but the reference's is proven";
  if (P.stageBytes() > kMostStageBytes)
    return strf("the output stage's constants for %d channels take more than %lld bytes", P.S.Out.C,
                static_cast<long long>(kMostStageBytes));
  return "";
}

int weightAt(const Tensor &Filter, int Output, int Input) {
  const size_t Index = static_cast<size_t>(Output) * Filter.Dims[3] + Input;
  return Filter.Type == DType::Int8 ? Filter.dataAs<int8_t>()[Index] : Filter.dataAs<uint8_t>()[Index];
}

/// [quad][word][4 outputs][4 inputs]
Bytes packWeights(const Pointwise &P, const Tensor &Filter) {
  Bytes Packed;
  for (int Quad = 0; Quad < P.Quads; ++Quad)
    for (int Word = 0; Word < P.Words; ++Word)
      for (int Output = kQuad * Quad; Output < kQuad * (Quad + 1); ++Output)
        for (int Input = kQuad * Word; Input < kQuad * (Word + 1); ++Input)
          Packed.push_back(Output < P.S.Out.C && Input < P.S.In.C
                               ? static_cast<uint8_t>(weightAt(Filter, Output, Input) - P.Stored.Offset)
                               : 0);
  return Packed;
}

/// The bias less what the input's zero point adds, modulo 2^32.
int32_t foldedBias(const Pointwise &P, const Tensor &Filter, const OutputStage &Stage, DType Type, int Output) {
  const int InZero = Stage.InZero + (Type == DType::Int8 ? 128 : 0);
  auto Bias = static_cast<uint32_t>(Stage.Bias[Output]) + static_cast<uint32_t>(stageOffset(P.Chosen, Output));
  for (int Input = 0; Input < P.S.In.C; ++Input)
    Bias -= static_cast<uint32_t>(InZero * (weightAt(Filter, Output, Input) - Stage.FilterZero));
  return static_cast<int32_t>(Bias);
}

/// [quad]{bias[4], [4]{as hl_stage_load reads}}, each a vector of one channel's word.
std::vector<int32_t> packStages(const Pointwise &P, const Tensor &Filter, const OutputStage &Stage, DType Type) {
  std::vector<int32_t> Packed;
  const auto Splat = [&](int32_t Word) { Packed.insert(Packed.end(), kVector / 4, Word); };
  for (int Quad = 0; Quad < P.Quads; ++Quad) {
    for (int Output = kQuad * Quad; Output < kQuad * (Quad + 1); ++Output)
      Splat(Output < P.S.Out.C ? foldedBias(P, Filter, Stage, Type, Output) : 0);
    for (int Output = kQuad * Quad; Output < kQuad * (Quad + 1); ++Output)
      for (int32_t Word : stageVectors(P.Chosen, Output, 1))
        Splat(Word);
  }
  return Packed;
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

/// A factor for each of a word's first bytes.
uint32_t factorOf(int Factor, int Bytes) {
  uint32_t Word = 0;
  for (int B = 0; B < Bytes; ++B)
    Word |= static_cast<uint32_t>(static_cast<uint8_t>(Factor)) << (8 * B);
  return Word;
}

Fields fieldsOf(const Pointwise &P, const OutputStage &Stage, DType Type) {
  const int Factor = P.Stored.SumsFactor;
  const Fields Own = {{"type", hlType(Type)},
                      param("units", P.Units),
                      param("block_bytes", int64_t(P.RowUnits) * kVector),
                      param("in_blocks", P.InBlocks),
                      param("out_blocks", P.OutBlocks),
                      param("words", P.Words),
                      param("quads", P.Quads),
                      {"unsigned_weights", cBool(P.Stored.Unsigned)},
                      param("sums", static_cast<int32_t>(factorOf(Factor, kQuad))),
                      param("sums_last",
                            static_cast<int32_t>(factorOf(Factor, P.S.In.C - kQuad * (P.Words - 1)))),
                      param("min", Stage.Bounds.Min),
                      param("max", Stage.Bounds.Max)};
  return Own + stageFields(P.Chosen.Kind, "stage.");
}

Cost costOf(const Pointwise &P) {
  using namespace product_cost;
  const StageKind &K = P.Chosen.Kind;
  const Cost Quad = kQuad * P.Words * PixelsWord + 2 * stagePackets(K) * PixelsStage +
                    (K.TwoSided ? 2.0 : 0.0) * PixelsSided + PixelsQuad;
  const Cost Turn = 2 * (P.InBlocks + P.OutBlocks) * PixelsBlock + P.Quads * Quad;
  return VectorLayer + ceilDiv(P.Units, kUnits) * Turn;
}

} // namespace

void planPointwise(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problemOf(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Pointwise P = pointwiseOf(G, O, Plans.wantedStage(O));
  if (!Plans.stage(O, P.Chosen))
    return;
  if (const std::string Problem = stageProblem(P); !Problem.empty())
    return Plans.reject(Problem);
  Schedule S;
  S.Instruction = P.Stored.Unsigned ? "vrmpy.ub.ub" : "vrmpy.ub.b";
  S.Vector = VectorOperand::Activations;
  S.Tile = {4 * kUnits, kQuad};
  for (Layout L : blockedLayouts())
    Plans.add({L, Layout::RowMajor, Layout::RowMajor}, {L}, costOf(P), S);
}

void emitPointwise(const Graph &G, const Op &O, LayerWriter &W) {
  const Pointwise P = pointwiseOf(G, O, O.Schedule.Stage);
  checkObeyed(O, P.Chosen);
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
  W.structure("hl_pointwise", "p", fieldsOf(P, Stage, Type));
  W.line("const hl_pointwise_memory m = {");
  const auto Member = [&](const char *Name, const std::string &Value) {
    W.line(strf("    .%s = %s,", Name, Value.c_str()));
  };
  Member("weights", W.blob(packWeights(P, Filter), "uint64_t", "filter, packed"));
  Member("stages", W.blobOf(packStages(P, Filter, Stage, Type), "HVX_Vector", "constants of the output stage"));
  Member("ins", Units(P.InBlocks));
  Member("outs", Units(P.OutBlocks));
  Member("planes", Scratch(P.InBlocks));
  Member("results", Scratch(P.OutBlocks));
  W.line("};");
  W.line(strf("hl_conv2d_pointwise(&p, &m, (const uint8_t *)%s, (uint8_t *)%s);", W.input(0).c_str(),
              W.output(0).c_str()));
}

} // namespace hexloom
