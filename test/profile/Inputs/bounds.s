// Loops of one packet, each full of something else. "BOUND name: what" is what the profile must say of the function, worked out
// from the packet's instructions.

	.include "functions.inc"
	.macro	loop name
	sequence \name
	{ loop0(.L\name,#200) }
	.p2align 5
.L\name:
	.endm

	.text
	.globl	_start
	.type	_start,@function
_start:
	{ r20 = ##buffer }
	{ r3:2 = combine(#1,#1) }
	{ call multiplies }
	{ call loads }
	{ call stores }
	{ call shifts }
	{ call permutes }
	{ call pipes }
	{ call words }
	{ call memory }
	{ call waits }
	{ r6 = #94
	  r0 = #0 }
	{ trap0(#1) }
	.size	_start, .-_start

// BOUND multiplies: vector multiply
	loop multiplies
	{ v0.uw += vrmpy(v2.ub,r2.ub)
	  v1.uw += vrmpy(v3.ub,r2.ub) }:endloop0
	done multiplies

// BOUND loads: vector load
	loop loads
	{ v0 = vmem(r20+#0) }:endloop0
	done loads

// BOUND stores: vector store
	loop stores
	{ vmem(r20+#0) = v0 }:endloop0
	done stores

// BOUND shifts: vector shift
	loop shifts
	{ v0.w = vasl(v1.w,r2) }:endloop0
	done shifts

// BOUND permutes: vector permute
	loop permutes
	{ v0 = vror(v1,r2) }:endloop0
	done permutes

// A sum of two pairs takes two of the four pipes.
// BOUND pipes: vector pipes
	loop pipes
	{ v1:0.w = vadd(v5:4.w,v7:6.w)
	  v3:2.w = vadd(v5:4.w,v7:6.w) }:endloop0
	done pipes

// BOUND words: issue slots
	loop words
	{ r4 = add(r2,#1)
	  r5 = add(r2,#2)
	  r6 = add(r2,#3)
	  r7 = add(r2,#4) }:endloop0
	done words

// BOUND memory: memory slots
	loop memory
	{ r4 = memw(r20+#0)
	  r5 = memw(r20+#4) }:endloop0
	done memory

// A product waits for the one before it.
// BOUND waits: operand stalls
	loop waits
	{ r4 = mpyi(r4,r2) }
	{ r4 = mpyi(r4,r2) }:endloop0
	done waits

	.bss
	.p2align 7
buffer:
	.zero 256
