/* SPDX-License-Identifier: MIT */
/*
 * Records taken over into a table, as client/core/table_record.h describes it.
 */
#include "client/core/table_record.h"

#include "client/core/variants.h"
#include "proto/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void table__set_person(const struct table *table, struct table_person *person,
                       const struct person_record *record)
{
    snprintf(person->name, sizeof(person->name), "%s", record->name);
    person->is_guest = record->guest;
    snprintf(person->computer, sizeof(person->computer), "%s",
             record->computer != NULL ? record->computer : "");
    person->level = (unsigned)record->level;
    person->is_connected = record->connected;
    person->is_silent = record->silent;
    person->off_until = record->off_until != NONE ? record->off_until : 0;
    person->claim_at_ms = table__claim_at_ms(table, record->connected, record->claim_in_ms);
    person->rating = record->rating;
    person->is_provisional = record->provisional;
    person->gained = 0;
    person->lag_ms = record->lag_ms;
}

static void set_rating(struct table_person *person, const struct table_change *change)
{
    person->rating = change->after;
    person->is_provisional = change->is_provisional;
}

static void apply_change(struct table *table, const struct table_change *change)
{
    for (size_t i = 0; i < 2; i++) {
        if (table__is_name(table->players[i].name, change->name))
            set_rating(&table->players[i], change);
        if (table__is_name(table->seats[i].name, change->name)) {
            set_rating(&table->seats[i], change);
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
        change->is_provisional = changes[i].provisional;
        apply_change(table, change);
    }
}

/* A record of a game that is over has the ratings before it, or none where it moved none. */
static void set_seat(struct table *table, enum seat seat, const struct person_record *record)
{
    struct table_person *person = &table->seats[seat];
    const struct table_person known = *person;
    table__set_person(table, person, record);
    if (table->result == NONE || person->rating != NONE ||
        !table__is_name(known.name, record->name))
        return;
    person->rating = known.rating;
    person->is_provisional = known.is_provisional;
}

void table__forget_game(struct table *table)
{
    table__outdate_pending(table);
    table->room_state = ROOM_STATE_WORD_OPEN;
    table->game_id = 0;
    table->seq = 0;
    table->game = (struct game){0};
    table->given = 0;
    table->has_clocks = false;
    table->result = NONE;
    table->reason = NONE;
    table->changes_count = 0;
    table->is_annulled = false;
    table->rematch_by[0] = '\0';
    for (int seat = 0; seat < SEAT_COUNT; seat++)
        table->seats[seat] = (struct table_person){0};
}

void table_set_room(struct table *table, const struct room_record *room)
{
    if (table->room != room->room) {
        char me[TABLE_NAME_SIZE];
        int64_t now_ms = table->now_ms;
        int64_t first_move_ms = table->first_move_ms;
        memcpy(me, table->me, sizeof(me));
        table_init(table, me);
        table_pass_time(table, now_ms);
        table->first_move_ms = first_move_ms;
    }
    if (room->state == ROOM_STATE_WORD_OPEN && table->game_id != 0)
        table__forget_game(table);
    table->room = room->room;
    table->variant = room->variant;
    table->is_rated = room->rated;
    table->resigns = room->resigns;
    table->control = table_control(room->clock);
    table->room_state = room->state;
    table->watchers = room->watchers;
    snprintf(table->rematch_by, sizeof(table->rematch_by), "%s",
             room->rematch_by != NULL ? room->rematch_by : "");
    table->players_count = room->players_count < 2 ? room->players_count : 2;
    for (size_t i = 0; i < table->players_count; i++)
        table__set_person(table, &table->players[i], &room->players[i]);
}

/* Numbers with spaces between, of the actions behind those that were laid out. */
static void set_spent(struct table *table, const char *spent)
{
    for (size_t ply = 0; ply < GAME_ACTIONS_MAX; ply++)
        table->spent_ms[ply] = NONE;
    for (size_t ply = table->given; spent != NULL && ply < table->game.ply; ply++) {
        char *end;
        long long ms = strtoll(spent, &end, 10);
        if (end == spent || ms < 0)
            return;
        table->spent_ms[ply] = ms;
        spent = end;
    }
}

int table_set_game(struct table *table, const struct game_record *record)
{
    bool is_older = record->game < table->game_id; /* ids sort as they were made */
    if (is_older || (record->game == table->game_id && record->seq < table->seq))
        return 0;
    if (!variants_can_play(record->variant))
        return ERR_UNKNOWN_VARIANT;
    struct game game;
    int error = game_parse(&game, record->variant, record->actions, strlen(record->actions), NULL);
    if (error != 0)
        return error;
    if (table->game_id != 0 && record->game != table->game_id)
        table->rematch_by[0] = '\0';
    if (record->game != table->game_id || record->seq != table->seq)
        table__outdate_pending(table);
    table->game = game;
    table->given = (unsigned)record->given;
    set_spent(table, record->spent);
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
    table->is_annulled = record->annulled;
    if (table->room != 0)
        table->room_state = record->result == NONE ? ROOM_STATE_WORD_PLAYING : ROOM_STATE_WORD_OVER;
    return 0;
}

bool table_keep_game(const struct table *table, struct game *game_out)
{
    const struct game *game = &table->game;
    const struct variant *own = variant_find(game->variant->key, strlen(game->variant->key));
    return own != NULL && game_replay(game_out, own, game_actions(game), game->ply) == 0 &&
           game_status(game_out) == game_status(game);
}

int table_take_sync(struct table *table, const struct game_sync_reply *sync)
{
    if (sync->game != NULL)
        return table_set_game(table, sync->game);
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

bool table_add_line(struct table *table, const struct chat_line_record *record, bool is_old)
{
    size_t at = table->chat_count;
    while (at > 0 && table->chat[at - 1].n > record->n)
        at--;
    bool is_known = at > 0 && table->chat[at - 1].n == record->n;
    if (is_known || (at == 0 && table->chat_count == TABLE_CHAT_MAX))
        return false;
    struct table_line *line = make_line(table, at);
    line->n = record->n;
    line->at_ms = record->at;
    snprintf(line->name, sizeof(line->name), "%s", record->name);
    snprintf(line->text, sizeof(line->text), "%s", record->text != NULL ? record->text : "");
    line->from_watcher = record->from_watcher;
    line->is_hidden = record->hidden;
    line->is_old = is_old;
    return true;
}

const struct table_line *table_find_line(const struct table *table, int64_t n)
{
    for (size_t i = 0; i < table->chat_count; i++)
        if (table->chat[i].n == n)
            return &table->chat[i];
    return NULL;
}

bool table_hide_line(struct table *table, int64_t n)
{
    for (size_t i = 0; i < table->chat_count; i++) {
        struct table_line *line = &table->chat[i];
        if (line->n != n || line->is_hidden)
            continue;
        line->is_hidden = true;
        memset(line->text, 0, sizeof(line->text));
        return true;
    }
    return false;
}
