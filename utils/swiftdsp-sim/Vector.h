// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A vector register of 128 data and 32 guard bits: the document, "Vector registers and guard bits".
#ifndef SWIFTDSP_SIM_VECTOR_H
#define SWIFTDSP_SIM_VECTOR_H

#include <cstdint>

namespace swiftdsp {

struct alignas(32) Vector {
  // Guard bits are made when somebody asks: nearly all of them are signs of lanes.
  enum Guards : uint8_t { Explicit, SignsOfB, SignsOfH, SignsOfW, Zero };
  union {
    int8_t b[16];
    uint8_t ub[16];
    int16_t h[8];
    uint16_t uh[8];
    int32_t w[4];
    uint32_t uw[4];
  };
  uint32_t Guard;
  Guards Kind;

  uint32_t guard() const { return Kind == Explicit ? Guard : Kind == Zero ? 0 : signs(); }
  int64_t l40(unsigned I) const { return int64_t(int8_t(guard() >> 8 * I)) * (int64_t(1) << 32) + uw[I]; }
  int32_t l20(unsigned I) const {
    return (int32_t(guard() << (28 - 4 * I)) >> 28) * (1 << 16) + uh[I];
  }
  int32_t l10(unsigned I) const {
    return (int32_t(guard() << (30 - 2 * I)) >> 30) * (1 << 8) + ub[I];
  }
  /// Write lanes with their guard bits; \p Lane(I) gives the numbers.
  template <class F> void setL40(F Lane) {
    Vector Out;
    Out.Guard = 0;
    for (unsigned I = 0; I != 4; ++I) {
      int64_t X = Lane(I);
      Out.uw[I] = uint32_t(X);
      Out.Guard |= (uint32_t(X >> 32) & 0xff) << 8 * I;
    }
    Out.Kind = Explicit;
    *this = Out;
  }
  template <class F> void setL20(F Lane) {
    Vector Out;
    Out.Guard = 0;
    for (unsigned I = 0; I != 8; ++I) {
      int32_t X = Lane(I);
      Out.uh[I] = uint16_t(X);
      Out.Guard |= (uint32_t(X >> 16) & 15) << 4 * I;
    }
    Out.Kind = Explicit;
    *this = Out;
  }
  template <class F> void setL10(F Lane) {
    Vector Out;
    Out.Guard = 0;
    for (unsigned I = 0; I != 16; ++I) {
      int32_t X = Lane(I);
      Out.ub[I] = uint8_t(X);
      Out.Guard |= (uint32_t(X >> 8) & 3) << 2 * I;
    }
    Out.Kind = Explicit;
    *this = Out;
  }

private:
  uint32_t signs() const {
    uint32_t G = 0;
    if (Kind == SignsOfW)
      for (unsigned I = 0; I != 4; ++I)
        G |= w[I] < 0 ? 0xffu << 8 * I : 0;
    else if (Kind == SignsOfH)
      for (unsigned I = 0; I != 8; ++I)
        G |= h[I] < 0 ? 0xfu << 4 * I : 0;
    else
      for (unsigned I = 0; I != 16; ++I)
        G |= b[I] < 0 ? 3u << 2 * I : 0;
    return G;
  }
};

} // namespace swiftdsp

#endif
