// Known accesses, to be counted by a cache model of 256-byte L1 (32-byte lines, 2 ways: 4 sets) and 1-KB L2 (128-byte
// lines, 2 ways: 4 sets). The base is aligned to 4 KB.
	.text
	.globl	_start
	.type	_start,@function
_start:
	{ r1 = ##base }
	{ call scalar_line }
	{ call scalar_conflict }
	{ call vector_aligned }
	{ call vector_unaligned }
	{ call write_back }
	{ call copy_one_packet }
	{ r6 = #94
	  r0 = #0 }
	{ trap0(#1) }
	.size	_start, .-_start

// Four words of one line: one L1 miss, one L2 miss.
	.globl	scalar_line
	.type	scalar_line,@function
scalar_line:
	{ r2 = memw(r1+#0) }
	{ r2 = memw(r1+#4)
	  r3 = memw(r1+#8) }
	{ r2 = memub(r1+#31) }
	{ jumpr r31 }
	.size	scalar_line, .-scalar_line

// Lines 128 bytes apart share an L1 set of two ways: 128, 256, 384, then 128 again are four L1 misses; in L2 three lines.
	.globl	scalar_conflict
	.type	scalar_conflict,@function
scalar_conflict:
	{ r2 = memw(r1+#128) }
	{ r2 = memw(r1+#256) }
	{ r2 = memw(r1+#384) }
	{ r2 = memw(r1+#128) }
	{ jumpr r31 }
	.size	scalar_conflict, .-scalar_conflict

// Vectors go to L2: the line at 0 is there (scalar_line), the one at 1024 is not. The word at 0 has left L1 (its set took
// three lines since), but not L2.
	.globl	vector_aligned
	.type	vector_aligned,@function
vector_aligned:
	{ v0 = vmem(r1+#0) }
	{ v0 = vmem(r1+#0)
	  r2 = memw(r1+#0) }
	{ r2 = add(r1,#1024) }
	{ v0 = vmem(r2+#0) }
	{ jumpr r31 }
	.size	vector_aligned, .-vector_aligned

// A load that ends in the next line: two lines of L2, both in (0 and 128).
	.globl	vector_unaligned
	.type	vector_unaligned,@function
vector_unaligned:
	{ r2 = add(r1,#64) }
	{ v0 = vmemu(r2+#0) }
	{ jumpr r31 }
	.size	vector_unaligned, .-vector_unaligned

// A modified line leaves L2 when two more lines of its set come: 2048 is written, 2560 and 3072 follow (512 apart);
// three misses, one line written back.
	.globl	write_back
	.type	write_back,@function
write_back:
	{ r2 = add(r1,#2048) }
	{ vmem(r2+#0) = v0 }
	{ r2 = add(r1,#2560) }
	{ v1 = vmem(r2+#0) }
	{ r2 = add(r1,#3072) }
	{ v1 = vmem(r2+#0) }
	{ jumpr r31 }
	.size	write_back, .-write_back

// 16 doublewords one after the other by one packet are 16 scalar accesses, not one vector: four lines of L1, in L2 the
// line at 3584.
	.globl	copy_one_packet
	.type	copy_one_packet,@function
copy_one_packet:
	{ r2 = add(r1,#3584)
	  loop0(.Lcopy,#16) }
.Lcopy:
	{ r5:4 = memd(r2++#8)
	  nop }:endloop0
	{ jumpr r31 }
	.size	copy_one_packet, .-copy_one_packet

	.bss
	.p2align 12
base:	.space 4096
