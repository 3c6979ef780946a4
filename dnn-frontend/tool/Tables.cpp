// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tool/Tables.h"
#include "instructions/Instruction.h"
#include "support/Error.h"

namespace hexloom {

std::string listLayouts() {
  const struct {
    const char *Text, *Order, *Description;
  } Rows[] = {
#define LAYOUT(NAME, TEXT, ORDER, OFFERED, DESCRIPTION) {TEXT, ORDER, DESCRIPTION},
#include "ir/layouts.def"
  };
  std::string Text = "Layouts: the digits of an element's address, outermost first. Letters are dimensions of NHWC. C/32 is the number of\n"
                     "the block of 32 channels and C%32 the place in it. W^4 is padded to a multiple of 4. H+1 has a margin of one place.\n"
                     "C|64 begins at multiples of 64. * joins all dimensions.\n\n";
  for (const auto &Row : Rows)
    Text += strf("%-6s %-24s %s\n", Row.Text, Row.Order, Row.Description);
  return Text;
}

std::string listInstructions() {
  std::string Text = "Instructions: result and operands (V: a vector, W: a pair of vectors, R: a word, P: a pair of words, A: accumulators),\n"
                     "what an element of the result is, and the C of each target.\n";
  for (const Instruction &I : allInstructions()) {
    Text += strf("\n%s  %s\n    %s\n    %s\n", I.Name, I.Operands, I.Description, I.Expression);
    for (const InstructionTemplate &T : I.Templates)
      Text += strf("    %-9s %s\n", text(T.Target), T.C);
  }
  return Text;
}

std::string listLimits() {
  const struct {
    long long Most;
    const char *What;
  } Rows[] = {
#define LIMIT(NAME, MOST, WHAT) {MOST, WHAT},
#include "ir/limits.def"
  };
  std::string Text = "The largest numbers that are accepted.\n\n";
  for (const auto &Row : Rows)
    Text += strf("%10lld  %s\n", Row.Most, Row.What);
  return Text;
}

} // namespace hexloom
