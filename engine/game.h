/* SPDX-License-Identifier: MIT */
/*
 * A game: its actions in order, and the board that they give. A plain value that owns nothing. A
 * `struct game` has room for a game of any variant, so that it can live on the stack; a game needs
 * only game_size() bytes of it. One that has only these is never assigned, but copied with
 * game_copy().
 *
 * Players are seats: SEAT_FIRST makes the first action of the game (in Swap2 the whole opening of
 * three stones), SEAT_SECOND is the other. Stones are marks: X (black) is always the first on the
 * board. The variant, or the opening's choices, decide which player has which mark.
 */
#ifndef PENTAD_ENGINE_GAME_H
#define PENTAD_ENGINE_GAME_H

#include "engine/action.h"
#include "engine/error.h"
#include "engine/limits.h"
#include "engine/variant.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum seat {
    SEAT_NONE = -1,
    SEAT_FIRST = 0,
    SEAT_SECOND = 1,
    SEAT_COUNT = 2,
};

/* The opponent of a player. */
static inline enum seat seat_other(enum seat seat)
{
    return seat == SEAT_FIRST ? SEAT_SECOND : SEAT_FIRST;
}

enum mark {
    MARK_NONE,
    MARK_X, /* black */
    MARK_O, /* white */
};

/* The state of the board. Resignations, agreements and clocks are the server's, not the board's. */
enum game_status {
    GAME_OPEN,
    GAME_WON,   /* game_winner() tells by whom */
    GAME_DRAWN, /* full board, no winner */
};

/* The kind of action that comes next. */
enum game_expects {
    EXPECTS_STONE,
    EXPECTS_CHOICE,  /* one of the choices that are legal now: in Swap2 white, black or, after three
                        stones only, two_more */
    EXPECTS_NOTHING, /* the game is over */
};

struct game {
    const struct variant *variant;
    uint16_t ply;    /* actions done so far */
    uint16_t stones; /* stones on the board */
    uint8_t status;  /* enum game_status */
    int8_t winner;   /* enum seat */
    /* The board, the state of the rules and the actions, laid out by variant and private to the
     * engine (engine/layout.h). */
    struct action body[GAME_BODY_MAX];
};

/* The bytes of a game of this variant, from the beginning of its struct. */
size_t game_size(const struct variant *variant);

/* Sets up the empty board of `variant`. */
void game_init(struct game *game, const struct variant *variant);

/* Makes `copy_out` the same game; it has room for the variant's games. */
void game_copy(struct game *copy_out, const struct game *game);

/* Returns 0 if `action` may be done now, else ERR_GAME_OVER or the refusal of the rules: a row of
 * engine/errors.def up to ERR_CANNOT_CHOOSE. The caller checks whose turn it is. */
int game_check(const struct game *game, struct action action);

/* A number for the position. Two games of one variant have the same number if they may go on and
 * end in the same ways, because the same stones lie there after as many actions; others have the
 * same one only by a chance of 2^-64. */
uint64_t game_key(const struct game *game);

/* Does an action for which game_check() returned 0. The cost does not depend on the board: only
 * lines through the new stone are looked at. */
void game_do(struct game *game, struct action action);
/* Does the action if game_check() returns 0. Returns what game_check() did. */
int game_act(struct game *game, struct action action);

/* Takes the last action back. The game has at least one. */
void game_undo(struct game *game);

/* The actions so far, `ply` of them; lent until the game changes. */
const struct action *game_actions(const struct game *game);

/* True if the last action, done by the player at `acted`, ended that player's turn. Moving a stone
 * ends the turn even if the opponent is then passed over. */
bool game_turn_ended(const struct game *game, enum seat acted);

/* The mark of the stone that the action at `ply` placed or moved; MARK_NONE for a choice. */
enum mark game_mark_at(const struct game *game, size_t ply);

/* The extent of a takeback: the last turn of a player, with all its stones and choices, or, in
 * games that began when that was the rule, the last action only. */
enum takeback_unit {
    TAKEBACK_TURN,
    TAKEBACK_ACTION,
};

/* The ply to which the game returns when `seat` takes back an action and whatever followed it; the
 * first `given` plies stay. -1 if the player has done nothing since. */
int game_takeback_ply(const struct game *game, enum seat seat, unsigned given,
                      enum takeback_unit unit);

/* Gives the next legal action, in the order of codes, choices last. `*at` is 0 before the first
 * one, and belongs to the walk. False when there are no more. */
bool game_next_legal(const struct game *game, size_t *at, struct action *action_out);

/* Lists all legal actions; returns how many there are and writes at most `cap` of them.
 * GAME_LEGAL_MAX is enough unless the board is sparse. */
size_t game_legal_actions(const struct game *game, struct action *actions_out, size_t cap);

/* Sets up the board and does `count` actions; on an error only those before the wrong one. */
int game_replay(struct game *game, const struct variant *variant, const struct action *actions,
                size_t count);

enum game_status game_status(const struct game *game);
/* The winner's seat; SEAT_NONE while open or when drawn. */
enum seat game_winner(const struct game *game);
/* The seat that acts next; SEAT_NONE when the game is over. */
enum seat game_to_act(const struct game *game);
enum game_expects game_expects(const struct game *game);
/* The mark that the next stone would have; MARK_NONE when a choice or nothing is expected. */
enum mark game_next_mark(const struct game *game);
/* The stones that the player to act places, the next one among them, before somebody else acts or a
 * choice is asked for; 0 when a choice or nothing is expected. */
unsigned game_stones_left(const struct game *game);
/* The mark of the player at `seat`; MARK_NONE while the opening has not fixed it. */
enum mark game_seat_mark(const struct game *game, enum seat seat);
enum mark game_cell(const struct game *game, size_t cell);
/* Gives the cell of the next stone on the board, in the order of cells, on sparse boards in that of
 * actions. `*at` is 0 before the first one, and belongs to the walk. False when there are no
 * more. */
bool game_next_stone(const struct game *game, size_t *at, size_t *cell_out);

/* The cells on which the last action changed something, each once; returns how many and writes at
 * most `cap`. None before the first action, and none for a choice. */
size_t game_changed(const struct game *game, size_t *cells_out, size_t cap);

/* Gives the points of both players as the board stands; false if the rules count none. */
bool game_points(const struct game *game, unsigned points_out[SEAT_COUNT]);

/* True if the player at `seat` is still far from a win: the fewest stones that can win are more
 * than two turns away. Before an opening has given out the colours, no stone is anybody's. Walks
 * over the board. */
bool game_is_far_from_win(const struct game *game, enum seat seat);

/* Lists the cells of the winning line, in order; returns how many (0 unless won, at most
 * GAME_LINE_MAX) and writes at most `cap`. Of several rows made at once, the first found in the
 * order: horizontal, vertical, rising, falling. Of nested boards: the cells of the three small
 * ones. */
size_t game_winning_line(const struct game *game, size_t *cells_out, size_t cap);

/* Writes the action list as text ("h8 i9 white"), NUL-terminated; returns its length, or
 * ERR_TOO_SMALL when it does not fit `size` bytes. */
int game_format(const struct game *game, char *text, size_t size);
/* Writes the cells of the winning row in the same way ("h8 i9 j10"); returns 0 if there is none. */
int game_format_line(const struct game *game, char *text, size_t size);

/* Reads an action list and replays it. Returns 0 or an error. After an error `ply_out` (may be
 * NULL) is the ply of the wrong action. */
int game_parse(struct game *game, const struct variant *variant, const char *text, size_t len,
               size_t *ply_out);

#endif
