/* SPDX-License-Identifier: MIT */
/*
 * Private to client/core/. What table.c and table_event.c share: taking records over. Nothing else
 * needs it.
 */
#ifndef PENTAD_CLIENT_CORE_TABLE_PRIVATE_H
#define PENTAD_CLIENT_CORE_TABLE_PRIVATE_H

#include "client/core/table.h"

void table__set_person(struct table_person *person, const struct person_record *record);
void table__set_changes(struct table *table, const struct rating_change_record *changes,
                        size_t count);
/* Whether the names are the same and there is one. */
bool table__is_name(const char *a, const char *b);

#endif
