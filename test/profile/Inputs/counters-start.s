// Runs work(), reads the emulator's counters and writes them to standard output as three words. From the read of c20 to
// the end 11 packets run, that one included; from the read of c21 11 instructions; the last HVX one is in work().
	.text
	.globl	_start
	.type	_start,@function
_start:
	{ r29 = and(r29,#-128) }
	{ call work }
	{ r1 = ##counts }
	.word	0x6a14c000	// { r0 = c20 }: packets before this one
	{ memw(r1+#0) = r0 }
	.word	0x6a15c000	// { r0 = c21 }: instructions before this packet
	{ memw(r1+#4) = r0 }
	.word	0x6a16c000	// { r0 = c22 }: HVX instructions before this packet
	{ memw(r1+#8) = r0 }
	{ r6 = #64 ; r0 = #1 }
	{ r2 = #12 }
	{ trap0(#1) }
	{ r6 = #94 ; r0 = #0 }
	{ trap0(#1) }
	.size	_start, .-_start
	.bss
	.p2align 2
counts:	.space 12
