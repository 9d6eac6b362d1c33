/* SPDX-License-Identifier: MIT */
/*
 * Time at a table: the clocks as the last message told them, going on by the client's own monotonic
 * clock, and when the absence of the opponent can be claimed.
 */
#ifndef PENTAD_CLIENT_CORE_TABLE_CLOCK_H
#define PENTAD_CLIENT_CORE_TABLE_CLOCK_H

#include "client/core/table.h"

/* What the player at `seat` has left at `now_ms`: the clock of whoever is to act runs, unless the
 * game is over. Only if `has_clocks`. */
struct clock table_clock(const struct table *table, enum seat seat, int64_t now_ms);
/* The connection is gone: what is shown of the clocks stands until new ones come. */
void table_stop_clocks(struct table *table, int64_t now_ms);
/* Whether the clock of whoever is to act stands on the screen: without a connection nobody knows
 * what it shows, and after a start of the server it waits for its player. */
bool table_clock_stands(const struct table *table, int64_t now_ms);
/* How long at `now_ms` until the opponent's absence wins the game by a claim: 0 from then on, NONE
 * where nothing can be claimed. */
int64_t table_claim_in_ms(const struct table *table, int64_t now_ms);
/* A time control as it goes over the wire, and back: one that makes no sense is none, so that
 * nothing of the server's can break the client. */
struct time_control table_control(const struct clock_record *record);
struct clock_record table_clock_record(const struct time_control *control);

/* For client/core/ alone: */
/* When an absence of which `claim_in_ms` was told now can be claimed; NONE for never. */
int64_t table__claim_at_ms(const struct table *table, bool is_connected, int64_t claim_in_ms);
/* NULL: the message had no clocks, and those that are known stand. */
void table__set_clocks(struct table *table, const struct clocks_record *record);
/* The clock of whoever is to act waits for its player for so long from now; 0: it runs. */
void table__set_wait(struct table *table, int64_t clock_waits_ms);

#endif
