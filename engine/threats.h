/* SPDX-License-Identifier: MIT */
/*
 * Threats: what a side can make of its rows with its next stone, and what stops it. Clients show
 * them; the rules need none of it. Pure functions of a game, which allocate nothing. A variant is
 * judged by its row and its overlines; if it needs more (READER_THREATS), it has no threats.
 *
 * The words are those of the International Rules of Renju
 * (http://www.renju.net/study/rifrules.php), for a row of five. Each is about stones of one mark on
 * one line: horizontal, vertical, rising or falling. Lines do not mix: a stone that stands in two
 * threes is part of two threats.
 *
 *   five           a row that wins by the variant's rules
 *   four           stones that one stone more makes a five: OXXXX. with the square on the right,
 *                  the split XX.XX and X.XXX with the gap. X.XXX.X is two fours
 *   straight four  an unbroken row of four that wins on either side: .XXXX. It cannot be stopped
 *   three          three stones that one stone more makes a straight four: ..XXX.. on either side,
 *                  O.XXX.. on the right, .XX.X. in the gap. Not OXXX.. and not O.XXX.O, which one
 *                  stone more makes a four that can be stopped
 *
 * Where only exactly five win, a square that would make six is no square for a five. So X.XXXX. is
 * a four with the right square only, X.XXXX.X no four at all, X..XXX.. a three on the right only,
 * and six stones in a row are nothing. Where overlines win, X.XXXX. is straight and XXX.XXX a four.
 *
 * On a board with a row of three, a "four" is a two whose third square is free (XX. or X.X), and
 * 3x3 has no other threat: the straight ones need more room.
 */
#ifndef PENTAD_ENGINE_THREATS_H
#define PENTAD_ENGINE_THREATS_H

#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum threat_kind {
    THREAT_THREE,         /* a straight four next move */
    THREAT_FOUR,          /* a five next move, on one square */
    THREAT_STRAIGHT_FOUR, /* a five next move, on either of two squares */
};

/* The most that a threat can have, where overlines win: six stones around a gap in games of five.
 */
#define THREAT_STONES_MAX (2 * (GAME_ROW_MAX - 2))
#define THREAT_SQUARES_MAX 2
#define THREAT_ANSWERS_MAX 3

struct threat {
    enum threat_kind kind;
    uint8_t stones_count;
    uint8_t squares_count; /* at least 1 */
    uint8_t answers_count;
    uint16_t stones[THREAT_STONES_MAX]; /* cells, along the line */
    /* The squares on which the side's next stone carries it out: it makes the five or, from a
     * three, the straight four. Empty cells, along the line. */
    uint16_t squares[THREAT_SQUARES_MAX];
    /* The squares on which a stone of the other side ends it: then these stones are no longer such
     * a threat. Empty cells, along the line: all that there are, as no other line has any; none
     * against a straight four. A three's squares are among them. */
    uint16_t answers[THREAT_ANSWERS_MAX];
};

/* A walk over the threats of one side. The game is borrowed and must not change meanwhile. */
struct threats_search {
    const struct game *game;
    enum mark mark;
    size_t at; /* the cell and the line to look at next */
};

/* No walk has more threats than this: one for each cell and line. */
#define THREATS_MAX (4 * GAME_CELLS_MAX)

/* Begins with the threats of `mark` (X or O), whoever is to move. A game that is over has none. */
void threats_start(struct threats_search *search, const struct game *game, enum mark mark);

/* Finds the next one, each once; false when there are no more. A whole walk looks at every cell and
 * each of its four lines, no further than a row's length: cells x 4 x row steps, 7220 on 19x19. */
bool threats_next(struct threats_search *search, struct threat *threat_out);

/* True if the player at `seat` has only one move that does not lose at once, and tells its cell: it
 * is that player's turn to place a stone, no square wins for them, and there is exactly one on
 * which the other player would win next. Two such squares force nothing, because nothing helps; a
 * three forces nothing, because it has several answers. Nothing is forced before the opening has
 * given the player a mark. */
bool threats_forced_answer(const struct game *game, enum seat seat, size_t *cell_out);

#endif
