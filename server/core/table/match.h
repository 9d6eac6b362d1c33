/* SPDX-License-Identifier: MIT */
/*
 * A match is a game on the server: the engine's game with its players, draw offers, event numbers
 * and outcome. Every event is an entry of its log, from which live events, missed events and the
 * state after a restart are all made.
 */
#ifndef PENTAD_SERVER_CORE_MATCH_H
#define PENTAD_SERVER_CORE_MATCH_H

#include "server/core/state.h"

/* Plies that a player waits after a refused draw offer before the next (design, section 3). */
#define DRAW_WAIT_PLIES 10
/* The same after a refused takeback, and how many takebacks a player may get in a game: else two
 * players could make a game that never ends and a log that always grows. */
#define TAKEBACK_WAIT_PLIES 10
#define TAKEBACKS_MAX 20
/* Time that a player may give in a game, in milliseconds. */
#define GIVEN_MAX_MS (10 * CLOCK_MINUTE_MS)

/* A new match at the table of `room`, known by its id. Nothing is written or said. */
struct match *match_new(struct core *core, const struct room *room, uint64_t id,
                        struct player *const players[SEAT_COUNT]);
struct match *match_find(struct core *core, uint64_t id);
/* A match as the store has it, in the index of matches (`is_live`) or only for looking at: then
 * free it with match_free(). */
struct match *match_from_store(struct core *core, const struct store_game *stored, bool is_live);
void match_free(struct core *core, struct match *match, bool is_live);
/* Looks, when everything is settled, whether a room still has the match. */
void match_recheck(struct core *core, struct match *match);
void matches_free(struct core *core);

/* The seat of a player, SEAT_NONE for others. */
enum seat match_seat_of(const struct match *match, uint64_t player);
/* Whoever gets another name has an account, or had one. */
void match_rename(struct match *match, uint64_t player, const char *name);
bool match_can_abort(const struct match *match);

/* What players do. Each checks the rules, writes, and tells the room; 0 or an error. */
int match_act(struct core *core, struct room *room, enum seat seat, struct action action);
int match_draw_offer(struct core *core, struct room *room, enum seat seat);
int match_draw_accept(struct core *core, struct room *room, enum seat seat);
int match_draw_refuse(struct core *core, struct room *room, enum seat seat);
int match_resign(struct core *core, struct room *room, enum seat seat);
int match_abort(struct core *core, struct room *room, enum seat seat);
/* Gives the opponent time. */
int match_give_time(struct core *core, struct room *room, enum seat seat, int64_t given_ms);
int match_takeback_ask(struct core *core, struct room *room, enum seat seat);
/* Grants what the player at `seat` has just asked for, if the opponent's settings say so and it is
 * the first of the game. Returns whether. */
bool match_takeback_grant(struct core *core, struct room *room, enum seat seat);
int match_takeback_accept(struct core *core, struct room *room, enum seat seat);
int match_takeback_refuse(struct core *core, struct room *room, enum seat seat);
/* ERR_CLAIM_TOO_SOON says when it is not. */
int match_claim(struct core *core, struct room *room, enum seat seat, int64_t *retry_after_ms_out);
/* Leaving: aborts where that is still possible, else loses. */
void match_leave(struct core *core, struct room *room, enum seat seat);
/* Somebody who keeps order closes the room: the game ends without a result. */
void match_close(struct core *core, struct room *room);
/* Listens to GAME_RATED: the held end of the game gets its figures, and its players their points. */
void match_game_rated(struct core *core, const struct store_op *op);
/* Whether it is over, and what that did to ratings is not known yet. */
bool match_is_settling(const struct match *match);

/* match_turn.c, match_clock.c: what time does. Times are uptime (uptime.h). */
/* Whether it has a clock that is measured in less than days. */
bool match_is_real_time(const struct match *match);
/* Whether the turn is not told yet, because its batch is not durable: nobody's clock runs. */
bool match_is_held(const struct core *core, const struct match *match);
/* The turn was just passed, by the open batch: its clock stands until that is durable. */
void match_hold(struct core *core, struct match *match);
/* Listens to BATCH_TOLD: the turns that the batch passed begin. */
void match_batch_told(struct core *core, uint64_t batch);
/* Listens to BATCH_UNDONE: turns that waited for it never were. */
void match_batch_undone(struct core *core, uint64_t batch);
/* How long the clock of whoever is to act still waits for the player to come back; 0: it runs. */
int64_t match_waits_ms(const struct core *core, const struct match *match);
/* After a start, and when the turn passed: the clock of who is not back waits. */
void match_wait_for_return(struct core *core, struct match *match);
/* The player is back: his clock waits no more. */
void match_returned(struct core *core, struct match *match, const struct player *player);
/* How long whoever is to act has been thinking. */
int64_t match_thought_ms(const struct core *core, const struct match *match);
/* Both clocks as they stand now, or at the end. */
void match_clocks(const struct core *core, const struct match *match,
                  struct clock clocks_out[SEAT_COUNT]);
/* In how many ms the opponent of `away` may claim the match (may be NULL); NONE: there is nothing
 * to claim. */
int64_t match_claim_in_ms(const struct core *core, const struct match *match,
                          const struct player *away);
/* When the flag of a correspondence game falls; 0 for others. */
int64_t match_due_ms(const struct match *match);
/* After anything that may change when something is due: turns, ends, presence. */
void match_deadline_update(struct core *core, struct match *match);
/* Ends the room's match if that is due. */
bool match_fall(struct core *core, struct room *room);
void matches_tick(struct core *core);
int64_t matches_next_ms(const struct core *core);

/* How many actions the player has to wait for before asking again what `error` refused: exact, 0
 * where it is no such error; and for how long that is, if the game goes on as fast as it did. */
int64_t match_plies_to_wait(const struct match *match, enum seat seat, int error);
int64_t match_plies_last_ms(const struct core *core, const struct match *match, int64_t plies);

/* Whether the action at `ply` was this one, by this seat. */
bool match_is_repeat(const struct match *match, enum seat seat, size_t ply, struct action action);

/* What the actions that stand took. */
#define MATCH_TIMES_SIZE (GAME_ACTIONS_MAX * 20 + 1)
struct match_times {
    char spent[MATCH_TIMES_SIZE]; /* milliseconds of each, separated by spaces */
    char lags[MATCH_TIMES_SIZE];  /* the lag that each was compensated; "" if none was */
};
/* From the log. */
void match_times(const struct match *match, struct match_times *times_out);

/* Sends the events after `since` to one connection. */
void match_resend(struct core *core, struct conn *conn, const struct match *match, uint32_t since);

/* Games in progress in memory; walks over all that are there. */
size_t matches_in_progress(const struct core *core);

#endif
