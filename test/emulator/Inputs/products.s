// Each form of a product on 128 bytes, twice, with registers apart: so every field of an encoding is seen.
//   void rtt_NAME(int32_t sums[2][32], const uint8_t bytes[128], uint64_t factors)
//   uint32_t z_NAME(int32_t sums[4][32], const uint8_t bytes[128], uint32_t position), the new position

        .macro function name
        .globl \name
        .p2align 4
\name:
        .endm

        .macro rtt name, form, type, op, even, odd, vector, low, high
        function rtt_\name
        { v\even = vmem(r0+#0); r\low = r2 }
        { v\odd = vmem(r0+#1); r\high = r3 }
        v\vector = vmem(r1+#0)
        { v\odd:\even\().\type \op vrmpy(v\vector\().\form,r\high:\low\().ub) }
        vmem(r0+#0) = v\even
        { vmem(r0+#1) = v\odd; jumpr r31 }
        .endm

        .macro rtt_both name, form, type, op
        rtt \name, "\form", \type, "\op", 0, 1, 2, 2, 3
        rtt \name\()_apart, "\form", \type, "\op", 30, 31, 29, 14, 15
        .endm

        rtt_both ub, ub, uw, "="
        rtt_both ub_acc, ub, uw, "+="
        rtt_both b, b, w, "="
        rtt_both b_acc, b, w, "+="

// A full packet: two products, a load that they read at once, a load of the next pair.
//   void rtt_full(int32_t sums[4][32], const uint8_t bytes[128], const uint64_t factors[2])
        function rtt_full
        { v0 = vmem(r0+#0); r7:6 = memd(r2+#0) }
        v1 = vmem(r0+#1)
        v2 = vmem(r0+#2)
        v3 = vmem(r0+#3)
        { v1:0.w += vrmpy(v4.b,r7:6.ub); v3:2.w += vrmpy(v4.b,r7:6.ub); v4.tmp = vmem(r1+#0); r7:6 = memd(r2+#8) }
        { v1:0.w += vrmpy(v4.b,r7:6.ub); v4.tmp = vmem(r1+#0) }
        vmem(r0+#0) = v0
        vmem(r0+#1) = v1
        vmem(r0+#2) = v2
        { vmem(r0+#3) = v3; jumpr r31 }

        .macro zproduct name, form, op, v0, v1, v2, v3, vector, r
        function z_\name
        { v\v0 = vmem(r0+#0); r\r = r2 }
        v\v1 = vmem(r0+#1)
        v\v2 = vmem(r0+#2)
        v\v3 = vmem(r0+#3)
        { v\vector\().tmp = vmem(r1+#0); v\v3:\v0\().w \op vrmpyz(v\vector\().b,r\r\().\form) }
        vmem(r0+#0) = v\v0
        vmem(r0+#1) = v\v1
        vmem(r0+#2) = v\v2
        vmem(r0+#3) = v\v3
        { r0 = r\r; jumpr r31 }
        .endm

        .macro z_both name, form, op
        zproduct \name, "\form", "\op", 0, 1, 2, 3, 4, 2
        zproduct \name\()_apart, "\form", "\op", 28, 29, 30, 31, 27, 7
        .endm

        z_both b, b, "="
        z_both b_next, "b++", "="
        z_both b_acc, b, "+="
        z_both b_acc_next, "b++", "+="
        z_both ub, ub, "="
        z_both ub_next, "ub++", "="
        z_both ub_acc, ub, "+="
        z_both ub_acc_next, "ub++", "+="

// All of Z.
//   void z_fill(const uint8_t bytes[256])
        function z_fill
        { z = vmem(r0+#0) }
        { z = vmem(r0+#1); jumpr r31 }
