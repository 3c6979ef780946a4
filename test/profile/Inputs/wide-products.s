// Products of 256 and 512 bytes, and the cycle model's rules for them; see sequences.s. "PRODUCTS name: n" is how many
// products of bytes the function computes.

	.include "functions.inc"

	.text
	.globl	_start
	.type	_start,@function
_start:
	{ r20 = ##buffer }
	{ r1 = #0 }
	{ call pair_accumulate }
	{ call pair_accumulator_to_factor }
	{ call pair_factor }
	{ call pair_full }
	{ call z_accumulate }
	{ call z_factor }
	{ r6 = #94
	  r0 = #0 }
	{ trap0(#1) }
	.size	_start, .-_start

// An accumulated pair is no early source.
// EXPECT pair_accumulate: packets 4
// PRODUCTS pair_accumulate: 768
	sequence pair_accumulate
	{ v1:0.w += vrmpy(v2.b,r1:0.ub) }
	{ v1:0.w += vrmpy(v2.b,r1:0.ub) }
	{ v1:0.uw += vrmpy(v2.ub,r1:0.ub) }
	done	pair_accumulate

// Half of an accumulated pair as a factor of the next packet.
// EXPECT pair_accumulator_to_factor: packets 3, vector-early 1
// PRODUCTS pair_accumulator_to_factor: 512
	sequence pair_accumulator_to_factor
	{ v1:0.w += vrmpy(v2.b,r1:0.ub) }
	{ v5:4.uw = vrmpy(v1.ub,r1:0.ub) }
	done	pair_accumulator_to_factor

// The vector is an early source.
// EXPECT pair_factor: packets 3, vector-early 1
// PRODUCTS pair_factor: 256
	sequence pair_factor
	{ v2.w = vadd(v3.w,v4.w) }
	{ v1:0.w += vrmpy(v2.b,r1:0.ub) }
	done	pair_factor

// A load that feeds two of them takes no pipe and no cycle.
// EXPECT pair_full: packets 2
// PRODUCTS pair_full: 512
	sequence pair_full
	{ v1:0.w += vrmpy(v4.b,r1:0.ub)
	  v3:2.w += vrmpy(v4.b,r1:0.ub)
	  v4.tmp = vmem(r20+#0)
	  r3:2 = memd(r20+#0) }
	done	pair_full

// Four accumulated vectors, and a position that moves, are no early sources.
// EXPECT z_accumulate: packets 3
// PRODUCTS z_accumulate: 1024
	sequence z_accumulate
	{ v3:0.w += vrmpyz(v4.b,r0.ub++)
	  v4.tmp = vmem(r20+#0)
	  z = vmem(r20+#0) }
	{ v3:0.w += vrmpyz(v4.b,r0.ub++)
	  v4.tmp = vmem(r20+#1) }
	done	z_accumulate

// EXPECT z_factor: packets 4, vector-early 2
// PRODUCTS z_factor: 1024
	sequence z_factor
	{ v4.w = vadd(v5.w,v6.w) }
	{ v3:0.w = vrmpyz(v4.b,r0.b) }
	{ v11:8.w = vrmpyz(v3.b,r0.b) }
	done	z_factor

	.bss
	.p2align 7
buffer:
	.space	1024
