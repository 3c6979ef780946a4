// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that put elements where indices say, that count, and along sequences; those of float without a quantized form.
#include "Singles.h"

#include <flatbuffers/flexbuffers.h>

namespace zoo {

namespace tfl = hexloom::tflite;

namespace {

using Op = BuiltinOperator;

const std::vector<TensorType> NoInt16 = {TensorType::UINT8, TensorType::INT8,    TensorType::INT32,
                                         TensorType::INT64, TensorType::FLOAT32, TensorType::BOOL};
const std::vector<TensorType> Divided = {TensorType::INT8, TensorType::INT16, TensorType::INT32, TensorType::INT64,
                                         TensorType::FLOAT32};
const std::vector<TensorType> Indices = {TensorType::INT32, TensorType::INT64};

TensorSpec real(const Shape &S) { return {TensorType::FLOAT32, S, {}}; }

/// A constant of small numbers, none of them 0.
Value divisor(Net &N, TensorType T, const Shape &S) {
  if (T != TensorType::FLOAT32)
    return N.random(same(T, S), 1, 9);
  std::vector<float> Data;
  for (int64_t I = 0; I < elementsOf(S); ++I)
    Data.push_back(static_cast<float>(N.random().normal()));
  return N.constant(real(S), Data);
}

Value reals(Net &N, const Shape &S) { return divisor(N, TensorType::FLOAT32, S); }

void floored(Net &N, TensorType T, Op Code, int Sign) {
  const Value X = N.input(same(T, {3, 5, 13})), Y = divisor(N, T, {5, 1});
  if (Sign > 0) {
    N.output(N.op1(Code, {X, Y}, same(T, {3, 5, 13})));
    return;
  }
  const Value Below = T == TensorType::FLOAT32 ? N.constant(real({1}), std::vector<float>{-0.37f}) : N.random(same(T, {1}), -7, -7);
  N.output(N.op1(Code, {X, Below}, same(T, {3, 5, 13})));
}

void cumsum(Net &N, TensorType T, int32_t Axis, bool Exclusive, bool Reverse) {
  const Value X = N.input(same(T, {3, 7, 5})), A = N.intScalar(Axis);
  N.output(N.op1(Op::CUMSUM, {X, A}, quantized(T, {3, 7, 5}, 0.13f, -4),
                 with<tfl::CumsumOptionsT>([&](auto &O) { O.exclusive = Exclusive, O.reverse = Reverse; })));
}

void topK(Net &N, TensorType T, int32_t K) {
  const Value X = N.input(same(T, {4, 33})), Count = N.intScalar(K);
  N.outputs(N.op(Op::TOPK_V2, {X, Count}, {same(T, {4, K}), {TensorType::INT32, {4, K}, {}}}));
}

void reverseSequence(Net &N, TensorType T, TensorType Index, int32_t Axis, int32_t Batch) {
  const Shape S = {4, 5, 3, 2};
  const Value X = N.input(same(T, S)), L = N.random({Index, {S[static_cast<size_t>(Batch)]}, {}}, 0, S[static_cast<size_t>(Axis)]);
  N.output(N.op1(Op::REVERSE_SEQUENCE, {X, L}, same(T, S),
                 with<tfl::ReverseSequenceOptionsT>([&](auto &O) { O.seq_dim = Axis, O.batch_dim = Batch; })));
}

void oneHot(Net &N, TensorType T, TensorType Index, int32_t Axis) {
  const Value X = N.input({Index, {3, 5}, {}}), Depth = N.intScalar(7), On = N.random(same(T, {}), 1, 1), Off = N.random(same(T, {}), 0, 0);
  N.output(N.op1(Op::ONE_HOT, {X, Depth, On, Off}, same(T, Axis == 0 ? Shape{7, 3, 5} : Shape{3, 5, 7}),
                 with<tfl::OneHotOptionsT>([&](auto &O) { O.axis = Axis; })));
}

void scatter(Net &N, TensorType T) {
  const Value I = N.random({TensorType::INT32, {6, 2}, {}}, 0, 2), U = N.input(same(T, {6, 5}));
  N.output(N.op1(Op::SCATTER_ND, {I, U, N.ints({4, 3, 5})}, same(T, {4, 3, 5})));
}

void updateSlice(Net &N, TensorType T, TensorType Index) {
  const Value X = N.input(same(T, {4, 7, 3})), U = N.input(same(T, {2, 5, 3})), At = N.input({Index, {3}, {}});
  N.output(N.op1(Op::DYNAMIC_UPDATE_SLICE, {X, U, At}, same(T, {4, 7, 3})));
}

void embedding(Net &N, TensorType T) {
  const Value I = N.random({TensorType::INT32, {9}, {}}, 0, 5), Table = N.input(same(T, {6, 3, 5}));
  N.output(N.op1(Op::EMBEDDING_LOOKUP, {I, Table}, same(T, {9, 3, 5})));
}

void scaledEmbedding(Net &N, TensorType T, bool PerRow) {
  const Value I = N.input({TensorType::INT32, {9}, {}});
  Quantization Q = perTensor(0.03f, 0);
  if (PerRow)
    Q = {{0.01f, 0.02f, 0.03f, 0.04f, 0.05f, 0.06f}, {0, 0, 0, 0, 0, 0}, 0};
  N.output(N.op1(Op::EMBEDDING_LOOKUP, {I, N.random({T, {6, 15}, Q}, lowest(T), highest(T))}, real({9, 15})));
}

void addN(Net &N, TensorType T) {
  std::vector<Value> Inputs;
  for (int I = 0; I < 4; ++I)
    Inputs.push_back(N.input(same(T, {3, 5, 13})));
  N.output(N.op1(Op::ADD_N, Inputs, quantized(T, {3, 5, 13}, 0.11f, -6)));
}

void product(Net &N, TensorType T, std::vector<int32_t> Axes) {
  const float Scale = T == TensorType::INT8 ? 0.011f : 0.00004f;
  const Value X = N.input(quantized(T, {4, 3, 5}, Scale, T == TensorType::INT8 ? 7 : 0)), A = N.ints(Axes);
  const Shape Out = Axes.size() == 2 ? Shape{3} : Shape{4, 3};
  N.output(N.op1(Op::REDUCE_PROD, {X, A}, quantized(T, Out, Scale, T == TensorType::INT8 ? -3 : 0), options(tfl::ReducerOptionsT())));
}

/// What depends on shapes and constants alone, used at run time: a range, zeros, the rank, places of what is true.
void constants(Net &N) {
  const TensorSpec Ints = {TensorType::INT32, {5}, {}};
  const Value X = N.input(Ints), Range = N.op1(Op::RANGE, {N.intScalar(3), N.intScalar(18), N.intScalar(3)}, Ints),
              Zeros = N.op1(Op::ZEROS_LIKE, {X}, Ints), Rank = N.op1(Op::RANK, {X}, {TensorType::INT32, {}, {}});
  N.output(N.op1(Op::MAXIMUM, {N.op1(Op::ADD, {X, Range}, Ints, options(tfl::AddOptionsT())), Zeros}, Ints));
  N.output(N.op1(Op::ADD, {X, Rank}, Ints, options(tfl::AddOptionsT())));
  const Value Mask = N.constant({TensorType::BOOL, {2, 3}, {}}, std::vector<uint8_t>{0, 1, 1, 0, 0, 1});
  const TensorSpec Places = {TensorType::INT64, {3, 2}, {}};
  N.output(N.op1(Op::ADD, {N.op1(Op::WHERE, {Mask}, Places), N.input(Places)}, Places, options(tfl::AddOptionsT())));
  const auto number = [&](float V) { return N.constant(real({}), std::vector<float>{V}); };
  N.output(N.op1(Op::ADD, {N.op1(Op::RANGE, {number(0.1f), number(1), number(0.2f)}, real({5})), N.input(real({5}))}, real({5}),
                 options(tfl::AddOptionsT())));
}

void conv3d(Net &N, Padding P, int32_t Stride, int32_t Dilation, bool Bias) {
  const Value X = N.input(real({2, 5, 6, 5, 3})), W = reals(N, {2, 3, 2, 3, 4}), B = Bias ? reals(N, {4}) : Value();
  const auto size = [&](int32_t In, int32_t Kernel) {
    return P == Padding::SAME ? (In + Stride - 1) / Stride : (In - (Kernel - 1) * Dilation - 1) / Stride + 1;
  };
  N.output(N.op1(Op::CONV_3D, {X, W, B}, real({2, size(5, 2), size(6, 3), size(5, 2), 4}), with<tfl::Conv3DOptionsT>([&](auto &O) {
                   O.padding = P;
                   O.stride_d = O.stride_h = O.stride_w = Stride;
                   O.dilation_d_factor = O.dilation_h_factor = O.dilation_w_factor = Dilation;
                   O.fused_activation_function = Bias ? ActivationFunctionType::RELU : ActivationFunctionType::NONE;
                 })));
}

void rnn(Net &N, bool TimeMajor, ActivationFunctionType Activation) {
  const Shape In = TimeMajor ? Shape{4, 2, 5} : Shape{2, 4, 5}, Out = TimeMajor ? Shape{4, 2, 3} : Shape{2, 4, 3};
  const Value X = N.input(real(In)), W = reals(N, {3, 5}), R = reals(N, {3, 3}), B = reals(N, {3}), S = N.variable(real({2, 3}));
  N.output(N.op1(Op::UNIDIRECTIONAL_SEQUENCE_RNN, {X, W, R, B, S}, real(Out), with<tfl::SequenceRNNOptionsT>([&](auto &O) {
                   O.time_major = TimeMajor, O.fused_activation_function = Activation;
                 })));
}

/// A classifier's tail as exporters leave it: the mean, a norm and the probabilities computed in float between quantized layers.
void island(Net &N) {
  const Value X = N.input(quantized(TensorType::INT8, {1, 4, 4, 24}, 0.05f, 3)), Axes = N.ints({1, 2});
  Value V = N.op1(Op::DEQUANTIZE, {X}, real({1, 4, 4, 24}));
  V = N.op1(Op::MEAN, {V, Axes}, real({1, 24}), options(tfl::ReducerOptionsT()));
  V = N.op1(Op::L2_NORMALIZATION, {V}, real({1, 24}), options(tfl::L2NormOptionsT()));
  const Value Q = N.op1(Op::QUANTIZE, {V}, quantized(TensorType::INT8, {1, 24}, 1.0f / 128, 0));
  const Value W = N.random({TensorType::INT8, {10, 24}, perTensor(0.02f, 0)}, -127, 127);
  V = N.op1(Op::FULLY_CONNECTED, {Q, W, Value()}, quantized(TensorType::INT8, {1, 10}, 0.03f, -4), options(tfl::FullyConnectedOptionsT()));
  V = N.op1(Op::DEQUANTIZE, {V}, real({1, 10}));
  tfl::SoftmaxOptionsT Softmax;
  Softmax.beta = 1;
  N.output(N.op1(Op::SOFTMAX, {V}, real({1, 10}), options(Softmax)));
  N.output(N.op1(Op::LOG_SOFTMAX, {V}, real({1, 10})));
}

/// A condition of the input's: one of two ways to join the others, within one of which there is a condition again.
void branches(Net &N) {
  const TensorSpec T = same(TensorType::INT8, {3, 50}), Truth = {TensorType::BOOL, {1}, {}};
  const auto decide = [&](Value Condition, Value Other, Value X, Value Y, int32_t Then, int32_t Else) {
    return N.op1(Op::IF, {Condition, Other, X, Y}, T, with<tfl::IfOptionsT>([&](auto &O) { O.then_subgraph_index = Then, O.else_subgraph_index = Else; }));
  };
  const auto begin = [&](const char *Name, Value (&In)[3]) {
    N.beginSubgraph(Name);
    In[0] = N.input(Truth), In[1] = N.input(T), In[2] = N.input(T);
  };
  const Value C = N.input(Truth), D = N.input(Truth), X = N.input(T), Y = N.input(T);
  N.outputs({decide(C, D, X, Y, 1, 2), decide(D, C, Y, X, 2, 1)});
  Value In[3];
  begin("sum or maximum", In);
  N.output(decide(In[0], In[0], In[1], In[2], 3, 4));
  begin("minimum", In);
  N.output(N.op1(Op::MINIMUM, {In[1], In[2]}, T));
  begin("sum", In);
  N.output(N.op1(Op::ADD, {In[1], N.random(T, -128, 127)}, T, options(tfl::AddOptionsT())));
  begin("maximum", In);
  N.output(N.op1(Op::MAXIMUM, {In[1], In[2]}, T));
}

/// A loop of as many turns as an input says, 0 to 6, with a filter that stays; within it one that counts to a constant.
void loops(Net &N) {
  const TensorSpec T = same(TensorType::INT8, {3, 24}), Word = {TensorType::INT32, {1}, {}}, Truth = {TensorType::BOOL, {1}, {}};
  const auto with1 = [&](int32_t V) { return N.ints({V}); };
  const auto turns = [](int32_t Condition, int32_t Body) {
    return with<tfl::WhileOptionsT>([&](auto &O) { O.cond_subgraph_index = Condition, O.body_subgraph_index = Body; });
  };
  const TensorSpec Filter = {TensorType::INT8, {24, 24}, perTensor(0.02f, 0)};
  const Value X = N.input(T), Any = N.input(Word), W = N.random(Filter, -127, 127);
  const Value Most = N.op1(Op::FLOOR_MOD, {Any, with1(7)}, Word);
  const std::vector<Value> Out = N.op(Op::WHILE, {Most, X, W}, {Word, T, Filter}, turns(1, 2));
  N.outputs({Out[0], Out[1]});
  N.beginSubgraph("is more to do");
  Value In[3] = {N.input(Word), N.input(T), N.input(Filter)};
  N.output(N.op1(Op::GREATER, {In[0], with1(0)}, Truth));
  N.beginSubgraph("a turn");
  In[0] = N.input(Word), In[1] = N.input(T), In[2] = N.input(Filter);
  const Value Less = N.op1(Op::SUB, {In[0], with1(1)}, Word, options(tfl::SubOptionsT()));
  const Value Y = N.op1(Op::FULLY_CONNECTED, {In[1], In[2], Value()}, T, options(tfl::FullyConnectedOptionsT()));
  const std::vector<Value> Twice = N.op(Op::WHILE, {with1(0), Y}, {Word, T}, turns(3, 4));
  N.outputs({Less, Twice[1], In[2]});
  N.beginSubgraph("twice");
  In[0] = N.input(Word), In[1] = N.input(T);
  N.output(N.op1(Op::LESS, {In[0], with1(2)}, Truth));
  N.beginSubgraph("half a turn");
  In[0] = N.input(Word), In[1] = N.input(T);
  const Value Next = N.op1(Op::ADD, {In[0], with1(1)}, Word, options(tfl::AddOptionsT()));
  N.outputs({Next, N.op1(Op::ADD, {In[1], N.random(T, -128, 127)}, T, options(tfl::AddOptionsT()))});
}

std::vector<uint8_t> detectionOptions(int Most, int Each, int Classes, bool Regular, float Threshold) {
  flexbuffers::Builder B;
  B.Map([&] {
    B.Int("max_detections", Most);
    B.Int("max_classes_per_detection", Each);
    B.Int("detections_per_class", 4);
    B.Bool("use_regular_nms", Regular);
    B.Float("nms_score_threshold", Threshold);
    B.Float("nms_iou_threshold", 0.4f);
    B.Int("num_classes", Classes);
    for (const char *Scale : {"y_scale", "x_scale"})
      B.Float(Scale, 10);
    for (const char *Scale : {"h_scale", "w_scale"})
      B.Float(Scale, 5);
  });
  B.Finish();
  return B.GetBuffer();
}

/// What detectors end with: boxes and scores of 30 anchors.
void detection(Net &N, bool Regular, int Each, bool Background, float Threshold) {
  constexpr int Boxes = 30, Classes = 4, Most = 7;
  const TensorSpec Codes = quantized(TensorType::UINT8, {1, Boxes, 4}, 0.08f, 0),
                   Scores = {TensorType::UINT8, {1, Boxes, Classes + Background}, perTensor(1.0f / 256, 0)};
  std::vector<float> Anchors;
  for (int I = 0; I < Boxes; ++I)
    for (float Value : {0.1f + 0.13f * float(I % 6), 0.1f + 0.17f * float(I / 6), 0.3f, 0.25f})
      Anchors.push_back(Value);
  const Value B = N.op1(Op::DEQUANTIZE, {N.input(Codes)}, real(Codes.Dims)), S = N.op1(Op::DEQUANTIZE, {N.input(Scores)}, real(Scores.Dims)),
              A = N.constant(real({Boxes, 4}), Anchors);
  const int Rows = Most * Each;
  N.outputs(N.custom("TFLite_Detection_PostProcess", {B, S, A}, {real({1, Rows, 4}), real({1, Rows}), real({1, Rows}), real({1})},
                     detectionOptions(Most, Each, Classes, Regular, Threshold)));
}

/// As detection(), but on quantized boxes, scores and anchors of type T, as TensorFlow 1 writes it.
void detectionOfBytes(Net &N, TensorType T, bool Regular) {
  constexpr int Boxes = 30, Classes = 4, Most = 7;
  const float Scale = 0.08f;
  const TensorSpec Codes = quantized(T, {1, Boxes, 4}, Scale, T == TensorType::UINT8 ? 120 : -8),
                   Scores = {T, {1, Boxes, Classes + 1}, perTensor(1.0f / 256, T == TensorType::UINT8 ? 0 : -128)},
                   Anchors = {T, {Boxes, 4}, perTensor(1.0f / 250, T == TensorType::UINT8 ? 3 : -125)};
  const std::vector<Value> Inputs = {N.input(Codes), N.input(Scores), N.random(Anchors, T == TensorType::UINT8 ? 40 : -88, T == TensorType::UINT8 ? 200 : 72)};
  N.outputs(N.custom("TFLite_Detection_PostProcess", Inputs, {real({1, Most, 4}), real({1, Most}), real({1, Most}), real({1})},
                     detectionOptions(Most, 1, Classes, Regular, 0.3f)));
}

void addScattered(std::vector<Entry> &Zoo) {
  for (TensorType Index : Indices) {
    const std::string By = std::string("_by_") + text(Index);
    add(Zoo, "reverse_sequence" + By, "rows turned round", NoBooleans, [Index](Net &N, TensorType T) { reverseSequence(N, T, Index, 1, 0); });
    add(Zoo, "reverse_sequence_inner" + By, "rows turned round", {TensorType::UINT8}, [Index](Net &N, TensorType T) { reverseSequence(N, T, Index, 0, 2); });
    add(Zoo, "one_hot" + By, "one of seven", Everything, [Index](Net &N, TensorType T) { oneHot(N, T, Index, -1); });
    add(Zoo, "one_hot_first" + By, "one of seven", {TensorType::INT8}, [Index](Net &N, TensorType T) { oneHot(N, T, Index, 0); });
    add(Zoo, "dynamic_update_slice" + By, "a box at a place of the input's", Everything, [Index](Net &N, TensorType T) { updateSlice(N, T, Index); });
    Zoo.push_back({std::string("broadcast_args_") + text(Index), "shapes", [Index](Net &N) {
                     const Value A = N.input({Index, {4}, {}}), One = N.constant({Index, {2}, {}}, std::vector<int64_t>(Index == TensorType::INT64 ? 2 : 1, Index == TensorType::INT64 ? 1 : 0x100000001));
                     N.output(N.op1(Op::BROADCAST_ARGS, {A, One}, {Index, {4}, {}}));
                   }});
  }
  add(Zoo, "scatter_nd", "rows by pairs of indices that meet", NoInt16, scatter);
  add(Zoo, "embedding_lookup", "rows of a table", Everything, embedding);
  for (bool PerRow : {false, true})
    add(Zoo, PerRow ? "embedding_scaled_rows" : "embedding_scaled", "rows of a table, made real", {TensorType::UINT8, TensorType::INT8},
        [PerRow](Net &N, TensorType T) { scaledEmbedding(N, T, PerRow); });
  add(Zoo, "fill", "a value everywhere", Everything, [](Net &N, TensorType T) {
    const Value S = N.ints({3, 1, 50}), X = N.input(same(T, {}));
    N.output(N.op1(Op::FILL, {S, X}, same(T, {3, 1, 50})));
  });
  for (TensorType Index : {TensorType::INT16}) {
    add(Zoo, "gather_by_int16", "rows by constant indices", Everything, [Index](Net &N, TensorType T) {
      const Value X = N.input(same(T, {4, 9, 5})), I = N.random({Index, {2, 3}, {}}, 0, 8);
      N.output(N.op1(Op::GATHER, {X, I}, same(T, {4, 2, 3, 5}), with<tfl::GatherOptionsT>([](auto &O) { O.axis = 1; })));
    });
    add(Zoo, "gather_nd_by_int16", "rows by constant index pairs", Everything, [Index](Net &N, TensorType T) {
      const Value X = N.input(same(T, {4, 5, 6})), I = N.random({Index, {7, 2}, {}}, 0, 3);
      N.output(N.op1(Op::GATHER_ND, {X, I}, same(T, {7, 6})));
    });
  }
}

void addCounted(std::vector<Entry> &Zoo) {
  const std::vector<TensorType> Summed = {TensorType::INT8, TensorType::INT32, TensorType::INT64, TensorType::FLOAT32};
  add(Zoo, "cumsum", "sums so far", Summed, [](Net &N, TensorType T) { cumsum(N, T, 1, false, false); });
  add(Zoo, "cumsum_exclusive_reverse", "sums of what follows", Summed, [](Net &N, TensorType T) { cumsum(N, T, 2, true, true); });
  add(Zoo, "top_k", "the seven largest", NoBooleans, [](Net &N, TensorType T) { topK(N, T, 7); });
  add(Zoo, "top_k_all", "rows in falling order", {TensorType::INT8}, [](Net &N, TensorType T) { topK(N, T, 33); });
  add(Zoo, "add_n", "four inputs", {TensorType::INT8, TensorType::INT32, TensorType::FLOAT32}, addN);
  const std::vector<TensorType> Products = {TensorType::INT8, TensorType::INT16, TensorType::INT32, TensorType::INT64, TensorType::FLOAT32};
  add(Zoo, "reduce_prod", "products of rows", Products, [](Net &N, TensorType T) { product(N, T, {2}); });
  add(Zoo, "reduce_prod_outer", "products over two axes", Products, [](Net &N, TensorType T) { product(N, T, {0, 2}); });
  for (const auto &[Name, Code] : {std::pair("reduce_any", Op::REDUCE_ANY), std::pair("reduce_all", Op::REDUCE_ALL)})
    Zoo.push_back({std::string(Name) + "_bool", "over rows of three", [Code = Code](Net &N) {
                     const Value X = N.input({TensorType::BOOL, {5, 7, 3}, {}}), A = N.ints({2});
                     N.output(N.op1(Code, {X, A}, {TensorType::BOOL, {5, 7}, {}}, options(tfl::ReducerOptionsT())));
                   }});
  for (const auto &[Name, Code] : {std::pair("floor_div", Op::FLOOR_DIV), std::pair("floor_mod", Op::FLOOR_MOD)})
    for (int Sign : {1, -1})
      add(Zoo, std::string(Name) + (Sign < 0 ? "_negative" : ""), "quotients towards minus infinity", Divided,
          [Code = Code, Sign](Net &N, TensorType T) { floored(N, T, Code, Sign); });
  Zoo.push_back({"constants_of_shapes", "RANGE, ZEROS_LIKE, RANK, WHERE", constants});
}

void addPlainInt16(std::vector<Entry> &Zoo) {
  Zoo.push_back({"mul_int16_to_int8", "fractions, whatever their scales", [](Net &N) {
                   const TensorSpec In = quantized(TensorType::INT16, {2, 5, 29}, 1.0f / 32768, 0);
                   N.output(N.op1(Op::MUL, {N.input(In), N.input(In)}, quantized(TensorType::INT8, {2, 5, 29}, 1.0f / 128, -3), options(tfl::MulOptionsT())));
                 }});
  const TensorSpec Plain = {TensorType::INT16, {2, 4, 13}, {}}, Rows = {TensorType::INT16, {4, 1}, {}};
  for (bool Clamps : {false, true}) {
    tfl::AddOptionsT Add;
    tfl::MulOptionsT Mul;
    Add.fused_activation_function = Mul.fused_activation_function = Clamps ? ActivationFunctionType::RELU : ActivationFunctionType::NONE;
    const std::string Suffix = Clamps ? "_plain_relu_int16" : "_plain_int16";
    Zoo.push_back({"add" + Suffix, "int16 without scales", [=](Net &N) {
                     N.output(N.op1(Op::ADD, {N.input(Plain), N.input(Rows)}, Plain, options(Add)));
                   }});
    Zoo.push_back({"mul" + Suffix, "int16 without scales", [=](Net &N) {
                     N.output(N.op1(Op::MUL, {N.input(Plain), N.input(Rows)}, Plain, options(Mul)));
                   }});
  }
  Zoo.push_back({"abs_plain_int16", "int16 without scales", [=](Net &N) { N.output(N.op1(Op::ABS, {N.input(Plain)}, Plain)); }});
  for (bool Broadcasts : {false, true})
    Zoo.push_back({std::string(Broadcasts ? "div_rows" : "div") + "_int16", "quotients of int16", [=](Net &N) {
                     const TensorSpec A = {TensorType::INT16, {2, 4, 13}, perTensor(0.0004f, 0)};
                     const TensorSpec B = {TensorType::INT16, Broadcasts ? Shape{4, 1} : A.Dims, perTensor(0.0011f, 0)};
                     const Value X = N.random(A, 2000, 32767), Y = N.random(B, -32767, -300), Z = N.input(A);
                     const TensorSpec Out = {TensorType::INT16, A.Dims, perTensor(0.0007f, 0)};
                     // A numerator of 0 or 1 is not defined by the reference.
                     const Value Large = N.op1(Op::MAXIMUM, {X, Z}, A);
                     N.output(N.op1(Op::DIV, {Large, Y}, Out, options(tfl::DivOptionsT())));
                   }});
}

void addReal(std::vector<Entry> &Zoo) {
  const std::pair<const char *, Op> Unary[] = {{"ceil", Op::CEIL}, {"floor", Op::FLOOR}, {"round", Op::ROUND}, {"square", Op::SQUARE}, {"sign", Op::SIGN}};
  for (const auto &[Name, Code] : Unary)
    Zoo.push_back({std::string(Name) + "_float32", "elementwise", [Code = Code](Net &N) {
                     const Value X = N.input(real({3, 50})), Many = N.op1(Op::MUL, {X, N.constant(real({}), std::vector<float>{8})}, real({3, 50}), options(tfl::MulOptionsT()));
                     N.output(N.op1(Code, {Many}, real({3, 50})));
                   }});
  Zoo.push_back({"sign_int32", "elementwise", [](Net &N) { N.output(N.op1(Op::SIGN, {N.input({TensorType::INT32, {3, 50}, {}})}, {TensorType::INT32, {3, 50}, {}})); }});
  for (Padding P : {Padding::SAME, Padding::VALID}) {
    Zoo.push_back({P == Padding::SAME ? "l2_pool_2d_same_float32" : "l2_pool_2d_valid_float32", "roots of mean squares", [P](Net &N) {
                     tfl::Pool2DOptionsT O;
                     O.padding = P;
                     O.filter_width = O.filter_height = 3;
                     O.stride_w = O.stride_h = 2;
                     N.output(N.op1(Op::L2_POOL_2D, {N.input(real({2, 7, 8, 5}))}, real({2, P == Padding::SAME ? 4 : 3, P == Padding::SAME ? 4 : 3, 5}), options(O)));
                   }});
    Zoo.push_back({P == Padding::SAME ? "conv_3d_same" : "conv_3d_valid", "volumes", [P](Net &N) { conv3d(N, P, P == Padding::SAME ? 2 : 1, 1, true); }});
  }
  Zoo.push_back({"conv_3d_dilated", "volumes", [](Net &N) { conv3d(N, Padding::VALID, 1, 2, false); }});
  Zoo.push_back({"rnn_time_major", "UNIDIRECTIONAL_SEQUENCE_RNN", [](Net &N) { rnn(N, true, ActivationFunctionType::TANH); }});
  Zoo.push_back({"rnn_batch_major", "UNIDIRECTIONAL_SEQUENCE_RNN", [](Net &N) { rnn(N, false, ActivationFunctionType::RELU); }});
  Zoo.push_back({"graph_loops", "WHILE of turns that an input says, and within it one that counts to a constant", loops});
  Zoo.push_back({"graph_branches", "IF, and IF within one of its branches", branches});
  Zoo.push_back({"detection_fast", "TFLite_Detection_PostProcess", [](Net &N) { detection(N, false, 1, true, 0.3f); }});
  Zoo.push_back({"detection_fast_classes", "TFLite_Detection_PostProcess", [](Net &N) { detection(N, false, 2, false, 0.6f); }});
  for (TensorType T : {TensorType::UINT8, TensorType::INT8})
    Zoo.push_back({std::string("detection_") + text(T), "TFLite_Detection_PostProcess", [T](Net &N) { detectionOfBytes(N, T, T == TensorType::INT8); }});
  Zoo.push_back({"detection_regular", "TFLite_Detection_PostProcess", [](Net &N) { detection(N, true, 1, true, 0.2f); }});
  Zoo.push_back({"graph_float_island", "quantized, float in the middle and at the end", island});
}

} // namespace

void addFurtherSingles(std::vector<Entry> &Zoo) {
  addScattered(Zoo);
  addCounted(Zoo);
  addPlainInt16(Zoo);
  addReal(Zoo);
}

} // namespace zoo
