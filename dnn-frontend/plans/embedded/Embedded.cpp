// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans by embeddings. Instructions that a kernel written for them has a plan with are left to it, unless that plan leaves most of their
// products unused, as of small groups, or a user asks.
#include "embed/Operators.h"
#include "plans/NestPlans.h"
#include "plans/embedded/EmbeddedNest.h"
#include "plans/movement/BoxCopies.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

#include <algorithm>
#include <limits>

namespace hexloom {

namespace {

constexpr size_t kMostTried = 24, kMostTaken = 4; // embeddings of an instruction: of which a nest is made, and that are plans
constexpr int64_t kMostSearch = 200'000;
constexpr const char *kDearCopies = "another kernel's plan is cheaper than the copies alone";
constexpr int64_t kAlignment = 128; // of activations, each of which owns its last vector

const Tensor *filterOf(const Graph &G, const Op &O) { return O.Kind == OpKind::AveragePool2D ? nullptr : &G.in(O, 1); }

/// Whether both factors are bytes, and results 32 bits.
bool multipliesBytes(const EmbeddableInstruction &I, int VectorBytes) {
  const std::string Kinds = kindsOf(I.Row->Operands);
  const auto AreBytes = [&](const ScalarInstruction::Operand &O) {
    int64_t Bytes = 0;
    for (char Letter : O.Name)
      Bytes += bytesOfKind(Kinds.at(static_cast<size_t>(Letter - 'a' + 1)), VectorBytes);
    return Bytes == O.Elements;
  };
  return I.Row->Computes.Result.Type.Bits == 32 && AreBytes(I.Scalars.Operands[1]) && AreBytes(I.Scalars.Operands[2]);
}

/// Whether the cheapest plan of a convolution in groups takes many times the packets that the instruction's products fill, were all of them
/// used: kernels multiply whole blocks of channels.
bool leavesMuch(const EmbeddableInstruction &I, const ScalarOperator &O, double Cycles) {
  constexpr double kMany = 3;
  if (std::none_of(O.Axes.begin(), O.Axes.end(), [](const ScalarOperator::Axis &A) { return A.Name == "g"; }))
    return false;
  const double Packets = static_cast<double>(O.products()) / static_cast<double>(I.Scalars.products() * std::max(1, perPacket(I)));
  return Cycles > kMany * Packets;
}

/// The instructions that the operator's plans are tried with.
std::vector<const EmbeddableInstruction *> rowsFor(const Op &O, const ScalarOperator &Its, const PlanList &Plans, bool Wide) {
  const Target T = Plans.target();
  const bool IsAsked = Plans.isAskedFor(O);
  std::vector<const EmbeddableInstruction *> Rows;
  for (const EmbeddableInstruction &I : embeddableInstructions()) {
    if (!I.Row || !I.Row->on(T) || !multipliesBytes(I, Machine(T).vectorBytes()))
      continue;
    const bool IsOfPairs = kindsOf(I.Row->Operands).find('P') != std::string::npos;
    if (IsAsked || ((Wide || !IsOfPairs) && (!Plans.hasPlanBy(*I.Row) || leavesMuch(I, Its, Plans.leastCycles()))))
      Rows.push_back(&I);
  }
  return Rows;
}

/// Those that take the fewest instructions, then those with the fewest packed activations.
std::vector<DimensionMap> mapsOf(const EmbeddableInstruction &I, const ScalarOperator &O) {
  SearchOptions Options;
  Options.Fuses = false;
  Options.LeastUse = 0.125;
  Options.MostSteps = kMostSearch;
  const SearchResult Found = findEmbeddings(I.Scalars, O, Options);
  using Key = std::tuple<int64_t, int64_t, size_t>;
  std::vector<Key> Order;
  for (size_t M = 0; M < Found.Maps.size(); ++M) {
    const EmbeddingPrice P = priceOf(Found.Maps[M], I.Scalars, O);
    Order.emplace_back(P.Instructions, P.Packed[1], M);
  }
  std::sort(Order.begin(), Order.end());
  std::vector<DimensionMap> Best;
  for (const Key &Each : Order)
    if (Best.size() < kMostTried)
      Best.push_back(Found.Maps[std::get<2>(Each)]);
  return Best;
}

/// A tile of vectors of results.
std::string word(const EmbeddedTile &T) { return tileOf({T.Pixels, T.Channels}); }

/// Whether an image and copied results are needed. What they cannot be, or "".
std::string setCopies(EmbeddedProduct &P, const Graph &G, const Op &O, Target T) {
  const CopyGroup In = copiesToImage(P, T).Copies, Out = copiesFromResults(P, T).Copies;
  const int64_t InBytes = roundUp(G.in(O, 0).bytes(), kAlignment);
  P.IsImage = P.Fills || P.Image.size() > InBytes || !areInPlace(In);
  const bool AreWhole = P.isByWords() || P.sumVectors() % 4 == 0;
  P.IsCopied = !AreWhole || P.Results.size() != G.out(O, 0).bytes() || !areInPlace(Out);
  const auto Fit = [](const CopyGroup &All) {
    return std::all_of(All.begin(), All.end(), [](const StridedCopy &C) { return C.Loops.size() <= kCopyLoops; });
  };
  return (P.IsImage && !Fit(In)) || (P.IsCopied && !Fit(Out)) ? "copies take too many loops" : "";
}

/// The copies that make the image.
Cost costOfImage(const EmbeddedProduct &P, Target T) {
  Cost Sum;
  if (P.IsImage && P.Fills)
    Sum += costOf(fillLoops(P.Image.size()));
  if (P.IsImage)
    Sum += copiesToImage(P, T).Cost;
  return Sum;
}

/// What comes before and behind the sums: the image, and results as the tensor has them.
Cost costOfCopies(const EmbeddedProduct &P, Target T) {
  Cost Sum = costOfImage(P, T);
  if (P.IsCopied)
    Sum += copiesFromResults(P, T).Cost;
  if (P.isByWords())
    Sum += product_cost::ScalarOutput * static_cast<double>(P.Results.size());
  return Sum;
}

/// A plan while it is put together.
struct EmbeddedPoint {
  const Graph &G;
  const Op &O;
  const Target T;
  const EmbeddedProduct Plain; ///< without an embedding
  const double Most = std::numeric_limits<double>::infinity(); ///< cycles of a plan that would be taken anyway
  struct Found {
    DimensionMap Map;
    EmbeddedProduct One; ///< with a tile of one vector
  };
  struct Candidate {
    const EmbeddableInstruction *By;
    std::vector<Found> Maps;
  };
  std::vector<Candidate> Candidates = {};
  std::string WhyNot = {};
  const Candidate *By = nullptr;
  const Found *Its = nullptr;
  EmbeddedTile Tile = {1, 1};

  std::optional<EmbeddedProduct> product(const EmbeddableInstruction &I, const DimensionMap &M, EmbeddedTile Its, std::string *Why = nullptr) const {
    EmbeddedProduct P = Plain;
    std::string Problem = embed(P, I, M, Its, filterOf(G, O), T);
    if (Problem.empty())
      Problem = setCopies(P, G, O, T);
    if (Why)
      *Why = Problem;
    return Problem.empty() ? std::optional(P) : std::nullopt;
  }

  /// Adds an instruction's embeddings of which a nest can be made.
  void add(const EmbeddableInstruction &I) {
    Candidate C{&I, {}};
    std::string Why = "it has no embedding";
    size_t Taken = 0;
    for (const DimensionMap &M : mapsOf(I, Plain.Operator)) {
      std::optional<EmbeddedProduct> One = Taken < kMostTaken ? product(I, M, {1, 1}, &Why) : std::nullopt;
      if (!One)
        continue;
      ++Taken;
      // Whatever the tile, the image is the same.
      if (Most < std::numeric_limits<double>::infinity() && costOfImage(*One, T).cycles() >= Most)
        Why = kDearCopies;
      else
        C.Maps.push_back({M, std::move(*One)});
    }
    if (!C.Maps.empty())
      Candidates.push_back(std::move(C));
    else
      WhyNot += (WhyNot.empty() ? "" : "; ") + std::string(I.Row->Name) + ": " + Why;
  }
};

const std::vector<Axis<EmbeddedPoint>> &embeddedAxes() {
  static const std::vector<Axis<EmbeddedPoint>> All = {
      {{ScheduleField::Instruction, "", "*", TakenBy::Cost, "the instruction that multiplies and adds up"},
       [](const EmbeddedPoint &X) {
         std::vector<std::string> Names;
         for (const EmbeddedPoint::Candidate &Each : X.Candidates)
           Names.emplace_back(Each.By->Row->Name);
         return Names;
       },
       [](EmbeddedPoint &X, const std::string &Value) {
         for (const EmbeddedPoint::Candidate &Each : X.Candidates)
           X.By = Value == Each.By->Row->Name ? &Each : X.By;
       }},
      {{ScheduleField::Embed, "", "*", TakenBy::Cost, "the instruction's first factor, its lanes and its terms", ScheduleField::Order},
       [](const EmbeddedPoint &X) {
         std::vector<std::string> Words;
         for (const EmbeddedPoint::Found &Each : X.By->Maps)
           Words.push_back(embeddingWord(Each.Map, X.Plain.Operator));
         return Words;
       },
       [](EmbeddedPoint &X, const std::string &Value) {
         for (const EmbeddedPoint::Found &Each : X.By->Maps)
           X.Its = Value == embeddingWord(Each.Map, X.Plain.Operator) ? &Each : X.Its;
       }},
      {{ScheduleField::Tile, "pixels x channels", "NxN", TakenBy::Cost, "vectors of results that are made together"},
       [](const EmbeddedPoint &X) {
         std::vector<std::string> Words;
         // Four channels side by side are a loop more of the results' copies.
         constexpr int64_t kMixed = 4;
         for (const EmbeddedTile &Each : tilesOf(X.Its->One, Machine(X.T)))
           if (Each.Channels != kMixed || X.product(*X.By->By, X.Its->Map, Each))
             Words.push_back(word(Each));
         return Words.empty() ? std::vector<std::string>{word({1, 1})} : Words;
       },
       [](EmbeddedPoint &X, const std::string &Value) {
         const size_t Cross = Value.find('x');
         X.Tile = {std::stoll(Value), std::stoll(Value.substr(Cross + 1))};
       }}};
  return All;
}

/// Loops and layouts decide what is executed, the output stage, and the signs.
std::string factsOf(const EmbeddedProduct &P) {
  std::string Facts = "embedded " + P.Chosen.Kind.text() + (P.Chosen.Kind.Flipped ? " flipped" : "") + (P.Flips ? " signs" : "");
  for (const ViewDim &D : P.In.Of)
    Facts += " " + std::to_string(D.First);
  for (const ScalarOperator::Tensor &T : P.Operator.Tensors)
    Facts += " " + T.Map.text();
  return Facts;
}

} // namespace

std::vector<EmbeddedTile> tilesOf(const EmbeddedProduct &P, const Machine &M) {
  const auto Fits = [&](int64_t Vectors) { return !M.vectorRegisters() || 2 * Vectors < M.vectorRegisters(); }; // sums, and what is added

  std::vector<EmbeddedTile> Tiles;
  for (const bool ByChannels : {false, true}) {
    int64_t Most = 1;
    for (const EmbeddedLoop &L : P.Loops)
      Most = L.IsOfWeights == ByChannels ? L.Trips : Most; // the innermost one
    for (int64_t Vectors : {4, 8})
      if (const int64_t Tile = Vectors / P.Vectors; Tile <= Most && Fits(Vectors))
        Tiles.push_back(ByChannels ? EmbeddedTile{1, Tile} : EmbeddedTile{Tile, 1});
  }
  if (Tiles.empty())
    Tiles.push_back({1, 1});
  return Tiles;
}

Space embeddedSpace() { return declaredSpace("embedded_products", embeddedAxes(), {stageRow()}); }

void planEmbedded(const Graph &G, const Op &O, PlanList &Plans) {
  const Target T = Plans.target();
  if (const std::string Problem = embeddedProblem(G, O, T); !Problem.empty())
    return Plans.reject(Problem);
  if (!areNestsPriced(T) && !Plans.isAskedFor(O) && Plans.hasVectorPlan())
    return Plans.reject("nests are not priced for the target, and another kernel has vectors");
  const std::vector<const EmbeddableInstruction *> Rows = rowsFor(O, *scalarsOf(G, O), Plans, Plans.compilation().WideProducts);
  if (Rows.empty())
    return Plans.reject("other kernels have plans with all of the target's products");
  const double Most = Plans.isAskedFor(O) ? std::numeric_limits<double>::infinity() : Plans.leastCyclesIn(G, O, Layout::RowMajor);
  EmbeddedPoint Point = {G, O, T, embeddableProduct(G, O, Plans.stageSearch(O), T), Most};
  for (const EmbeddableInstruction *I : Rows)
    Point.add(*I);
  if (Point.Candidates.empty())
    return Plans.reject(Point.WhyNot);
  if (!Plans.stage(O, Point.Plain.Chosen))
    return;
  NestPlans Priced(G, O, Plans, factsOf(Point.Plain));
  const std::vector<Layout> RowMajor(O.Inputs.size(), Layout::RowMajor);
  bool IsAny = false;
  Plans.addPoints(embeddedAxes(), Point, O, [&](const EmbeddedPoint &X, const Schedule &How) {
    const EmbeddedProduct P = *X.product(*X.By->By, X.Its->Map, X.Tile);
    Cost Copies = costOfCopies(P, T);
    if (Copies.cycles() >= Most)
      return;
    Priced.add(RowMajor, {Layout::RowMajor}, How,
               [&](const Graph &, const Op &, LayerWriter &W) { EmbeddedNest(P, filterOf(G, O), W).write(false); }, std::move(Copies));
    IsAny = true;
  });
  if (!IsAny)
    Plans.reject(kDearCopies);
}

void emitEmbedded(const Graph &G, const Op &O, LayerWriter &W) {
  EmbeddedPoint Point = {G, O, W.target(), embeddableProduct(G, O, W.stageSearch(), W.target())};
  const Instruction *const Row = instructionNamed(O.Schedule.Instruction);
  HEXLOOM_CHECK(Row, "an embedding of no instruction");
  Point.add(embeddableNamed(Row->Name));
  obey(embeddedAxes(), Point, O.Schedule);
  const EmbeddedProduct P = *Point.product(*Point.By->By, Point.Its->Map, Point.Tile);
  checkObeyed(O, P.Chosen);
  EmbeddedNest(P, filterOf(G, O), W).write(true);
}

} // namespace hexloom
