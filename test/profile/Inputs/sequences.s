// Micro-sequences for each rule of the cycle model. The expectations are worked out by hand from the rules cited, not
// taken from the tool. A function is a sequence; "EXPECT name: packets N" and then the stalls by cause, all of them.
// Cost of going around: every sequence ends with { jumpr r31 }, one packet; starts are aligned, so that no fetch
// boundary is crossed by a target. "TURNS name: ..." are the costs when threads take turns, so that scalar packets issue
// every second clock as well and the clocks of their latencies count half (rounded up).

	.include "functions.inc"

	.text
	.globl	_start
	.type	_start,@function
_start:
	{ r20 = ##buffer }
	{ r21 = ##buffer+512
	  r0 = #3 }
	{ r1 = #0
	  memw(r21+#0) = r20 }
	{ call hvx_manual_example }
	{ call hvx_accumulate }
	{ call hvx_accumulator_to_factor }
	{ call hvx_two_apart }
	{ call hvx_scalar_between }
	{ call hvx_shift }
	{ call hvx_shift_accumulator }
	{ call hvx_permute }
	{ call hvx_permute_pair_half }
	{ call hvx_absdiff }
	{ call hvx_late_multiply_class }
	{ call hvx_compare_select }
	{ call hvx_store }
	{ call hvx_store_new }
	{ call hvx_store_unaligned }
	{ call hvx_load_to_alu }
	{ call hvx_load_to_multiply }
	{ call hvx_load_unaligned }
	{ call hvx_load_current }
	{ call hvx_load_temporary }
	{ call hvx_load_half }
	{ call hvx_load_beside_reader }
	{ call hvx_pointer }
	{ call hvx_two_early_sources }
	{ call hvx_extract }
	{ call hvx_scalar_operand }
	{ call hvx_loop_back_edge }
	{ call scalar_alu }
	{ call scalar_load_use }
	{ call scalar_load_use_apart }
	{ call scalar_load_address }
	{ call scalar_load_address_context }
	{ call scalar_alu_address }
	{ call scalar_pointer }
	{ call scalar_multiply_alu }
	{ call scalar_multiply_factor }
	{ call scalar_multiply_accumulate }
	{ call scalar_float }
	{ call scalar_float_factor }
	{ call scalar_longest_wait }
	{ call scalar_store_data }
	{ call scalar_store_new }
	{ call scalar_predicate }
	{ call scalar_predicate_new }
	{ call scalar_late_predicate }
	{ call control_hint_right }
	{ call control_hint_wrong_taken }
	{ call control_hint_wrong_not_taken }
	{ call control_split_target }
	{ call control_hardware_loop_split }
	{ call control_jump_and_set }
	{ call control_new_value_jump }
	{ call control_hardware_loop }
	{ call control_return }
	{ call control_indirect }
	{ r6 = #94
	  r0 = #0 }
	{ trap0(#1) }
	.size	_start, .-_start

// --- HVX: "Instruction latency" ---

// The manual's own example: two interlocks, at the multiply (v0 is a factor) and at the unpack (v2 is permuted).
// EXPECT hvx_manual_example: packets 7, vector-early 2
// TURNS hvx_manual_example: packets 7, vector-early 2
	sequence hvx_manual_example
	{ v8.w = vadd(v0.w,v0.w) }
	{ v0.w = vadd(v8.w,v9.w) }
	{ v1.h = vmpyi(v0.h,r0.b) }
	{ v2.w = vsub(v2.w,v1.w) }
	{ v5:4.uh = vunpack(v2.ub) }
	{ v2.w = vadd(v0.w,v4.w) }
	done	hvx_manual_example

// An accumulator is no early source.
// EXPECT hvx_accumulate: packets 4
	sequence hvx_accumulate
	{ v1.uw += vrmpy(v2.ub,r0.ub) }
	{ v1.uw += vrmpy(v2.ub,r0.ub) }
	{ v1.uw += vrmpy(v2.ub,r0.ub) }
	done	hvx_accumulate

// The accumulated value as a factor of the next packet.
// EXPECT hvx_accumulator_to_factor: packets 3, vector-early 1
	sequence hvx_accumulator_to_factor
	{ v1.uw += vrmpy(v2.ub,r0.ub) }
	{ v3.uw = vrmpy(v1.ub,r0.ub) }
	done	hvx_accumulator_to_factor

// An intervening vector packet hides the latency.
// EXPECT hvx_two_apart: packets 4
	sequence hvx_two_apart
	{ v1.w = vadd(v2.w,v3.w) }
	{ v4.w = vadd(v2.w,v3.w) }
	{ v5.uw = vrmpy(v1.ub,r0.ub) }
	done	hvx_two_apart

// So does a scalar packet: the model counts cycles, whatever packet fills them.
// EXPECT hvx_scalar_between: packets 4
	sequence hvx_scalar_between
	{ v1.w = vadd(v2.w,v3.w) }
	{ r2 = add(r0,r1) }
	{ v5.uw = vrmpy(v1.ub,r0.ub) }
	done	hvx_scalar_between

// The shifted register is an early source.
// EXPECT hvx_shift: packets 3, vector-early 1
	sequence hvx_shift
	{ v1.w = vadd(v2.w,v3.w) }
	{ v4.w = vasl(v1.w,r0) }
	done	hvx_shift

// The accumulator of a shift is not.
// EXPECT hvx_shift_accumulator: packets 3
	sequence hvx_shift_accumulator
	{ v1.w = vadd(v2.w,v3.w) }
	{ v1.w += vasl(v2.w,r0) }
	done	hvx_shift_accumulator

// Permuted registers are early sources; two stalls, one behind the other.
// EXPECT hvx_permute: packets 4, vector-early 2
	sequence hvx_permute
	{ v1.w = vadd(v2.w,v3.w) }
	{ v4 = vror(v1,r0) }
	{ v5 = valign(v4,v2,r0) }
	done	hvx_permute

// One half of a register pair.
// EXPECT hvx_permute_pair_half: packets 3, vector-early 1
	sequence hvx_permute_pair_half
	{ v3:2.w = vadd(v5:4.w,v7:6.w) }
	{ v8 = vror(v3,r0) }
	done	hvx_permute_pair_half

// Absolute differences use a multiply resource, and Vu and Vv are early (quick reference, row "Abs-diff").
// EXPECT hvx_absdiff: packets 3, vector-early 1
	sequence hvx_absdiff
	{ v1.w = vadd(v2.w,v3.w) }
	{ v4.ub = vabsdiff(v1.ub,v2.ub) }
	done	hvx_absdiff

// LLVM's class CVI_VX_LATE: a multiply resource, but sources at clock 7, here a predicate made from a scalar.
// EXPECT hvx_late_multiply_class: packets 3
	sequence hvx_late_multiply_class
	{ v1.w = vadd(v2.w,v3.w) }
	{ q0 = vand(v1,r0) }
	done	hvx_late_multiply_class

// Vector predicates go to an ALU operation: late.
// EXPECT hvx_compare_select: packets 3
	sequence hvx_compare_select
	{ q0 = vcmp.gt(v1.w,v2.w) }
	{ v4 = vmux(q0,v1,v2) }
	done	hvx_compare_select

// Aligned store data is late.
// EXPECT hvx_store: packets 3
	sequence hvx_store
	{ v1.w = vadd(v2.w,v3.w) }
	{ vmem(r20+#0) = v1 }
	done	hvx_store

// EXPECT hvx_store_new: packets 2
	sequence hvx_store_new
	{ v1.w = vadd(v2.w,v3.w)
	  vmem(r20+#0) = v1.new }
	done	hvx_store_new

// Unaligned store data is an early source.
// EXPECT hvx_store_unaligned: packets 3, vector-early 1
	sequence hvx_store_unaligned
	{ v1.w = vadd(v2.w,v3.w) }
	{ vmemu(r20+#0) = v1 }
	done	hvx_store_unaligned

// EXPECT hvx_load_to_alu: packets 3
	sequence hvx_load_to_alu
	{ v1 = vmem(r20+#0) }
	{ v2.w = vadd(v1.w,v3.w) }
	done	hvx_load_to_alu

// EXPECT hvx_load_to_multiply: packets 3, vector-early 1
	sequence hvx_load_to_multiply
	{ v1 = vmem(r20+#0) }
	{ v2.uw = vrmpy(v1.ub,r0.ub) }
	done	hvx_load_to_multiply

// An unaligned load is one access to the model; its value is a load's.
// EXPECT hvx_load_unaligned: packets 3, vector-early 1
	sequence hvx_load_unaligned
	{ v1 = vmemu(r20+#0) }
	{ v2.uw = vrmpy(v1.ub,v3.ub) }
	done	hvx_load_unaligned

// .cur feeds its own packet; the packet after it is the next one, so the shift there waits.
// EXPECT hvx_load_current: packets 3, vector-early 1
	sequence hvx_load_current
	{ v1.cur = vmem(r20+#0)
	  v2.uw = vrmpy(v1.ub,r0.ub) }
	{ v3.w = vasl(v1.w,r0) }
	done	hvx_load_current

// .tmp feeds its own packet and does not write v1: the multiply after it reads the v1 of long ago.
// EXPECT hvx_load_temporary: packets 3
	sequence hvx_load_temporary
	{ v1.tmp = vmem(r20+#0)
	  v2.uw = vrmpy(v1.ub,r0.ub) }
	{ v3.uw = vrmpy(v1.ub,r0.ub) }
	done	hvx_load_temporary

// One half of a pair comes from its own packet, the other one from the packet before: that one is waited for.
// EXPECT hvx_load_half: packets 3, vector-early 1
	sequence hvx_load_half
	{ v2.w = vadd(v4.w,v5.w) }
	{ v3.tmp = vmem(r20+#0)
	  v5:4.h = vmpa(v3:2.ub,r0.b) }
	done	hvx_load_half

// A plain load feeds nobody in its packet: the multiply beside it reads the sum of the packet before, and waits for it.
// EXPECT hvx_load_beside_reader: packets 3, vector-early 1
	sequence hvx_load_beside_reader
	{ v1.w = vadd(v4.w,v5.w) }
	{ v2.uw = vrmpy(v1.ub,r0.ub)
	  v1 = vmem(r20+#0) }
	done	hvx_load_beside_reader

// A post-incremented pointer is ready for the next vector packet.
// EXPECT hvx_pointer: packets 3
	sequence hvx_pointer
	{ r2 = r20
	  v2 = vmem(r20++#1) }
	{ v1 = vmem(r20++#1) }
	done	hvx_pointer

// Both factors come from the packet before: one wait, not two.
// EXPECT hvx_two_early_sources: packets 3, vector-early 1
	sequence hvx_two_early_sources
	{ v1.w = vadd(v2.w,v3.w)
	  v4.w = vadd(v2.w,v3.w) }
	{ v5.uw = vrmpy(v1.ub,v4.ub) }
	done	hvx_two_early_sources

// Extraction: about 15 cycles to the reader (quick reference), so 14 stalls in the next packet.
// EXPECT hvx_extract: packets 3, vector-extract 14
	sequence hvx_extract
	{ r2 = vextract(v1,r1) }
	{ r3 = add(r2,r0) }
	done	hvx_extract

// "Only HVX registers are early sources": a scalar made in the packet before goes to a multiply without a stall.
// EXPECT hvx_scalar_operand: packets 4
	sequence hvx_scalar_operand
	{ r2 = memw(r20+#0)
	  v1.w = vadd(v2.w,v3.w) }
	{ v4.uw = vrmpy(v2.ub,r2.ub) }
	{ v5.uw = vrmpy(v2.ub,r2.ub) }
	done	hvx_scalar_operand

// The back edge: v1 of the last packet is a factor in the first one. Five iterations: the first finds v1 long ready, so
// four stalls; loop0 is one packet, the body two.
// EXPECT hvx_loop_back_edge: packets 12, vector-early 4
	sequence hvx_loop_back_edge
	{ loop0(.Lback,#5) }
.Lback:
	{ v2.uw = vrmpy(v1.ub,r0.ub) }
	{ v1.w = vadd(v3.w,v4.w)
	  nop }:endloop0
	done	hvx_loop_back_edge

// --- Scalar: V66 itineraries, in clocks (def - use, forwarded) ---

// 3 - 2 = 1: the next packet.
// EXPECT scalar_alu: packets 3
// TURNS scalar_alu: packets 3
	sequence scalar_alu
	{ r2 = add(r0,r1) }
	{ r3 = add(r2,r1) }
	done	scalar_alu

// 4 - 2 = 2: one stall.
// EXPECT scalar_load_use: packets 3, load-use 1
// TURNS scalar_load_use: packets 3
	sequence scalar_load_use
	{ r2 = memw(r20+#0) }
	{ r3 = add(r2,r1) }
	done	scalar_load_use

// EXPECT scalar_load_use_apart: packets 4
	sequence scalar_load_use_apart
	{ r2 = memw(r20+#0) }
	{ r4 = add(r0,r1) }
	{ r3 = add(r2,r1) }
	done	scalar_load_use_apart

// 4 - 1 = 3: two stalls.
// EXPECT scalar_load_address: packets 3, load-address 2
// TURNS scalar_load_address: packets 3, load-address 1
	sequence scalar_load_address
	{ r2 = memw(r21+#0) }
	{ r3 = memw(r2+#0) }
	done	scalar_load_address

// The same next to HVX packets: 3 clocks are 2 context cycles, one stall.
// EXPECT scalar_load_address_context: packets 3, load-address 1
	sequence scalar_load_address_context
	{ r2 = memw(r21+#0)
	  v1.w = vadd(v2.w,v3.w) }
	{ r3 = memw(r2+#0) }
	done	scalar_load_address_context

// 3 - 1 = 2: one stall.
// EXPECT scalar_alu_address: packets 3, alu-address 1
// TURNS scalar_alu_address: packets 3
	sequence scalar_alu_address
	{ r2 = add(r20,#4) }
	{ r3 = memw(r2+#0) }
	done	scalar_alu_address

// The moved pointer is an ALU result (3 - 1 = 2).
// EXPECT scalar_pointer: packets 4, alu-address 1
	sequence scalar_pointer
	{ r2 = r20 }
	{ nop }
	{ r3 = memw(r2++#4) }
	{ r4 = memw(r2++#4)
	  jumpr r31 }
	.size	scalar_pointer, .-scalar_pointer

// 4 - 2 = 2.
// EXPECT scalar_multiply_alu: packets 3, multiply-use 1
// TURNS scalar_multiply_alu: packets 3
	sequence scalar_multiply_alu
	{ r2 = mpyi(r0,r1) }
	{ r3 = add(r2,r1) }
	done	scalar_multiply_alu

// 4 - 1 = 3.
// EXPECT scalar_multiply_factor: packets 3, multiply-use 2
// TURNS scalar_multiply_factor: packets 3, multiply-use 1
	sequence scalar_multiply_factor
	{ r2 = mpyi(r0,r1) }
	{ r3 = mpyi(r2,r1) }
	done	scalar_multiply_factor

// 4 - 2 = 2, the accumulator.
// EXPECT scalar_multiply_accumulate: packets 3, multiply-use 1
// TURNS scalar_multiply_accumulate: packets 3
	sequence scalar_multiply_accumulate
	{ r2 += mpyi(r0,r1) }
	{ r2 += mpyi(r0,r1) }
	done	scalar_multiply_accumulate

// 5 - 2 = 3 clocks to an ALU input, 2 context cycles.
// EXPECT scalar_float: packets 3, multiply-use 2
// TURNS scalar_float: packets 3, multiply-use 1
	sequence scalar_float
	{ r2 = sfadd(r0,r1) }
	{ r3 = add(r2,r1) }
	done	scalar_float

// 5 - 1 = 4 clocks to a factor, 2 context cycles.
// EXPECT scalar_float_factor: packets 3, multiply-use 3
// TURNS scalar_float_factor: packets 3, multiply-use 1
	sequence scalar_float_factor
	{ r2 = sfadd(r0,r1) }
	{ r3 = sfmpy(r2,r1) }
	done	scalar_float_factor

// Both parts of the address are late, the load's by two cycles and the ALU's by one: two, once.
// EXPECT scalar_longest_wait: packets 3, load-address 2
	sequence scalar_longest_wait
	{ r2 = memw(r21+#0)
	  r3 = add(r1,#0) }
	{ r4 = memw(r2+r3<<#0) }
	done	scalar_longest_wait

// 4 - 3 = 1: a loaded value can be stored by the next packet.
// EXPECT scalar_store_data: packets 3
	sequence scalar_store_data
	{ r2 = memw(r20+#0) }
	{ memw(r20+#4) = r2 }
	done	scalar_store_data

// EXPECT scalar_store_new: packets 2
	sequence scalar_store_new
	{ r2 = add(r0,r1)
	  memw(r20+#4) = r2.new }
	done	scalar_store_new

// 3 - 2 = 1.
// EXPECT scalar_predicate: packets 3
	sequence scalar_predicate
	{ p0 = cmp.eq(r0,#0) }
	{ if (p0) r2 = add(r0,r1) }
	done	scalar_predicate

// EXPECT scalar_predicate_new: packets 2
	sequence scalar_predicate_new
	{ p0 = cmp.eq(r0,#0)
	  if (p0.new) r2 = add(r0,r1) }
	done	scalar_predicate_new

// An ALU operation under a predicate of its own packet has two clocks: 4 - 2 = 2.
// EXPECT scalar_late_predicate: packets 3, multiply-use 1
// TURNS scalar_late_predicate: packets 3
	sequence scalar_late_predicate
	{ p0 = cmp.eq(r1,#0)
	  if (p0.new) r2 = add(r0,r1) }
	{ r3 = add(r2,r1) }
	done	scalar_late_predicate

// --- Control flow: figures of the machine description used by the test ---

// Backward jump, predicted taken, taken twice and then not: one wrong hint (5 cycles). r0 is 3; three rounds of two
// packets. The compare sets p0 for the jump of the same packet.
// EXPECT control_hint_right: packets 8, wrong-hint 5
	sequence control_hint_right
	{ r2 = r0 }
.Lagain:
	{ r2 = add(r2,#-1) }
	{ p0 = cmp.gt(r2,#0)
	  if (p0.new) jump:t .Lagain }
	done	control_hint_right

// Predicted not taken, taken.
// EXPECT control_hint_wrong_taken: packets 2, wrong-hint 5
	sequence control_hint_wrong_taken
	{ p0 = cmp.eq(r0,#3)
	  if (p0.new) jump:nt .Lskip }
	{ nop }
	.p2align 5
.Lskip:
	done	control_hint_wrong_taken

// Predicted taken, not taken.
// EXPECT control_hint_wrong_not_taken: packets 2, wrong-hint 5
	sequence control_hint_wrong_not_taken
	{ p0 = cmp.eq(r0,#4)
	  if (p0.new) jump:t .Lskip }
	done	control_hint_wrong_not_taken

// The target packet of 16 bytes begins 24 bytes into a fetch window of 32: it is split (7 cycles).
// EXPECT control_split_target: packets 3, split-target 7
	sequence control_split_target
	{ jump .Lsplit }
	.p2align 5
	.space 24, 0
.Lsplit:
	{ r2 = add(r0,r1)
	  r3 = add(r0,r1)
	  r4 = add(r0,r1)
	  r5 = add(r0,r1) }
	done	control_split_target

// An unconditional jump that also sets a register has no hint to go against.
// EXPECT control_jump_and_set: packets 2
	sequence control_jump_and_set
	{ r2 = r0 ; jump .Lset }
	.p2align 5
.Lset:
	done	control_jump_and_set

// A new-value compare and jump that goes as its hint says.
// EXPECT control_new_value_jump: packets 2
	sequence control_new_value_jump
	{ r2 = add(r0,#0)
	  if (cmp.eq(r2.new,#3)) jump:t .Lnew }
	{ nop }
	.p2align 5
.Lnew:
	done	control_new_value_jump

// Hardware loops branch at no cost (PRM, "zero overhead").
// EXPECT control_hardware_loop: packets 12
	sequence control_hardware_loop
	{ loop0(.Lhardware,#10) }
.Lhardware:
	{ r2 = add(r0,r1)
	  nop }:endloop0
	done	control_hardware_loop

// ... but a loop whose first packet is split is fetched in two parts at each of the nine back edges, as any branch target
// is; on the way in it is not a target.
// EXPECT control_hardware_loop_split: packets 14, split-target 63
	sequence control_hardware_loop_split
	{ loop0(.Lhardware_split,#10) }
	{ nop ; nop ; nop ; nop }
	{ nop }
.Lhardware_split:
	{ r2 = add(r0,r1)
	  r3 = add(r0,r1)
	  r4 = add(r0,r1)
	  r5 = add(r0,r1) }:endloop0
	done	control_hardware_loop_split

// Returns are predicted (assumption): also the short form in a duplex, which is a packet's first instruction here. The
// packet behind the call runs at no further cost.
// EXPECT control_return: packets 3
// EXPECT control_return_leaf: packets 1
	sequence control_return
	{ r2 = r31 ; call control_return_leaf }
	{ r31 = r2 }
	done	control_return
	sequence control_return_leaf
	{ r0 = r0 ; jumpr r31 }
	.size	control_return_leaf, .-control_return_leaf

// A jump to a register's value that is not a return (3 cycles).
// EXPECT control_indirect: packets 4, indirect-jump 3
	sequence control_indirect
	{ r2 = ##.Lindirect }
	{ nop }
	{ jumpr r2 }
	.p2align 5
.Lindirect:
	done	control_indirect

	.bss
	.p2align 7
buffer:
	.space	1024
