/* SPDX-License-Identifier: MIT */
/*
 * Connections that are one too many, of all or from their place.
 */
#include "server/shell/loop.h"

#define REFUSAL_LOG_MS 10000 /* between two words about it in the log */

/* Not every time: a flood of them must not flood the log. */
static void log_refusal(struct shell *shell, const struct origin *origin)
{
    uint64_t now_ms = uv_now(&shell->loop);
    shell->counts.refused++;
    if (shell->refusal_told_ms != 0 && now_ms - shell->refusal_told_ms < REFUSAL_LOG_MS)
        return;
    shell->refusal_told_ms = now_ms;
    log_event(shell->log, LOG_LEVEL_WARN, "too_many_connections", "connections=%zu address=%s",
              shell->counts.connections, origin->text);
}

static const char *line_for(struct shell *shell, const struct origin *origin)
{
    const struct shell_options *options = &shell->options;
    if (shell->counts.connections >= options->connections)
        return options->refusal;
    if (!origins_enter(&shell->origins, origin->place, options->connections_per_address))
        return options->refusal_of_address;
    return NULL;
}

const char *refusal__judge(struct shell *shell, const struct origin *origin)
{
    const char *line = line_for(shell, origin);
    if (line != NULL)
        log_refusal(shell, origin);
    return line;
}
