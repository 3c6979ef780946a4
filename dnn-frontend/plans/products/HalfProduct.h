// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions, depthwise ones among them, as products of bytes with sums of 16 bits (HalfSums.h): vectors hold 128 pixels of one
// channel (planes of one channel), a word the weights of one output for one, two or three of the vectors that its windows are
// made of. So nothing is padded to four channels, neither inputs nor outputs; but sums of many products are to be widened again
// and again.
//
//   vmpy    a vector by a weight
//   vmpa    two vectors by a weight each, whichever they are
//   vtmpy   three neighbouring columns of which the third has a weight of one: what it has more is a product of its own by vmpa.
//           It takes two vectors; the middle column is found in them, and so neighbours in a vector are to be neighbours in the
//           image: rows by themselves.
//
// A weight that leaves a byte (less its zero point) is two products of the same vector. HalfNest.h writes the code.
#pragma once

#include "instructions/Machine.h"
#include "plans/products/HalfSums.h"
#include "plans/products/Products.h"

#include <array>

namespace hexloom {

/// A vector of the windows: the pixels that far from the output's, of a group's input channel.
struct HalfTap {
  int Plane, Y, X;
  bool operator==(const HalfTap &O) const { return Plane == O.Plane && Y == O.Y && X == O.X; }
};

/// How many weights the usual instruction multiplies by, the third of three being one.
enum class HalfBy { One, Two, Three };
computes::Pattern patternOf(HalfBy By);

/// An instruction.
struct HalfStep {
  HalfBy By;
  int First, Second; ///< of HalfProduct::Taps; -1: it has one vector
};

/// Weights of an instruction for one output; of one the first alone.
using HalfWeights = std::array<int, 2>;

struct HalfProduct {
  ProductShape S; ///< depthwise: as many groups as input channels
  DType Type;
  int InZero; ///< of the bytes as they are multiplied: unsigned
  Range Bounds;
  hexloom::Stage Chosen;
  std::vector<HalfTap> Taps;
  std::vector<HalfStep> Steps;
  std::vector<std::vector<HalfWeights>> Weights; ///< [output][step]
  std::vector<HalfRun> Runs;
  std::vector<int64_t> Constants; ///< of each output: the bias, less what the zero point adds, with what the stage wants
  /// What the sums of one or two runs begin with, by output. Empty: sums become words.
  std::vector<std::pair<int32_t, int32_t>> Begins;

  bool staysHalf() const { return !Begins.empty(); }
  bool flips() const { return Type == DType::Int8; }
  int inputs() const { return S.In.C / S.Groups; }   ///< of a group
  int outputs() const { return S.Out.C / S.Groups; } ///< likewise
  /// Vectors of an output's constants: the begins of its sums, and those of its stage.
  int constantVectors() const;
  /// Bytes of all outputs' constants and weights.
  int64_t packedBytes() const;
  /// Whether any output's sums of a run begin with something else than 0.
  bool isCentred(size_t Run) const;
};

/// Geometry of CONV_2D and DEPTHWISE_CONV_2D alike.
ProductShape halfShape(const Graph &G, const Op &O);

/// Rows and columns of windows that may lie outside of the image.
bool leavesRows(const ProductShape &S, int Y);
bool leavesColumns(const ProductShape &S, int X);
bool hasBorderColumns(const ProductShape &S);

/// What a row of the image is loaded by: not at all, if it is outside; near the ends of the tensor with care.
enum class RowOf { Outside, Careful, Inside };
/// `Plane`: bytes from a plane to the next.
RowOf rowOf(const ProductShape &S, int64_t Plane, int64_t Row);
/// Output rows one behind the other whose windows' last rows are of one kind: where rows are walked over column by column, a loop.
struct AlikeRows {
  int First, Count;
  RowOf Kind;
};
std::vector<AlikeRows> alikeRows(const ProductShape &S, int64_t Plane);

/// How an image's pixels can be walked over 128 at a time (pixelWalks).
std::vector<PixelWalk> halfWalks(const ProductShape &S);

/// Where the windows' vectors may be while outputs are made from them, the usual place first; and whether a schedule has them in memory.
std::vector<WordsIn> halfPlaces(const HalfProduct &P);
bool isInMemory(const HalfProduct &P, const Schedule &How);

/// Whether rows can be walked over column by column of 128 pixels. The vectors of a window's rows then stay in registers for the next rows.
/// So does all that belongs to the only output of a group.
bool slides(const HalfProduct &P, PixelWalk Walk);
/// Rows that can be written out then, the usual number first: after as many as a window has, its vectors are where they were.
std::vector<int> slidingUnrolls(const HalfProduct &P);
inline constexpr const char *kHalfSlides = "columns-rows"; ///< the order of its loops
/// Groups that can be written out where rows are walked over in their order, the usual number first: so few that no loop is left, or in the
/// loop one. None: there is no choice.
std::vector<int> groupUnrolls(const HalfProduct &P);

/// Why the operator cannot be computed by sums of halfwords on a target, whatever the instruction, or "".
std::string halfProblem(const Graph &G, const Op &O, Target T);

/// The stage by which the operator's sums become bytes.
Stage halfStage(const Graph &G, const Op &O, const StageSearch &Search);

/// Requires no problem. `By`: the widest instruction.
HalfProduct halfProductOf(const Graph &G, const Op &O, HalfBy By, const Stage &Chosen);

/// Packets that the products of 128 pixels of all outputs take, which are all that of sums of 16 bits; and of words of four by
/// vrmpy.
int64_t halfPackets(const HalfProduct &P);
int64_t wordPackets(const ProductShape &S);

} // namespace hexloom
