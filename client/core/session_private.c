/* SPDX-License-Identifier: MIT */
/*
 * The frames of requests, and what a session remembers of each until it is answered.
 */
#include "client/core/session_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often a repeat that is told `busy` is sent again, and after how long where nothing is said.
 */
#define PUT_OFF_MAX 8
#define PUT_OFF_MS 1000

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
    case OP_ROOM_REMATCH:
        return request->as.room_rematch.room;
    case OP_GAME_MOVE:
        return request->as.game_move.game;
    case OP_GAME_DRAW:
        return request->as.game_draw.game;
    case OP_GAME_TAKEBACK:
        return request->as.game_takeback.game;
    default:
        return 0;
    }
}

struct pending *session__send(struct session *session, const struct request *request,
                              enum pending_purpose purpose)
{
    struct request numbered = *request;
    char key[REQUEST_KEY_MAX + 1];
    numbered.id = session->next_id;
    numbered.key = NULL;
    if (op_info(request->op)->repeat == REPEAT_KEY) {
        snprintf(key, sizeof(key), "%016" PRIx64 "-%" PRId64, session->random, numbered.id);
        numbered.key = key;
    }
    int len = request_encode(&numbered, session->frame, sizeof(session->frame));
    if (len < 0)
        return NULL;
    struct pending item = {
        .id = numbered.id,
        .op = request->op,
        .purpose = purpose,
        .subject = subject_of(request),
        .again_ms = INT64_MAX,
        .sent_ms = session->now_ms,
    };
    struct pending *added = pending__add(&session->pending, &item);
    if (added == NULL)
        return NULL;
    if (purpose == PENDING_CALLER && request_is_repeatable(&numbered)) {
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
        struct pending *item = &session->pending.items[i];
        if (item->frame == NULL)
            continue;
        item->is_repeated = true;
        item->again_ms = INT64_MAX;
        item->times_put_off = 0;
        item->sent_ms = session->now_ms;
        queue(session, item->frame, item->len);
    }
}

bool session__put_off(struct session *session, struct pending *item, const char *code,
                      int64_t retry_after_ms)
{
    if (!item->is_repeated || item->times_put_off == PUT_OFF_MAX ||
        error_from_code(code) != ERR_BUSY)
        return false;
    item->times_put_off++;
    item->again_ms = session->now_ms + (retry_after_ms > 0 ? retry_after_ms : PUT_OFF_MS);
    return true;
}

void session__send_put_off(struct session *session)
{
    for (size_t i = 0; i < session->pending.count; i++) {
        struct pending *item = &session->pending.items[i];
        if (item->frame == NULL || item->again_ms > session->now_ms)
            continue;
        item->again_ms = INT64_MAX;
        item->sent_ms = session->now_ms;
        queue(session, item->frame, item->len);
    }
}

int64_t session__put_off_ms(const struct session *session)
{
    int64_t next_ms = INT64_MAX;
    for (size_t i = 0; i < session->pending.count; i++)
        if (session->pending.items[i].again_ms < next_ms)
            next_ms = session->pending.items[i].again_ms;
    return next_ms;
}
