// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/products/HalfProduct.h"
#include "plans/products/Convolution.h"
#include "plans/windows/Depthwise.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>

#include <algorithm>
#include <array>

namespace hexloom {

namespace {

constexpr int kMostTaps = 256;        ///< of which the products of an output are one straight piece of code
constexpr int kMostWeights = 1 << 16; ///< which are put into runs one by one; as many outputs are better served by blocks of them
constexpr size_t kMostSliding = 12; ///< that stay in registers, beside sums and constants
constexpr Range kBytes = {0, 255};

bool isDepthwise(const Op &O) { return O.Kind == OpKind::DepthwiseConv2D; }

/// Weights less their zero point: [output], [plane][row][column] of its group.
class Weights {
public:
  Weights(const Graph &G, const Op &O, const ProductShape &S)
      : Filter(G.in(O, 1)), Zero(isDepthwise(O) ? Filter.Quant.zeroPoint() : outputStage(G, O).FilterZero), S(S),
        IsDepthwise(isDepthwise(O)) {}
  int at(int Output, const HalfTap &T) const {
    const int64_t Window = int64_t(T.Y) * S.KernelW + T.X;
    const int64_t Planes = S.In.C / S.Groups;
    const int64_t Place =
        IsDepthwise ? Window * S.Out.C + Output : (int64_t(Output) * S.KernelH * S.KernelW + Window) * Planes + T.Plane;
    return (Filter.Type == DType::UInt8 ? int(Filter.dataAs<uint8_t>()[Place]) : int(Filter.dataAs<int8_t>()[Place])) - Zero;
  }

private:
  const Tensor &Filter;
  const int Zero;
  const ProductShape &S;
  const bool IsDepthwise;
};

/// A vector and what each output multiplies it by.
struct Factor {
  HalfTap Tap;
  std::vector<int> Weights; ///< of outputs
  bool isNothing() const {
    return std::all_of(Weights.begin(), Weights.end(), [](int W) { return W == 0; });
  }
};

/// The instructions, put together from what is to be multiplied.
class Steps {
public:
  explicit Steps(HalfProduct &P) : P(P) { P.Weights.resize(static_cast<size_t>(P.S.Out.C)); }

  void one(const Factor &A) { add({HalfBy::One, tap(A.Tap), -1}, A.Weights, std::vector<int>(A.Weights.size(), 0)); }
  void two(const Factor &A, const Factor &B) { add({HalfBy::Two, tap(A.Tap), tap(B.Tap)}, A.Weights, B.Weights); }
  /// Adds an instruction for three columns of a row. The first two have these weights, the third one has 1.
  void three(const Factor &A, const Factor &B) {
    add({HalfBy::Three, tap(A.Tap), tap({A.Tap.Plane, A.Tap.Y, A.Tap.X + 2})}, A.Weights, B.Weights);
  }

private:
  HalfProduct &P;

  int tap(const HalfTap &T) {
    const auto Found = std::find(P.Taps.begin(), P.Taps.end(), T);
    if (Found != P.Taps.end())
      return static_cast<int>(Found - P.Taps.begin());
    P.Taps.push_back(T);
    return static_cast<int>(P.Taps.size()) - 1;
  }
  void add(const HalfStep &Step, const std::vector<int> &First, const std::vector<int> &Second) {
    P.Steps.push_back(Step);
    for (size_t Output = 0; Output < First.size(); ++Output)
      P.Weights[Output].push_back({First[Output], Second[Output]});
  }
};

/// The part of its weights that a byte holds; what is left stays.
Factor takeBytes(Factor &All) {
  Factor Part = All;
  for (size_t I = 0; I < All.Weights.size(); ++I) {
    Part.Weights[I] = WeightSets::part(All.Weights[I], 0);
    All.Weights[I] -= Part.Weights[I];
  }
  return Part;
}

Factor factorOf(const HalfTap &T, const Weights &W, int Outputs) {
  Factor F{T, {}};
  for (int Output = 0; Output < Outputs; ++Output)
    F.Weights.push_back(W.at(Output, T));
  return F;
}

/// Three columns of a row at a time; what their bytes do not hold goes to the others.
void addThrees(std::vector<Factor> &Row, Steps &To, std::vector<Factor> &Others) {
  for (size_t X = 0; X + 2 < Row.size(); X += 3) {
    const Factor First = takeBytes(Row[X]), Second = takeBytes(Row[X + 1]);
    To.three(First, Second);
    for (int &Weight : Row[X + 2].Weights)
      --Weight;
  }
  Others.insert(Others.end(), Row.begin(), Row.end());
}

/// The factors split into such as have bytes for weights, as many of each as its weights need.
std::vector<Factor> inBytes(const std::vector<Factor> &All) {
  std::vector<Factor> Found;
  for (Factor Each : All)
    while (!Each.isNothing())
      Found.push_back(takeBytes(Each));
  return Found;
}

void addSteps(HalfProduct &P, const Weights &W, HalfBy By) {
  Steps To(P);
  std::vector<Factor> All;
  for (int Plane = 0; Plane < P.inputs(); ++Plane)
    for (int Y = 0; Y < P.S.KernelH; ++Y) {
      std::vector<Factor> Row;
      for (int X = 0; X < P.S.KernelW; ++X)
        Row.push_back(factorOf({Plane, Y, X}, W, P.S.Out.C));
      if (By == HalfBy::Three)
        addThrees(Row, To, All);
      else
        All.insert(All.end(), Row.begin(), Row.end());
    }
  All = inBytes(All);
  const size_t AtOnce = By == HalfBy::One ? 1 : 2;
  for (size_t I = 0; I < All.size(); I += AtOnce)
    if (AtOnce == 2 && I + 1 < All.size())
      To.two(All[I], All[I + 1]);
    else
      To.one(All[I]);
}

/// What an instruction adds to an output's sum at least and at most.
SumRange sumOf(const HalfStep &Step, const HalfWeights &W) {
  SumRange R;
  for (int Weight : W)
    R.add(Weight, kBytes);
  if (Step.By == HalfBy::Three)
    R.add(1, kBytes);
  return R;
}

std::vector<std::vector<SumRange>> sumsOf(const HalfProduct &P) {
  std::vector<std::vector<SumRange>> All(P.Steps.size());
  for (size_t Step = 0; Step < P.Steps.size(); ++Step)
    for (const std::vector<HalfWeights> &Output : P.Weights)
      All[Step].push_back(sumOf(P.Steps[Step], Output[Step]));
  return All;
}

/// Constants by output: the bias, less the zero point by the weights' sum, with what the stage adds.
std::vector<int64_t> constantsOf(const Graph &G, const Op &O, const HalfProduct &P, const Weights &W) {
  std::vector<int64_t> Constants = biasOf(G, O, P.S.Out.C);
  for (int Output = 0; Output < P.S.Out.C; ++Output) {
    Constants[Output] += stageOffset(P.Chosen, Output);
    for (int Plane = 0; Plane < P.inputs(); ++Plane)
      for (int Y = 0; Y < P.S.KernelH; ++Y)
        for (int X = 0; X < P.S.KernelW; ++X)
          Constants[Output] -= int64_t(P.InZero) * W.at(Output, {Plane, Y, X});
  }
  return Constants;
}

/// Stages that saturate sums to 16 bits first take halfwords (hl_stage_half); those of words have one constant for all sums.
bool takesHalves(const StageKind &K) {
  return !K.isReference() && traitsOf(K.Kind).Narrow && (K.Kind == Form::Narrow15 || !K.TwoSided);
}

/// What the sums of each output's two runs begin with so that they never become words (halfBegins). Empty: there are no such numbers, or
/// more runs.
std::vector<std::pair<int32_t, int32_t>> beginsOf(const HalfProduct &P) {
  if (!takesHalves(P.Chosen.Kind) || P.Runs.size() > 2)
    return {};
  std::vector<std::pair<int32_t, int32_t>> Begins;
  for (size_t Output = 0; Output < P.Constants.size(); ++Output) {
    const auto Sum = [&](size_t Run) { return Run < P.Runs.size() ? P.Runs[Run].Sums[Output] : SumRange(); };
    const auto Each = halfBegins(Sum(0), Sum(1), P.Constants[Output]);
    if (!Each)
      return {};
    Begins.push_back(*Each);
  }
  return Begins;
}

/// Plane by plane, row by row: as they lie.
void sortTaps(HalfProduct &P) {
  const std::vector<HalfTap> Old = P.Taps;
  const auto Key = [](const HalfTap &T) { return std::array<int, 3>{T.Plane, T.Y, T.X}; };
  std::sort(P.Taps.begin(), P.Taps.end(), [&](const HalfTap &A, const HalfTap &B) { return Key(A) < Key(B); });
  const auto Renumber = [&](int &Number) {
    if (Number >= 0)
      Number = static_cast<int>(std::find(P.Taps.begin(), P.Taps.end(), Old[static_cast<size_t>(Number)]) - P.Taps.begin());
  };
  for (HalfStep &Step : P.Steps) {
    Renumber(Step.First);
    Renumber(Step.Second);
  }
}

} // namespace

computes::Pattern patternOf(HalfBy By) {
  switch (By) {
  case HalfBy::One:
    return computes::HalfProducts;
  case HalfBy::Two:
    return computes::HalfProductsOfTwo;
  case HalfBy::Three:
    return computes::HalfProductsOfThree;
  }
  throw InternalError("no such instruction");
}

bool HalfProduct::isCentred(size_t Run) const {
  return std::any_of(Runs[Run].Begins.begin(), Runs[Run].Begins.end(), [](int32_t Begin) { return Begin != 0; });
}

ProductShape halfShape(const Graph &G, const Op &O) {
  if (!isDepthwise(O))
    return productShape(G, O);
  const WindowShape W = windowOf(G, O);
  ProductShape S;
  S.In = W.In, S.Out = W.Out;
  S.KernelH = W.KernelH, S.KernelW = W.KernelW;
  S.StrideH = W.StrideH, S.StrideW = W.StrideW;
  S.DilationH = W.DilationH, S.DilationW = W.DilationW;
  S.PadTop = W.PadTop, S.PadLeft = W.PadLeft;
  S.Groups = W.In.C;
  return S;
}

std::vector<PixelWalk> halfWalks(const ProductShape &S) {
  constexpr int kPixels = 128;
  return pixelWalks(S, kPixels);
}

std::vector<WordsIn> halfPlaces(const HalfProduct &P) {
  if (P.Taps.size() > size_t(hexagon::kKeptRegisters))
    return {WordsIn::Memory};
  if (P.outputs() == 1 || P.Taps.empty()) // there is nothing to keep for another output, or nothing at all
    return {WordsIn::Registers};
  return {WordsIn::Registers, WordsIn::Memory};
}

bool isInMemory(const HalfProduct &P, const Schedule &How) {
  return (How.Words == WordsIn::Unset ? halfPlaces(P).front() : How.Words) == WordsIn::Memory;
}

static int downOf(const ProductShape &S, int Y) { return Y * S.DilationH - S.PadTop; }
static int rightOf(const ProductShape &S, int X) { return X * S.DilationW - S.PadLeft; }

bool leavesRows(const ProductShape &S, int Y) { return downOf(S, Y) < 0 || S.Out.H - 1 + downOf(S, Y) >= S.In.H; }
bool leavesColumns(const ProductShape &S, int X) { return rightOf(S, X) < 0 || S.Out.W - 1 + rightOf(S, X) >= S.In.W; }
bool hasBorderColumns(const ProductShape &S) { return leavesColumns(S, 0) || leavesColumns(S, S.KernelW - 1); }

RowOf rowOf(const ProductShape &S, int64_t Plane, int64_t Row) {
  if (Row < 0 || Row >= S.In.H)
    return RowOf::Outside;
  const int64_t First = Row * S.In.W + rightOf(S, 0), Last = Row * S.In.W + S.Out.W + rightOf(S, S.KernelW - 1);
  return First < 0 || Last + HL_LOAD_SLACK > Plane ? RowOf::Careful : RowOf::Inside;
}

std::vector<AlikeRows> alikeRows(const ProductShape &S, int64_t Plane) {
  std::vector<AlikeRows> All;
  for (int Y = 0; Y < S.Out.H; ++Y) {
    const RowOf Kind = rowOf(S, Plane, int64_t(Y) + downOf(S, S.KernelH - 1));
    if (All.empty() || All.back().Kind != Kind)
      All.push_back({Y, 0, Kind});
    ++All.back().Count;
  }
  return All;
}

bool slides(const HalfProduct &P, PixelWalk Walk) {
  const ProductShape &S = P.S;
  const auto IsMadeBelow = [&](const HalfTap &T) {
    return T.Y == S.KernelH - 1 || std::count(P.Taps.begin(), P.Taps.end(), HalfTap{T.Plane, T.Y + 1, T.X});
  };
  return Walk == PixelWalk::Rows && P.outputs() == 1 && P.inputs() == 1 && S.KernelH > 1 && S.DilationH == 1 &&
         P.Taps.size() <= kMostSliding && std::all_of(P.Taps.begin(), P.Taps.end(), IsMadeBelow);
}

std::vector<int> slidingUnrolls(const HalfProduct &P) {
  constexpr int kMostRows = 8;
  const int Rows = P.S.KernelH;
  return 2 * Rows <= kMostRows ? std::vector<int>{2 * Rows, Rows} : std::vector<int>{Rows};
}

std::vector<int> groupUnrolls(const HalfProduct &P) {
  constexpr int kTogether = 3;
  if (P.S.Groups == 1 || P.outputs() > 1)
    return {};
  return P.S.Groups <= kTogether ? std::vector<int>{kTogether, 1} : std::vector<int>{1, kTogether};
}

/// Why the operator's kind, types or sizes are not served; empty: they are.
static std::string operatorProblem(const Graph &G, const Op &O) {
  if (!isDepthwise(O))
    return vectorProductProblem(G, O, Sums::OfBytes);
  if (const std::string Problem = depthwiseBytesProblem(G, O); !Problem.empty())
    return Problem;
  return G.in(O, 0).elements() == 0 || G.out(O, 0).elements() == 0 || G.in(O, 1).elements() == 0 ? "a tensor is empty" : "";
}

std::string halfProblem(const Graph &G, const Op &O, Target T) {
  if (const std::string Problem = operatorProblem(G, O); !Problem.empty())
    return Problem;
  const ProductShape S = halfShape(G, O);
  if (const int64_t Taps = int64_t(S.KernelH) * S.KernelW * (S.In.C / S.Groups); Taps > kMostTaps)
    return strf("a sum has %lld products, more than %d are no straight code", static_cast<long long>(Taps), kMostTaps);
  if (G.in(O, 1).elements() > kMostWeights)
    return strf("the filter has more than %d weights", kMostWeights);
  const Machine M(T);
  for (const computes::Pattern Each :
       {computes::HalfProducts, computes::HalvesToWords, computes::HalfSum, computes::Pair, computes::Flip, computes::Splat})
    if (!M.has(Each))
      return std::string("the target has no instruction for ") + text(Each);
  return "";
}

Stage halfStage(const Graph &G, const Op &O, const StageSearch &Search) {
  return isDepthwise(O) ? depthwiseStage(G, O, Search) : chosenStage(G, O, Search);
}

HalfProduct halfProductOf(const Graph &G, const Op &O, HalfBy By, const Stage &Chosen) {
  HalfProduct P{};
  P.S = halfShape(G, O);
  P.Type = G.in(O, 0).Type;
  P.InZero = G.in(O, 0).Quant.zeroPoint() + (P.flips() ? 128 : 0);
  P.Bounds = activationRange(G.out(O, 0), O.s(Attr::Activation));
  P.Chosen = Chosen;
  const Weights W(G, O, P.S);
  addSteps(P, W, By);
  sortTaps(P);
  P.Runs = halfRuns(sumsOf(P));
  P.Constants = constantsOf(G, O, P, W);
  P.Begins = beginsOf(P);
  return P;
}

int HalfProduct::constantVectors() const {
  int Begins = staysHalf() ? 2 : 1;
  for (size_t Run = 0; Run < Runs.size() && !staysHalf(); ++Run)
    Begins += isCentred(Run);
  return Begins + stageVectorsOf(Chosen.Kind);
}

int64_t HalfProduct::packedBytes() const {
  constexpr int64_t kVector = hexagon::kVectorBytes, kWord = 4;
  return S.Out.C * (kVector * constantVectors() + kWord * static_cast<int64_t>(Steps.size()));
}

int64_t halfPackets(const HalfProduct &P) {
  const auto Widened = P.staysHalf() ? 0 : roundUp(P.Runs.size(), 2u);
  return int64_t(P.S.Out.C) * static_cast<int64_t>(P.Steps.size() + Widened);
}

int64_t wordPackets(const ProductShape &S) {
  constexpr int kWord = 4, kQuarters = 4, kAtOnce = 2; // vectors of 32 pixels, two products in a packet
  const auto Up = [](int N) { return int64_t(ceilDiv(N, kWord)); };
  return S.Groups * Up(S.In.C / S.Groups) * S.KernelH * S.KernelW * Up(S.Out.C / S.Groups) * kWord * kQuarters / kAtOnce;
}

} // namespace hexloom
