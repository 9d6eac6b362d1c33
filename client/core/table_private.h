/* SPDX-License-Identifier: MIT */
/*
 * Private to client/core/. What table.c, table_clock.c and table_event.c share: taking records
 * over. Nothing else needs it.
 */
#ifndef PENTAD_CLIENT_CORE_TABLE_PRIVATE_H
#define PENTAD_CLIENT_CORE_TABLE_PRIVATE_H

#include "client/core/table.h"

void table__set_person(const struct table *table, struct table_person *person,
                       const struct person_record *record);
/* When an absence of which `claim_in_ms` was told now can be claimed; NONE for never. */
int64_t table__claim_at_ms(const struct table *table, bool is_connected, int64_t claim_in_ms);
/* NULL: the message had no clocks, and those that are known stand. */
void table__set_clocks(struct table *table, const struct clocks_record *record);
/* The clock of whoever is to act waits for its player for so long from now; 0: it runs. */
void table__set_wait(struct table *table, int64_t clock_waits_ms);
/* What the game did to the ratings, which stand with the players from now on. */
void table__set_changes(struct table *table, const struct rating_change_record *changes,
                        size_t count);
/* Whether the names are the same and there is one. */
bool table__is_name(const char *a, const char *b);

#endif
