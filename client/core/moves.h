/* SPDX-License-Identifier: MIT */
/*
 * The moves of a player on their way to the server: one at a time, each for the position that the
 * table shows. Without a connection a move is kept, and goes out when the session has come back;
 * one for a position that is there no more is never sent. The table notes it (table_pending()), so
 * that it can be shown.
 */
#ifndef PENTAD_CLIENT_CORE_MOVES_H
#define PENTAD_CLIENT_CORE_MOVES_H

#include "client/core/session.h"
#include "client/core/table.h"

enum moves_fate {
    MOVES_NONE,       /* there is no such move */
    MOVES_SENT,       /* it is on its way */
    MOVES_KEPT,       /* it goes out when there is a connection, in place of one before it */
    MOVES_BEFORE,     /* another one is on its way */
    MOVES_IMPOSSIBLE, /* the session cannot send more */
    MOVES_OUTDATED,   /* the position has changed meanwhile: it is forgotten */
    MOVES_FORGOTTEN,  /* it was not sent, and will not be */
    MOVES_UNKNOWN,    /* it will not be sent again, but may have arrived */
};

/* Makes a move or a choice. Returns its fate, or a negative error: it would be refused, and there
 * is nobody to say so. */
int moves_make(struct session *session, struct table *table, struct action action);
/* The session is back (NOTICE_READY): sends what was kept. */
enum moves_fate moves_come_back(struct session *session, struct table *table);
/* Takes back what waits for a connection. */
enum moves_fate moves_forget(struct session *session, struct table *table);

#endif
