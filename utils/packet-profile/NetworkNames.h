// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a network and its tensors are called.
#ifndef PACKET_PROFILE_NETWORKNAMES_H
#define PACKET_PROFILE_NETWORKNAMES_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <string>

namespace profile {

/// From what `dnn-frontend --summary=json` prints.
struct NetworkNames {
  std::string Network;                           // empty: not known
  std::map<std::string, std::string> TensorOf;   // by layer, as a profile names it: op004_CONV_2D
  std::map<std::string, std::string> PlanOf;     // by layer: kernel and schedule

  /// \p File: where the summary comes from, for an error's message.
  static llvm::Expected<NetworkNames> of(const llvm::json::Value &Summary, llvm::StringRef File);

  /// The name of the tensor that a layer makes; empty if it is not known.
  std::string tensorOf(llvm::StringRef Layer) const;

  /// Puts the names into a report of toJson() or of another machine's simulator.
  void addTo(llvm::json::Object &Report) const;
};

} // namespace profile

#endif
