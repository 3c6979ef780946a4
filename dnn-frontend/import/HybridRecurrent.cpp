// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/HybridRecurrent.h"

namespace hexloom {

namespace {

class Sequence {
public:
  Sequence(OpReader &R, const RecurrentCell &Cell, bool IsTimeMajor) : R(R), Cell(Cell), M(R.maker()), Data(R.in(0).Dims), Out(R.out(0).Dims) {
    const bool IsOneTime = Data.size() == 2;
    Swaps = !IsOneTime && !IsTimeMajor;
    Times = IsOneTime ? 1 : Data[Swaps ? 1 : 0];
    Batches = Data[IsOneTime ? 0 : Swaps ? 0 : 1];
    for (size_t I = 1; I < R.op().Outputs.size(); ++I)
      States.push_back(R.out(I).Dims);
  }

  void run(std::vector<TensorId> Before) {
    for (size_t I = 0; I < States.size(); ++I)
      Before[I] = M.made(OpKind::Reshape, {Before[I]}, DType::Float32, States[I]);
    const TensorId Gates = gatesOfInputs();
    const std::vector<TensorId> Next = Times == 1 ? Cell.step(M, M.made(OpKind::Reshape, {Gates}, DType::Float32, {Batches, channels()}), Before)
                                                  : loop(Gates, Before);
    const TensorId Result = Times == 1 ? Next[0] : All;
    for (size_t I = 0; I < States.size(); ++I)
      M.op(OpKind::Reshape, {Next[I]}, {R.op().Outputs[1 + I]});
    if (Times == 1 || !Swaps)
      return R.become(OpKind::Reshape, {Result}, {});
    R.become(OpKind::Transpose, {Result}, {{Attr::Perm, Ints{1, 0, 2}}});
  }

private:
  OpReader &R;
  const RecurrentCell &Cell;
  OpMaker M;
  const Shape Data, Out;
  std::vector<Shape> States;
  int32_t Times = 1, Batches = 1;
  bool Swaps = false;          ///< batches are the first dimension of what is read and written
  TensorId All = kNoTensor;    ///< outputs of all times, of a loop

  int32_t channels() const { return Cell.OfInput.Channels; }
  Shape outputs() const { return {Times, Batches, Out.back()}; }

  /// [times, batches, channels]
  TensorId gatesOfInputs() {
    TensorId From = R.op().Inputs[0];
    if (Swaps)
      From = M.made(OpKind::Transpose, {From}, DType::Float32, {Times, Batches, Data.back()}, {{Attr::Perm, Ints{1, 0, 2}}});
    const TensorId Rows = M.made(OpKind::Reshape, {From}, DType::Float32, {Times * Batches, Data.back()});
    const TensorId Bias = Cell.Bias.empty() ? kNoTensor : M.constant(DType::Float32, {channels()}, Cell.Bias);
    return M.made(OpKind::Reshape, {denseProduct(M, Rows, Cell.OfInput, Bias, Cell.IsAsymmetric)}, DType::Float32, {Times, Batches, channels()});
  }

  /// What the outputs of all times are before the first turn. It does not matter, so it is no constant where that can be.
  TensorId anyOutputs(TensorId Gates) {
    const Shape S = outputs();
    if (S[2] > channels())
      return M.made(OpKind::BroadcastTo, {M.constant(DType::Float32, {}, std::vector<float>{0})}, DType::Float32, S);
    return M.made(OpKind::StridedSlice, {Gates}, DType::Float32, S,
                  {{Attr::Begin, Ints{0, 0, 0}}, {Attr::Strides, Ints{1, 1, 1}}, {Attr::Size, Ints{S[0], S[1], S[2]}}});
  }

  /// Values of the loop: the time, outputs so far, states; the gates stay.
  std::vector<TensorId> loop(TensorId Gates, const std::vector<TensorId> &Before) {
    Op Loop{OpKind::While, {}, {}, {{Attr::Trips, int64_t(Times)}}, M.name(), -1, "", {}, {}};
    Loop.Inputs = {M.constant(DType::Int32, {1}, std::vector<int32_t>{0}), anyOutputs(Gates)};
    Loop.Inputs.insert(Loop.Inputs.end(), Before.begin(), Before.end());
    for (TensorId Id : Loop.Inputs)
      Loop.Outputs.push_back(M.activation(M.at(Id).Type, M.at(Id).Dims));
    Loop.Inputs.push_back(Gates);
    for (const bool IsBody : {false, true}) {
      Graph Region;
      Region.beRegionOf(M.graph(), Loop);
      for (TensorId Id : Loop.Inputs)
        Region.Inputs.push_back(Region.addTensor({M.name(), M.at(Id).Type, M.at(Id).Dims, {}, nullptr}));
      Region.InputNames.resize(Region.Inputs.size(), M.name());
      OpMaker Inner(Region, Region.Ops, M.purse(), M.name());
      Region.Outputs = IsBody ? turn(Inner) : std::vector<TensorId>{goesOn(Inner)};
      Region.OutputNames.resize(Region.Outputs.size(), M.name());
      Loop.Regions.push_back(std::move(Region));
    }
    const std::vector<TensorId> Results = Loop.Outputs;
    M.op(std::move(Loop));
    All = Results[1];
    return {Results.begin() + 2, Results.end()};
  }

  TensorId goesOn(OpMaker &Inner) const {
    const TensorId Time = Inner.graph().Inputs[0], End = Inner.constant(DType::Int32, {1}, std::vector<int32_t>{Times});
    return Inner.made(OpKind::Less, {Time, End}, DType::Bool, {1});
  }

  std::vector<TensorId> turn(OpMaker &Inner) const {
    const std::vector<TensorId> In = Inner.graph().Inputs;
    const TensorId Time = In[0];
    const TensorId Own = Inner.made(OpKind::Gather, {In.back(), Time}, DType::Float32, {1, Batches, channels()},
                                    {{Attr::Axis, int64_t(0)}, {Attr::BatchDims, int64_t(0)}});
    std::vector<TensorId> Next = Cell.step(Inner, Inner.made(OpKind::Reshape, {Own}, DType::Float32, {Batches, channels()}),
                                           {In.begin() + 2, In.end() - 1});
    const TensorId Row = Inner.made(OpKind::Reshape, {Next[0]}, DType::Float32, {1, Batches, Out.back()});
    const TensorId Rest = Inner.constant(DType::Int32, {2}, std::vector<int32_t>{0, 0});
    const AttrValue None = std::string("none");
    const TensorId Place = Inner.made(OpKind::Concatenation, {Time, Rest}, DType::Int32, {3}, {{Attr::Axis, int64_t(0)}, {Attr::Activation, None}});
    const TensorId Outputs = Inner.made(OpKind::DynamicUpdateSlice, {In[1], Row, Place}, DType::Float32, outputs());
    const TensorId One = Inner.constant(DType::Int32, {1}, std::vector<int32_t>{1});
    const TensorId Later = Inner.made(OpKind::Add, {Time, One}, DType::Int32, {1}, {{Attr::Activation, None}, {Attr::PotScale, false}});
    Next.insert(Next.begin(), {Later, Outputs});
    return Next;
  }
};

} // namespace

void importRecurrent(OpReader &R, const RecurrentCell &Cell, bool IsTimeMajor) {
  std::vector<TensorId> Before;
  const std::vector<size_t> Slots = R.op().Kind == OpKind::SequenceRnn ? std::vector<size_t>{4} : std::vector<size_t>{18, 19};
  for (size_t Slot : Slots)
    Before.push_back(R.op().Inputs[Slot]);
  Sequence(R, Cell, IsTimeMajor).run(std::move(Before));
}

} // namespace hexloom
