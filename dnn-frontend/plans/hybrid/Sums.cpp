// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PRODUCT_SUMS on HVX (hexloom/hvx/hybrid.h).
#include "ir/ProductShape.h"
#include "plans/hybrid/Hybrid.h"
#include "support/Checked.h"
#include "support/Rounding.h"

#include <algorithm>

namespace hexloom {

using namespace hybrid_cost;

namespace {

constexpr int kBlock = 32, kBlocks = 4, kPixels = 4, kVector = 128;

/// Where windows lie in the input. Rows of a matrix are pixels of one image.
struct Places {
  ProductShape S;
  int64_t InBytes, RowBytes, PixelBytes;

  Places(const Graph &G, const Op &O) : S(productShape(G, O)) {
    const auto joins = [](Nhwc &D) {
      D.W = D.N;
      D.N = 1;
    };
    if (S.In.H * S.In.W == 1 && S.Out.H * S.Out.W == 1) {
      joins(S.In);
      joins(S.Out);
    }
    InBytes = int64_t(S.In.H) * S.In.W * S.In.C;
    RowBytes = int64_t(S.StrideH) * S.In.W * S.In.C;
    PixelBytes = int64_t(S.StrideW) * S.In.C;
  }
  int taps() const { return S.KernelH * S.KernelW; }
  int64_t tap(int I) const {
    return (int64_t(I / S.KernelW) * S.DilationH * S.In.W + int64_t(I % S.KernelW) * S.DilationW) * S.In.C;
  }
  std::vector<std::pair<std::string, std::string>> fields() const {
    return {field("batches", S.In.N),        field("in_bytes", InBytes),      field("row_bytes", RowBytes),
            field("pixel_bytes", PixelBytes), field("out_height", S.Out.H), field("out_width", S.Out.W)};
  }
};

std::string problem(const Graph &G, const Op &O) {
  if (!G.in(O, 1).isConst())
    return "the weights are no constant";
  if (G.out(O, 0).elements() == 0 || G.in(O, 1).elements() == 0)
    return "an operand is empty";
  for (int64_t Pad : O.ints(Attr::Pads))
    if (Pad != 0)
      return "the image has no padding of its own";
  return "";
}

/// Runs of bytes in a window: rows, where its pixels lie side by side.
struct Runs : Places {
  int Count, Bytes;
  Runs(const Graph &G, const Op &O) : Places(G, O) {
    const bool Joins = S.Groups == 1 && S.DilationW == 1;
    Count = Joins ? S.KernelH : taps();
    Bytes = checkedInt(Joins ? int64_t(S.KernelW) * S.In.C : S.In.C / S.Groups);
  }
  int words() const { return ceilDiv(Bytes, 4); }
  int depth() const { return S.Out.C / S.Groups; }
  bool isAligned() const { return S.In.C % 4 == 0 && Bytes % 4 == 0; }
  /// The run's byte with which a word begins.
  int begin(int Word) const { return Bytes > 4 ? std::min(4 * Word, Bytes - 4) : 0; }
};

Bytes packedRuns(const Runs &R, const Tensor &Filter) {
  const auto *Weights = Filter.dataAs<int8_t>();
  const int Depth = R.depth();
  Bytes Result;
  for (int Group = 0; Group < R.S.Groups; ++Group)
    for (int Four = 0; Four < Depth; Four += kBlocks * kBlock)
      for (int Run = 0; Run < R.Count; ++Run)
        for (int Word = 0; Word < R.words(); ++Word)
          for (int C = Four; C < std::min(Four + kBlocks * kBlock, ceilDiv(Depth, kBlock) * kBlock); ++C)
            for (int Byte = 0; Byte < 4; ++Byte) {
              const int K = R.begin(Word) + Byte;
              const bool IsNew = C < Depth && K >= 4 * Word && K < R.Bytes;
              const int64_t At = (int64_t(Group) * Depth + C) * R.Count * R.Bytes + int64_t(Run) * R.Bytes + K;
              Result.push_back(IsNew ? static_cast<uint8_t>(Weights[At]) : 0);
            }
  return Result;
}

} // namespace

void planProductSumsVrmpy(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Runs R(G, O);
  const int Pixels = std::min(R.S.Out.W, kPixels), Depth = R.depth(), Blocks = ceilDiv(Depth, kBlock);
  const double Rows = double(R.S.Out.N) * R.S.Out.H, Tiles = Rows * ceilDiv(R.S.Out.W, Pixels) * R.S.Groups, Fours = ceilDiv(Blocks, kBlocks),
               Words = double(R.Count) * R.words() * Pixels;
  const bool IsWhole = Depth % kBlock == 0 && R.S.Out.C % kBlock == 0;
  const Cost Each = Fours * (SumsTile + R.Count * SumsRun) + Words * (Blocks * SumsProduct + Fours * (R.isAligned() ? SumsWord : SumsTurnedWord)) +
                    double(Pixels) * Blocks * (IsWhole ? SumsStore : SumsPartStore);
  Plans.add(O, Layout::RowMajor, Layer + Tiles * Each);
}

void emitProductSumsVrmpy(const Graph &G, const Op &O, LayerWriter &W) {
  const Runs R(G, O);
  std::vector<int32_t> Offsets;
  for (int Run = 0; Run < R.Count; ++Run)
    Offsets.push_back(checkedInt(R.tap(Run * R.taps() / R.Count)));
  W.body("hybrid.h");
  W.structure("hl_product_sums", "p",
              Fields(R.fields()) + Fields{field("out_depth", R.S.Out.C), field("groups", R.S.Groups), field("group_bytes", R.S.In.C / R.S.Groups),
                                          field("runs", R.Count), field("run_bytes", R.Bytes), field("words", R.words()),
                                          field("aligned", R.isAligned())});
  W.line(strf("hl_product_sums_hvx(&p, %s, %s,", W.input(0).c_str(), W.blobOf(Offsets, "int32_t", "runs of a window").c_str()));
  W.line(strf("    %s, %s);", W.blob(packedRuns(R, G.in(O, 1)), "HVX_Vector", "filter, packed").c_str(), W.output(0).c_str()));
}

void planChannelSums(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = problem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const Places P(G, O);
  if (P.S.Groups != P.S.In.C || P.S.Out.C != P.S.In.C)
    return Plans.reject("a channel of the output is not of one of the input");
  const double Windows = double(P.S.Out.N) * P.S.Out.H * P.S.Out.W;
  const Cost Tap = P.S.In.C % kVector ? ChannelsTurnedTap : ChannelsTap;
  Plans.add(O, Layout::RowMajor, Layer + Windows * ceilDiv(P.S.In.C, kVector) * (ChannelsTile + Tap * P.taps()));
}

void emitChannelSums(const Graph &G, const Op &O, LayerWriter &W) {
  const Places P(G, O);
  const int Taps = P.taps() + P.taps() % 2, Depth = P.S.In.C;
  const auto *Weights = G.in(O, 1).dataAs<int8_t>();
  std::vector<int32_t> Offsets;
  Bytes Packed;
  for (int Tap = 0; Tap < Taps; ++Tap)
    Offsets.push_back(Tap < P.taps() ? checkedInt(P.tap(Tap)) : 0);
  for (int First = 0; First < Depth; First += kVector)
    for (int Tap = 0; Tap < Taps; ++Tap)
      for (int C = First; C < First + kVector; ++C)
        Packed.push_back(C < Depth && Tap < P.taps() ? static_cast<uint8_t>(Weights[int64_t(C) * P.taps() + Tap]) : 0);
  W.body("hybrid.h");
  W.structure("hl_channel_sums", "p", Fields(P.fields()) + Fields{field("depth", Depth), field("taps", Taps)});
  W.line(strf("hl_channel_sums_hvx(&p, %s, %s,", W.input(0).c_str(), W.blobOf(Offsets, "int32_t", "taps of a window").c_str()));
  W.line(strf("    %s, %s);", W.blob(Packed, "HVX_Vector", "weights, packed").c_str(), W.output(0).c_str()));
}

} // namespace hexloom
