/* SPDX-License-Identifier: MIT */
/*
 * What a table's view is set from and asked for; how events change it is in table_event.c. The
 * game's own questions are the engine's to answer.
 */
#include "client/core/table_private.h"

#include <stdio.h>
#include <string.h>

void table_init(struct table *table, const char *me)
{
    *table = (struct table){.draw_offer = NONE, .takeback = NONE, .result = NONE, .reason = NONE};
    snprintf(table->me, sizeof(table->me), "%s", me);
}

void table_pass_time(struct table *table, int64_t now_ms)
{
    table->now_ms = now_ms;
}

void table__set_person(const struct table *table, struct table_person *person,
                       const struct person_record *record)
{
    snprintf(person->name, sizeof(person->name), "%s", record->name);
    person->is_guest = record->guest;
    person->is_connected = record->connected;
    person->claim_at_ms = table__claim_at_ms(table, record->connected, record->claim_in_ms);
    person->rating = record->rating;
    person->gained = 0;
    person->lag_ms = record->lag_ms;
}

static void apply_change(struct table *table, const struct table_change *change)
{
    for (size_t i = 0; i < 2; i++) {
        if (table__is_name(table->players[i].name, change->name)) {
            table->players[i].rating = change->after;
        }
        if (table__is_name(table->seats[i].name, change->name)) {
            table->seats[i].rating = change->after;
            table->seats[i].gained = change->after - change->before;
        }
    }
}

void table__set_changes(struct table *table, const struct rating_change_record *changes,
                        size_t count)
{
    table->changes_count = count < 2 ? count : 2;
    for (size_t i = 0; i < table->changes_count; i++) {
        struct table_change *change = &table->changes[i];
        snprintf(change->name, sizeof(change->name), "%s", changes[i].name);
        change->before = changes[i].before;
        change->after = changes[i].after;
        apply_change(table, change);
    }
}

/* A record of a game that is over has the ratings before it, or none where it moved none. */
static void set_seat(struct table *table, enum seat seat, const struct person_record *record)
{
    struct table_person *person = &table->seats[seat];
    int64_t known = table__is_name(person->name, record->name) ? person->rating : NONE;
    table__set_person(table, person, record);
    if (table->result != NONE && person->rating == NONE) {
        person->rating = known;
    }
}

void table_set_room(struct table *table, const struct room_record *room)
{
    if (table->room != room->room) {
        char me[TABLE_NAME_SIZE];
        int64_t now_ms = table->now_ms;
        memcpy(me, table->me, sizeof(me));
        table_init(table, me);
        table_pass_time(table, now_ms);
    }
    table->room = room->room;
    table->variant = room->variant;
    table->is_rated = room->rated;
    table->control = table_control(room->clock);
    table->room_state = room->state;
    table->watchers = room->watchers;
    snprintf(table->rematch_by, sizeof(table->rematch_by), "%s",
             room->rematch_by != NULL ? room->rematch_by : "");
    table->players_count = room->players_count < 2 ? room->players_count : 2;
    for (size_t i = 0; i < table->players_count; i++) {
        table__set_person(table, &table->players[i], &room->players[i]);
    }
}

int table_set_game(struct table *table, const struct game_record *record)
{
    bool is_older = record->game < table->game_id; /* ids sort as they were made */
    if (is_older || (record->game == table->game_id && record->seq < table->seq)) {
        return 0;
    }
    struct game game;
    int error = game_parse(&game, record->variant, record->actions, strlen(record->actions), NULL);
    if (error != 0) {
        return error;
    }
    if (table->game_id != 0 && record->game != table->game_id) {
        table->rematch_by[0] = '\0';
    }
    table->game = game;
    table->game_id = record->game;
    table->seq = record->seq;
    table->variant = record->variant;
    table->is_rated = record->rated;
    table->control = table_control(record->clock);
    table->has_clocks = false;
    table__set_clocks(table, record->clocks);
    table__set_wait(table, record->clock_waits_ms);
    table->draw_offer = record->draw_offer;
    table->takeback = record->takeback;
    table->result = record->result;
    table->reason = record->reason;
    set_seat(table, SEAT_FIRST, record->first);
    set_seat(table, SEAT_SECOND, record->second);
    table__set_changes(table, record->changes, record->changes_count);
    if (table->room != 0) {
        table->room_state = record->result == NONE ? ROOM_STATE_WORD_PLAYING : ROOM_STATE_WORD_OVER;
    }
    return 0;
}

int table_take_sync(struct table *table, const struct game_sync_reply *sync)
{
    if (sync->game != NULL) {
        return table_set_game(table, sync->game);
    }
    if (sync->seq == table->seq) { /* else they are of another moment than the board */
        table__set_clocks(table, sync->clocks);
        table__set_wait(table, sync->clock_waits_ms);
    }
    return 0;
}

/* Makes room for a line behind the first `at` ones; of a full chat the oldest goes. */
static struct table_line *make_line(struct table *table, size_t at)
{
    struct table_line *chat = table->chat;
    if (table->chat_count == TABLE_CHAT_MAX) {
        at--;
        memmove(&chat[0], &chat[1], at * sizeof(chat[0]));
        return &chat[at];
    }
    memmove(&chat[at + 1], &chat[at], (table->chat_count - at) * sizeof(chat[0]));
    table->chat_count++;
    return &chat[at];
}

bool table_add_line(struct table *table, const struct chat_line_record *record)
{
    size_t at = table->chat_count;
    while (at > 0 && table->chat[at - 1].n > record->n) {
        at--;
    }
    bool is_known = at > 0 && table->chat[at - 1].n == record->n;
    if (is_known || (at == 0 && table->chat_count == TABLE_CHAT_MAX)) {
        return false;
    }
    struct table_line *line = make_line(table, at);
    line->n = record->n;
    line->at_ms = record->at;
    snprintf(line->name, sizeof(line->name), "%s", record->name);
    snprintf(line->text, sizeof(line->text), "%s", record->text);
    return true;
}

/* ---------------------------------------------------------------- questions */

bool table__is_name(const char *a, const char *b)
{
    return a[0] != '\0' && strcmp(a, b) == 0;
}

enum seat table_my_seat(const struct table *table)
{
    for (enum seat seat = SEAT_FIRST; table->game_id != 0 && seat < SEAT_COUNT; seat++) {
        if (table__is_name(table->seats[seat].name, table->me)) {
            return seat;
        }
    }
    return SEAT_NONE;
}

enum mark table_my_mark(const struct table *table)
{
    enum seat me = table_my_seat(table);
    return me != SEAT_NONE ? game_seat_mark(&table->game, me) : MARK_NONE;
}

bool table_is_seated(const struct table *table)
{
    for (size_t i = 0; i < table->players_count; i++) {
        if (table__is_name(table->players[i].name, table->me)) {
            return true;
        }
    }
    return false;
}

bool table_is_playing(const struct table *table)
{
    return table->game_id != 0 && table->result == NONE;
}

enum seat table_to_act(const struct table *table)
{
    return table_is_playing(table) ? game_to_act(&table->game) : SEAT_NONE;
}

bool table_is_my_turn(const struct table *table)
{
    enum seat me = table_my_seat(table);
    return me != SEAT_NONE && table_to_act(table) == me;
}

/* Whether the opening's last choice asked for two more stones. */
static bool is_two_more(const struct game *game)
{
    for (size_t i = game->ply; i > 0; i--) {
        struct action action = game->actions[i - 1];
        if (action_is_choice(action)) {
            return action_choice(action) == CHOICE_TWO_MORE;
        }
    }
    return false;
}

enum table_task table_task(const struct table *table)
{
    const struct game *game = &table->game;
    if (table->game_id == 0) {
        return TABLE_TASK_NO_GAME;
    }
    if (!table_is_playing(table)) {
        return TABLE_TASK_OVER;
    }
    switch (game_expects(game)) {
    case EXPECTS_FIRST_CHOICE:
        return TABLE_TASK_FIRST_CHOICE;
    case EXPECTS_SECOND_CHOICE:
        return TABLE_TASK_SECOND_CHOICE;
    case EXPECTS_NOTHING: /* a row or a full board; game.ended follows */
        return TABLE_TASK_OVER;
    case EXPECTS_STONE:
        break;
    }
    if (table->variant->opening != OPENING_SWAP2 || game->stones >= 5) {
        return TABLE_TASK_STONE;
    }
    if (game->stones < 3) {
        return TABLE_TASK_OPENING;
    }
    return is_two_more(game) ? TABLE_TASK_TWO_MORE : TABLE_TASK_STONE;
}

unsigned table_stones_left(const struct table *table)
{
    switch (table_task(table)) {
    case TABLE_TASK_OPENING:
        return 3u - table->game.stones;
    case TABLE_TASK_TWO_MORE:
        return 5u - table->game.stones;
    case TABLE_TASK_STONE:
        return 1;
    default:
        return 0;
    }
}

const struct table_person *table_opponent(const struct table *table)
{
    for (size_t i = 0; i < table->players_count; i++) {
        if (!table__is_name(table->players[i].name, table->me)) {
            return &table->players[i];
        }
    }
    return NULL;
}

bool table_is_draw_offered_to(const struct table *table, enum seat seat)
{
    return seat != SEAT_NONE && table_is_playing(table) && table->draw_offer != NONE &&
           table->draw_offer != (int)seat;
}

bool table_is_takeback_asked_of(const struct table *table, enum seat seat)
{
    return seat != SEAT_NONE && table_is_playing(table) && table->takeback != NONE &&
           table->takeback != (int)seat;
}

bool table_is_rematch_offered_to_me(const struct table *table)
{
    return table_is_seated(table) && table->rematch_by[0] != '\0' &&
           !table__is_name(table->rematch_by, table->me);
}

bool table_last_cell(const struct table *table, size_t *cell_out)
{
    const struct game *game = &table->game;
    for (size_t i = table->game_id != 0 ? game->ply : 0; i > 0; i--) {
        if (!action_is_choice(game->actions[i - 1])) {
            *cell_out = action_cell(game->actions[i - 1]);
            return true;
        }
    }
    return false;
}
