// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants for the forms, and the choice. For a multiplier M at scale 2^P, the intercepts I for
// which floor((M x + I) / 2^P) has the results of a set of points are an interval: each point bounds
// it from one side or both. What is left is to make an intercept of the interval from the constants
// that the form has, M offset + constant 2^grain + rounding, within the bits that they have.
#include "ir/Schedule.h"
#include "stages/Residues.h"
#include "stages/Stage.h"
#include "support/Error.h"
#include "support/Rounding.h"

#include <algorithm>
#include <cmath>

namespace hexloom {

namespace {

constexpr int kHalfBits = 7, kWordBits = 15; ///< the most that vasr of halfwords and words shifts by
constexpr int kScales = 4;                   ///< powers of two tried for a multiplier of few bits
constexpr int64_t kRoom = int64_t(1) << 30;  ///< sums beyond it are left to the reference
constexpr int kStepsPerChange = 60; ///< nanoseconds for a point of a channel; in an interval; ...
constexpr int kStepsPerPoint = 4, kStepsPerProof = 12, kStepsPerTry = 60;
constexpr int kHits = 512; ///< offsets tried that suit sums from zero on, for those below

struct Interval {
  int64_t Low, High;
  bool empty() const { return Low > High; }
  int64_t clamped(int64_t X) const { return std::clamp(X, Low, std::max(Low, High)); }
  bool open() const; ///< on both sides
  Interval operator&(const Interval &O) const {
    return {std::max(Low, O.Low), std::min(High, O.High)};
  }
};
constexpr int64_t kAny = int64_t(1) << 62;
bool Interval::open() const { return Low == -kAny && High == kAny; }

double real(const Multiplier &M) { return std::ldexp(double(M.Value), M.Shift - 31); }

/// Points below zero, and the others.
struct Sides {
  std::vector<Point> All;
  size_t Negative = 0;

  void add(const Point &X) { All.push_back(X), Negative += X.Sum < 0; }
  std::pair<const Point *, const Point *> of(bool Below, bool FromZero) const {
    return {All.data() + (Below ? 0 : Negative), All.data() + (FromZero ? All.size() : Negative)};
  }
};

/// A channel with its points.
struct Channel {
  StageChannel Given;
  std::vector<Point> Points;
  bool Live; ///< the result is not the same everywhere
  int64_t First = 0, Last = 0; ///< the first and the last sum with a result that the one before has not
  Sides Lowest, Highest;       ///< the first and the last point with each result, on either side of zero; of clamped results only one

  void begin(const Point &X) {
    if (X.Code > Given.Step.Bounds.Min)
      Lowest.add(X);
  }
  void end(const Point &X) {
    if (X.Code < Given.Step.Bounds.Max)
      Highest.add(X);
  }
};

/// A kind at one scale: what its channels' constants must obey.
class Solver {
public:
  Solver(const StageKind &K, DType Type, int Scale, int64_t &Steps)
      : K(K), F(traitsOf(K.Kind)), Type(Type), Steps(Steps) {
    this->K.HalfShift = std::min(Scale - F.Base, kHalfBits);
    this->K.WordShift = Scale - F.Base - this->K.HalfShift;
    P = Scale;
    const auto Half = [](int Bits) { return Bits > 0 ? int64_t(1) << (Bits - 1) : 0; };
    Rounding = Half(K.Kind == Form::Narrow15 || K.Kind == Form::Full31 ? F.Base : 0) +
               (Half(this->K.WordShift) +
                (this->K.HalfShift ? Half(this->K.WordShift + this->K.HalfShift) : 0)) *
                   (int64_t(1) << F.Base);
  }
  const StageKind &kind() const { return K; }
  std::optional<StageLane> lane(const Channel &C) const;

private:
  StageKind K;
  const FormTraits &F;
  DType Type;
  int64_t &Steps; ///< left
  int P;
  int64_t Rounding;

  std::optional<StageLane> laneWith(const Channel &C, int64_t M) const;
  std::optional<StageLane> sameEverywhere(const Channel &C) const;
  Interval intercepts(const Channel &C, int64_t M, bool Below, bool FromZero) const;
  Interval constants(int64_t M) const;
  Interval offsets(const Channel &C, int64_t M, const Interval &Intercepts) const;
  std::optional<int64_t> nextOffset(int64_t M, int64_t Offset, const Interval &I) const;
  std::optional<int64_t> constant(int64_t M, int64_t Offset, const Interval &I) const;
};

/// Sums ascend, and so do their results: of those with one result the first one bounds from below, and the last one from above.
Interval Solver::intercepts(const Channel &C, int64_t M, bool Below, bool FromZero) const {
  const int64_t Turn = K.Flipped ? 128 : 0, Step = int64_t(1) << P;
  const auto At = [&](const Point &X) { return (X.Code - Turn) * Step - M * X.Sum; };
  const auto [Low, LowEnd] = C.Lowest.of(Below, FromZero);
  const auto [High, HighEnd] = C.Highest.of(Below, FromZero);
  Interval I{-kAny, kAny};
  for (auto L = Low, H = High; (L != LowEnd || H != HighEnd) && !I.empty();) {
    if (L != LowEnd)
      I.Low = std::max(I.Low, At(*L++));
    if (H != HighEnd)
      I.High = std::min(I.High, At(*H++) + Step - 1);
  }
  return I;
}

Interval Solver::constants(int64_t M) const {
  switch (K.Kind) {
  case Form::Narrow15:
    return {INT16_MIN, INT16_MAX};
  case Form::Narrow16: // no word may leave 32 bits, whatever the halfword
    return {INT32_MIN - INT16_MIN * M, INT32_MAX - INT16_MAX * M};
  case Form::Full31: // with room for what is added
    return {INT32_MIN / 2, INT32_MAX / 2};
  default:
    return {INT32_MIN, INT32_MAX};
  }
}

/// The offsets by which no sum leaves 32 bits, saturation hides no step, and the constant has no more bits than it may.
Interval Solver::offsets(const Channel &C, int64_t M, const Interval &Intercepts) const {
  Interval I{-kRoom, kRoom};
  if (F.Narrow && C.Live)
    I = I & Interval{INT16_MIN - (C.First - 1), INT16_MAX - C.Last};
  if (K.Kind == Form::Narrow15 && K.TwoSided)
    I = I & Interval{INT16_MIN + 1, INT16_MAX};
  const Interval Constants = constants(M);
  const int64_t Grain = int64_t(1) << F.Grain;
  if (M > 0 && Intercepts.Low > -kAny)
    I.Low = std::max(I.Low, ceilDiv(Intercepts.Low - Rounding - Constants.High * Grain, M));
  if (M > 0 && Intercepts.High < kAny)
    I.High = std::min(I.High, floorDiv(Intercepts.High - Rounding - Constants.Low * Grain, M));
  return I;
}

/// The least one that puts the intercept into the interval.
std::optional<int64_t> Solver::constant(int64_t M, int64_t Offset, const Interval &I) const {
  const int64_t Rest = Rounding + M * Offset, Grain = int64_t(1) << F.Grain;
  const Interval Allowed = constants(M);
  const int64_t Constant = std::max(ceilDiv(std::max(I.Low, -kAny) - Rest, Grain), Allowed.Low);
  if (Constant > Allowed.High || Constant * Grain + Rest > I.High)
    return std::nullopt;
  return Constant;
}

/// How far the offset must go up until the interval holds a multiple of the grain.
std::optional<int64_t> Solver::nextOffset(int64_t M, int64_t Offset, const Interval &I) const {
  if (M == 0 || I.open())
    return 0;
  const int64_t Grain = int64_t(1) << F.Grain, Width = I.High - I.Low;
  if (Width + 1 >= Grain)
    return 0;
  const int64_t Rest = I.High - Rounding - M * Offset, Most = Rest - floorDiv(Rest, Grain) * Grain;
  return Most <= Width ? 0 : firstResidue(M, Grain, Most - Width, Most);
}

std::optional<StageLane> Solver::laneWith(const Channel &C, int64_t M) const {
  Steps -= kStepsPerPoint * static_cast<int64_t>(C.Points.size());
  Interval FromZero = intercepts(C, M, !K.TwoSided, true),
           Below = K.TwoSided ? intercepts(C, M, true, false) : FromZero;
  if (FromZero.open()) // nothing is asked of it
    FromZero = Below;
  if (Below.open())
    Below = FromZero;
  if (FromZero.empty() || Below.empty() || constants(M).empty())
    return std::nullopt;
  const Interval Offsets = offsets(C, M, FromZero) & offsets(C, M, Below);
  StageLane L{M, F.Narrow && C.Live ? Offsets.Low : Offsets.clamped(0), 0, 0};
  for (int Try = 0; Try < kHits && Steps > 0; ++Try, ++L.Offset) {
    Steps -= kStepsPerTry;
    const std::optional<int64_t> Next = nextOffset(M, L.Offset, FromZero);
    if (!Next || (L.Offset += *Next) > Offsets.High || Offsets.empty())
      return std::nullopt;
    const std::optional<int64_t> Constant = constant(M, L.Offset, FromZero),
                                 Negative = constant(M, L.Offset, Below);
    if (!Constant || !Negative)
      continue;
    L.Constant = *Constant;
    L.Negative = *Negative;
    const size_t Equal = firstDifference(K, L, Type, C.Given, C.Points);
    Steps -= kStepsPerProof * static_cast<int64_t>(Equal);
    if (Equal == C.Points.size() && areProof(L, C.Given, C.Points))
      return L;
  }
  return std::nullopt;
}

/// A channel with one result has the constant alone, else what the offset saturates every sum to, by a multiplier.
std::optional<StageLane> Solver::sameEverywhere(const Channel &C) const {
  if (std::optional<StageLane> L = laneWith(C, 0); L || !F.Narrow)
    return L;
  const int64_t Half = int64_t(1) << (P - 1), Result = (C.Points.front().Code - (K.Flipped ? 128 : 0)) * (2 * Half) + Half - Rounding;
  const int64_t Saturated = Result < 0 ? INT16_MIN : INT16_MAX;
  const StageLane L{floorDiv(Result, Saturated), Saturated - (Result < 0 ? C.Given.Sums.High : C.Given.Sums.Low), 0, 0};
  Steps -= kStepsPerProof * static_cast<int64_t>(C.Points.size());
  if (L.Multiplier >= int64_t(1) << F.Bits || firstDifference(K, L, Type, C.Given, C.Points) < C.Points.size() ||
      !areProof(L, C.Given, C.Points))
    return std::nullopt;
  return L;
}

std::optional<StageLane> Solver::lane(const Channel &C) const {
  if (!C.Live)
    return sameEverywhere(C);
  const int64_t Nearest = std::llround(std::ldexp(real(C.Given.Step.Factor), P));
  for (int64_t Off : {0, 1, -1, 2, -2})
    if (const int64_t M = Nearest + Off; M > 0 && M < int64_t(1) << F.Bits)
      if (std::optional<StageLane> L = laneWith(C, M))
        return L;
  return std::nullopt;
}

/// The search over what a form leaves open for a layer.
class Chooser {
public:
  Chooser(const std::vector<StageChannel> &Given, DType Type, int64_t &Steps, const std::string &Wanted);
  Stage choose();

private:
  const DType Type;
  int64_t &Steps; ///< left
  const std::string &Wanted;
  std::vector<Channel> Channels;
  bool Tried = false; ///< a kind of the form
  std::string Problem; ///< why no form can serve
  double Largest = 0;  ///< factor of a live channel
  size_t Hardest = 0;  ///< the channel that failed last: it will again

  bool tryKind(StageKind K, Stage &S);
  bool tryScale(const Solver &At, Stage &S);
  std::string reason(const FormTraits &F) const;
};

Chooser::Chooser(const std::vector<StageChannel> &Given, DType Type, int64_t &Steps, const std::string &Wanted)
    : Type(Type), Steps(Steps), Wanted(Wanted) {
  for (const StageChannel &G : Given) {
    if (Steps <= 0)
      return;
    if (G.Sums.Low < -kRoom || G.Sums.High > kRoom || !G.Step.isMonotone(G.Sums)) {
      Problem = strf("the sums of channel %zu may need more than 31 bits", Channels.size());
      return;
    }
    Channel C{G, pointsOf(G.Step, G.Sums), false, 0, 0, {}, {}};
    Steps -= kStepsPerChange * static_cast<int64_t>(C.Points.size());
    C.Lowest.All.reserve(C.Points.size() / 2 + 2);
    C.Highest.All.reserve(C.Points.size() / 2 + 2);
    C.begin(C.Points.front());
    for (size_t I = 1; I < C.Points.size(); ++I) {
      const Point &X = C.Points[I], &Before = C.Points[I - 1];
      if (X.Code == Before.Code && (X.Sum < 0) == (Before.Sum < 0))
        continue;
      C.end(Before);
      C.begin(X);
      if (X.Code == Before.Code)
        continue;
      C.First = C.Live ? C.First : X.Sum;
      C.Last = X.Sum;
      C.Live = true;
    }
    C.end(C.Points.back());
    if (C.Live)
      Largest = std::max(Largest, real(G.Step.Factor));
    Channels.push_back(std::move(C));
  }
}

bool Chooser::tryScale(const Solver &At, Stage &S) {
  std::vector<StageLane> Lanes(Channels.size());
  for (size_t I = 0; I < Channels.size(); ++I) {
    const size_t C = (Hardest + I) % Channels.size();
    const std::optional<StageLane> L = At.lane(Channels[C]);
    if (!L) {
      Hardest = C;
      return false;
    }
    Lanes[C] = *L;
  }
  S.Kind = At.kind();
  S.Lanes = std::move(Lanes);
  return true;
}

/// Tries a kind of stage, from the finest scale on for which the largest multiplier has room. Short multipliers may be nearer to the truth
/// at another scale. With long ones, two constants may want more room.
bool Chooser::tryKind(StageKind K, Stage &S) {
  const FormTraits &F = traitsOf(K.Kind);
  const int Most = F.Base + kHalfBits + (F.Words ? kWordBits : 0);
  int Scale = Most;
  while (Scale >= F.Base && std::ldexp(Largest, Scale) > std::ldexp(1.0, F.Bits) - 1)
    --Scale;
  const int Least = std::max(F.Base, Scale - (F.Bits <= 16 || K.TwoSided ? kScales - 1 : 0));
  for (; Scale >= Least; --Scale) {
    const Solver Each(K, Type, Scale, Steps);
    if (Steps <= 0 || !answersStage(Each.kind().word(), Wanted))
      continue;
    Tried = true;
    if (tryScale(Each, S))
      return true;
  }
  return false;
}

std::string Chooser::reason(const FormTraits &F) const {
  const Channel &C = Channels[Hardest];
  if (F.Narrow && C.Last - C.First + 1 > UINT16_MAX)
    return strf("%s: the steps of channel %zu span %lld sums", F.Name, Hardest,
                static_cast<long long>(C.Last - C.First + 1));
  return strf("%s: channel %zu has no constants that give its %zu steps", F.Name, Hardest,
              C.Points.size() / 2);
}

Stage Chooser::choose() {
  Stage S;
  if (!Problem.empty()) {
    S.Rejected.push_back("all but the reference: " + Problem);
    return S;
  }
  for (const FormTraits &F : stageForms()) {
    if (Steps <= 0)
      return {};
    Tried = false;
    for (bool TwoSided : {false, true})
      for (bool Flipped : {false, true})
        if ((Type == DType::UInt8 || !Flipped) && tryKind({F.Kind, TwoSided, Flipped}, S))
          return S;
    if (Tried)
      S.Rejected.push_back(reason(F));
  }
  return S;
}

} // namespace

Stage chooseStage(const std::vector<StageChannel> &Channels, DType Type, int64_t &Steps, const std::string &Wanted) {
  if (Channels.empty() || Wanted == StageKind().word())
    return {};
  return Chooser(Channels, Type, Steps, Wanted).choose();
}

Stage chooseStage(const std::vector<StageChannel> &Channels, DType Type) {
  int64_t Steps = INT64_MAX;
  return chooseStage(Channels, Type, Steps);
}

} // namespace hexloom
