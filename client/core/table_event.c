/* SPDX-License-Identifier: MIT */
/*
 * A table's events, as client/core/table_event.h describes them.
 */
#include "client/core/table_event.h"

#include "client/core/table_record.h"
#include "client/core/tracker.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- the game */

/* Does the action at its ply. A draw offer ends when the other player acts, a request to take back
 * when anybody does. */
static enum table_news act(struct table *table, const struct game_moved_event *moved)
{
    struct action action;
    if (moved->ply != table->game.ply ||
        action_parse(table->variant, moved->action, strlen(moved->action), &action) != 0 ||
        game_act(&table->game, action) != 0)
        return TABLE_NEWS_OUT_OF_STEP;
    table->spent_ms[moved->ply] = moved->spent_ms;
    if (table->draw_offer != NONE && table->draw_offer != moved->by)
        table->draw_offer = NONE;
    table->takeback = NONE;
    return TABLE_NEWS;
}

/* The game that is left has to be the one that the server means. */
static enum table_news take_taken_back(struct table *table,
                                       const struct game_taken_back_event *back)
{
    struct game before = table->game;
    while (before.ply > back->ply)
        game_undo(&before);
    if (before.ply != back->ply || (int)game_to_act(&before) != back->to_act)
        return TABLE_NEWS_OUT_OF_STEP;
    table->game = before;
    table->draw_offer = NONE;
    table->takeback = NONE;
    return TABLE_NEWS;
}

static void take_ended(struct table *table, const struct game_ended_event *ended)
{
    for (enum seat seat = SEAT_FIRST; seat < SEAT_COUNT; seat++)
        table->seats[seat].is_silent = false; /* told while a clock runs */
    table->result = ended->result;
    table->reason = ended->reason;
    table->draw_offer = NONE;
    table->takeback = NONE;
    table->room_state = ROOM_STATE_WORD_OVER;
    table__set_changes(table, ended->changes, ended->changes_count);
}

static enum table_news take_started(struct table *table, const struct game_started_event *started)
{
    if (started->room != table->room || started->game->game == table->game_id)
        return TABLE_NEWS_NONE;
    return table_set_game(table, started->game) == 0 ? TABLE_NEWS : TABLE_NEWS_OUT_OF_STEP;
}

/* ---------------------------------------------------------------- the room */

static enum table_news take_joined(struct table *table, const struct room_joined_event *joined)
{
    if (joined->room != table->room)
        return TABLE_NEWS_NONE;
    for (size_t i = 0; i < table->players_count; i++)
        if (table__is_name(table->players[i].name, joined->player->name))
            return TABLE_NEWS_NONE;
    if (table->players_count < 2)
        table__set_person(table, &table->players[table->players_count++], joined->player);
    return TABLE_NEWS;
}

static enum table_news take_left(struct table *table, const struct room_left_event *left)
{
    if (left->room != table->room)
        return TABLE_NEWS_NONE;
    for (size_t i = 0; i < table->players_count; i++) {
        if (table__is_name(table->players[i].name, left->name)) {
            table->players[i] = table->players[1];
            table->players_count--;
            table->rematch_by[0] = '\0';
            return TABLE_NEWS;
        }
    }
    return TABLE_NEWS_NONE;
}

static enum table_news take_reopened(struct table *table, const struct room_reopened_event *event)
{
    if (event->room != table->room)
        return TABLE_NEWS_NONE;
    table__forget_game(table);
    return TABLE_NEWS;
}

static enum table_news take_presence(struct table *table, const struct room_presence_event *event)
{
    if (event->room != table->room)
        return TABLE_NEWS_NONE;
    bool has_changed = false;
    int64_t claim_at_ms = table__claim_at_ms(table, event->connected, event->claim_in_ms);
    int64_t off_until = event->off_until != NONE ? event->off_until : 0;
    for (size_t i = 0; i < 2; i++) {
        struct table_person *player = &table->players[i];
        if (i < table->players_count && table__is_name(player->name, event->name)) {
            has_changed = has_changed || player->is_connected != event->connected;
            player->is_connected = event->connected;
            player->claim_at_ms = claim_at_ms;
            player->lag_ms = event->lag_ms;
            player->is_silent = event->silent;
            player->off_until = off_until;
        }
        if (table__is_name(table->seats[i].name, event->name)) {
            has_changed =
                has_changed || (claim_at_ms != NONE && table->seats[i].claim_at_ms == NONE);
            table->seats[i].is_connected = event->connected;
            table->seats[i].claim_at_ms = claim_at_ms;
            table->seats[i].lag_ms = event->lag_ms;
            table->seats[i].is_silent = event->silent;
            table->seats[i].off_until = off_until;
            if ((int)table_to_act(table) == (int)i)
                table__set_wait(table, event->clock_waits_ms);
        }
    }
    return has_changed ? TABLE_NEWS : TABLE_NEWS_NONE;
}

static enum table_news take_said(struct table *table, const struct room_said_event *said)
{
    bool is_new = said->room == table->room && table_add_line(table, said->line, false);
    return is_new ? TABLE_NEWS : TABLE_NEWS_NONE;
}

static enum table_news take_hidden(struct table *table, const struct room_hidden_event *hidden)
{
    bool is_new = hidden->room == table->room && table_hide_line(table, hidden->n);
    return is_new ? TABLE_NEWS : TABLE_NEWS_NONE;
}

static enum table_news take_rematch(struct table *table,
                                    const struct room_rematch_offered_event *offered)
{
    if (offered->room != table->room)
        return TABLE_NEWS_NONE;
    snprintf(table->rematch_by, sizeof(table->rematch_by), "%s", offered->name);
    return TABLE_NEWS;
}

static enum table_news take_rematch_refused(struct table *table,
                                            const struct room_rematch_refused_event *refused)
{
    if (refused->room != table->room)
        return TABLE_NEWS_NONE;
    table->rematch_by[0] = '\0';
    return TABLE_NEWS;
}

static enum table_news take_closed(struct table *table, const struct room_closed_event *closed)
{
    if (closed->room != table->room || table->is_gone)
        return TABLE_NEWS_NONE;
    table->is_gone = true;
    return TABLE_NEWS;
}

static bool rename_one(char name[TABLE_NAME_SIZE], const char *before, const char *after)
{
    if (!table__is_name(name, before))
        return false;
    snprintf(name, TABLE_NAME_SIZE, "%s", after);
    return true;
}

/* Only accounts have names that change, and a guest's changes by becoming one. */
static bool rename_person(struct table_person *person, const char *before, const char *after)
{
    bool is_them = rename_one(person->name, before, after);
    person->is_guest = person->is_guest && !is_them;
    return is_them;
}

/* Everything at a table goes by names, so all of them change at once. */
static enum table_news take_renamed(struct table *table, const char *before, const char *after)
{
    bool is_here = false;
    (void)rename_one(table->me, before, after);
    (void)rename_one(table->rematch_by, before, after);
    for (size_t i = 0; i < 2; i++) {
        bool is_player =
            i < table->players_count && rename_person(&table->players[i], before, after);
        bool is_seated = rename_person(&table->seats[i], before, after);
        is_here = is_here || is_player || is_seated;
    }
    return is_here ? TABLE_NEWS : TABLE_NEWS_NONE;
}

/* ---------------------------------------------------------------- any event */

static enum table_news take_room_event(struct table *table, enum event event,
                                       const union event_body *body)
{
    switch (event) {
    case EVENT_ROOM_JOINED:
        return take_joined(table, &body->room_joined);
    case EVENT_ROOM_LEFT:
        return take_left(table, &body->room_left);
    case EVENT_ROOM_REOPENED:
        return take_reopened(table, &body->room_reopened);
    case EVENT_ROOM_PRESENCE:
        return take_presence(table, &body->room_presence);
    case EVENT_ROOM_WATCHERS:
        if (body->room_watchers.room != table->room)
            return TABLE_NEWS_NONE;
        table->watchers = body->room_watchers.watchers;
        return TABLE_NEWS;
    case EVENT_ROOM_SAID:
        return take_said(table, &body->room_said);
    case EVENT_ROOM_HIDDEN:
        return take_hidden(table, &body->room_hidden);
    case EVENT_ROOM_REMATCH_OFFERED:
        return take_rematch(table, &body->room_rematch_offered);
    case EVENT_ROOM_REMATCH_REFUSED:
        return take_rematch_refused(table, &body->room_rematch_refused);
    case EVENT_ROOM_CLOSED:
        return take_closed(table, &body->room_closed);
    case EVENT_PLAYER_RENAMED:
        return take_renamed(table, body->player_renamed.before, body->player_renamed.name);
    case EVENT_ROOM_RENAMED:
        if (body->room_renamed.room != table->room)
            return TABLE_NEWS_NONE;
        return take_renamed(table, body->room_renamed.before, body->room_renamed.name);
    default:
        return TABLE_NEWS_NONE;
    }
}

/* An event with a number that follows what is known of the table's game. */
static enum table_news take_game_event(struct table *table, enum event event,
                                       const union event_body *body)
{
    switch (event) {
    case EVENT_GAME_MOVED:
        return act(table, &body->game_moved);
    case EVENT_GAME_TAKEN_BACK:
        return take_taken_back(table, &body->game_taken_back);
    case EVENT_GAME_DRAW_OFFERED:
        table->draw_offer = body->game_draw_offered.by;
        break;
    case EVENT_GAME_DRAW_REFUSED:
        table->draw_offer = NONE;
        break;
    case EVENT_GAME_TAKEBACK_ASKED:
        table->takeback = body->game_takeback_asked.by;
        break;
    case EVENT_GAME_TAKEBACK_REFUSED:
        table->takeback = NONE;
        break;
    case EVENT_GAME_ENDED:
        take_ended(table, &body->game_ended);
        break;
    default: /* EVENT_GAME_TIME_GIVEN, EVENT_GAME_DAYS_OFF: the clocks are all */
        break;
    }
    return TABLE_NEWS;
}

/* A room.presence follows if the next one to act is not there. */
static void turn_passed(struct table *table)
{
    table__outdate_pending(table);
    table__set_wait(table, 0);
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        table->seats[seat].claim_at_ms = NONE;
}

enum table_news table_take_event(struct table *table, enum event event,
                                 const union event_body *body)
{
    struct numbered_event numbered;
    bool is_turn = event == EVENT_GAME_MOVED || event == EVENT_GAME_TAKEN_BACK;
    if (!tracker_read_event(event, body, &numbered)) {
        return event == EVENT_GAME_STARTED ? take_started(table, &body->game_started)
                                           : take_room_event(table, event, body);
    }
    if (table->game_id == 0 || numbered.game != table->game_id || numbered.seq <= table->seq)
        return TABLE_NEWS_NONE;
    enum table_news news = take_game_event(table, event, body);
    if (news == TABLE_NEWS) {
        table->seq = numbered.seq;
        table__set_clocks(table, numbered.clocks);
    }
    if (news == TABLE_NEWS && is_turn)
        turn_passed(table);
    return news;
}
