// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar, control and data transfer instructions.
#include "Arithmetic.h"
#include "Execute.h"

using namespace swiftdsp;

static uint32_t u(int32_t X) { return uint32_t(X); }
static int64_t product(int32_t A, int32_t B) { return int64_t(A) * B; }

// b and c: operands as signed numbers.
#define SCALAR(Id, Expression)                                                                     \
  EXECUTE(Id) {                                                                                    \
    [[maybe_unused]] const int32_t b = M.R[O.B], c = M.R[O.C];                                     \
    M.R[O.A] = int32_t(Expression);                                                                \
  }
SCALAR(add, u(b) + u(c))
SCALAR(sub, u(b) - u(c))
SCALAR(and_r, b & c)
SCALAR(or_r, b | c)
SCALAR(xor_r, b ^ c)
SCALAR(andn, b & ~c)
SCALAR(shl, u(b) << (c & 31))
SCALAR(shr, u(b) >> (c & 31))
SCALAR(sra, b >> (c & 31))
SCALAR(rotl, u(b) << (c & 31) | u(b) >> (-u(c) & 31))
SCALAR(slt, b < c)
SCALAR(sltu, u(b) < u(c))
SCALAR(seq, b == c)
SCALAR(sne, b != c)
SCALAR(min, std::min(b, c))
SCALAR(max, std::max(b, c))
SCALAR(minu, std::min(u(b), u(c)))
SCALAR(maxu, std::max(u(b), u(c)))
SCALAR(qadd, saturate(int64_t(b) + c, 32))
SCALAR(qsub, saturate(int64_t(b) - c, 32))
SCALAR(mul, u(b) * u(c))
SCALAR(mulh, product(b, c) >> 32)
SCALAR(mulhu, uint64_t(u(b)) * u(c) >> 32)
SCALAR(mulhsu, int64_t(b) * int64_t(u(c)) >> 32)
SCALAR(qrdmul, srdhm(b, c))
SCALAR(rdiv, swiftdsp::rdiv(b, unsigned(c & 31)))
SCALAR(mac, u(M.R[O.A]) + u(b) * u(c))
SCALAR(div, divide(b, c))
SCALAR(divu, c ? u(b) / u(c) : ~0u)
SCALAR(rem, swiftdsp::remainder(b, c))
SCALAR(remu, c ? u(b) % u(c) : u(b))
SCALAR(clz, b ? __builtin_clz(u(b)) : 32)
SCALAR(ctz, b ? __builtin_ctz(u(b)) : 32)
SCALAR(popc, __builtin_popcount(u(b)))
SCALAR(bswap, __builtin_bswap32(u(b)))
SCALAR(sextb, int8_t(b))
SCALAR(sexth, int16_t(b))
SCALAR(zexth, uint16_t(b))
SCALAR(abs, b < 0 ? 0 - u(b) : u(b))
SCALAR(cmovt, c != 0 ? b : M.R[O.A])
SCALAR(cmovf, c == 0 ? b : M.R[O.A])
SCALAR(shli, u(b) << O.Imm)
SCALAR(shri, u(b) >> O.Imm)
SCALAR(srai, b >> O.Imm)
SCALAR(andi, b & O.Imm)
SCALAR(ori, b | O.Imm)
SCALAR(xori, b ^ O.Imm)
SCALAR(slti, b < O.Imm)
SCALAR(sltiu, u(b) < u(O.Imm))
SCALAR(seqi, b == O.Imm)
SCALAR(snei, b != O.Imm)
SCALAR(rsubi, u(O.Imm) - u(b))
SCALAR(muli, u(b) * u(O.Imm))
SCALAR(addi, u(b) + u(O.Imm))
SCALAR(li, O.Imm)
SCALAR(lih, u(O.Imm) << 16 | uint16_t(M.R[O.A]))
SCALAR(mov, b)
SCALAR(mts, b)
EXECUTE(nop) {}

EXECUTE(mfs) {
  M.R[O.A] = O.B == CycleCounter    ? int32_t(M.Cycle)
             : O.B == PacketCounter ? int32_t(M.Packets)
                                    : M.R[O.B];
}

EXECUTE(j) { M.jump(O.Pc + u(O.Imm), Cost_TAKEN_DIRECT); }
EXECUTE(jr) { M.jump(u(M.R[O.B]), Cost_TAKEN_INDIRECT); }
EXECUTE(call) {
  M.R[Link] = int32_t(O.Next);
  M.jump(O.Pc + u(O.Imm), Cost_TAKEN_DIRECT);
}
EXECUTE(callr) {
  uint32_t Target = u(M.R[O.B]);
  M.R[Link] = int32_t(O.Next);
  M.jump(Target, Cost_TAKEN_INDIRECT);
}

#define CONDITIONAL(Id, Condition)                                                                 \
  EXECUTE(Id) {                                                                                    \
    [[maybe_unused]] const int32_t a = M.R[O.A], b = M.R[O.B];                                     \
    if (Condition)                                                                                 \
      M.jump(O.Pc + u(O.Imm), Cost_TAKEN_CONDITIONAL);                                             \
  }
CONDITIONAL(bt, a != 0)
CONDITIONAL(bf, a == 0)
CONDITIONAL(beq, a == b)
CONDITIONAL(bne, a != b)
CONDITIONAL(blt, a < b)
CONDITIONAL(bge, a >= b)
CONDITIONAL(bltu, u(a) < u(b))
CONDITIONAL(bgeu, u(a) >= u(b))

static void startLoop(Machine &M, const Operation &O, unsigned Level) {
  M.R[LoopCounter0 + Level] = M.R[O.A];
  M.LoopStart[Level] = O.Next;
  M.LoopEnd[Level] = O.Pc + u(O.Imm);
}
EXECUTE(loop0) { startLoop(M, O, 0); }
EXECUTE(loop1) { startLoop(M, O, 1); }

EXECUTE(sys) { M.system(); }
EXECUTE(brk) {
  const char *Why[] = {" (abort)", " (assertion)", " (debugger)"};
  throw Stop{Breakpoint, "brk " + std::to_string(O.Imm) + (O.Imm < 3 ? Why[O.Imm] : "")};
}
