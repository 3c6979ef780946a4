// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C of convolutions by products of a pair of words (PairView.h): 32 outputs by four inputs of two pixels in an instruction.
//
//   for each image
//     the image with pads and its pixels' sums                                    (ImageNest.h)
//     for each row, block, column of the kernel: its words, eight pixels at a time
//     for each row of outputs
//       for each four blocks of 32 outputs, then three, two or one
//         for each tile of four pixels, of one block for two of them: sums begin; products; output stage
//       dense pixels of the row, where the result is row-major
//
// Products and words are instructions of the table; beside them hexloom/hvx/product.h has the output stage.
#pragma once

#include "plans/products/ImageNest.h"
#include "plans/products/PairRests.h"
#include "plans/products/RowNest.h"

namespace hexloom {

class PairNest {
public:
  PairNest(const PairView &Pairs, const std::vector<PairRest> &Rests, const PackedProduct &P, const OutputStage &Stage, DType Type,
           LayerWriter &W);
  void write();

private:
  static constexpr int kPairsOfTile = 2;
  const PairView &Pairs;
  const std::vector<PairRest> &Rests;
  const View &V;
  const ProductShape &S;
  const PackedProduct &P;
  const OutputStage &Stage;
  const DType Type;
  LayerWriter &W;
  NestBuilder N;
  ImageNest Image;
  RowNest Row; ///< sums of windows
  const Strides Out;
  const Instruction &Product;

  void declare();
  void makeWords();
  void wordsOfColumn(int Column);
  void eights(const char *Vector, int64_t Count);
  void eight(const Value &First, const Value &Second);
  void phases();
  void firstPhases(const char *Name, const Value &At, bool IsAligned);
  static Value phaseOf(const char *Name, int Phase) { return strf("%s%d", Name, Phase); }
  Value asUnsigned(const Value &Vector) const;
  /// Blocks and tiles whose sums are in registers together.
  struct Group {
    int Blocks, Tiles;
    std::vector<RestGroup::Each> Rests; ///< further words
    const char *Sums = "sum";
    bool IsReady = false; ///< the first word's pairs are loaded
    int sums() const { return Blocks * Tiles; }
    int pairs() const { return Tiles * kPairsOfTile; }
    Value sum(int Block, int Tile, int Pair) const { return Value(Sums)[Block * Tiles + Tile][Pair]; }
  };
  void rows();
  void row();
  void blocks(const char *To); ///< to the first row or to all
  /// So many blocks one behind the other, and how often.
  struct Blocks {
    int Each, Times;
    RestGroup Rests;
  };
  std::vector<Blocks> Sets;
  std::vector<Blocks> sets() const;
  static std::string nameOf(const char *Constant, size_t Set) { return Constant + std::to_string(Set); }
  void set(size_t Number);
  void group(int Blocks, const std::vector<RestGroup::Each> &Rests);
  void tile(const Group &G);
  void tiles(const Group &G, int Count);
  void keptTiles(const Group &G);
  void place();
  void sums(const Group &G);
  void begin(const Group &G);
  void fence(const Group &G, const char *Reason, std::vector<Value> Scalars = {});
  bool isFenced(int Blocks) const { return (Blocks > 1 ? Pairs.isStraight() : Pairs.isOneRun()) && !Pairs.areKept(Blocks); }
  void next(int Tiles);
  /// Whether a tile's sums begin beside the output stage of the one before: they depend on no pixel. In loops sixteen vectors
  /// of sums leave no registers for that.
  bool beginsAhead(const Group &G) const { return !P.StoredZero && (isStraight(G.Blocks) || G.sums() < PairView::kMostBlocks); }
  void products(const Group &G);
  /// Whether products are straight code (PairStraight.cpp).
  bool isStraight(int Blocks) const { return Blocks > 1 && isFenced(Blocks); }
  void straightRuns(const Group &G);
  void readyRows(int Blocks, const std::vector<RestGroup::Each> &Rests);
  void declareDistance(int Tiles);

  /// Pointers to weights: one for each block, of straight code for each of its tiles, too. There the packet of two products loads their
  /// weights, again for another tile: in a register, they would take a place of a packet.
  int pointers(const Group &G) const { return Pairs.areKept(G.Blocks) ? 0 : isStraight(G.Blocks) ? G.sums() : G.Blocks; }
  int pointer(const Group &G, int Block, int Tile) const { return pointers(G) == G.Blocks ? Block : Block * G.Tiles + Tile; }
  static Value pointerNamed(int I) { return strf("w%d", I); }
  static Value pairOf(int Word, int Pair) { return strf("pair%d_%d", Word, Pair); }
  Value loadOf(int Pair, const char *From, int64_t Bytes);
  void loadPairs(const Group &G, int Word, int64_t Bytes, const char *Type);
  void multiply(const Group &G, int Word, int Vector);
  void run(const Group &G, int Words, int64_t Bytes, int Vectors);
  void runs(const Group &G, int Runs, int Words);
  void rests(const Group &G);
  void finish(const Group &G);
  int64_t words() const { return Pairs.Packed.words(); } ///< of an output
  int64_t constants() const; ///< vectors of a block's output stage
  int pixel(int Pair, int Half) const { return Pairs.isDealt2() ? Pair + 2 * Half : 2 * Pair + Half; }
};

} // namespace hexloom
