// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that move elements, except the slices.
#include "import/OpReader.h"
#include "ir/Shapes.h"
#include "support/Error.h"

#include <algorithm>

namespace hexloom {

namespace {

Shape toShape(const OpReader &R, const Ints &Values) {
  Shape S;
  for (int64_t Value : Values) {
    if (Value < 0 || Value > INT32_MAX)
      R.fail(strf("output has a dimension of %lld", (long long)Value));
    S.push_back(static_cast<int32_t>(Value));
  }
  return S;
}

template <typename Vector> Ints toInts(const OpReader &R, const Vector *V) {
  if (sizeOf(V) > kMaxRank)
    R.fail(strf("an option has %zu entries where at most %d are supported", sizeOf(V), kMaxRank));
  return V ? Ints(V->begin(), V->end()) : Ints();
}

void requireCount(const OpReader &R, const char *What, const Ints &Values, size_t Count) {
  if (Values.size() != Count)
    R.fail(strf("%s has %zu elements where %zu are required", What, Values.size(), Count));
}

int64_t outputZeroPoint(const OpReader &R) {
  return R.out(0).Quant.present() ? R.out(0).Quant.zeroPoint() : 0;
}

void setResize(OpReader &R, bool AlignCorners, bool HalfPixel) {
  R.requireRank(0, 4);
  const Ints Size = R.param(1, "size");
  requireCount(R, "size", Size, 2);
  const Shape &In = R.in(0).Dims;
  R.setShape(0, toShape(R, {In[0], Size[0], Size[1], In[3]}));
  R.set(Attr::AlignCorners, AlignCorners);
  R.set(Attr::HalfPixel, HalfPixel);
}

} // namespace

/// The new shape is input 1, or else an option; one dimension may be -1: what is left.
void importReshape(OpReader &R) {
  const Tensor &In = R.in(0);
  const auto *Option = R.options<tflite::ReshapeOptions>().new_shape();
  Ints New = R.hasSourceInput(1) ? R.param(1, "new shape") : toInts(R, Option);
  if (!R.hasSourceInput(1) && New == Ints{0})
    New.clear(); // how early files write a scalar
  const auto Rest = std::find(New.begin(), New.end(), -1);
  if (Rest != New.end()) {
    int64_t Product = 1;
    for (int64_t Dim : New)
      if (Dim != -1 && (Dim < 0 || __builtin_mul_overflow(Product, Dim, &Product)))
        R.fail(strf("new shape has a dimension of %lld", (long long)Dim));
    if (Product == 0 || In.elements() % Product != 0 || std::count(New.begin(), New.end(), -1) > 1)
      R.fail(strf("an input of %s does not fill the new shape", text(In.Dims).c_str()));
    *Rest = In.elements() / Product;
  }
  const Shape S = toShape(R, New);
  if (shapeFault(S, In.Type).empty() && elementsOf(S) != In.elements())
    R.fail(strf("an input of %s does not fill the new shape %s", text(In.Dims).c_str(),
                text(S).c_str()));
  R.setShape(0, S);
}

void importSqueeze(OpReader &R) {
  const Shape &In = R.in(0).Dims;
  const Ints Given =
      R.axes(toInts(R, R.options<tflite::SqueezeOptions>().squeeze_dims()), R.in(0).rank());
  Shape S;
  for (size_t D = 0; D < In.size(); ++D) {
    const bool IsGiven = std::binary_search(Given.begin(), Given.end(), static_cast<int64_t>(D));
    if (IsGiven && In[D] != 1)
      R.fail(strf("squeezes dimension %zu of %s", D, text(In).c_str()));
    if (!IsGiven && (!Given.empty() || In[D] != 1))
      S.push_back(In[D]);
  }
  R.setShape(0, S);
}

void importExpandDims(OpReader &R) {
  Shape S = R.in(0).Dims;
  S.insert(S.begin() + R.axis(R.scalarParam(1, "axis"), R.in(0).rank() + 1), 1);
  R.setShape(0, S);
}

void importTranspose(OpReader &R) {
  Ints Perm = R.param(1, "permutation");
  requireCount(R, "permutation", Perm, R.in(0).Dims.size());
  for (int64_t &Axis : Perm)
    Axis = R.axis(Axis, R.in(0).rank());
  R.set(Attr::Perm, Perm);
}

void importConcatenation(OpReader &R) {
  const auto &P = R.options<tflite::ConcatenationOptions>();
  R.set(Attr::Axis, R.axis(P.axis(), R.in(0).rank()));
  R.setActivation(P.fused_activation_function());
}

void importSplit(OpReader &R) {
  const int64_t Axis = R.axis(R.scalarParam(0, "axis"), R.in(0).rank());
  Shape S = R.in(0).Dims;
  const int32_t Parts = static_cast<int32_t>(R.outputs());
  if (R.options<tflite::SplitOptions>().num_splits() != Parts || S[Axis] % Parts != 0)
    R.fail(strf("splits dimension %lld of %s into %d parts, has %d outputs", (long long)Axis,
                text(S).c_str(), R.options<tflite::SplitOptions>().num_splits(), Parts));
  S[Axis] /= Parts;
  for (size_t I = 0; I < R.outputs(); ++I)
    R.setShape(I, S);
  R.set(Attr::Axis, Axis);
}

/// Imports SPLIT_V. One of the sizes may be -1, which is what is left.
void importSplitV(OpReader &R) {
  const int64_t Axis = R.axis(R.scalarParam(2, "axis"), R.in(0).rank());
  Ints Sizes = R.param(1, "sizes");
  requireCount(R, "sizes", Sizes, R.outputs());
  Shape S = R.in(0).Dims;
  int64_t Left = S[Axis];
  for (int64_t Size : Sizes) {
    if (Size < -1 || Size > INT32_MAX)
      R.fail(strf("a part of %lld elements", (long long)Size));
    Left -= std::max<int64_t>(Size, 0);
  }
  const auto Rest = std::find(Sizes.begin(), Sizes.end(), -1);
  if (Rest != Sizes.end())
    *Rest = std::exchange(Left, 0);
  if (Left != 0 || *std::min_element(Sizes.begin(), Sizes.end()) < 0)
    R.fail(strf("the parts do not make up dimension %lld of %s", (long long)Axis, text(S).c_str()));
  for (size_t I = 0; I < R.outputs(); ++I) {
    S[Axis] = static_cast<int32_t>(Sizes[I]);
    R.setShape(I, S);
  }
  R.set(Attr::Axis, Axis);
}

void importPack(OpReader &R) {
  const auto &P = R.options<tflite::PackOptions>();
  if (P.values_count() != static_cast<int64_t>(R.inputs()))
    R.fail(strf("packs %d values, has %zu inputs", P.values_count(), R.inputs()));
  R.set(Attr::Axis, R.axis(P.axis(), R.in(0).rank() + 1));
}

void importUnpack(OpReader &R) {
  const auto &P = R.options<tflite::UnpackOptions>();
  if (P.num() != static_cast<int64_t>(R.outputs()))
    R.fail(strf("unpacks %d values, has %zu outputs", P.num(), R.outputs()));
  R.set(Attr::Axis, R.axis(P.axis(), R.in(0).rank()));
}

/// PAD pads with the zero point, PADV2 with a given quantized value, or a float's bit pattern.
void importPad(OpReader &R) {
  R.set(Attr::Paddings, R.param(1, "paddings"));
  int64_t Value = outputZeroPoint(R);
  if (R.hasSourceInput(2)) {
    const Tensor &V = R.sourceInput(2);
    if (!V.isConst() || V.elements() != 1 || V.Type != R.in(0).Type)
      R.fail("the padding value must be one constant of the input's type");
    if (V.Quant.present() && !(V.Quant == R.out(0).Quant))
      R.fail("the padding value is quantized differently from the output");
    Value = 0;
    std::copy(V.Data->begin(), V.Data->end(), reinterpret_cast<uint8_t *>(&Value));
    const int Unused = 64 - 8 * static_cast<int>(bytesOf(V.Type));
    if (V.Type != DType::UInt8 && V.Type != DType::Bool)
      Value =
          static_cast<int64_t>(static_cast<uint64_t>(Value) << Unused) >> Unused; // sign extension
  }
  R.set(Attr::PadValue, Value);
}

void importMirrorPad(OpReader &R) {
  R.set(Attr::Paddings, R.param(1, "paddings"));
  const tflite::MirrorPadMode Mode = R.options<tflite::MirrorPadOptions>().mode();
  R.set(Attr::Mode, std::string(Mode == tflite::MirrorPadMode::REFLECT ? "reflect" : "symmetric"));
}

void importGather(OpReader &R) {
  const auto &P = R.options<tflite::GatherOptions>();
  R.set(Attr::Axis, R.axis(P.axis(), R.in(0).rank()));
  const int64_t IndexRank = R.in(1).rank();
  R.set(Attr::BatchDims, P.batch_dims() < 0 ? P.batch_dims() + IndexRank : int64_t(P.batch_dims()));
}

void importTile(OpReader &R) {
  const Ints Times = R.param(1, "multipliers");
  requireCount(R, "multipliers", Times, R.in(0).Dims.size());
  Ints Dims;
  for (size_t D = 0; D < Times.size(); ++D) {
    if (Times[D] < 0 || Times[D] > INT32_MAX)
      R.fail(strf("multiplier %lld", (long long)Times[D]));
    Dims.push_back(R.in(0).Dims[D] * Times[D]);
  }
  R.setShape(0, toShape(R, Dims));
}

void importReverse(OpReader &R) { R.set(Attr::Axes, R.axes(R.param(1, "axes"), R.in(0).rank())); }

void importSpaceToDepth(OpReader &R) {
  R.set(Attr::Block, Ints{R.options<tflite::SpaceToDepthOptions>().block_size()});
}

void importDepthToSpace(OpReader &R) {
  R.set(Attr::Block, Ints{R.options<tflite::DepthToSpaceOptions>().block_size()});
}

void importSpaceToBatch(OpReader &R) {
  R.set(Attr::Block, R.param(1, "block shape"));
  R.set(Attr::Paddings, R.param(2, "paddings"));
  R.set(Attr::PadValue, outputZeroPoint(R));
}

void importBatchToSpace(OpReader &R) {
  R.set(Attr::Block, R.param(1, "block shape"));
  R.set(Attr::Crops, R.param(2, "crops"));
}

void importResizeNearest(OpReader &R) {
  const auto &P = R.options<tflite::ResizeNearestNeighborOptions>();
  setResize(R, P.align_corners(), P.half_pixel_centers());
}

void importResizeBilinear(OpReader &R) {
  const auto &P = R.options<tflite::ResizeBilinearOptions>();
  setResize(R, P.align_corners(), P.half_pixel_centers());
}

} // namespace hexloom
