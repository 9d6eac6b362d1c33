/* SPDX-License-Identifier: MIT */
/* pentad backup FILE */
#include "db/sqlite/backup.h"

#include "server/tool/tool_private.h"

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
