/* SPDX-License-Identifier: MIT */
/*
 * Events that are none of a table's business change nothing of it.
 */
#include "client/core/table.h"
#include "client/core/table_record.h"
#include "tests/support/test.h"
#include "wire.h"

static void sit_mini(struct table *table, const char *actions)
{
    struct room_record room = wire_room(7, ROOM_STATE_WORD_PLAYING);
    struct game_record game = wire_game(9, actions, 10);
    table_init(table, "anna");
    table_set_room(table, &room);
    assert_int_equal(table_set_game(table, &game), 0);
}

/* Nothing at all changes. */
static void check_ignored(const struct table *table, enum event event, union event_body body)
{
    struct table after = *table;
    assert_int_equal(table_take_event(&after, event, &body), TABLE_NEWS_NONE);
    assert_memory_equal(&after, table, sizeof(after));
}

TEST(events_of_other_games_are_ignored)
{
    static const struct {
        enum event event;
        union event_body body;
    } cases[] = {
        {EVENT_GAME_MOVED, {.game_moved = {.game = 8, .seq = 11, .action = "c3"}}},
        {EVENT_GAME_DRAW_OFFERED, {.game_draw_offered = {.game = 8, .seq = 11}}},
        {EVENT_GAME_DRAW_REFUSED, {.game_draw_refused = {.game = 8, .seq = 11}}},
        {EVENT_GAME_TAKEBACK_ASKED, {.game_takeback_asked = {.game = 8, .seq = 11}}},
        {EVENT_GAME_TAKEBACK_REFUSED, {.game_takeback_refused = {.game = 8, .seq = 11}}},
        {EVENT_GAME_TAKEN_BACK, {.game_taken_back = {.game = 8, .seq = 11}}},
        {EVENT_GAME_TIME_GIVEN, {.game_time_given = {.game = 8, .seq = 11}}},
        {EVENT_GAME_DAYS_OFF, {.game_days_off = {.game = 8, .seq = 11}}},
        {EVENT_GAME_ENDED, {.game_ended = {.game = 8, .seq = 11}}},
    };
    struct table table;
    sit_mini(&table, "b2 a1");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check_ignored(&table, cases[i].event, cases[i].body);
}

TEST(events_of_other_rooms_are_ignored)
{
    struct person_record carla = {.name = "carla", .rating = NONE, .claim_in_ms = NONE};
    struct chat_line_record line = {.n = 1, .name = "carla", .text = "hi"};
    struct game_record game = wire_game(8, "", 0);
    struct table table;
    sit_mini(&table, "b2 a1");
    check_ignored(&table, EVENT_GAME_STARTED,
                  (union event_body){.game_started = {.room = 6, .game = &game}});
    check_ignored(&table, EVENT_ROOM_JOINED,
                  (union event_body){.room_joined = {.room = 6, .player = &carla}});
    check_ignored(&table, EVENT_ROOM_LEFT,
                  (union event_body){.room_left = {.room = 6, .name = "boris"}});
    check_ignored(&table, EVENT_ROOM_PRESENCE,
                  (union event_body){.room_presence = {.room = 6, .name = "boris"}});
    check_ignored(&table, EVENT_ROOM_WATCHERS,
                  (union event_body){.room_watchers = {.room = 6, .watchers = 5}});
    check_ignored(&table, EVENT_ROOM_SAID,
                  (union event_body){.room_said = {.room = 6, .line = &line}});
    check_ignored(&table, EVENT_ROOM_REMATCH_REFUSED,
                  (union event_body){.room_rematch_refused = {.room = 6, .name = "boris"}});
    check_ignored(&table, EVENT_ROOM_REMATCH_OFFERED,
                  (union event_body){.room_rematch_offered = {.room = 6, .name = "boris"}});
    check_ignored(&table, EVENT_ROOM_CLOSED, (union event_body){.room_closed = {.room = 6}});
    check_ignored(&table, EVENT_PLAYER_RENAMED,
                  (union event_body){.player_renamed = {.before = "carla", .name = "clara"}});
}

TEST(who_sits_there_does_not_sit_down_twice)
{
    struct person_record boris = {.name = "boris", .rating = NONE, .claim_in_ms = NONE};
    struct person_record carla = {.name = "carla", .rating = NONE, .claim_in_ms = NONE};
    struct table table;
    sit_mini(&table, "b2 a1");
    check_ignored(&table, EVENT_ROOM_JOINED,
                  (union event_body){.room_joined = {.room = 7, .player = &boris}});
    union event_body body = {.room_joined = {.room = 7, .player = &carla}};
    (void)table_take_event(&table, EVENT_ROOM_JOINED, &body); /* a third one has no seat */
    assert_int_equal(table.players_count, 2);
    assert_string_equal(table.players[1].name, "boris");
    check_ignored(&table, EVENT_ROOM_LEFT,
                  (union event_body){.room_left = {.room = 7, .name = "carla"}});
}
