// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SOFTMAX and LOG_SOFTMAX: tables and parameters, as TensorFlow Lite's kernels prepare them.
#pragma once

#include "plans/windows/Window.h"

namespace hexloom {

/// The last dimension is the one that is normalized.
struct RowShape {
  int64_t Rows, Depth;
};
RowShape rowShape(const Tensor &T);

/// exp(-d * scale * beta), d = 0 .. 255, with no integer bits; 0 beyond the range that counts.
std::vector<int32_t> softmaxExpTable(double Scale, double Beta);

/// gemmlowp's RoundingDivideByPOT.
int32_t roundedShift(int32_t Value, int Shift);

struct LogSoftmaxTables {
  std::vector<int32_t> Scaled; ///< -d * scale with 5 integer bits
  std::vector<int32_t> ExpQ12; ///< its exponential with 12, 0 beyond the range that counts
  int32_t DiffMin;
  Multiplier Limit;
};
LogSoftmaxTables logSoftmaxTables(double Scale);

/// Outputs of a row of two 8-bit elements by their distance: of the larger and of the smaller one.
struct SoftmaxPairs {
  Bytes Winner, Loser;
};
SoftmaxPairs softmaxPairs(DType Type, double Scale, double Beta);
SoftmaxPairs logSoftmaxPairs(DType Type, double Scale);

/// 513 samples of a function over [InMin, InMax] as int16 with output range [-1, 1), corrected so
/// that linear interpolation errs equally in both directions: TensorFlow Lite's LUTPopulate of a
/// function of doubles. TensorFlow Lite Micro's tables are of floats, and differ in two entries.
std::vector<int16_t> int16Table(double InMin, double InMax, double (*Function)(double));

std::string softmaxProblem(const Graph &G, const Op &O);

/// Whether the operator is LOG_SOFTMAX; otherwise it is SOFTMAX.
inline bool isLog(const Op &O) { return O.Kind == OpKind::LogSoftmax; }

} // namespace hexloom
