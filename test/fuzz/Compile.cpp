// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Compile.h"
#include "import/Import.h"
#include "ir/Text.h"
#include "ir/Verifier.h"
#include "passes/Passes.h"
#include "select/Select.h"
#include "support/Error.h"
#include "support/Quote.h"

namespace hexloom {

namespace {

Compiled run(const std::string &Name, Bytes Content, bool Text, Target T) {
  Compilation Shared(printable(Name), Content.size());
  Graph G = Text ? parseGraph(std::string(Content.begin(), Content.end()), Name)
                 : importTflite(Name, std::move(Content), {}, Shared.Purse);
  verify(G, Shared.Purse);
  for (const Pass &P : allPasses()) {
    runPass(P, G, {T, Shared});
    verifyAfter(P.Name, G, Shared.Purse);
  }
  if (parseGraph(print(G), Name).Ops.size() != G.Ops.size())
    throw InternalError("the text form does not parse back");
  const double Cycles = selectPlans(G, {T, {}}, Shared);
  verifyAfter("select", G, Shared.Purse);
  emitC(G, {T, "net.h", "net.weights"}, Shared).Source([](const void *, size_t) {}); // the layers' text is made when it is written
  return {Cycles, std::move(G)};
}

/// "name: what" on every line, and nothing that a terminal would act on.
bool isClear(const std::string &Message) {
  for (unsigned char C : Message)
    if ((C < 0x20 && C != '\n') || C == 0x7f)
      return false;
  return Message.find(": ") != std::string::npos;
}

} // namespace

Compiled compileInMemory(const std::string &Name, Bytes Content, bool Text, Target T) {
  try {
    return run(Name, std::move(Content), Text, T);
  } catch (const UserError &E) {
    if (!isClear(E.what()))
      throw InternalError(std::string("unclear message: ") + E.what());
    throw;
  }
}

} // namespace hexloom
