/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine on the server: which moves are remembered, when a month is settled, and who is
 * warned. The rule itself is db/fine.h, the days are the calendar's. A month is settled when the
 * first working day of the next one has begun and the wall clock can be believed (uptime.h): the
 * oldest first, one batch for each, everybody in it.
 */
#ifndef PENTAD_SERVER_CORE_FINES_H
#define PENTAD_SERVER_CORE_FINES_H

#include "server/core/state.h"

/* The time before a fine at which the player is warned. */
#define FINES_WARNING_MS (INT64_C(7) * 24 * 3600 * 1000)

/* Takes the store's answer at the start. Sets the date of the next fine. */
void fines_load(struct core *core, const struct store_marks *marks);
/* Notes that a rating is stored as it is now. */
void fines_note_rating(struct core *core, const struct store_rating *rating);

/* The month in which something happens now. */
int fines_month(const struct core *core);
/* The months that are not settled, the present one among them. `starts`, in the arena, has the
 * beginning of each and the end of the last. */
struct fines_months {
    int first;
    size_t count;
    const int64_t *starts;
};
struct fines_months fines_open_months(struct core *core);
/* A move in a rated game. */
struct fine_move {
    uint64_t player;
    uint64_t game;
    const struct variant *variant;
};
/* Writes, once for each month and game, that the player moved; it counts unless that player breaks
 * the game off. `noted_month` is the last month that was written, 0: none; the caller has touched
 * it. */
void fines_note_move(struct core *core, const struct fine_move *move, int *noted_month);
/* A ban of the account begins or ends now: keeps for earlier months that are not settled who is
 * spared the fine. Call it before the change. */
void fines_judge(const struct core *core, struct store_account *account);
/* A month is settled: those in memory are fined as those in the store were, and told. */
void fines_stored(struct core *core, const struct store_fine *fine);
/* The player came into memory: applies the months that were settled since the store's answer. */
void fines_catch_up(struct core *core, struct player *player);
/* The warning, in the arena; NULL unless the player, as things stand, is fined within
 * FINES_WARNING_MS. */
const struct fine_warning_record *fines_warning(struct core *core, const struct player *player);

#endif
