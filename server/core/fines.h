/* SPDX-License-Identifier: MIT */
/*
 * The monthly fine on the server: which moves are remembered, when a month is settled, and who is
 * warned. The rule itself is db/fine.h, the days are the calendar's. A month is settled when the
 * first working day of the next one has begun and the wall clock can be believed (wall.h): the
 * oldest first, one batch for each, everybody in it.
 */
#ifndef PENTAD_SERVER_CORE_FINES_H
#define PENTAD_SERVER_CORE_FINES_H

#include "server/core/state.h"

/* Who would be fined is told for so long before. */
#define FINES_WARNING_MS (INT64_C(7) * 24 * 3600 * 1000)

/* What the store said at the start: the last settled month (0: none) and when the youngest of what
 * is stored was made (0: nothing is). */
void fines_load(struct core *core, int settled_month, int64_t youngest_ms);
/* Settles a month if one is due: in every turn, when the time has come in. */
void fines_tick(struct core *core);
/* When fines_tick() has something to do by itself (monotonic). */
int64_t fines_next_ms(const struct core *core);

/* The present month. */
int fines_month(const struct core *core);
/* The month to which what is played now belongs: a month that is settled is over, whatever the
 * clock says. */
int fines_playing_month(const struct core *core);
/* The player at `seat` made a move. */
void fines_note_move(struct core *core, const struct match *match, enum seat seat);
/* Whether a month was settled since the store told of a player who is in no memory: then the store
 * is to be asked again. To apply the month here would not do, for its batch may still fail. */
bool fines_is_outdated(struct core *core, const struct store_answer *answer);
/* In the arena; NULL unless the player would be fined in the next days as things stand. */
const struct fine_warning_record *fines_warning(struct core *core, const struct player *player);

#endif
