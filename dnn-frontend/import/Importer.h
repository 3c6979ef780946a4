// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The import of one subgraph, and of those that its operators name.
#pragma once

#include "import/Import.h"
#include "import/Scan.h"
#include "import/Variables.h"

namespace hexloom {

class Importer {
public:
  Importer(const ModelFile &File, const ImportOptions &Options, Graph &G, Budget &Purse)
      : Importer(File, Options, G, Purse, findEntry(File, Options.Signature), 0) {}

  void run();

private:
  /// Depth: of how many operators it is a branch or a region.
  Importer(const ModelFile &File, const ImportOptions &Options, Graph &G, Budget &Purse, EntryPoint From, int Depth)
      : File(File), Options(Options), G(G), Purse(Purse), Entry(From), Source(*Entry.Source), Tensors(File, Source, G, Purse),
        Variables(File, Source, Tensors, G, Purse), Depth(Depth) {}

  void begin();
  void importOps();

  [[noreturn]] void fail(const std::string &What) const;

  // Control flow (ControlFlow.cpp):
  EntryPoint subgraph(int32_t Number, const std::string &Where) const;
  std::vector<TensorId> operands(const tflite::Operator &From, const std::string &Where);
  void beginInner(const std::string &Where);
  void importIf(const tflite::Operator &From, int I);
  std::vector<TensorId> importBranch(int32_t Subgraph, bool IsAlwaysTaken, const std::vector<TensorId> &Inputs,
                                     const std::string &Where);
  std::vector<TensorId> importAsBranch(const std::vector<TensorId> &Inputs, const std::string &Where);
  void importWhile(const tflite::Operator &From, int I);
  void startLoop(const tflite::Operator &From, const std::vector<TensorId> &Inputs, const std::vector<bool> &Stays, Op &Loop);
  void importAsRegion(const Graph &Outer, const std::vector<TensorId> &Given, const std::vector<bool> &Stays, bool IsBody);
  void importRegionInputs(const Graph &Outer, const std::vector<TensorId> &Given, const std::vector<bool> &Stays);

  void importInputs();
  void reshapeInput(int32_t Index, const std::string &Name, TensorId Id);
  void tryOp(int I);
  void importOp(int I);
  bool foldShapeArithmetic(const Op &O);
  void importOutputs();
  void requireWritten(int32_t Index, const std::string &Reader);
  void markWritten(int32_t Index);

  const ModelFile &File;
  const ImportOptions &Options;
  Graph &G;
  Budget &Purse;
  const EntryPoint Entry;
  const tflite::SubGraph &Source;
  TensorReader Tensors;
  hexloom::Variables Variables;
  std::vector<bool> Written; ///< by the file's index: holds a value so far
  std::vector<bool> Unknown; ///< by the file's index: of an operator that is not understood
  std::string Complaints;    ///< about operators so far
  int Complained = 0;
  std::string LastComplaint;
  const int Depth;           ///< of IF and WHILE operators around it
  bool InBranch = false;     ///< is, or is within, a branch, which is computed whether it is taken or not
  bool Relaxed = false;      ///< --shape changed an input: the file's stated shapes no longer hold
};

} // namespace hexloom
