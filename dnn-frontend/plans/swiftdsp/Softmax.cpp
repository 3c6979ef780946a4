// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SOFTMAX and LOG_SOFTMAX of bytes: see runtime/include/hexloom/swiftdsp/softmax.h.
#include "plans/windows/Softmax.h"
#include "plans/swiftdsp/Planes.h"

namespace hexloom {

using namespace swiftdsp_cost;

constexpr int kTableBytes = 256;

static std::string problemOf(const Graph &G, const Op &O) {
  if (const std::string Problem = softmaxProblem(G, O); !Problem.empty())
    return Problem;
  const Tensor &In = G.in(O, 0);
  if (!is8Bit(In.Type) || G.out(O, 0).Type != In.Type)
    return unservedType(In) + " to " + text(G.out(O, 0).Type);
  return In.isConst() || In.elements() == 0 ? "nothing is computed, or of a constant" : "";
}

static void planRows(const Graph &G, const Op &O, PlanList &Plans, const Cost &Row, const Cost &Vector) {
  if (const std::string Problem = problemOf(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const RowShape S = rowShape(G.in(O, 0));
  Plans.add(O, Layout::RowMajor, Layer + double(S.Rows) * (Row + double(ceilOf(S.Depth, kVectorBytes)) * Vector));
}

void planSoftmaxLookUps(const Graph &G, const Op &O, PlanList &Plans) { planRows(G, O, Plans, SoftmaxRow, SoftmaxVector); }
void planLogSoftmaxLookUps(const Graph &G, const Op &O, PlanList &Plans) { planRows(G, O, Plans, LogSoftmaxRow, LogSoftmaxVector); }

/// The words' lowest bytes, then the next ones, and so on.
static Bytes byteTables(const std::vector<int32_t> &Words) {
  Bytes Tables;
  for (int Shift = 0; Shift < 32; Shift += 8)
    for (int32_t Word : Words)
      Tables.push_back(static_cast<uint8_t>(static_cast<uint32_t>(Word) >> Shift));
  return Tables;
}

/// "p".
static void emitRows(const Tensor &In, LayerWriter &W) {
  const RowShape S = rowShape(In);
  W.body("softmax.h");
  W.structure("hl_sd_softmax", "p",
              {field("rows", S.Rows), field("depth", S.Depth), field("storage", ownedBytes(In)),
               field("flip", In.Type == DType::UInt8 ? 128 : 0)});
}

/// Bytes of a row, rounded up to vectors.
static int64_t rowBytes(const Tensor &In) { return ceilOf(rowShape(In).Depth, kVectorBytes) * kVectorBytes; }

void emitSoftmaxLookUps(const Graph &G, const Op &O, LayerWriter &W) {
  const Tensor &In = G.in(O, 0);
  emitRows(In, W);
  const Bytes Tables = byteTables(softmaxExpTable(In.Quant.scale(), O.f(Attr::Beta)));
  W.line(strf("hl_sd_softmax_rows(&p, (const int8_t *)%s, %s,", W.input(0).c_str(),
              W.blob(Tables, "int8_t", "bytes of the exponentials by distance").c_str()));
  W.line(strf("                   %s, (int8_t *)out0);", W.scratch(rowBytes(In) * 6).c_str()));
}

void emitLogSoftmaxLookUps(const Graph &G, const Op &O, LayerWriter &W) {
  const Tensor &In = G.in(O, 0);
  const LogSoftmaxTables Tables = logSoftmaxTables(In.Quant.scale());
  emitRows(In, W);
  W.structure("hl_log_softmax", "limits",
              {field("diff_min", Tables.DiffMin), field("limit_multiplier", Tables.Limit.Value), field("limit_shift", Tables.Limit.Shift)});
  W.line(strf("hl_sd_log_softmax_rows(&p, &limits, (const int8_t *)%s, %s,", W.input(0).c_str(),
              W.blobOf(Tables.Scaled, "int32_t", "distances, scaled").c_str()));
  W.line(strf("                       %s,", W.blob(byteTables(Tables.ExpQ12), "int8_t", "bytes of their exponentials").c_str()));
  W.line(strf("                       %s, (int8_t *)out0);", W.scratch(kTableBytes + kVectorBytes + rowBytes(In) * 2).c_str()));
}

} // namespace hexloom
