// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "nests/Nest.h"

namespace hexloom {

static std::string text(const Walk &Each) {
  const auto Step = static_cast<long long>(Each.Step);
  return Step == 1 ? ", ++" + Each.Pointer : strf(", %s %c= %lld", Each.Pointer.c_str(), Step < 0 ? '-' : '+', Step < 0 ? -Step : Step);
}

std::string moved(const std::string &Pointer, int64_t By) {
  return By == 0 ? Pointer : strf("%s %c %s", Pointer.c_str(), By < 0 ? '-' : '+', number(By < 0 ? -By : By).c_str());
}

void Nest::line(const std::string &Text) { W.line(std::string(static_cast<size_t>(2 * Depth), ' ') + Text); }

void Nest::block(const std::function<void()> &Body) {
  line("{");
  ++Depth;
  Body();
  --Depth;
  line("}");
}

void Nest::loop(const std::string &Counter, int64_t From, int64_t Turns, const std::vector<Walk> &Walks, Unrolling U,
                const std::function<void()> &Body) {
  loopOf(strf("int %s = %lld; %s < %lld; ++%s", Counter.c_str(), static_cast<long long>(From), Counter.c_str(),
              static_cast<long long>(From + Turns), Counter.c_str()),
         Walks, U, Body);
}

void Nest::loopOf(std::string Head, const std::vector<Walk> &Walks, Unrolling U, const std::function<void()> &Body) {
  for (const Walk &Each : Walks)
    if (Each.Step)
      Head += text(Each);
  if (U == Unrolling::Full)
    line("_Pragma(\"clang loop unroll(full)\")");
  if (U == Unrolling::None || U == Unrolling::NoneNorPipelined)
    line("_Pragma(\"clang loop unroll(disable)\")");
  if (U == Unrolling::NotPipelined || U == Unrolling::NoneNorPipelined)
    line("_Pragma(\"clang loop pipeline(disable)\")");
  line("for (" + Head + ")");
  ++Depth;
  block(Body);
  --Depth;
}

} // namespace hexloom
