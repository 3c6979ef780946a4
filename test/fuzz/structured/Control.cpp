// Branches, loops and variables: operators that name subgraphs, with subgraphs that fit them.
#include "Mutate.h"

#include <algorithm>
#include <iterator>

namespace hexloom::fuzz {

namespace {

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

/// Operators that keep a shape, mostly.
BuiltinOperator operatorOfLoop(Random &Draw) {
  static const BuiltinOperator Codes[] = {BuiltinOperator::ADD,      BuiltinOperator::MUL,       BuiltinOperator::SUB,    BuiltinOperator::RELU,
                                          BuiltinOperator::LOGISTIC, BuiltinOperator::MAXIMUM,   BuiltinOperator::ABS,    BuiltinOperator::FULLY_CONNECTED,
                                          BuiltinOperator::NEG,      BuiltinOperator::HARD_SWISH, BuiltinOperator::SOFTMAX, BuiltinOperator::CONV_2D,
                                          BuiltinOperator::RESHAPE,  BuiltinOperator::AVERAGE_POOL_2D};
  return Draw.below(4) ? Codes[Draw.below(std::size(Codes))] : anyOperator(Draw);
}

/// What a subgraph reads, in the graph around it: something that is there already, or an input or a constant of its own.
std::vector<int32_t> given(GraphRecipe &R, const GraphRecipe &Inner, Random &Draw) {
  std::vector<int32_t> Ids;
  for (int32_t Input : Inner.Inputs) {
    const TensorRecipe &T = Inner.Tensors[Input];
    const bool Chains = !R.Ops.empty() && !R.Ops.back().Outputs.empty() && Draw.below(3) == 0;
    const int32_t Last = Chains ? R.Ops.back().Outputs[0] : -1;
    if (Last >= 0 && Last < static_cast<int32_t>(R.Tensors.size()) && R.Tensors[Last].Type == T.Type &&
        R.Tensors[Last].Shape.size() == T.Shape.size() && !R.Tensors[Last].Open) {
      Ids.push_back(Last);
      continue;
    }
    TensorRecipe Own = T;
    if (Draw.below(6) == 0)
      Own.Fill = Draw.below(1000);
    Ids.push_back(Own.Fill ? add(R, Own) : addInput(R, Own));
  }
  return Ids;
}

/// The graph's results, in the graph around it.
std::vector<int32_t> results(GraphRecipe &R, const GraphRecipe &Inner) {
  std::vector<int32_t> Ids;
  for (int32_t Output : Inner.Outputs) {
    TensorRecipe T = Inner.Tensors[Output];
    T.Fill.reset();
    T.Values.clear();
    Ids.push_back(add(R, std::move(T)));
    R.Outputs.push_back(Ids.back());
  }
  return Ids;
}

void addIf(Recipe &R, Random &Draw) {
  GraphRecipe Then;
  for (uint64_t Count = 1 + Draw.below(2); Count > 0; --Count)
    addOp(Then, anyOperator(Draw), Draw);
  // The other branch is the first one with other constants, or makes its result in one step.
  GraphRecipe Else = Then;
  for (TensorRecipe &T : Else.Tensors)
    if (T.Fill)
      T.Fill = Draw.below(1000);
  if (Draw.below(3) == 0 && Else.Ops.size() > 1)
    Else.Ops.erase(Else.Ops.begin());
  std::vector<int32_t> Ids = given(R, Then, Draw);
  TensorRecipe Truth = scalar(TensorType::BOOL);
  if (Draw.below(8) == 0)
    Truth.Fill = Draw.below(2);
  Ids.insert(Ids.begin(), Truth.Fill ? add(R, Truth) : addInput(R, Truth));
  addPlain(R, BuiltinOperator::IF, Ids, results(R, Then));
  R.Ops.back().Fields = {{"then_subgraph_index", R.Others.size() + 1.0}, {"else_subgraph_index", R.Others.size() + 2.0}};
  R.Others.push_back(std::move(Then));
  R.Others.push_back(std::move(Else));
}

/// As long as a counter is below a number, and a value of the run or of the loop allows it, if there is one.
GraphRecipe conditionOf(const GraphRecipe &Body, int32_t Trips, bool Asks) {
  GraphRecipe R;
  for (int32_t Id : Body.Inputs) {
    TensorRecipe T = Body.Tensors[Id];
    T.Fill.reset();
    addInput(R, std::move(T));
  }
  const int32_t Limit = add(R, constant(Trips)), Below = add(R, scalar(TensorType::BOOL));
  addPlain(R, BuiltinOperator::LESS, {R.Inputs[0], Limit}, {Below});
  R.Outputs = {Below};
  if (Asks) {
    const int32_t Both = add(R, scalar(TensorType::BOOL));
    addPlain(R, BuiltinOperator::LOGICAL_AND, {Below, R.Inputs.back()}, {Both});
    R.Outputs = {Both};
  }
  return R;
}

/// What the operators make of the value, one after the other.
int32_t lastOf(const GraphRecipe &R, int32_t Id) {
  for (const OpRecipe &O : R.Ops)
    if (!O.Inputs.empty() && !O.Outputs.empty() && O.Inputs[0] == Id)
      Id = O.Outputs[0];
  return Id;
}

void addWhile(Recipe &R, Random &Draw) {
  GraphRecipe Body;
  const int32_t Counter = addInput(Body, scalar(TensorType::INT32));
  const int32_t Next = add(Body, scalar(TensorType::INT32)), One = add(Body, constant(1 + static_cast<int64_t>(Draw.below(2))));
  addPlain(Body, BuiltinOperator::ADD, {Counter, One}, {Next});
  Body.Outputs = {Next};
  for (uint64_t Count = 1 + Draw.below(3); Count > 0; --Count)
    addOp(Body, operatorOfLoop(Draw), Draw);
  const bool Asks = Draw.below(2);
  if (Asks)
    addInput(Body, scalar(TensorType::BOOL));
  // A value that is read turns into what comes of it, mostly; the others stay as they are.
  Body.Outputs.resize(1);
  for (size_t K = 1; K < Body.Inputs.size(); ++K) {
    TensorRecipe &From = Body.Tensors[Body.Inputs[K]];
    const int32_t Made = lastOf(Body, Body.Inputs[K]);
    const bool Changes = Made != Body.Inputs[K] && Body.Tensors[Made].Type == From.Type && Draw.below(8);
    Body.Outputs.push_back(Changes ? Made : Body.Inputs[K]);
    if (Changes) {
      TensorRecipe &To = Body.Tensors[Made];
      const TensorRecipe Quant = Draw.below(2) ? From : To;
      for (TensorRecipe *T : {&From, &To})
        T->Scales = Quant.Scales, T->Zeros = Quant.Zeros, T->Axis = Quant.Axis;
    }
  }
  GraphRecipe Condition = conditionOf(Body, static_cast<int32_t>(Draw.below(6)), Asks);
  std::vector<int32_t> Ids = given(R, Body, Draw);
  if (Draw.below(16)) // the counter begins at a number: from the least one it would take long
    Ids[0] = add(R, constant(static_cast<int64_t>(Draw.below(3))));
  addPlain(R, BuiltinOperator::WHILE, Ids, results(R, Body));
  R.Ops.back().Fields = {{"cond_subgraph_index", R.Others.size() + 1.0}, {"body_subgraph_index", R.Others.size() + 2.0}};
  R.Others.push_back(std::move(Condition));
  R.Others.push_back(std::move(Body));
}

int32_t addHandle(GraphRecipe &R, double Name) {
  const int32_t Handle = add(R, scalar(TensorType::RESOURCE));
  addPlain(R, BuiltinOperator::VAR_HANDLE, {}, {Handle});
  R.Ops.back().Fields = {{"container", 0}, {"shared_name", Name}};
  return Handle;
}

/// A variable: what it was and an input give what it becomes; CALL_ONCE says how it begins, or nobody does.
void addVariable(Recipe &R, Random &Draw) {
  static const BuiltinOperator Codes[] = {BuiltinOperator::ADD, BuiltinOperator::MAXIMUM, BuiltinOperator::CONCATENATION, BuiltinOperator::MUL};
  GraphRecipe Update;
  addOp(Update, Codes[Draw.below(std::size(Codes))], Draw);
  if (Update.Ops.empty() || Update.Inputs.empty())
    return;
  const auto Offset = static_cast<int32_t>(R.Tensors.size());
  OpRecipe Change = Update.Ops[0];
  for (std::vector<int32_t> *Ids : {&Change.Inputs, &Change.Outputs, &Update.Inputs})
    for (int32_t &Id : *Ids)
      Id += Id < 0 ? 0 : Offset;
  R.Tensors.insert(R.Tensors.end(), Update.Tensors.begin(), Update.Tensors.end());
  const int32_t Read = Update.Inputs[0], Made = Change.Outputs[0];
  R.Tensors[Made].Open = false;
  R.Tensors[Made].Shape = R.Tensors[Read].Shape;
  const double Name = static_cast<double>(Draw.below(3));
  const int32_t Handle = addHandle(R, Name);
  R.Inputs.insert(R.Inputs.end(), Update.Inputs.begin() + 1, Update.Inputs.end());
  addPlain(R, BuiltinOperator::READ_VARIABLE, {Handle}, {Read});
  R.Ops.push_back(std::move(Change));
  addPlain(R, BuiltinOperator::ASSIGN_VARIABLE, {Handle, Made}, {});
  R.Outputs.push_back(Made);
  if (Draw.below(3) == 0)
    return;
  GraphRecipe Init;
  const int32_t Begun = addHandle(Init, Name);
  TensorRecipe First = R.Tensors[Made];
  First.Fill = Draw.below(1000);
  addPlain(Init, BuiltinOperator::ASSIGN_VARIABLE, {Begun, add(Init, std::move(First))}, {});
  addPlain(R, BuiltinOperator::CALL_ONCE, {}, {});
  R.Ops.back().Fields = {{"init_subgraph_index", R.Others.size() + 1.0}};
  R.Others.push_back(std::move(Init));
}

} // namespace

void addControl(Recipe &R, Random &Draw) {
  constexpr size_t kMostSubgraphs = 5;
  if (R.Others.size() > kMostSubgraphs)
    return;
  switch (Draw.below(3)) {
  case 0:
    return addIf(R, Draw);
  case 1:
    return addWhile(R, Draw);
  default:
    return addVariable(R, Draw);
  }
}

} // namespace hexloom::fuzz
