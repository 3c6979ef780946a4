// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "import/Scan.h"
#include "import/Advice.h"
#include "import/Builtins.h"
#include "import/OpReader.h"
#include "import/Variables.h"
#include "ir/Limits.h"
#include "ir/Signatures.h"
#include "support/Error.h"
#include "support/Quote.h"

#include <algorithm>
#include <map>

namespace hexloom {

namespace {

using TensorMaps = flatbuffers::Vector<flatbuffers::Offset<tflite::TensorMap>>;

std::string nameIn(const TensorMaps *Maps, int32_t Index, const std::string &Default) {
  for (size_t I = 0; I < sizeOf(Maps); ++I)
    if (static_cast<int64_t>(Maps->Get(I)->tensor_index()) == Index && Maps->Get(I)->name())
      return Maps->Get(I)->name()->str();
  return Default;
}

/// Collects complaints; the same kind of operator with the same reason is one line.
class Complaints {
public:
  Complaints(const ModelFile &File, const TensorReader &Tensors) : File(File), Tensors(Tensors) {}

  void add(int Index, const std::string &Kind, const tflite::Operator &O,
           const std::string &Reason) {
    constexpr size_t kMostLines = 100;
    const std::string Key = Kind + ": " + Reason;
    if (!Count.count(Key) && Order.size() == kMostLines)
      return;
    if (Count[Key]++ == 0)
      Order.push_back({Key,
                       strf("%s: op #%d %s '%s'", File.name().c_str(), Index, Kind.c_str(),
                            nameOfOutput(O).c_str()),
                       Reason});
  }
  bool empty() const { return Order.empty(); }
  std::string text() const {
    std::string Result;
    for (const Line &L : Order) {
      const int More = Count.at(L.Key) - 1;
      Result += (Result.empty() ? "" : "\n") + L.Where +
                (More ? strf(" (and %d more)", More) : "") + ": " + L.Reason;
    }
    return Result;
  }

private:
  struct Line {
    std::string Key, Where, Reason;
  };
  std::string nameOfOutput(const tflite::Operator &O) const {
    return sizeOf(O.outputs()) == 0
               ? ""
               : opNameFrom(textOf(Tensors.source(O.outputs()->Get(0)).name()));
  }
  const ModelFile &File;
  const TensorReader &Tensors;
  std::vector<Line> Order;
  std::map<std::string, int> Count;
};

class Scanner {
public:
  Scanner(const ModelFile &File, const TensorReader &Tensors, const CustomHeaders &Custom)
      : File(File), Tensors(Tensors), Custom(Custom), Unsupported(File, Tensors), Floats(File, Tensors) {}

  void scan(int Index, const tflite::Operator &O) {
    const tflite::BuiltinOperator Code = builtinCode(File, O);
    const std::string Kind = kindOf(O, Code);
    const std::string Fault = faultOf(O, Code);
    const bool IsHybrid = Fault == kHybrid;
    const std::string Reason = IsHybrid ? "" : Fault;
    if (Reason == kFloat || (Reason.empty() && computesInFloat(O, Code)))
      ++FloatKinds[Kind];
    if (Reason == kFloat || (Reason.empty() && Code == tflite::BuiltinOperator::DEQUANTIZE))
      Floats.add(O, Code);
    if (Reason == kFloat)
      FloatOps.push_back({Index, Kind, &O});
    else if (!Reason.empty())
      Unsupported.add(Index, Kind, O, Reason);
    else if (IsHybrid || hasQuantized(O, Code)) {
      FirstQuantized = FirstQuantized < 0 ? Index : FirstQuantized;
      LastQuantized = Index;
    }
  }
  void finish() {
    std::string Head;
    if (LastQuantized < 0 && !FloatOps.empty())
      Head = allFloat();
    else
      for (const FloatOp &F : FloatOps)
        Unsupported.add(F.Index, F.Kind, *F.Source, reasonOf(F));
    const std::string Message = Unsupported.text();
    if (!Head.empty() || !Message.empty())
      throw UserError(Head + (Head.empty() || Message.empty() ? "" : "\n") + Message);
  }

private:
  static constexpr const char *kFloat = "float", *kHybrid = "hybrid"; ///< the latter is no fault
  struct FloatOp {
    int Index;
    std::string Kind;
    const tflite::Operator *Source;
  };

  std::string allFloat() const {
    std::string List;
    for (const auto &[Kind, Count] : FloatKinds)
      List += (List.empty() ? "" : ", ") + Kind + strf(" x%d", Count);
    return File.name() + ": " + Floats.advice() + " (float operators: " + List + ")";
  }

  std::string reasonOf(const FloatOp &F) const {
    if (const std::string Half = Floats.halfConstant(*F.Source); !Half.empty())
      return "the constant '" + Half + "' is FLOAT16, which is not supported: store it as FLOAT32, or quantize what reads it";
    if (Floats.hasBytes(*F.Source))
      return "its weights are integers and its activations float, which is supported for " + hybridNames() +
             " only: convert the network to integers throughout";
    return std::string("computes in float ") +
           (F.Index > LastQuantized    ? "behind the quantized part"
            : F.Index < FirstQuantized ? "before the quantized part"
                                       : "between quantized operators") +
           ": quantize it too, or leave it to the caller";
  }

  bool computesInFloat(const tflite::Operator &O, tflite::BuiltinOperator Code) const {
    if (Code == tflite::BuiltinOperator::QUANTIZE || Code == tflite::BuiltinOperator::DEQUANTIZE ||
        Code == tflite::BuiltinOperator::CAST || sizeOf(O.outputs()) == 0)
      return false;
    return Tensors.source(O.outputs()->Get(0)).type() == tflite::TensorType::FLOAT32;
  }

  /// Whether the operator works on activations of 8 or 16 bits, beyond making them or reading them once.
  bool hasQuantized(const tflite::Operator &O, tflite::BuiltinOperator Code) const {
    if (Code == tflite::BuiltinOperator::QUANTIZE || Code == tflite::BuiltinOperator::DEQUANTIZE ||
        Code == tflite::BuiltinOperator::CAST)
      return false;
    for (const flatbuffers::Vector<int32_t> *List : {O.inputs(), O.outputs()})
      for (size_t I = 0; I < sizeOf(List); ++I) {
        if (List->Get(I) < 0)
          continue;
        const tflite::Tensor &T = Tensors.source(List->Get(I));
        const std::optional<DType> Type = importType(T.type());
        if ((Type == DType::UInt8 || Type == DType::Int8 || Type == DType::Int16) &&
            File.buffer(T.buffer()).Size == 0)
          return true;
      }
    return false;
  }

  std::string kindOf(const tflite::Operator &O, tflite::BuiltinOperator Code) const {
    if (Code != tflite::BuiltinOperator::CUSTOM)
      return nameOf(Code);
    return "CUSTOM " + printable(customNameOf(File, O));
  }

  /// "CONV_2D, DEPTHWISE_CONV_2D and ..."
  static std::string hybridNames() {
    std::vector<std::string> Names;
    for (const Builtin *Row : allBuiltins())
      if (Row->hasHybrid())
        Names.push_back(nameOf(Row->Code));
    std::string Text;
    for (const std::string &Name : Names)
      Text += (Text.empty() ? "" : &Name == &Names.back() ? " and " : ", ") + Name;
    return Text;
  }

  /// Why the operator is not supported; empty: it is.
  std::string faultOf(const tflite::Operator &O, tflite::BuiltinOperator Code) const {
    for (const flatbuffers::Vector<int32_t> *List : {O.inputs(), O.outputs()})
      for (size_t I = 0; I < sizeOf(List); ++I) {
        if (List->Get(I) == -1 && List == O.inputs())
          continue;
        const tflite::Tensor &T = Tensors.source(List->Get(I));
        if (T.sparsity())
          return "unsupported sparse tensor";
      }
    if (isVariableOp(Code) || Code == tflite::BuiltinOperator::IF || Code == tflite::BuiltinOperator::WHILE)
      return "";
    const Builtin *Row = findRow(File, O, Custom);
    if (!Row && Code == tflite::BuiltinOperator::CUSTOM)
      return adviceOnCustom(customNameOf(File, O), customFunction(customNameOf(File, O)));
    if (!Row)
      return "unsupported operator";
    if (Row->Kind == OpKind::Dequantize && sizeOf(O.inputs()) == 1 && Tensors.isHalfConstant(O.inputs()->Get(0)))
      return ""; // becomes a constant
    return Row->Kind || Row->isSeveral() ? typeFault(O, *Row) : "";
  }

  std::string typeFault(const tflite::Operator &O, const Builtin &Row) const {
    Types Inputs(Row.slots()), Outputs, States;
    bool HasFloat = false;
    std::string Unknown;
    auto typeOf = [&](int32_t Index) {
      const tflite::TensorType Type = Tensors.source(Index).type();
      HasFloat |= Type == tflite::TensorType::FLOAT32 || Type == tflite::TensorType::FLOAT16;
      const std::optional<DType> Result = importType(Type);
      if (!Result)
        Unknown = nameOf(Type);
      return Result;
    };
    if (Row.Inputs.back().Repeats)
      Inputs.resize(sizeOf(O.inputs()));
    for (size_t I = 0; I < sizeOf(O.inputs()); ++I) {
      const InputRule &Rule = Row.Inputs[std::min(I, Row.Inputs.size() - 1)];
      if (O.inputs()->Get(I) != -1 && Rule.Slot >= 0 && (I < Row.Inputs.size() || Rule.Repeats))
        Inputs[Rule.Repeats ? I : Rule.Slot] = typeOf(O.inputs()->Get(I));
      if (Rule.Real && Inputs[Rule.Slot] && isByteType(*Inputs[Rule.Slot]))
        Inputs[Rule.Slot] = DType::Float32;
      if (O.inputs()->Get(I) != -1 && Rule.State)
        States.push_back(Inputs[Rule.Slot]);
    }
    for (size_t I = 0; I < sizeOf(O.outputs()); ++I)
      Outputs.push_back(typeOf(O.outputs()->Get(I)));
    Outputs.insert(Outputs.end(), States.begin(), States.end());
    if (Row.Kind && (Row.Kind == OpKind::Custom ? Unknown.empty() : findSignature(*Row.Kind, Inputs, Outputs) != nullptr))
      return "";
    if (Row.isHybrid(Inputs, Outputs))
      return kHybrid;
    if (HasFloat)
      return kFloat;
    if (!Row.Kind)
      return "has no form of integers throughout, in TensorFlow Lite neither: float activations and int8 weights are required";
    if (Inputs.empty() && Outputs.empty())
      return "has neither inputs nor outputs";
    return Unknown.empty() ? "unsupported types: " + text(Inputs, Outputs)
                           : "unsupported type " + Unknown;
  }

  const ModelFile &File;
  const TensorReader &Tensors;
  const CustomHeaders &Custom;
  Complaints Unsupported;
  FloatKind Floats;
  std::vector<FloatOp> FloatOps; ///< without a kernel
  std::map<std::string, int> FloatKinds; ///< all operators that compute in float
  int FirstQuantized = -1, LastQuantized = -1; ///< operators
};

/// Counts first: what is done for each two of something must end.
void checkCounts(const ModelFile &File, const EntryPoint &Entry) {
  const tflite::SubGraph &Source = *Entry.Source;
  const auto most = [&](Limit L, size_t Count, const std::string &Where = "") {
    if (const std::string Fault = limitFault(L, static_cast<int64_t>(Count)); !Fault.empty())
      throw UserError(File.name() + ": " + Where + Fault);
  };
  most(Limit::Operators, sizeOf(Source.operators()));
  most(Limit::Tensors, sizeOf(Source.tensors()));
  most(Limit::Operands, sizeOf(Source.inputs()), "graph: ");
  most(Limit::Operands, sizeOf(Source.outputs()), "graph: ");
  if (Entry.Signature)
    most(Limit::Operands, sizeOf(Entry.Signature->inputs()) + sizeOf(Entry.Signature->outputs()),
         "signature: ");
  size_t All = 0;
  for (size_t I = 0; I < sizeOf(Source.operators()); ++I) {
    const tflite::Operator &O = *Source.operators()->Get(I);
    const size_t Operands = sizeOf(O.inputs()) + sizeOf(O.outputs());
    most(Limit::Operands, Operands, strf("op #%zu: ", I));
    All += Operands;
  }
  most(Limit::AllOperands, All);
}

} // namespace

std::string EntryPoint::inputName(int32_t Index, const std::string &Default) const {
  return Signature ? nameIn(Signature->inputs(), Index, Default) : Default;
}
std::string EntryPoint::outputName(int32_t Index, const std::string &Default) const {
  return Signature ? nameIn(Signature->outputs(), Index, Default) : Default;
}

EntryPoint findEntry(const ModelFile &File, const std::string &Key) {
  const auto *Signatures = File.model().signature_defs();
  const auto *Subgraphs = File.model().subgraphs();
  if (sizeOf(Subgraphs) == 0)
    throw UserError(File.name() + ": has no subgraph");
  EntryPoint Result;
  std::string Known;
  constexpr size_t kMostListed = 50;
  for (size_t I = 0; I < sizeOf(Signatures) && !Result.Signature; ++I) {
    const tflite::SignatureDef *S = Signatures->Get(I);
    if (Key.empty() ? S->subgraph_index() == 0 : textOf(S->signature_key()) == Key)
      Result.Signature = S;
    if (I < kMostListed)
      Known += (Known.empty() ? "" : ", ") + printable(textOf(S->signature_key()));
    else if (I == kMostListed)
      Known += ", ...";
  }
  if (!Key.empty() && !Result.Signature)
    throw UserError(strf("%s: has no signature '%s' (it has: %s)", File.name().c_str(), printable(Key).c_str(),
                         Known.empty() ? "none" : Known.c_str()));
  const uint32_t Index = Result.Signature ? Result.Signature->subgraph_index() : 0;
  if (Index >= Subgraphs->size())
    throw UserError(strf("%s: subgraph %u of %u", File.name().c_str(), Index, Subgraphs->size()));
  Result.Source = Subgraphs->Get(Index);
  return Result;
}

tflite::BuiltinOperator builtinCode(const ModelFile &File, const tflite::Operator &O) {
  const auto *Codes = File.model().operator_codes();
  if (O.opcode_index() >= sizeOf(Codes))
    throw UserError(
        strf("%s: operator code %u of %zu", File.name().c_str(), O.opcode_index(), sizeOf(Codes)));
  const tflite::OperatorCode *C = Codes->Get(O.opcode_index());
  return std::max(C->builtin_code(),
                  static_cast<tflite::BuiltinOperator>(C->deprecated_builtin_code()));
}

std::string customNameOf(const ModelFile &File, const tflite::Operator &O) {
  const bool IsCustom = builtinCode(File, O) == tflite::BuiltinOperator::CUSTOM;
  return IsCustom ? textOf(File.model().operator_codes()->Get(O.opcode_index())->custom_code()) : "";
}

const Builtin *findRow(const ModelFile &File, const tflite::Operator &O, const CustomHeaders &Custom) {
  const tflite::BuiltinOperator Code = builtinCode(File, O);
  return Code == tflite::BuiltinOperator::CUSTOM ? findCustom(customNameOf(File, O), Custom) : findBuiltin(Code);
}

void checkSupported(const ModelFile &File, const EntryPoint &Entry, const TensorReader &Tensors,
                    const CustomHeaders &Custom) {
  checkCounts(File, Entry);
  const tflite::SubGraph &Source = *Entry.Source;
  Scanner S(File, Tensors, Custom);
  for (size_t I = 0; I < sizeOf(Source.operators()); ++I)
    S.scan(static_cast<int>(I), *Source.operators()->Get(I));
  S.finish();
}

} // namespace hexloom
