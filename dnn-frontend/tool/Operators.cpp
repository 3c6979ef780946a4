// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tool/Operators.h"
#include "import/Builtins.h"
#include "import/OpReader.h"
#include "import/Variables.h"
#include "ir/Signatures.h"
#include "instructions/Instruction.h"
#include "plans/Serves.h"
#include "support/Error.h"

#include <sstream>

namespace hexloom {

namespace {

/// Operators that no file has.
struct OwnOperator {
  OpKind Kind;
  const char *What;
};
constexpr const char *kHybridStep = "a step of products of floats by int8 weights";
constexpr OwnOperator kOwn[] = {{OpKind::QuantizeRows, kHybridStep},
                                {OpKind::ProductSums, kHybridStep},
                                {OpKind::ScaleSums, kHybridStep},
                                {OpKind::Move, "movements that merge-movements has made one"},
                                {OpKind::Table, "functions of a byte that compose-functions has made one"}};

/// "i8:q i8:qp0s i32? -> i8:q" without what is said of quantization.
std::string typesOnly(const std::string &Signature) {
  std::string Result;
  std::istringstream In(Signature);
  for (std::string Word; In >> Word;)
    Result += (Result.empty() ? "" : " ") + Word.substr(0, Word.find(':'));
  return Result;
}

std::string typesOf(OpKind Kind) {
  std::string Result;
  for (const SignatureText &S : signatureTexts())
    if (S.Kind == Kind)
      Result += "    " + typesOnly(S.Text) + (*S.Choices ? std::string("   T: ") + S.Choices : "") + "\n";
  return Result;
}

/// The types of the form with float activations and int8 weights.
std::string hybridTypes(const Builtin &Row) {
  std::string Result;
  for (const InputRule &R : Row.Inputs)
    Result += std::string(R.Hybrid ? "i8" : "f32") + (R.Optional ? "? " : " ");
  return Row.hasHybrid() ? "    " + Result + "-> f32   by QUANTIZE_ROWS, PRODUCT_SUMS and SCALE_SUMS\n" : "";
}

/// The targets that have what the kernel needs.
std::string targetsOf(const Kernel &K) {
  if (K.isPlainC())
    return "all";
  std::string Result;
  for (Target T : allTargets())
    if (missingInstruction(K.Instruction, T).empty())
      Result += (Result.empty() ? "" : ",") + std::string(text(T));
  return Result;
}

std::string kernelsText(OpKind Kind) {
  std::string Result;
  for (const Kernel *K : kernelsOf(Kind))
    Result += strf("    %-26s %-9s %s\n", K->Name, targetsOf(*K).c_str(), K->Description);
  return Result.empty() ? "    none: a view of its input\n" : Result;
}

std::string entry(const std::string &Name, const Builtin &Row) {
  if (Row.isSeveral())
    return Name + "\n" + hybridTypes(Row) + "    two sequences, each by operators of its own\n";
  if (!Row.Kind)
    return Name + "\n    a constant, known when the file is read\n";
  return Name + (Name == text(*Row.Kind) ? "" : strf(" (as %s)", text(*Row.Kind))) + "\n" + typesOf(*Row.Kind) + hybridTypes(Row) +
         kernelsText(*Row.Kind);
}

} // namespace

std::string listOperators() {
  std::string Text = "Operators, the types that they take (?: may be absent, *: any number) and the kernels that serve them, with\n"
                     "the targets that have these. What quantization each asks for: dnn-frontend/ir/ops.def.\n\n";
  for (const Builtin *Row : allBuiltins())
    Text += entry(nameOf(Row->Code), *Row);
  for (const auto &[Name, Row] : allCustoms())
    Text += entry("CUSTOM " + Name, *Row);
  for (const OwnOperator &Own : kOwn)
    Text += text(Own.Kind) + strf("\n    %s\n", Own.What) + typesOf(Own.Kind) + kernelsText(Own.Kind);
  Text += "CUSTOM, with --custom NAME=HEADER\n" + kernelsText(OpKind::Custom);
  Text += "WHILE\n    values of any type; condition and body are networks of their own\n" + kernelsText(OpKind::While);
  Text += "IF\n    both branches are computed, a SELECT_V2 takes the results of one\n";
  for (int Code = 0; Code <= 255; ++Code)
    if (isVariableOp(static_cast<tflite::BuiltinOperator>(Code)))
      Text += nameOf(static_cast<tflite::BuiltinOperator>(Code)) + "\n    becomes state of the network\n";
  return Text;
}

} // namespace hexloom
