//===- DebugOptions.cpp - -debug and -debug-only for release builds -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM registers these two options only when it is built with assertions, which
// Debian's archives are not. Our passes print all the same (Instrumentation.h),
// so installed mode registers the options itself. Source mode does not build this
// file: LLVM's own options do there.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"
#include <string>
#include <vector>

using namespace llvm;

static cl::opt<bool, true> Debug("debug", cl::Hidden, cl::location(DebugFlag),
                                 cl::desc("Enable debug output"));

namespace {
/// Collects the types of every -debug-only on the command line.
struct DebugOnly {
  std::vector<std::string> Types;

  void operator=(const std::string &Value) {
    for (StringRef Type : split(Value, ','))
      if (!Type.empty())
        Types.push_back(Type.str());
    SmallVector<const char *> Names;
    for (const std::string &Type : Types)
      Names.push_back(Type.c_str());
    DebugFlag = true;
    setCurrentDebugTypes(Names.data(), Names.size());
  }
};
} // namespace

static DebugOnly TheDebugOnly;
static cl::opt<DebugOnly, true, cl::parser<std::string>> DebugOnlyOption(
    "debug-only", cl::Hidden, cl::ZeroOrMore, cl::value_desc("debug types"),
    cl::desc("Enable debug output of these types (comma separated)"),
    cl::location(TheDebugOnly));
