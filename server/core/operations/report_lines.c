/* SPDX-License-Identifier: MIT */
/*
 * The lines of a chat that a report carries: those of the reported game's room, from memory or (if
 * it is closed or asleep) from the store; without a game, those of the room where the reporter is
 * and the player spoke last.
 */
#include "server/core/operations/report_lines.h"

#include "server/core/people/asker.h"
#include "server/core/people/login.h"
#include "server/core/people/player.h"
#include "server/core/table/room.h"
#include "server/core/table/room_chat.h"
#include "server/core/table/room_watch.h"
#include "server/core/table/seating.h"
#include "server/core/table/sleep.h"
#include "server/core/turn/call.h"
#include "server/core/turn/wait.h"

#include <utlist.h>

/* ------------------------------------------------------------------ where they talked */

/* The room so far in which the player spoke last, by the times that lines bear. */
struct talk {
    const struct room *room;
    int64_t at_ms;
};

/* Of two at the same time the younger room. */
static void talk_compare(struct talk *talk, const struct room *room, uint64_t speaker,
                         const struct player *reporter)
{
    int64_t at_ms = room_chat_spoke_ms(room, speaker, reporter);
    bool is_later = talk->room == NULL || at_ms > talk->at_ms ||
                    (at_ms == talk->at_ms && room_id(room) > room_id(talk->room));
    if (at_ms != NONE && !room_is_closed(room) && is_later)
        *talk = (struct talk){.room = room, .at_ms = at_ms};
}

static const struct room *find_talk(const struct core *core, uint64_t speaker,
                                    const struct player *reporter)
{
    struct talk talk = {0};
    struct room *room;
    uint64_t conn;
    for (size_t at = 0; (room = sitter_room(core, player_id(reporter), at)) != NULL; at++)
        talk_compare(&talk, room, speaker, reporter);
    for (size_t of = 0; (conn = login_conn(reporter, of)) != 0; of++)
        for (size_t at = 0; (room = room_watched(core, conn, at)) != NULL; at++)
            talk_compare(&talk, room, speaker, reporter);
    return talk.room;
}

/* ------------------------------------------------------------------ a room that is not here */

/* In a room that is closed no game goes on, and where one sleeps no player of it is here: so
 * nothing of what watchers said is withheld. */
static int chat_found(struct call *call, const struct store_answer *answer)
{
    struct report_lines *lines = call->wait->data;
    const struct store_chat *chat = &answer->as.chat;
    lines->count = 0;
    for (size_t i = 0; i < chat->lines_count && i < STORE_REPORT_LINES; i++)
        if (!player_has_blocked(call_player(call), chat->lines[i].player))
            lines->places[lines->count++] =
                (struct store_line_place){.room = lines->room, .n = chat->lines[i].n};
    return lines->then(call);
}

static int ask_chat(struct call *call)
{
    const struct report_lines *lines = call->wait->data;
    const struct store_query query = {.kind = STORE_CHAT, .as.chat = {.room = lines->room}};
    return asker_ask_next(call, &query, chat_found, 0);
}

/* ------------------------------------------------------------------ whichever it is */

/* A room with a game is kept for nobody: whoever likes may come in and read. */

int report_lines_take(struct call *call)
{
    struct report_lines *lines = call->wait->data;
    const struct player *reporter = call_player(call);
    const struct room *room = lines->room != 0 ? room_find(call->core, lines->room) : NULL;
    if (room == NULL && (lines->has_played || sleepers_have(call->core, lines->room)))
        return ask_chat(call);
    if (room == NULL)
        room = find_talk(call->core, lines->player, reporter);
    if (room != NULL)
        lines->count = room_chat_seen(room, reporter, lines->places);
    return lines->then(call);
}
