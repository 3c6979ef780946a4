// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of products by an instruction that no kernel was written for: a row of instructions.def, and an embedding of it in the operator
// (embed/Search.h). What a nest needs beside them follows from both maps.
//
//   conv 56x56x64, 3x3, 128 in d.w[i] += SUM(4, a.ub[4*i+j] * b.b[4*i+j]), weights first, lanes k:32, terms c:4
//     activations   four neighbouring channels of a pixel are a word, the same for all lanes; words lie in the tensor as they are read
//     weights       32 outputs by four channels are a vector, packed when the network is compiled
//     results       32 neighbouring channels of a pixel
//
// Where the tensor has not what a load wants, an image of the activations is made first (Packed.h): terms that are taps of a window are
// written out, pixels that are lanes lie side by side.
#pragma once

#include "embed/Instructions.h"
#include "embed/Search.h"
#include "instructions/Machine.h"
#include "plans/embedded/Packed.h"
#include "plans/products/Products.h"

namespace hexloom {

/// What one factor of the instruction loads: pieces of so many bytes, vectors or words.
struct EmbeddedFactor {
  struct Piece {
    char Operand; ///< of the instruction: 'a' is its first
    int Part;     ///< of the operand: the lower vector of a pair is 0
    int64_t First; ///< element of the factor
  };
  std::vector<Piece> Pieces;
  int64_t PieceBytes = 0;
  bool Splats = false; ///< a word in memory is all lanes of the vector
};

/// A loop around the instruction, over what is no lane.
struct EmbeddedLoop {
  size_t Axis;
  int64_t Trips, In, Out; ///< steps of the activations' and the results' places
  bool IsOfWeights;       ///< each turn has weights of its own
};

struct EmbeddedProduct {
  /// How sums become bytes: one by one, by the reference's arithmetic in vectors, or by the chosen stage.
  enum class Finish { Words, Rescaled, Staged };
  static constexpr int64_t kMostStraight = 12; ///< steps of a sum that are written out

  const EmbeddableInstruction *By;
  DimensionMap Map;
  ScalarOperator Operator; ///< with room for padding
  TensorView In, Weights, Out;
  OutputStage Stage;
  hexloom::Stage Chosen;
  Finish Finishes = Finish::Words;
  DType Type;
  bool Flips = false; ///< activations have the other sign than the instruction's
  int Lanes = 0;      ///< of a vector, 32 bits each
  int Vectors = 0;    ///< of the instruction's results

  std::vector<EmbeddedLoop> Loops; ///< of results, outermost first
  size_t TileLoop = 0;             ///< of these, of which some turns are done together
  int64_t Tile = 1;
  EmbeddedFactor Activations, Filter;
  PackedTensor Image, Results;
  std::vector<Box> ToImage, FromResults;
  bool AreMixed = false; ///< four channels of a lane's pixel lie side by side
  bool IsImage = true, IsCopied = true; ///< whether there is an image, and whether results are copied
  bool Fills = false;                   ///< the image's other places have the zero point
  std::vector<int64_t> Places;          ///< of each of the activations' pieces in the image, for each step of the sum

  int64_t steps() const { return static_cast<int64_t>(Places.size() / Activations.Pieces.size()); }
  /// Turns of a loop, of which one does `Tile` at once.
  int64_t turns(size_t Loop) const;
  int64_t together(size_t Loop) const { return Loop == TileLoop ? Tile : 1; }
  bool tilesWeights() const { return Tile > 1 && Loops[TileLoop].IsOfWeights; }
  int64_t sumVectors() const { return Tile * Vectors; }
  bool isByWords() const { return Finishes == Finish::Words; }
};

/// How many results' vectors are made together: of neighbouring pixels, or of channels.
struct EmbeddedTile {
  int64_t Pixels, Channels;
};

/// Why no embedding serves the operator on that target, or "".
std::string embeddedProblem(const Graph &G, const Op &O, Target T);

/// The operator without an embedding: views and output stage.
EmbeddedProduct embeddableProduct(const Graph &G, const Op &O, const StageSearch &Search, Target T);

/// Adds the embedding; what the nest cannot do, or "". Tiles beyond the loops' turns are cut.
std::string embed(EmbeddedProduct &P, const EmbeddableInstruction &By, const DimensionMap &Map, EmbeddedTile Tile, const Tensor *Filter, Target T);

/// The tiles that are worth a try.
std::vector<EmbeddedTile> tilesOf(const EmbeddedProduct &P, const Machine &M);

/// "weights-k32-ky4"
std::string embeddingWord(const DimensionMap &M, const ScalarOperator &O);

/// The operator's index at the first product of a turn: of each loop the place, and the step of the sum.
std::vector<int64_t> firstIndex(const EmbeddedProduct &P, const std::vector<int64_t> &Turns, int64_t Step);
/// Axes that are summed over, the innermost last.
std::vector<size_t> summedAxes(const ScalarOperator &O);
int64_t pieceOf(const DimensionMap &M, size_t Axis); ///< 1: none
int64_t tripsOf(const DimensionMap &M, const ScalarOperator &O, size_t Axis);

/// A weight less its zero point; what is no tap has 0.
int weightAt(const EmbeddedProduct &P, const Tensor *Filter, const std::vector<int64_t> &Index);
/// Whether an axis moves the output's channel.
bool isOfChannels(const EmbeddedProduct &P, size_t Axis);
/// Whether an axis moves weights or channels, which biases and multipliers go by.
bool isOfWeights(const EmbeddedProduct &P, size_t Axis);
/// The output channel of a result, wherever its pixel lies; nullopt: it is outside.
std::optional<int64_t> channelOf(const EmbeddedProduct &P, const std::vector<int64_t> &Index);

/// The constants in the order in which the nest reads them: weights by turn and step, then biases with the output stage's vectors, or the
/// reference's factors.
Bytes packedWeights(const EmbeddedProduct &P, const Tensor *Filter);
std::vector<int32_t> packedStages(const EmbeddedProduct &P, const Tensor *Filter);
/// Vectors that the output stage reads for a vector of sums.
int constantVectorsOf(const EmbeddedProduct &P);
std::vector<int32_t> packedFactors(const EmbeddedProduct &P);

} // namespace hexloom
