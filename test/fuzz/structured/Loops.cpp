// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Loops.h"

#include <iterator>

namespace hexloom::fuzz {

using tflite::BuiltinOperator;
using tflite::TensorType;

TensorRecipe scalar(TensorType Type) {
  TensorRecipe T;
  T.Type = Type;
  return T;
}

TensorRecipe constant(int64_t Value) {
  TensorRecipe T = scalar(TensorType::INT32);
  T.Values = {Value};
  return T;
}

int32_t add(GraphRecipe &R, TensorRecipe T) {
  R.Tensors.push_back(std::move(T));
  return static_cast<int32_t>(R.Tensors.size() - 1);
}

int32_t addInput(GraphRecipe &R, TensorRecipe T) {
  R.Inputs.push_back(add(R, std::move(T)));
  return R.Inputs.back();
}

void addPlain(GraphRecipe &R, BuiltinOperator Code, std::vector<int32_t> In, std::vector<int32_t> Out) {
  OpRecipe O;
  O.Code = Code;
  O.Inputs = std::move(In);
  O.Outputs = std::move(Out);
  R.Ops.push_back(std::move(O));
}

namespace {

class CounterUse {
public:
  CounterUse(GraphRecipe &Body, int32_t Counter, Random &Draw) : Body(Body), Counter(Counter), Draw(Draw) {
    static const TensorType Types[] = {TensorType::INT8, TensorType::INT16, TensorType::UINT8, TensorType::FLOAT32, TensorType::INT32};
    Row = scalar(Types[Draw.below(std::size(Types))]);
    if (Row.Type != TensorType::FLOAT32 && Row.Type != TensorType::INT32)
      Row.Scales = {0.5f}, Row.Zeros = {Row.Type == TensorType::INT16 ? 0 : static_cast<int64_t>(Draw.below(20))};
    Row.Shape = {static_cast<int32_t>(1 + Draw.below(40))};
  }

  void run() {
    switch (Draw.below(7)) {
    case 0:
    case 1:
      return merge(BuiltinOperator::ADD, gathered(shaped({rows(), Row.Shape[0]}), Counter), Row);
    case 2:
      return lookUp();
    case 3:
      return update();
    case 4:
      return oneHot();
    case 5:
      return choose();
    default:
      return gatherNd();
    }
  }

private:
  GraphRecipe &Body;
  int32_t Counter;
  Random &Draw;
  TensorRecipe Row;

  int32_t rows() { return static_cast<int32_t>(1 + Draw.below(9)); }
  TensorRecipe shaped(std::vector<int32_t> Shape) const {
    TensorRecipe T = Row;
    T.Shape = std::move(Shape);
    return T;
  }
  /// A table: a constant of the body, or what stays the same throughout the loop.
  int32_t table(TensorRecipe T) {
    if (Draw.below(3) == 0)
      return addInput(Body, std::move(T));
    T.Fill = Draw.below(1000);
    return add(Body, std::move(T));
  }
  int32_t gathered(TensorRecipe From, int32_t Index) {
    const int32_t Table = table(std::move(From)), Out = add(Body, Row);
    addPlain(Body, BuiltinOperator::GATHER, {Table, Index}, {Out});
    Body.Ops.back().Fields = {{"axis", 0}, {"batch_dims", 0}};
    return Out;
  }
  int32_t reshaped(std::vector<int32_t> Shape) {
    TensorRecipe Wanted = scalar(TensorType::INT32), Result = Wanted;
    Wanted.Values.assign(Shape.begin(), Shape.end());
    Wanted.Shape = {static_cast<int32_t>(Shape.size())};
    Result.Shape = std::move(Shape);
    const int32_t To = add(Body, Wanted), Out = add(Body, Result);
    addPlain(Body, BuiltinOperator::RESHAPE, {Counter, To}, {Out});
    return Out;
  }
  /// A value of the loop and what was found make what the value becomes.
  void merge(BuiltinOperator Code, int32_t Found, const TensorRecipe &Like) {
    const int32_t Value = addInput(Body, Like), Out = add(Body, Like);
    addPlain(Body, Code, {Value, Found}, {Out});
  }

  void lookUp() {
    const int32_t Index = reshaped({1}), Table = table(shaped({rows(), Row.Shape[0]}));
    const TensorRecipe Found = shaped({1, Row.Shape[0]});
    const int32_t Out = add(Body, Found);
    addPlain(Body, BuiltinOperator::EMBEDDING_LOOKUP, {Index, Table}, {Out});
    merge(BuiltinOperator::MAXIMUM, Out, Found);
  }
  /// A row of a buffer that the loop fills.
  void update() {
    const int32_t Zero = add(Body, constant(0));
    TensorRecipe Place = scalar(TensorType::INT32);
    Place.Shape = {2};
    const int32_t Begin = add(Body, Place), Update = table(shaped({1, Row.Shape[0]}));
    addPlain(Body, BuiltinOperator::PACK, {Counter, Zero}, {Begin});
    Body.Ops.back().Fields = {{"axis", 0}, {"values_count", 2}};
    const TensorRecipe Buffer = shaped({rows(), Row.Shape[0]});
    const int32_t Value = addInput(Body, Buffer), Out = add(Body, Buffer);
    addPlain(Body, BuiltinOperator::DYNAMIC_UPDATE_SLICE, {Value, Update, Begin}, {Out});
  }
  void oneHot() {
    const int32_t Depth = add(Body, constant(Row.Shape[0]));
    int32_t Ends[2];
    for (int32_t &End : Ends) {
      TensorRecipe T = shaped({});
      T.Values = {static_cast<int64_t>(Draw.below(100))};
      End = add(Body, std::move(T));
    }
    const int32_t Out = add(Body, Row);
    addPlain(Body, BuiltinOperator::ONE_HOT, {Counter, Depth, Ends[0], Ends[1]}, {Out});
    Body.Ops.back().Fields = {{"axis", -1}};
    merge(BuiltinOperator::MAXIMUM, Out, Row);
  }
  /// Computes one thing in a certain turn, another one in the others.
  void choose() {
    const int32_t Turn = add(Body, constant(static_cast<int64_t>(Draw.below(4)))), Is = add(Body, scalar(TensorType::BOOL));
    addPlain(Body, BuiltinOperator::EQUAL, {Counter, Turn}, {Is});
    const int32_t Value = addInput(Body, Row), Other = table(Row), Out = add(Body, Row);
    addPlain(Body, BuiltinOperator::SELECT_V2, {Is, Value, Other}, {Out});
  }
  void gatherNd() {
    const int32_t Index = reshaped({1, 1}), Table = table(shaped({rows(), Row.Shape[0]}));
    const TensorRecipe Found = shaped({1, Row.Shape[0]});
    const int32_t Out = add(Body, Found);
    addPlain(Body, BuiltinOperator::GATHER_ND, {Table, Index}, {Out});
    merge(BuiltinOperator::MINIMUM, Out, Found);
  }
};

} // namespace

void addCounterUse(GraphRecipe &Body, int32_t Counter, Random &Draw) { CounterUse(Body, Counter, Draw).run(); }

} // namespace hexloom::fuzz
