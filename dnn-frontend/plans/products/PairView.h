// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What products by a pair of words (vrmpy(Vu, Rtt)) read: the words of four pixels side by side.
//
// Weights are in vectors, of 32 outputs by four inputs, and each multiplies two words, which are two pixels': 256 products. Of four pixels
// and four blocks of outputs eight such instructions take eight vectors of weights and four pairs of words: all that four packets have.
//
// Words come from a copy of the blocked image, [rows][blocks][kernel columns][eights of pixels][256 bytes]. It has a copy for each column of
// the kernel, which begins with that column's first pixel: so each pair is aligned, and a window is one column wide. The two vectors of
// eight neighbouring pixels of 32 channels are dealt by one instruction. By bits of a byte's place, highest first (V is the number of the
// vector, p the pixel in it, w the word, b the byte):
//
//   V p1 p0 w2 w1 w0 b1 b0    as blocks are stored
//   w0 p1 V w2 w1 p0 b1 b0    stride 1: pairs of neighbours; the eight pixels are two tiles
//   w0 p1 p0 w2 w1 V b1 b0    stride 2: pixels 0 and 4, 2 and 6; those of odd number are not read
//
// Row-major pixels of up to four channels are a word each (View.h). Their words have [rows][phases][vectors]: a phase begins with pixel 0 or
// 1, of stride 2 with pixel 0, 1, 2 or 3, and has the pixels from there that are a stride apart. A column of the kernel is a phase from one
// of its pairs on.
//
// Signed bytes are stored with 128 more, since words are unsigned.
#pragma once

#include "machine/Processor.h"
#include "plans/products/View.h"

namespace hexloom {

struct PairView {
  static constexpr int kFour = 4, kEightBytes = 256, kMostBlocks = 4, kMostTiles = 4, kPairBytes = 8;

  View Image;  ///< the input with its pads, and the sums of its pixels
  View Packed; ///< its runs in the order in which they are multiplied, one for each row of the kernel, block and column
  int Blocks = 1, Columns = 1;     ///< of the words
  int Eights = 0;                  ///< of a run: pairs of vectors
  bool HasHalf = false;            ///< of the last one only four pixels count
  int Rows = 0, RowStep = 1;       ///< of the words, and how far the image's rows for them are apart
  int OutputStep = 1;              ///< rows of words from a row of outputs to the next
  int FullWords = 8, TailWords = 0; ///< of a run of all blocks but the last, if that has fewer, and of that
  int RunRows = 1;                  ///< rows of the kernel in a run
  int Phases = 0, PhaseVectors = 0; ///< of words of pixels of up to four channels
  bool ArePhasesFull = false;       ///< the last word of their last vector counts

  bool isPicture() const { return Phases > 0; }
  int fullBlocks() const { return TailWords ? Blocks - 1 : Blocks; }
  int tiles() const { return Image.outWidth4() / kFour; }
  int kernelRuns() const { return Image.Shape.KernelH / RunRows; } ///< of a column of blocks
  int64_t phaseBytes() const { return int64_t(PhaseVectors) * hexagon::kVectorBytes; }
  int64_t runBytes() const { return isPicture() ? Phases * phaseBytes() : int64_t(Eights) * kEightBytes; }
  int64_t rowBytes() const { return runBytes() * Columns * Blocks; }
  int64_t bytes() const { return rowBytes() * Rows; }
  /// Whether the words of the whole image are as many vectors as the image, in its order.
  bool isFlat() const {
    return !isPicture() && !Image.Copied && Columns == 1 && !HasHalf && RowStep == 1 && Rows == Image.Height && Image.widthBytes() == runBytes();
  }
  bool isDealt2() const { return !isPicture() && Image.Shape.StrideW == 2; }
  /// Bytes from a tile's first pair of words to that of another word, from its first pair to its second, and to the first of a later tile,
  /// of blocked pixels of stride 1 from an even one.
  int64_t placeOfWord(int Word) const;
  int64_t secondPair() const { return isPicture() ? kPairBytes : 64; }
  int64_t placeOfTile(int Tile) const {
    return isPicture() ? Tile * 2 * kPairBytes : isDealt2() ? Tile * kEightBytes : Tile / 2 * kEightBytes + Tile % 2 * 32;
  }
  /// Whether tiles follow one another at one distance.
  bool areTilesEven() const { return isPicture() || isDealt2(); }
  /// The place of a word by its number among all that are packed.
  int64_t placeOfPacked(int Word) const;
  /// How many tiles of so many blocks are made at a time: of one block up to four share the loads of weights, of two in straight code two
  /// fill the waits of the output stage.
  int tilesOf(int OfBlocks) const {
    if (OfBlocks == 2)
      return isStraight() && tiles() % 2 == 0 ? 2 : 1;
    const int Most = OfBlocks > 1 || areKept(OfBlocks) ? 1 : kMostTiles;
    return tiles() >= Most ? Most : tiles() > 1 ? 2 : 1;
  }
  /// Whether the weights of a tile of so many blocks stay in registers.
  bool areKept(int OfBlocks) const { return OfBlocks == 1 && isOneRun() && Packed.words() <= kMostKept; }
  /// Whether the runs of all rows of the kernel follow one another at one distance.
  bool runsAreOneLoop() const { return kernelRuns() == 1 || (!TailWords && Image.Shape.DilationH == 1); }
  /// Runs of a tile, one behind the other, but for those of a tail.
  int runs() const { return (TailWords ? Blocks - 1 : Blocks) * Columns * (runsAreOneLoop() ? kernelRuns() : 1); }
  /// Whether a turn of the loop has two runs: of two blocks of outputs the loads take all of a packet's room, so that moving the
  /// pointers takes another one. Distances from one run to the next have 13 bits.
  bool isTwice(int OfBlocks) const {
    return OfBlocks == 2 && !isStraight() && !TailWords && runs() % 2 == 0 && runBytes() + kEightBytes <= 8192;
  }
  /// Whether all products of a tile are one run, or so few that they are written out.
  bool isOneRun() const { return runsAreOneLoop() && !TailWords && runs() == 1; }
  bool isStraight() const { return runsAreOneLoop() && !TailWords && runs() <= kMostStraight; }
  /// Whether the rows of some blocks follow one another, and not the blocks of a row: then the next tile's sums begin, and its first pairs are
  /// loaded, beside the output stage of a tile.
  bool isByBlocks() const { return Image.OutBlocked && Image.SignedWeights && Image.outBlocks() > 1 && isStraight(); }
  /// Whether the words of such rows follow one another, too.
  bool isOneWalk() const { return placeOfTile(tiles()) == OutputStep * rowBytes(); }
  /// Blocks of outputs that a tile has, from the first on.
  static std::vector<int> groupsOf(int Blocks);

private:
  static constexpr int kMostStraight = 6; ///< runs
  static constexpr int kMostKept = 9; ///< beside two tiles' sums and the output stage

  struct Place {
    int Phase, Pair;
  };
  Place placeOfColumn(int Column) const;
  friend PairView pictureViewOf(const ProductShape &S, bool OutBlocked);
};

/// Why products of pairs of words do not serve the convolution of a blocked or a row-major input, or "".
std::string pairProblem(const ProductShape &S, bool InBlocked);

/// Requires no problem; throws Overflow of images beyond 32 bits.
PairView pairViewOf(const ProductShape &S, bool InBlocked, bool OutBlocked);

} // namespace hexloom
