/* SPDX-License-Identifier: MIT */
/* clang-format off */
/*
 * Game records that other programs read: SGF (FF[4] GM[4]) and PSQ (Piskvork). Writers and readers
 * are functions of bytes: no allocation, no I/O. Reading back a record of our own gives the same
 * actions, choices of the opening included.
 *
 * SGF: https://www.red-bean.com/sgf/ ("SGF FF[4]", its pages "User guide", "Properties", "Go"). In
 * a point the first letter is the column from the left, the second the row from the top; GM[4] is
 * "Gomoku+Renju" and has no properties of its own, so points are written as in Go. Facts that the
 * format has no word for go into private properties. They have three letters because no public
 * property has more than two, so they can never come to mean something else:
 *   PVA[swap2]  in the root: the key of the variant. RU says the same for people and other programs
 *               (RU[Standard], RU[Freestyle], RU[Swap2], or the variant's name); without PVA the
 *               size and RU tell the variant. engine/rule_words.def has the words of other programs.
 *   PCL[...]    in the root of a tree: what it claims, see engine/record_tree.h.
 *   PST[...]    in its root, too: the actions that lead to its start.
 *   PAN[yes]    in the root: a moderator annulled the game, whose points were taken back.
 *   PCH[white]  a choice of the opening, made after the stone of the same node. It shares that node
 *               so that other programs see no node without a move; C[] says it for people.
 *   PAC[b3c]    the text of an action in a game that the format has no words for. Such nodes have
 *               B or W, too, if other programs can show the stone, else C.
 * Time is in seconds: TM the main time, OT what comes after it ("3 fischer", "3x30 byo-yomi", or the
 * whole control where there is no main time: "3d/move"), BL and WL what the player of the stone had
 * left after it. A stone that one player lays for the other's colour (Swap2) has neither.
 *
 * PSQ: as the tournament manager Piskvork writes and reads it
 * (https://github.com/plastovicka/Piskvork, savePsq and openPsq in source/game.cpp) and as
 * Gomocup's page of games reads it:
 *   Piskvorky 19x19, 11:11, 0     size, levels of play, who begins
 *   10,10,0                       column from the left, row from the top, both from 1; the
 *                                 milliseconds that the stone took, 0 where they are not known
 *   homo-pentad:swap2 white       only if the size alone does not tell the variant, or the game was
 *                                 annulled: the variant's key, then the opening's choices in
 *                                 order, then "annulled" if it was
 *   homo-anna                     the player who has X, then the other
 *   homo-boris
 *   0                             the manager's error code
 * Piskvork starts the program that such a line names unless it begins with "homo-", so every name
 * does. The line with the key stands where both readers pass over it: Piskvork takes it for a human
 * player's name, Gomocup's page takes the names from the last three lines. Piskvork writes no rule:
 * its readers play by the one that is set in the program. So a PSQ of others that goes on after six
 * in a row is read as one of exactly five, and if all rules of the board fit, the reader says so.
 */
/* clang-format on */
#ifndef PENTAD_ENGINE_RECORD_H
#define PENTAD_ENGINE_RECORD_H

#include "engine/clock.h"
#include "engine/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of a record for each action, and for everything else: choices in words, its head, and
 * tags of 4000 bytes in all, even if every one of them has to be escaped. */
#define RECORD_ACTION_SIZE 46
#define RECORD_HEAD_SIZE 8736
/* Holds the record of any game, with its final NUL. */
#define RECORD_SIZE_MAX (RECORD_HEAD_SIZE + GAME_ACTIONS_MAX * RECORD_ACTION_SIZE)

/* The facts about a game besides its actions. Pointers are borrowed; NULL means unknown. */
struct record_tags {
    const char *player[SEAT_COUNT]; /* names by seat, UTF-8 */
    const char *event;              /* for instance "rated game" */
    const char *place;              /* the place of play: a URL or a game id */
    const char *date;               /* YYYY-MM-DD, UTC */
    enum seat winner;               /* SEAT_NONE: drawn, open or void, see `reason` */
    const char *reason;     /* a word of engine/outcomes.def; NULL: open, or over on the board */
    int rating[SEAT_COUNT]; /* before the game; 0: none */
    bool is_annulled;       /* by a moderator */
    const struct time_control *control; /* NULL, or without a clock: no time left is written */
    /* For each action: the milliseconds that it took, and those that its player had left after it,
     * with the increment; negative if unknown. */
    const int64_t *spent_ms;
    const int64_t *left_ms;
};

/* Each writes a whole record with its final NUL and returns its length, ERR_TOO_SMALL, or
 * ERR_NO_RECORD where the variant needs what the format does not know (READER_SGF, READER_PSQ).
 * `tags` may be NULL. */
int record_write_sgf(const struct game *game, const struct record_tags *tags, char *text,
                     size_t size);
int record_write_psq(const struct game *game, const struct record_tags *tags, char *text,
                     size_t size);

/* The way in which the variant of a record is known. */
enum record_rule {
    RECORD_RULE_NAMED,   /* the record names rule and size, or only one variant has such a board */
    RECORD_RULE_FOUND,   /* only this variant allows all moves of the record */
    RECORD_RULE_ASSUMED, /* other variants do, too: the first one of the table is taken */
};

/* Facts that a reader is told, and facts that it found in the record. Begin with zeros. */
struct record_reading {
    const struct variant *variant; /* told: the variant to take if the record leaves it open or
                                      names an unknown rule; NULL: none */
    unsigned game;                 /* told: which game of several, from 1; 0: there is only one */
    enum record_rule rule;
    unsigned start;         /* plies of stones that were set up */
    unsigned games;         /* in the text */
    bool is_choice_assumed; /* the record does not say what was chosen in the opening: taken as
                               CHOICE_WHITE, which changes no stone */
    size_t at;              /* of an error: the offset of the fault in bytes */
    size_t at_len;
};

/* Reads a record of either format: the stones that were set up, then the main line. The record
 * itself says what its variant is. A rule, a size or an opening that it names is obeyed or refused;
 * where it says nothing, the moves are tried by every rule for such a board, and `reading` tells
 * which ones fit. Returns 0, ERR_BAD_RECORD for what is no record, ERR_OTHER_GAME,
 * ERR_UNKNOWN_RULE, ERR_UNKNOWN_SIZE, ERR_SEVERAL_GAMES, ERR_SET_UP_STONES, ERR_OUT_OF_TURN,
 * ERR_PASS or ERR_UTF16, or what the rules said of an illegal action. After an error `game` is the
 * game before the fault. */
int record_read(struct game *game, const char *text, size_t len, struct record_reading *reading);

/* Each reads a record of a whole game into `game`, as record_read() does; stones that were set up
 * are ERR_SET_UP_STONES. `at_out` (may be NULL) is the offset of a fault in bytes. Tags are not
 * read, and of variations only the main line (engine/record_tree.h reads all). */
int record_read_sgf(struct game *game, const char *text, size_t len, size_t *at_out);
int record_read_psq(struct game *game, const char *text, size_t len, size_t *at_out);

#endif
