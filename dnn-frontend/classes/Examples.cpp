// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "classes/Examples.h"
#include "ir/Text.h"
#include "support/Error.h"

namespace hexloom {

namespace {

std::vector<std::string> words(const std::string &Text) {
  std::vector<std::string> All;
  for (size_t Begin = 0; Begin < Text.size();) {
    const size_t End = std::min(Text.find(", ", Begin), Text.size());
    All.push_back(Text.substr(Begin, End - Begin));
    Begin = End + 2;
  }
  return All;
}

std::string tensorText(const std::string &Word) {
  const size_t Colon = Word.find(':');
  return Colon == std::string::npos ? "i8[" + Word + "]" : Word.substr(0, Colon) + "[" + Word.substr(Colon + 1) + "]";
}

} // namespace

const std::vector<Example> &allExamples() {
  static const std::vector<Example> All = {
#define EXAMPLE(KIND, INPUTS, OUTPUTS, ATTRIBUTES) {OpKind::KIND, words(INPUTS), words(OUTPUTS), ATTRIBUTES},
#include "classes/examples.def"
  };
  return All;
}

Graph graphOf(const Example &E) {
  const std::string Const = "const ";
  std::string Head, Arguments, Results, Outputs;
  std::vector<TensorId> Constants;
  TensorId Next = 0;
  for (std::string Word : E.Inputs) {
    Arguments += Arguments.empty() ? "" : ", ";
    if (Word == "none") {
      Arguments += Word;
      continue;
    }
    if (Word.rfind(Const, 0) == 0) {
      Word = Word.substr(Const.size());
      Constants.push_back(Next);
    }
    Head += strf("input %%%d: %s\n", Next, tensorText(Word).c_str());
    Arguments += strf("%%%d", Next++);
  }
  for (const std::string &Word : E.Outputs) {
    Results += strf("%s%%%d: %s", Results.empty() ? "" : ", ", Next, tensorText(Word).c_str());
    Outputs += strf("output %%%d\n", Next++);
  }
  const std::string Attributes = *E.Attributes ? strf(" {%s}", E.Attributes) : "";
  Graph G = parseGraph("graph net from \"net\"\n" + Head + Results + " = " + text(E.Kind) + "(" + Arguments + ")" + Attributes + "\n" + Outputs, "examples.def");
  for (const TensorId C : Constants)
    G.Tensors[static_cast<size_t>(C)].Data = std::make_shared<const Bytes>(static_cast<size_t>(G.Tensors[static_cast<size_t>(C)].bytes()));
  return G;
}

} // namespace hexloom
