// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every operator that takes or gives bytes offers a row-major and a depth-blocked plan, for every
// byte type that it accepts. (The depth-blocked layout is one of bytes: ir/layouts.def.)
#include "classes/Accesses.h"
#include "classes/Examples.h"
#include "ir/Signatures.h"
#include "ir/Text.h"
#include "ir/Verifier.h"
#include "plans/Plan.h"
#include "support/Error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

using namespace hexloom;

namespace {

/// What is not an everyday scale of 0.5 and zero point: the output's, with its zero point counted from the type's least value.
struct OutQuant {
  const char *Scale;
  int Zero;
};
const std::map<OpKind, OutQuant> kOutQuants = {
    {OpKind::Logistic, {"0.00390625", 0}}, {OpKind::Tanh, {"0.0078125", 128}}, {OpKind::Quantize, {"0.25", 100}},
    {OpKind::Softmax, {"0.00390625", 0}}, {OpKind::LogSoftmax, {"0.0625", 255}}, {OpKind::L2Normalization, {"0.0078125", 128}},
};

/// The lowest bit of each byte, which is a value of every type of a byte.
const std::string kLowestBits = [] {
  std::string Values = "values=[0";
  for (int Byte = 1; Byte < 256; ++Byte)
    Values += ", " + std::to_string(Byte & 1);
  return Values + "]";
}();

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
    const auto Q = kOutQuants.find(E.Kind);
    const std::string Tensor = Q == kOutQuants.end() ? tensorText(Word, T, "0.5", 3) : tensorText(Word, T, Q->second.Scale, Q->second.Zero);
    Results += strf("%s%%%d: %s", Results.empty() ? "" : ", ", Next, Tensor.c_str());
    Outputs += strf("output %%%d\n", Next++);
  }
  const std::string Its = E.Kind == OpKind::Table ? kLowestBits : E.Attributes;
  const std::string Attributes = Its.empty() ? "" : strf(" {%s}", Its.c_str());
  Graph G = parseGraph("graph net from \"net\"\n" + Head + Results + " = " + text(E.Kind) + "(" +
                           Arguments + ")" + Attributes + "\n" + Outputs,
                       "net");
  for (TensorId C : Constants) {
    Tensor &Constant = G.Tensors[C];
    Constant.Data = std::make_shared<const Bytes>(Constant.bytes(), static_cast<uint8_t>(1));
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

TEST(Layouts, EveryOperatorHasAnExample) {
  std::set<OpKind> Known;
  for (const Example &E : allExamples())
    EXPECT_TRUE(Known.insert(E.Kind).second) << text(E.Kind) << " twice";
  for (const OpInfo &Info : allOps())
    EXPECT_NE(Known.count(Info.Kind) > 0, whyOpaque(Info.Kind) != nullptr) << Info.Text;
}

TEST(Layouts, EveryOperatorOfBytesOffersBoth) {
  for (const Example &E : allExamples()) {
    const bool IsExempt = kExempt.count(text(E.Kind)) > 0;
    bool AnyType = false;
    for (DType T : {DType::Int8, DType::UInt8, DType::Bool}) {
      const Graph G = graphOf(E, T);
      if (!accepts(G))
        continue;
      AnyType = true;
      Compilation Shared("net", 0);
      verify(G, Shared.Purse);
      const std::vector<Plan> Plans = plansFor(G, G.Ops[0], Target::Hexagon, Shared);
      EXPECT_TRUE(offers(G, Plans, Layout::RowMajor)) << text(E.Kind) << " of " << text(T) << reasons(Plans);
      EXPECT_TRUE(IsExempt || offers(G, Plans, Layout::Depth32)) << text(E.Kind) << " of " << text(T) << reasons(Plans);
    }
    EXPECT_TRUE(IsExempt || AnyType != kNoBytes.count(text(E.Kind)) > 0) << text(E.Kind);
  }
}
