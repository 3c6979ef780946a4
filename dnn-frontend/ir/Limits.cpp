// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ir/Limits.h"
#include "ir/Diagnostics.h"
#include "support/Checked.h"
#include "support/Quote.h"

#include <algorithm>

namespace hexloom {

namespace {

const struct {
  int64_t Most;
  const char *What;
} Rows[] = {
#define LIMIT(NAME, MOST, WHAT) {MOST, WHAT},
#include "ir/limits.def"
};

class Checker {
public:
  Checker(const Graph &G, const Op &O) : G(G), O(O) {}
  void run() const;

private:
  const Graph &G;
  const Op &O;

  void most(Limit L, int64_t Value) const {
    if (const std::string Fault = limitFault(L, Value); !Fault.empty())
      opError(G, O, Fault);
  }
  void image(const Tensor &T) const;
  void window(int64_t KernelH, int64_t KernelW) const;
  void averaged() const;
  void volume() const;
  void product() const;
};

void Checker::image(const Tensor &T) const {
  most(Limit::ImageSide, T.Dims.at(1));
  most(Limit::ImageSide, T.Dims.at(2));
  most(Limit::Channels, T.Dims.at(3));
}

/// Bytes of a pixel in a kernel's copy of the image: at most sixteen, or seven more than it has.
int64_t paddedPixel(int64_t Channels, const Tensor &T) {
  const int64_t Bytes = Channels * bytesOf(T.Type);
  return Bytes <= 16 ? 16 : Bytes + 7;
}

/// What lies under a window of a copied image: padding on both sides, and the rest of a vector of
/// output pixels.
void Checker::window(int64_t KernelH, int64_t KernelW) const {
  const Tensor &In = G.in(O, 0), &Out = G.out(O, 0);
  const bool IsTransposed = O.Kind == OpKind::TransposeConv;
  const int64_t Kernel[2] = {KernelH, KernelW};
  int64_t Sides[2];
  image(In);
  image(Out);
  for (int D = 0; D < 2; ++D) {
    const int64_t Stride = O.ints(Attr::Stride)[D],
                  Dilation = O.Attrs.count(Attr::Dilation) ? O.ints(Attr::Dilation)[D] : 1;
    most(Limit::WindowSide, Kernel[D]);
    most(Limit::Stride, Stride);
    most(Limit::Dilation, Dilation);
    const int64_t Extent = (Kernel[D] - 1) * Dilation + 1;
    most(Limit::WindowExtent, Extent);
    for (int Side : {D, D + 2})
      most(Limit::WindowExtent, O.ints(Attr::Pads)[Side]);
    Sides[D] = IsTransposed ? In.Dims[1 + D] + 2 * Kernel[D] + 8
                            : In.Dims[1 + D] + O.ints(Attr::Pads)[D] + O.ints(Attr::Pads)[D + 2] +
                                  4 * Stride;
  }
  most(Limit::PaddedBytes, checkedMul(Sides[0] * Sides[1], paddedPixel(In.Dims[3], In)));
}

/// CONV_3D: what its kernel's positions reach.
void Checker::volume() const {
  for (size_t D = 0; D < 3; ++D) {
    const int64_t Kernel = G.in(O, 1).Dims[D], Dilation = O.ints(Attr::Dilation)[D];
    most(Limit::WindowSide, Kernel);
    most(Limit::Stride, O.ints(Attr::Stride)[D]);
    most(Limit::Dilation, Dilation);
    most(Limit::WindowExtent, (Kernel - 1) * Dilation + 1);
    for (size_t Side : {D, D + 3})
      most(Limit::WindowExtent, O.ints(Attr::Pads)[Side]);
    most(Limit::ImageSide, G.in(O, 0).Dims[1 + D]);
    most(Limit::ImageSide, G.out(O, 0).Dims[1 + D]);
  }
}

/// Sums have 32 bits: of halfwords there is room for as many, of bytes for 128 times as many.
void Checker::averaged() const {
  const Tensor &In = G.in(O, 0);
  const int64_t Rows = std::min<int64_t>(O.ints(Attr::Kernel)[0], In.Dims[1]),
                Columns = std::min<int64_t>(O.ints(Attr::Kernel)[1], In.Dims[2]);
  most(Limit::Averaged, Rows * Columns / (bytesOf(In.Type) == 1 ? 128 : 1));
}

void Checker::product() const {
  const Tensor &In = G.in(O, 0), &Filter = G.in(O, 1);
  const int64_t Depth = Filter.Dims[1], Count = Depth ? In.elements() / Depth : 0;
  most(Limit::Rows, Count);
  most(Limit::Channels, Filter.Dims[0]);
  most(Limit::PaddedBytes, checkedMul(Count, paddedPixel(Depth, In)));
}

void Checker::run() const {
  most(Limit::Operands, static_cast<int64_t>(O.Inputs.size() + O.Outputs.size()));
  switch (O.Kind) {
  case OpKind::Conv2D:
  case OpKind::DepthwiseConv2D:
  case OpKind::TransposeConv:
  case OpKind::ProductSums:
    return window(G.in(O, 1).Dims[1], G.in(O, 1).Dims[2]);
  case OpKind::AveragePool2D:
    averaged();
    return window(O.ints(Attr::Kernel)[0], O.ints(Attr::Kernel)[1]);
  case OpKind::MaxPool2D:
  case OpKind::L2Pool2D:
    return window(O.ints(Attr::Kernel)[0], O.ints(Attr::Kernel)[1]);
  case OpKind::Conv3D:
    return volume();
  case OpKind::FullyConnected:
    return product();
  case OpKind::ResizeBilinear:
  case OpKind::ResizeNearest:
    for (const Tensor *T : {&G.in(O, 0), &G.out(O, 0)}) {
      image(*T);
      most(Limit::PaddedBytes, T->Dims[2] * paddedPixel(T->Dims[3], *T)); // a row
    }
    return;
  default:
    return;
  }
}

} // namespace

std::string limitFault(Limit L, int64_t Value) {
  const auto &[Most, What] = Rows[static_cast<size_t>(L)];
  return Value <= Most ? ""
                       : strf("%s: %lld; at most %lld are supported", What, (long long)Value,
                              (long long)Most);
}

void checkLimits(const Graph &G, const Op &O) {
  try {
    Checker(G, O).run();
  } catch (const Overflow &E) {
    opError(G, O, E.what());
  }
}

void checkLimits(const Graph &G) {
  const std::pair<Limit, size_t> Counts[] = {{Limit::Operators, G.Ops.size()},
                                             {Limit::Tensors, G.Tensors.size()}};
  for (const auto &[L, Count] : Counts)
    if (const std::string Fault = limitFault(L, static_cast<int64_t>(Count)); !Fault.empty())
      throw UserError(printable(G.File) + ": " + Fault);
}

} // namespace hexloom
