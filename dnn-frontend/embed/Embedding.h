// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Embeddings of convolutions: taps of the window become channels of an image that is made on the way in ("The Programming of Deep
// Learning Accelerators as a Constraint Satisfaction Problem", section 6: relaxed mapping, which unrolls no more of the stencil than an
// instruction needs).
//
//   CONV_2D(x 1x700x161x1, w 32x20x5x1, stride 2)   =   CONV_2D(image 1x349x161x4, w' 32x5x5x4, stride 1x2, dilation 2x1)
//
//   ky4: channel k of the image's row e is row 2 e + k of x; tap k of w' is tap 4 t + k of w's window.
//
// An instruction that multiplies words of four channels then has no empty places. What lies outside of x holds its zero point in the
// image, and taps that w has not have w's zero point: neither adds to a sum.
#pragma once

#include "ir/Box.h"

namespace hexloom {

/// So many neighbouring taps of a column and of a row become channels, in this order, around those that are there.
struct Embedding {
  int Rows, Columns;
};
std::string text(const Embedding &E); ///< "ky4", "ky2.kx2"; of one tap "none"

/// An embedding that the user asks for: --force-embedding=OPERATOR=ky4. Of one tap: none.
struct ForcedEmbedding {
  std::string Operator; ///< name, number in the .tflite file, or kind (CONV_2D: all that can be embedded so)
  Embedding Its;
  bool IsUsed = false;
};
/// UserError: the text is not of this form.
ForcedEmbedding parseForcedEmbedding(const std::string &Text);

/// One dimension of a window, before or after.
struct WindowAxis {
  int64_t Size, Taps, Stride, Dilation, Before, After, Outputs; ///< Size: of the input without padding
};

/// A dimension of which `Piece` neighbouring taps become channels.
class EmbeddedAxis {
public:
  EmbeddedAxis(const WindowAxis &From, int64_t Piece);
  const WindowAxis &window() const { return To; }
  /// The input's index that tap K < Piece of the image's index E is, E * step() + K * dilation() - before(); it may lie outside.
  int64_t step() const { return Step; }
  int64_t dilation() const { return Piece == 1 ? 1 : From.Dilation; }
  int64_t before() const { return Piece == 1 ? 0 : From.Before; }
  int64_t piece() const { return Piece; }
  /// Neighbouring indices of the image at which the same taps lie within the input.
  struct Run {
    int64_t First, Count, FirstTap, Taps;
  };
  std::vector<Run> runs() const;

private:
  WindowAxis From, To;
  int64_t Piece, Step;
};

class EmbeddedConvolution {
public:
  /// A verified CONV_2D of one group.
  EmbeddedConvolution(const Graph &G, const Op &O, Embedding E);
  /// NHWC
  Shape imageShape() const;
  Shape filterShape() const;
  /// What brings the input's bytes into the image; the rest is filled with the zero point.
  std::vector<BoxMovement::Piece> image() const;
  /// A constant filter's elements in the order of filterShape().
  Bytes filter() const;
  /// Stride, dilation and padding of the convolution of the image.
  std::map<Attr, AttrValue> attributes() const;
  /// Products of words of four channels that one output takes.
  int64_t words() const;
  int64_t imageElements() const { return elementsOf(imageShape()); }

private:
  const Tensor &Input, &Filter;
  Shape OutShape;
  const std::map<Attr, AttrValue> &Attrs;
  EmbeddedAxis Rows, Columns;

  int64_t inputChannels() const { return Filter.Dims[3]; }
  int64_t channels() const { return Rows.piece() * Columns.piece() * inputChannels(); }
};

/// Why the operator cannot be embedded so; "": it can.
std::string embeddingProblem(const Graph &G, const Op &O, Embedding E);

/// Those of whole words that leave fewer products of words than the operator takes, and at most half as many again as the best: the fewest
/// first, then the smallest image. At most Most, half of them with four channels, which the widest products take as they lie. Empty for
/// what is no CONV_2D of bytes, one group and a constant filter.
std::vector<Embedding> embeddingsOf(const Graph &G, const Op &O, size_t Most);

} // namespace hexloom
