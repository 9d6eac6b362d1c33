/* SPDX-License-Identifier: MIT */
/*
 * The unanswered requests, as client/core/pending.h describes them, in the order in which they were
 * made.
 */
#include "client/core/pending.h"

#include <stdlib.h>
#include <string.h>

struct pending *pending__add(struct pending_list *list, const struct pending *item)
{
    if (list->count == SESSION_PENDING_MAX)
        return NULL;
    struct pending *added = &list->items[list->count++];
    *added = *item;
    return added;
}

struct pending *pending__find(struct pending_list *list, int64_t id)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].id == id)
            return &list->items[i];
    return NULL;
}

void pending__remove(struct pending_list *list, struct pending *item)
{
    free(item->frame);
    size_t at = (size_t)(item - list->items);
    list->count--;
    memmove(item, item + 1, (list->count - at) * sizeof(*item));
}

void pending__drop_actions(struct pending_list *list, uint64_t game)
{
    for (size_t i = list->count; i > 0; i--) {
        struct pending *item = &list->items[i - 1];
        if (item->op == OP_GAME_MOVE && item->subject == game)
            pending__remove(list, item);
    }
}

void pending__lose(struct pending_list *list, uint64_t game, bool with_moves)
{
    for (size_t i = 0; i < list->count; i++) {
        struct pending *item = &list->items[i];
        bool is_outdated = item->op == OP_GAME_DRAW || item->op == OP_GAME_TAKEBACK ||
                           (with_moves && item->op == OP_GAME_MOVE);
        if (!is_outdated || item->subject != game)
            continue;
        free(item->frame);
        item->frame = NULL;
        item->is_lost = true;
    }
}

void pending__clear(struct pending_list *list)
{
    while (list->count > 0)
        pending__remove(list, &list->items[list->count - 1]);
}
