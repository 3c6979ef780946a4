// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every operator that takes or gives bytes offers a row-major and a depth-blocked plan, for every
// byte type that it accepts. (The depth-blocked layout is one of bytes: ir/layouts.def.)
#include "ir/Signatures.h"
#include "ir/Text.h"
#include "ir/Verifier.h"
#include "plans/Plan.h"
#include "support/Error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

using namespace hexloom;

namespace {

using Words = std::vector<std::string>;

/// One operator of everyday shapes, not all of them multiples of the blocks. A tensor is "[const
/// ][TYPE:]SHAPE"; without a type it has the one under test. Outputs have the input's scale unless
/// OutScale says another, with OutZero counted from the type's least value.
struct Example {
  const char *Operator;
  Words Inputs, Outputs;
  const char *Attributes;
  const char *OutScale = nullptr;
  int OutZero = 0;
};

const char *const kMap = "2x6x10x40";

/// The lowest bit of each byte, which is a value of every type of a byte.
const std::string kLowestBits = [] {
  std::string Values = "values=[0";
  for (int Byte = 1; Byte < 256; ++Byte)
    Values += ", " + std::to_string(Byte & 1);
  return Values + "]";
}();

const std::vector<Example> kExamples = {
    {"CONV_2D",
     {kMap, "const 24x3x3x40", "none"},
     {"2x6x10x24"},
     "stride=[1, 1], dilation=[1, 1], pads=[1, 1, 1, 1], activation=none"},
    {"DEPTHWISE_CONV_2D",
     {kMap, "const 1x3x3x40", "none"},
     {kMap},
     "stride=[1, 1], dilation=[1, 1], pads=[1, 1, 1, 1], activation=none, depth_multiplier=1"},
    {"TRANSPOSE_CONV",
     {kMap, "const 24x2x2x40", "none"},
     {"2x12x20x24"},
     "stride=[2, 2], pads=[0, 0, 0, 0], activation=none"},
    {"FULLY_CONNECTED", {"12x40", "const 24x40", "none"}, {"12x24"}, "activation=none"},
    {"BATCH_MATMUL", {"2x6x10x40", "2x6x40x24"}, {"2x6x10x24"}, "adj_x=false, adj_y=false"},
    {"AVERAGE_POOL_2D",
     {kMap},
     {"2x3x5x40"},
     "kernel=[2, 2], stride=[2, 2], pads=[0, 0, 0, 0], activation=none"},
    {"MAX_POOL_2D",
     {kMap},
     {"2x3x5x40"},
     "kernel=[2, 2], stride=[2, 2], pads=[0, 0, 0, 0], activation=none"},
    {"MEAN", {kMap}, {"2x1x1x40"}, "axes=[1, 2], keep_dims=true"},
    {"SUM", {kMap}, {"2x1x1x40"}, "axes=[1, 2], keep_dims=true"},
    {"REDUCE_MAX", {kMap}, {"2x1x1x40"}, "axes=[1, 2], keep_dims=true"},
    {"REDUCE_MIN", {kMap}, {"2x1x1x40"}, "axes=[1, 2], keep_dims=true"},
    {"ARG_MAX", {kMap}, {"i32:2x6x10"}, "axis=3"},
    {"ARG_MIN", {kMap}, {"i32:2x6x10"}, "axis=3"},
    {"ADD", {kMap, kMap}, {kMap}, "activation=none, pot_scale=false"},
    {"SUB", {kMap, kMap}, {kMap}, "activation=none, pot_scale=false"},
    {"MUL", {kMap, kMap}, {kMap}, "activation=none"},
    {"DIV", {kMap, kMap}, {kMap}, "activation=none"},
    {"POW", {kMap, kMap}, {kMap}, ""},
    {"MAXIMUM", {kMap, kMap}, {kMap}, ""},
    {"MINIMUM", {kMap, kMap}, {kMap}, ""},
    {"SQUARED_DIFFERENCE", {kMap, kMap}, {kMap}, ""},
    {"EQUAL", {kMap, kMap}, {"bool:2x6x10x40"}, ""},
    {"NOT_EQUAL", {kMap, kMap}, {"bool:2x6x10x40"}, ""},
    {"GREATER", {kMap, kMap}, {"bool:2x6x10x40"}, ""},
    {"GREATER_EQUAL", {kMap, kMap}, {"bool:2x6x10x40"}, ""},
    {"LESS", {kMap, kMap}, {"bool:2x6x10x40"}, ""},
    {"LESS_EQUAL", {kMap, kMap}, {"bool:2x6x10x40"}, ""},
    {"LOGICAL_AND", {kMap, kMap}, {kMap}, ""},
    {"LOGICAL_OR", {kMap, kMap}, {kMap}, ""},
    {"LOGICAL_NOT", {kMap}, {kMap}, ""},
    {"SELECT_V2", {"bool:2x6x10x40", kMap, kMap}, {kMap}, ""},
    {"PRELU", {kMap, "const 1x1x40"}, {kMap}, ""},
    {"RELU", {kMap}, {kMap}, ""},
    {"RELU6", {kMap}, {kMap}, ""},
    {"RELU_N1_TO_1", {kMap}, {kMap}, ""},
    {"RELU_0_TO_1", {kMap}, {kMap}, ""},
    {"LEAKY_RELU", {kMap}, {kMap}, "alpha=0.25"},
    {"ELU", {kMap}, {kMap}, ""},
    {"HARD_SWISH", {kMap}, {kMap}, ""},
    {"LOGISTIC", {kMap}, {kMap}, "", "0.00390625", 0},
    {"TANH", {kMap}, {kMap}, "", "0.0078125", 128},
    {"GELU", {kMap}, {kMap}, "approximate=false"},
    {"EXP", {kMap}, {kMap}, ""},
    {"LOG", {kMap}, {kMap}, ""},
    {"SQRT", {kMap}, {kMap}, ""},
    {"RSQRT", {kMap}, {kMap}, ""},
    {"ABS", {kMap}, {kMap}, ""},
    {"NEG", {kMap}, {kMap}, ""},
    {"QUANTIZE", {kMap}, {kMap}, "", "0.25", 100},
    {"DEQUANTIZE", {kMap}, {"f32:2x6x10x40"}, ""},
    {"CAST", {kMap}, {kMap}, ""},
    {"TABLE", {kMap}, {kMap}, kLowestBits.c_str()},
    {"SOFTMAX", {kMap}, {kMap}, "beta=1.0", "0.00390625", 0},
    {"LOG_SOFTMAX", {kMap}, {kMap}, "", "0.0625", 255},
    {"L2_NORMALIZATION", {kMap}, {kMap}, "activation=none", "0.0078125", 128},
    {"RESHAPE", {kMap}, {"12x10x40"}, ""},
    {"TRANSPOSE", {kMap}, {"2x40x6x10"}, "perm=[0, 3, 1, 2]"},
    {"CONCATENATION", {kMap, "2x6x10x24"}, {"2x6x10x64"}, "axis=3, activation=none"},
    {"SPLIT", {kMap}, {"2x6x10x24", "2x6x10x16"}, "axis=3"},
    {"PACK", {"6x10x40", "6x10x40"}, {"2x6x10x40"}, "axis=0"},
    {"UNPACK", {kMap}, {"6x10x40", "6x10x40"}, "axis=0"},
    {"STRIDED_SLICE",
     {kMap},
     {"2x6x5x24"},
     "begin=[0, 0, 1, 8], strides=[1, 1, 2, 1], size=[2, 6, 5, 24]"},
    {"PAD", {kMap}, {"2x8x12x48"}, "paddings=[0, 0, 1, 1, 1, 1, 4, 4], pad_value=3"},
    {"MIRROR_PAD", {kMap}, {"2x8x12x40"}, "paddings=[0, 0, 1, 1, 1, 1, 0, 0], mode=reflect"},
    {"GATHER", {kMap, "i32:4"}, {"2x6x4x40"}, "axis=2, batch_dims=0"},
    {"GATHER_ND", {kMap, "i32:5x3"}, {"5x40"}, ""},
    {"TILE", {kMap}, {"2x12x10x80"}, ""},
    {"BROADCAST_TO", {"2x1x10x1"}, {kMap}, ""},
    {"REVERSE_V2", {kMap}, {kMap}, "axes=[2, 3]"},
    {"MOVE", {kMap}, {kMap}, "boxes=[0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 2, 0, 1, 0, 1, 6, 1, 1, 1, 1, 10, 2, 1, 2, 1, 40, 3, 1, 3, 1], pad_value=0"},
    {"SPACE_TO_DEPTH", {kMap}, {"2x3x5x160"}, "block=[2]"},
    {"DEPTH_TO_SPACE", {kMap}, {"2x12x20x10"}, "block=[2]"},
    {"SPACE_TO_BATCH_ND", {kMap}, {"8x3x5x40"}, "block=[2, 2], paddings=[0, 0, 0, 0], pad_value=3"},
    {"BATCH_TO_SPACE_ND", {"8x3x5x40"}, {kMap}, "block=[2, 2], crops=[0, 0, 0, 0]"},
    {"RESIZE_NEAREST_NEIGHBOR", {kMap}, {"2x12x20x40"}, "align_corners=false, half_pixel=false"},
    {"RESIZE_BILINEAR", {kMap}, {"2x12x20x40"}, "align_corners=false, half_pixel=false"},
};

/// Operators that accept no bytes (ir/ops.def).
const std::set<std::string> kNoBytes = {"POW"};

/// Operators for which the depth-blocked layout makes no sense.
const std::map<std::string, std::string> kExempt = {
    {"GATHER_ND", "its indices, known at run time only, may name any dimensions: an element's "
                  "place in blocks would be computed "
                  "element by element"},
    {"DEQUANTIZE", "gives floats, which have no depth-blocked layout: a plan would be a conversion "
                   "and nothing else"},
    {"LAYOUT_CONVERT", "changes the layout itself"},
    {"WHILE", "what its condition and its body read and make is row-major"},
    {"L2_POOL_2D", "float alone, which has no depth-blocked layout"},
    {"CONV_3D", "likewise"},
    {"UNIDIRECTIONAL_SEQUENCE_RNN", "likewise"},
    {"CEIL", "likewise"},
    {"FLOOR", "likewise"},
    {"ROUND", "likewise"},
    {"SQUARE", "likewise"},
    {"SIGN", "likewise, and of int32"},
    {"DETECTION_POSTPROCESS", "likewise"},
    {"REDUCE_PROD", "rare, plain C on rows"},
    {"REDUCE_ANY", "likewise"},
    {"REDUCE_ALL", "likewise"},
    {"CUMSUM", "likewise"},
    {"TOPK_V2", "likewise"},
    {"FLOOR_DIV", "likewise"},
    {"FLOOR_MOD", "likewise"},
    {"ADD_N", "likewise"},
    {"EMBEDDING_LOOKUP", "likewise, rows of a table"},
    {"SCATTER_ND", "its indices name any dimensions"},
    {"DYNAMIC_UPDATE_SLICE", "its place is known at run time only"},
    {"REVERSE_SEQUENCE", "rare, plain C on rows"},
    {"ONE_HOT", "likewise"},
    {"BROADCAST_ARGS", "shapes, not images"},
    {"QUANTIZE_ROWS", "reads floats, row after row"},
    {"PRODUCT_SUMS", "makes words, which have no depth-blocked layout"},
    {"SCALE_SUMS", "makes floats of words, likewise"},
    {"CUSTOM", "a function of the user's gets rows"},
    {"SVDF", "its rows and its state are vectors of features, not images"},
    {"UNIDIRECTIONAL_SEQUENCE_LSTM", "likewise: rows of a sequence, and states"},
};

int least(DType Type) { return Type == DType::Int8 ? -128 : 0; }

std::string tensorText(const std::string &Word, DType T, const char *Scale, int Zero) {
  const size_t Colon = Word.find(':');
  const DType Type = Colon == std::string::npos ? T : *parseDType(Word.substr(0, Colon));
  const std::string Shape = Word.substr(Colon == std::string::npos ? 0 : Colon + 1);
  const bool Quantized = Type == DType::Int8 || Type == DType::UInt8;
  return strf("%s[%s]", text(Type), Shape.c_str()) +
         (Quantized ? strf(" scale=%s zero=%d", Scale, least(Type) + Zero) : "");
}

Graph graphOf(const Example &E, DType T) {
  std::string Head, Arguments, Results;
  int Next = 0;
  std::vector<TensorId> Constants;
  for (std::string Word : E.Inputs) {
    if (Word == "none") {
      Arguments += Arguments.empty() ? "none" : ", none";
      continue;
    }
    const bool Const = Word.rfind("const ", 0) == 0;
    if (Const) {
      Word = Word.substr(6);
      Constants.push_back(Next);
    }
    Head += strf("input %%%d: %s\n", Next, tensorText(Word, T, "0.5", Const ? 128 : 3).c_str());
    Arguments += strf("%s%%%d", Arguments.empty() ? "" : ", ", Next++);
  }
  std::string Outputs;
  for (const std::string &Word : E.Outputs) {
    const std::string Tensor =
        tensorText(Word, T, E.OutScale ? E.OutScale : "0.5", E.OutScale ? E.OutZero : 3);
    Results += strf("%s%%%d: %s", Results.empty() ? "" : ", ", Next, Tensor.c_str());
    Outputs += strf("output %%%d\n", Next++);
  }
  const std::string Attributes = *E.Attributes ? strf(" {%s}", E.Attributes) : "";
  Graph G = parseGraph("graph net from \"net\"\n" + Head + Results + " = " + E.Operator + "(" +
                           Arguments + ")" + Attributes + "\n" + Outputs,
                       "net");
  for (TensorId C : Constants) {
    Tensor &Constant = G.Tensors[C];
    Constant.Data = std::make_shared<const Bytes>(Constant.elements(), static_cast<uint8_t>(1));
    G.Inputs.erase(std::find(G.Inputs.begin(), G.Inputs.end(), C));
    G.InputNames.pop_back();
  }
  return G;
}

bool accepts(const Graph &G) {
  const Op &O = G.Ops[0];
  Types In, Out;
  for (TensorId T : O.Inputs)
    In.push_back(T == kNoTensor ? std::nullopt : std::optional<DType>(G.Tensors[T].Type));
  for (TensorId T : O.Outputs)
    Out.push_back(G.Tensors[T].Type);
  return findSignature(O.Kind, In, Out) != nullptr;
}

/// Whether a plan reads and writes all activations of bytes in L.
bool offers(const Graph &G, const std::vector<Plan> &Plans, Layout L) {
  const Op &O = G.Ops[0];
  const auto IsIn = [&](TensorId T, Layout Its) {
    return T == kNoTensor || G.Tensors[T].isConst() || !layoutFits(G.Tensors[T], L) || Its == L;
  };
  return std::any_of(Plans.begin(), Plans.end(), [&](const Plan &P) {
    bool All = P.Rejected.empty();
    for (size_t I = 0; All && I < O.Inputs.size(); ++I)
      All = IsIn(O.Inputs[I], P.Inputs[I]);
    for (size_t I = 0; All && I < O.Outputs.size(); ++I)
      All = IsIn(O.Outputs[I], P.Outputs[I]);
    return All;
  });
}

std::string reasons(const std::vector<Plan> &Plans) {
  std::ostringstream Text;
  for (const Plan &P : Plans)
    if (!P.Rejected.empty())
      Text << "\n  " << P.Kernel->Name << ": " << P.Rejected;
  return Text.str();
}

} // namespace

TEST(Layouts, EveryOperatorHasAnExampleOrAReason) {
  std::set<std::string> Known;
  for (const Example &E : kExamples)
    EXPECT_TRUE(Known.insert(E.Operator).second) << E.Operator << " twice";
  for (const OpInfo &Info : allOps())
    EXPECT_TRUE(Known.count(Info.Text) || kExempt.count(Info.Text)) << Info.Text;
}

TEST(Layouts, EveryOperatorOfBytesOffersBoth) {
  for (const Example &E : kExamples) {
    bool AnyType = false;
    for (DType T : {DType::Int8, DType::UInt8, DType::Bool}) {
      const Graph G = graphOf(E, T);
      if (!accepts(G))
        continue;
      AnyType = true;
      Compilation Shared("net", 0);
      verify(G, Shared.Purse);
      const std::vector<Plan> Plans = plansFor(G, G.Ops[0], Target::Hexagon, Shared);
      EXPECT_TRUE(offers(G, Plans, Layout::RowMajor))
          << E.Operator << " of " << text(T) << reasons(Plans);
      if (!kExempt.count(E.Operator)) {
        EXPECT_TRUE(offers(G, Plans, Layout::Depth32))
            << E.Operator << " of " << text(T) << reasons(Plans);
      }
    }
    EXPECT_NE(AnyType, kNoBytes.count(E.Operator) > 0) << E.Operator;
  }
}
