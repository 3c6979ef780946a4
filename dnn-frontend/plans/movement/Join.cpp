// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plans/movement/Join.h"
#include "nests/Build.h"
#include "plans/NestPlans.h"
#include "plans/movement/Forms.h"
#include "support/CText.h"

#include <hexloom/hvx/turns.h>

#include <algorithm>

namespace hexloom {

static constexpr int64_t kVector = 128;

static int64_t vectorsOf(int64_t Bytes) { return (Bytes + kVector - 1) / kVector; }

/// hl_join_careful
static int64_t carefulRows(const Join &J) {
  int64_t Most = 0;
  for (const Movement::Piece &P : J.Pieces) {
    const int64_t Over = vectorsOf(P.Copy.Run) * kVector - P.Copy.Run;
    const StridedCopy::Loop &L = P.Copy.Loops[0];
    Most = std::max({Most, (Over + L.In - 1) / L.In, (Over + L.Out - 1) / L.Out});
  }
  return std::min(Most, J.rows());
}

OwnLoops Join::loops() const {
  const int64_t Careful = carefulRows(*this);
  int64_t Vectors = 0, Long = 0; // of a row
  for (const Movement::Piece &P : Pieces)
    Vectors += vectorsOf(P.Copy.Run), Long += vectorsOf(P.Copy.Run) > 1;
  const std::string Size = with("pieces", static_cast<int64_t>(Pieces.size())) + with("vectors", Vectors);
  if (Careful == rows())
    return {{"hl_vjoin alone" + Size, Careful}};
  OwnLoops Loops = {{"hl_vjoin" + Size, rows() - Careful}};
  addCareful(Loops, "hl_vjoin careful" + Size + with("long", Long), Careful);
  return Loops;
}

std::optional<Join> joinOf(const Movement &M, const Cost &OneByOne) {
  if (M.Fills || M.Pieces.size() < 2 || M.Pieces.size() > HL_JOINED)
    return std::nullopt;
  Join J{M.Pieces};
  std::sort(J.Pieces.begin(), J.Pieces.end(),
            [](const Movement::Piece &A, const Movement::Piece &B) { return A.Copy.OutOffset < B.Copy.OutOffset; });
  int64_t Next = 0, Vectors = 0;
  for (const Movement::Piece &P : J.Pieces) {
    const StridedCopy &C = P.Copy;
    if (P.Output != 0 || C.Loops.size() != 1 || C.Loops[0].Size != J.Pieces[0].Copy.Loops[0].Size || C.Loops[0].In <= 0 ||
        C.OutOffset != Next || C.Loops[0].Out != J.Pieces[0].Copy.Loops[0].Out)
      return std::nullopt;
    Next += C.Run;
    Vectors += vectorsOf(C.Run);
  }
  const bool Fills = Next == J.Pieces[0].Copy.Loops[0].Out && Vectors <= HL_JOINED;
  return Fills && costOf(J.loops()).cycles() < OneByOne.cycles() ? std::optional(J) : std::nullopt;
}

void Join::emit(const std::vector<std::string> &Inputs, LayerWriter &W) const {
  W.body("copy_join.h");
  std::vector<std::string> Each, From;
  for (const Movement::Piece &P : Pieces) {
    Each.push_back(braces({P.Copy.Run, P.Copy.Loops[0].In, P.Copy.InOffset}));
    From.push_back(Inputs.at(P.Input));
  }
  W.line(strf("static const hl_join_params p = {%lld, %zu, %s};", static_cast<long long>(rows()), Pieces.size(), braces(Each).c_str()));
  W.line(strf("const void *const from[] = %s;", braces(From).c_str()));
  NestBuilder(W).primitive("hl_vjoin", {"&p", "from", W.output(0)}, loops());
}

} // namespace hexloom
