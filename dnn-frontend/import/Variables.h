// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// State of the file's network: variable tensors, which operators such as LSTM change in place, and
// variables behind handles (VAR_HANDLE, READ_VARIABLE, ASSIGN_VARIABLE, CALL_ONCE). In the graph
// both are values as any other: what a run finds is an input, each change makes a new tensor, and
// the last one is what the run leaves (Graph::States).
#pragma once

#include "import/Tensors.h"

#include <map>
#include <set>

namespace hexloom {

/// Whether the operator deals with handles of variables.
bool isVariableOp(tflite::BuiltinOperator Code);

class Variables {
public:
  Variables(const ModelFile &File, const tflite::SubGraph &Source, TensorReader &Tensors, Graph &G, Budget &Purse)
      : File(File), Source(Source), Tensors(Tensors), G(G), Purse(Purse) {}

  /// Finds all variables and makes inputs of the graph for them, behind its own inputs.
  void begin();
  /// Whether the file's tensor is a variable, which has a value from the beginning.
  bool holds(int32_t Index) const { return ByTensor.count(Index) != 0; }

  // For operators of the file that isVariableOp():
  /// The file's tensor whose value the operator takes (valueRead) or makes (valueMade).
  std::optional<int32_t> valueRead(int Operator) const;
  std::optional<int32_t> valueMade(int Operator) const;
  /// READ_VARIABLE copies the present value, ASSIGN_VARIABLE says which one it is from now on.
  void import(int Operator);

  /// Makes outputs of the graph for the values that the run leaves, behind its own outputs.
  void end();

private:
  struct Variable {
    std::string Name;
    int32_t Like = -1;           ///< the file's tensor with its type and shape; -1: nobody uses it
    bool Assigned = false;       ///< Like is what is assigned first
    Bytes First;                 ///< what CALL_ONCE assigns
    TensorId From = kNoTensor, Now = kNoTensor;
    int Touched = -1; ///< the first operator that reads or assigns it through a handle
  };
  [[noreturn]] void fail(int Operator, const std::string &What) const;
  const tflite::Operator &op(const tflite::SubGraph &Graph, int I) const;
  std::string keyOf(const tflite::Operator &O) const;
  void checkOperands(int Operator) const;
  void findTensors();
  void findHandles();
  void initialize(int Operator);
  Variable &handled(int Operator);
  void read(int Operator);
  void assign(int Operator);
  void addState(Variable &V);
  TensorId copyOf(TensorId Id);

  const ModelFile &File;
  const tflite::SubGraph &Source;
  TensorReader &Tensors;
  Graph &G;
  Budget &Purse;
  std::vector<Variable> All;
  std::map<int32_t, size_t> ByTensor; ///< variable tensors of the file
  std::map<int32_t, size_t> ByHandle; ///< tensors that hold handles
  std::map<std::string, size_t> ByName; ///< variables behind handles
  std::set<int32_t> Initialized;      ///< subgraphs
};

} // namespace hexloom
