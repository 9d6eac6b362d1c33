/* SPDX-License-Identifier: MIT */
/*
 * The calls of client/cli/play/visit.h.
 */
#include "client/cli/play/visit.h"

#include "client/cli/terminal/i18n.h"
#include "client/cli/words/words.h"

#include <stdarg.h>
#include <stdio.h>

bool visit_is_against_computer(const struct visit *visit)
{
    const struct table_person *other = table_opponent(&visit->table);
    bool is_seated = table_my_seat(&visit->table) != SEAT_NONE;
    return visit->plan == PLAN_SOLO || (is_seated && other != NULL && other->computer[0] != '\0');
}

bool visit_is_ready(const struct visit *visit)
{
    return visit->session == NULL || session_is_ready(visit->session);
}

bool visit_is_calm(const struct visit *visit)
{
    return visit->session == NULL ||
           (session_is_ready(visit->session) && !session_is_busy(visit->session));
}

void visit_say(const struct visit *visit, enum colour colour, const char *format, ...)
{
    char text[INK_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    visit->calls->say(visit->ctx, colour, text);
}

void visit_refuse(const struct visit *visit, int error)
{
    visit->calls->refuse(visit->ctx, error);
}

void visit_send(const struct visit *visit, const struct request *request)
{
    visit->calls->send(visit->ctx, request);
}

void visit_say_usual_clock(const struct visit *visit)
{
    const char *usual = invocation_usual_clock(visit->invocation);
    if (usual != NULL)
        visit_say(visit, COLOUR_DIM, _("Without --clock such a game has %s."), usual);
}

void visit_send_action(const struct visit *visit, struct action action)
{
    struct request request = {.op = OP_GAME_MOVE};
    const struct table *table = &visit->table;
    const struct words_text at = words_action(table->variant, action);
    request.as.game_move = (struct game_move_request){
        .game = table->game_id, .ply = table->game.ply, .action = at.text};
    visit_send(visit, &request);
}

void visit_send_sync(const struct visit *visit)
{
    const struct game_sync_request sync = {.game = visit->table.game_id, .since = NONE};
    visit_send(visit, &(struct request){.op = OP_GAME_SYNC, .as.game_sync = sync});
}

void visit_say_goes_on(const struct visit *visit)
{
    const struct words_text room = words_id(visit->table.room);
    const struct invocation_server server = invocation_server(visit->invocation);
    if (!table_is_playing(&visit->table) || visit->table.room == 0)
        return;
    if (visit->plan == PLAN_WATCH) {
        visit_say(visit, COLOUR_PLAIN, _("The game goes on. Watch it again with: penta watch %s%s"),
                  room.text, server.text);
    } else {
        visit_say(visit, COLOUR_PLAIN, _("The game goes on. Come back with: penta play %s%s"),
                  room.text, server.text);
    }
}

void visit_say_lapsed(const struct visit *visit, const struct words_lapse *lapse)
{
    char text[INK_TEXT_SIZE];
    if (table_task(&visit->table) == TABLE_TASK_OVER)
        return;
    words_lapsed(&visit->table, lapse, text, sizeof(text));
    visit_say(visit, COLOUR_BOLD, "%s", text);
}

void visit_fail(const struct visit *visit, enum exit_code code, const char *format, ...)
{
    char text[INK_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    visit->calls->stop(visit->ctx, code, text);
}
