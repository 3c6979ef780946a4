// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Data movement, one operator a network, in every type.
#include "Singles.h"

namespace zoo {

namespace tfl = hexloom::tflite;

namespace {

using Op = BuiltinOperator;

const std::vector<TensorType> NoInt16 = {TensorType::UINT8, TensorType::INT8, TensorType::INT32, TensorType::INT64, TensorType::FLOAT32};


/// Builds an operator with one data input, and its parameters as constant vectors behind it.
Build moved(Op Code, Shape In, Shape Out, std::vector<std::vector<int32_t>> Parameters) {
  return [=](Net &N, TensorType T) {
    std::vector<Value> Inputs = {N.input(same(T, In))};
    for (const auto &P : Parameters)
      Inputs.push_back(N.ints(P));
    N.output(N.op1(Code, Inputs, same(T, Out)));
  };
}

Value paddings(Net &N, const std::vector<int32_t> &Values) {
  return N.constant({TensorType::INT32, {static_cast<int32_t>(Values.size() / 2), 2}, {}}, Values);
}

void pad(Net &N, TensorType T, bool Valued) {
  std::vector<Value> Inputs = {N.input(same(T, {2, 5, 6, 7}))};
  Inputs.push_back(paddings(N, {0, 1, 2, 0, 1, 3, 0, 2}));
  if (Valued)
    Inputs.push_back(N.random(same(T, {}), T == TensorType::BOOL ? 1 : 17, T == TensorType::BOOL ? 1 : 17));
  N.output(N.op1(Valued ? Op::PADV2 : Op::PAD, Inputs, same(T, {3, 7, 10, 9})));
}

void mirrorPad(Net &N, TensorType T, tfl::MirrorPadMode Mode) {
  const Value X = N.input(same(T, {2, 5, 6, 7})), P = paddings(N, {0, 0, 2, 1, 1, 3, 0, 2});
  N.output(N.op1(Op::MIRROR_PAD, {X, P}, same(T, {2, 8, 10, 9}), with<tfl::MirrorPadOptionsT>([&](auto &O) { O.mode = Mode; })));
}

void concatenation(Net &N, TensorType T, int32_t Axis) {
  std::vector<Value> Inputs;
  Shape Out = {2, 5, 6, 7};
  Out[static_cast<size_t>(Axis)] = 0;
  for (int32_t Size : {3, 1, 9}) {
    Shape In = {2, 5, 6, 7};
    Out[static_cast<size_t>(Axis)] += In[static_cast<size_t>(Axis)] = Size;
    Inputs.push_back(N.input(same(T, In)));
  }
  N.output(N.op1(Op::CONCATENATION, Inputs, same(T, Out), with<tfl::ConcatenationOptionsT>([&](auto &O) { O.axis = Axis; })));
}

void rescaledConcatenation(Net &N, TensorType T) {
  const Value X = N.input(quantized(T, {1, 5, 6, 7}, 0.05f, 3)), Y = N.input(quantized(T, {1, 5, 6, 4}, 0.031f, -20));
  N.output(N.op1(Op::CONCATENATION, {X, Y}, quantized(T, {1, 5, 6, 11}, 0.043f, 10), with<tfl::ConcatenationOptionsT>([](auto &O) { O.axis = 3; })));
}

void split(Net &N, TensorType T) {
  const Value Axis = N.intScalar(3), X = N.input(same(T, {2, 3, 5, 12}));
  const TensorSpec Part = same(T, {2, 3, 5, 4});
  N.outputs(N.op(Op::SPLIT, {Axis, X}, {Part, Part, Part}, with<tfl::SplitOptionsT>([](auto &O) { O.num_splits = 3; })));
}

void splitV(Net &N, TensorType T) {
  const Value X = N.input(same(T, {2, 9, 5})), Sizes = N.ints({2, 6, 1}), Axis = N.intScalar(1);
  N.outputs(N.op(Op::SPLIT_V, {X, Sizes, Axis}, {same(T, {2, 2, 5}), same(T, {2, 6, 5}), same(T, {2, 1, 5})},
                 with<tfl::SplitVOptionsT>([](auto &O) { O.num_splits = 3; })));
}

void pack(Net &N, TensorType T) {
  std::vector<Value> Inputs;
  for (int I = 0; I < 3; ++I)
    Inputs.push_back(N.input(same(T, {4, 5})));
  N.output(N.op1(Op::PACK, Inputs, same(T, {4, 3, 5}), with<tfl::PackOptionsT>([](auto &O) { O.values_count = 3, O.axis = 1; })));
}

void unpack(Net &N, TensorType T) {
  const TensorSpec Part = same(T, {4, 5});
  N.outputs(N.op(Op::UNPACK, {N.input(same(T, {4, 3, 5}))}, {Part, Part, Part},
                 with<tfl::UnpackOptionsT>([](auto &O) { O.num = 3, O.axis = 1; })));
}

void stridedSlice(Net &N, TensorType T) {
  const Value X = N.input(same(T, {2, 9, 8, 7}));
  const std::vector<Value> Inputs = {X, N.ints({0, 8, 1, 2}), N.ints({2, -10, 8, 3}), N.ints({1, -2, 3, 1})};
  N.output(N.op1(Op::STRIDED_SLICE, Inputs, same(T, {2, 5, 3}),
                 with<tfl::StridedSliceOptionsT>([](auto &O) { O.begin_mask = 1, O.end_mask = 1, O.shrink_axis_mask = 8; })));
}

void gather(Net &N, TensorType T, TensorType Index, bool InBatches) {
  const Value X = N.input(same(T, InBatches ? Shape{3, 9, 5} : Shape{4, 9, 5}));
  const Value I = N.random({Index, InBatches ? Shape{3, 4} : Shape{2, 3}, {}}, 0, 8);
  N.output(N.op1(Op::GATHER, {X, I}, same(T, InBatches ? Shape{3, 4, 5} : Shape{4, 2, 3, 5}),
                 with<tfl::GatherOptionsT>([&](auto &O) { O.axis = 1, O.batch_dims = InBatches; })));
}

void gatherNd(Net &N, TensorType T, TensorType Index) {
  const Value X = N.input(same(T, {4, 5, 6})), I = N.random({Index, {7, 2}, {}}, 0, 3);
  N.output(N.op1(Op::GATHER_ND, {X, I}, same(T, {7, 6})));
}

void blocks(Net &N, TensorType T, Op Code, const Shape &In, const Shape &Out) {
  BuiltinOptionsUnion Options = Code == Op::SPACE_TO_DEPTH ? with<tfl::SpaceToDepthOptionsT>([](auto &O) { O.block_size = 2; })
                                                           : with<tfl::DepthToSpaceOptionsT>([](auto &O) { O.block_size = 2; });
  N.output(N.op1(Code, {N.input(same(T, In))}, same(T, Out), std::move(Options)));
}

void spaceToBatch(Net &N, TensorType T) {
  const Value X = N.input(same(T, {2, 5, 7, 3})), Block = N.ints({2, 3}), P = paddings(N, {1, 0, 0, 2});
  N.output(N.op1(Op::SPACE_TO_BATCH_ND, {X, Block, P}, same(T, {12, 3, 3, 3})));
}

void batchToSpace(Net &N, TensorType T) {
  const Value X = N.input(same(T, {12, 3, 3, 3})), Block = N.ints({2, 3}), P = paddings(N, {1, 0, 0, 2});
  N.output(N.op1(Op::BATCH_TO_SPACE_ND, {X, Block, P}, same(T, {2, 5, 7, 3})));
}

void addGathers(std::vector<Entry> &Zoo) {
  for (TensorType Index : {TensorType::INT32, TensorType::INT64}) {
    const std::string Suffix = std::string("_by_") + text(Index);
    add(Zoo, ("gather" + Suffix).c_str(), "rows by constant indices", Everything,
        [Index](Net &N, TensorType T) { gather(N, T, Index, false); });
    add(Zoo, ("gather_nd" + Suffix).c_str(), "rows by constant index pairs", Everything,
        [Index](Net &N, TensorType T) { gatherNd(N, T, Index); });
  }
  add(Zoo, "gather_batches", "rows by indices for each batch", Bytes8,
      [](Net &N, TensorType T) { gather(N, T, TensorType::INT32, true); });
}

} // namespace

void addMovementSingles(std::vector<Entry> &Zoo) {
  add(Zoo, "reshape", "another shape", Everything, moved(Op::RESHAPE, {2, 6, 5}, {4, 15}, {{4, 15}}));
  add(Zoo, "squeeze", "without dimensions of 1", Bytes8, [](Net &N, TensorType T) {
    N.output(N.op1(Op::SQUEEZE, {N.input(same(T, {1, 6, 1, 5}))}, same(T, {6, 5}), with<tfl::SqueezeOptionsT>([](auto &O) { O.squeeze_dims = {0, 2}; })));
  });
  add(Zoo, "expand_dims", "with a dimension of 1", Bytes8, [](Net &N, TensorType T) {
    const Value X = N.input(same(T, {6, 5})), Axis = N.intScalar(1);
    N.output(N.op1(Op::EXPAND_DIMS, {X, Axis}, same(T, {6, 1, 5})));
  });
  add(Zoo, "transpose", "four dimensions", Everything, moved(Op::TRANSPOSE, {2, 5, 6, 7}, {6, 7, 2, 5}, {{2, 3, 0, 1}}));
  add(Zoo, "transpose_matrix", "two dimensions", Bytes8, moved(Op::TRANSPOSE, {37, 130}, {130, 37}, {{1, 0}}));
  add(Zoo, "slice", "a box", Everything, moved(Op::SLICE, {2, 9, 8, 7}, {1, 4, 8, 3}, {{1, 2, 0, 3}, {1, 4, -1, 3}}));
  add(Zoo, "strided_slice", "backwards and with gaps", Everything, stridedSlice);
  add(Zoo, "tile", "copies", Everything, moved(Op::TILE, {2, 5, 7}, {4, 5, 21}, {{2, 1, 3}}));
  add(Zoo, "broadcast_to", "copies", Everything, moved(Op::BROADCAST_TO, {5, 1, 7}, {2, 5, 3, 7}, {{2, 5, 3, 7}}));
  add(Zoo, "reverse_v2", "backwards", Everything, moved(Op::REVERSE_V2, {3, 5, 7}, {3, 5, 7}, {{2}}));
  add(Zoo, "pad", "borders of zeros", Everything, [](Net &N, TensorType T) { pad(N, T, false); });
  add(Zoo, "padv2", "borders of a value", Everything, [](Net &N, TensorType T) { pad(N, T, true); });
  add(Zoo, "mirror_pad_reflect", "mirrored borders", NoBooleans, [](Net &N, TensorType T) { mirrorPad(N, T, tfl::MirrorPadMode::REFLECT); });
  add(Zoo, "mirror_pad_symmetric", "mirrored borders", NoBooleans, [](Net &N, TensorType T) { mirrorPad(N, T, tfl::MirrorPadMode::SYMMETRIC); });
  add(Zoo, "concatenation_depth", "three inputs", Everything, [](Net &N, TensorType T) { concatenation(N, T, 3); });
  add(Zoo, "concatenation_rows", "three inputs", Bytes8, [](Net &N, TensorType T) { concatenation(N, T, 1); });
  add(Zoo, "concatenation_rescaled", "inputs of different scales", {TensorType::UINT8}, rescaledConcatenation);
  add(Zoo, "split", "three parts", NoBooleans, split);
  add(Zoo, "split_v", "three unequal parts", NoBooleans, splitV);
  add(Zoo, "pack", "three inputs", Everything, pack);
  add(Zoo, "unpack", "three outputs", Everything, unpack);
  addGathers(Zoo);
  add(Zoo, "space_to_depth", "blocks of 2x2", NoInt16, [](Net &N, TensorType T) { blocks(N, T, Op::SPACE_TO_DEPTH, {2, 4, 6, 5}, {2, 2, 3, 20}); });
  add(Zoo, "depth_to_space", "blocks of 2x2", NoInt16, [](Net &N, TensorType T) { blocks(N, T, Op::DEPTH_TO_SPACE, {2, 2, 3, 20}, {2, 4, 6, 5}); });
  add(Zoo, "space_to_batch_nd", "blocks of 2x3", NoBooleans, spaceToBatch);
  add(Zoo, "batch_to_space_nd", "blocks of 2x3", NoBooleans, batchToSpace);
}

} // namespace zoo
