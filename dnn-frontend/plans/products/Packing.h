// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights and output constants in the order in which the vector product kernels read them.
#pragma once

#include "plans/products/View.h"

namespace hexloom {

struct PackedProduct {
  std::vector<int32_t> Offsets; ///< of the runs
  Bytes Weights;                ///< [block][word][32 channels][4 bytes], unsigned but for View::SignedWeights
  std::vector<int32_t>
      Stages;                ///< [block]{...}[32 channels]: what hl_product_output_of reads, or hl_wide_stage
  std::vector<uint8_t> Ones; ///< the bytes of a pixel that count in its sum; see hl_sums_row
  std::vector<uint8_t> Spread; ///< control of vdelta, or empty
  int StoredZero = 0;          ///< of the weights as they are stored
  bool RightOnly = true;       ///< every shift is below 0
  bool Near = true;            ///< every shift of a wide stage is below 32
  StageKind Kind;              ///< of the output stage
};

/// Control of vdelta that spreads a vector's dense pixels to words (View::Spread), or empty.
std::vector<uint8_t> spreadOf(const View &V);

/// Offsets of the view's runs, in the order in which they are multiplied.
std::vector<int32_t> runOffsets(const View &V);

/// Zero point of a filter of bytes as products store it, unsigned; 0: no pixels need be summed.
int storedZero(DType Filter, const OutputStage &Stage);

/// `Filter`: [Out.C][KernelH][KernelW][In.C / Groups], int8 or uint8. `Above`: by how much activations as products see them are above
/// the image's bytes, of which sums of pixels are taken.
PackedProduct packProduct(const View &V, const Tensor &Filter, const OutputStage &Stage,
                          const hexloom::Stage &Chosen, int Above = 0);

} // namespace hexloom
