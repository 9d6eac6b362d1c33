/* SPDX-License-Identifier: MIT */
/*
 * The calls of client/cli/play/visit.h.
 */
#include "client/cli/play/visit.h"

#include "client/cli/terminal/i18n.h"

#include <stdarg.h>
#include <stdio.h>

void visit_say(const struct visit *visit, enum colour colour, const char *format, ...)
{
    char text[INK_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    visit->calls->say(visit->ctx, colour, text);
}

void visit_send(const struct visit *visit, const struct request *request)
{
    visit->calls->send(visit->ctx, request);
}

void visit_say_usual_clock(const struct visit *visit)
{
    if (invocation_has_usual_clock(visit->invocation))
        visit_say(visit, COLOUR_DIM, _("A rated game has a clock; without --clock it is %s."),
                  DEFAULT_RATED_CLOCK);
}

void visit_send_action(const struct visit *visit, struct action action)
{
    struct request request = {.op = OP_GAME_MOVE};
    char text[ACTION_TEXT_SIZE];
    const struct table *table = &visit->table;
    action_format(table->variant, action, text);
    request.as.game_move =
        (struct game_move_request){.game = table->game_id, .ply = table->game.ply, .action = text};
    visit_send(visit, &request);
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
