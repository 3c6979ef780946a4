// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many products an HVX instruction forms: what "MAC per packet" counts.
#ifndef PACKET_PROFILE_PRODUCTS_H
#define PACKET_PROFILE_PRODUCTS_H

#include "llvm/ADT/StringRef.h"

namespace profile {

struct Products {
  unsigned Narrow = 0; // both factors have 8 bits: the MACs of a quantized network
  unsigned Wide = 0;   // a factor has 16 or 32 bits
};

/// \p Name is LLVM's name of the opcode, "V6_vrmpybus_acc". Vectors of 128 bytes.
Products productsOf(llvm::StringRef Name);

} // namespace profile

#endif
