// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "select/exact/Decisions.h"

#include <algorithm>

namespace hexloom {

void replay(const std::vector<Decision> &Decisions, std::vector<int> &Values) {
  for (auto D = Decisions.rbegin(); D != Decisions.rend(); ++D) {
    size_t Index = 0;
    for (size_t I = 0; I < D->Others.size(); ++I) {
      const std::vector<int> &Of = D->OtherValues[I];
      const auto Found = std::lower_bound(Of.begin(), Of.end(), Values[D->Others[I]]);
      Index = Index * Of.size() + static_cast<size_t>(Found - Of.begin());
    }
    Values[D->Variable] = D->Values[D->Best[Index]];
  }
}

} // namespace hexloom
