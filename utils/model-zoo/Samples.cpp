// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Samples.h"

#include <algorithm>
#include <cmath>

namespace zoo {

float rounded(double Scale) {
  int Exponent;
  const double Fraction = std::frexp(Scale, &Exponent);
  return static_cast<float>(std::ldexp(std::round(Fraction * 4096) / 4096, Exponent));
}

double activate(double X, ActivationFunctionType Activation) {
  if (Activation == ActivationFunctionType::NONE)
    return X;
  return std::min(std::max(X, 0.0), Activation == ActivationFunctionType::RELU6 ? 6.0 : 1e30);
}

std::vector<int64_t> broadcastStrides(const Shape &In, const Shape &Out) {
  std::vector<int64_t> Strides(Out.size(), 0);
  int64_t Stride = 1;
  for (size_t I = 0; I < In.size(); ++I) {
    const size_t From = In.size() - 1 - I, To = Out.size() - 1 - I;
    Strides[To] = In[From] == 1 ? 0 : Stride;
    Stride *= In[From];
  }
  return Strides;
}

Shape broadcastShape(const Shape &A, const Shape &B) {
  Shape Out(std::max(A.size(), B.size()), 1);
  for (const Shape *S : {&A, &B})
    for (size_t I = 0; I < S->size(); ++I) {
      int32_t &Dim = Out[Out.size() - S->size() + I];
      Dim = std::max(Dim, (*S)[I]);
    }
  return Out;
}

void forEach(const Shape &S, const std::function<void(size_t, const std::vector<int32_t> &)> &F) {
  std::vector<int32_t> Index(S.size(), 0);
  for (int64_t I = 0; I < elementsOf(S); ++I) {
    F(static_cast<size_t>(I), Index);
    for (size_t D = S.size(); D-- > 0 && ++Index[D] == S[D];)
      Index[D] = 0;
  }
}

int64_t dot(const std::vector<int32_t> &Index, const std::vector<int64_t> &Strides) {
  int64_t Offset = 0;
  for (size_t D = 0; D < Index.size(); ++D)
    Offset += Index[D] * Strides[D];
  return Offset;
}

} // namespace zoo
