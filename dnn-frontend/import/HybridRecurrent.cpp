// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/HybridRecurrent.h"

namespace hexloom {

namespace {

class Sequence {
public:
  Sequence(OpReader &R, const Direction &D)
      : D(D), Made(recurrentCell(R, D)), Cell(*Made), M(R.maker()), Data(M.at(D.O.Inputs[0]).Dims), F(Data, D.O.b(Attr::TimeMajor)) {
    for (size_t I = 1; I < D.O.Outputs.size(); ++I)
      States.push_back(M.at(D.O.Outputs[I]).Dims);
  }

  TensorId run() {
    std::vector<TensorId> Before;
    for (size_t I = 0; I < States.size(); ++I)
      Before.push_back(M.made(OpKind::Reshape, {D.O.Inputs[D.firstState() + I]}, DType::Float32, States[I]));
    const TensorId Gates = gatesOfInputs();
    const std::vector<TensorId> Next = F.Times == 1
                                           ? Cell.step(M, M.made(OpKind::Reshape, {Gates}, DType::Float32, {F.Batches, channels()}), Before)
                                           : loop(Gates, Before);
    for (size_t I = 0; I < States.size(); ++I)
      M.op(OpKind::Reshape, {Next[I]}, {D.O.Outputs[1 + I]});
    return F.Times == 1 ? Next[0] : All;
  }

private:
  const Direction &D;
  const std::unique_ptr<RecurrentCell> Made;
  const RecurrentCell &Cell;
  OpMaker M;
  const Shape Data;
  const SequenceForm F;
  std::vector<Shape> States;
  TensorId All = kNoTensor; ///< outputs of all times, of a loop

  int32_t channels() const { return Cell.OfInput.Channels; }
  int32_t turns() const { return F.Times * D.Passes; }
  Shape outputs() const { return {F.Times, F.Batches, D.Out.back()}; }

  /// The rows of all times by weights: [times * batches, channels].
  TensorId product(TensorId From, const StackedWeights &W, TensorId Bias) {
    const int32_t Depth = M.at(From).Dims.back();
    if (F.Swaps)
      From = M.made(OpKind::Transpose, {From}, DType::Float32, {F.Times, F.Batches, Depth}, F.lastAttrs());
    const TensorId Rows = M.made(OpKind::Reshape, {From}, DType::Float32, {F.Times * F.Batches, Depth});
    return denseProduct(M, Rows, W, Bias, Cell.IsAsymmetric);
  }

  /// [times, batches, channels]
  TensorId gatesOfInputs() {
    const TensorId Bias = Cell.Bias.empty() ? kNoTensor : M.constant(DType::Float32, {channels()}, Cell.Bias);
    TensorId Gates = product(D.O.Inputs[0], Cell.OfInput, Bias);
    if (D.Aux != kNoTensor)
      Gates = M.made(OpKind::Add, {Gates, product(D.Aux, Cell.OfAux, kNoTensor)}, DType::Float32, {F.Times * F.Batches, channels()}, kSum);
    return M.made(OpKind::Reshape, {Gates}, DType::Float32, {F.Times, F.Batches, channels()});
  }

  /// What the outputs of all times are before the first turn. It does not matter, so it is no constant where that can be.
  TensorId anyOutputs(TensorId Gates) {
    const Shape S = outputs();
    if (S[2] > channels())
      return M.made(OpKind::BroadcastTo, {M.constant(DType::Float32, {}, std::vector<float>{0})}, DType::Float32, S);
    return M.made(OpKind::StridedSlice, {Gates}, DType::Float32, S,
                  {{Attr::Begin, Ints{0, 0, 0}}, {Attr::Strides, Ints{1, 1, 1}}, {Attr::Size, Ints{S[0], S[1], S[2]}}});
  }

  /// Values of the loop: its turn, outputs so far, states; the gates stay.
  std::vector<TensorId> loop(TensorId Gates, const std::vector<TensorId> &Before) {
    Op Loop{OpKind::While, {}, {}, {{Attr::Trips, int64_t(turns())}}, M.name(), -1, "", {}, {}};
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

  static TensorId number(OpMaker &M, int32_t Value) { return M.constant(DType::Int32, {1}, std::vector<int32_t>{Value}); }
  static TensorId whole(OpMaker &M, OpKind Kind, TensorId A, TensorId B) {
    return M.made(Kind, {A, B}, DType::Int32, {1}, kSum);
  }

  TensorId goesOn(OpMaker &Inner) const {
    return Inner.made(OpKind::Less, {Inner.graph().Inputs[0], number(Inner, turns())}, DType::Bool, {1});
  }

  TensorId timeOf(OpMaker &Inner, TensorId Turn) const {
    if (D.Passes > 1)
      Turn = Inner.made(OpKind::FloorMod, {Turn, number(Inner, F.Times)}, DType::Int32, {1});
    return D.IsBackward ? whole(Inner, OpKind::Sub, number(Inner, F.Times - 1), Turn) : Turn;
  }

  std::vector<TensorId> turn(OpMaker &Inner) const {
    const std::vector<TensorId> In = Inner.graph().Inputs;
    const TensorId Time = timeOf(Inner, In[0]);
    const TensorId Own = Inner.made(OpKind::Gather, {In.back(), Time}, DType::Float32, {1, F.Batches, channels()},
                                    {{Attr::Axis, int64_t(0)}, {Attr::BatchDims, int64_t(0)}});
    std::vector<TensorId> Next = Cell.step(Inner, Inner.made(OpKind::Reshape, {Own}, DType::Float32, {F.Batches, channels()}),
                                           {In.begin() + 2, In.end() - 1});
    const TensorId Row = Inner.made(OpKind::Reshape, {Next[0]}, DType::Float32, {1, F.Batches, D.Out.back()});
    const TensorId Rest = Inner.constant(DType::Int32, {2}, std::vector<int32_t>{0, 0});
    const TensorId Place = Inner.made(OpKind::Concatenation, {Time, Rest}, DType::Int32, {3},
                                      {{Attr::Axis, int64_t(0)}, {Attr::Activation, std::string("none")}});
    const TensorId Outputs = Inner.made(OpKind::DynamicUpdateSlice, {In[1], Row, Place}, DType::Float32, outputs());
    Next.insert(Next.begin(), {whole(Inner, OpKind::Add, In[0], number(Inner, 1)), Outputs});
    return Next;
  }
};

} // namespace

SequenceForm::SequenceForm(const Shape &Data, bool IsTimeMajor) {
  const bool IsOneTime = Data.size() == 2, IsBatchMajor = !IsOneTime && !IsTimeMajor;
  Times = IsOneTime ? 1 : Data[IsBatchMajor ? 1 : 0];
  Batches = Data[IsOneTime || IsBatchMajor ? 0 : 1];
  Swaps = IsBatchMajor && Times > 1;
}

TensorId runSequence(OpReader &R, const Direction &D) { return Sequence(R, D).run(); }

void importHybridRecurrent(OpReader &R) {
  const Direction D = {R.op(), R.out(0).Dims};
  const SequenceForm F(R.in(0).Dims, R.op().b(Attr::TimeMajor));
  const TensorId Result = runSequence(R, D);
  R.become(F.lastKind(), {Result}, F.lastAttrs());
}

} // namespace hexloom
