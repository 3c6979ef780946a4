// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Samples.h"
#include "Simulation.h"

#include <algorithm>
#include <cmath>

namespace zoo {

namespace tfl = hexloom::tflite;
using Op = BuiltinOperator;
using Index = std::vector<int32_t>;

Map Simulation::moved(Op Code, const Map &In, const std::vector<Value> &Operands, const Shape &Out,
                      const std::function<int64_t(const Index &)> &From,
                      BuiltinOptionsUnion Options) {
  const auto Sample = [&] {
    std::vector<float> Results(static_cast<size_t>(elementsOf(Out)));
    forEach(Out, [&](size_t I, const Index &At) {
      const int64_t Source = From(At);
      Results[I] = Source < 0 ? 0 : In.Sample[size_t(Source)];
    });
    return Results;
  };
  std::vector<Value> Inputs = {In.V};
  Inputs.insert(Inputs.end(), Operands.begin(), Operands.end());
  const Quantization Same = N.spec(In.V).Quantization;
  return finish(Code, Inputs, Out, Sample, std::move(Options), &Same);
}

/// Address of an element, row-major.
static int64_t address(const Shape &S, const Index &At) {
  int64_t Address = 0;
  for (size_t D = 0; D < S.size(); ++D)
    Address = Address * S[D] + At[D];
  return Address;
}

Map Simulation::reshape(const Map &In, const Shape &Dims) {
  return moved(Op::RESHAPE, In, {N.ints(Dims)}, Dims,
               [&](const Index &At) { return address(Dims, At); });
}

Map Simulation::transpose(const Map &In, const Index &Permutation) {
  Shape Out;
  for (int32_t D : Permutation)
    Out.push_back(In.Dims[size_t(D)]);
  return moved(Op::TRANSPOSE, In, {N.ints(Permutation)}, Out, [&](const Index &At) {
    Index From(At.size());
    for (size_t D = 0; D < At.size(); ++D)
      From[size_t(Permutation[D])] = At[D];
    return address(In.Dims, From);
  });
}

Map Simulation::slice(const Map &In, const Index &Begin, const Shape &Size) {
  return moved(Op::SLICE, In, {N.ints(Begin), N.ints(Size)}, Size, [&](Index At) {
    for (size_t D = 0; D < At.size(); ++D)
      At[D] += Begin[D];
    return address(In.Dims, At);
  });
}

Map Simulation::stridedSlice(const Map &In, const Index &Begin, const Index &Strides) {
  Shape Out;
  for (size_t D = 0; D < In.Dims.size(); ++D)
    Out.push_back((In.Dims[D] - Begin[D] + Strides[D] - 1) / Strides[D]);
  const auto From = [&](Index At) {
    for (size_t D = 0; D < At.size(); ++D)
      At[D] = Begin[D] + At[D] * Strides[D];
    return address(In.Dims, At);
  };
  return moved(Op::STRIDED_SLICE, In, {N.ints(Begin), N.ints(In.Dims), N.ints(Strides)}, Out, From, options(tfl::StridedSliceOptionsT()));
}

/// The paddings operand: a row of two numbers for each dimension.
static Value paddings(Net &N, const Index &Before, const Index &After) {
  std::vector<int32_t> Rows;
  for (size_t D = 0; D < Before.size(); ++D)
    Rows.insert(Rows.end(), {Before[D], After[D]});
  return N.constant({TensorType::INT32, {static_cast<int32_t>(Before.size()), 2}, {}}, Rows);
}

Map Simulation::pad(const Map &In, const Index &Before, const Index &After) {
  Shape Out = In.Dims;
  for (size_t D = 0; D < Out.size(); ++D)
    Out[D] += Before[D] + After[D];
  return moved(Op::PAD, In, {paddings(N, Before, After)}, Out, [&](Index At) {
    for (size_t D = 0; D < At.size(); ++D) {
      At[D] -= Before[D];
      if (At[D] < 0 || At[D] >= In.Dims[D])
        return int64_t(-1);
    }
    return address(In.Dims, At);
  });
}

Map Simulation::extended(const Map &In, int32_t Axis, double Real) {
  const Index None(In.Dims.size(), 0);
  Index After = None;
  After[size_t(Axis)] = 1;
  Shape Out = In.Dims;
  ++Out[size_t(Axis)];
  const Quantization Q = N.spec(In.V).Quantization;
  const double Code = std::round(Real / Q.Scales[0]) + double(Q.ZeroPoints[0]);
  const auto Byte = static_cast<int8_t>(std::min(std::max(Code, double(lowest(Type))), double(highest(Type))));
  const Value Filler = N.constant({Type, {1}, Q}, std::vector<int8_t>{Byte});
  const auto Sample = [&] {
    std::vector<float> Results;
    forEach(Out, [&](size_t, const Index &At) {
      Results.push_back(At[size_t(Axis)] == In.Dims[size_t(Axis)] ? static_cast<float>(Real) : In.Sample[size_t(address(In.Dims, At))]);
    });
    return Results;
  };
  return finish(Op::PADV2, {In.V, paddings(N, None, After), Filler}, Out, Sample, {}, &Q);
}

Map Simulation::reflect(const Map &In, int32_t Border) {
  const Index Around = {0, Border, Border, 0};
  Shape Out = In.Dims;
  for (size_t D = 0; D < Out.size(); ++D)
    Out[D] += 2 * Around[D];
  tfl::MirrorPadOptionsT Options;
  Options.mode = tfl::MirrorPadMode::REFLECT;
  const auto From = [&](Index At) {
    for (size_t D = 0; D < At.size(); ++D) {
      At[D] = std::abs(At[D] - Around[D]);
      At[D] = At[D] < In.Dims[D] ? At[D] : 2 * In.Dims[D] - 2 - At[D];
    }
    return address(In.Dims, At);
  };
  return moved(Op::MIRROR_PAD, In, {paddings(N, Around, Around)}, Out, From, options(Options));
}

Map Simulation::spaceToDepth(const Map &In, int32_t Block) {
  const Shape Out = {In.Dims[0], In.Dims[1] / Block, In.Dims[2] / Block, In.Dims[3] * Block * Block};
  tfl::SpaceToDepthOptionsT Options;
  Options.block_size = Block;
  const auto From = [&](const Index &At) {
    const int32_t Pixel = At[3] / In.Dims[3];
    return address(In.Dims, {At[0], At[1] * Block + Pixel / Block, At[2] * Block + Pixel % Block, At[3] % In.Dims[3]});
  };
  return moved(Op::SPACE_TO_DEPTH, In, {}, Out, From, options(Options));
}

Map Simulation::depthToSpace(const Map &In, int32_t Block) {
  const Shape Out = {In.Dims[0], In.Dims[1] * Block, In.Dims[2] * Block,
                     In.Dims[3] / (Block * Block)};
  tfl::DepthToSpaceOptionsT Options;
  Options.block_size = Block;
  const auto From = [&](const Index &At) {
    const int32_t Channel = (At[1] % Block * Block + At[2] % Block) * Out[3] + At[3];
    return address(In.Dims, {At[0], At[1] / Block, At[2] / Block, Channel});
  };
  return moved(Op::DEPTH_TO_SPACE, In, {}, Out, From, options(Options));
}

Map Simulation::resizeNearest(const Map &In, int32_t Height, int32_t Width) {
  const Shape Out = {In.Dims[0], Height, Width, In.Dims[3]};
  const auto From = [&](const Index &At) {
    return address(In.Dims,
                   {At[0], At[1] * In.Dims[1] / Height, At[2] * In.Dims[2] / Width, At[3]});
  };
  return moved(Op::RESIZE_NEAREST_NEIGHBOR, In, {N.ints({Height, Width})}, Out, From,
               options(tfl::ResizeNearestNeighborOptionsT()));
}

/// Operands are brought to one quantization first, as the reference's kernel wants them.
Map Simulation::concatenate(const std::vector<Map> &Parts, int32_t Axis, const Map *Like) {
  std::vector<float> All;
  for (const Map &Part : Parts)
    All.insert(All.end(), Part.Sample.begin(), Part.Sample.end());
  const Quantization Common = Like ? N.spec(Like->V).Quantization : choose(All);
  std::vector<Map> Operands;
  Shape Out = Parts[0].Dims;
  Out[size_t(Axis)] = 0;
  for (const Map &Part : Parts) {
    const Quantization Own = N.spec(Part.V).Quantization;
    const bool Same = Own.Scales == Common.Scales && Own.ZeroPoints == Common.ZeroPoints;
    const auto Unchanged = [&] { return Part.Sample; };
    Operands.push_back(Same ? Part
                            : finish(Op::QUANTIZE, {Part.V}, Part.Dims, Unchanged, {}, &Common));
    Out[size_t(Axis)] += Part.Dims[size_t(Axis)];
  }
  std::vector<Value> Inputs;
  for (const Map &M : Operands)
    Inputs.push_back(M.V);
  const auto Sample = [&] {
    std::vector<float> Results;
    forEach(Out, [&](size_t, Index At) {
      size_t Part = 0;
      while (At[size_t(Axis)] >= Operands[Part].Dims[size_t(Axis)])
        At[size_t(Axis)] -= Operands[Part++].Dims[size_t(Axis)];
      Results.push_back(Operands[Part].Sample[size_t(address(Operands[Part].Dims, At))]);
    });
    return Results;
  };
  tfl::ConcatenationOptionsT Options;
  Options.axis = Axis;
  return finish(Op::CONCATENATION, Inputs, Out, Sample, options(Options), &Common);
}

} // namespace zoo
