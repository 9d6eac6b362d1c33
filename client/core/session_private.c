/* SPDX-License-Identifier: MIT */
/*
 * The frames of requests, and what a session remembers of each until it is answered.
 */
#include "client/core/session_private.h"

#include <stdlib.h>
#include <string.h>

static void queue(struct session *session, const char *frame, size_t len)
{
    bytes_append(&session->out, frame, len);
    session->last_out_ms = session->now_ms;
}

static char *copy_frame(const char *frame, size_t len)
{
    char *copy = malloc(len);
    if (copy == NULL)
        abort();
    memcpy(copy, frame, len);
    return copy;
}

/* The game or room that the answer is about, where that has to be known. */
static uint64_t subject_of(const struct request *request)
{
    switch (request->op) {
    case OP_ROOM_WATCH:
        return request->as.room_watch.room;
    case OP_ROOM_LEAVE:
        return request->as.room_leave.room;
    case OP_GAME_MOVE:
        return request->as.game_move.game;
    default:
        return 0;
    }
}

struct pending *session__send(struct session *session, const struct request *request,
                              enum pending_purpose purpose)
{
    struct request numbered = *request;
    numbered.id = session->next_id;
    int len = request_encode(&numbered, session->frame, sizeof(session->frame));
    if (len < 0)
        return NULL;
    struct pending item = {
        .id = numbered.id,
        .op = request->op,
        .purpose = purpose,
        .subject = subject_of(request),
    };
    struct pending *added = pending__add(&session->pending, &item);
    if (added == NULL)
        return NULL;
    if (purpose == PENDING_CALLER && request_is_repeatable(request)) {
        added->frame = copy_frame(session->frame, (size_t)len);
        added->len = (size_t)len;
    }
    session->next_id++;
    queue(session, session->frame, (size_t)len);
    return added;
}

void session__send_again(struct session *session)
{
    for (size_t i = 0; i < session->pending.count; i++) {
        const struct pending *item = &session->pending.items[i];
        if (item->frame != NULL)
            queue(session, item->frame, item->len);
    }
}
