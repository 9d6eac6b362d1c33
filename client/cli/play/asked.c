/* SPDX-License-Identifier: MIT */
/*
 * The answers of client/cli/play/asked.h.
 */
#include "client/cli/play/asked.h"

unsigned asked_all(const struct visit *visit)
{
    unsigned asked = ASKED_NOTHING;
    const struct table *table = &visit->table;
    enum seat me = table_my_seat(table);
    if (table_is_takeback_asked_of(table, me))
        asked |= ASKED_TAKEBACK;
    if (table_is_draw_offered_to(table, me))
        asked |= ASKED_DRAW;
    if (!table_is_playing(table) && table_is_rematch_offered_to_me(table))
        asked |= ASKED_REMATCH;
    if (visit->invitations > 0)
        asked |= ASKED_INVITATION;
    return asked;
}

enum asked asked_first(const struct visit *visit)
{
    unsigned asked = asked_all(visit);
    return (enum asked)(asked & (~asked + 1)); /* the lowest bit */
}

void asked_send_draw(const struct visit *visit, enum draw_word answer)
{
    const struct game_draw_request draw = {.game = visit->table.game_id, .answer = answer};
    visit_send(visit, &(struct request){.op = OP_GAME_DRAW, .as.game_draw = draw});
}

void asked_send_takeback(const struct visit *visit, enum takeback_word answer)
{
    const struct game_takeback_request back = {.game = visit->table.game_id, .answer = answer};
    visit_send(visit, &(struct request){.op = OP_GAME_TAKEBACK, .as.game_takeback = back});
}

void asked_answer(const struct visit *visit, enum asked asked, bool is_yes)
{
    const struct room_rematch_request no = {.room = visit->table.room, .refuse = true};
    if (asked == ASKED_TAKEBACK)
        asked_send_takeback(visit, is_yes ? TAKEBACK_WORD_ACCEPT : TAKEBACK_WORD_REFUSE);
    else if (asked == ASKED_DRAW)
        asked_send_draw(visit, is_yes ? DRAW_WORD_ACCEPT : DRAW_WORD_REFUSE);
    else if (asked == ASKED_REMATCH && !is_yes)
        visit_send(visit, &(struct request){.op = OP_ROOM_REMATCH, .as.room_rematch = no});
}
