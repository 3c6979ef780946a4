// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mutate.h"
#include "import/Builtins.h"
#include "ir/Signatures.h"

#include <algorithm>

namespace hexloom::fuzz {

namespace {

using tflite::BuiltinOperator;
using tflite::TensorType;

TensorType typeOf(DType Type) {
  static const TensorType Types[] = {TensorType::UINT8, TensorType::INT8,    TensorType::INT16, TensorType::INT32,
                                     TensorType::INT64, TensorType::FLOAT32, TensorType::BOOL};
  return Types[static_cast<size_t>(Type)];
}

class Generator {
public:
  Generator(GraphRecipe &R, BuiltinOperator Code, Random &Draw) : R(R), Row(*findBuiltin(Code)), Draw(Draw) { O.Code = Code; }
  void run();

private:
  GraphRecipe &R;
  const Builtin &Row;
  Random &Draw;
  OpRecipe O;
  std::vector<int32_t> In; ///< the shape of IR input 0
  int Parts = 1;           ///< outputs
  int Cells = 0;           ///< of an LSTM
  int Features = 0;        ///< bits: a gate of its own for the input; peepholes; projection; normalization

  int below(uint64_t N) { return static_cast<int>(Draw.below(N)); }
  int side() {
    static const int Sides[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 32, 33, 40, 64, 100};
    return Sides[below(below(3) ? 8 : std::size(Sides))];
  }
  bool is(std::initializer_list<BuiltinOperator> Codes) const {
    return std::find(Codes.begin(), Codes.end(), O.Code) != Codes.end();
  }
  bool isWindow() const {
    return is({BuiltinOperator::CONV_2D, BuiltinOperator::DEPTHWISE_CONV_2D, BuiltinOperator::TRANSPOSE_CONV,
               BuiltinOperator::AVERAGE_POOL_2D, BuiltinOperator::MAX_POOL_2D, BuiltinOperator::L2_POOL_2D});
  }
  /// Operators that put elements where indices say, and CONV_3D: shapes that hang together.
  bool hasOwnShapes() const {
    return is({BuiltinOperator::CONV_3D, BuiltinOperator::SCATTER_ND, BuiltinOperator::DYNAMIC_UPDATE_SLICE,
               BuiltinOperator::REVERSE_SEQUENCE, BuiltinOperator::ONE_HOT, BuiltinOperator::EMBEDDING_LOOKUP,
               BuiltinOperator::BROADCAST_ARGS, BuiltinOperator::FILL, BuiltinOperator::ADD_N});
  }
  std::vector<int32_t> ownShape(int Slot);
  Signature hybridOf(Signature S) const;
  bool isRecurrent() const {
    return isLstm() || is({BuiltinOperator::SVDF, BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_RNN, BuiltinOperator::RNN});
  }
  bool isLstm() const { return is({BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_LSTM, BuiltinOperator::LSTM}); }
  /// SVDF, LSTM and RNN, of the recurrent operators, have no dimension of times.
  bool hasTimes() const { return is({BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_LSTM, BuiltinOperator::UNIDIRECTIONAL_SEQUENCE_RNN}); }
  bool needsImage() const {
    return isWindow() || is({BuiltinOperator::RESIZE_BILINEAR, BuiltinOperator::RESIZE_NEAREST_NEIGHBOR,
                             BuiltinOperator::SPACE_TO_BATCH_ND, BuiltinOperator::BATCH_TO_SPACE_ND,
                             BuiltinOperator::SPACE_TO_DEPTH, BuiltinOperator::DEPTH_TO_SPACE});
  }
  std::vector<int32_t> filterShape();
  std::vector<int32_t> recurrentShape(int Slot);
  bool hasInput(int Slot) const;
  void addInner(const TensorRecipe &State);
  std::vector<int32_t> shapeOf(int Slot);
  std::vector<int64_t> paramOf(int Position);
  TensorRecipe tensor(const TensorRule &Rule, std::vector<int32_t> Shape);
  std::optional<int32_t> readable(const TensorRecipe &Like, int Slot);
  int32_t add(TensorRecipe T) {
    R.Tensors.push_back(std::move(T));
    return static_cast<int32_t>(R.Tensors.size() - 1);
  }
};

std::vector<int32_t> Generator::filterShape() {
  const int K = 1 + below(4), L = 1 + below(4), Outputs = side();
  switch (O.Code) {
  case BuiltinOperator::DEPTHWISE_CONV_2D:
    return {1, K, L, In[3] * (1 + below(3) / 2)};
  case BuiltinOperator::FULLY_CONNECTED:
    return {Outputs, In.empty() ? 1 : In.back()};
  case BuiltinOperator::CONV_2D: {
    const int Groups = below(4) == 0 && In[3] % 2 == 0 ? 2 : 1;
    return {Outputs * Groups, K, L, In[3] / Groups};
  }
  default:
    return {Outputs, K, L, In[3]};
  }
}

/// In is {batches, inputs} or {times, batches, inputs}; an LSTM has as many outputs as cells.
std::vector<int32_t> Generator::recurrentShape(int Slot) {
  const int32_t Batches = In[In.size() - 2], Inputs = In.back();
  const auto firstOf = [&](int At) { return R.Tensors[O.Inputs[At]].Shape[0]; };
  if (O.Code == BuiltinOperator::SVDF) {
    const int Rank = static_cast<int>(O.Fields["rank"]);
    if (Slot <= 2)
      return {Slot == 1 ? Rank * side() : firstOf(1), Slot == 1 ? In[1] : 1 + below(9)};
    const auto &Times = R.Tensors[O.Inputs[2]].Shape;
    return Slot == 3 ? std::vector<int32_t>{Times[0] / Rank} : std::vector<int32_t>{In[0], Times[0] * Times[1]};
  }
  if (!isLstm()) {
    const int Units = Slot == 1 ? side() : firstOf(1);
    return Slot == 3 ? std::vector<int32_t>{Units} : std::vector<int32_t>{Slot == 4 ? Batches : Units, Slot == 1 ? Inputs : Units};
  }
  Cells = Cells ? Cells : side();
  if (Slot <= 8)
    return {Cells, Slot <= 4 ? Inputs : Cells};
  if (Slot == 16)
    return {Cells, Cells};
  return Slot == 18 || Slot == 19 ? std::vector<int32_t>{Batches, Cells} : std::vector<int32_t>{Cells};
}

/// Which of an LSTM's optional inputs are there.
bool Generator::hasInput(int Slot) const {
  const auto has = [&](int Bit) { return (Features >> Bit & 1) != 0; };
  const bool IsOfInputGate = Slot == 1 || Slot == 5 || Slot == 9 || Slot == 12 || Slot == 20;
  return (!IsOfInputGate || has(0)) && (Slot < 9 || Slot > 11 || has(1)) && (Slot < 16 || Slot > 17 || has(2)) &&
         (Slot < 20 || has(3));
}

/// What an LSTM's gates and hidden values are quantized with.
void Generator::addInner(const TensorRecipe &State) {
  for (int I = 0; I < 5; ++I) {
    TensorRecipe T = State;
    T.Type = I < 4 ? TensorType::INT16 : State.Type;
    T.Shape = {0};
    T.Variable = false;
    if (I < 4)
      T.Scales = {1.0f / 4096}, T.Zeros = {0};
    O.Inner.push_back(add(std::move(T)));
  }
}

std::vector<int32_t> Generator::ownShape(int Slot) {
  const auto firstOf = [&](int At) { return R.Tensors[O.Inputs[At]].Shape; };
  switch (O.Code) {
  case BuiltinOperator::CONV_3D:
    if (Slot == 0)
      return In = {1 + below(2), 1 + below(6), 1 + below(6), 1 + below(6), 1 + below(4)};
    return Slot == 1 ? std::vector<int32_t>{1 + below(3), 1 + below(3), 1 + below(3), In[4], 1 + below(5)}
                     : std::vector<int32_t>{firstOf(1)[4]};
  case BuiltinOperator::SCATTER_ND:
    if (Slot == 0)
      return In = {1 + below(5), 1};
    return {In[0], side()};
  case BuiltinOperator::FILL:
    return {};
  case BuiltinOperator::EMBEDDING_LOOKUP:
    return Slot == 0 ? In = {1 + below(5)} : std::vector<int32_t>{side(), side()};
  case BuiltinOperator::BROADCAST_ARGS:
    return In = {1 + below(5)};
  case BuiltinOperator::ONE_HOT:
    return Slot == 0 ? In = {side(), 1 + below(4)} : std::vector<int32_t>{};
  default: // one, two or three inputs of one rank, or the lengths and places of it
    if (Slot == 0)
      return In = {1 + below(4), side(), 1 + below(5)};
    if (O.Code == BuiltinOperator::REVERSE_SEQUENCE)
      return {In[0]};
    if (O.Code == BuiltinOperator::DYNAMIC_UPDATE_SLICE)
      return Slot == 1 ? std::vector<int32_t>{1, In[1] / 2, In[2]} : std::vector<int32_t>{3};
    return In;
  }
}

std::vector<int32_t> Generator::shapeOf(int Slot) {
  if (hasOwnShapes())
    return ownShape(Slot);
  if (Slot > 0 && isRecurrent())
    return recurrentShape(Slot);
  if (Slot == 0) {
    const int Rank = needsImage() ? 4 : isRecurrent() ? (hasTimes() ? 3 : 2) : is({BuiltinOperator::BATCH_MATMUL}) ? 2 + below(3) : 1 + below(4);
    for (int I = 0; I < Rank; ++I)
      In.push_back(I == 0 && Rank > 1 ? 1 + below(2) : side());
    if (is({BuiltinOperator::SPACE_TO_DEPTH, BuiltinOperator::SPACE_TO_BATCH_ND}))
      In[1] *= 2, In[2] *= 2;
    if (is({BuiltinOperator::DEPTH_TO_SPACE}))
      In[3] *= 4;
    if (is({BuiltinOperator::BATCH_TO_SPACE_ND}))
      In[0] *= 4;
    return In;
  }
  const bool HasFilter = isWindow() || is({BuiltinOperator::FULLY_CONNECTED});
  if (HasFilter && Slot == 1)
    return filterShape();
  if (HasFilter) {
    const auto &Filter = R.Tensors[O.Inputs[1]].Shape;
    return {O.Code == BuiltinOperator::DEPTHWISE_CONV_2D ? Filter[3] : Filter[0]};
  }
  if (is({BuiltinOperator::BATCH_MATMUL})) {
    std::vector<int32_t> S = In;
    S[S.size() - 2] = In.back();
    S.back() = side();
    return S;
  }
  if (is({BuiltinOperator::GATHER, BuiltinOperator::GATHER_ND}))
    return {1 + below(5), 1};
  switch (below(is({BuiltinOperator::CONCATENATION, BuiltinOperator::PACK, BuiltinOperator::SELECT}) ? 1 : 4)) {
  case 0:
  case 1:
    return In;
  case 2:
    return {In.back()};
  default:
    return {1};
  }
}

/// A constant that the operator takes as a parameter.
std::vector<int64_t> Generator::paramOf(int Position) {
  const auto Rank = static_cast<int64_t>(In.size());
  std::vector<int64_t> V;
  const auto each = [&](auto F) {
    for (size_t D = 0; D < In.size(); ++D)
      V.push_back(F(D));
    return V;
  };
  switch (O.Code) {
  case BuiltinOperator::TRANSPOSE_CONV: {
    V = {In[0], 0, 0, 0};
    for (int D = 1; D < 3; ++D)
      V[D] = In[D] * static_cast<int64_t>(O.Fields[D == 1 ? "stride_h" : "stride_w"]);
    return V;
  }
  case BuiltinOperator::RESHAPE:
    return {-1};
  case BuiltinOperator::TRANSPOSE:
    each([](size_t D) { return static_cast<int64_t>(D); });
    std::swap(V[below(V.size())], V[below(V.size())]);
    return V;
  case BuiltinOperator::SPLIT_V:
    return Position == 2 ? std::vector<int64_t>{Rank - 1} : std::vector<int64_t>{1, -1};
  case BuiltinOperator::SLICE:
    return each([&](size_t D) { return Position == 1 ? below(In[D]) : int64_t(-1); });
  case BuiltinOperator::STRIDED_SLICE:
    return each([&](size_t D) { return Position == 1 ? 0 : Position == 2 ? int64_t(In[D]) : int64_t(1 + below(2)); });
  case BuiltinOperator::PAD:
  case BuiltinOperator::PADV2:
  case BuiltinOperator::MIRROR_PAD:
    for (int64_t I = 0; I < 2 * Rank; ++I)
      V.push_back(below(2));
    return V;
  case BuiltinOperator::TILE:
    return each([&](size_t) { return 1 + below(3); });
  case BuiltinOperator::BROADCAST_TO:
    return each([&](size_t D) { return In[D] == 1 ? side() : In[D]; });
  case BuiltinOperator::SPACE_TO_BATCH_ND:
  case BuiltinOperator::BATCH_TO_SPACE_ND:
    return Position == 1 ? std::vector<int64_t>{2, 2} : std::vector<int64_t>{0, 0, 0, 0};
  case BuiltinOperator::RESIZE_BILINEAR:
  case BuiltinOperator::RESIZE_NEAREST_NEIGHBOR:
    return {side(), side()};
  case BuiltinOperator::SCATTER_ND:
    return {1 + side(), R.Tensors.back().Shape.back()};
  case BuiltinOperator::FILL:
    return {1 + below(4), side()};
  case BuiltinOperator::TOPK_V2:
    return {below(static_cast<uint64_t>(In.back()) + 1)};
  case BuiltinOperator::ONE_HOT:
    return {below(9)};
  case BuiltinOperator::RANGE:
    return {Position == 0 ? below(5) : Position == 1 ? below(300) : 1 + below(3)};
  default:
    return {Rank ? below(static_cast<uint64_t>(Rank)) : 0};
  }
}

TensorRecipe Generator::tensor(const TensorRule &Rule, std::vector<int32_t> Shape) {
  static const float Scales[] = {0.5f, 0.0078125f, 0.02f, 1.0f, 0.0039f};
  TensorRecipe T;
  T.Type = typeOf(Rule.Type);
  T.Shape = std::move(Shape);
  if (!Rule.Quantized && Rule.Type != DType::UInt8 && Rule.Type != DType::Int8 && Rule.Type != DType::Int16)
    return T;
  T.Scales = {Scales[below(std::size(Scales))]};
  T.Zeros = {Rule.Symmetric || Rule.Type == DType::Int16 || Rule.Type == DType::Int32 ? 0 : below(20)};
  if (Rule.ChannelAxis >= 0 && below(2) && Rule.ChannelAxis < static_cast<int>(T.Shape.size()) &&
      T.Shape[Rule.ChannelAxis] <= 64) {
    T.Axis = Rule.ChannelAxis;
    T.Scales.resize(T.Shape[T.Axis], 0.25f);
    T.Zeros.assign(T.Shape[T.Axis], 0);
  }
  return T;
}

/// What stands there already, of this type and with a known shape: a result or an input that the operator reads, too. A first
/// input's shape is free, others must have the first one's. What is read is mostly no result of the network any more.
std::optional<int32_t> Generator::readable(const TensorRecipe &Like, int Slot) {
  const bool IsFree = Slot == 0 && !hasOwnShapes();
  const bool IsSame = Slot > 0 && is({BuiltinOperator::ADD, BuiltinOperator::SUB, BuiltinOperator::MUL, BuiltinOperator::MAXIMUM,
                                      BuiltinOperator::MINIMUM, BuiltinOperator::CONCATENATION, BuiltinOperator::SQUARED_DIFFERENCE});
  if ((!IsFree && !IsSame) || below(3) == 0)
    return std::nullopt;
  std::vector<int32_t> Ids = R.Inputs;
  for (const OpRecipe &Before : R.Ops)
    Ids.insert(Ids.end(), Before.Outputs.begin(), Before.Outputs.end());
  for (; !Ids.empty(); Ids.pop_back()) {
    const int32_t Id = Ids.back();
    if (Id < 0 || Id >= static_cast<int32_t>(R.Tensors.size()) || below(5) == 0)
      continue;
    const TensorRecipe &T = R.Tensors[Id];
    const bool Fits = IsFree ? T.Shape.size() == Like.Shape.size() && !T.Shape.empty() : T.Shape == In;
    constexpr int32_t kLargest = 1000; // sides of more operators than one
    if (std::any_of(T.Shape.begin(), T.Shape.end(), [](int32_t Dim) { return Dim < 1 || Dim > kLargest; }))
      continue;
    if (T.Open || T.Type != Like.Type || T.Fill || !T.Values.empty() || !Fits)
      continue;
    if (below(4))
      R.Outputs.erase(std::remove(R.Outputs.begin(), R.Outputs.end(), Id), R.Outputs.end());
    return Id;
  }
  return std::nullopt;
}

/// The form of floats by int8 weights.
Signature Generator::hybridOf(Signature S) const {
  for (TensorRule &Rule : S.Inputs) {
    Rule.Type = DType::Float32;
    Rule.Quantized = false;
  }
  for (TensorRule &Rule : S.Outputs) {
    Rule.Type = DType::Float32;
    Rule.Quantized = false;
  }
  for (const InputRule &Rule : Row.Inputs)
    if (Rule.Hybrid) {
      S.Inputs.at(Rule.Slot).Type = DType::Int8;
      S.Inputs[Rule.Slot].Quantized = S.Inputs[Rule.Slot].Symmetric = true;
    }
  return S;
}

void Generator::run() {
  setFields(O, Draw);
  Features = below(3) ? 1 : below(16);
  const OpKind Kind = Row.Kind.value_or(OpKind::Reshape);
  const auto &All = signaturesOf(Kind);
  const size_t Form = static_cast<size_t>(below(All.size() + Row.hasHybrid()));
  const Signature S = Form < All.size() ? All[Form] : hybridOf(All[0]);
  std::vector<std::pair<int, int>> Slots; // (slot, position): slot 0 first, for its shape
  const bool Repeats = !Row.Inputs.empty() && Row.Inputs.back().Repeats;
  const size_t Count = Repeats ? 1 + below(4) : Row.Inputs.size();
  for (size_t P = 0; P < Count; ++P)
    Slots.push_back({Repeats ? static_cast<int>(P) : Row.Inputs[P].Slot, static_cast<int>(P)});
  std::stable_sort(Slots.begin(), Slots.end(), [](const auto &A, const auto &B) {
    return (A.first < 0 ? 99 : A.first) < (B.first < 0 ? 99 : B.first);
  });
  O.Inputs.assign(Count, -1);
  std::vector<int32_t> Final(Count, -1);
  std::vector<int32_t> BySlot;
  for (const auto &[Slot, Position] : Slots) {
    if (Slot < 0) { // a parameter
      TensorRecipe T;
      T.Type = O.Code == BuiltinOperator::PADV2 && Position == 2 ? R.Tensors[BySlot.at(0)].Type : TensorType::INT32;
      T.Values = paramOf(Position);
      T.Shape = {static_cast<int32_t>(T.Values.size())};
      if (is({BuiltinOperator::PAD, BuiltinOperator::PADV2, BuiltinOperator::MIRROR_PAD}) && Position == 1)
        T.Shape = {T.Shape[0] / 2, 2};
      Final[Position] = add(std::move(T));
      continue;
    }
    const auto &Rules = S.Inputs;
    if (Rules.empty())
      return;
    const TensorRule &Rule = Rules[std::min<size_t>(Slot, Rules.size() - 1)];
    if (Rule.Optional && !(isLstm() ? hasInput(Slot) : below(2)))
      continue;
    O.Inputs = BySlot;
    TensorRecipe T = tensor(Rule, shapeOf(Slot));
    T.Variable = Row.Inputs[Repeats ? 0 : Position].State;
    if (Slot == 19)
      T.Scales = {1.0f / static_cast<float>(256 << below(8))};
    if (const std::optional<int32_t> There = readable(T, Slot)) {
      if (Slot == 0)
        In = R.Tensors[*There].Shape;
      BySlot.push_back(*There);
      Final[Position] = *There;
      continue;
    }
    const bool IsConstant = Slot > 0 && !T.Variable && (isRecurrent() || Rule.Type == DType::Int32 || Rule.Type == DType::Int64 || isWindow() || below(2));
    const bool Indexes = (is({BuiltinOperator::GATHER, BuiltinOperator::GATHER_ND, BuiltinOperator::REVERSE_SEQUENCE}) && Slot == 1) ||
                         (is({BuiltinOperator::EMBEDDING_LOOKUP, BuiltinOperator::SCATTER_ND}) && Slot == 0);
    const bool IsKnown = Indexes && below(4); // else the run's
    if (IsKnown)
      T.Values.assign(static_cast<size_t>(T.Shape[0]), 0);
    else if (is({BuiltinOperator::GATHER, BuiltinOperator::GATHER_ND}) && Slot == 1 && IsConstant)
      T.Values.assign(static_cast<size_t>(T.Shape[0]), 0);
    else if (IsConstant)
      T.Fill = Draw.next() >> 40;
    const bool Reads = !IsConstant && !IsKnown && !T.Variable;
    BySlot.push_back(add(std::move(T)));
    Final[Position] = BySlot.back();
    if (Reads)
      R.Inputs.push_back(BySlot.back());
  }
  O.Inputs = Final;
  if (isLstm()) {
    O.Fields["fused_activation_function"] = 4;
    if (S.Inputs[0].Type != DType::Float32)
      addInner(TensorRecipe(R.Tensors[Final[18]]));
  }
  if (is({BuiltinOperator::SPLIT, BuiltinOperator::SPLIT_V}))
    Parts = O.Code == BuiltinOperator::SPLIT_V ? 2 : 1;
  if (is({BuiltinOperator::TOPK_V2}))
    Parts = 2;
  if (is({BuiltinOperator::UNPACK}))
    Parts = In.empty() ? 1 : In[0];
  O.Fields[O.Code == BuiltinOperator::UNPACK ? "num" : O.Code == BuiltinOperator::PACK ? "values_count" : "num_splits"] =
      O.Code == BuiltinOperator::PACK ? static_cast<double>(Count) : Parts;
  setAxis(O, In.size(), Draw);
  if (O.Fields.count("axis") && is({BuiltinOperator::UNPACK}) && !In.empty()) // as many parts as the dimension has entries
    O.Fields["num"] = Parts = In[static_cast<size_t>(O.Fields["axis"] + (O.Fields["axis"] < 0 ? static_cast<double>(In.size()) : 0)) % In.size()];
  if (is({BuiltinOperator::ARG_MAX, BuiltinOperator::ARG_MIN}))
    O.Fields["output_type"] = static_cast<double>(typeOf(S.Outputs[0].Type));
  const std::optional<std::vector<int32_t>> Known = below(4) && Parts == 1 ? shapeOfResult(R, O) : std::nullopt;
  for (int I = 0; I < Parts; ++I) {
    TensorRecipe T = tensor(S.Outputs.empty() ? TensorRule{} : S.Outputs[is({BuiltinOperator::TOPK_V2}) ? I : 0], Known.value_or(std::vector<int32_t>()));
    T.Open = !Known;
    static const BuiltinOperator Fixed[] = {BuiltinOperator::SOFTMAX};
    if (is({Fixed[0]}) && (T.Type == TensorType::INT8 || T.Type == TensorType::INT16)) {
      T.Scales = {T.Type == TensorType::INT8 ? 1.0f / 256 : 1.0f / 32768};
      T.Zeros = {T.Type == TensorType::INT8 ? -128 : 0};
    }
    // What only moves keeps its quantization.
    if (!BySlot.empty() && R.Tensors[BySlot[0]].Type == T.Type && below(2)) {
      T.Scales = R.Tensors[BySlot[0]].Scales;
      T.Zeros = R.Tensors[BySlot[0]].Zeros;
    }
    O.Outputs.push_back(add(std::move(T)));
    R.Outputs.push_back(O.Outputs.back());
  }
  R.Ops.push_back(std::move(O));
}

} // namespace

void addOp(GraphRecipe &R, BuiltinOperator Code, Random &Draw) {
  if (findBuiltin(Code)->isSeveral())
    return addBidirectional(R, Code, Draw);
  Generator(R, Code, Draw).run();
}

} // namespace hexloom::fuzz
