/* SPDX-License-Identifier: MIT */
/*
 * pentad check [FILE] and pentad backup FILE, which checks the copy: findings are printed as they
 * come.
 */
#include "db/sqlite/check.h"

#include "base/day.h"
#include "db/sqlite/backup.h"
#include "server/tool/tool_private.h"

#include <inttypes.h>
#include <string.h>

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

/* Lines printed of one kind, at the most: an operator with more has other problems. */
#define LINES_MAX 20

/* Counts one of `kind`; returns how many there are now. */
static uint64_t count_kind(struct findings *findings, const char *kind)
{
    size_t i = 0;
    while (i < findings->kind_count && strcmp(findings->kinds[i].kind, kind) != 0)
        i++;
    if (i == FINDING_KINDS_MAX)
        i--; /* db/ has not so many kinds */
    if (i == findings->kind_count)
        findings->kinds[findings->kind_count++].kind = kind;
    return ++findings->kinds[i].count;
}

static void on_found(void *ctx, const struct store_finding *finding)
{
    struct findings *findings = ctx;
    uint64_t count = count_kind(findings, finding->kind);
    if (count <= LINES_MAX)
        fprintf(findings->out, "%s %s: %s\n", finding->kind, finding->id, finding->what);
    else if (count == LINES_MAX + 1)
        fprintf(findings->out, "%s: and more of this kind\n", finding->kind);
}

static bool is_cancelled(void *ctx)
{
    (void)ctx;
    return signals_are_waiting();
}

/* Fills `findings`, and ends the work when a signal waits. */
static struct store_check_listener findings_listener(struct findings *findings)
{
    return (struct store_check_listener){findings, on_found, is_cancelled};
}

/* "3 findings: ledger 2, history 1" */
static void findings_print_sum(const struct findings *findings)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < findings->kind_count; i++)
        sum += findings->kinds[i].count;
    fprintf(findings->out, "%" PRIu64 " finding%s", sum, sum == 1 ? "" : "s");
    for (size_t i = 0; i < findings->kind_count; i++)
        fprintf(findings->out, "%s%s %" PRIu64, i == 0 ? ": " : ", ", findings->kinds[i].kind,
                findings->kinds[i].count);
}

#define DAY_MS INT64_C(86400000)

/* Reserved names, as far as they are kept: numbers and ends, for nobody can read the names. */
static void reserved_print(const struct store_check_counts *counts, FILE *out)
{
    char day[DAY_TEXT_SIZE];
    day_text((int)(counts->reserved_until_ms / DAY_MS), day);
    if (counts->reserved_names > 0)
        fprintf(out, ", %" PRId64 " hashes of reserved names until %s at the latest",
                counts->reserved_names, day);
    if (counts->reserved_for_good > 0)
        fprintf(out, ", %" PRId64 " for good", counts->reserved_for_good);
}

/* "schema 1, 13 players, ..." */
static void counts_print(const struct store_check_counts *counts, FILE *out)
{
    fprintf(out,
            "schema %" PRId64 ", %" PRId64 " players, %" PRId64 " games over, %" PRId64
            " in progress, %" PRId64 " ratings, %" PRId64 " ledger lines",
            counts->schema, counts->players, counts->games_over, counts->games_in_progress,
            counts->ratings, counts->ledger_lines);
    reserved_print(counts, out);
}

/* ------------------------------------------------------------------ check */

static int check_print(const struct tool_call *call, const struct findings *findings,
                       const struct store_check_counts *counts)
{
    if (findings->kind_count == 0) {
        fputs("sound: ", call->out);
    } else {
        findings_print_sum(findings);
        fputs("; ", call->out);
    }
    counts_print(counts, call->out);
    fputc('\n', call->out);
    return findings->kind_count == 0 ? TOOL_EXIT_GOOD : TOOL_EXIT_FINDINGS;
}

int tool_check(const struct tool_call *call)
{
    const char *path = call->arguments[0];
    struct findings findings = {.out = call->out};
    struct store_check_listener listener = findings_listener(&findings);
    struct store_check_counts counts;
    char message[512];
    sigset_t signals;
    int result;
    if (path == NULL && !tool_has_file(call))
        return TOOL_EXIT_IMPOSSIBLE;
    if (path == NULL)
        path = call->config->database;
    signals_hold(&signals);
    result = store_sqlite_check(path, &listener, &counts, message, sizeof(message));
    if (result != 0)
        fprintf(call->err, "pentad: cannot check %s: %s.\n", path, message);
    signals_release(&signals);
    return result == 0 ? check_print(call, &findings, &counts) : TOOL_EXIT_IMPOSSIBLE;
}

/* ------------------------------------------------------------------ backup */

static int backup_print(const struct tool_call *call, const struct findings *findings,
                        const struct store_check_counts *counts)
{
    if (findings->kind_count == 0) {
        fprintf(call->out, "%s: ", call->arguments[0]);
        counts_print(counts, call->out);
    } else {
        findings_print_sum(findings);
    }
    fputc('\n', call->out);
    return findings->kind_count == 0 ? TOOL_EXIT_GOOD : TOOL_EXIT_FINDINGS;
}

int tool_backup(const struct tool_call *call)
{
    const char *database = call->config->database;
    const char *target = call->arguments[0];
    struct findings findings = {.out = call->out};
    struct store_check_listener listener = findings_listener(&findings);
    struct store_check_counts counts;
    char message[STORE_BACKUP_MESSAGE_SIZE] = "";
    sigset_t signals;
    int result;
    if (!tool_has_file(call))
        return TOOL_EXIT_IMPOSSIBLE;
    signals_hold(&signals);
    result = store_sqlite_backup(database, target, &listener, &counts, message);
    if (result != STORE_BACKUP_MADE)
        fprintf(call->err, "pentad: cannot back up %s to %s: %s.\n", database, target, message);
    signals_release(&signals);
    if (result == STORE_BACKUP_IMPOSSIBLE)
        return TOOL_EXIT_IMPOSSIBLE;
    return backup_print(call, &findings, &counts);
}
