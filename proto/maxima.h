/* SPDX-License-Identifier: MIT */
/*
 * The largest that a game may be on the wire: maxima of proto/messages.def that depend on what is
 * played. They are promised to clients of other builds, so they do not follow from the variants of
 * this build, but have room for every game that is planned (docs/adr/0026). The build checks that
 * each row of the engine's table stays below them (proto/maxima.c).
 */
#ifndef PENTAD_PROTO_MAXIMA_H
#define PENTAD_PROTO_MAXIMA_H

#define MAXIMA_VARIANTS 64
/* Tallies: one for each variant, seat and mark, no mark included. */
#define MAXIMA_TALLIES (MAXIMA_VARIANTS * 6)
#define MAXIMA_VARIANT_KEY 32
#define MAXIMA_VARIANT_NAME 64

/* Computer players, and the bytes of the key and the name of each. */
#define MAXIMA_COMPUTERS 32
#define MAXIMA_COMPUTER_KEY 16
#define MAXIMA_COMPUTER_NAME 64

/* Variants that a player waits for at one time in quick pairing. */
#define MAXIMA_QUICK 8

/* Columns or rows of a board, and stones in a row. */
#define MAXIMA_SIDE 255
/* Actions of a game. */
#define MAXIMA_PLIES 1024

/* Bytes: of the needs of a variant, of the choices that an opening offers, of squares with their
 * marks, of one action, of a game's actions, of a winning row, of the times of a
 * game, of the lines of a plan, of a record in the format of other programs. */
#define MAXIMA_NEEDS 256
#define MAXIMA_CHOICES 64
#define MAXIMA_CELLS 8192
#define MAXIMA_ACTION 16
#define MAXIMA_ACTIONS 4096
#define MAXIMA_LINE 2048
#define MAXIMA_TIMES 16384
#define MAXIMA_PLAN 2048
#define MAXIMA_RECORD 49152
/* Of proto/phrases.def. */
#define MAXIMA_PHRASES 64

#endif
