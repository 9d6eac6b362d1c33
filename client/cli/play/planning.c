/* SPDX-License-Identifier: MIT */
/*
 * The conditional moves of client/cli/play/planning.h.
 */
#include "client/cli/play/planning.h"

#include "client/cli/play/table_needs.h"
#include "client/cli/terminal/i18n.h"
#include "engine/error.h"
#include "proto/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OFF "off"

/* ---------------------------------------------------------------- asking */

/* `lines` NULL: only asks for them. */
static void send(struct planning *planning, enum planning_wish wish, const char *lines)
{
    const struct table *table = &planning->visit->table;
    const struct game_plan_request plan = {
        .game = table->game_id, .ply = table->game.ply, .lines = lines};
    planning->wish = wish;
    visit_send(planning->visit, &(struct request){.op = OP_GAME_PLAN, .as.game_plan = plan});
}

void planning_do_if(struct planning *planning, const char *line)
{
    if (strchr(line, ' ') == NULL) {
        visit_say(planning->visit, COLOUR_ERROR, "%s",
                  _("The opponent's move and your answer, for example: if h8 i9"));
        return;
    }
    snprintf(planning->typed, sizeof(planning->typed), "%s", line);
    send(planning, PLANNING_ADD, NULL);
}

void planning_do_plan(struct planning *planning, const char *rest)
{
    if (strcmp(rest, OFF) == 0)
        send(planning, PLANNING_CLEAR, "");
    else
        send(planning, PLANNING_LIST, NULL);
}

/* ---------------------------------------------------------------- telling */

/* Appends a move with its number, behind `between` where others stand before it; what does not fit
 * is left out. */
static void put(char text[INK_TEXT_SIZE], const char *between, unsigned number, const char *at,
                size_t at_len)
{
    size_t len = strlen(text);
    snprintf(text + len, INK_TEXT_SIZE - len, "%s%u %.*s", len > 0 ? between : "", number,
             (int)at_len, at);
}

/* One line with the numbers that its moves would have. */
static void say_line(const struct visit *visit, const char *line, size_t len, unsigned ply)
{
    char text[INK_TEXT_SIZE] = "";
    const char *end = line + len;
    while (line < end) {
        size_t word = strcspn(line, " ;");
        put(text, "  ", ++ply, line, word);
        line += word + strspn(line + word, " ");
    }
    visit_say(visit, COLOUR_PLAIN, "%s", text);
}

static void list(const struct visit *visit, const struct game_plan_reply *reply)
{
    const char *line = reply->lines;
    if (line[0] == '\0') {
        visit_say(visit, COLOUR_PLAIN, "%s", _("You have set no conditional moves here."));
        return;
    }
    visit_say(visit, COLOUR_BOLD, "%s", _("Your conditional moves, which only you see:"));
    while (line[0] != '\0') {
        size_t len = strcspn(line, ";");
        say_line(visit, line, len, (unsigned)reply->ply);
        line += len + (line[len] == ';' ? 1 : 0);
    }
}

/* ---------------------------------------------------------------- replies and events */

static void add(struct planning *planning, const struct game_plan_reply *reply)
{
    char lines[TYPED_SIZE + MAXIMA_PLAN + 2];
    bool is_first = reply->lines[0] == '\0';
    if (reply->ply != planning->visit->table.game.ply) {
        visit_refuse(planning->visit, ERR_STALE_PLY);
        return;
    }
    snprintf(lines, sizeof(lines), "%s%s%s", reply->lines, is_first ? "" : ";", planning->typed);
    if (strlen(lines) > MAXIMA_PLAN)
        visit_refuse(planning->visit, ERR_PLAN_TOO_LARGE);
    else
        send(planning, PLANNING_LIST, lines);
}

void planning_take_reply(struct planning *planning, const struct game_plan_reply *reply)
{
    enum planning_wish wish = planning->wish;
    planning->wish = PLANNING_NOTHING;
    if (wish == PLANNING_ADD)
        add(planning, reply);
    else if (wish == PLANNING_LIST)
        list(planning->visit, reply);
    else if (wish == PLANNING_CLEAR)
        visit_say(planning->visit, COLOUR_PLAIN, "%s", _("Your conditional moves are cleared."));
    else if (wish == PLANNING_WARN && reply->lines[0] != '\0')
        visit_say(planning->visit, COLOUR_BOLD, "%s",
                  _("Your conditional moves wait until you answer the draw offer, or move."));
}

bool planning_take_error(struct planning *planning)
{
    enum planning_wish wish = planning->wish;
    planning->wish = PLANNING_NOTHING;
    return wish != PLANNING_WARN;
}

/* Asks for the plan, but not before what was typed meanwhile, nor for a program. */
void planning_take_offer(struct planning *planning)
{
    const struct table *table = &planning->visit->table;
    if (planning->visit->is_person && planning->wish == PLANNING_NOTHING &&
        table_need_is_met(TABLE_NEED_DAYS, planning->visit) &&
        table_is_draw_offered_to(table, table_my_seat(table)))
        send(planning, PLANNING_WARN, NULL);
}

static void say_none_left(const struct planning *planning)
{
    visit_say(planning->visit, COLOUR_PLAIN, "%s", _("No conditional moves are left."));
}

bool planning_take_event(const struct planning *planning, const struct notice *event)
{
    const struct plan_changed_event *changed = &event->body->plan_changed;
    if (event->event != EVENT_PLAN_CHANGED)
        return false;
    if (changed->of == planning->visit->table.game_id && changed->lines[0] == '\0' &&
        planning->wish != PLANNING_CLEAR)
        say_none_left(planning);
    return true;
}

/* ---------------------------------------------------------------- what was played meanwhile */

/* Marks the plies of a text of numbers. */
static void read_plies(const char *text, bool plies_out[GAME_ACTIONS_MAX])
{
    char *end;
    memset(plies_out, 0, GAME_ACTIONS_MAX * sizeof(*plies_out));
    for (long ply = text != NULL ? strtol(text, &end, 10) : -1; text != NULL && end != text;
         ply = strtol(text, &end, 10)) {
        if (ply >= 0 && ply < GAME_ACTIONS_MAX)
            plies_out[ply] = true;
        text = end;
    }
}

/* Marks the plies of the player at `seat`. */
static void find_own(const struct game *game, enum seat seat, bool own_out[GAME_ACTIONS_MAX])
{
    struct game board;
    const struct action *actions = game_actions(game);
    game_init(&board, game->variant);
    for (unsigned ply = 0; ply < game->ply; ply++) {
        own_out[ply] = game_to_act(&board) == seat;
        game_do(&board, actions[ply]);
    }
}

void planning_take_game(const struct planning *planning, const struct game_record *record,
                        unsigned from)
{
    bool planned[GAME_ACTIONS_MAX];
    bool own[GAME_ACTIONS_MAX];
    char text[INK_TEXT_SIZE] = "";
    char at[ACTION_TEXT_SIZE];
    const struct table *table = &planning->visit->table;
    unsigned first = table->game.ply;
    if (record->planned == NULL || table_my_seat(table) == SEAT_NONE)
        return;
    read_plies(record->planned, planned);
    find_own(&table->game, table_my_seat(table), own);
    while (first > from && (!own[first - 1] || planned[first - 1]))
        first--;
    for (unsigned ply = first; ply < table->game.ply; ply++) {
        if (!own[ply])
            continue;
        size_t len = action_format(table->variant, game_actions(&table->game)[ply], at);
        put(text, ", ", ply + 1, at, len);
    }
    if (text[0] == '\0')
        return;
    visit_say(planning->visit, COLOUR_BOLD, _("Played for you while you were away: %s."), text);
    if (table_is_my_turn(table))
        say_none_left(planning);
}
