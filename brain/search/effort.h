/* SPDX-License-Identifier: MIT */
/*
 * Private to brain/. The effort that a search may still make: a limit of nodes that is never
 * passed, and a callback that is asked every 1,024 nodes. Every stone that a search places to look
 * further is a node.
 */
#ifndef PENTAD_BRAIN_SEARCH_EFFORT_H
#define PENTAD_BRAIN_SEARCH_EFFORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EFFORT_STOP_EVERY 1024

struct effort {
    uint64_t nodes;
    uint64_t limit;
    bool (*stop)(void *ctx); /* NULL: never */
    void *ctx;
    bool is_stopped;
};

/* Counts a node. False if it may no longer be looked at. */
static inline bool effort__spend(struct effort *effort)
{
    if (effort->is_stopped || effort->nodes >= effort->limit)
        return false;
    effort->nodes++;
    if (effort->nodes % EFFORT_STOP_EVERY == 0 && effort->stop != NULL && effort->stop(effort->ctx))
        effort->is_stopped = true;
    return true;
}

static inline bool effort__is_over(const struct effort *effort)
{
    return effort->is_stopped || effort->nodes >= effort->limit;
}

#endif
