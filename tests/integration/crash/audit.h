/* SPDX-License-Identifier: MIT */
/*
 * Compares what was told with what is stored: in a copy of the database as the dead server left it,
 * with plain SQLite, and by asking the server when it is there again. What is wrong is printed and
 * counted, so that one run shows all of it.
 */
#ifndef PENTAD_TESTS_INTEGRATION_CRASH_AUDIT_H
#define PENTAD_TESTS_INTEGRATION_CRASH_AUDIT_H

#include "tests/integration/crash/told.h"
#include "tests/support/server.h"

struct audit {
    size_t lost;    /* acknowledged, and not stored as it was told */
    size_t doubled; /* stored more than once */
    size_t unsound; /* the file, the ledger or a history contradicts itself */
};

enum audit_scope {
    AUDIT_QUICK, /* what was told since told_settle() */
    AUDIT_NEW,   /* and whether the file is sound */
    AUDIT_ALL,
};

/* The server is dead; its files are copied, so that it finds them as they are. */
void audit_files(struct audit *audit, const struct told *told, const struct server *server,
                 enum audit_scope scope);
/* Checks that clients see recent games and chats as they were told of them. */
void audit_server(struct audit *audit, const struct told *told, const struct server *server);
/* Every player's ratings and history as the server shows them add up. */
void audit_players(struct audit *audit, const struct told *told, const struct server *server);

#endif
