// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches, loops and variables: operators that name subgraphs, with subgraphs that fit them.
#include "Loops.h"

#include <algorithm>
#include <iterator>

namespace hexloom::fuzz {

namespace {

using tflite::BuiltinOperator;
using tflite::TensorType;

/// Operators that keep a shape, mostly.
BuiltinOperator operatorOfLoop(Random &Draw) {
  static const BuiltinOperator Codes[] = {BuiltinOperator::ADD,      BuiltinOperator::MUL,       BuiltinOperator::SUB,    BuiltinOperator::RELU,
                                          BuiltinOperator::LOGISTIC, BuiltinOperator::MAXIMUM,   BuiltinOperator::ABS,    BuiltinOperator::FULLY_CONNECTED,
                                          BuiltinOperator::NEG,      BuiltinOperator::HARD_SWISH, BuiltinOperator::SOFTMAX, BuiltinOperator::CONV_2D,
                                          BuiltinOperator::RESHAPE,  BuiltinOperator::AVERAGE_POOL_2D};
  return Draw.below(4) ? Codes[Draw.below(std::size(Codes))] : anyOperator(Draw);
}

bool isAlike(const TensorRecipe &A, const TensorRecipe &B) {
  return A.Type == B.Type && A.Shape == B.Shape && A.Scales == B.Scales && A.Zeros == B.Zeros && A.Axis == B.Axis;
}

/// What a graph has and a subgraph may get: inputs and results of known shape.
std::vector<int32_t> offered(const GraphRecipe &R) {
  std::vector<int32_t> Ids = R.Inputs, Kept;
  for (const OpRecipe &O : R.Ops)
    Ids.insert(Ids.end(), O.Outputs.begin(), O.Outputs.end());
  for (int32_t Id : Ids)
    if (Id >= 0 && Id < static_cast<int32_t>(R.Tensors.size()) && !R.Tensors[Id].Open && R.Tensors[Id].Type != TensorType::RESOURCE)
      Kept.push_back(Id);
  return Kept;
}

/// A subgraph mostly reads what its graph has.
void beginWith(GraphRecipe &Inner, const GraphRecipe &R, Random &Draw) {
  const std::vector<int32_t> Ids = offered(R);
  if (Ids.empty() || Draw.below(3) == 0)
    return;
  TensorRecipe T = R.Tensors[Ids[Draw.below(Ids.size())]];
  T.Fill.reset();
  T.Values.clear();
  T.Variable = false;
  addInput(Inner, std::move(T));
}

/// What a subgraph reads, in the graph around it: something that is there already, or an input or a constant of its own.
std::vector<int32_t> given(GraphRecipe &R, const GraphRecipe &Inner, Random &Draw) {
  std::vector<int32_t> Ids;
  for (int32_t Input : Inner.Inputs) {
    const TensorRecipe &T = Inner.Tensors[Input];
    const std::vector<int32_t> There = offered(R);
    const auto Found = std::find_if(There.rbegin(), There.rend(), [&](int32_t Id) { return isAlike(R.Tensors[Id], T); });
    if (Found != There.rend() && Draw.below(8)) {
      Ids.push_back(*Found);
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
    T.Same.clear();
    T.Values.clear();
    Ids.push_back(add(R, std::move(T)));
    R.Outputs.push_back(Ids.back());
  }
  return Ids;
}

/// What a branch or a loop is part of: the file, the graph that its operator goes to, how deep that lies.
struct Place {
  Recipe &R;
  GraphRecipe &Into;
  int Depth;
  bool InBranch;
};

void addWhile(Place At, Random &Draw);
void addIf(Place At, Random &Draw);

/// A branch or a loop within another, now and then.
void addInner(Place At, GraphRecipe &Into, bool InBranch, Random &Draw) {
  constexpr int kDeepest = 2;
  constexpr size_t kMostSubgraphs = 9;
  if (At.Depth >= kDeepest || At.R.Others.size() > kMostSubgraphs || Draw.below(5))
    return;
  const Place Within = {At.R, Into, At.Depth + 1, At.InBranch || InBranch};
  Draw.below(2) ? addIf(Within, Draw) : addWhile(Within, Draw);
}

/// The other branch: the first one with other constants or with the same ones, with fewer operators, or none: what it is given,
/// or a constant.
GraphRecipe otherBranch(const GraphRecipe &Then, size_t Number, Random &Draw) {
  GraphRecipe Else = Then;
  const bool Shares = Draw.below(3) == 0;
  for (size_t I = 0; I < Else.Tensors.size(); ++I)
    if (Else.Tensors[I].Fill && Shares)
      Else.Tensors[I].Same = {static_cast<int32_t>(Number), static_cast<int32_t>(I)};
    else if (Else.Tensors[I].Fill)
      Else.Tensors[I].Fill = Draw.below(1000);
  if (Draw.below(3) == 0 && Else.Ops.size() > 1)
    Else.Ops.erase(Else.Ops.begin());
  for (int32_t &Id : Else.Outputs) {
    TensorRecipe Result = Else.Tensors[Id];
    if (Result.Open || Draw.below(4))
      continue;
    const auto Given = std::find_if(Else.Inputs.begin(), Else.Inputs.end(), [&](int32_t In) { return isAlike(Else.Tensors[In], Result); });
    Result.Fill = Draw.below(1000);
    Id = Given != Else.Inputs.end() && Draw.below(2) ? *Given : add(Else, Result);
  }
  return Else;
}

/// A truth value: one that is there, a constant, or an input of the graph.
int32_t truth(GraphRecipe &R, Random &Draw) {
  TensorRecipe Truth = scalar(TensorType::BOOL);
  for (int32_t Id : offered(R))
    if (R.Tensors[Id].Type == TensorType::BOOL && R.Tensors[Id].Shape.empty() && Draw.below(2))
      return Id;
  if (Draw.below(8) == 0)
    Truth.Fill = Draw.below(2);
  return Truth.Fill ? add(R, Truth) : addInput(R, Truth);
}

void addIf(Place At, Random &Draw) {
  GraphRecipe Then;
  beginWith(Then, At.Into, Draw);
  for (uint64_t Count = 1 + Draw.below(2); Count > 0; --Count)
    addOp(Then, anyOperator(Draw), Draw);
  addInner(At, Then, true, Draw);
  const size_t Number = At.R.Others.size() + 1;
  GraphRecipe Else = otherBranch(Then, Number, Draw);
  std::vector<int32_t> Ids = given(At.Into, Then, Draw);
  Ids.insert(Ids.begin(), truth(At.Into, Draw));
  addPlain(At.Into, BuiltinOperator::IF, Ids, results(At.Into, Then));
  At.Into.Ops.back().Fields = {{"then_subgraph_index", static_cast<double>(Number)}, {"else_subgraph_index", Number + 1.0}};
  At.R.Others.push_back(std::move(Then));
  At.R.Others.push_back(std::move(Else));
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

/// What the operators make of the value, one after the other, that could be what it becomes.
int32_t lastOf(const GraphRecipe &R, int32_t Id) {
  for (const OpRecipe &O : R.Ops)
    if (std::count(O.Inputs.begin(), O.Inputs.end(), Id) && !O.Outputs.empty() && R.Tensors[O.Outputs[0]].Type == R.Tensors[Id].Type &&
        (R.Tensors[O.Outputs[0]].Open || R.Tensors[O.Outputs[0]].Shape == R.Tensors[Id].Shape))
      Id = O.Outputs[0];
  return Id;
}

/// A value that is read turns into what comes of it, mostly; others stay as they are, or become a constant.
void closeBody(GraphRecipe &Body, Random &Draw) {
  Body.Outputs.resize(1);
  for (size_t K = 1; K < Body.Inputs.size(); ++K) {
    const int32_t In = Body.Inputs[K], Made = lastOf(Body, In);
    if (Draw.below(20) == 0) {
      TensorRecipe Constant = Body.Tensors[In];
      Constant.Fill = Draw.below(1000);
      Body.Outputs.push_back(add(Body, std::move(Constant)));
      continue;
    }
    const bool Changes = Made != In && Draw.below(8);
    Body.Outputs.push_back(Changes ? Made : In);
    if (Changes) {
      TensorRecipe &From = Body.Tensors[In], &To = Body.Tensors[Made];
      const TensorRecipe Quant = Draw.below(2) ? From : To;
      for (TensorRecipe *T : {&From, &To})
        T->Scales = Quant.Scales, T->Zeros = Quant.Zeros, T->Axis = Quant.Axis;
    }
  }
}

void addWhile(Place At, Random &Draw) {
  GraphRecipe Body;
  const int32_t Counter = addInput(Body, scalar(TensorType::INT32));
  const int32_t Next = add(Body, scalar(TensorType::INT32)), One = add(Body, constant(1 + static_cast<int64_t>(Draw.below(2))));
  addPlain(Body, BuiltinOperator::ADD, {Counter, One}, {Next});
  Body.Outputs = {Next};
  beginWith(Body, At.Into, Draw);
  const uint64_t Uses = Draw.below(3);
  for (uint64_t Count = Uses; Count > 0; --Count)
    addCounterUse(Body, Draw.below(4) ? Counter : Next, Draw);
  for (uint64_t Count = (Uses ? 0 : 1) + Draw.below(3); Count > 0; --Count)
    addOp(Body, operatorOfLoop(Draw), Draw);
  addInner(At, Body, false, Draw);
  const bool Asks = !At.InBranch && Draw.below(2);
  if (Asks)
    addInput(Body, scalar(TensorType::BOOL));
  closeBody(Body, Draw);
  GraphRecipe Condition = conditionOf(Body, static_cast<int32_t>(Draw.below(6)), Asks);
  std::vector<int32_t> Ids = given(At.Into, Body, Draw);
  if (Draw.below(16)) // the counter begins at a number: from the least one it would take long
    Ids[0] = add(At.Into, constant(static_cast<int64_t>(Draw.below(3))));
  addPlain(At.Into, BuiltinOperator::WHILE, Ids, results(At.Into, Body));
  At.Into.Ops.back().Fields = {{"cond_subgraph_index", At.R.Others.size() + 1.0}, {"body_subgraph_index", At.R.Others.size() + 2.0}};
  At.R.Others.push_back(std::move(Condition));
  At.R.Others.push_back(std::move(Body));
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
    return addIf({R, R, 0, false}, Draw);
  case 1:
    return addWhile({R, R, 0, false}, Draw);
  default:
    return addVariable(R, Draw);
  }
}

} // namespace hexloom::fuzz
