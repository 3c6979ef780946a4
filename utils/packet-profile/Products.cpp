// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See Products.h.
#include "Products.h"
#include "llvm/ADT/StringMap.h"

using namespace profile;

Products profile::productsOf(llvm::StringRef Name) {
  static const llvm::StringMap<Products> Table = {
#define HVX_PRODUCTS(Opcode, Narrow, Wide) {#Opcode, {Narrow, Wide}},
#include "Products.def"
  };
  if (!Name.starts_with("V6_v"))
    return {};
  Name.consume_back("_acc");
  auto It = Table.find(Name);
  return It == Table.end() ? Products() : It->second;
}
