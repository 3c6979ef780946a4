// The C of products with weights in vectors: the nest over images, rows, blocks of 32 outputs and tiles of a row around the bodies of
// hexloom/hvx/product_row.h.
//
//   for each image
//     the image with pads and its pixels' sums                    (ImageNest.h)
//     for each row of outputs                                     | order=blocks-rows: for each block, for each row
//       sums of its windows
//       for each block of 32 outputs
//         for each tile: products, beside them the output stage of the tile before
//       dense pixels of the row, where the result is row-major
#pragma once

#include "plans/products/ImageNest.h"
#include "plans/products/RowTiles.h"

namespace hexloom {

class WeightsNest {
public:
  WeightsNest(const View &V, const PackedProduct &P, const OutputStage &Stage, DType Type, LayerWriter &W);
  void write();

private:
  const View &V;
  const ProductShape &S;
  const PackedProduct &P;
  const OutputStage &Stage;
  const DType Type;
  LayerWriter &W;
  Nest N;
  ImageNest Image;
  const Strides Out;
  const bool IsWindow; ///< of several pixels
  const bool IsAhead; ///< the output stage of a tile stands beside the next one's products

  const bool FlatWindows; ///< all windows of an image are summed in one go, over the ends of rows

  bool hasWindowSums() const { return Image.hasSums() && IsWindow; }
  int64_t blockBytes() const { return int64_t(V.outWidth4()) * 32 * V.ElementBytes; } ///< of a row of one block
  int64_t groupSums() const { return !IsWindow ? V.sumsPlane() : FlatWindows ? V.flatWindows() : V.windowWidth(); }
  /// Sums between the first of a row of outputs and of the next.
  int64_t sumsStep() const { return FlatWindows || !IsWindow ? int64_t(S.StrideH) * V.SumsWidth : V.windowWidth(); }
  std::vector<Walk> weightsWalks() const;
  void declare();
  void windowSums(const std::string &From, const std::string &To, int64_t Width);
  void rowsOutside();
  void blocksOutside();
  void blocks();
  void row();
  void tiles();
  void unblock();
};

} // namespace hexloom
