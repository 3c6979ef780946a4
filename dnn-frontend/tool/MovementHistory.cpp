// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tool/MovementHistory.h"
#include "ir/Box.h"
#include "ir/LayerNumbers.h"
#include "ir/Text.h"
#include "passes/Uses.h"
#include "select/Explain.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>
#include <ostream>
#include <set>

namespace hexloom {

namespace {

/// Whether an operator is another one of an earlier stage, or what a pass has made of it: by its number, or in text by its name or what it
/// makes.
bool isOf(const Op &Now, const Op &Then) {
  if (Then.SourceIndex >= 0 || Now.SourceIndex >= 0)
    return Now.SourceIndex == Then.SourceIndex;
  return Then.Name.empty() ? Now.Outputs == Then.Outputs : Now.Name == Then.Name;
}

std::string nameOf(const Op &O) { return std::string(text(O.Kind)) + " '" + printable(O.Name) + "'"; }

/// "'a', 'b'": the activations that an operator reads.
std::string inputsOf(const Graph &G, const Op &O) {
  std::string All;
  std::set<TensorId> Named;
  for (TensorId Id : O.Inputs)
    if (Id != kNoTensor && !G.Tensors[Id].isConst() && Named.insert(Id).second)
      All += (All.empty() ? "'" : ", '") + printable(G.Tensors[Id].Name) + "'";
  return All;
}

/// The copies of a movement: ": 2 boxes, runs of 29 to 58 bytes"; "" for what is none.
std::string copiesOf(const Graph &G, const Op &O) {
  const std::optional<BoxMovement> M = isMovement(O.Kind) && !isView(O.Kind) ? boxesOf(G, O) : std::nullopt;
  if (!M)
    return "";
  int64_t Least = INT64_MAX, Most = 0;
  for (const BoxMovement::Piece &P : M->Pieces) {
    if (P.Box.elements() == 0)
      continue;
    StridedCopy C = rowMajorCopy(G, O, P, bytesOf(G.in(O, P.Input).Type));
    C.simplify();
    Least = std::min(Least, C.Run);
    Most = std::max(Most, C.Run);
  }
  if (Most == 0)
    return "";
  const std::string Runs = Least == Most ? strf("%lld", (long long)Most) : strf("%lld to %lld", (long long)Least, (long long)Most);
  return strf(": %zu box%s, runs of %s byte%s", M->Pieces.size(), M->Pieces.size() == 1 ? "" : "es", Runs.c_str(), Most == 1 ? "" : "s");
}

/// What an operator reads and how: a product's filter and window say which pixels.
std::string readingOf(const Graph &G, const Op &O) {
  std::string Text = nameOf(O) + " reads " + inputsOf(G, O) + copiesOf(G, O);
  if (O.Attrs.count(Attr::Stride) && O.Inputs.size() > 1 && O.Inputs[1] != kNoTensor)
    Text += ": filter " + text(G.in(O, 1).Dims) + strf(", stride %lldx%lld", (long long)O.ints(Attr::Stride)[0], (long long)O.ints(Attr::Stride)[1]);
  return Text;
}

} // namespace

bool isAsked(const std::string &Operator, const Op &O) {
  return Operator == kAllOperators || Operator == O.Name || Operator == text(O.Kind) || namesByNumber(Operator, O);
}

MovementHistory::MovementHistory(const Graph &G) : Before(G) {
  for (const Op &O : G.Ops)
    if (isMovement(O.Kind))
      All.push_back({O, describe(G, O), {}, "", false});
}

/// Who reads now what an operator made before the pass, and what.
std::string MovementHistory::whereTo(const Op &Gone, const Graph &G) const {
  constexpr size_t kMostNamed = 4;
  std::vector<std::string> Heirs;
  std::set<TensorId> Left(Gone.Outputs.begin(), Gone.Outputs.end());
  for (const Op &Reader : Before.Ops) {
    if (std::none_of(Reader.Inputs.begin(), Reader.Inputs.end(), [&](TensorId Id) { return Left.count(Id) > 0; }))
      continue;
    const auto At = std::find_if(G.Ops.begin(), G.Ops.end(), [&](const Op &O) { return isOf(O, Reader); });
    if (At != G.Ops.end())
      Heirs.push_back(readingOf(G, *At));
    else
      Left.insert(Reader.Outputs.begin(), Reader.Outputs.end());
  }
  for (TensorId Id : Left)
    if (isGraphOutput(Before, Id))
      Heirs.push_back("it is the graph's output '" + printable(Before.Tensors[Id].Name) + "' as it stands");
  std::string Text;
  for (size_t I = 0; I < Heirs.size() && I < kMostNamed; ++I)
    Text += "\n        " + Heirs[I];
  if (Heirs.size() > kMostNamed)
    Text += strf("\n        and %zu more", Heirs.size() - kMostNamed);
  return Text.empty() ? "\n        nobody reads it" : Text;
}

void MovementHistory::after(const Pass &P, const Graph &G) {
  for (Entry &E : All) {
    if (E.IsGone)
      continue;
    const auto IsIts = [&](const Op &O) { return isMovement(O.Kind) && isOf(O, E.Its); };
    const auto Old = std::find_if(Before.Ops.cbegin(), Before.Ops.cend(), IsIts), New = std::find_if(G.Ops.cbegin(), G.Ops.cend(), IsIts);
    const auto Text = [](const Graph &Its, const Op &O) { return text(O.Kind) + attributesText(O) + inputsOf(Its, O); };
    std::string Line;
    if (New == G.Ops.end()) {
      E.IsGone = true;
      Line = std::string("eliminated by ") + P.Name + ": " + P.Description + (Old == Before.Ops.end() ? "" : whereTo(*Old, G));
    } else if (Old != Before.Ops.end() && Text(Before, *Old) != Text(G, *New))
      Line = std::string("changed by ") + P.Name + ": " + P.Description + "\n        " + readingOf(G, *New);
    if (!E.Told.empty())
      E.Lines.push_back(std::string(P.Name) + ": " + E.Told);
    if (!Line.empty())
      E.Lines.push_back(Line);
    E.Told.clear();
  }
  Before = G;
}

bool MovementHistory::add(const Op &O, const std::string &Text) {
  bool IsAny = false;
  for (Entry &E : All)
    if (isOf(O, E.Its)) {
      E.Told = Text;
      IsAny = true;
    }
  return IsAny;
}

bool MovementHistory::tell(std::ostream &Out, const std::string &Operator) const {
  bool IsAny = false;
  for (const Entry &E : All) {
    if (!isAsked(Operator, E.Its))
      continue;
    IsAny = true;
    Out << E.Head << "\n";
    for (const std::string &Line : E.Lines)
      Out << "    " << Line << "\n";
    if (E.Lines.empty())
      Out << "    stays as it is\n";
  }
  return IsAny;
}

} // namespace hexloom
