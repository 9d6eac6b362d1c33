/* SPDX-License-Identifier: MIT */
/*
 * The moves of a player on their way to the server: one at a time, each for the position that the
 * table shows. Without a connection a move is kept, and sent when the session has come back; a move
 * for a former position is never sent. The table notes the move (table_pending()), so that it can
 * be shown.
 */
#ifndef PENTAD_CLIENT_CORE_MOVES_H
#define PENTAD_CLIENT_CORE_MOVES_H

#include "client/core/session.h"
#include "client/core/table.h"

enum moves_fate {
    MOVES_NONE,       /* there is no such move */
    MOVES_SENT,       /* it is on its way */
    MOVES_KEPT,       /* it is sent when there is a connection, in place of an earlier one */
    MOVES_BEFORE,     /* another one is on its way */
    MOVES_IMPOSSIBLE, /* the session cannot send any more */
    MOVES_OUTDATED,   /* the position has changed, and it is forgotten */
    MOVES_FORGOTTEN,  /* it was not sent, and will not be */
    MOVES_UNKNOWN,    /* it will not be sent again, but may have arrived */
};

/* Makes a move or a choice. Returns its fate, or a negative error if the server would refuse it. */
int moves_make(struct session *session, struct table *table, struct action action);
/* The session is back (NOTICE_READY): sends what was kept. */
enum moves_fate moves_come_back(struct session *session, struct table *table);
/* Takes back a move that waits for a connection. */
enum moves_fate moves_forget(struct session *session, struct table *table);

#endif
