// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One operator of the file while it is imported: what the import functions of builtins.def see.
#pragma once

#include "import/Builtins.h"
#include "import/OpMaker.h"
#include "import/Tensors.h"

namespace hexloom {

class OpReader {
public:
  /// Relaxed: shapes that the file states for outputs do not count, because --shape changed an
  /// input.
  OpReader(Graph &G, TensorReader &Tensors, const Builtin &Row, const tflite::Operator &Source,
           int Index, bool Relaxed, Budget &Purse, std::string CustomName = "");

  /// Runs the import function and the checks of the IR. The operator is complete afterwards.
  void run();
  const Op &op() const { return O; }
  Op take() { return std::move(O); }
  /// Gives away the operators that have to run before this one: conversions of its inputs. They are complete.
  std::vector<Op> takeConversions() { return std::move(Conversions); }

  // What import functions use:
  [[noreturn]] void fail(const std::string &What) const;
  void set(Attr A, AttrValue Value) { O.Attrs[A] = std::move(Value); }
  tflite::BuiltinOperator code() const { return Row.Code; }
  const Graph &graph() const { return G; }

  const Tensor &in(size_t Slot) const { return G.in(O, Slot); }
  const Tensor &out(size_t I) const { return G.out(O, I); }
  bool has(size_t Slot) const { return G.hasIn(O, Slot); }
  size_t inputs() const { return O.Inputs.size(); }
  size_t outputs() const { return O.Outputs.size(); }
  /// The input at this position of the file's operator. Fails if it is not there.
  const Tensor &sourceInput(size_t Position) const;
  bool hasSourceInput(size_t Position) const;

  /// Input `Position` of the file's operator as integers; it must be a constant of type int32 or
  /// int64.
  Ints param(size_t Position, const char *What) const;
  /// As param(), for a constant of exactly one element.
  int64_t scalarParam(size_t Position, const char *What) const;

  /// 0 <= result < Rank; a negative axis counts from the last.
  int64_t axis(int64_t Value, int64_t Rank) const;
  /// Axes as axis() has them, sorted and without duplicates.
  Ints axes(const Ints &Values, int64_t Rank) const;
  /// Error if --shape gave input I other channels than the file has: a convolution would become one of groups unasked.
  void requireChannelsOfFile(size_t I) const;
  void requireRank(size_t Slot, int Rank) const;

  /// The operator's options; all defaults when the file has none.
  template <typename T> const T &options() const {
    return *static_cast<const T *>(Source.builtin_options() ? Source.builtin_options()
                                                            : emptyTable());
  }
  void setActivation(tflite::ActivationFunctionType A);

  /// A custom operator's options, as the file has them, and its name as a C identifier.
  Bytes customOptions() const;
  std::string customName() const;
  /// Fails if the file does not state all of output I's dimensions.
  void requireKnownShape(size_t I) const;

  /// How the I-th inner result is quantized; an error where the file does not say it with one scale.
  Quant intermediate(size_t I, const char *What) const;
  size_t intermediates() const { return sizeOf(Source.intermediates()); }

  /// A tensor of ours, and an operator in front of this one. It is checked.
  OpMaker maker() { return OpMaker(G, Conversions, Purse, O.Name); }
  TensorId add(Tensor T) { return maker().add(std::move(T)); }
  void before(OpKind Kind, std::vector<TensorId> Inputs, std::vector<TensorId> Outputs, Attrs How) {
    maker().op(Kind, std::move(Inputs), std::move(Outputs), std::move(How));
  }
  /// This operator becomes another one with the file's outputs.
  void become(OpKind Kind, std::vector<TensorId> Inputs, std::map<Attr, AttrValue> Attrs);

  /// Output I has this shape, stated or not; an error where the file states another.
  void setShape(size_t I, Shape S);
  /// Output I, of the shape that it has now, is to be a constant: takes its bytes from the budget.
  void payForConstant(size_t I) const;
  /// Output I is a constant.
  void setConstant(size_t I, const Ints &Values);

private:
  static const void *emptyTable();
  void checkInputs() const;
  void checkOptions() const;
  void readInputs();
  void dequantizeInputs();
  void readOutputs();
  void addNextStates();
  void dequantizeChannels(); ///< a constant with a scale for each channel becomes one of FLOAT32
  bool sourceIsHalf() const; ///< the first input is a constant of FLOAT16, which has become one of FLOAT32
  void leaveStates();

  Graph &G;
  TensorReader &Tensors;
  const Builtin &Row;
  const tflite::Operator &Source;
  const bool Relaxed;
  Budget &Purse;
  const std::string CustomName; ///< as the file has it
  Op O;
  std::vector<Op> Conversions;
};

/// "SVDF", or "builtin operator 250".
std::string nameOf(tflite::BuiltinOperator Code);

} // namespace hexloom
