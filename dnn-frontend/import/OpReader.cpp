// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/OpReader.h"
#include "import/Hybrid.h"
#include "ir/Limits.h"
#include "ir/Shapes.h"
#include "ir/Signatures.h"
#include "ir/Verifier.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>
#include <set>

namespace hexloom {

std::string nameOf(tflite::BuiltinOperator Code) {
  const std::string Name = tflite::EnumNameBuiltinOperator(Code);
  return Name.empty() ? strf("builtin operator %d", static_cast<int>(Code)) : Name;
}

OpReader::OpReader(Graph &G, TensorReader &Tensors, const Builtin &Row,
                   const tflite::Operator &Source, int Index, bool Relaxed, Budget &Purse, std::string CustomName)
    : G(G), Tensors(Tensors), Row(Row), Source(Source), Relaxed(Relaxed), Purse(Purse), CustomName(std::move(CustomName)) {
  O.Kind = Row.Kind.value_or(OpKind::Reshape);
  O.SourceIndex = Index;
  if (sizeOf(Source.outputs()) > 0)
    O.Name = opNameFrom(textOf(Tensors.source(Source.outputs()->Get(0)).name()));
}

void OpReader::fail(const std::string &What) const {
  const std::string Kind = nameOf(Row.Code) + (CustomName.empty() ? "" : " " + printable(CustomName));
  throw UserError(strf("%s: %sop #%d %s '%s': ", G.File.c_str(), G.Within.c_str(), O.SourceIndex, Kind.c_str(), O.Name.c_str()) +
                  What);
}

void OpReader::checkInputs() const {
  const size_t Count = sizeOf(Source.inputs());
  const bool Repeats = Row.Inputs.back().Repeats;
  size_t Least = 0;
  for (const InputRule &Rule : Row.Inputs)
    Least += !Rule.Optional;
  if (Count < Least || (!Repeats && Count > Row.Inputs.size()))
    fail(strf("has %zu inputs where %s%zu %s required", Count, Repeats ? "at least " : "", Least,
              Least == 1 ? "is" : "are"));
  for (size_t I = 0; I < Count; ++I)
    if (Source.inputs()->Get(I) == -1 && !Row.Inputs[std::min(I, Row.Inputs.size() - 1)].Optional)
      fail(strf("input %zu is absent", I));
}

void OpReader::checkOptions() const {
  if (Row.Options != tflite::BuiltinOptions::NONE &&
      Source.builtin_options_type() != tflite::BuiltinOptions::NONE &&
      Source.builtin_options_type() != Row.Options)
    fail(strf("has options of type %d where %s is required",
              static_cast<int>(Source.builtin_options_type()),
              tflite::EnumNameBuiltinOptions(Row.Options)));
  if (Source.builtin_options_type() == tflite::BuiltinOptions::NONE && Source.builtin_options())
    fail("has options without a type");
}

void OpReader::readInputs() {
  O.Inputs.assign(Row.slots(), kNoTensor);
  if (Row.Inputs.back().Repeats)
    O.Inputs.assign(sizeOf(Source.inputs()), kNoTensor);
  for (size_t I = 0; I < sizeOf(Source.inputs()); ++I) {
    const int32_t Index = Source.inputs()->Get(I);
    const InputRule &Rule = Row.Inputs[std::min(I, Row.Inputs.size() - 1)];
    if (Index == -1)
      continue;
    const TensorId Id = Tensors.import(Index);
    if (Rule.Slot >= 0)
      O.Inputs.at(Rule.Repeats ? I : static_cast<size_t>(Rule.Slot)) = Id;
  }
}

void OpReader::become(OpKind Kind, std::vector<TensorId> Inputs, std::map<Attr, AttrValue> Attrs) {
  O.Kind = Kind;
  O.Inputs = std::move(Inputs);
  O.Attrs = std::move(Attrs);
  O.Outputs.resize(sizeOf(Source.outputs()));
}

/// The reference kernel dequantizes such inputs by itself, with the same result.
void OpReader::dequantizeInputs() {
  for (const InputRule &Rule : Row.Inputs) {
    if (!Rule.Real || !G.hasIn(O, Rule.Slot) || !isByteType(in(Rule.Slot).Type))
      continue;
    Tensor Real = in(Rule.Slot);
    Real.Type = DType::Float32;
    Real.Quant = {};
    Real.Data = nullptr;
    if (!in(Rule.Slot).Quant.present())
      fail(strf("%s '%s' (%s) has no quantization parameters", roleOf(O.Kind, Rule.Slot).c_str(),
                printable(in(Rule.Slot).Name).c_str(), text(in(Rule.Slot).Type)));
    const TensorId Id = add(std::move(Real));
    before(OpKind::Dequantize, {O.Inputs[Rule.Slot]}, {Id}, {});
    O.Inputs[Rule.Slot] = Id;
  }
}

void OpReader::readOutputs() {
  for (size_t I = 0; I < sizeOf(Source.outputs()); ++I) {
    const int32_t Index = Source.outputs()->Get(I);
    O.Outputs.push_back(Tensors.import(Index));
    if (std::count(O.Outputs.begin(), O.Outputs.end(), O.Outputs.back()) > 1)
      fail("writes " + Tensors.describeTensor(Index) + " twice");
  }
  const OpInfo &Info = infoOf(O.Kind);
  const int States = static_cast<int>(std::count_if(Row.Inputs.begin(), Row.Inputs.end(),
                                                    [](const InputRule &R) { return R.State; }));
  const int Count = static_cast<int>(O.Outputs.size()) + States;
  if (!Row.isSeveral() && (Count < Info.MinOutputs || (Info.MaxOutputs >= 0 && Count > Info.MaxOutputs)))
    fail(strf("has %zu outputs", O.Outputs.size()));
}

/// The next values of the variable tensors that the operator reads.
void OpReader::addNextStates() {
  std::set<int32_t> Seen;
  for (size_t I = 0; I < sizeOf(Source.inputs()) && I < Row.Inputs.size(); ++I) {
    const int32_t Index = Source.inputs()->Get(I);
    if (!Row.Inputs[I].State || Index < 0)
      continue;
    if (!Tensors.source(Index).is_variable())
      fail(strf("input %zu is no variable tensor", I));
    if (!Seen.insert(Index).second)
      fail(strf("input %zu is a variable tensor that is another state, too", I));
    Tensor Next = G.Tensors[Tensors.import(Index)];
    Purse.keepName(Next.Name);
    O.Outputs.push_back(G.addTensor(std::move(Next)));
  }
}

/// Makes the operator's outputs the values of the file's variable tensors, for all operators behind it.
void OpReader::leaveStates() {
  size_t Output = sizeOf(Source.outputs());
  for (size_t I = 0; I < sizeOf(Source.inputs()) && I < Row.Inputs.size(); ++I)
    if (Row.Inputs[I].State && Source.inputs()->Get(I) >= 0)
      Tensors.rename(Source.inputs()->Get(I), O.Outputs.at(Output++));
}

bool OpReader::sourceIsHalf() const { return sizeOf(Source.inputs()) > 0 && Tensors.isHalfConstant(Source.inputs()->Get(0)); }

Quant OpReader::intermediate(size_t I, const char *What) const {
  if (I >= intermediates())
    fail(strf("has %zu intermediates; %s is number %zu", intermediates(), What, I));
  const Tensor &T = G.Tensors.at(Tensors.import(Source.intermediates()->Get(I)));
  if (T.Quant.Scales.size() != 1 || !(T.Quant.scale() > 0))
    fail(strf("%s ('%s') has not one scale", What, printable(T.Name).c_str()));
  return T.Quant;
}

const Tensor &OpReader::sourceInput(size_t Position) const {
  return G.Tensors.at(Tensors.import(Source.inputs()->Get(Position)));
}

bool OpReader::hasSourceInput(size_t Position) const {
  return Position < sizeOf(Source.inputs()) && Source.inputs()->Get(Position) != -1;
}

Ints OpReader::param(size_t Position, const char *What) const {
  const Tensor &T = sourceInput(Position);
  if (!T.isConst())
    fail(strf("%s ('%s') is not a constant", What, printable(T.Name).c_str()));
  if (const std::string Fault = limitFault(Limit::Operands, T.elements()); !Fault.empty())
    fail(strf("%s ('%s'): ", What, printable(T.Name).c_str()) + Fault);
  if (T.Type == DType::Int32)
    return Ints(T.dataAs<int32_t>(), T.dataAs<int32_t>() + T.elements());
  if (T.Type == DType::Int64)
    return Ints(T.dataAs<int64_t>(), T.dataAs<int64_t>() + T.elements());
  fail(strf("%s has type %s where i32 or i64 is required", What, text(T.Type)));
}

int64_t OpReader::scalarParam(size_t Position, const char *What) const {
  const Ints Values = param(Position, What);
  if (Values.size() != 1)
    fail(strf("%s has %zu elements where one is required", What, Values.size()));
  return Values[0];
}

int64_t OpReader::axis(int64_t Value, int64_t Rank) const {
  if (Value < -Rank || Value >= Rank)
    fail(strf("axis %lld where the rank is %lld", (long long)Value, (long long)Rank));
  return Value < 0 ? Value + Rank : Value;
}

Ints OpReader::axes(const Ints &Values, int64_t Rank) const {
  Ints Result;
  for (int64_t Value : Values)
    Result.push_back(axis(Value, Rank));
  std::sort(Result.begin(), Result.end());
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return Result;
}

void OpReader::requireRank(size_t Slot, int Rank) const {
  if (in(Slot).rank() != Rank)
    fail(strf("%s has rank %d where %d is required", roleOf(O.Kind, Slot).c_str(), in(Slot).rank(),
              Rank));
}

void OpReader::setActivation(tflite::ActivationFunctionType A) {
  const char *Text = nullptr;
  switch (A) {
  case tflite::ActivationFunctionType::NONE:
    Text = "none";
    break;
  case tflite::ActivationFunctionType::RELU:
    Text = "relu";
    break;
  case tflite::ActivationFunctionType::RELU6:
    Text = "relu6";
    break;
  case tflite::ActivationFunctionType::RELU_N1_TO_1:
    Text = "relu_n1_to_1";
    break;
  default:
    fail(strf("unsupported fused activation %d %s", static_cast<int>(A),
              tflite::EnumNameActivationFunctionType(A)));
  }
  set(Attr::Activation, std::string(Text));
}

void OpReader::requireChannelsOfFile(size_t I) const {
  const Tensor &T = in(I);
  const auto *Stated = Relaxed && T.SourceIndex >= 0 ? Tensors.source(T.SourceIndex).shape() : nullptr;
  if (sizeOf(Stated) != T.Dims.size() || T.Dims.empty())
    return;
  if (const int32_t Channels = Stated->Get(Stated->size() - 1); Channels > 0 && Channels != T.Dims.back())
    fail(strf("--shape gives its input %d channels where the network has %d", T.Dims.back(), Channels));
}

void OpReader::setShape(size_t I, Shape S) {
  Tensor &T = G.Tensors.at(O.Outputs.at(I));
  const std::string Fault = shapeFault(S, T.Type);
  if (!Fault.empty())
    fail(strf("output '%s' ", printable(T.Name).c_str()) + Fault);
  if (T.Dims != S && !Relaxed && !Tensors.isShapeOpen(T.SourceIndex))
    fail(strf("output '%s' is stated as %s where the operator gives %s", printable(T.Name).c_str(),
              text(T.Dims).c_str(), text(S).c_str()));
  T.Dims = std::move(S);
}

Bytes OpReader::customOptions() const {
  Bytes Data;
  if (const auto *Options = Source.custom_options()) {
    if (const std::string Fault = limitFault(Limit::OptionBytes, sizeOf(Options)); !Fault.empty())
      fail(Fault);
    Data.assign(Options->begin(), Options->end());
  }
  return Data;
}

std::string OpReader::customName() const { return customFunction(CustomName); }

void OpReader::requireKnownShape(size_t I) const {
  const Tensor &T = G.Tensors.at(O.Outputs.at(I));
  const bool IsOpen = Tensors.isShapeOpen(T.SourceIndex) && !T.Dims.empty();
  if (IsOpen || std::count(T.Dims.begin(), T.Dims.end(), -1))
    fail(strf("the file does not state the shape of output '%s'", printable(T.Name).c_str()));
}

void OpReader::payForConstant(size_t I) const {
  constexpr int64_t kStepsPerByte = 30;
  Purse.keep(out(I).bytes());
  Purse.work(kStepsPerByte * out(I).bytes());
}

void OpReader::setConstant(size_t I, const Ints &Values) {
  Tensor &T = G.Tensors.at(O.Outputs.at(I));
  Bytes Data;
  for (int64_t Value : Values)
    for (int64_t Byte = 0; Byte < bytesOf(T.Type); ++Byte)
      Data.push_back(static_cast<uint8_t>(Value >> (8 * Byte)));
  T.Data = std::make_shared<Bytes>(std::move(Data));
}

/// A table without fields: its vtable (its own size, the table's size) and behind it the table, the
/// distance to the vtable.
const void *OpReader::emptyTable() {
  struct {
    uint16_t VtableSize = 4, TableSize = 4;
    int32_t Distance = 4;
  } static const Empty;
  return &Empty.Distance;
}

void OpReader::dequantizeChannels() {
  const Tensor From = in(0);
  const Quant &Q = From.Quant;
  if (Q.Axis < 0 || Q.Axis >= From.rank() || static_cast<int64_t>(Q.Scales.size()) != From.Dims[static_cast<size_t>(Q.Axis)])
    fail(strf("'%s' of %s has %zu scales along axis %d", printable(From.Name).c_str(), text(From.Dims).c_str(), Q.Scales.size(), Q.Axis));
  int64_t Step = 1;
  for (size_t D = static_cast<size_t>(Q.Axis) + 1; D < From.Dims.size(); ++D)
    Step *= From.Dims[D];
  std::vector<float> Values;
  for (int64_t I = 0; I < From.elements(); ++I) {
    const size_t Channel = static_cast<size_t>(I / Step) % Q.Scales.size();
    const int64_t Stored = From.Type == DType::Int8 ? From.dataAs<int8_t>()[I] : From.dataAs<uint8_t>()[I];
    Values.push_back(Q.Scales[Channel] * static_cast<float>(Stored - Q.ZeroPoints[Channel]));
  }
  become(OpKind::Reshape, {maker().constant(DType::Float32, From.Dims, Values)}, {});
}

void OpReader::run() {
  checkInputs();
  checkOptions();
  readInputs();
  readOutputs();
  addNextStates();
  dequantizeInputs();
  if (!Row.Kind) {
    if (Row.isSeveral() && !Row.isHybrid(typesOf(G, O.Inputs), typesOf(G, O.Outputs)))
      fail("float activations and int8 weights are required");
    Row.Import(*this);
    leaveStates();
    return;
  }
  if (O.Kind == OpKind::Dequantize && sourceIsHalf())
    become(OpKind::Reshape, O.Inputs, {});
  if (O.Kind == OpKind::Dequantize && in(0).isConst() && isByteType(in(0).Type) && in(0).Quant.perChannel())
    dequantizeChannels();
  const bool IsHybrid = Row.isHybrid(typesOf(G, O.Inputs), typesOf(G, O.Outputs));
  if (!IsHybrid)
    checkTypes(G, O);
  Row.Import(*this);
  const std::vector<Shape> Shapes = inferShapes(G, O, Purse);
  for (size_t I = 0; I < Shapes.size(); ++I)
    setShape(I, Shapes[I]);
  if (!IsHybrid)
    verifyOp(G, O, Purse);
  leaveStates();
  if (IsHybrid) {
    importHybrid(*this);
    verifyOp(G, O, Purse);
  }
}

} // namespace hexloom
