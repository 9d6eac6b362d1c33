/* SPDX-License-Identifier: MIT */
/*
 * Records and events taken over into a table, as client/core/table_record.h describes it.
 */
#include "client/core/table_record.h"

#include "client/core/tracker.h"
#include "client/core/variants.h"
#include "proto/codec.h"
#include "proto/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_person(const struct table *table, struct table_person *person,
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

/* Takes over the game's changes of ratings, which stand with the players from now on. */
static void set_changes(struct table *table, const struct rating_change_record *changes,
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
    set_person(table, person, record);
    if (table->result == NONE || person->rating != NONE ||
        !table__is_name(known.name, record->name))
        return;
    person->rating = known.rating;
    person->is_provisional = known.is_provisional;
}

/* The room waits for somebody again, and has no game. */
static void forget_game(struct table *table)
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
        forget_game(table);
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
        set_person(table, &table->players[i], &room->players[i]);
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
    set_changes(table, record->changes, record->changes_count);
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
    set_changes(table, ended->changes, ended->changes_count);
}

static enum table_news take_started(struct table *table, const struct game_started_event *started)
{
    if (started->game->game == table->game_id)
        return TABLE_NEWS_NONE;
    return table_set_game(table, started->game) == 0 ? TABLE_NEWS : TABLE_NEWS_OUT_OF_STEP;
}

/* ---------------------------------------------------------------- the room */

static enum table_news news_if(bool is_new)
{
    return is_new ? TABLE_NEWS : TABLE_NEWS_NONE;
}

static enum table_news take_joined(struct table *table, const struct room_joined_event *joined)
{
    for (size_t i = 0; i < table->players_count; i++)
        if (table__is_name(table->players[i].name, joined->player->name))
            return TABLE_NEWS_NONE;
    if (table->players_count < 2)
        set_person(table, &table->players[table->players_count++], joined->player);
    return TABLE_NEWS;
}

static enum table_news take_left(struct table *table, const struct room_left_event *left)
{
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

static void set_presence(struct table_person *person, const struct room_presence_event *event,
                         int64_t claim_at_ms)
{
    person->is_connected = event->connected;
    person->claim_at_ms = claim_at_ms;
    person->lag_ms = event->lag_ms;
    person->is_silent = event->silent;
    person->off_until = event->off_until != NONE ? event->off_until : 0;
}

static enum table_news take_presence(struct table *table, const struct room_presence_event *event)
{
    bool has_changed = false;
    int64_t claim_at_ms = table__claim_at_ms(table, event->connected, event->claim_in_ms);
    for (size_t i = 0; i < 2; i++) {
        struct table_person *player = &table->players[i];
        if (i < table->players_count && table__is_name(player->name, event->name)) {
            has_changed = has_changed || player->is_connected != event->connected;
            set_presence(player, event, claim_at_ms);
        }
        if (table__is_name(table->seats[i].name, event->name)) {
            has_changed =
                has_changed || (claim_at_ms != NONE && table->seats[i].claim_at_ms == NONE);
            set_presence(&table->seats[i], event, claim_at_ms);
            if ((int)table_to_act(table) == (int)i)
                table__set_wait(table, event->clock_waits_ms);
        }
    }
    return news_if(has_changed);
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
    return news_if(is_here);
}

/* ---------------------------------------------------------------- any event */

static enum table_news take_room_event(struct table *table, enum event event,
                                       const union event_body *body)
{
    bool is_new;
    switch (event) {
    case EVENT_ROOM_JOINED:
        return take_joined(table, &body->room_joined);
    case EVENT_ROOM_LEFT:
        return take_left(table, &body->room_left);
    case EVENT_ROOM_REOPENED:
        forget_game(table);
        return TABLE_NEWS;
    case EVENT_ROOM_PRESENCE:
        return take_presence(table, &body->room_presence);
    case EVENT_ROOM_WATCHERS:
        table->watchers = body->room_watchers.watchers;
        return TABLE_NEWS;
    case EVENT_ROOM_SAID:
        return news_if(table_add_line(table, body->room_said.line, false));
    case EVENT_ROOM_HIDDEN:
        return news_if(table_hide_line(table, body->room_hidden.n));
    case EVENT_ROOM_REMATCH_OFFERED:
        snprintf(table->rematch_by, sizeof(table->rematch_by), "%s",
                 body->room_rematch_offered.name);
        return TABLE_NEWS;
    case EVENT_ROOM_REMATCH_REFUSED:
        table->rematch_by[0] = '\0';
        return TABLE_NEWS;
    case EVENT_ROOM_CLOSED:
        is_new = !table->is_gone;
        table->is_gone = true;
        return news_if(is_new);
    case EVENT_PLAYER_RENAMED:
        return take_renamed(table, body->player_renamed.before, body->player_renamed.name);
    case EVENT_ROOM_RENAMED:
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
    if (event_stream(event) == STREAM_ROOM && event_room(event, body) != table->room)
        return TABLE_NEWS_NONE;
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
