/* SPDX-License-Identifier: MIT */
/* The findings of a check, for people. */
#include "base/day.h"
#include "server/tool/tool_private.h"

#include <inttypes.h>
#include <string.h>

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

struct store_check_listener findings_listener(struct findings *findings)
{
    return (struct store_check_listener){findings, on_found, is_cancelled};
}

void findings_print_sum(const struct findings *findings)
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

/* What is kept of names that are reserved: numbers and ends, for nobody can read the names. */
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

void counts_print(const struct store_check_counts *counts, FILE *out)
{
    fprintf(out,
            "schema %" PRId64 ", %" PRId64 " players, %" PRId64 " games over, %" PRId64
            " in progress, %" PRId64 " ratings, %" PRId64 " ledger lines",
            counts->schema, counts->players, counts->games_over, counts->games_in_progress,
            counts->ratings, counts->ledger_lines);
    reserved_print(counts, out);
}
