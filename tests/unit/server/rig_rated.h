/* SPDX-License-Identifier: MIT */
/*
 * Rated games as the rules of a public place want them: with a clock, and played to a row.
 */
#ifndef PENTAD_TESTS_UNIT_SERVER_RIG_RATED_H
#define PENTAD_TESTS_UNIT_SERVER_RIG_RATED_H

#include "tests/unit/server/rig.h"

/* The terms that a server has when nothing else is configured; nobody is sent away for silence. */
struct core_options rig_rated_options(void);
/* A test's setup with them; rig_teardown() follows. */
int rig_rated_setup(void **state);
#define RATED_TEST(name) cmocka_unit_test_setup_teardown(name, rig_rated_setup, rig_teardown)

/* The reply to opening a room for a rated game of the 3x3 board with a clock. `more` begins with a
 * comma, or is empty. */
const json_t *rig_rated_open(struct rig_peer *peer, const char *more);
/* The same, joined by `second`; `first` begins. */
struct rig_table rig_rated_table(struct rig_peer *first, struct rig_peer *second);
/* The first player makes a row. */
void rig_rated_win(const struct rig_table *table);
/* Both leave the room. */
void rig_rated_leave(const struct rig_table *table);
/* A whole game, from opening to leaving. */
void rig_rated_beat(struct rig_peer *winner, struct rig_peer *loser);
/* The code with which `peer` is refused a seat in a rated room of `opener`'s; "" if it is not, and
 * then the game is aborted. `retry_after_ms_out` may be NULL. */
const char *rig_rated_refusal(struct rig_peer *opener, struct rig_peer *peer,
                              int64_t *retry_after_ms_out);

/* The player's rating in that variant, as the page says; NULL: there is none. */
const json_t *rig_rated_page(struct rig_peer *asker, const char *name);
/* How many are on the leaderboard. */
int64_t rig_rated_total(struct rig_peer *asker);

#endif
