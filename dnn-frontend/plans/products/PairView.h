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
// Signed bytes are stored with 128 more, since words are unsigned.
#pragma once

#include "plans/products/View.h"

namespace hexloom {

struct PairView {
  static constexpr int kFour = 4, kEightBytes = 256, kMostBlocks = 4;

  View Image;  ///< the input with its pads, and the sums of its pixels
  View Packed; ///< its runs in the order in which they are multiplied, one for each row of the kernel, block and column
  int Blocks = 1, Columns = 1;     ///< of the words
  int Eights = 0;                  ///< of a run: pairs of vectors
  bool HasHalf = false;            ///< of the last one only four pixels count
  int Rows = 0, RowStep = 1;       ///< of the words, and how far the image's rows for them are apart
  int OutputStep = 1;              ///< rows of words from a row of outputs to the next
  int FullWords = 8, TailWords = 0; ///< of a run of all blocks but the last, if that has fewer, and of that

  int fullBlocks() const { return TailWords ? Blocks - 1 : Blocks; }
  int tiles() const { return Image.outWidth4() / kFour; }
  int64_t runBytes() const { return int64_t(Eights) * kEightBytes; }
  int64_t rowBytes() const { return runBytes() * Columns * Blocks; }
  int64_t bytes() const { return rowBytes() * Rows; }
  /// Whether the words of the whole image are as many vectors as the image, in its order.
  bool isFlat() const {
    return !Image.Copied && Columns == 1 && !HasHalf && RowStep == 1 && Rows == Image.Height && Image.widthBytes() == runBytes();
  }
  bool isDealt2() const { return Image.Shape.StrideW == 2; }
  /// Whether the runs of all rows of the kernel follow one another at one distance.
  bool runsAreOneLoop() const { return Image.Shape.KernelH == 1 || (!TailWords && Image.Shape.DilationH == 1); }
  /// Whether a turn of the loop has two runs: of two blocks of outputs the loads take all of a packet's room, so that moving the
  /// pointers takes another one. Distances from one run to the next have 13 bits.
  bool isTwice(int OfBlocks) const {
    const int Runs = Blocks * Columns * (runsAreOneLoop() ? Image.Shape.KernelH : 1);
    return OfBlocks == 2 && !TailWords && Runs % 2 == 0 && runBytes() + kEightBytes <= 8192;
  }
  /// Whether all products of a tile are straight code.
  bool isOneRun() const { return Image.Shape.KernelH == 1 && Columns == 1 && Blocks == 1; }
  /// Blocks of outputs that a tile has, from the first on.
  static std::vector<int> groupsOf(int Blocks);
};

/// Why products of pairs of words do not serve the convolution, or "".
std::string pairProblem(const ProductShape &S);

/// Requires no problem and a blocked input; throws Overflow of images beyond 32 bits.
PairView pairViewOf(const ProductShape &S, bool OutBlocked, bool SignedWeights);

} // namespace hexloom
