/* SPDX-License-Identifier: MIT */
/*
 * The check of a database file: of the file (SQLite's own checks), of the schema that its version
 * promises, and of its content: ratings are the sum of their ledger, games replay, and histories
 * agree with them. Reads only, on a connection of its own, in one snapshot; the server may be
 * running. Blocks; for the operator's commands, not for the server.
 *
 * Memory does not grow with the file: rows are streamed, what must be sorted goes to SQLite's
 * temporary files.
 */
#ifndef PENTAD_DB_SQLITE_CHECK_H
#define PENTAD_DB_SQLITE_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One thing that is wrong. The texts are lent for the call. */
struct store_finding {
    const char
        *kind; /* of db/sqlite/findings.def, or schema, integrity, reference, unreadable, log */
    const char *id; /* of the row, as `sqlite3` shows it; of a whole table its name */
    const char *what;
};

/* Called with the findings, on the calling thread. */
struct store_check_listener {
    void *ctx;
    void (*found)(void *ctx, const struct store_finding *finding);
    /* Asked often; true ends the check, which then counts as impossible. */
    bool (*is_cancelled)(void *ctx);
};

/* The amount of data that was checked. */
struct store_check_counts {
    int64_t schema; /* its version */
    int64_t players;
    int64_t games_over;
    int64_t games_in_progress;
    int64_t ratings;
    int64_t ledger_lines;
    int64_t reserved_names; /* until a day: two hashes for most names */
    int64_t reserved_for_good;
    int64_t reserved_until_ms; /* the last of these days; 0: there is none */
};

/* Checks the file at `path`. Returns 0 if all of it was looked at, whatever was found; or -1 with
 * the end of a sentence in `message_out` if not: there is no such file, it is another program's, of
 * a newer version, unreadable from its first page on, or open by another name, or the check was
 * cancelled. */
int store_sqlite_check(const char *path, const struct store_check_listener *listener,
                       struct store_check_counts *counts_out, char *message_out,
                       size_t message_size);
/* Checks, for the back-end, a copy in the making, which its maker has locked. */
int check__copy(const char *path, const struct store_check_listener *listener,
                struct store_check_counts *counts_out, char *message_out, size_t message_size);

#endif
