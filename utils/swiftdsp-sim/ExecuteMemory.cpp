// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores in their four addressing modes.
#include "Arithmetic.h"
#include "Execute.h"

using namespace swiftdsp;

namespace {

enum class Mode { Offset, Immediate, Register, Ring };

template <Mode How> uint32_t address(const Machine &M, const Operation &O) {
  return How == Mode::Offset ? uint32_t(M.R[O.B]) + uint32_t(O.Imm) : uint32_t(M.R[O.B]);
}

template <Mode How> void modify(Machine &M, const Operation &O) {
  uint32_t Pointer = uint32_t(M.R[O.B]);
  if (How == Mode::Immediate)
    M.R[O.W] = int32_t(Pointer + uint32_t(O.Imm));
  if (How == Mode::Register)
    M.R[O.W] = int32_t(Pointer + uint32_t(M.R[O.C]));
  if (How == Mode::Ring) {
    unsigned N = O.C - FirstOffset;
    uint32_t Base = uint32_t(M.R[FirstBase + N]), Length = uint32_t(M.R[FirstModular + N]);
    M.R[O.W] = int32_t(ring(Pointer, uint32_t(M.R[O.C]), Base, Length));
  }
}

void cross(Machine &M, uint32_t Address, uint32_t Bytes) {
  constexpr uint32_t Line = 64;
  M.LineCrossed |= (Address & (Line - 1)) + Bytes > Line;
}

/// Aligned as scalars and splats want it.
template <class T, Mode How> T load(Machine &M, const Operation &O) {
  uint32_t At = address<How>(M, O);
  if (At % sizeof(T))
    Memory::misaligned(At, sizeof(T), "load");
  M.Mem.checkLoad(At, sizeof(T));
  T X = M.Mem.get<T>(At);
  modify<How>(M, O);
  return X;
}

template <class T, Mode How> void loadScalar(Machine &M, const Operation &O) {
  M.R[O.A] = int32_t(load<T, How>(M, O));
}

template <Vector::Guards Kind, Mode How> void loadVector(Machine &M, const Operation &O) {
  uint32_t At = address<How>(M, O);
  M.Mem.checkLoad(At, 16);
  cross(M, At, 16);
  Vector &A = M.V[O.A];
  std::memcpy(A.ub, M.Mem.at(At), 16);
  A.Kind = Kind;
  modify<How>(M, O);
}

template <class T, Vector::Guards Kind, Mode How> void loadSplat(Machine &M, const Operation &O) {
  T X = load<T, How>(M, O);
  Vector &A = M.V[O.A];
  for (unsigned I = 0; I != 16; I += sizeof(T))
    std::memcpy(A.ub + I, &X, sizeof(T));
  A.Kind = Kind;
}

template <Mode How> void loadGuards(Machine &M, const Operation &O) {
  uint32_t X = load<uint32_t, How>(M, O);
  M.V[O.A].Guard = X;
  M.V[O.A].Kind = Vector::Explicit;
}

template <class T, Mode How> void store(Machine &M, const Operation &O, T X) {
  uint32_t At = address<How>(M, O);
  if (At % sizeof(T))
    Memory::misaligned(At, sizeof(T), "store");
  M.store(At, &X, sizeof(T));
  modify<How>(M, O);
}

template <unsigned Bytes, Mode How> void storeVector(Machine &M, const Operation &O) {
  uint32_t At = address<How>(M, O);
  cross(M, At, Bytes);
  M.store(At, M.V[O.A].ub, Bytes);
  modify<How>(M, O);
}

} // namespace

void Machine::store(uint32_t Address, const void *Data, uint32_t Bytes) {
  Mem.checkStore(Address, Bytes);
  if (!DeferStores) {
    std::memcpy(Mem.at(Address), Data, Bytes);
    return;
  }
  Pending.push_back({Address, Bytes, {}});
  std::memcpy(Pending.back().Data, Data, Bytes);
}

#define MODES(Id, ...)                                                                             \
  EXECUTE(Id##_o) {                                                                                \
    constexpr Mode How = Mode::Offset;                                                             \
    __VA_ARGS__;                                                                                   \
  }                                                                                                \
  EXECUTE(Id##_i) {                                                                                \
    constexpr Mode How = Mode::Immediate;                                                          \
    __VA_ARGS__;                                                                                   \
  }                                                                                                \
  EXECUTE(Id##_r) {                                                                                \
    constexpr Mode How = Mode::Register;                                                           \
    __VA_ARGS__;                                                                                   \
  }                                                                                                \
  EXECUTE(Id##_c) {                                                                                \
    constexpr Mode How = Mode::Ring;                                                               \
    __VA_ARGS__;                                                                                   \
  }
MODES(ldb, loadScalar<int8_t, How>(M, O))
MODES(ldbu, loadScalar<uint8_t, How>(M, O))
MODES(ldh, loadScalar<int16_t, How>(M, O))
MODES(ldhu, loadScalar<uint16_t, How>(M, O))
MODES(ldw, loadScalar<int32_t, How>(M, O))
MODES(vld, loadVector<Vector::SignsOfW, How>(M, O))
MODES(vldb, loadVector<Vector::SignsOfB, How>(M, O))
MODES(vldbu, loadVector<Vector::Zero, How>(M, O))
MODES(vldh, loadVector<Vector::SignsOfH, How>(M, O))
MODES(vldsb, loadSplat<int8_t, Vector::SignsOfB, How>(M, O))
MODES(vldsh, loadSplat<int16_t, Vector::SignsOfH, How>(M, O))
MODES(vldsw, loadSplat<int32_t, Vector::SignsOfW, How>(M, O))
MODES(vldg, loadGuards<How>(M, O))
MODES(stb, store<uint8_t, How>(M, O, uint8_t(M.R[O.A])))
MODES(sth, store<uint16_t, How>(M, O, uint16_t(M.R[O.A])))
MODES(stw, store<uint32_t, How>(M, O, uint32_t(M.R[O.A])))
MODES(vst, storeVector<16, How>(M, O))
MODES(vst4, storeVector<4, How>(M, O))
MODES(vst8, storeVector<8, How>(M, O))
MODES(vst12, storeVector<12, How>(M, O))
MODES(vstg, store<uint32_t, How>(M, O, M.V[O.A].guard()))
