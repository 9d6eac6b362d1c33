/* SPDX-License-Identifier: MIT */
/*
 * A match is a game on the server: the engine's game with its players, draw offers, event numbers
 * and outcome. Every event is an entry of its log, from which live events, missed events and the
 * state after a restart are all made.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_H
#define PENTAD_SERVER_CORE_MATCH_H

#include "server/core/state.h"

/* The plies that a player waits after a refused draw offer before the next one. */
#define DRAW_WAIT_PLIES 10
/* The plies that a player waits after a refused takeback, and the most takebacks that a player may
 * get in a game: without a limit two players could make a game that never ends and a log that
 * always grows. */
#define TAKEBACK_WAIT_PLIES 10
#define TAKEBACKS_MAX 20
/* Time that a player may give in a game, in milliseconds. */
#define GIVEN_MAX_MS (10 * CLOCK_MINUTE_MS)

/* The beginning of a match. */
struct match_setup {
    uint64_t id;
    struct player *players[SEAT_COUNT];
    const struct game *from; /* an open game of the room's variant; NULL: an empty board */
    size_t given;            /* how many of its actions are laid out */
};

/* A new match at the table of `room`. Writes and tells nothing. */
struct match *match_new(struct core *core, const struct room *room,
                        const struct match_setup *setup);
struct match *match_find(const struct core *core, uint64_t id);
/* Frees a match; `is_live`: it is in the index of matches. */
void match_free(struct core *core, struct match *match, bool is_live);
/* Forgets the match, when everything is settled, unless a room still has it. */
void match_recheck(struct core *core, struct match *match);
/* Forgets the matches that nothing needs. */
void matches_recheck(struct core *core);
void matches_free(struct core *core);

/* The seat of a player, SEAT_NONE for others. */
enum seat match_seat_of(const struct match *match, uint64_t player);

/* Games in progress in memory; walks over all that are there. */
size_t matches_in_progress(const struct core *core);

/* The facts of a match, for the parts above. */
uint64_t match_id(const struct match *match);
/* The id of its room. */
uint64_t match_room(const struct match *match);
bool match_is_rated(const struct match *match);
bool match_is_over(const struct match *match);
/* The board as it is now; lent. */
const struct game *match_game(const struct match *match);
/* The number of plies laid out before the first action. */
size_t match_given(const struct match *match);
/* The player at the seat, also if not in memory; lent. */
const struct known *match_player(const struct match *match, enum seat seat);
/* The time of the last action (wall); NONE: there was none. */
int64_t match_acted_ms(const struct match *match);
/* The time that each action took in a game that was loaded after its end, "" if not known; NULL:
 * the log has it (export.h). */
const char *match_spent(const struct match *match);
/* True if a computer plays; and notes the network (desk/address.h) of the person who plays it. */
bool match_has_computer(const struct match *match);
void match_note_customer(struct match *match, uint64_t customer);

/* The board as it was when the match began. */
void match__begin_board(const struct match *match, struct game *game_out);
/* The ply to which the match goes back from `game`, a board of it, when the player takes back; -1:
 * there is nothing to take back. */
int match__takeback_ply(const struct match *match, const struct game *game, enum seat seat);
/* A match with nothing but its board and its clocks, in no index. */
struct match *match__alloc(uint64_t id, const struct variant *variant,
                           const struct time_control *clock);
/* Puts the match into the index of matches; its deadlines count from now on. */
void match__list(struct core *core, struct match *match);
/* Lays out the first actions of another game on its empty board. */
void match__lay_out(struct match *match, const struct game *from, size_t given);
void match__touch(struct core *core, struct match *match);
/* Applies an event of the match to a board and clocks of it. The rules allow its action. */
void match__step(const struct match *match, struct game *game, struct clock clocks[SEAT_COUNT],
                 struct match_event event);
/* Applies an event to the whole state, and adds it to the log. */
void match__apply(struct match *match, struct match_event event);
/* Does, writes and tells one event, after setting its time and cost. Returns 0: the caller has
 * checked for reasons to refuse it. */
int match__do(struct core *core, struct room *room, struct match_event event);

/* ------------------------------------------------------------------ from the store */
/*
 * Matches from the store: the log read again, or the row of a game that is over.
 */

/* A match as the store has it, in the index of matches (`is_live`) or only for looking at: then
 * free it with match_free(). */
struct match *match_from_store(struct core *core, const struct store_game *stored, bool is_live);

#endif
