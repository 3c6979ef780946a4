// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DEPTHWISE_CONV_2D: what its kernels share.
#pragma once

#include "nests/Value.h"
#include "plans/windows/Window.h"
#include "space/Axis.h"
#include "stages/StageText.h"
#include "support/Rounding.h"

#include <optional>

namespace hexloom {

/// Blocks and dense rows have this axis alike.
inline constexpr AxisRow kDepthwiseWords = {ScheduleField::Words, "", "registers, memory", TakenBy::Cost,
                                            "where the words of four rows are made: beside their products, or before them"};

/// The hl_depthwise fields of the operator.
Fields depthwiseFields(const Graph &G, const Op &O);

/// The requantization factors of every output channel, and the bias in 64 bits (zeros where the
/// operator has none).
struct DepthwiseScaling {
  std::vector<int32_t> Multipliers, Shifts;
  std::vector<int64_t> Bias;
};
DepthwiseScaling depthwiseScaling(const Graph &G, const Op &O);

/// A constant filter's weights less their zero point; 0 behind the last channel.
class DepthwiseWeights {
public:
  DepthwiseWeights(const Graph &G, const Op &O) : Filter(G.in(O, 1)) {}
  int at(int Ky, int Kx, int C) const;

private:
  const Tensor &Filter;
};

/// Weights are sets of int8. The first has the nearest ones; of uint8 weights less their zero point, -255 to 255, the further
/// ones have what is left: one set, or two for 255.
struct WeightSets {
  static int8_t part(int Weight, int Set);
  static int further(int Weight); ///< sets behind the first
};

/// Columns of a kernel whose weights have further sets: a bit for each of the first (hl_depthwise_splits), all behind those have them.
struct SplitColumns {
  uint32_t Bits = 0;
  void add(int Column);
  double share(int KernelW) const; ///< of the kernel's columns
};

/// The bias less the input's zero point times the sum of the channel's weights, modulo 2^32 as all
/// sums of bytes are.
std::vector<int32_t> foldedBias(const Graph &G, const Op &O);

/// How the sums of bytes of an operator with constant filter become bytes, by a stage that answers
/// what is asked for (answersStage); of others, the reference's way.
Stage depthwiseStage(const Graph &G, const Op &O, const StageSearch &Search);

/// Numbers of output rows that can be made at a time, the usual one first: as many as the words of `WordRows` input rows that one
/// of them needs hold anyway, and fewer.
std::vector<int> rowsAtATime(const WindowShape &S, int WordRows);

/// The instruction whose products are those of such activations with weights of the same lanes.
const char *depthwiseInstruction(DType Activations);

/// Tiles of rows by `Others`; none where there is no choice.
std::vector<std::string> rowTiles(const std::vector<int> &All, const std::string &Others);

namespace depthwise_axis {
inline constexpr AxisRow Bytes = {ScheduleField::Instruction, "", "vrmpy.ub.vb, vrmpy.b.vb", TakenBy::Shape, "the instruction that multiplies"};
inline constexpr AxisRow Halfwords = {ScheduleField::Instruction, "", "vdmpy.h.vh", TakenBy::Shape, "the instruction that multiplies"};
inline constexpr AxisRow Vector = {ScheduleField::Vector, "", "activations", TakenBy::Shape, "the operand that vectors hold"};
} // namespace depthwise_axis

/// Words of `WordRows` input rows by the rows of outputs that read them, for `Rows` of those at a
/// time: how often a word is multiplied for a column of outputs.
int wordsRead(const WindowShape &S, int Rows, int WordRows);

/// An input row of a nest over groups of `Rows` output rows, for the groups First to Last of an image.
struct GroupRow {
  bool IsOutside;      ///< the image has it for none of them
  std::optional<Value> Outside; ///< for which of a loop's turns, `group`, it has not; nothing: for none
  int64_t Rows;        ///< from the row that the group's first window would begin with, were there no padding
};
GroupRow groupRow(const WindowShape &S, int Rows, int Row, int64_t First, int64_t Last);

/// Why no depthwise kernel can serve the operator, or "".
std::string depthwiseTypeProblem(const Graph &G, const Op &O);
/// As depthwiseTypeProblem(), for kernels of bytes by a constant filter.
std::string depthwiseBytesProblem(const Graph &G, const Op &O);

} // namespace hexloom
