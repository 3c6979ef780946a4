// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ARG_MAX and ARG_MIN, row-major: the portable kernel and vectors (hexloom/hvx/arg_rows.h).
#include "plans/windows/Arg.h"
#include "plans/RowEnds.h"
#include "support/Rounding.h"

#include <hexloom/hvx/slack.h>
#include <hexloom/hvx/turns.h>

#include <algorithm>

namespace hexloom {

ArgShape argShape(const Graph &G, const Op &O) {
  const Shape &Dims = G.in(O, 0).Dims;
  const int64_t Axis = O.i(Attr::Axis);
  ArgShape S;
  for (int64_t I = 0; I < static_cast<int64_t>(Dims.size()); ++I)
    (I < Axis ? S.Outer : I == Axis ? S.Axis : S.Inner) *= Dims[I];
  return S;
}

std::string argProblem(const Graph &G, const Op &O) {
  const DType In = G.in(O, 0).Type, Out = G.out(O, 0).Type;
  if (!isQuantizedInteger(In) && In != DType::Int32 && In != DType::Bool)
    return unservedType(G.in(O, 0));
  if (Out != DType::Int32 && Out != DType::Int64)
    return unservedType(G.out(O, 0));
  return "";
}

Fields argFields(const Graph &G, const Op &O) {
  const ArgShape S = argShape(G, O);
  const DType Type = G.in(O, 0).Type == DType::Bool ? DType::UInt8 : G.in(O, 0).Type;
  return {{"type", hlType(Type)}, {"out_type", hlType(G.out(O, 0).Type)},
          field("outer", S.Outer),           field("axis", S.Axis),
          field("inner", S.Inner),           field("largest", takesLargest(O))};
}

void planArgPortable(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = argProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  Plans.add(O, Layout::RowMajor,
            cost::ScalarElement * static_cast<double>(G.in(O, 0).elements()));
}

void emitArgPortable(const Graph &G, const Op &O, LayerWriter &W) {
  W.include("hexloom/portable/arg.h");
  W.structure("hl_arg", "p", argFields(G, O));
  W.line(strf("hl_arg_portable(&p, %s, out0);", W.input(0).c_str()));
}

static std::string vectorProblem(const Graph &G, const Op &O) {
  const Tensor &In = G.in(O, 0);
  if (const std::string Problem = argProblem(G, O); !Problem.empty())
    return Problem;
  if (bytesOf(In.Type) != 1 && In.Type != DType::Int32)
    return unservedType(In);
  return In.elements() == 0 ? "the tensor is empty" : "";
}

void planArgRows(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = vectorProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const ArgShape S = argShape(G, O);
  const int64_t Bytes = bytesOf(G.in(O, 0).Type), Vectors = (S.Axis * Bytes + 127) / 128;
  if (S.Inner != 1)
    return Plans.reject("the axis is not the last dimension");
  if (Bytes == 1 && Vectors > 255)
    return Plans.reject("a row has more than 255 vectors");
  const int64_t Whole = S.Axis * Bytes / 128, Looped = Whole > 1 ? Whole : 0;
  const auto Groups = static_cast<double>(ceilDiv(S.Outer, HL_ARG_TOGETHER));
  const Cost Row = cost::ArgRow + double(Looped) * cost::ArgRowVector + double(Vectors - Looped) * cost::ArgRowStraight;
  Plans.add(O, Layout::RowMajor, cost::VectorLayer + Groups * cost::ArgRows + double(S.Outer) * Row);
}

void emitArgRows(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("arg_rows.h");
  W.structure("hl_arg", "p", argFields(G, O));
  W.line(strf("hl_arg_rows(&p, %s, out0);", W.input(0).c_str()));
}

/// hl_arg_columns: vectors of outputs, those near the tensor's end with care, and the words that they become.
static Cost columnsCost(const ArgShape &S, int64_t Bytes, bool IsLong) {
  constexpr int64_t kVector = hexagon::kVectorBytes, kReach = kVector + HL_LOAD_SLACK; // hl_near
  const int64_t Run = S.Inner * Bytes, All = S.Outer * S.Axis * Run, End = roundUp(All, kVector);
  const int64_t Row = S.Inner * (IsLong ? 8 : 4), Last = Row % kVector;
  const double Across = endsAcross(S.Outer, Row); // last indices of an outer turn that go to two vectors
  double Near = 0;                                // vectors of outputs, from the last one back
  const auto IsNear = [&](int64_t Outer, int64_t At) { return Outer >= 0 && At >= 0 && ((Outer + 1) * S.Axis - 1) * Run + At + kReach > End; };
  for (int64_t At = (ceilDiv(Run, kVector) - 1) * kVector; IsNear(S.Outer - 1, At); At -= kVector)
    for (int64_t Outer = S.Outer - 1; IsNear(Outer, At); --Outer)
      ++Near;
  const auto Vectors = static_cast<double>(ceilDiv(Run, kVector)), Stores = static_cast<double>(Row / kVector);
  const int64_t Whole = Run / kVector;
  const double Chosen = S.Outer > 1 ? double(S.Outer) * Vectors : Whole > 1 ? double(Whole) : 0; // of a single one it is known
  const Cost PerVector = double(S.Axis) * cost::ArgColumnVector + IsLong * cost::ArgColumnLong;
  return cost::VectorLayer +
         double(S.Outer) * (Vectors * PerVector + Stores * cost::ArgColumnStore + (Last != 0) * cost::ArgColumnStorePart) +
         Chosen * cost::ArgColumnChosen +
         Near * double(S.Axis) * cost::ArgColumnNear + Across * cost::ArgStoreAcross;
}

void planArgColumns(const Graph &G, const Op &O, PlanList &Plans) {
  if (const std::string Problem = vectorProblem(G, O); !Problem.empty())
    return Plans.reject(Problem);
  const ArgShape S = argShape(G, O);
  const int64_t Bytes = bytesOf(G.in(O, 0).Type);
  if (S.Inner == 1)
    return Plans.reject("the axis is the last dimension");
  if (Bytes == 1 && S.Axis > 1 << 16)
    return Plans.reject("indices of more than 16 bits");
  Plans.add(O, Layout::RowMajor, columnsCost(S, Bytes, G.out(O, 0).Type == DType::Int64));
}

void emitArgColumns(const Graph &G, const Op &O, LayerWriter &W) {
  W.body("arg_rows.h");
  W.structure("hl_arg", "p", argFields(G, O));
  W.line(strf("hl_arg_columns(&p, %s, out0);", W.input(0).c_str()));
}

} // namespace hexloom
