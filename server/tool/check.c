/* SPDX-License-Identifier: MIT */
/* pentad check [FILE] */
#include "server/tool/tool_private.h"

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
