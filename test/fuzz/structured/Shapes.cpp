// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What shape an operator's result has, where that is easily said: with it, the next operator can read the result.
#include "Mutate.h"

#include <algorithm>

namespace hexloom::fuzz {

namespace {

using tflite::BuiltinOperator;
using Shape = std::vector<int32_t>;

bool isOneOf(BuiltinOperator Code, std::initializer_list<BuiltinOperator> Codes) {
  return std::find(Codes.begin(), Codes.end(), Code) != Codes.end();
}

bool keepsShape(BuiltinOperator Code) {
  return isOneOf(Code, {BuiltinOperator::ADD,         BuiltinOperator::SUB,          BuiltinOperator::MUL,        BuiltinOperator::MAXIMUM,
                        BuiltinOperator::MINIMUM,     BuiltinOperator::RELU,         BuiltinOperator::RELU6,      BuiltinOperator::RELU_N1_TO_1,
                        BuiltinOperator::RELU_0_TO_1, BuiltinOperator::LEAKY_RELU,   BuiltinOperator::PRELU,      BuiltinOperator::ELU,
                        BuiltinOperator::HARD_SWISH,  BuiltinOperator::LOGISTIC,     BuiltinOperator::TANH,       BuiltinOperator::GELU,
                        BuiltinOperator::ABS,         BuiltinOperator::NEG,          BuiltinOperator::QUANTIZE,   BuiltinOperator::DEQUANTIZE,
                        BuiltinOperator::CAST,        BuiltinOperator::SOFTMAX,      BuiltinOperator::REVERSE_V2, BuiltinOperator::CUMSUM,
                        BuiltinOperator::LOG_SOFTMAX, BuiltinOperator::REVERSE_SEQUENCE, BuiltinOperator::DYNAMIC_UPDATE_SLICE,
                        BuiltinOperator::EQUAL,       BuiltinOperator::LESS,         BuiltinOperator::SQUARED_DIFFERENCE, BuiltinOperator::L2_NORMALIZATION});
}

class Result {
public:
  Result(const GraphRecipe &R, const OpRecipe &O) : R(R), O(O) {}

  std::optional<Shape> shape() const {
    const Shape &In = shapeOf(O.Code == BuiltinOperator::TRANSPOSE_CONV ? 2 : 0);
    if (keepsShape(O.Code))
      return In;
    switch (O.Code) {
    case BuiltinOperator::CONV_2D:
      return window(In, shapeOf(1)[1], shapeOf(1)[2], shapeOf(1)[0]);
    case BuiltinOperator::DEPTHWISE_CONV_2D:
      return window(In, shapeOf(1)[1], shapeOf(1)[2], shapeOf(1)[3]);
    case BuiltinOperator::AVERAGE_POOL_2D:
    case BuiltinOperator::MAX_POOL_2D:
      return window(In, field("filter_height", 1), field("filter_width", 1), In[3]);
    case BuiltinOperator::FULLY_CONNECTED:
      return product(In, shapeOf(1));
    case BuiltinOperator::CONCATENATION:
      return field("axis", 0) ? std::optional<Shape>() : joined(In);
    case BuiltinOperator::SPACE_TO_DEPTH:
      return Shape{In[0], In[1] / 2, In[2] / 2, In[3] * 4};
    case BuiltinOperator::DEPTH_TO_SPACE:
      return Shape{In[0], In[1] * 2, In[2] * 2, In[3] / 4};
    case BuiltinOperator::RESIZE_BILINEAR:
    case BuiltinOperator::RESIZE_NEAREST_NEIGHBOR:
      return Shape{In[0], value(1, 0), value(1, 1), In[3]};
    case BuiltinOperator::TRANSPOSE:
      return transposed(In);
    default:
      return std::nullopt;
    }
  }

private:
  const GraphRecipe &R;
  const OpRecipe &O;

  const Shape &shapeOf(size_t Input) const { return R.Tensors[O.Inputs[Input]].Shape; }
  int32_t value(size_t Input, size_t At) const { return static_cast<int32_t>(R.Tensors[O.Inputs[Input]].Values[At]); }
  int32_t field(const char *Name, int32_t Otherwise) const {
    const auto Found = O.Fields.find(Name);
    return Found == O.Fields.end() ? Otherwise : static_cast<int32_t>(Found->second);
  }
  int32_t side(int32_t Size, int32_t Kernel, const char *Stride, const char *Dilation) const {
    const int32_t Step = field(Stride, 1), Reach = (Kernel - 1) * field(Dilation, 1);
    return (field("padding", 0) == 0 ? Size + Step - 1 : Size - Reach + Step - 1) / Step;
  }
  std::optional<Shape> window(const Shape &In, int32_t Height, int32_t Width, int32_t Depth) const {
    const Shape S = {In[0], side(In[1], Height, "stride_h", "dilation_h_factor"), side(In[2], Width, "stride_w", "dilation_w_factor"), Depth};
    return S[1] > 0 && S[2] > 0 ? std::optional<Shape>(S) : std::nullopt;
  }
  std::optional<Shape> product(Shape In, const Shape &Filter) const {
    if (field("keep_num_dims", 0)) {
      In.back() = Filter[0];
      return In;
    }
    int64_t Rows = 1;
    for (int32_t Dim : In)
      Rows *= Dim;
    return Shape{static_cast<int32_t>(Rows / std::max(1, Filter[1])), Filter[0]};
  }
  Shape joined(Shape In) const {
    In[0] *= static_cast<int32_t>(O.Inputs.size());
    return In;
  }
  Shape transposed(const Shape &In) const {
    Shape S;
    for (size_t D = 0; D < In.size(); ++D)
      S.push_back(In[static_cast<size_t>(value(1, D))]);
    return S;
  }
};

} // namespace

std::optional<Shape> shapeOfResult(const GraphRecipe &R, const OpRecipe &O) {
  return O.Inputs.empty() || O.Inputs[0] < 0 ? std::nullopt : Result(R, O).shape();
}

} // namespace hexloom::fuzz
