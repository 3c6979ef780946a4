// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Numbers that decide in which form a kernel's loops are written out: up to which length one is straight code, and how many turns
 * share code because they fill each other's waits. The front end's costs count these forms, so both include this. Vectors are of
 * 128 bytes. */
#ifndef HEXLOOM_HVX_TURNS_H
#define HEXLOOM_HVX_TURNS_H

/* copy.h, copy_ahead.h */
#define HL_VECTOR_RUN 12 /* bytes of a run that a vector pays for; hl_copy_runs copies shorter ones */
#define HL_LONG_RUN 12   /* vectors of a run in straight code; a loop goes through more of them */
#define HL_AT_ONCE 4     /* vectors of a longer run, and runs of one or two vectors, that are loaded before any is stored */
#define HL_MANY_RUNS 8   /* loops of as many runs of up to a vector have what masks them in registers */

/* copy_join.h */
#define HL_JOINED 8 /* vectors of a row */

/* transpose_tiles.h: rows of a tile, and bytes of each */
#define HL_TILE_ROWS 32
#define HL_TILE_BYTES 32

/* product.h, product_row.h, product_across.h */
#define HL_PIECE_WORDS 8    /* of a run that is a straight piece of code, the turn of a loop over runs */
#define HL_STRAIGHT_WORDS 8 /* of a run that are straight code where a tile's output stage is written behind the next one's products */
#define HL_ACROSS 4         /* blocks of channels whose results share a vector */
#define HL_ACROSS_PIXELS 3  /* of rows of outputs that are made that way */

/* depthwise.h */
#define HL_DEPTHWISE_COLUMNS 30 /* of a kernel, whose weights are known to be signed bytes or not */

/* depthwise_mixed.h */
#define HL_DEPTHWISE_FEW 2 /* vectors of a row that are straight code where they are made into words */

/* pool.h, pool_rows.h */
#define HL_POOL_WINDOW 8        /* rows of a window, and columns, that are straight code */
#define HL_POOL_ROWS_TOGETHER 4 /* vectors, of words for averages, that share code */

/* arg.h, arg_rows.h */
#define HL_ARG_FOURS 16    /* vectors of four pixels whose results share a vector */
#define HL_ARG_STRAIGHT 16 /* vectors of one block that are straight code */
#define HL_ARG_TOGETHER 4  /* rows that share code */

/* reduce_rows.h, reduce_columns.h */
#define HL_REDUCE_STRAIGHT 1024 /* bytes of a run in straight code */
#define HL_REDUCE_GROUP 8      /* outputs of which each is such a run, and whose lanes are folded together */
#define HL_COLUMN_STRAIGHT 8   /* inputs of an output in straight code */

/* resize.h, resize_narrow.h: vectors of a row in straight code, whose columns are constants */
#define HL_NEAREST_STRAIGHT 6
#define HL_NARROW_STRAIGHT 4

/* binary.h */
#define HL_HELD 8 /* vectors of an operand that repeats which stay in registers */

#endif
