// Movement operators by strided copies: plans and emission.
#include "emit/LayerWriter.h"
#include "plans/CText.h"
#include "plans/Plan.h"
#include "plans/elementwise/ByteFunction.h"
#include "plans/movement/Copy.h"
#include "plans/movement/Costs.h"

#include <algorithm>

namespace hexloom {

using namespace movement_cost;

namespace {

constexpr size_t kMostCalls = 6; ///< copies of one operator with code of their own; more of them share a loop over a table

bool needsRescaling(const Graph &G, const Op &O, size_t I) {
  return O.Kind == OpKind::Concatenation && !(G.in(O, I).Quant == G.out(O, 0).Quant);
}

std::string whyNotMovement(const Graph &G, const Op &O) {
  for (size_t I = 0; O.Kind == OpKind::Concatenation && I < O.Inputs.size(); ++I) {
    const Tensor &In = G.in(O, I);
    if (In.Type != G.out(O, 0).Type)
      return strf("input %zu is %s, the output %s", I, text(In.Type), text(G.out(O, 0).Type));
    if (needsRescaling(G, O, I) && In.Type != DType::UInt8)
      return strf("input %zu has another scale than the output; the reference rescales only uint8", I);
    if (O.s(Attr::Activation) != "none")
      return "fused activation " + O.s(Attr::Activation);
  }
  for (const Movement::Piece &P : movementOf(G, O).Pieces)
    if (P.Copy.Loops.size() > kCopyLoops)
      return strf("needs %zu loops, %zu are possible", P.Copy.Loops.size(), kCopyLoops);
  return "";
}

double scalarCycles(const StridedCopy &C) {
  const double Turns = static_cast<double>(C.turns());
  const double Inner = C.Loops.empty() ? 1 : static_cast<double>(C.Loops.back().Size);
  return kCall + Turns / Inner * kTurn + Turns * kScalarRun + Turns * static_cast<double>(C.Run) * kScalarByte;
}

/// The copies of one pair of input and output.
void emitCopies(const std::vector<StridedCopy> &Copies, const std::string &Name, const std::string &In,
                const std::string &Out, LayerWriter &W) {
  if (Copies.size() <= kMostCalls) {
    for (size_t I = 0; I < Copies.size(); ++I) {
      const std::string Own = Copies.size() == 1 ? Name : strf("%s_%zu", Name.c_str(), I);
      W.line(strf("static const hl_copy_params %s = %s;", Own.c_str(), Copies[I].cText().c_str()));
      W.line(strf("hl_copy(&%s, %s, %s);", Own.c_str(), In.c_str(), Out.c_str()));
    }
    return;
  }
  W.line(strf("static const hl_copy_params %s[] = {", Name.c_str()));
  for (const StridedCopy &C : Copies)
    W.line("  " + C.cText() + ",");
  W.line("};");
  W.line(strf("for (int i = 0; i < %zu; ++i)", Copies.size()));
  W.line(strf("  hl_copy(&%s[i], %s, %s);", Name.c_str(), In.c_str(), Out.c_str()));
}

/// The I-th input in the output's scale: itself, or scratch memory after a look-up.
std::string rescaledInput(const Graph &G, const Op &O, size_t I, LayerWriter &W) {
  if (!needsRescaling(G, O, I))
    return W.input(I);
  W.include("hexloom/portable/unary.h");
  const Tensor &In = G.in(O, I);
  const std::string Table = W.blob(concatenationTable(In, G.out(O, 0)), "uint8_t", strf("input %zu in the output's scale", I));
  const std::string Scratch = W.scratch(In.elements());
  W.line(strf("hl_table8(%s, %s, %s, %lld);", Table.c_str(), W.input(I).c_str(), Scratch.c_str(),
              static_cast<long long>(In.elements())));
  return Scratch;
}

} // namespace

void planMoveScalar(const Graph &G, const Op &O, PlanList &Plans) {
  const std::string WhyNot = whyNotMovement(G, O);
  if (!WhyNot.empty())
    return Plans.reject(WhyNot);
  const Movement M = movementOf(G, O);
  double Cycles = M.Fills ? kFillByte * static_cast<double>(G.out(O, 0).bytes()) : 0;
  for (const Movement::Piece &P : M.Pieces)
    Cycles += scalarCycles(P.Copy);
  Plans.add(O, Layout::RowMajor, Cycles);
}

void emitMoveScalar(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/copy.h");
  const Movement M = movementOf(G, O);
  if (M.Fills)
    W.line(strf("hl_fill(%s, %lld, %lld, %lld);", W.output(0).c_str(), static_cast<long long>(G.out(O, 0).elements()),
                static_cast<long long>(bytesOf(G.out(O, 0).Type)), static_cast<long long>(M.FillValue)));
  for (size_t I = 0; I < O.Inputs.size(); ++I) {
    std::string From;
    for (size_t K = 0; K < O.Outputs.size(); ++K) {
      std::vector<StridedCopy> Copies;
      for (const Movement::Piece &P : M.Pieces)
        if (P.Input == I && P.Output == K && P.Copy.bytes() > 0)
          Copies.push_back(P.Copy);
      if (Copies.empty())
        continue;
      if (From.empty())
        From = rescaledInput(G, O, I, W);
      const std::string Name = O.Outputs.size() > 1 ? strf("to%zu", K) : O.Inputs.size() > 1 ? strf("from%zu", I) : "p";
      emitCopies(Copies, Name, From, W.output(K), W);
    }
  }
}

} // namespace hexloom
