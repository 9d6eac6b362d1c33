/* SPDX-License-Identifier: MIT */
/*
 * The telling of client/cli/play/attention.h.
 */
#include "client/cli/play/attention.h"

#include "client/cli/terminal/i18n.h"

void attention_take(struct attention *attention, bool is_away)
{
    attention->is_away = is_away;
    attention_tell(attention);
}

void attention_forget(struct attention *attention)
{
    attention->game = 0;
    attention->told_away = false;
}

static void say_once(struct attention *attention)
{
    if (!attention->is_said)
        visit_say(attention->visit, COLOUR_DIM, "%s",
                  _("Rated game: moderators can see when you switch to another window."));
    attention->is_said = true;
}

void attention_tell(struct attention *attention)
{
    const struct visit *visit = attention->visit;
    const struct table *table = &visit->table;
    if (!visit->is_person || !table->is_rated || !table_is_playing(table) ||
        table_my_seat(table) == SEAT_NONE || !visit_is_ready(visit))
        return;
    if (attention->game != table->game_id)
        attention_forget(attention);
    attention->game = table->game_id;
    if (attention->told_away == attention->is_away)
        return;
    const struct request request = {
        .op = OP_GAME_FOCUS,
        .as.game_focus = {.game = table->game_id,
                          .focus = attention->is_away ? FOCUS_WORD_LOST : FOCUS_WORD_BACK}};
    attention->told_away = attention->is_away;
    visit_send(visit, &request);
    say_once(attention);
}
