//===- NoDebuginfod.cpp - llvm-objdump without debuginfod ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What llvm-objdump asks of LLVM's debuginfod library, which would bring libcurl: there are no
// servers for debug information.
//
//===----------------------------------------------------------------------===//

#include "llvm/Debuginfod/BuildIDFetcher.h"
#include "llvm/Debuginfod/Debuginfod.h"
#include "llvm/Debuginfod/HTTPClient.h"

using namespace llvm;

bool llvm::canUseDebuginfod() { return false; }
void HTTPClient::initialize() {}
std::optional<std::string> DebuginfodFetcher::fetch(object::BuildIDRef BuildID) const {
  return BuildIDFetcher::fetch(BuildID);
}
