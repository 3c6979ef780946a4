// DEPTHWISE_CONV_2D by vrmpy or vdmpy on row-major tensors (hexloom/hvx/depthwise_rows.h): tiling,
// packing of constants, cost.
#include "plans/windows/Depthwise.h"

#include <hexloom/hvx/slack.h>
#include <hexloom/hvx/turns.h>
#include <hexloom/portable/requantize.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>

namespace hexloom {

namespace {

constexpr int kLanes = 32, kChunk = 128;
constexpr int kSlack = HL_LOAD_SLACK;
constexpr int kMostPhases = 512;

/// The operator cut as the kernel wants it, and the constants of its channels.
class Rows {
public:
  Rows(const Graph &G, const Op &O, const std::string &WantedStage);
  std::string problem() const;
  Cost cost() const;
  const Stage &stage() const { return Output; }
  /// Schedules of all numbers of rows at a time, the usual one first; taking one.
  std::vector<Schedule> schedules() const;
  void take(const Schedule &How);
  Fields fields() const;
  Bytes constants() const;
  void emit(LayerWriter &W) const;

private:
  const WindowShape S;
  const DType Type;
  const DepthwiseWeights Weights;
  DepthwiseScaling Scaling;
  std::vector<int32_t> Folded; ///< bias of bytes
  const Stage Output;
  const bool Is16;
  const int WordRows, Groups, Phases;
  const std::vector<int> AllRows;
  int AtATime; ///< one of them
  int PlanePixels;
  int FurtherSets = 0; ///< of weights
  bool Uniform = true, RightOnly = true, Wide = false, Near = true;
  std::string Problem;

  int64_t planeWords() const {
    return (int64_t(PlanePixels) * S.Out.C + kChunk + kSlack / 4 + kChunk - 1) / kChunk * kChunk;
  }
  int64_t rowBytes() const { return int64_t(S.In.W) * S.In.C * bytesOf(Type); }
  int64_t paddingBytes() const {
    return (rowBytes() + kChunk - 1) / kChunk * kChunk + kChunk + kSlack;
  }
  void classify();
  int stageMultiplies() const;
  int headerVectors() const;
  Cost stageCost() const;
  Cost chunksCost(double Pieces, int Made, bool InLoop) const;
  Cost rowsCost(double Count, int Made) const;
  int64_t carefulGroups() const;
  Cost wordsCost(double Fast, double Careful) const;
  Cost fillCost(double RowGroups) const;
  void packWeights(int Phase, int Set, Bytes &To) const;
  void packHeader(int Phase, Bytes &To) const;
};

Rows::Rows(const Graph &G, const Op &O, const std::string &WantedStage)
    : S(windowOf(G, O)), Type(G.in(O, 0).Type), Weights(G, O), Scaling(depthwiseScaling(G, O)),
      Folded(foldedBias(G, O)), Output(depthwiseStage(G, O, WantedStage)), Is16(Type == DType::Int16), WordRows(Is16 ? 2 : 4),
      Groups(ceilDiv(S.KernelH, WordRows)), Phases(std::lcm(S.Out.C, kLanes) / kLanes), AllRows(rowsAtATime(S, WordRows)),
      AtATime(AllRows.front()) {
  const int Read = (S.Out.W - 1) * S.StrideW + (S.KernelW - 1) * S.DilationW + 1;
  PlanePixels = ceilDiv(std::max(Read, S.PadLeft + S.In.W), S.StrideW);
  classify();
}

/// Which forms of the kernel serve all channels.
void Rows::classify() {
  for (int C = 0; C < S.Out.C; ++C) {
    int64_t Largest = 0;
    for (int Ky = 0; Ky < S.KernelH; ++Ky)
      for (int Kx = 0; Kx < S.KernelW; ++Kx) {
        const int Weight = Weights.at(Ky, Kx, C);
        FurtherSets = std::max(FurtherSets, WeightSets::further(Weight));
        Largest += 32768 * int64_t(std::abs(Weight));
      }
    if (Scaling.Multipliers[C] == 0) // 0 whatever the shift
      Scaling.Shifts[C] = -1;
    Uniform &=
        Scaling.Shifts[C] == Scaling.Shifts[0] && Scaling.Multipliers[C] == Scaling.Multipliers[0];
    RightOnly &= Scaling.Shifts[C] < 0;
    if (!Is16)
      continue;
    constexpr int64_t kMostBias = int64_t(1) << 46;
    const int64_t Bias = Scaling.Bias[C];
    Near &= 15 - Scaling.Shifts[C] < 32;
    if (Largest > INT32_MAX)
      Problem = strf("the sums of output channel %d may leave 32 bits", C);
    else if (Bias > kMostBias || Bias < -kMostBias)
      Problem = strf("the bias of output channel %d leaves 46 bits", C);
    else
      Wide |= Scaling.Shifts[C] >= 0 || Largest + std::abs(Bias) > INT32_MAX;
  }
}

std::string Rows::problem() const {
  if (Phases > kMostPhases)
    return strf("a depth of %d has too many phases", S.Out.C);
  return Problem;
}

std::vector<Schedule> Rows::schedules() const {
  std::vector<Schedule> All(AllRows.size());
  for (size_t I = 0; I < All.size(); ++I)
    All[I].Tile = rowsTile(AllRows, AllRows[I], {kChunk});
  return All;
}

void Rows::take(const Schedule &How) {
  const std::vector<Schedule> All = schedules();
  const auto Found = std::find_if(All.begin(), All.end(), [&](const Schedule &Each) { return Each.Tile == How.Tile; });
  HEXLOOM_CHECK(Found != All.end(), "a depthwise convolution's schedule with a strange tile");
  AtATime = AllRows[static_cast<size_t>(Found - All.begin())];
}

/// A word for each lane of a phase.
template <typename F> void packLanes(int Phase, int Channels, Bytes &To, F Value) {
  for (int Lane = 0; Lane < kLanes; ++Lane) {
    const auto Word = static_cast<uint32_t>(Value((Phase * kLanes + Lane) % Channels));
    for (int Shift = 0; Shift < 32; Shift += 8)
      To.push_back(static_cast<uint8_t>(Word >> Shift));
  }
}

/// [rows][groups][kernel width][32 lanes], a word for each lane.
void Rows::packWeights(int Phase, int Set, Bytes &To) const {
  const int Bits = 32 / WordRows;
  for (int R = 0; R < AtATime; ++R)
    for (int Group = 0; Group < Groups; ++Group)
      for (int Kx = 0; Kx < S.KernelW; ++Kx)
        packLanes(Phase, S.Out.C, To, [&](int C) {
          uint32_t Word = 0;
          for (int I = 0; I < WordRows; ++I) {
            const int Ky = WordRows * Group + I - R * S.StrideH;
            const int Weight = Ky >= 0 && Ky < S.KernelH ? Weights.at(Ky, Kx, C) : 0;
            const int Part = WeightSets::part(Weight, Set);
            Word |= (static_cast<uint32_t>(Part) & (Is16 ? 0xffffu : 0xffu)) << (Bits * I);
          }
          return Word;
        });
}

/// The vectors before the weights: see hl_depthwise_phase_vectors.
void Rows::packHeader(int Phase, Bytes &To) const {
  const auto Pack = [&](auto Value) { packLanes(Phase, S.Out.C, To, Value); };
  const auto Shift = [&](int C) { return Scaling.Shifts[C]; };
  const auto Reduced = [&](int C) { return hl_reduced_multiplier(Scaling.Multipliers[C]); };
  if (Wide) {
    Pack([&](int C) { return Scaling.Bias[C] >> 16; });
    Pack([&](int C) { return Scaling.Bias[C] & 0xffff; });
    Pack(Reduced);
    Pack([&](int C) { return 15 - Shift(C); });
    Pack([](int) { return 0; });
  } else if (Is16) { // vmpye drops 16 bits; a shift of -1 doubles the multiplier instead
    const auto Less = [&](int C) { return std::max(-1 - Shift(C), 1); };
    Pack([&](int C) { return Scaling.Bias[C]; });
    Pack([&](int C) { return Shift(C) == -1 ? 2 * Reduced(C) : Reduced(C); });
    Pack([](int) { return 0; });
    Pack([&](int C) { return 1 << (Less(C) - 1); });
    Pack(Less);
  } else if (!Output.Kind.isReference()) {
    Pack([&](int C) {
      return static_cast<uint32_t>(Folded[C]) + static_cast<uint32_t>(stageOffset(Output, C));
    });
    for (int64_t StageLane::*Member : {&StageLane::Multiplier, &StageLane::Constant,
                                       &StageLane::Negative, &StageLane::Offset})
      Pack([&](int C) { return Output.Lanes[C].*Member; });
  } else {
    const auto Less = [&](int C) { return std::max(-Shift(C) - 1, 0); };
    Pack([&](int C) { return Folded[C]; });
    Pack([&](int C) { return Scaling.Multipliers[C]; });
    Pack([&](int C) { return std::max(Shift(C), 0); });
    Pack([&](int C) { return Shift(C) < 0 ? 1 << Less(C) : 0; });
    Pack(Less);
  }
}

Bytes Rows::constants() const {
  Bytes Packed;
  for (int Phase = 0; Phase < Phases; ++Phase) {
    packHeader(Phase, Packed);
    for (int Set = 0; Set <= FurtherSets; ++Set)
      packWeights(Phase, Set, Packed);
  }
  return Packed;
}

/// Loads of words for 128 elements: those of neighbouring columns that meet in a whole vector are one.
struct WordLoads {
  double Vectors = 0, Turned = 0; ///< turned: put together from two of them
};

static WordLoads wordLoads(const WindowShape &S, int Groups) {
  std::set<std::array<int, 3>> Vectors; // group, plane, vector
  WordLoads Loads;
  for (int Group = 0; Group < Groups; ++Group)
    for (int Kx = 0; Kx < S.KernelW; ++Kx)
      for (int I = 0; I < kChunk / kLanes; ++I) {
        const int Column = Kx * S.DilationW, At = Column / S.StrideW * S.Out.C + I * kLanes, Plane = Column % S.StrideW;
        Vectors.insert({Group, Plane, At / kLanes});
        if (At % kLanes == 0)
          continue;
        Vectors.insert({Group, Plane, At / kLanes + 1});
        ++Loads.Turned;
      }
  Loads.Vectors = static_cast<double>(Vectors.size());
  return Loads;
}

/// Packets that a row's output stage fills with multiplications.
int Rows::stageMultiplies() const {
  constexpr int kHalves = 4, kWide = 12, kReference = 8;
  return Is16 ? (Wide ? kWide : kHalves) : Output.Kind.isReference() ? kReference : stagePackets(Output.Kind);
}

/// Vectors of a phase's constants that are no weights, as far as they are read.
int Rows::headerVectors() const {
  constexpr int kAll = 5;
  return Is16 ? (Wide ? kAll : kAll - 1) : Output.Kind.isReference() ? kAll : 1 + stageVectorsOf(Output.Kind);
}

/// Of a row, but for the multiplications; nothing of a proven stage.
Cost Rows::stageCost() const {
  if (Is16)
    return Wide ? Cost(cost::DepthwiseRowsWide) : Cost();
  if (!Output.Kind.isReference())
    return {};
  return Uniform ? cost::DepthwiseRowsUniform : cost::DepthwiseRowsLanes;
}

/// `Pieces` times 128 elements of `Made` rows at a time. What is more decides: loads, what four slots of a packet hold, multiplications
/// with those of the output stage, or, of few of all, what a result waits for from its first load to its store.
Cost Rows::chunksCost(double Pieces, int Made, bool InLoop) const {
  constexpr int kRegisters = 32, kOthers = 6, kVectors = kChunk / kLanes, kSlots = 4;
  constexpr int kChain = 10;                   // packets, and as many for each row
  constexpr int kStageSlots = 3;               // that one of the stage's packets fills
  constexpr int kSpilling = 3;                 // rows whose sums and constants do not fit
  const int Operations = Is16 ? 1 : 2; // vdmpy adds to the sum, vrmpy has an addition beside it
  const double Read = wordsRead(S, Made, WordRows) * (1 + FurtherSets), Multiplies = kVectors * Read;
  // Where phases go round within 128 elements, all have the same constants: those that find a register stay there in a loop.
  const bool AreSame = kVectors % Phases == 0;
  const double Constants = (AreSame ? Phases : kVectors) * (Read + headerVectors());
  const double Kept = kRegisters - kOthers - kVectors * Made;
  const double Loaded = InLoop && AreSame ? std::min(Constants, 2 * std::max(0.0, Constants - Kept)) : Constants;
  const WordLoads Loads = wordLoads(S, Groups);
  const double AllLoads = Loads.Vectors + Loaded, Stages = double(Made) * stageMultiplies(), Chain = double(kChain) * (1 + Made);
  const double Products = std::max(Multiplies / 2 + Stages, (Operations * Multiplies + AllLoads + Loads.Turned + kStageSlots * Stages) / kSlots);
  const double Packets = std::max({AllLoads, Products, Chain});
  const Cost Each = Packets == AllLoads ? Cost(Is16 ? cost::DepthwiseRowsLoad16 : cost::DepthwiseRowsLoad)
                    : Packets == Chain  ? Cost(cost::DepthwiseRowsChain)
                                        : Cost(Is16 ? cost::DepthwiseRowsPacket16 : cost::DepthwiseRowsPacket);
  Cost All = Packets * Each + Loads.Turned * cost::DepthwiseRowsTurned + Made * stageCost();
  if (InLoop && !AreSame)
    All += cost::DepthwiseRowsRound;
  if (Made >= kSpilling)
    All += Read * cost::DepthwiseRowsMany;
  return Pieces * All;
}

/// Groups of `Made` output rows.
Cost Rows::rowsCost(double Count, int Made) const {
  const int64_t Elements = int64_t(S.Out.W) * S.Out.C, Whole = Elements / kChunk;
  Cost All = chunksCost(Count * double(Whole), Made, Whole > HL_DEPTHWISE_FEW);
  if (Elements % kChunk)
    All += chunksCost(Count, Made, false) + Count * Made * cost::DepthwiseRowsCut;
  return All;
}

/// Groups of input rows near the tensor's end, which are loaded with care (hl_rows_interleave).
int64_t Rows::carefulGroups() const {
  const int64_t Limit = roundUp(S.In.H * rowBytes(), kChunk);
  int64_t Careful = 0;
  for (int Y = 0; Y < S.Out.H; Y += AtATime)
    for (int Group = 0; Group < Groups; ++Group) {
      const int64_t First = int64_t(Y) * S.StrideH - S.PadTop + int64_t(WordRows * Group) * S.DilationH;
      const int64_t Last = std::min<int64_t>(First + int64_t(WordRows - 1) * S.DilationH, S.In.H - 1);
      Careful += Last >= 0 && (Last + 1) * rowBytes() + kChunk + kSlack > Limit;
    }
  return Careful;
}

/// The words of `Fast` and `Careful` groups of input rows.
Cost Rows::wordsCost(double Fast, double Careful) const {
  const int Multiplier = S.In.C ? S.Out.C / S.In.C : 1;
  const bool IsDirect = S.StrideW == 1 && Multiplier == 1;
  const bool AreTurned = rowBytes() % kChunk;
  const Cost Vector = AreTurned ? Cost(Is16 ? cost::DepthwiseRowsWordsTurned16 : cost::DepthwiseRowsWordsTurned)
                                : Cost(Is16 ? cost::DepthwiseRowsWords16 : cost::DepthwiseRowsWords);
  const double Vectors = std::ceil(double(rowBytes()) / kChunk), All = Fast + Careful;
  Cost Words = Fast * Vectors * Vector + Careful * Vectors * (Is16 ? cost::DepthwiseRowsCareful16 : cost::DepthwiseRowsCareful);
  if (!IsDirect && Multiplier == 1)
    Words += All * S.In.W * cost::DepthwiseRowsPixel;
  if (Multiplier > 1)
    Words += All * S.In.W * S.In.C * ceilDiv(Multiplier, kLanes) * cost::DepthwiseRowsRepeat;
  return Words;
}

/// Vectors of zero points: all words at first, those behind the image for each row.
Cost Rows::fillCost(double RowGroups) const {
  double Behind = 0;
  for (int Plane = 0; Plane < S.StrideW; ++Plane) {
    const int First = ceilDiv(std::max(S.PadLeft + S.In.W - Plane, 0), S.StrideW);
    Behind += ceilDiv((PlanePixels - First) * S.Out.C, kLanes);
  }
  return Groups * (double(S.StrideW * planeWords()) / kLanes * cost::DepthwiseRowsFill + RowGroups * Behind * cost::DepthwiseRowsBehind);
}

Cost Rows::cost() const {
  const double Images = S.Out.N, RowGroups = Images * ceilDiv(S.Out.H, AtATime);
  const auto Careful = static_cast<double>(carefulGroups()); // of the last image
  const int Rest = S.Out.H % AtATime;
  const Cost Results = rowsCost(Images * (S.Out.H / AtATime), AtATime) + (Rest ? rowsCost(Images, Rest) : Cost());
  return cost::VectorLayer + fillCost(RowGroups) + wordsCost(RowGroups * Groups - Careful, Careful) + Results;
}

Fields Rows::fields() const {
  const Fields Tiled = {
      field("rows", AtATime),
      field("groups", Groups),
      field("phases", Phases),
      field("plane_pixels", PlanePixels),
      field("plane_words", planeWords()),
      field("further_sets", FurtherSets),
      field("uniform", Uniform),
      field("multiplier", Scaling.Multipliers.at(0)),
      field("shift", Scaling.Shifts.at(0)),
      field("right_only", RightOnly),
      field("wide", Wide),
      field("near", Near)};
  return Tiled + stageFields(Output.Kind, "stage.");
}

void Rows::emit(LayerWriter &W) const {
  W.structure("hl_depthwise_rows_tiling", "t", fields());
  const int64_t Dense = (int64_t(S.In.W) * S.In.C + 2 * kChunk) * 4 + kSlack;
  const std::string Words = W.scratch(Groups * S.StrideW * planeWords() * 4 + kSlack);
  W.line("const hl_depthwise_rows_memory m = {");
  W.line(strf("    .words = (int32_t *)%s,", Words.c_str()));
  if (S.StrideW > 1 || S.Out.C != S.In.C)
    W.line(strf("    .dense = (int32_t *)%s,", W.scratch(Dense).c_str()));
  W.line(strf("    .padding = %s,", W.scratch(paddingBytes()).c_str()));
  W.line("};");
  const std::string Constants =
      W.blob(constants(), "uint8_t", "bias, scales and weights by phases");
  W.line(strf("hl_depthwise_on_rows(&p, &t, in0, %s, out0, &m);", Constants.c_str()));
}

void plan(const Graph &G, const Op &O, PlanList &Plans, bool Is16) {
  if (const std::string Problem = depthwiseTypeProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  if ((G.in(O, 0).Type == DType::Int16) != Is16)
    return Plans.reject(unservedType(G.in(O, 0)));
  if (!G.in(O, 1).isConst())
    return Plans.reject("the filter is not a constant");
  if (G.in(O, 0).elements() == 0 || G.out(O, 0).elements() == 0)
    return Plans.reject("a tensor is empty");
  Rows R(G, O, Plans.wantedStage(O));
  if (const std::string Problem = R.problem(); !Problem.empty())
    return Plans.reject(Problem);
  if (!Is16 && !Plans.stage(O, R.stage()))
    return;
  for (const Schedule &How : R.schedules()) {
    R.take(How);
    Plans.add(O, Layout::RowMajor, R.cost(), How);
  }
}

} // namespace

void planDepthwiseRows(const Graph &G, const Op &O, PlanList &Plans) { plan(G, O, Plans, false); }
void planDepthwiseRows16(const Graph &G, const Op &O, PlanList &Plans) { plan(G, O, Plans, true); }

void emitDepthwiseRows(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("depthwise_rows.h");
  W.structure("hl_depthwise", "p", depthwiseFields(G, O));
  Rows R(G, O, O.Schedule.Stage);
  R.take(O.Schedule);
  checkObeyed(O, R.stage());
  R.emit(W);
}

} // namespace hexloom
