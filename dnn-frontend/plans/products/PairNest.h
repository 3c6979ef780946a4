// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C of convolutions by products of a pair of words (PairView.h): 32 outputs by four inputs of two pixels in an instruction.
//
//   for each image
//     the image with pads and its pixels' sums                                    (ImageNest.h)
//     for each row, block, column of the kernel: its words, eight pixels at a time
//     for each row of outputs
//       for each four blocks of 32 outputs, then two, then one
//         for each four pixels: sums begin; products; output stage
//       dense pixels of the row, where the result is row-major
//
// Products and words are instructions of the table; beside them hexloom/hvx/product.h has the output stage.
#pragma once

#include "plans/products/ImageNest.h"
#include "plans/products/PairView.h"
#include "plans/products/RowNest.h"

namespace hexloom {

class PairNest {
public:
  PairNest(const PairView &Pairs, const PackedProduct &P, const OutputStage &Stage, DType Type, LayerWriter &W);
  void write();

private:
  const PairView &Pairs;
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
  void rows();
  void row();
  void group(int Blocks);
  void tile(int Blocks);
  void begin(int Blocks);
  void products(int Blocks);
  void run(int Blocks, int Words, int64_t Bytes, int Vectors);
  void runs(int Blocks, int Runs, int Words);
  void finish(int Blocks);
  int64_t words() const { return Pairs.Packed.words(); } ///< of an output
  int64_t constants() const; ///< vectors of a block's output stage
  int pixel(int Pair, int Half) const { return Pairs.isDealt2() ? Pair + 2 * Half : 2 * Pair + Half; }
};

} // namespace hexloom
