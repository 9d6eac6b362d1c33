/* SPDX-License-Identifier: MIT */
/*
 * Tables as people know them, as tests/sim/person_tables.h describes it.
 */
#include "tests/sim/person_tables.h"

#include <string.h>

/* ------------------------------------------------------------------ tables */

struct table *person_table(struct person *person, uint64_t room)
{
    for (size_t i = 0; i < PERSON_TABLES; i++)
        if (person->tables[i].room == room && room != 0)
            return &person->tables[i];
    return NULL;
}

struct table *person_game_table(struct person *person, uint64_t game)
{
    for (size_t i = 0; i < PERSON_TABLES; i++)
        if (person->tables[i].room != 0 && person->tables[i].game == game && game != 0)
            return &person->tables[i];
    return NULL;
}

struct table *person_table_make(struct person *person, uint64_t room)
{
    struct table *table = person_table(person, room);
    for (size_t i = 0; i < PERSON_TABLES && table == NULL; i++)
        if (person->tables[i].room == 0)
            table = &person->tables[i];
    if (table == NULL) {
        memmove(&person->tables[0], &person->tables[1],
                sizeof(person->tables) - sizeof(person->tables[0]));
        table = &person->tables[PERSON_TABLES - 1];
        table->room = 0;
    }
    if (table->room != room)
        *table = (struct table){.room = room, .seat = SEAT_NONE};
    return table;
}

/* ------------------------------------------------------------------ records */

static bool is_self(const struct person *person, const struct person_record *record)
{
    return strcmp(record->name, person->name) == 0;
}

void person_sees_game(struct person *person, struct table *table, const struct game_record *record)
{
    bool is_same = table->game == record->game;
    if (is_same && (uint32_t)record->seq < table->seq)
        return; /* older than what the person knows from another connection */
    table->has_sent = table->has_sent && is_same;
    table->game = record->game;
    table->seq = (uint32_t)record->seq;
    table->is_over = record->result != NONE;
    table->needs_sync = false;
    table->seat = is_self(person, record->first)    ? SEAT_FIRST
                  : is_self(person, record->second) ? SEAT_SECOND
                                                    : SEAT_NONE;
    table->is_mine = table->is_mine || table->seat != SEAT_NONE;
    table->offer_is_theirs = record->draw_offer != NONE && record->draw_offer != table->seat;
    table->takeback_is_theirs = record->takeback != NONE && record->takeback != table->seat;
    table->can_be_claimed = record->clock->kind != CLOCK_KIND_WORD_CORRESPONDENCE;
    table->is_timed = table->can_be_claimed && record->clock->kind != CLOCK_KIND_WORD_NONE;
    table->rematch_is_offered = table->rematch_is_offered && is_same;
    game_parse(&table->board, record->variant, record->actions, strlen(record->actions), NULL);
}

void person_sees_room(struct person *person, const struct room_record *record)
{
    bool is_mine = false;
    for (size_t i = 0; i < record->players_count; i++)
        is_mine = is_mine || is_self(person, &record->players[i]);
    struct table *table = person_table_make(person, record->room);
    table->is_mine = is_mine;
    if (record->seq > table->room_seq)
        table->room_seq = record->seq;
    if (record->game != 0 && record->game != table->game) {
        table->game = record->game;
        table->needs_sync = true;
        table->seq = 0;
        table->is_over = record->state == ROOM_STATE_WORD_OVER;
        game_init(&table->board, record->variant);
    }
}

void person_sees_rooms(struct person *person, const struct room_record *rooms, size_t count)
{
    for (size_t i = 0; i < PERSON_TABLES; i++)
        person->tables[i].is_mine = false;
    for (size_t i = 0; i < count; i++) {
        person_sees_room(person, &rooms[i]);
        struct table *table = person_table(person, rooms[i].room);
        table->needs_sync = table->game != 0;
    }
}

/* ------------------------------------------------------------------ events */

struct table *person_next_at(struct person *person, uint64_t game, int64_t seq)
{
    struct table *table = person_game_table(person, game);
    if (table == NULL || seq <= (int64_t)table->seq)
        return NULL;
    if (seq != (int64_t)table->seq + 1) {
        table->needs_sync = true;
        return NULL;
    }
    table->seq = (uint32_t)seq;
    return table;
}

void person_sees_action(struct person *person, uint64_t game, int64_t seq, const char *text)
{
    struct table *table = person_next_at(person, game, seq);
    struct action action;
    if (table == NULL)
        return;
    if (action_parse(table->board.variant, text, strlen(text), &action) != 0 ||
        game_act(&table->board, action) != 0)
        table->needs_sync = true;
    table->offer_is_theirs = false;
    table->takeback_is_theirs = false;
}

void person_sees_takeback(struct person *person, uint64_t game, int64_t seq, int by, bool is_open)
{
    struct table *table = person_next_at(person, game, seq);
    if (table != NULL)
        table->takeback_is_theirs = is_open && by != table->seat;
}

void person_sees_taken_back(struct person *person, const struct game_taken_back_event *taken)
{
    struct table *table = person_next_at(person, taken->game, taken->seq);
    if (table == NULL)
        return;
    while (table->board.ply > taken->ply)
        game_undo(&table->board);
    table->has_sent = false; /* what was sent for the old position is not to be sent again */
    table->offer_is_theirs = false;
    table->takeback_is_theirs = false;
}

void person_sees_end(struct person *person, const struct game_ended_event *ended)
{
    struct table *table = person_next_at(person, ended->game, ended->seq);
    if (table != NULL)
        table->is_over = true;
}

void person_sees_offer(struct person *person, uint64_t game, int64_t seq, int by, bool is_open)
{
    struct table *table = person_next_at(person, game, seq);
    if (table != NULL)
        table->offer_is_theirs = is_open && by != table->seat;
}
