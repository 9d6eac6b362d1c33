/* SPDX-License-Identifier: MIT */
/*
 * How events change a table's view. An event of another room or game, or one that is known already,
 * changes nothing; one that cannot follow what is known is reported, so that the game is fetched.
 */
#ifndef PENTAD_CLIENT_CORE_TABLE_EVENT_H
#define PENTAD_CLIENT_CORE_TABLE_EVENT_H

#include "client/core/table.h"

/* The meaning of an event for this table. */
enum table_news {
    TABLE_NEWS_NONE,        /* not of this table, or known already */
    TABLE_NEWS,             /* taken */
    TABLE_NEWS_OUT_OF_STEP, /* does not follow from what is known: get the game anew */
};
enum table_news table_take_event(struct table *table, enum event event,
                                 const union event_body *body);

#endif
