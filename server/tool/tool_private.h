/* SPDX-License-Identifier: MIT */
/*
 * Private to server/tool/: what a command gets and gives, and what those that look at a database
 * share.
 */
#ifndef PENTAD_SERVER_TOOL_TOOL_PRIVATE_H
#define PENTAD_SERVER_TOOL_TOOL_PRIVATE_H

#include "db/sqlite/check.h"
#include "server/tool/tool.h"

#include <signal.h>

/* A command: its arguments, borrowed, and the configuration. Returns an enum tool_exit. */
struct tool_call {
    const struct config *config;
    const char *const *arguments; /* NULL behind the last one */
    FILE *out;
    FILE *err;
};

#define TOOL(id, word, arguments, min, max, doc, more) int tool_##id(const struct tool_call *call);
#include "server/tools.def"
#undef TOOL

/* False, and the operator was told, for a database that has no file. */
bool tool_has_file(const struct tool_call *call);

/* ------------------------------------------------------------------ findings */

#define FINDING_KINDS_MAX 32

/* Prints findings as they come, of each kind the first few, and counts all. All zero but `out` is
 * ready. */
struct findings {
    FILE *out;
    struct {
        const char *kind; /* of db/, for ever */
        uint64_t count;
    } kinds[FINDING_KINDS_MAX];
    size_t kind_count;
};

/* The listener that fills `findings` and ends the work when a signal waits. */
struct store_check_listener findings_listener(struct findings *findings);
/* "3 findings: ledger 2, history 1" */
void findings_print_sum(const struct findings *findings);
/* "schema 1, 13 players, ..." */
void counts_print(const struct store_check_counts *counts, FILE *out);

/* ------------------------------------------------------------------ signals */

/* SIGINT, SIGTERM and SIGHUP wait from signals_hold() to signals_release(), where they end the
 * program; in between the work asks signals_are_waiting(), stops and cleans up. */
void signals_hold(sigset_t *before_out);
bool signals_are_waiting(void);
void signals_release(const sigset_t *before);

#endif
